//! A job array for Slurm, with a merge job that waits for it.
//!
//! Sites limit how many tasks an array may have (`MaxArraySize`, 1001 unless they say otherwise),
//! so there may be fewer tasks than shards: task I runs the shards I, I + T, I + 2T, ... of T
//! tasks. Before a task reaches its time limit, or when it has to make room for another, Slurm
//! sends a signal; the shard saves, and the task goes back into the queue.

use super::template::fill;
use super::{Engine, EngineOptions, Job};
use crate::cli::failure::Failure;
use setodds::report::provenance::shell_words;

const TEMPLATE: &str = include_str!("slurm.sh");

/// The tasks of an array where nothing is said: Slurm's own limit.
const USUAL_LIMIT: u32 = 1000;

pub(super) fn script(job: &Job, options: &EngineOptions) -> Result<String, Failure> {
    let cpus = options.cpus_for(&job.work)?;
    let memory = options.memory.map(|memory| format!("--mem={}M", memory.mebibytes()));
    let common: Vec<String> = [
        options.partition.as_ref().map(|name| format!("--partition={name}")),
        options.account.as_ref().map(|name| format!("--account={name}")),
        options.time.as_ref().map(|time| format!("--time={time}")),
        memory,
    ]
    .into_iter()
    .flatten()
    .collect();
    let of_task = [format!("--cpus-per-task={cpus}")];
    let lines = of_task.iter().chain(&common).map(|option| format!("#SBATCH {option}"));
    let merge = job.merge(&format!("*-of-{}.part", job.shards));
    let mut values = job.values(Engine::Slurm);
    values.extend([
        ("TASKS", job.shards.min(options.array_limit.unwrap_or(USUAL_LIMIT)).to_string()),
        ("AT_ONCE", options.parallelism.map(|most| format!("%{most}")).unwrap_or_default()),
        ("DIRECTIVES", lines.collect::<Vec<_>>().join("\n")),
        ("SHARD", job.shard()),
        ("MERGE_OPTIONS", common.iter().map(|option| format!("{option} ")).collect()),
        ("MERGE_TEXT", shell_words([&merge])),
        ("MERGE", merge),
        ("RESULTS_TEXT", shell_words([job.work.results.join(", ")])),
    ]);
    Ok(fill(TEMPLATE, &values))
}
