//! Deals counted in lanes: a block of them, dealt and counted 64 at a time, or dealt first and
//! counted later.

use super::Seed;
use super::generators::Generators;
use super::lanes::LaneDealer;
use crate::card::Deck;
use crate::detect::Strategy;
use crate::detect::lanes::{LaneTest, LaneVisitor, running_totals};
use crate::hand::sizes::Sizes;
use crate::lanes::{InstructionSet, LANES, Lane, Task, Word};

/// Deals of a block, from its first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deals {
    pub(crate) seed: Seed,
    pub(crate) block: u64,
    pub(crate) deals: u64,
}

/// What is counted of hands in lanes.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Hands by their number of sets, for each hand size in order.
    pub(crate) sets: Vec<Histogram>,
    /// Hands of the largest size by how many cards can be turned over before there is a set, if
    /// that was asked for.
    pub(crate) clear: Option<Histogram>,
}

/// A strategy in lanes, for a deck and hand sizes.
pub(crate) trait LaneCounter: Send + Sync {
    /// Deals and counts.
    fn simulate(&self, set: InstructionSet, deals: Deals) -> Found;

    /// Deals, and keeps the hands to be counted later, as often as wanted.
    fn deal(&self, deals: Deals) -> Box<dyn DealtHands + '_>;
}

/// Hands in lanes.
pub(crate) trait DealtHands: Send + Sync {
    /// Counts them.
    fn count(&self, set: InstructionSet) -> Found;

    /// The number of sets in each of them, of the largest size, in the order of dealing.
    fn each(&self, set: InstructionSet) -> Vec<u8>;
}

/// The counter of a strategy, of cards without a set, too, if `clear`; nothing if the strategy does
/// not work in lanes.
pub(crate) fn counter(
    strategy: Strategy,
    deck: Deck,
    sizes: &Sizes,
    clear: bool,
) -> Option<Box<dyn LaneCounter>> {
    strategy.in_lanes(deck, Building { deck, sizes: sizes.iter().collect(), clear })
}

struct Building {
    deck: Deck,
    sizes: Vec<usize>,
    clear: bool,
}

impl LaneVisitor for Building {
    type Output = Box<dyn LaneCounter>;

    fn visit<T: LaneTest + 'static>(self, test: T) -> Box<dyn LaneCounter> {
        let Self { deck, sizes, clear } = self;
        Box::new(Counter { test, deck, sizes, clear })
    }
}

struct Counter<T> {
    test: T,
    deck: Deck,
    /// Rising.
    sizes: Vec<usize>,
    /// Whether cards without a set are counted.
    clear: bool,
}

impl<T: LaneTest> Counter<T> {
    fn largest(&self) -> usize {
        self.sizes.last().copied().unwrap_or(0)
    }

    fn dealer(&self) -> LaneDealer<T::Number> {
        LaneDealer::new(self.deck, self.largest())
    }
}

impl<T: LaneTest + 'static> LaneCounter for Counter<T> {
    fn simulate(&self, set: InstructionSet, deals: Deals) -> Found {
        if set.has_mask_registers() {
            set.run(Simulating::<T, true> { counter: self, deals })
        } else {
            set.run(Simulating::<T, false> { counter: self, deals })
        }
    }

    fn deal(&self, deals: Deals) -> Box<dyn DealtHands + '_> {
        let mut generators = Generators::of_block(deals.seed, deals.block);
        let mut dealer = self.dealer();
        let groups = groups(deals.deals);
        let groups = groups.map(|hands| (dealer.deal::<true>(&mut generators).to_vec(), hands)).collect();
        Box::new(Dealt { counter: self, groups })
    }
}

/// How many hands count in each group of so many deals: 64, but maybe in the last.
fn groups(deals: u64) -> impl Iterator<Item = usize> {
    let starts = (0..deals).step_by(LANES);
    starts.map(move |start| usize::try_from(deals - start).map_or(LANES, |left| left.min(LANES)))
}

struct Simulating<'a, T, const MASKS: bool> {
    counter: &'a Counter<T>,
    deals: Deals,
}

impl<T: LaneTest, const MASKS: bool> Task for Simulating<'_, T, MASKS> {
    type Output = Found;

    #[inline(always)]
    fn run(self) -> Found {
        let mut generators = Generators::of_block(self.deals.seed, self.deals.block);
        let mut dealer = self.counter.dealer();
        let mut counting = Counting::new(self.counter);
        for hands in groups(self.deals.deals) {
            counting.count::<MASKS>(dealer.deal::<MASKS>(&mut generators), hands);
        }
        counting.found
    }
}

struct Dealt<'a, T: LaneTest> {
    counter: &'a Counter<T>,
    groups: Vec<(Vec<Lane<T::Number>>, usize)>,
}

impl<T: LaneTest + 'static> DealtHands for Dealt<'_, T> {
    fn count(&self, set: InstructionSet) -> Found {
        if set.has_mask_registers() {
            set.run(Histograms::<T, true>(self))
        } else {
            set.run(Histograms::<T, false>(self))
        }
    }

    fn each(&self, set: InstructionSet) -> Vec<u8> {
        if set.has_mask_registers() {
            set.run(OneByOne::<T, true>(self))
        } else {
            set.run(OneByOne::<T, false>(self))
        }
    }
}

struct OneByOne<'a, T: LaneTest, const MASKS: bool>(&'a Dealt<'a, T>);

impl<T: LaneTest, const MASKS: bool> Task for OneByOne<'_, T, MASKS> {
    type Output = Vec<u8>;

    #[inline(always)]
    fn run(self) -> Vec<u8> {
        let Dealt { counter, groups } = self.0;
        let mut room = vec![T::Card::default(); counter.largest()];
        let mut sets = Vec::new();
        for (cards, hands) in groups {
            let mut last = Lane::default();
            running_totals::<T, MASKS>(&counter.test, cards, &mut room, |_, total| {
                last = *total;
            });
            sets.extend_from_slice(&last.map(T::Code::low_byte).0[..*hands]);
        }
        sets
    }
}

struct Histograms<'a, T: LaneTest, const MASKS: bool>(&'a Dealt<'a, T>);

impl<T: LaneTest, const MASKS: bool> Task for Histograms<'_, T, MASKS> {
    type Output = Found;

    #[inline(always)]
    fn run(self) -> Found {
        let Dealt { counter, groups } = self.0;
        let mut counting = Counting::new(counter);
        for (group, hands) in groups {
            counting.count::<MASKS>(group, *hands);
        }
        counting.found
    }
}

/// Counting in progress.
struct Counting<'a, T: LaneTest> {
    counter: &'a Counter<T>,
    room: Vec<T::Card>,
    found: Found,
}

impl<'a, T: LaneTest> Counting<'a, T> {
    fn new(counter: &'a Counter<T>) -> Self {
        let sets = vec![Histogram::default(); counter.sizes.len()];
        let room = vec![T::Card::default(); counter.largest()];
        let clear = counter.clear.then(Histogram::default);
        Self { counter, room, found: Found { sets, clear } }
    }

    /// Counts the first `hands` of 64 hands.
    #[inline(always)]
    fn count<const MASKS: bool>(&mut self, cards: &[Lane<T::Number>], hands: usize) {
        let Found { sets, clear } = &mut self.found;
        let mut wanted = self.counter.sizes.iter().zip(sets).peekable();
        if let Some((_, histogram)) = wanted.next_if(|&(&size, _)| size == 0) {
            histogram.record(&Lane::<u8>::default(), hands);
        }
        let mut without = Lane::<T::Code>::default();
        let Counter { test, .. } = self.counter;
        running_totals::<T, MASKS>(test, cards, &mut self.room, |place, total| {
            if clear.is_some() {
                without.add(&total.map(|sets| T::Code::one_if(sets == T::Code::default())));
            }
            if let Some((_, histogram)) = wanted.next_if(|&(&size, _)| size == place + 1) {
                histogram.record(total, hands);
            }
        });
        if let Some(clear) = clear {
            clear.record(&without, hands);
        }
    }
}

/// How many hands gave each number below 256.
#[derive(Clone, Debug)]
pub(crate) struct Histogram {
    /// Neighbours are counted in different columns, so that they need not wait for one another.
    counts: Box<[[u32; 256]; COLUMNS]>,
}

const COLUMNS: usize = 4;

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: Box::new([[0; 256]; COLUMNS]) }
    }
}

impl Histogram {
    /// Counts the numbers of the first `hands` hands.
    #[inline(always)]
    fn record<W: Word>(&mut self, numbers: &Lane<W>, hands: usize) {
        let numbers = numbers.map(W::low_byte);
        if hands == LANES {
            for numbers in numbers.0.chunks_exact(COLUMNS) {
                for (column, &number) in self.counts.iter_mut().zip(numbers) {
                    column[usize::from(number)] += 1;
                }
            }
        } else {
            numbers.0[..hands].iter().for_each(|&number| self.counts[0][usize::from(number)] += 1);
        }
    }

    /// The numbers that were seen, with how many hands gave them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, u128)> {
        let sum = |number: usize| self.counts.iter().map(|column| u128::from(column[number])).sum();
        (0..256).map(move |number| (number, sum(number))).filter(|&(_, count)| count > 0)
    }
}
