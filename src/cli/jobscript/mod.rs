//! `setodds jobscript`: a long run as a script for an engine that spreads work over machines.
//!
//! The script is all there is: what runs on the machines is `setodds simulate --shard I/N` and, at
//! the end, `setodds merge`. A part is its own checkpoint, so any shard may be ended at any moment
//! and begun again, and a script that is started twice loses and doubles nothing. The templates
//! stand beside this file; they are filled here, and nothing in them is decided elsewhere.

mod kubernetes;
mod memory;
mod name;
mod parallel;
mod slurm;
mod template;
mod time_limit;
mod work;

use crate::cli::failure::Failure;
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use memory::Memory;
use name::{JobName, parse_plain};
use setodds::report::provenance::shell_words;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use template::Values;
use time_limit::TimeLimit;
use work::{Work, is_awkward};

const AFTER_HELP: &str = "\
Examples:
  setodds jobscript --engine slurm --time 1:00:00 -- simulate --cards 12 --deals 1e13 -o sets.csv > sets.sh
  bash sets.sh                                   submits it, on a login node
  setodds jobscript --engine parallel --hosts a,b,c -- play --games 1e10 -o games > games.sh
  setodds jobscript --engine kubernetes --image registry.example.org/setodds --volume-claim data \\
      -- simulate --deals 1e13 -o sets.csv | kubectl apply -f -";

/// The most shards: each is a file, and an array of Kubernetes holds no more.
const MOST_SHARDS: u32 = 100_000;

/// Write a script that shares a long run among many machines.
///
/// The script goes to stdout. The shards it starts keep their parts in files in one directory that
/// all machines see; a shard that is stopped goes on where it was. When all are done the parts are
/// merged, to what one machine would have written.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct JobscriptArgs {
    /// Who runs the shards
    #[arg(long, value_enum, value_name = "NAME")]
    engine: Engine,
    /// Into how many shards the work is divided
    #[arg(long, value_name = "N", default_value = "64",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_SHARDS)))]
    shards: u32,
    /// Where the parts and the logs go [default: NAME-parts beside the result NAME.csv]
    #[arg(long, value_name = "DIR")]
    directory: Option<String>,
    /// The program, as the machines find it
    #[arg(long, value_name = "PATH", default_value = "setodds")]
    program: String,
    /// The name of the job [default: setodds-NAME for the result NAME.csv]
    #[arg(long)]
    name: Option<JobName>,
    #[command(flatten)]
    options: EngineOptions,
    /// The command: simulate, enumerate or play, with its options; the merge writes to its -o
    #[arg(last = true, required = true, value_name = "COMMAND")]
    words: Vec<String>,
}

/// Who runs the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// A job array and a merge job for sbatch
    Slurm,
    /// A script for GNU parallel, on this machine or over ssh
    Parallel,
    /// An indexed job and a merge job for kubectl
    Kubernetes,
}

/// What only some engines know.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Options of the engines")]
struct EngineOptions {
    /// slurm, kubernetes: threads of a shard [default: --threads of the command, or 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    cpus: Option<u32>,
    /// slurm, kubernetes: memory of a shard, as 512M or 2G [default: what the site gives; on
    /// kubernetes 512M]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Memory>,
    /// slurm, kubernetes: shards that run at once, at most [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    parallelism: Option<u32>,
    /// slurm: the longest that a task may take, as 30 (minutes), 1:30:00 or 2-12 (days, hours); one
    /// that needs longer is queued again and goes on
    #[arg(long, value_name = "TIME")]
    time: Option<TimeLimit>,
    /// slurm: the partition
    #[arg(long, value_name = "NAME", value_parser = parse_plain)]
    partition: Option<String>,
    /// slurm: the account that is charged
    #[arg(long, value_name = "NAME", value_parser = parse_plain)]
    account: Option<String>,
    /// slurm: tasks of the array, at most; each runs several shards if need be [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    array_limit: Option<u32>,
    /// parallel: machines to reach by ssh, as user@host, a list or repeated, `:` being this one;
    /// they see the same files [default: this machine]
    #[arg(long, value_name = "HOST", value_delimiter = ',', value_parser = parse_plain)]
    hosts: Vec<String>,
    /// parallel: shards that run at once on a machine [default: 1, on all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    jobs: Option<u32>,
    /// kubernetes: the image, which has the program and a shell
    #[arg(long, value_name = "NAME", value_parser = parse_plain)]
    image: Option<String>,
    /// kubernetes: the volume claim that all pods write to
    #[arg(long, value_name = "NAME", value_parser = parse_plain)]
    volume_claim: Option<String>,
}

impl EngineOptions {
    /// Each option with those who know it, and whether it was given.
    fn given(&self) -> [(&'static str, &'static [Engine], bool); 11] {
        use Engine::{Kubernetes, Parallel, Slurm};
        [
            ("--cpus", &[Slurm, Kubernetes], self.cpus.is_some()),
            ("--memory", &[Slurm, Kubernetes], self.memory.is_some()),
            ("--parallelism", &[Slurm, Kubernetes], self.parallelism.is_some()),
            ("--time", &[Slurm], self.time.is_some()),
            ("--partition", &[Slurm], self.partition.is_some()),
            ("--account", &[Slurm], self.account.is_some()),
            ("--array-limit", &[Slurm], self.array_limit.is_some()),
            ("--hosts", &[Parallel], !self.hosts.is_empty()),
            ("--jobs", &[Parallel], self.jobs.is_some()),
            ("--image", &[Kubernetes], self.image.is_some()),
            ("--volume-claim", &[Kubernetes], self.volume_claim.is_some()),
        ]
    }

    fn refuse_those_of_others(&self, engine: Engine) -> Result<(), Failure> {
        let given = self.given();
        let knows = |known: &[Engine]| known.contains(&engine);
        let Some((wrong, ..)) = given.iter().find(|(_, known, given)| *given && !knows(known))
        else {
            return Ok(());
        };
        let own = given.iter().filter(|(_, known, _)| knows(known)).map(|&(name, ..)| name);
        Err(Failure::Usage(anyhow!(
            "`{wrong}` is not for {}, which knows {}",
            engine.name(),
            own.collect::<Vec<_>>().join(", ")
        )))
    }

    /// The threads that a shard is given.
    fn cpus_for(&self, work: &Work) -> Result<u32, Failure> {
        let threads = work.threads.map(|threads| u32::try_from(threads).unwrap_or(u32::MAX));
        match (self.cpus, threads) {
            (Some(cpus), Some(threads)) if threads > cpus => Err(Failure::Usage(anyhow!(
                "--threads {threads} of the command are more than the {cpus} of --cpus"
            ))),
            (cpus, threads) => Ok(cpus.or(threads).unwrap_or(1)),
        }
    }
}

impl Engine {
    fn name(self) -> &'static str {
        match self {
            Self::Slurm => "slurm",
            Self::Parallel => "parallel",
            Self::Kubernetes => "kubernetes",
        }
    }
}

/// What all scripts have in common.
#[derive(Debug)]
struct Job {
    /// The command that makes the script.
    command: String,
    work: Work,
    shards: u32,
    directory: String,
    program: String,
    name: JobName,
}

impl JobscriptArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.options.refuse_those_of_others(self.engine)?;
        let words = std::env::args_os().skip(1);
        let words = words.map(|word| word.to_string_lossy().into_owned());
        let command = shell_words(["setodds".to_owned()].into_iter().chain(words));
        let (engine, options) = (self.engine, &self.options);
        let job = self.job(command)?;
        let script = job.script(engine, options)?;
        if let Some(seed) = job.work.drawn {
            let _ = writeln!(io::stderr(), "seed {seed}");
        }
        let mut stdout = io::stdout().lock();
        stdout.write_all(script.as_bytes())?;
        Ok(stdout.flush()?)
    }

    fn job(&self, command: String) -> Result<Job, Failure> {
        let work = Work::read(&self.words)?;
        let first = Path::new(&work.results[0]);
        let beside = || {
            let stem = first.file_stem().unwrap_or_default().to_string_lossy();
            first.with_file_name(format!("{stem}-parts")).display().to_string()
        };
        let directory = self.directory.clone().unwrap_or_else(beside);
        let name = self.name.clone().unwrap_or_else(|| JobName::for_result(&work.results[0]));
        for (option, text) in [("--directory", &directory), ("--program", &self.program)] {
            if text.is_empty() || text.starts_with('-') || text.contains(is_awkward) {
                return Err(Failure::Usage(anyhow!("{option} cannot be {text:?}")));
            }
        }
        let (shards, program) = (self.shards, self.program.clone());
        Ok(Job { command, work, shards, directory, program, name })
    }
}

impl Job {
    fn script(&self, engine: Engine, options: &EngineOptions) -> Result<String, Failure> {
        match engine {
            Engine::Slurm => slurm::script(self, options),
            Engine::Parallel => parallel::script(self, options),
            Engine::Kubernetes => kubernetes::script(self, options),
        }
    }

    /// The values that all templates know; those of the engine come on top.
    fn values(&self, engine: Engine) -> Values {
        let what = &self.work.words[0];
        let title = format!("setodds {what} in {} shards, for {}", self.shards, engine.name());
        vec![
            ("TITLE", title),
            ("COMMAND", self.command.clone()),
            ("NAME", self.name.to_string()),
            ("PROGRAM", shell_words([&self.program])),
            ("SHARDS", self.shards.to_string()),
            ("PARTS", shell_words([&self.directory])),
            ("DIRECTORIES", shell_words(self.directories())),
        ]
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
        format!("{program} {}/{pattern} {}", shell_words([&self.directory]), shell_words(results))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{CommandFactory, Parser};

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: JobscriptArgs,
    }

    /// The script that a command line makes, or why it makes none.
    fn script(line: &str, work: &[&str]) -> Result<String, String> {
        let words = ["jobscript"].into_iter().chain(line.split_whitespace()).chain(["--"]);
        let words = words.chain(work.iter().copied());
        let args = Line::try_parse_from(words).map_err(|error| error.to_string())?.args;
        let made = || {
            args.options.refuse_those_of_others(args.engine)?;
            args.job("made by".to_owned())?.script(args.engine, &args.options)
        };
        made().map_err(|failure| match failure {
            Failure::Usage(error) => error.to_string(),
            other => panic!("{other:?}"),
        })
    }

    const WORK: [&str; 5] = ["simulate", "--seed", "1", "-o", "out/sets.csv"];
    const CLOUD: &str = "--engine kubernetes --image a --volume-claim b";

    #[test]
    fn the_options_are_consistent() {
        Line::command().debug_assert();
    }

    #[test]
    fn options_reach_the_script() {
        let cases = [
            ("--engine slurm", "#SBATCH --array=1-64\n"),
            ("--engine slurm --shards 2000", "#SBATCH --array=1-1000\n"),
            ("--engine slurm --array-limit 9 --parallelism 4", "#SBATCH --array=1-9%4\n"),
            ("--engine slurm --cpus 8", "#SBATCH --cpus-per-task=8\n"),
            (
                "--engine slurm --memory 2G --time 2-12",
                "#SBATCH --time=2-12\n#SBATCH --mem=2048M\n",
            ),
            ("--engine slurm --partition p --account a", "--partition=p --account=a \"${@:2}\""),
            ("--engine slurm", "mkdir -p -- out out/sets-parts\n"),
            ("--engine slurm --directory d --name n", "#SBATCH --job-name=n\n"),
            ("--engine parallel --hosts a,b --hosts c", "--jobs 1 --sshlogin a,b,c --workdir"),
            ("--engine parallel --shards 3", "::: {1..3}"),
            (&format!("{CLOUD} --cpus 3"), "value: \"3\""),
            (&format!("{CLOUD} --memory 1G"), "memory: 1024Mi}"),
            (&format!("{CLOUD} --shards 7 --parallelism 9"), "completions: 7\n  parallelism: 7\n"),
        ];
        for (line, expected) in cases {
            let script = script(line, &WORK).unwrap();
            assert!(script.contains(expected), "{line}: no `{expected}` in\n{script}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_remedy() {
        let cases = [
            ("--engine slurm --jobs 2", "`--jobs` is not for slurm, which knows --cpus, --memory"),
            ("--engine parallel --time 9", "which knows --hosts, --jobs"),
            ("--engine parallel --jobs 2", "give the command --threads"),
            ("--engine parallel --directory a{b", "without it"),
            ("--engine kubernetes --image a", "--volume-claim is missing"),
            ("--engine kubernetes --volume-claim a", "--image is missing"),
            (&format!("{CLOUD} --directory /data/x"), "not inside the volume"),
            (&format!("{CLOUD} --directory ../x"), "not inside the volume"),
            ("--engine slurm --time soon", "is no time"),
            ("--engine slurm --memory much", "is no memory"),
            ("--engine slurm --partition a;b", "no such name"),
            ("--engine slurm --shards 0", "0 is not in"),
            ("--engine pbs", "[possible values: slurm, parallel, kubernetes]"),
            ("--engine slurm --name A_B", "no name for a job"),
        ];
        for (line, expected) in cases {
            let error = script(line, &WORK).unwrap_err();
            assert!(error.contains(expected), "{line}: {error}");
        }
        let work = [&WORK[..], &["--threads", "4"]].concat();
        let error = script("--engine slurm --cpus 2", &work).unwrap_err();
        assert!(error.contains("more than the 2 of --cpus"), "{error}");
        assert!(script("--engine slurm", &work).unwrap().contains("--cpus-per-task=4\n"));
    }

    /// A shell reads the words of the script as they were given.
    #[cfg(unix)]
    #[test]
    fn awkward_words_stay_what_they_are() {
        let name = "it's \"$HOME\" `date` * \\ %j.csv";
        let work = ["simulate", "--seed", "1", "-o", name];
        for engine in ["--engine slurm", "--engine parallel", CLOUD] {
            let script = script(engine, &work).unwrap();
            let merge = script.lines().find_map(|line| {
                let line = line.trim_start().trim_end_matches("; do");
                line.strip_prefix("exec setodds merge ")
                    .or(line.strip_prefix("until setodds merge "))
            });
            let merge = merge.unwrap().replace("$$", "$");
            let output = std::process::Command::new("sh")
                .args(["-c", &format!("printf '%s\\n' {merge}")])
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let words: Vec<&str> = text.lines().collect();
            assert_eq!(words[1..], ["-o", name], "{engine}: {merge}");
            assert!(words[0].starts_with("it's \"$HOME\" `date` * \\ %j-parts/"), "{text}");
        }
    }
}
