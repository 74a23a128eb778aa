//! Enumeration of all hands of some sizes, hand by hand: the reference implementation for every
//! other exact method.
//!
//! A detection strategy counts the sets of the hands one by one, or of 64 hands side by side. The
//! hands of a run form one sequence: size after size, each size in colexicographic order. Blocks
//! are ranges of this sequence, so a block may contain hands of two sizes.
//!
//! Every result must have C(v,k) hands and the moments known in closed form
//! ([`mod@super::self_check`]).

mod lane_walk;

use super::self_check::{CheckError, check};
use super::{Exhaustive, Method, job};
use crate::card::Deck;
use crate::combinations::{Combinations, binomial};
use crate::detect::{Detector, Strategy};
use crate::hand::sizes::{Sizes, SizesError};
use crate::lanes::InstructionSet;
use crate::measure::{Key, Measure};
use crate::run::Instant;
use crate::run::{Kernel, Plan, Threads};
use crate::stats::to_float;
use crate::tally::{Merge, Tallies, Tally};
use lane_walk::HandLanes;
use std::ops::Range;
use std::time::Duration;

/// The name of the scheme that orders the hands and divides them into blocks.
const SCHEME: &str = "hands-v1";

/// Estimates the cost of counting the sets of a hand of `cards` cards, in tests of triples.
fn cost(cards: usize) -> u128 {
    binomial(cards, 3).expect("C(729, 3) fits") + 1
}

/// Estimates the work for the hands of a size in tests of triples, from the range of their
/// positions in the sequence of hands.
fn work(&(cards, start, end): &(usize, u128, u128)) -> u128 {
    cost(cards).saturating_mul(end - start)
}

/// Returns the number of hands in a block, given the mean cost of a hand: some milliseconds of
/// work, so that a run has blocks for all threads and stops soon.
fn hands_per_block(mean: u128) -> u64 {
    u64::try_from((1 << 22) / mean.max(1)).expect("at most 2^22").clamp(1, 1 << 16)
}

/// Computation of the exact distribution of the number of sets over all hands of some sizes.
///
/// ```
/// use setodds_engine::card::Deck;
/// use setodds_engine::detect::Strategy;
/// use setodds_engine::exact::{Exhaustive, hands::Enumeration};
/// use setodds_engine::hand::sizes::Sizes;
/// use setodds_engine::measure::Key;
/// use setodds_engine::run::{Threads, execute};
///
/// let hands = Enumeration::new(Deck::new(2)?, Sizes::one(4), Strategy::default())?;
/// let counted = hands.finish(&execute(&hands, Threads::available())?.tally())?;
/// // Of 126 hands of four of the nine cards, 54 hold no set and 72 one.
/// let tally = counted.get(Key::sets(4)).expect("counted");
/// assert_eq!((tally.count(0), tally.count(1)), (54, 72));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Enumeration {
    deck: Deck,
    strategy: Strategy,
    detector: Box<dyn Detector>,
    lanes: Option<(InstructionSet, Box<dyn HandLanes>)>,
    /// The hand sizes, each with the position of its first hand in the sequence.
    starts: Vec<(usize, u128)>,
    plan: Plan,
}

/// Error that prevents the enumeration of hands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnumerationError {
    /// A hand size exceeds the deck size.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// There are 2^64 hands or more to enumerate.
    #[error("the hands of {0} cards out of {1} are too many to be counted one by one")]
    TooMany(usize, usize),
    /// The detection strategy cannot process 64 hands at once.
    #[error(
        "this way of counting does not work in lanes; only the strategies {strategies} do",
        strategies = Strategy::names_with_lanes()
    )]
    NoLanes,
}

impl Enumeration {
    /// Prepares the enumeration of all hands of these sizes, 64 side by side with the widest vector
    /// instructions if the strategy has an implementation for them.
    ///
    /// # Errors
    ///
    /// Returns an error if a hand is larger than the deck or there are 2^64 hands or more.
    pub fn new(deck: Deck, sizes: Sizes, strategy: Strategy) -> Result<Self, EnumerationError> {
        let sizes = sizes.within(deck)?;
        let (mut starts, mut end, mut total) = (Vec::new(), 0_u128, 0_u128);
        for cards in sizes.iter() {
            let hands = binomial(deck.size(), cards);
            let next = hands.and_then(|hands| end.checked_add(hands));
            let numbered = next.filter(|&end| end <= u128::from(u64::MAX));
            let next = numbered.ok_or(EnumerationError::TooMany(cards, deck.size()))?;
            total = total.saturating_add((next - end).saturating_mul(cost(cards)));
            starts.push((cards, end));
            end = next;
        }
        let job = job(Method::Hands, SCHEME, deck, &sizes, Measure::Sets);
        let plan = Plan::new(job, end, hands_per_block(total / end.max(1)));
        let detector = strategy.detector(deck);
        let all = Self { deck, strategy, detector, lanes: None, starts, plan };
        all.with_lanes(strategy.has_lanes().then(InstructionSet::widest))
    }

    /// Counts the sets of 64 hands at a time with the given instruction set, or of one hand at a
    /// time if it is `None`. Hands of at most 3 cards (2 in decks of more than 81) and of more
    /// than 40 are always counted one by one.
    ///
    /// # Errors
    ///
    /// Returns an error if the detection strategy cannot process 64 hands at once.
    pub fn with_lanes(self, set: Option<InstructionSet>) -> Result<Self, EnumerationError> {
        let lanes = set.map(|set| {
            let lanes = lane_walk::hand_lanes(self.strategy, self.deck, set);
            lanes.map(|lanes| (set, lanes)).ok_or(EnumerationError::NoLanes)
        });
        Ok(Self { lanes: lanes.transpose()?, ..self })
    }

    /// Returns the instruction set with which 64 hands are counted at a time, or `None` if hands
    /// are counted one by one.
    #[must_use]
    pub fn lanes(&self) -> Option<InstructionSet> {
        self.lanes.as_ref().map(|&(set, _)| set)
    }

    /// Returns an iterator over the hand sizes, each with the range of positions (the end excluded)
    /// of its hands in the sequence of all hands.
    fn ranges(&self) -> impl Iterator<Item = (usize, u128, u128)> {
        let ends = self.starts.iter().skip(1).map(|&(_, start)| start).chain([self.plan.units()]);
        self.starts.iter().zip(ends).map(|(&(cards, start), end)| (cards, start, end))
    }

    /// Estimates the duration of the enumeration on `threads` threads, of which `available` run at
    /// once. Returns `None` if the duration exceeds the range of `Duration`. The estimate scales up
    /// a short trial run of the hand size with the most work.
    #[must_use]
    pub fn estimate(&self, threads: Threads, available: Threads) -> Option<Duration> {
        const TRIAL: Duration = Duration::from_millis(20);
        let Some((cards, hands)) = self.trial() else { return Some(Duration::ZERO) };
        let (first, left) = (hands.start, hands.end - hands.start);
        // Some milliseconds of work at least: the time of a few hands depends on the start and on
        // other work of the machine.
        let fewest = u128::from(hands_per_block(cost(cards)));
        let (mut counted, mut tally, started) = (0, Tally::default(), Instant::now());
        let mut count = self.counter();
        while counted == 0 || (started.elapsed() < TRIAL && counted < left) {
            // Twice as many each time, so that finding the first of them takes no time.
            let more = fewest.max(counted).min(left - counted);
            count(cards, first + counted, more, &mut tally);
            counted += more;
        }
        std::hint::black_box(tally);
        self.scaled(started.elapsed(), (cards, counted), threads, available)
    }

    /// Scales up the time of a trial run, given its hand size and number of hands, to all hands.
    fn scaled(
        &self,
        time: Duration,
        (cards, hands): (usize, u128),
        threads: Threads,
        available: Threads,
    ) -> Option<Duration> {
        let total = self.ranges().map(|range| work(&range)).fold(0, u128::saturating_add);
        let trial = to_float(cost(cards).saturating_mul(hands));
        let at_once = threads.count().min(available.count()) as u128;
        let seconds = time.as_secs_f64() * to_float(total) / trial;
        Duration::try_from_secs_f64(seconds / to_float(at_once)).ok()
    }

    /// Returns the hand size with the most work and the ranks of the hands for a trial run: from
    /// the middle on, because the first hands share fewer cards than most. Returns `None` if there
    /// are no hand sizes.
    fn trial(&self) -> Option<(usize, Range<u128>)> {
        let (cards, start, end) = self.ranges().max_by_key(work)?;
        Some((cards, (end - start) / 2..end - start))
    }

    /// Returns a closure that tallies some consecutive hands of one size. Its arguments are the
    /// hand size, the rank of the first hand, the number of hands and the tally.
    fn counter(&self) -> impl FnMut(usize, u128, u128, &mut Tally) + '_ {
        let mut lanes = self.lanes.as_ref().map(|(_, lanes)| lanes.fork());
        move |cards, first, hands, tally| match &mut lanes {
            Some(lanes) if lanes.supports(cards) => lanes.count(cards, first, hands, tally),
            _ => {
                let mut combinations = Combinations::starting_at(first, cards, self.deck.cards());
                for _ in 0..hands {
                    tally.record(self.detector.count(combinations.get()));
                    combinations.advance();
                }
            }
        }
    }
}

impl Kernel for Enumeration {
    type Tally = Tallies<Key>;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tallies<Key> {
        let mut count = self.counter();
        move |block| {
            let first = self.plan.first_unit(block);
            let last = first + u128::from(self.plan.units_in(block));
            let mut tallies = Tallies::default();
            for (cards, start, end) in self.ranges() {
                let (from, to) = (first.max(start), last.min(end));
                if from < to {
                    count(cards, from - start, to - from, tallies.entry(Key::sets(cards)));
                }
            }
            tallies
        }
    }
}

impl Exhaustive for Enumeration {
    fn leaves(&self) -> u128 {
        let hands = |&(cards, _): &(usize, _)| binomial(self.deck.size(), cards);
        self.starts.iter().filter_map(hands).sum()
    }

    fn finish(&self, counted: &Tallies<Key>) -> Result<Tallies<Key>, CheckError> {
        let mut finished = Tallies::default();
        for &(cards, _) in &self.starts {
            let tally = finished.entry(Key::sets(cards));
            tally.merge(counted.get(Key::sets(cards)).cloned().unwrap_or_default());
            check(self.deck, cards, tally)?;
        }
        Ok(finished)
    }
}

#[cfg(test)]
mod tests;
