//! `setodds play --exact`: the first two stages of games, counted.

use super::failure::{Failure, OrFail};
use super::listing::Listing;
use super::output::Output;
use super::provenance::Clock;
use setodds::card::Deck;
use setodds::next::{Opening, Then};
use setodds::report::games::stages::opening;
use setodds::report::number::threads;
use setodds::run::{ThreadPool, Threads};

const CHECKS: &[&str] = &["the first cards have as many sets as in the exact table"];

/// Counts what a game that starts with so many cards can be at its second stage.
pub(super) fn run(
    deck: Deck,
    start: usize,
    output: &Output,
    count: Threads,
    quiet: bool,
) -> Result<(), Failure> {
    let counted = Opening::new(deck, start, 3).or_usage()?;
    let clock = Clock::start();
    let pool = ThreadPool::new(count).or_failed()?;
    let rows = opening(deck, start, &counted.count(Then::Take, &pool).or_failed()?);
    let made = clock.listing(CHECKS, rows.len() as u128, count);
    let heading = format!(
        "The first two stages of games with a deck of {}, {start} cards on the table, random, \
         exactly; {}\n",
        deck.size(),
        threads(made.run.threads),
    );
    let listing = Listing::new("The first two stages of games", "stages", rows, made);
    output.deliver(&Listing { heading, ..listing }, quiet)
}
