//! A kernel for a custom statistic: deals hands, calls a function of the hand, and tallies its
//! values.

use super::deals::plan;
use super::{DealsError, SCHEME, Seed, deal_block};
use crate::card::Card;
use crate::hand::sizes::{Sizes, SizesError};
use crate::pack::Pack;
use crate::run::{Job, Kernel, Plan, RunError, Threads, execute};
use crate::tally::Frequencies;
use std::fmt;

/// Random deals with one deck and hand size, tallied by a custom function of the hand.
///
/// The hands are those of [`Deals`](super::Deals) with the same seed, and the tally does not depend
/// on threads, shards or interruptions. Files record the name of the statistic; a run with another
/// name rejects them.
///
/// ```
/// use setodds_engine::card::{Card, Deck};
/// use setodds_engine::deal::{Seed, StatisticDeals};
/// use setodds_engine::run::{Kernel, Partial, Shard, StopFlag, ThreadPool, Threads};
///
/// let sum = |hand: &[Card]| hand.iter().map(|card| card.index() as u64).sum();
/// let deals = StatisticDeals::new("sum", Deck::GAME, 12, Seed(1), 100_000, sum)?;
/// let pool = ThreadPool::new(Threads::available())?;
/// let mut all = Partial::new(deals.plan().clone());
/// for number in 1..=4 {
///     // Each shard may be computed elsewhere.
///     let (blocks, mut part) =
///         (Shard::new(number, 4)?.blocks(deals.plan()), Partial::new(deals.plan().clone()));
///     pool.resume(&deals, &mut part, &blocks, &StopFlag::default(), &|_| {})?;
///     all.merge(part)?;
/// }
/// assert!(all.is_complete());
/// assert_eq!(all.tally().counts()?.values().sum::<u128>(), 100_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// In addition to the function itself, each hand costs the dealing (64 hands at a time), copying
/// its cards, and sorting the values of the block.
pub struct StatisticDeals<F> {
    pack: Pack,
    cards: usize,
    seed: Seed,
    plan: Plan,
    function: F,
}

/// Error for a custom statistic that cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StatisticError {
    /// The hand size exceeds the number of cards in the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// The number of deals is 0.
    #[error(transparent)]
    Deals(#[from] DealsError),
    /// The name of the statistic is empty or has characters that files do not allow.
    #[error("{0:?} is not a valid name of a statistic; give a word without spaces")]
    Name(String),
}

impl<F: Fn(&[Card]) -> u64 + Sync> StatisticDeals<F> {
    /// Creates a run of `deals` hands of `cards` cards. The function must depend only on the hand,
    /// whose cards are in order of dealing.
    ///
    /// # Errors
    ///
    /// Returns an error if the hand is larger than the deck, `deals` is 0, or the name is empty or
    /// contains whitespace or control characters.
    pub fn new(
        name: &str,
        pack: impl Into<Pack>,
        cards: usize,
        seed: Seed,
        deals: u64,
        function: F,
    ) -> Result<Self, StatisticError> {
        let pack = pack.into();
        pack.check_sizes(Sizes::one(cards))?;
        if name.is_empty() || name.contains(|it: char| it.is_whitespace() || it.is_control()) {
            return Err(StatisticError::Name(name.to_owned()));
        }
        let job = Job::new("tally")
            .with("scheme", SCHEME)
            .with("features", pack.deck().features())
            .with("cards", cards)
            .with("statistic", name)
            .with("seed", seed)
            .with_some("without", pack.as_reduced());
        let plan = plan(job, deals, cards)?;
        Ok(Self { pack, cards, seed, plan, function })
    }
}

impl StatisticDeals<&(dyn Fn(&[Card]) -> u64 + Sync)> {
    /// Deals all hands on the given number of threads and returns the counts of the values.
    ///
    /// Unlike the generic [`execute`], it is compiled in this package, with the optimization level
    /// of this package.
    ///
    /// # Errors
    ///
    /// Returns an error if the threads cannot be started.
    pub fn run(&self, threads: Threads) -> Result<Frequencies, RunError> {
        Ok(execute(self, threads)?.into_tally())
    }
}

impl<F: Fn(&[Card]) -> u64 + Sync> Kernel for StatisticDeals<F> {
    type Tally = Frequencies;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Frequencies {
        let mut values = Vec::new();
        move |block| {
            values.clear();
            let deals = self.plan.units_in(block);
            deal_block(self.seed, block, self.pack, self.cards, deals, |hand| {
                values.push((self.function)(hand));
            });
            Frequencies::from_observations(&mut values)
        }
    }
}

impl<F> fmt::Debug for StatisticDeals<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StatisticDeals").field("plan", &self.plan).finish_non_exhaustive()
    }
}
