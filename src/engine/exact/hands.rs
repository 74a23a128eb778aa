//! All hands of some sizes, hand by hand: the oracle of every cleverer way of counting.
//!
//! Each hand is counted by a strategy, one after the other or 64 side by side, or all hands with a
//! common prefix are counted at once. All need the deck; prefixes and the strategy `third-card`
//! also share the table of third cards. The hands (or prefixes) of all sizes of a run stand in one
//! long row, size after size, each size in colexicographic order; a block is a stretch of it, so
//! that a run of several sizes has no leftover at the end of each.
//!
//! Every way must give C(v,k) hands with the closed moments ([`mod@super::check`]).

mod lanes;

use super::check::{CheckError, Contradiction, check};
use super::prefix::Prefixes;
use super::{Exhaustive, Method, job};
use crate::card::Deck;
use crate::detect::{Detector, Strategy};
use crate::hand::combinations::{Combinations, binomial};
use crate::hand::sizes::{Sizes, SizesError};
use crate::lanes::InstructionSet;
use crate::measure::{Key, Measure};
use crate::run::{Kernel, Plan, Threads};
use crate::stats::to_float;
use crate::tally::{Tallies, Tally};
use lanes::HandLanes;
use std::time::{Duration, Instant};

/// How hands are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// One by one, each counted by a strategy.
    EachHand(Strategy),
    /// All hands with a common prefix at once.
    Prefixes,
}

impl Walk {
    /// The name of the way in which the work is cut and put in order.
    const fn scheme(self) -> &'static str {
        if matches!(self, Self::EachHand(_)) { "hands-v1" } else { "stems-v1" }
    }

    /// The cards of a hand that are never dealt.
    const fn given(self) -> usize {
        if matches!(self, Self::EachHand(_)) { 0 } else { 1 }
    }

    /// The units of work for hands of `cards` cards: hands, or prefixes.
    fn units(self, deck: Deck, cards: usize) -> Option<u128> {
        binomial(deck.size(), cards - self.given())
    }

    /// About what a unit costs: triples of a hand, or pairs with the last card of a prefix.
    fn cost(self, cards: usize) -> u128 {
        match self {
            Self::EachHand(_) => binomial(cards, 3).unwrap_or(u128::MAX) + 1,
            Self::Prefixes => cards as u128,
        }
    }

    /// The units of a block, some milliseconds' work, so that a run has blocks for all threads and
    /// can be stopped soon; `mean` is the mean cost of a unit.
    fn units_per_block(self, mean: u128) -> u64 {
        match self {
            Self::EachHand(_) => {
                u64::try_from((1 << 22) / mean.max(1)).unwrap_or(u64::MAX).clamp(1, 1 << 16)
            }
            Self::Prefixes => 1 << 18,
        }
    }
}

/// What counts the sets.
#[derive(Debug)]
enum SetCounter {
    EachHand(Box<dyn Detector>, Option<Box<dyn HandLanes>>),
    Prefixes(Prefixes),
}

/// All hands of some sizes by the number of their sets.
///
/// ```
/// use setodds_engine::card::Deck;
/// use setodds_engine::detect::Strategy;
/// use setodds_engine::exact::{Exhaustive, hands::{Enumeration, Walk}};
/// use setodds_engine::hand::sizes::Sizes;
/// use setodds_engine::measure::Key;
/// use setodds_engine::run::{Threads, execute};
///
/// let walk = Walk::EachHand(Strategy::default());
/// let hands = Enumeration::new(Deck::new(2)?, Sizes::one(4), walk)?;
/// let counted = hands.finish(&execute(&hands, Threads::available())?.tally())?;
/// // Of 126 hands of four of the nine cards, 54 hold no set and 72 one.
/// let tally = counted.get(Key::sets(4)).expect("counted");
/// assert_eq!((tally.count(0), tally.count(1)), (54, 72));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Enumeration {
    deck: Deck,
    sizes: Sizes,
    walk: Walk,
    lanes: Option<InstructionSet>,
    counter: SetCounter,
    /// The sizes that are counted, each with the index of its first work unit.
    starts: Vec<(usize, u128)>,
    plan: Plan,
}

/// Why hands cannot be enumerated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnumerationError {
    /// A hand larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// The hands cannot be numbered.
    #[error(
        "the hands of {0} cards out of {1} are too many to be counted one by one; `simulate` deals \
         as many as you like"
    )]
    TooMany(usize, usize),
    /// The walk does not work in lanes.
    #[error(
        "this way of counting does not work in lanes; only the strategies {strategies} do",
        strategies = Strategy::names_with_lanes()
    )]
    NoLanes,
}

impl Enumeration {
    /// The hands of these sizes, in lanes where the walk has them.
    ///
    /// # Errors
    ///
    /// When a hand is larger than the deck, or there are more than 2^64 hands or prefixes.
    pub fn new(deck: Deck, sizes: Sizes, walk: Walk) -> Result<Self, EnumerationError> {
        let sizes = sizes.within(deck)?;
        let (mut starts, mut end, mut cost) = (Vec::new(), 0_u128, 0_u128);
        for cards in sizes.iter().filter(|&cards| cards >= walk.given()) {
            let units = walk.units(deck, cards);
            let next = units.and_then(|units| end.checked_add(units));
            let numbered = next.filter(|&end| end <= u128::from(u64::MAX));
            let next = numbered.ok_or(EnumerationError::TooMany(cards, deck.size()))?;
            cost = cost.saturating_add((next - end).saturating_mul(walk.cost(cards)));
            starts.push((cards, end));
            end = next;
        }
        let job = job(Method::Hands, walk.scheme(), deck, &sizes, Measure::Sets);
        let plan = Plan::new(job, end, walk.units_per_block(cost / end.max(1)));
        let counter = match walk {
            Walk::EachHand(it) => SetCounter::EachHand(it.detector(deck), None),
            Walk::Prefixes => SetCounter::Prefixes(Prefixes::new(deck)),
        };
        let all = Self { deck, sizes, walk, lanes: None, counter, starts, plan };
        match walk {
            Walk::EachHand(strategy) if strategy.has_lanes() => {
                all.with_lanes(Some(InstructionSet::widest()))
            }
            _ => Ok(all),
        }
    }

    /// Counts hands 64 at a time with these instructions, or one after the other, as hands of fewer
    /// than 3 and of over 40 cards always are.
    ///
    /// # Errors
    ///
    /// When the walk does not work in lanes.
    #[doc(hidden)]
    pub fn with_lanes(mut self, set: Option<InstructionSet>) -> Result<Self, EnumerationError> {
        let in_lanes = match (set, self.walk) {
            (None, _) => None,
            (Some(set), Walk::EachHand(strategy)) => {
                let lanes = lanes::hand_lanes(strategy, self.deck, set);
                Some(lanes.ok_or(EnumerationError::NoLanes)?)
            }
            (Some(_), Walk::Prefixes) => return Err(EnumerationError::NoLanes),
        };
        if let SetCounter::EachHand(_, lanes) = &mut self.counter {
            *lanes = in_lanes;
        }
        self.lanes = set;
        Ok(self)
    }

    /// The instructions with which hands are counted in lanes; `None` for one after the other.
    #[doc(hidden)]
    #[must_use]
    pub const fn lanes(&self) -> Option<InstructionSet> {
        self.lanes
    }

    /// Each size that is counted, with the range of its work units.
    fn ranges(&self) -> impl Iterator<Item = (usize, u128, u128)> {
        let ends = self.starts.iter().skip(1).map(|&(_, start)| start).chain([self.plan.units()]);
        self.starts.iter().zip(ends).map(|(&(cards, start), end)| (cards, start, end))
    }

    /// About how long it takes on `threads` threads, of which `available` run at once: a short run
    /// of the size that costs most, scaled up, from the middle on, as the first hands have less in
    /// common than most. Nothing when that passes the range of a duration.
    #[doc(hidden)]
    #[must_use]
    pub fn estimate(&self, threads: Threads, available: Threads) -> Option<Duration> {
        const TRIAL: Duration = Duration::from_millis(20);
        let cost = |(cards, start, end)| self.walk.cost(cards).saturating_mul(end - start);
        // The hand without a card is known without counting.
        let some = self.ranges().filter(|(_, start, end)| start < end);
        let Some(dearest) = some.max_by_key(|&range| cost(range)) else {
            return Some(Duration::ZERO);
        };
        let (cards, start, end) = dearest;
        let (middle, left) = ((end - start) / 2, (end - start).div_ceil(2));
        // Some milliseconds' work at least: what a few hands take depends on the start and on what
        // else the machine does.
        let fewest = u128::from(self.walk.units_per_block(self.walk.cost(cards)));
        let (mut counted, mut tally, started) = (0, Tally::default(), Instant::now());
        let mut count = self.counter();
        while counted == 0 || (started.elapsed() < TRIAL && counted < left) {
            // Twice as many each time, so that finding the first of them takes no time.
            let units = fewest.max(counted).min(left - counted);
            count(cards, middle + counted, units, &mut tally);
            counted += units;
        }
        std::hint::black_box(tally);
        let total = self.ranges().map(cost).fold(0, u128::saturating_add);
        let trial = to_float(self.walk.cost(cards).saturating_mul(counted));
        let at_once = threads.count().min(available.count()) as u128;
        let seconds = started.elapsed().as_secs_f64() * to_float(total) / trial;
        Duration::try_from_secs_f64(seconds / to_float(at_once)).ok()
    }

    /// What counts some units of one size, from one on.
    fn counter(&self) -> impl FnMut(usize, u128, u128, &mut Tally) + '_ {
        let mut lanes = match &self.counter {
            SetCounter::EachHand(_, lanes) => lanes.as_ref().map(|lanes| lanes.fork()),
            SetCounter::Prefixes(_) => None,
        };
        move |cards, first, units, tally| match (&self.counter, &mut lanes) {
            (SetCounter::Prefixes(prefixes), _) => prefixes.count(cards, first, units, tally),
            (SetCounter::EachHand(..), Some(lanes)) if lanes::supports(cards) => {
                lanes.count(cards, first, units, tally);
            }
            (SetCounter::EachHand(detector, _), _) => {
                let mut combinations = Combinations::starting_at(first, cards, self.deck.cards());
                for _ in 0..units {
                    tally.record(detector.count(combinations.get()));
                    combinations.advance();
                }
            }
        }
    }

    /// How many hands there are for a number of countings: with prefixes each was met once for each
    /// of its cards.
    fn hands(&self, cards: usize, met: u128) -> Result<u128, Contradiction> {
        let times = match self.walk {
            Walk::EachHand(_) => 1,
            Walk::Prefixes => cards as u128,
        };
        if met.is_multiple_of(times) { Ok(met / times) } else { Err(Contradiction::Divides) }
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
                    count(cards, from - start, to - from, tallies.of(Key::sets(cards)));
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
        for cards in self.sizes.iter() {
            let error = |what| CheckError { cards, what };
            let tally = finished.of(Key::sets(cards));
            if cards < self.walk.given() {
                // Nothing to count: one hand, without a card.
                tally.add(0, 1);
            }
            for (sets, met) in counted.get(Key::sets(cards)).into_iter().flat_map(Tally::iter) {
                tally.add(sets, self.hands(cards, met).map_err(error)?);
            }
            check(self.deck, cards, tally)?;
        }
        Ok(finished)
    }
}

#[cfg(test)]
mod tests;
