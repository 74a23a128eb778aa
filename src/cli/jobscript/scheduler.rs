//! The schedulers: what their scripts look like, and the options that only some of them know.
//!
//! The templates stand beside this file; what differs from one job to another is filled in here.

use super::Job;
use super::values::parse_plain;
use super::work::Work;
use crate::cli::count::whole;
use crate::cli::failure::Failure;
use crate::cli::help::SCHEDULERS;
use crate::report::provenance::shell_words;
use clap::{Args, ValueEnum};
use std::path::{Component, Path};

/// What runs the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Scheduler {
    /// A job array and a merge job for sbatch
    Slurm,
    /// A script for GNU parallel, on this machine or over ssh
    Parallel,
    /// An indexed job and a merge job for kubectl
    Kubernetes,
}

/// What only some schedulers know.
#[derive(Args, Debug, Default)]
pub(super) struct SchedulerOptions {
    /// slurm, kubernetes: threads of a shard [default: 1]
    ///
    /// If the command has --threads, that is the default.
    #[arg(long, help_heading = SCHEDULERS, value_name = "N", value_parser = whole(1..=1024))]
    pub(super) cpus: Option<u32>,
    /// slurm, kubernetes: memory of a shard, such as 2G
    ///
    /// As the scheduler writes it: 2G on slurm is 2Gi on kubernetes. The default is what the site
    /// gives; on kubernetes 512Mi.
    #[arg(long, help_heading = SCHEDULERS, value_name = "SIZE", value_parser = parse_plain)]
    pub(super) memory: Option<String>,
    /// slurm, kubernetes: shards that run at once, at most [default: all]
    #[arg(long, help_heading = SCHEDULERS, value_name = "N", value_parser = whole(1..=u32::MAX),
          hide_short_help = true)]
    pub(super) parallelism: Option<u32>,
    /// slurm: time limit of a task, such as 1:30:00
    ///
    /// Give more than three minutes: a task is asked to save up to two minutes before its end. One
    /// that needs longer is queued again and resumes.
    #[arg(long, help_heading = SCHEDULERS, value_name = "TIME", value_parser = parse_plain)]
    pub(super) time: Option<String>,
    /// slurm: the partition
    #[arg(long, help_heading = SCHEDULERS, value_name = "NAME", value_parser = parse_plain,
          hide_short_help = true)]
    pub(super) partition: Option<String>,
    /// slurm: the account that is charged
    #[arg(long, help_heading = SCHEDULERS, value_name = "NAME", value_parser = parse_plain,
          hide_short_help = true)]
    pub(super) account: Option<String>,
    /// slurm: tasks of the array, at most [default: 1000]
    ///
    /// Each runs several shards if need be.
    #[arg(long, help_heading = SCHEDULERS, value_name = "N", value_parser = whole(1..=u32::MAX),
          hide_short_help = true)]
    pub(super) array_limit: Option<u32>,
    /// parallel: machines to reach by ssh
    ///
    /// A list like a,user@b, or repeated; `:` is this one, and the default. They see the same
    /// files.
    #[arg(long, help_heading = SCHEDULERS, value_name = "HOST", value_delimiter = ',',
          value_parser = parse_plain)]
    pub(super) hosts: Vec<String>,
    /// parallel: shards that run at once on a machine
    ///
    /// The default is 1, on all cores.
    #[arg(long, help_heading = SCHEDULERS, value_name = "N", value_parser = whole(1..=u32::MAX),
          hide_short_help = true)]
    pub(super) jobs: Option<u32>,
    /// kubernetes: an image with program and shell
    #[arg(long, help_heading = SCHEDULERS, value_name = "NAME", value_parser = parse_plain,
          required_if_eq("scheduler", "kubernetes"))]
    pub(super) image: Option<String>,
    /// kubernetes: the volume claim that all pods write to
    #[arg(long, help_heading = SCHEDULERS, value_name = "NAME", value_parser = parse_plain,
          required_if_eq("scheduler", "kubernetes"))]
    pub(super) volume_claim: Option<String>,
}

impl SchedulerOptions {
    /// Each option with those who know it, and whether it was given.
    fn given(&self) -> [(&'static str, &'static [Scheduler], bool); 11] {
        use Scheduler::{Kubernetes, Parallel, Slurm};
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

    pub(super) fn refuse_those_of_others(&self, scheduler: Scheduler) -> Result<(), Failure> {
        let given = self.given();
        let wrong =
            |(_, known, given): &&(_, &[Scheduler], bool)| *given && !known.contains(&scheduler);
        let Some((wrong, ..)) = given.iter().find(wrong) else { return Ok(()) };
        let own = given.iter().filter(|(_, known, _)| known.contains(&scheduler));
        let own: Vec<&str> = own.map(|(name, ..)| *name).collect();
        let (name, own) = (scheduler.name(), own.join(", "));
        Err(usage_error!("`{wrong}` is not for {name}, which knows {own}"))
    }

    /// The threads that a shard is given.
    pub(super) fn cpus_for(&self, work: &Work) -> Result<u32, Failure> {
        let threads = work.threads.map(|threads| u32::try_from(threads).unwrap_or(u32::MAX));
        match (self.cpus, threads) {
            (Some(cpus), Some(threads)) if threads > cpus => Err(usage_error!(
                "--threads {threads} of the command are more than the {cpus} of --cpus"
            )),
            (cpus, threads) => Ok(cpus.or(threads).unwrap_or(1)),
        }
    }
}

impl Scheduler {
    pub(super) fn name(self) -> String {
        self.to_possible_value().expect("none is hidden").get_name().to_owned()
    }

    /// The script that runs the job.
    pub(super) fn script(self, job: &Job, options: &SchedulerOptions) -> Result<String, Failure> {
        match self {
            Self::Slurm => slurm(job, options),
            Self::Parallel => parallel(job, options),
            Self::Kubernetes => kubernetes(job, options),
        }
    }
}

/// A job array, and a merge job that waits for it.
///
/// Sites limit how many tasks an array may have (`MaxArraySize`, 1001 unless they say otherwise),
/// so there may be fewer tasks than shards: task I runs the shards I, I + T, I + 2T, ... of T
/// tasks. Before a task reaches its time limit, or when it has to make room for another, Slurm
/// sends a signal; the shard saves, and the task goes back into the queue.
fn slurm(job: &Job, options: &SchedulerOptions) -> Result<String, Failure> {
    /// The tasks of an array where nothing is said: Slurm's own limit.
    const TASKS: u32 = 1000;
    let common = [
        options.partition.as_ref().map(|name| format!("--partition={name}")),
        options.account.as_ref().map(|name| format!("--account={name}")),
        options.time.as_ref().map(|time| format!("--time={time}")),
        options.memory.as_ref().map(|memory| format!("--mem={memory}")),
    ];
    let common: Vec<String> = common.into_iter().flatten().collect();
    let of_task = format!("--cpus-per-task={}", options.cpus_for(&job.work)?);
    let lines = [&of_task].into_iter().chain(&common).map(|option| format!("#SBATCH {option}"));
    let merge = job.merge(&format!("*-of-{}.part", job.shards));
    let values = [
        ("TASKS", job.shards.min(options.array_limit.unwrap_or(TASKS)).to_string()),
        ("AT_ONCE", options.parallelism.map(|most| format!("%{most}")).unwrap_or_default()),
        ("DIRECTIVES", lines.collect::<Vec<_>>().join("\n")),
        ("SHARD", job.shard()),
        ("MERGE_OPTIONS", common.iter().map(|option| format!("{option} ")).collect()),
        ("MERGE_TEXT", shell_words([&merge])),
        ("MERGE", merge),
        ("RESULTS_TEXT", shell_words([job.work.results.join(", ")])),
    ];
    Ok(job.fill(include_str!("slurm.sh"), Scheduler::Slurm, &values))
}

/// A script for GNU parallel, on one machine or over ssh.
fn parallel(job: &Job, options: &SchedulerOptions) -> Result<String, Failure> {
    let jobs = options.jobs.unwrap_or(1);
    if jobs > 1 && job.work.threads.is_none() {
        return Err(usage_error!(
            "--jobs {jobs} lets {jobs} shards share a machine, each on all of its cores; give the \
             command --threads, too"
        ));
    }
    let (shard, parts) = (job.shard(), shell_words([&job.directory]));
    if shard.contains('{') || parts.contains('{') {
        return Err(usage_error!(
            "GNU parallel would read `{{` as the place of the shard; choose names without it"
        ));
    }
    let of = job.shards;
    let work = format!("{shard} --shard {{}}/{of} -o {parts}/{{}}-of-{of}.part");
    let (hosts, place) = match options.hosts.join(",").as_str() {
        "" => (String::new(), "The shards run on this machine."),
        hosts => (
            format!(" --sshlogin {} --workdir \"$PWD\"", shell_words([hosts])),
            "The hosts must see this directory under the same path, and let you in without a \
             password.",
        ),
    };
    let values = [
        ("JOBS", jobs.to_string()),
        ("HOSTS", hosts),
        ("WHERE", place.to_owned()),
        ("JOBLOG", format!("{parts}/joblog.tsv")),
        ("WORK", shell_words([work])),
        ("MERGE", job.merge(&format!("*-of-{of}.part"))),
    ];
    Ok(job.fill(include_str!("parallel.sh"), Scheduler::Parallel, &values))
}

/// An indexed job, with a merge job that waits for its parts.
///
/// All paths lie in one volume, which every pod has at `/data`. A pod that is told to stop saves
/// and ends with 75, which the job does not count as a failure; its successor resumes.
fn kubernetes(job: &Job, options: &SchedulerOptions) -> Result<String, Failure> {
    let required = |option: &Option<String>| option.clone().expect("clap requires it");
    for path in job.work.results.iter().chain([&job.directory]) {
        if Path::new(path).components().any(|part| !matches!(part, Component::Normal(_))) {
            return Err(usage_error!(
                "`{path}` is not inside the volume; take a path like out/result.csv"
            ));
        }
    }
    /// The memory of a pod where nothing is said: far more than `simulate` or `play` needs.
    const USUAL: &str = "512Mi";
    let cpus = options.cpus_for(&job.work)?;
    // Kubernetes puts a variable in the place of `$(NAME)`; `$$` is a dollar sign to it.
    let escaped = |text: String| text.replace('$', "$$");
    let values = [
        ("PARALLELISM", options.parallelism.unwrap_or(job.shards).min(job.shards).to_string()),
        ("IMAGE", required(&options.image)),
        ("CLAIM", required(&options.volume_claim)),
        ("CPUS", cpus.to_string()),
        ("THREADS", job.work.threads.map_or(cpus.to_string(), |threads| threads.to_string())),
        ("MEMORY", options.memory.clone().unwrap_or(USUAL.to_owned())),
        ("WORK", escaped(job.shard())),
        ("MERGE", escaped(job.merge("index-*.part"))),
        ("PARTS", escaped(shell_words([&job.directory]))),
        ("DIRECTORIES", escaped(shell_words(job.directories()))),
    ];
    Ok(job.fill(include_str!("kubernetes.yaml"), Scheduler::Kubernetes, &values))
}
