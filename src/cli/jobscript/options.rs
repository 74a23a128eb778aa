//! Which engines there are, and what only some of them know.

use super::memory::Memory;
use super::name::parse_plain;
use super::time_limit::TimeLimit;
use super::work::Work;
use crate::cli::count::whole;
use crate::cli::failure::Failure;
use crate::cli::help::ENGINES;
use anyhow::anyhow;
use clap::{Args, ValueEnum};

/// What runs the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Engine {
    /// A job array and a merge job for sbatch
    Slurm,
    /// A script for GNU parallel, on this machine or over ssh
    Parallel,
    /// An indexed job and a merge job for kubectl
    Kubernetes,
}

/// What only some engines know.
#[derive(Args, Debug, Default)]
pub(super) struct EngineOptions {
    /// slurm, kubernetes: threads of a shard [default: as the command, or 1]
    #[arg(long, help_heading = ENGINES, value_name = "N", value_parser = whole(1..=1024))]
    pub(super) cpus: Option<u32>,
    /// slurm, kubernetes: memory of a shard, as 512M or 2G
    ///
    /// The default is what the site gives; on kubernetes 512M.
    #[arg(long, help_heading = ENGINES, value_name = "SIZE")]
    pub(super) memory: Option<Memory>,
    /// slurm, kubernetes: shards that run at once, at most [default: all]
    #[arg(long, help_heading = ENGINES, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub(super) parallelism: Option<u32>,
    /// slurm: the longest that a task may take, as 30 (minutes), 1:30:00
    ///
    /// Days and hours are 2-12. A task that needs longer is queued again and resumes.
    #[arg(long, help_heading = ENGINES, value_name = "TIME")]
    pub(super) time: Option<TimeLimit>,
    /// slurm: the partition
    #[arg(long, help_heading = ENGINES, value_name = "NAME", value_parser = parse_plain)]
    pub(super) partition: Option<String>,
    /// slurm: the account that is charged
    #[arg(long, help_heading = ENGINES, value_name = "NAME", value_parser = parse_plain)]
    pub(super) account: Option<String>,
    /// slurm: tasks of the array, at most [default: 1000]
    ///
    /// Each runs several shards if need be.
    #[arg(long, help_heading = ENGINES, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub(super) array_limit: Option<u32>,
    /// parallel: machines to reach by ssh, as user@host [default: this one]
    ///
    /// A list or repeated, `:` being this one; they see the same files.
    #[arg(long, help_heading = ENGINES, value_name = "HOST", value_delimiter = ',', value_parser = parse_plain)]
    pub(super) hosts: Vec<String>,
    /// parallel: shards that run at once on a machine [default: 1, on all cores]
    #[arg(long, help_heading = ENGINES, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub(super) jobs: Option<u32>,
    /// kubernetes: the image, which has the program and a shell
    #[arg(long, help_heading = ENGINES, value_name = "NAME", value_parser = parse_plain)]
    pub(super) image: Option<String>,
    /// kubernetes: the volume claim that all pods write to
    #[arg(long, help_heading = ENGINES, value_name = "NAME", value_parser = parse_plain)]
    pub(super) volume_claim: Option<String>,
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

    pub(super) fn refuse_those_of_others(&self, engine: Engine) -> Result<(), Failure> {
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
    pub(super) fn cpus_for(&self, work: &Work) -> Result<u32, Failure> {
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
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Slurm => "slurm",
            Self::Parallel => "parallel",
            Self::Kubernetes => "kubernetes",
        }
    }
}
