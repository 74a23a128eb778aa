//! A script for GNU parallel, on one machine or over ssh.

use super::template::fill;
use super::{Engine, EngineOptions, Job};
use crate::cli::failure::Failure;
use anyhow::anyhow;
use setodds::report::provenance::shell_words;

const TEMPLATE: &str = include_str!("parallel.sh");

pub(super) fn script(job: &Job, options: &EngineOptions) -> Result<String, Failure> {
    let jobs = options.jobs.unwrap_or(1);
    if jobs > 1 && job.work.threads.is_none() {
        return Err(Failure::Usage(anyhow!(
            "--jobs {jobs} lets {jobs} shards share a machine, each on all of its cores; give the \
             command --threads, too"
        )));
    }
    let pattern = format!("{{}}-of-{}.part", job.shards);
    let (shard, parts) = (job.shard(), shell_words([&job.directory]));
    if shard.contains('{') || parts.contains('{') {
        return Err(Failure::Usage(anyhow!(
            "GNU parallel would read `{{` as the place of the shard; choose names without it"
        )));
    }
    let work = format!("{shard} --shard {{}}/{} -o {parts}/{pattern}", job.shards);
    let hosts = options.hosts.join(",");
    let (hosts, place) = if hosts.is_empty() {
        (String::new(), "The shards run on this machine.")
    } else {
        let workdir = "--workdir \"$PWD\"";
        (
            format!(" --sshlogin {} {workdir}", shell_words([hosts])),
            "The hosts must see this directory under the same path, and let you in without a \
             password.",
        )
    };
    let mut values = job.values(Engine::Parallel);
    values.extend([
        ("JOBS", jobs.to_string()),
        ("HOSTS", hosts),
        ("WHERE", place.to_owned()),
        ("JOBLOG", format!("{parts}/joblog.tsv")),
        ("WORK", shell_words([work])),
        ("MERGE", job.merge(&format!("*-of-{}.part", job.shards))),
    ]);
    Ok(fill(TEMPLATE, &values))
}
