//! Controls of a run: the number of threads, and a stop flag.

use crate::name::{Invalid, read_as_written};
use std::error::Error;
use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Flag that asks a run to stop after the running blocks; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Requests a stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns the underlying atomic flag, so that a signal handler can set it.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Returns whether a stop was requested.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Number of threads, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(NonZeroUsize);

impl FromStr for Threads {
    type Err = Invalid;

    /// Parses a number of threads, from 1 to 1024.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        const MAX_THREADS: usize = 1024;
        let count = text.parse().ok().filter(|count: &NonZeroUsize| count.get() <= MAX_THREADS);
        let (kind, remedy) = ("number of threads", "1 to 1024");
        count.map(Self).ok_or_else(|| Invalid { text: text.to_owned(), kind, remedy })
    }
}

read_as_written!(Threads);

impl Threads {
    /// A single thread.
    pub const ONE: Self = Self(NonZeroUsize::MIN);

    /// Creates a number of threads from an integer.
    #[must_use]
    pub const fn new(count: NonZeroUsize) -> Self {
        Self(count)
    }

    /// Returns the number of threads that this process can run in parallel.
    #[must_use]
    pub fn available() -> Self {
        Self(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// Returns `count` threads or, if `count` is 0, the number that this process can run in
    /// parallel.
    #[must_use]
    pub fn or_available(count: usize) -> Self {
        NonZeroUsize::new(count).map_or_else(Self::available, Self)
    }

    /// Returns this number of threads, or the number of blocks if that is smaller; at least one.
    ///
    /// ```
    /// # use setodds_engine::run::Threads;
    /// let many = Threads::or_available(192);
    /// assert_eq!([0, 3, 1000].map(|blocks| many.for_blocks(blocks).count()), [1, 3, 192]);
    /// ```
    #[must_use]
    pub fn for_blocks(self, blocks: u64) -> Self {
        let most = usize::try_from(blocks.max(1)).ok().and_then(NonZeroUsize::new);
        most.map_or(self, |most| Self(self.0.min(most)))
    }

    /// Returns the number of threads as an integer.
    #[must_use]
    pub const fn count(self) -> usize {
        self.0.get()
    }
}

/// Operating system error that prevented threads from starting.
#[derive(Clone, Debug)]
pub struct StartError(Arc<dyn Error + Send + Sync>);

impl StartError {
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn new(cause: impl Error + Send + Sync + 'static) -> Self {
        Self(Arc::new(cause))
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for StartError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

/// Compares two errors by their messages.
impl PartialEq for StartError {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for StartError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::RunError;
    use std::io;

    /// Error with a source, as rayon returns it.
    #[derive(Debug, thiserror::Error)]
    #[error("no thread: {0}")]
    struct NoThread(#[source] io::Error);

    #[test]
    fn what_the_system_says_of_threads_is_kept() {
        let error = |code| {
            RunError::Threads(8, StartError::new(NoThread(io::Error::from_raw_os_error(code))))
        };
        let causes: Vec<String> =
            std::iter::successors(error(11).source(), |&error| error.source())
                .map(ToString::to_string)
                .collect();
        let last = io::Error::from_raw_os_error(11).to_string();
        assert_eq!(causes, [format!("no thread: {last}"), last.clone()]);
        let text = format!("8 threads could not be started: no thread: {last}");
        assert_eq!(error(11).to_string(), text);
        assert_eq!(error(11), error(11));
        assert_ne!(error(11), error(12));
    }
}
