//! The options of random samples: the seed, the threads and the confidence level.

use crate::commands::threads::ThreadsArgs;
use crate::deal::Seed;
use crate::stats::Confidence;
use clap::Args;

/// The options of a random sample.
#[derive(Args, Debug)]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Confidence level of the intervals, such as 0.95 or 95%
    #[arg(
        long,
        value_name = "LEVEL",
        default_value_t,
        hide_short_help = true,
        allow_hyphen_values = true
    )]
    pub(crate) confidence: Confidence,
}

/// The seed of random numbers.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SeedArgs {
    /// Random seed [default: random; printed]
    ///
    /// A whole number from 0 to 2^64 - 1.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seed: Option<Seed>,
}

impl SeedArgs {
    /// The seed that was given.
    pub(crate) const fn given(self) -> Option<Seed> {
        self.seed
    }
}
