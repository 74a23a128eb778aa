//! The option `--seed`.

use clap::Args;
use setodds::deal::Seed;

/// The seed of random numbers.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SeedArgs {
    /// Random seed [default: drawn afresh, and shown]
    ///
    /// A whole number from 0 to 2^64 - 1; the environment variable `SETODDS_SEED` can hold it.
    #[arg(
        long,
        value_name = "S",
        env = "SETODDS_SEED",
        hide_env = true,
        allow_hyphen_values = true
    )]
    seed: Option<Seed>,
}

impl SeedArgs {
    /// The seed that was given.
    pub(crate) const fn given(self) -> Option<Seed> {
        self.seed
    }
}
