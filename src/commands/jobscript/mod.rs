//! `setodds jobscript`: writes a long run as a script for a scheduler.
//!
//! The three templates are in this directory and are meant to be read and changed. Only the
//! placeholders `{{NAME}}` in their first lines and commands are filled in. The machines run
//! `setodds simulate --shard I/N` and finally `setodds merge`. A part is its own checkpoint, so any
//! shard may be stopped at any time and rerun, alone or with all others.

#[cfg(test)]
mod tests;
mod work;

use crate::cli::command::CommandArgs;
use crate::cli::file::Target;
use crate::cli::files::Files;
use crate::cli::help::OUTPUT;
use crate::cli::names::whole;
use crate::cli::output::{is_stdout, write_to_stdout, write_whole};
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::report::provenance::shell_words;
use crate::report::result::Report;
use clap::{Args, ValueEnum};
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;
use work::ShardedCommand;

const AFTER_HELP: &str = "\
Examples:
  setodds jobscript --scheduler slurm -o x.sh -- simulate --deals 1e13
  sbatch --time=4:00:00 x.sh                  submits all shards and their merge
  sbatch --array=3,7 x.sh                     runs two shards again, and the merge
  setodds jobscript --scheduler parallel --shards 12 -o x.sh -- play
  bash x.sh --sshlogin a,b --workdir \"$PWD\"  runs them on two machines
  setodds jobscript --scheduler kubernetes -- simulate --deals 1e13 \\
      | sed 's,IMAGE,registry.example.org/setodds,; s,CLAIM,data,' \\
      | kubectl apply -f -";

/// Maximum number of shards: each is a file, and an indexed job of Kubernetes is limited.
const MAX_SHARDS: u32 = 100_000;

/// Write a script that splits a long run among machines.
///
/// The script explains how to submit it and how to rerun failed shards. Set time, memory and cores
/// as options of sbatch or parallel, or in the Kubernetes manifest.
///
/// All machines must share the directory NAME-parts next to the result NAME.csv: shards save their
/// progress there, resume when restarted, and are merged when complete. A Slurm shard that fails or
/// is cancelled holds up the merge until it is resubmitted. The Kubernetes merge gives up when no
/// shard was saved for a day.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct JobscriptArgs {
    /// The scheduler: slurm, parallel, kubernetes
    ///
    /// For sbatch, GNU parallel (here or over ssh), or kubectl.
    #[arg(long, alias = "engine", value_enum, value_name = "NAME")]
    scheduler: Scheduler,
    /// Number of shards; each should take at least some minutes
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_SHARDS), default_value = "64")]
    shards: u32,
    /// Write the script to FILE [default: stdout]
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    output: Option<PathBuf>,
    /// simulate, enumerate or play with its options
    ///
    /// Its -o names the merged result [default: result.csv].
    #[arg(last = true, required = true, value_name = "COMMAND")]
    words: Vec<String>,
    /// The parsed command after `--`.
    #[arg(skip)]
    work: OnceLock<ShardedCommand>,
}

/// The scheduler that runs the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Scheduler {
    /// A job array and a merge job for sbatch
    Slurm,
    /// A script for GNU parallel, on this machine or over ssh
    Parallel,
    /// An indexed job and a merge job for kubectl
    Kubernetes,
}

impl CommandArgs for JobscriptArgs {
    /// Returns the files that are read and written: the script, the parts and the results.
    fn files(&self, context: &Context) -> Result<Files, Failure> {
        let mut files = self.work(context)?.files()?;
        if let Some(path) = self.output.as_deref().filter(|path| !is_stdout(path)) {
            files.write(path, "the script")?;
        }
        Ok(files)
    }

    fn run(&self, context: &mut Context) -> Result<Report, Failure> {
        let script = self.script(context)?;
        match &self.output {
            Some(path) if !is_stdout(path) => {
                write_whole(&Target::prepare(path).or_usage()?, &script)?;
            }
            _ => write_to_stdout(script.as_bytes())?,
        }
        Ok(Report::default())
    }
}

impl JobscriptArgs {
    /// Returns the command after `--`. It is parsed only once, because its seed may be chosen at
    /// random.
    fn work(&self, context: &Context) -> Result<&ShardedCommand, Failure> {
        if let Some(work) = self.work.get() {
            return Ok(work);
        }
        let work = ShardedCommand::read(&self.words, context)?;
        Ok(self.work.get_or_init(|| work))
    }

    fn script(&self, context: &Context) -> Result<String, Failure> {
        let work = self.work(context)?;
        self.scheduler.refuse(work)?;
        let quoted = |words: &[String]| self.scheduler.quoted(words);
        let gaps = [
            ("SHARDS", self.shards.to_string()),
            ("COMMAND", quoted(&work.words)),
            ("PARTS", quoted(&[work.parts()])),
            ("DIRECTORIES", quoted(&work.directories())),
            ("OUTPUT", quoted(&work.output())),
        ];
        Ok(filled(self.scheduler.template(), &gaps))
    }
}

impl Scheduler {
    const fn template(self) -> &'static str {
        match self {
            Self::Slurm => include_str!("slurm.sh"),
            Self::Parallel => include_str!("parallel.sh"),
            Self::Kubernetes => include_str!("kubernetes.yaml"),
        }
    }

    /// Quotes words for the shell of the script. In Kubernetes, `$` must also be doubled, because
    /// Kubernetes expands `$(NAME)` and reads `$$` as `$`.
    fn quoted(self, words: &[String]) -> String {
        let text = shell_words(words);
        if self == Self::Kubernetes { text.replace('$', "$$") } else { text }
    }

    /// Refuses words that GNU parallel would interpret, and files outside the Kubernetes volume.
    fn refuse(self, work: &ShardedCommand) -> Result<(), Failure> {
        let is_outside = |path: &&String| {
            Path::new(path).components().any(|part| !matches!(part, Component::Normal(_)))
        };
        match self {
            Self::Parallel if work.words.iter().chain(&work.results).any(|it| it.contains('{')) => {
                Err(usage_error!(
                    "GNU parallel replaces `{{` by the shard; choose names without it"
                ))
            }
            Self::Kubernetes => work.results.iter().find(is_outside).map_or(Ok(()), |path| {
                Err(usage_error!(
                    "`{path}` is not inside the volume; take a path like out/result.csv"
                ))
            }),
            _ => Ok(()),
        }
    }
}

/// Fills the placeholders `{{NAME}}` of a template. Placeholders inside a value stay as they are.
fn filled(template: &str, gaps: &[(&str, String)]) -> String {
    let (mut filled, mut rest) = (String::new(), template);
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").expect("a gap has an end");
        let gap = gaps.iter().find(|(known, _)| *known == name);
        filled += before;
        filled += &gap.expect("every gap of a template has a value").1;
        rest = after;
    }
    filled + rest
}
