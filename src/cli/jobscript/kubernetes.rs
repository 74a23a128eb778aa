//! An indexed job for Kubernetes, with a merge job that waits for its parts.
//!
//! All paths lie in one volume, which every pod has at `/data`. A pod that is told to stop saves
//! and ends with 75, which the job does not count as a failure; its successor resumes.

use super::memory::Memory;
use super::template::fill;
use super::{Engine, EngineOptions, Job};
use crate::cli::failure::Failure;
use anyhow::anyhow;
use std::path::{Component, Path};

const TEMPLATE: &str = include_str!("kubernetes.yaml");

pub(super) fn script(job: &Job, options: &EngineOptions) -> Result<String, Failure> {
    let needed = |option: &Option<String>, name: &str, what: &str| {
        option.clone().ok_or_else(|| Failure::Usage(anyhow!("{name} is missing: {what}")))
    };
    let image = needed(&options.image, "--image", "an image with the program and a shell")?;
    let claim = needed(&options.volume_claim, "--volume-claim", "where all pods write")?;
    for path in job.work.results.iter().chain([&job.directory]) {
        if Path::new(path).components().any(|part| !matches!(part, Component::Normal(_))) {
            return Err(Failure::Usage(anyhow!(
                "`{path}` is not inside the volume; take a path like out/result.csv"
            )));
        }
    }
    let cpus = options.cpus_for(&job.work)?;
    let memory = options.memory.unwrap_or(Memory::USUAL);
    let mut values = job.values(Engine::Kubernetes);
    for (name, value) in &mut values {
        // They stand in what the containers run.
        if ["PARTS", "DIRECTORIES"].contains(name) {
            *value = escaped(value);
        }
    }
    values.extend([
        ("PARALLELISM", options.parallelism.unwrap_or(job.shards).min(job.shards).to_string()),
        ("IMAGE", image),
        ("CLAIM", claim),
        ("CPUS", cpus.to_string()),
        ("THREADS", job.work.threads.map_or(cpus.to_string(), |threads| threads.to_string())),
        ("MEMORY", format!("{}Mi", memory.mebibytes())),
        ("WORK", escaped(&job.shard())),
        ("MERGE", escaped(&job.merge("index-*.part"))),
    ]);
    Ok(fill(TEMPLATE, &values))
}

/// Kubernetes puts a variable in the place of `$(NAME)`; `$$` is a dollar sign to it.
fn escaped(text: &str) -> String {
    text.replace('$', "$$")
}
