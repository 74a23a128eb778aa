//! `setodds jobscript`: a long run as a script for a scheduler that spreads it over machines.
//!
//! The script is all there is: what runs on the machines is `setodds simulate --shard I/N` and, at
//! the end, `setodds merge`. A part is its own checkpoint, so any shard may be ended at any moment
//! and begun again, and a script that is started twice loses and doubles nothing.

mod scheduler;
#[cfg(test)]
mod tests;
mod trial;
mod values;
mod work;

use crate::cli::count::whole;
use crate::cli::failure::Failure;
use crate::cli::output::write_to_stdout;
use crate::cli::progress::in_words;
use crate::report::number::plural;
use crate::report::provenance::shell_words;
use clap::Args;
use scheduler::{Scheduler, SchedulerOptions};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use trial::Trial;
use values::{name_for, parse_name};
use work::{Work, is_awkward};

const AFTER_HELP: &str = "\
Examples:
  setodds jobscript --scheduler slurm -- simulate --deals 1e13 > x.sh
  bash x.sh                           submits it, on a login node
  setodds jobscript --scheduler parallel --hosts a,b,c -- play > x.sh
  setodds jobscript --scheduler kubernetes --volume-claim data \\
      --image registry.example.org/setodds -- simulate --deals 1e13 \\
      | kubectl apply -f -";

/// The most shards: each is a file, and an array of Kubernetes holds no more.
const MOST_SHARDS: u32 = 100_000;

/// Write a script that splits a long run among machines.
///
/// For Slurm, GNU parallel or Kubernetes.
///
/// The script goes to stdout. The shards it starts save their progress to files in one directory,
/// which all machines must see; a shard that is stopped resumes where it was. When all are
/// complete, their files are merged into what one machine would have written. The command is tried
/// for two seconds first, so a mistake shows at once and not in the queue.
///
/// A task that reaches its time limit, is preempted or loses its node returns to the queue and
/// resumes. With Slurm, a cancelled task stays cancelled, and one that fails keeps the merge from
/// starting; the array has no more tasks than the site allows (`MaxArraySize`), and each runs
/// several shards if need be. The merge job of Kubernetes waits for missing shards, and gives up
/// when no shard has been saved for a day; its image needs the program and /bin/sh. The same
/// script, started again, does not repeat what is complete.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct JobscriptArgs {
    /// The scheduler: slurm, parallel, kubernetes
    ///
    /// `slurm`: a job array and a merge job for sbatch. `parallel`: a script for GNU parallel, on
    /// this machine or over ssh. `kubernetes`: an indexed job and a merge job for kubectl.
    #[arg(long, alias = "engine", value_enum, value_name = "NAME")]
    scheduler: Scheduler,
    /// Number of shards [default: each takes ten minutes]
    ///
    /// By default each takes about ten minutes at the rate of this machine.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_SHARDS))]
    shards: Option<u32>,
    /// Directory for shard files and logs
    ///
    /// The default is NAME-parts, beside NAME.csv.
    #[arg(long, value_name = "DIR")]
    directory: Option<String>,
    /// The program, as the machines find it
    #[arg(long, value_name = "PATH", default_value = "setodds", hide_short_help = true)]
    program: String,
    /// The name of the job [default: setodds-NAME, for NAME.csv]
    ///
    /// Up to 50 small letters, digits and hyphens.
    #[arg(long, value_name = "NAME", value_parser = parse_name, hide_short_help = true)]
    name: Option<String>,
    #[command(flatten)]
    options: SchedulerOptions,
    /// simulate, enumerate or play, with its options
    ///
    /// The merge writes to its -o.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    words: Vec<String>,
}

/// What all scripts have in common.
#[derive(Debug)]
struct Job {
    work: Work,
    shards: u32,
    directory: String,
    program: String,
    name: String,
}

impl JobscriptArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.options.refuse_those_of_others(self.scheduler)?;
        let work = Work::read(&self.words)?;
        let cpus = self.options.cpus_for(&work)?;
        let trial = Trial::of(&work, cpus)?;
        let shards = self.shards.unwrap_or_else(|| trial.shards());
        let job = self.job(work, shards)?;
        let script = self.scheduler.script(&job, &self.options)?;
        let _ = io::stderr().write_all(job.summary(trial).as_bytes());
        write_to_stdout(script.as_bytes())
    }

    fn job(&self, work: Work, shards: u32) -> Result<Job, Failure> {
        let first = Path::new(&work.results[0]);
        let beside = || {
            let stem = first.file_stem().unwrap_or_default().to_string_lossy();
            first.with_file_name(format!("{stem}-parts")).display().to_string()
        };
        let directory = self.directory.clone().unwrap_or_else(beside);
        let name = self.name.clone().unwrap_or_else(|| name_for(&work.results[0]));
        for (option, text) in [("--directory", &directory), ("--program", &self.program)] {
            if text.is_empty() || text.starts_with('-') || text.contains(is_awkward) {
                return Err(usage_error!("{option} cannot be {text:?}"));
            }
        }
        Ok(Job { work, shards, directory, program: self.program.clone(), name })
    }
}

impl Job {
    /// The command that makes the script: with the seed, if the words had none.
    fn command(&self) -> String {
        let words = std::env::args_os().skip(1);
        let words = words.map(|word| word.to_string_lossy().into_owned());
        let all = ["setodds".to_owned()].into_iter().chain(words).chain(self.work.added.clone());
        shell_words(all).replace(is_awkward, "?")
    }

    /// `88 shards of about 10 minutes each on 1 thread like here, seed 1`
    fn summary(&self, trial: Trial) -> String {
        let shards = plural(self.shards as usize, "shard");
        let time = match trial {
            Trial::Short => " of seconds: one machine is enough".to_owned(),
            Trial::Takes(all, _) => {
                let each = in_words(Some(all / self.shards));
                format!(" of {each} each, at the rate of this machine")
            }
            Trial::Unknown => ", as the time they take is not known so soon".to_owned(),
        };
        let added = self.work.added.join(" ");
        let seed = added.strip_prefix("--seed").map(|seed| format!("; seed{seed}"));
        format!("{shards}{time}{}\n", seed.unwrap_or_default())
    }

    /// The template with its gaps `{{NAME}}` filled: by the scheduler's own values, else by those
    /// that all schedulers have. A value is not looked through for gaps of its own.
    fn fill(&self, template: &str, scheduler: Scheduler, own: &[(&str, String)]) -> String {
        let what = &self.work.words[0];
        let title = format!("setodds {what} in {} shards, for {}", self.shards, scheduler.name());
        let common = [
            ("TITLE", title),
            ("COMMAND", self.command()),
            ("NAME", self.name.clone()),
            ("PROGRAM", shell_words([&self.program])),
            ("SHARDS", self.shards.to_string()),
            ("PARTS", shell_words([&self.directory])),
            ("DIRECTORIES", shell_words(self.directories())),
        ];
        let value = |name: &str| own.iter().chain(&common).find(|(known, _)| *known == name);
        let (mut filled, mut rest) = (String::new(), template);
        while let Some((before, after)) = rest.split_once("{{") {
            let (name, after) = after.split_once("}}").expect("a gap has an end");
            filled += before;
            filled += &value(name).expect("every gap of a template has a value").1;
            rest = after;
        }
        filled + rest
    }

    /// What computes a shard, as a shell reads it, without which and where.
    fn shard(&self) -> String {
        shell_words([&self.program].into_iter().chain(&self.work.words))
    }

    /// The directories that must be there: for the parts, and for the results.
    fn directories(&self) -> BTreeSet<String> {
        let of_results = self.work.results.iter().filter_map(|path| Path::new(path).parent());
        let of_results = of_results.map(|path| path.display().to_string());
        of_results.chain([self.directory.clone()]).filter(|path| !path.is_empty()).collect()
    }

    /// The merge of all parts that match the pattern, as a shell reads it.
    fn merge(&self, pattern: &str) -> String {
        let program = shell_words([self.program.as_str(), "merge"]);
        let results = self.work.results.iter().flat_map(|path| ["-o", path]);
        let results = results.chain(self.work.form.iter().flat_map(|form| ["--format", form]));
        format!("{program} {}/{pattern} {}", shell_words([&self.directory]), shell_words(results))
    }
}
