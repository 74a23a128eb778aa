//! Deals counted in lanes: a block of them, dealt and counted 64 at a time, or dealt first and
//! counted later.

use super::Seed;
use super::generators::Generators;
use super::histogram::Histogram;
use super::lanes::LaneDealer;
use crate::card::Deck;
use crate::detect::Strategy;
use crate::detect::lanes::{LaneTest, LaneVisitor, running_totals};
use crate::hand::sizes::Sizes;
use crate::lanes::{InstructionSet, LANES, Lane, Task, Word};

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
    /// Someone who deals and counts.
    fn worker(&self, set: InstructionSet, seed: Seed) -> Box<dyn LaneWorker + '_>;

    /// Deals the hands of blocks of so many from the first block on, and keeps them to be counted
    /// later, as often as wanted.
    fn deal(&self, seed: Seed, blocks: &[u64]) -> Box<dyn DealtHands + '_>;
}

/// Someone who counts hands, block by block, with room of their own.
pub(crate) trait LaneWorker {
    /// Counts the first hands of a block.
    fn count(&mut self, block: u64, hands: u64) -> &Found;
}

/// Hands in lanes.
pub(crate) trait DealtHands: Send + Sync {
    /// Someone who counts them.
    fn worker(&self, set: InstructionSet) -> Box<dyn LaneWorker + '_>;

    /// The number of sets in each of the first hands of a block, of the largest size, in the order
    /// of dealing.
    fn each(&self, set: InstructionSet, block: usize, hands: u64) -> Vec<u8>;
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
    fn worker(&self, set: InstructionSet, seed: Seed) -> Box<dyn LaneWorker + '_> {
        Box::new(Dealing { set, seed, dealer: self.dealer(), counting: Counting::new(self) })
    }

    fn deal(&self, seed: Seed, blocks: &[u64]) -> Box<dyn DealtHands + '_> {
        let mut dealer = self.dealer();
        let block = |(block, &deals)| {
            let mut generators = Generators::of_block(seed, block);
            let deal = |_| dealer.deal::<true>(&mut generators).to_vec();
            groups(deals).map(deal).collect()
        };
        Box::new(Dealt { counter: self, blocks: (0..).zip(blocks).map(block).collect() })
    }
}

/// How many hands count in each group of so many deals: 64, but maybe in the last.
fn groups(deals: u64) -> impl Iterator<Item = usize> {
    let starts = (0..deals).step_by(LANES);
    starts.map(move |start| usize::try_from(deals - start).map_or(LANES, |left| left.min(LANES)))
}

/// Deals and counts.
struct Dealing<'a, T: LaneTest> {
    set: InstructionSet,
    seed: Seed,
    dealer: LaneDealer<T::Number>,
    counting: Counting<'a, T>,
}

impl<T: LaneTest> LaneWorker for Dealing<'_, T> {
    fn count(&mut self, block: u64, hands: u64) -> &Found {
        self.counting.start();
        let generators = Generators::of_block(self.seed, block);
        if self.set.has_mask_registers() {
            self.set.run(DealAndCount::<T, true> { worker: self, generators, hands });
        } else {
            self.set.run(DealAndCount::<T, false> { worker: self, generators, hands });
        }
        self.counting.finish()
    }
}

struct DealAndCount<'w, 'a, T: LaneTest, const MASKS: bool> {
    worker: &'w mut Dealing<'a, T>,
    generators: Generators,
    hands: u64,
}

impl<T: LaneTest, const MASKS: bool> Task for DealAndCount<'_, '_, T, MASKS> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let Dealing { dealer, counting, .. } = self.worker;
        for hands in groups(self.hands) {
            counting.count::<MASKS>(dealer.deal::<MASKS>(&mut self.generators), hands);
        }
    }
}

/// Hands that were dealt before: blocks of groups of cards.
struct Dealt<'a, T: LaneTest> {
    counter: &'a Counter<T>,
    blocks: Vec<Vec<Vec<Lane<T::Number>>>>,
}

impl<T: LaneTest + 'static> DealtHands for Dealt<'_, T> {
    fn worker(&self, set: InstructionSet) -> Box<dyn LaneWorker + '_> {
        Box::new(Recounting { set, blocks: &self.blocks, counting: Counting::new(self.counter) })
    }

    fn each(&self, set: InstructionSet, block: usize, hands: u64) -> Vec<u8> {
        let (counting, groups) = (Counting::new(self.counter), &self.blocks[block]);
        if set.has_mask_registers() {
            set.run(OneByOne::<T, true> { counting, groups, hands })
        } else {
            set.run(OneByOne::<T, false> { counting, groups, hands })
        }
    }
}

/// Counts hands that were dealt before.
struct Recounting<'a, T: LaneTest> {
    set: InstructionSet,
    blocks: &'a [Vec<Vec<Lane<T::Number>>>],
    counting: Counting<'a, T>,
}

impl<T: LaneTest> LaneWorker for Recounting<'_, T> {
    fn count(&mut self, block: u64, hands: u64) -> &Found {
        self.counting.start();
        let groups = usize::try_from(block).map_or(&[][..], |block| &self.blocks[block]);
        let counting = &mut self.counting;
        if self.set.has_mask_registers() {
            self.set.run(Count::<T, true> { counting, groups, hands });
        } else {
            self.set.run(Count::<T, false> { counting, groups, hands });
        }
        self.counting.finish()
    }
}

struct Count<'w, 'a, T: LaneTest, const MASKS: bool> {
    counting: &'w mut Counting<'a, T>,
    groups: &'w [Vec<Lane<T::Number>>],
    hands: u64,
}

impl<T: LaneTest, const MASKS: bool> Task for Count<'_, '_, T, MASKS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (group, hands) in self.groups.iter().zip(groups(self.hands)) {
            self.counting.count::<MASKS>(group, hands);
        }
    }
}

struct OneByOne<'w, 'a, T: LaneTest, const MASKS: bool> {
    counting: Counting<'a, T>,
    groups: &'w [Vec<Lane<T::Number>>],
    hands: u64,
}

impl<T: LaneTest, const MASKS: bool> Task for OneByOne<'_, '_, T, MASKS> {
    type Output = Vec<u8>;

    #[inline(always)]
    fn run(mut self) -> Vec<u8> {
        let mut sets = Vec::new();
        for (cards, hands) in self.groups.iter().zip(groups(self.hands)) {
            self.counting.totals::<MASKS>(cards);
            let last = self.counting.totals.last().copied().unwrap_or_default();
            sets.extend_from_slice(&last.map(T::Code::low_byte).0[..hands]);
        }
        sets
    }
}

/// Counting in progress.
struct Counting<'a, T: LaneTest> {
    counter: &'a Counter<T>,
    /// Room for a card each.
    cards: Vec<T::Card>,
    /// The number of sets up to each card.
    totals: Vec<Lane<T::Code>>,
    found: Found,
}

impl<'a, T: LaneTest> Counting<'a, T> {
    fn new(counter: &'a Counter<T>) -> Self {
        let sets = vec![Histogram::default(); counter.sizes.len()];
        let clear = counter.clear.then(Histogram::default);
        let cards = vec![T::Card::default(); counter.largest()];
        let totals = vec![Lane::default(); counter.largest()];
        Self { counter, cards, totals, found: Found { sets, clear } }
    }

    fn start(&mut self) {
        self.histograms().for_each(Histogram::clear);
    }

    fn finish(&mut self) -> &Found {
        self.histograms().for_each(Histogram::finish);
        &self.found
    }

    fn histograms(&mut self) -> impl Iterator<Item = &mut Histogram> {
        self.found.sets.iter_mut().chain(&mut self.found.clear)
    }

    /// Finds the sets of 64 hands.
    #[inline(always)]
    fn totals<const MASKS: bool>(&mut self, hands: &[Lane<T::Number>]) {
        running_totals::<T, MASKS>(&self.counter.test, hands, &mut self.cards, &mut self.totals);
    }

    /// Counts the first `hands` of 64 hands.
    #[inline(always)]
    fn count<const MASKS: bool>(&mut self, cards: &[Lane<T::Number>], hands: usize) {
        self.totals::<MASKS>(cards);
        let Found { sets, clear } = &mut self.found;
        for (&size, histogram) in self.counter.sizes.iter().zip(sets) {
            match size.checked_sub(1) {
                Some(last) => histogram.record(&self.totals[last], hands),
                None => histogram.record(&Lane::<u8>::default(), hands),
            }
        }
        if let Some(clear) = clear {
            let mut without = Lane::<T::Code>::default();
            for total in &self.totals {
                without.add(&total.map(|sets| T::Code::one_if(sets == T::Code::default())));
            }
            clear.record(&without, hands);
        }
    }
}
