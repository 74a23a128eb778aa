//! `setodds caps --random`: how large random complete caps are, exactly.

use super::failure::{Failure, OrFail};
use super::listing::Listing;
use super::long_run::LongRun;
use super::output::Output;
use anyhow::anyhow;
use setodds::cap::random_cap_sizes;
use setodds::card::Deck;
use setodds::report::caps::RandomCapRow;
use setodds::run::ThreadPool;

const CHECKS: &[&str] = &["the probabilities add up to 1, exactly"];

/// Counts, and delivers.
pub(super) fn run(deck: Deck, run: &LongRun, output: &Output) -> Result<(), Failure> {
    if deck.features() > 4 {
        return Err(Failure::Usage(anyhow!(
            "the caps of {n} features are too many; `setodds simulate --features {n} --measure greedy-cap` \
             estimates how large random ones are",
            n = deck.features()
        )));
    }
    let pool = ThreadPool::new(run.threads).or_failed()?;
    let sizes = random_cap_sizes::<2>(deck, &pool, run.stop.cancel()).or_failed()?;
    let rows = sizes.ok_or(Failure::Interrupted)?;
    let rows = rows.iter().map(|size| RandomCapRow::new(deck, size)).collect::<Vec<_>>();
    let made = run.clock.listing(CHECKS, rows.len() as u128, run.threads);
    let listing = Listing::new("The size of a random complete cap", "sizes", rows, made);
    output.deliver(&listing, run.quiet)
}
