//! All hands, one by one: the oracle of every cleverer way of counting.
//!
//! The hands of all sizes of a run stand in one long row, size after size, each size in
//! colexicographic order; a block is a stretch of it, so that a run of several sizes has no
//! leftover at the end of each. The result must add up to C(v,k) hands and have the mean
//! C(k,3)/(v - 2) (see [`mod@super::check`]).

use super::Exhaustive;
use super::check::{CheckError, check};
use crate::card::Deck;
use crate::detect::{Detector, Strategy};
use crate::hand::combinations::{Combinations, binomial};
use crate::hand::sizes::{Sizes, SizesError};
use crate::measure::{Key, Measure};
use crate::run::{Job, Kernel, Plan, Threads};
use crate::stats::to_float;
use crate::tally::{Tallies, Tally};
use std::time::{Duration, Instant};

/// The most hands in a block.
const MOST_PER_BLOCK: u64 = 1 << 16;

/// About how many triples of cards a block looks at: a few milliseconds' work, so that a run has
/// blocks for all threads and can be stopped soon.
const TRIPLES_PER_BLOCK: u128 = 1 << 22;

/// The name of the way in which the work is cut and put in order.
const SCHEME: &str = "hands-v1";

/// All hands of some sizes, whose sets are counted by one strategy.
pub struct Enumeration {
    deck: Deck,
    sizes: Sizes,
    /// For each size where its hands begin in the row, and after the last where the row ends.
    starts: Vec<u128>,
    plan: Plan,
    detector: Box<dyn Detector>,
}

/// An enumeration that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnumerationError {
    /// A hand larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// The hands cannot be numbered.
    #[error(
        "the hands of {cards} cards out of {size} are too many to be counted one by one; \
         `simulate` deals as many as you like"
    )]
    TooMany {
        /// The hand size.
        cards: usize,
        /// The cards of the deck.
        size: usize,
    },
}

impl Enumeration {
    /// All hands of these sizes.
    ///
    /// # Errors
    ///
    /// When a hand is larger than the deck, or there are more than 2^64 hands.
    pub fn new(deck: Deck, sizes: Sizes, strategy: Strategy) -> Result<Self, EnumerationError> {
        let sizes = sizes.within(deck)?;
        let mut starts = vec![0];
        for cards in sizes.iter() {
            let too_many = EnumerationError::TooMany { cards, size: deck.size() };
            let most = u128::from(u64::MAX);
            let end = starts
                .last()
                .and_then(|start| binomial(deck.size(), cards)?.checked_add(*start))
                .filter(|&end| end <= most);
            starts.push(end.ok_or(too_many)?);
        }
        let job = Job::new("enumerate")
            .with("method", "hands")
            .with("scheme", SCHEME)
            .with("features", deck.features())
            .with("cards", &sizes)
            .with("measure", Measure::Sets);
        let plan = Plan::new(job, starts[starts.len() - 1], hands_per_block(&sizes, &starts));
        let detector = strategy.detector(deck);
        Ok(Self { deck, sizes, starts, plan, detector })
    }

    /// The number of hands of all sizes.
    #[must_use]
    pub fn hands(&self) -> u128 {
        self.plan.units()
    }

    /// About how long it takes on so many threads, of which `available` run at once: a short run of
    /// the size that costs most, scaled up. Nothing when that passes the range of a duration.
    #[must_use]
    pub fn estimate(&self, threads: Threads, available: Threads) -> Option<Duration> {
        let sizes = costs(&self.sizes, &self.starts);
        let (cards, _, cost) = sizes.max_by_key(|&(_, hands, cost)| hands.saturating_mul(cost))?;
        let scale = to_float(total_cost(&self.sizes, &self.starts)) / to_float(cost);
        let speed_up = threads.count().min(available.count());
        let seconds = self.seconds_per_hand(cards) * scale / to_float(speed_up as u128);
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// The time that a hand of so many cards takes, measured.
    fn seconds_per_hand(&self, cards: usize) -> f64 {
        const TRIAL: Duration = Duration::from_millis(20);
        let mut hands = Combinations::starting_at(0, cards, self.deck);
        let (mut counted, mut sets, start) = (0, 0, Instant::now());
        while start.elapsed() < TRIAL {
            sets += self.detector.count(hands.hand());
            counted += 1;
            if !hands.advance() {
                hands = Combinations::starting_at(0, cards, self.deck);
            }
        }
        std::hint::black_box(sets);
        start.elapsed().as_secs_f64() / to_float(counted)
    }

    /// Adds the hands of one size from `rank` on.
    fn count(&self, cards: usize, rank: u128, hands: u128, tally: &mut Tally) {
        let mut combinations = Combinations::starting_at(rank, cards, self.deck);
        for _ in 0..hands {
            tally.record(self.detector.count(combinations.hand()));
            combinations.advance();
        }
    }
}

/// The hands of each size, and about what one costs: its triples.
fn costs(sizes: &Sizes, starts: &[u128]) -> impl Iterator<Item = (usize, u128, u128)> {
    sizes.iter().zip(starts.windows(2)).map(|(cards, bounds)| {
        let triples = binomial(cards, 3).unwrap_or(u128::MAX);
        (cards, bounds[1] - bounds[0], triples + 1)
    })
}

/// About what all hands cost, in triples.
fn total_cost(sizes: &Sizes, starts: &[u128]) -> u128 {
    let each = costs(sizes, starts).map(|(_, hands, cost)| hands.saturating_mul(cost));
    each.fold(0, u128::saturating_add)
}

fn hands_per_block(sizes: &Sizes, starts: &[u128]) -> u64 {
    let hands = starts[starts.len() - 1].max(1);
    let mean = (total_cost(sizes, starts) / hands).max(1);
    u64::try_from(TRIPLES_PER_BLOCK / mean).unwrap_or(u64::MAX).clamp(1, MOST_PER_BLOCK)
}

impl Kernel for Enumeration {
    type Tally = Tallies<Key>;
    type Workspace<'a> = ();

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn workspace(&self) {}

    fn run(&self, block: u64, (): &mut ()) -> Tallies<Key> {
        let first = self.plan.first_unit(block);
        let last = first + u128::from(self.plan.units_in(block));
        let mut tallies = Tallies::default();
        for (cards, bounds) in self.sizes.iter().zip(self.starts.windows(2)) {
            let (from, to) = (first.max(bounds[0]), last.min(bounds[1]));
            if from < to {
                self.count(cards, from - bounds[0], to - from, tallies.of(Key::sets(cards)));
            }
        }
        tallies
    }
}

impl Exhaustive for Enumeration {
    fn leaves(&self) -> u128 {
        self.hands()
    }

    fn finish(&self, counted: &Tallies<Key>) -> Result<Tallies<Key>, CheckError> {
        counted.iter().try_for_each(|(key, tally)| check(self.deck, key.cards, tally))?;
        Ok(counted.clone())
    }
}

impl std::fmt::Debug for Enumeration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Enumeration").field("plan", &self.plan).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::published::{self, Published};
    use crate::run::{Partial, Silent, StopFlag, execute};

    fn enumerate(features: usize, sizes: &str, strategy: Strategy) -> Tallies<Key> {
        let deck = Deck::new(features).unwrap();
        let enumeration = Enumeration::new(deck, sizes.parse().unwrap(), strategy).unwrap();
        let mut partial = Partial::new(enumeration.plan().clone());
        execute(&enumeration, &mut partial, Threads::available(), &StopFlag::default(), &Silent)
            .unwrap();
        assert_eq!(
            partial.tally().iter().map(|(_, tally)| tally.total()).sum::<u128>(),
            enumeration.hands()
        );
        partial.tally()
    }

    /// Every value of every size that runs equals the published one.
    fn reproduces_the_published(features: usize, sizes: &str) {
        let deck = Deck::new(features).unwrap();
        let tallies = enumerate(features, sizes, Strategy::default());
        for (Key { cards, .. }, tally) in tallies.iter() {
            check(deck, cards, tally).unwrap();
            let of_size = |row: &Published| (row.features, row.cards) == (features, cards);
            for row in published::all().into_iter().filter(of_size) {
                assert_eq!(tally.count(row.sets), row.hands, "{row:?}");
            }
        }
    }

    #[test]
    fn two_features_are_reproduced_in_full() {
        reproduces_the_published(2, "0-9");
    }

    #[test]
    fn three_features_are_reproduced() {
        reproduces_the_published(3, "0-10,18-27");
    }

    #[test]
    fn four_features_are_reproduced_up_to_five_cards() {
        reproduces_the_published(4, "0-5,81");
    }

    #[test]
    fn every_strategy_gives_the_same_distribution() {
        let expected = enumerate(3, "2-6", Strategy::Naive);
        for &strategy in Strategy::ALL {
            assert_eq!(enumerate(3, "2-6", strategy), expected, "{strategy}");
        }
    }

    #[test]
    fn too_many_hands_are_refused() {
        let new = |features, cards| {
            Enumeration::new(Deck::new(features).unwrap(), Sizes::one(cards), Strategy::Naive)
        };
        assert!(matches!(new(6, 364), Err(EnumerationError::TooMany { .. })));
        assert!(matches!(new(4, 82), Err(EnumerationError::Sizes(_))));
        assert!(new(4, 20).is_ok());
    }

    #[test]
    fn the_estimate_counts_every_size_and_no_more_threads_than_run() {
        let day = Duration::from_secs(86_400);
        let [one, many] = [1, 1024].map(|n| Threads::new(n.try_into().unwrap()));
        let estimate = |features, sizes: &str, threads| {
            let deck = Deck::new(features).unwrap();
            let sizes = sizes.parse().unwrap();
            let enumeration = Enumeration::new(deck, sizes, Strategy::default()).unwrap();
            enumeration.estimate(threads, one).unwrap()
        };
        assert!(estimate(4, "20", many) > 365 * day);
        assert!(estimate(4, "4,81", one) < day);
        assert!(estimate(6, "3,729", one) < day);
    }

    #[test]
    fn blocks_are_small_where_hands_are_large() {
        let per_block = |features, cards| {
            let deck = Deck::new(features).unwrap();
            let enumeration = Enumeration::new(deck, Sizes::one(cards), Strategy::Naive).unwrap();
            enumeration.plan().units_per_block()
        };
        assert_eq!((per_block(4, 5), per_block(6, 727)), (1 << 16, 1));
    }
}
