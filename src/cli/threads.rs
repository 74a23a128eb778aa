//! The number of threads.

use clap::Args;
use setodds::run::Threads;
use std::io::{self, Write};
use std::num::NonZeroUsize;

/// The option `--threads`.
#[derive(Args, Debug)]
pub(crate) struct ThreadsArgs {
    /// Threads to work with [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", env = "SETODDS_THREADS", value_parser = parse)]
    threads: Option<Threads>,
}

pub(super) fn parse(text: &str) -> Result<Threads, String> {
    const MOST: usize = 1024;
    match text.parse::<NonZeroUsize>() {
        Ok(count) if count.get() <= MOST => Ok(Threads::new(count)),
        _ => Err(format!("`{text}` is no number of threads; give 1 to {MOST}")),
    }
}

impl ThreadsArgs {
    /// The threads to use; warns when they are more than the machine runs at once.
    pub(crate) fn get(&self) -> Threads {
        let available = Threads::available();
        let threads = self.threads.unwrap_or(available);
        if threads.count() > available.count() {
            let (threads, available) = (threads.count(), available.count());
            let _ = writeln!(
                io::stderr(),
                "warning: {threads} threads on a machine that runs {available} at once; more do \
                 not make it faster"
            );
        }
        threads
    }
}
