//! The number of threads.

use crate::cli::help::RUNNING;
use crate::cli::message;
use crate::run::Threads;
use clap::Args;
use std::num::NonZeroUsize;

/// The option `--threads`.
#[derive(Args, Debug)]
pub(crate) struct ThreadsArgs {
    /// Threads [default: as many as the machine has]
    ///
    /// The environment variable `SETODDS_THREADS` sets the default, and in a task of Slurm
    /// `SLURM_CPUS_PER_TASK`. The result does not depend on the number.
    #[arg(long, value_name = "T", env = "SETODDS_THREADS", hide_env = true, value_parser = parse,
          help_heading = RUNNING, allow_negative_numbers = true)]
    threads: Option<Threads>,
}

pub(crate) fn parse(text: &str) -> Result<Threads, String> {
    const MAX_THREADS: usize = 1024;
    match text.parse::<NonZeroUsize>() {
        Ok(count) if count.get() <= MAX_THREADS => Ok(Threads::new(count)),
        _ => Err(format!("`{text}` is not a valid number of threads; give 1 to {MAX_THREADS}")),
    }
}

impl ThreadsArgs {
    /// The threads to use; warns when they are more than the machine runs at once.
    pub(crate) fn get(&self) -> Threads {
        let threads = self.threads.or_else(of_slurm).unwrap_or(Threads::available());
        warn_of_too_many(threads);
        threads
    }
}

/// The number of cores that Slurm gives to the task, if this is one.
fn of_slurm() -> Option<Threads> {
    parse(&std::env::var("SLURM_CPUS_PER_TASK").ok()?).ok()
}

/// Warns when there are more threads than the machine runs at once.
pub(crate) fn warn_of_too_many(threads: Threads) {
    let (threads, available) = (threads.count(), Threads::available().count());
    if threads > available {
        message::warning(format_args!(
            "{threads} threads on a machine that runs {available} at once; more do not \
             make it faster"
        ));
    }
}
