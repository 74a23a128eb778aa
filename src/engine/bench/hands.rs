//! Hands of a benchmark in memory, and counters of their sets for each strategy.

use crate::card::{Card, Deck};
use crate::deal::{Engine, Histogram};
use crate::detect::lane_tests::{
    LaneTest, LaneTestType, NarrowPackedMask, NarrowThirdCard, WidePackedMask, WideThirdCard,
    running_totals,
};
use crate::detect::{Detector, Strategy};
use crate::lanes::{Arithmetic, Element, InstructionSet, LANES, Lanes, Task};
use crate::tally::{Checksum, Tally};
use std::sync::Arc;

/// Cards of all hands of a benchmark, block by block, one hand after the other.
pub(super) type Blocks = Arc<[Vec<Card>]>;

/// Counter for the sets of benchmark hands in memory.
pub(super) trait SetCounter: Send + Sync {
    /// Returns a function that tallies the hands of a block by their number of sets.
    fn worker(&self) -> Box<dyn FnMut(usize) -> Tally + '_>;

    /// Adds the number of sets of each hand of a block to a checksum, in the order of the hands.
    fn add_to(&self, checksum: &mut Checksum, block: usize);
}

/// Returns a set counter for hands of `cards` cards that uses the given strategy on the given
/// engine, which must support it.
pub(super) fn set_counter(
    strategy: Strategy,
    engine: Engine,
    deck: Deck,
    cards: usize,
    blocks: &Blocks,
) -> Box<dyn SetCounter> {
    let Engine::Lanes(set) = engine else {
        return Box::new(ScalarHands::new(strategy.detector(deck), cards, blocks));
    };
    match strategy.lane_test(deck).expect("the benchmark was checked before") {
        LaneTestType::NarrowThirdCard => {
            Box::new(LaneHands::<NarrowThirdCard>::new(deck, set, cards, blocks))
        }
        LaneTestType::WideThirdCard => {
            Box::new(LaneHands::<WideThirdCard>::new(deck, set, cards, blocks))
        }
        LaneTestType::NarrowPackedMask => {
            Box::new(LaneHands::<NarrowPackedMask>::new(deck, set, cards, blocks))
        }
        LaneTestType::WidePackedMask => {
            Box::new(LaneHands::<WidePackedMask>::new(deck, set, cards, blocks))
        }
    }
}

/// Hands in memory whose sets a scalar detector counts, one hand at a time.
pub(super) struct ScalarHands {
    detector: Box<dyn Detector>,
    cards: usize,
    blocks: Blocks,
}

impl ScalarHands {
    pub(super) fn new(detector: Box<dyn Detector>, cards: usize, blocks: &Blocks) -> Self {
        Self { detector, cards, blocks: Arc::clone(blocks) }
    }
}

impl SetCounter for ScalarHands {
    fn worker(&self) -> Box<dyn FnMut(usize) -> Tally + '_> {
        Box::new(|block| {
            let mut tally = Tally::default();
            for hand in self.blocks[block].chunks_exact(self.cards) {
                tally.record(self.detector.count(hand));
            }
            tally
        })
    }

    fn add_to(&self, checksum: &mut Checksum, block: usize) {
        for hand in self.blocks[block].chunks_exact(self.cards) {
            checksum.add(self.detector.count(hand) as u64);
        }
    }
}

/// Hands whose sets are counted 64 at a time, with one hand in each SIMD lane.
struct LaneHands<T: LaneTest> {
    test: T,
    set: InstructionSet,
    cards: usize,
    /// For each block, the number of hands, and the cards in SIMD lanes: for each group of 64
    /// hands, their first cards, then their second cards, and so on.
    blocks: Vec<(usize, Vec<Lanes<T::Number>>)>,
}

impl<T: LaneTest> LaneHands<T> {
    fn new(deck: Deck, set: InstructionSet, cards: usize, blocks: &[Vec<Card>]) -> Self {
        // The lanes beyond the last hand are filled with an arbitrary card.
        let number = |card: Option<&Card>| {
            let number = T::Number::try_from(card.copied().unwrap_or_default().index());
            number.ok().expect("numbers of lanes have room for the cards of the deck")
        };
        let mut in_lanes = Vec::new();
        for block in blocks {
            let mut lanes = Vec::new();
            for hands in block.chunks(LANES * cards) {
                for place in 0..cards {
                    lanes.push(Lanes::from_fn(|lane| number(hands.get(lane * cards + place))));
                }
            }
            in_lanes.push((block.len() / cards, lanes));
        }
        Self { test: T::new(deck), set, cards, blocks: in_lanes }
    }

    fn scratch(&self) -> Scratch<T> {
        Scratch {
            encoded: vec![T::Card::default(); self.cards],
            totals: vec![Lanes::default(); self.cards],
            histogram: Histogram::default(),
        }
    }
}

/// Scratch memory for counting the sets of a block of hands, allocated once.
struct Scratch<T: LaneTest> {
    encoded: Vec<T::Card>,
    /// The numbers of sets among the first 1, 2, 3, ... cards of each of 64 hands.
    totals: Vec<Lanes<T::Code>>,
    /// The number of hands for each number of sets.
    histogram: Histogram,
}

impl<T: LaneTest> SetCounter for LaneHands<T> {
    fn worker(&self) -> Box<dyn FnMut(usize) -> Tally + '_> {
        let mut scratch = self.scratch();
        Box::new(move |block| {
            scratch.histogram.clear();
            let scratch = &mut scratch;
            self.set.run(Pass { hands: self, block, scratch, checksum: None });
            scratch.histogram.finish();
            let mut tally = Tally::default();
            scratch.histogram.add_to(&mut tally);
            tally
        })
    }

    fn add_to(&self, checksum: &mut Checksum, block: usize) {
        let scratch = &mut self.scratch();
        self.set.run(Pass { hands: self, block, scratch, checksum: Some(checksum) });
    }
}

/// Task that counts the sets in the hands of a block. It tallies the hands, or adds the numbers of
/// sets to the checksum if there is one.
struct Pass<'a, T: LaneTest> {
    hands: &'a LaneHands<T>,
    block: usize,
    scratch: &'a mut Scratch<T>,
    checksum: Option<&'a mut Checksum>,
}

impl<T: LaneTest> Task for Pass<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(mut self, arithmetic: A) {
        let Scratch { encoded, totals, histogram } = self.scratch;
        let (mut left, lanes) = (self.hands.blocks[self.block].0, &self.hands.blocks[self.block].1);
        for cards in lanes.chunks_exact(self.hands.cards) {
            running_totals(&self.hands.test, cards, encoded, totals, arithmetic);
            let (sets, hands) = (&totals[self.hands.cards - 1], left.min(LANES));
            match &mut self.checksum {
                None => histogram.record(sets, 0..hands),
                Some(checksum) => {
                    sets.0[..hands].iter().for_each(|sets| checksum.add(sets.low_byte().into()));
                }
            }
            left -= hands;
        }
    }
}
