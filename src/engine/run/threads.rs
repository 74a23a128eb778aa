//! What controls a run: how many threads, and when to stop.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop after the running blocks; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks to stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The flag itself, for signal handlers, which can only set it.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether a stop was asked for.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number of threads, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// A single thread.
    pub const ONE: Self = Self(NonZeroUsize::MIN);

    /// This many threads.
    #[must_use]
    pub const fn new(count: NonZeroUsize) -> Self {
        Self(count)
    }

    /// As many as this process can run at once.
    #[must_use]
    pub fn available() -> Self {
        Self(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// The number.
    #[must_use]
    pub const fn count(self) -> usize {
        self.0.get()
    }
}
