//! Thread pool: rayon natively; in WebAssembly, where the standard library also has no clock, only
//! the calling thread.

#[cfg(not(target_family = "wasm"))]
pub(super) use native::Pool;
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
#[cfg(target_family = "wasm")]
pub use wasm::Instant;
#[cfg(target_family = "wasm")]
pub(super) use wasm::Pool;

#[cfg(not(target_family = "wasm"))]
mod native {
    use crate::run::StartError;
    use rayon::prelude::*;

    #[expect(
        clippy::disallowed_types,
        reason = "the one place where the threads that compute are started"
    )]
    #[derive(Debug)]
    pub(crate) struct Pool(rayon::ThreadPool);

    impl Pool {
        pub(crate) fn new(count: usize) -> Result<Self, StartError> {
            #[expect(clippy::disallowed_types, reason = "as above")]
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
            pool.map(Self).map_err(StartError::new)
        }

        /// Returns the number of threads.
        pub(crate) fn count(&self) -> usize {
            self.0.current_num_threads()
        }

        /// Runs a closure once on every thread.
        pub(crate) fn broadcast(&self, work: impl Fn() + Sync) {
            self.0.broadcast(|_| work());
        }

        /// Applies a function to each item in parallel and returns the results in order.
        pub(crate) fn map<I: Sync, T: Send>(
            &self,
            items: &[I],
            of: impl Fn(&I) -> T + Send + Sync,
        ) -> Vec<T> {
            self.0.install(|| items.par_iter().with_max_len(1).map(of).collect())
        }
    }
}

#[cfg(target_family = "wasm")]
mod wasm {
    use crate::run::StartError;
    use std::time::Duration;

    #[derive(Debug)]
    pub(crate) struct Pool;

    impl Pool {
        pub(crate) fn new(_: usize) -> Result<Self, StartError> {
            Ok(Self)
        }

        pub(crate) fn count(&self) -> usize {
            1
        }

        pub(crate) fn broadcast(&self, work: impl Fn() + Sync) {
            work();
        }

        pub(crate) fn map<I, T>(&self, items: &[I], of: impl Fn(&I) -> T) -> Vec<T> {
            items.iter().map(of).collect()
        }
    }

    /// Clock for WebAssembly, on which no time elapses.
    #[derive(Clone, Copy, Debug)]
    pub struct Instant;

    impl Instant {
        #[must_use]
        pub const fn now() -> Self {
            Self
        }

        #[must_use]
        pub const fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
    }
}
