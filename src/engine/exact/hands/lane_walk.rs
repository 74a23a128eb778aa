//! Hands in lanes: all hands that differ in their two lowest cards alone are counted side by side.
//!
//! The pairs of cards stand in colexicographic order, 64 in a block, so that the pairs below a card
//! come first. For the cards above them, from the highest on, each level knows how many sets there
//! are with each pair of the deck. The next card adds the sets that it makes with a pair, and those
//! that it and an earlier card make with one card of a pair: `2m + 1` triples after `m` cards, for
//! 64 hands at once, and each is tested by the strategy. So for 7 cards 9 triples are tested
//! instead of 35; the other 26 belong to cards that stay for many hands.

use crate::card::Deck;
use crate::combinations::Combinations;
use crate::detect::Strategy;
use crate::detect::lane_tests::{
    LaneTest, LaneTestType, MAX_HAND, NarrowPackedMask, NarrowThirdCard, WidePackedMask,
    WideThirdCard, count_hits,
};
use crate::lanes::{Arithmetic, Element, InstructionSet, LANES, Lanes, Portable, Task};
use crate::tally::Tally;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Counts hands in lanes.
pub(super) trait HandLanes: fmt::Debug + Send + Sync {
    /// Another one for another thread.
    fn fork(&self) -> Box<dyn HandLanes>;

    /// Tallies the sets of some hands in colexicographic order from a rank on; hands that follow
    /// those of the call before begin at once. Their size is one that this [supports].
    fn count(&mut self, cards: usize, first: u128, hands: u128, tally: &mut Tally);
}

/// Whether hands of this size can be counted in lanes.
pub(super) fn supports(cards: usize) -> bool {
    (3..=MAX_HAND).contains(&cards)
}

/// What counts the hands of a deck by a strategy, where that works in lanes.
pub(super) fn hand_lanes(
    strategy: Strategy,
    deck: Deck,
    set: InstructionSet,
) -> Option<Box<dyn HandLanes>> {
    Some(match strategy.lane_test(deck)? {
        LaneTestType::NarrowThirdCard => Box::new(PairLanes::<NarrowThirdCard>::new(deck, set)),
        LaneTestType::WideThirdCard => Box::new(PairLanes::<WideThirdCard>::new(deck, set)),
        LaneTestType::NarrowPackedMask => Box::new(PairLanes::<NarrowPackedMask>::new(deck, set)),
        LaneTestType::WidePackedMask => Box::new(PairLanes::<WidePackedMask>::new(deck, set)),
    })
}

/// A card of each of 64 pairs, or of 64 hands.
type Block<T> = <T as LaneTest>::Card;

/// The cards of a deck as a strategy wants them.
#[derive(Debug)]
struct Encoded<T: LaneTest> {
    /// Each card 64 times.
    cards: Vec<Block<T>>,
    /// The cards side by side.
    rows: Vec<Block<T>>,
    /// The lower and the higher cards of all pairs.
    pairs: Vec<[Block<T>; 2]>,
}

impl<T: LaneTest> Encoded<T> {
    fn new(test: &T, deck: Deck) -> Self {
        let number = |place: usize| {
            T::Number::truncated(u16::try_from(place).expect("a deck has 729 cards"))
        };
        let block = |places: &[usize]| {
            // The lanes beyond the last place hold any card.
            let number = |lane| number(places.get(lane).copied().unwrap_or_default());
            test.card(&Lanes::from_fn(number), Portable)
        };
        let blocks = |places: Vec<usize>| places.chunks(LANES).map(block).collect::<Vec<_>>();
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for place in 0..deck.size() {
            low.extend(0..place);
            high.extend([place].repeat(place));
        }
        Self {
            cards: (0..deck.size()).map(|place| block(&[place; LANES])).collect(),
            rows: blocks((0..deck.size()).collect()),
            pairs: blocks(low)
                .into_iter()
                .zip(blocks(high))
                .map(|(low, high)| [low, high])
                .collect(),
        }
    }
}

/// Hands of a deck, counted by a test of triples.
#[derive(Debug)]
struct PairLanes<T: LaneTest> {
    encoded: Arc<Encoded<T>>,
    set: InstructionSet,
    walk: Option<LaneWalk<T>>,
}

impl<T: LaneTest> PairLanes<T> {
    fn new(deck: Deck, set: InstructionSet) -> Self {
        Self { encoded: Arc::new(Encoded::new(&T::new(deck), deck)), set, walk: None }
    }
}

impl<T: LaneTest> HandLanes for PairLanes<T> {
    fn fork(&self) -> Box<dyn HandLanes> {
        let encoded = Arc::clone(&self.encoded);
        Box::new(Self { encoded, set: self.set, walk: None })
    }

    fn count(&mut self, cards: usize, first: u128, hands: u128, tally: &mut Tally) {
        let follows = |walk: &LaneWalk<T>| walk.size == cards && walk.next == first;
        let walk = self.walk.take().filter(follows);
        let walk = walk.unwrap_or_else(|| LaneWalk::starting_at(first, cards, &self.encoded));
        let walk = self.walk.insert(walk);
        self.set.run(WalkTask { encoded: &self.encoded, walk, hands });
        walk.counts.move_to(tally);
    }
}

/// Sets among the cards that are chosen so far.
#[derive(Debug)]
struct PrefixSets<C> {
    /// Sets that each card of the deck would make with two of the chosen.
    made: Vec<Lanes<C>>,
    /// Sets among the chosen cards and each pair of lower ones.
    sets: Vec<Lanes<C>>,
}

/// Where the count is: hands that differ in their two lowest cards alone are neighbours.
#[derive(Debug)]
struct LaneWalk<T: LaneTest> {
    size: usize,
    /// The rank of the next hand.
    next: u128,
    /// Its cards above the two lowest, which are those of `pair`.
    hand: Combinations<usize>,
    /// The rank of the pair of its two lowest cards.
    pair: usize,
    /// The highest position above the pair that has changed since the levels were computed.
    changed: Option<usize>,
    /// Before a card is chosen, after the highest, ..., and before the lowest above the pair.
    levels: Vec<PrefixSets<T::Code>>,
    /// The card that was chosen last with each card above it.
    with: Vec<T::Pair>,
    counts: SetCounters,
}

impl<T: LaneTest> LaneWalk<T> {
    fn starting_at(first: u128, size: usize, encoded: &Encoded<T>) -> Self {
        let hand = Combinations::starting_at(first, size, 0..encoded.cards.len());
        let pair = pairs_below(hand.get()[1]) + hand.get()[0];
        let level = || PrefixSets {
            made: vec![Lanes::default(); encoded.rows.len()],
            sets: vec![Lanes::default(); encoded.pairs.len()],
        };
        Self {
            size,
            next: first,
            hand,
            pair,
            changed: Some(size - 3),
            levels: std::iter::repeat_with(level).take(size - 2).collect(),
            with: vec![T::Pair::default(); size - 3],
            // A card is in one set at most with each two others.
            counts: SetCounters::up_to(size * ((size - 1) / 2) / 3),
        }
    }

    /// Chooses the card at a position above the pair; returns its place and the number of cards
    /// above it.
    #[inline(always)]
    fn choose(&mut self, position: usize, encoded: &Encoded<T>) -> (usize, usize) {
        let (&place, above) = self.hand.get()[2 + position..].split_first().expect("a position");
        for (pair, &other) in self.with.iter_mut().zip(above) {
            *pair = T::pair(&encoded.cards[other], &encoded.cards[place]);
        }
        (place, above.len())
    }

    /// Computes the level after the card at a position, which is not the lowest above the pair.
    #[inline(always)]
    fn extend(&mut self, position: usize, encoded: &Encoded<T>) {
        let (place, chosen) = self.choose(position, encoded);
        let (before, after) = self.levels.split_at_mut(chosen + 1);
        let (before, after, with) = (&before[chosen], &mut after[0], &self.with[..chosen]);
        for ((made, row), &before) in after.made.iter_mut().zip(&encoded.rows).zip(&before.made) {
            *made = before;
            with.iter().for_each(|pair| count_hits::<T>(made, pair, row));
        }
        let new = before.new_sets(place);
        let blocks = pairs_below(place).div_ceil(LANES);
        let pairs = encoded.pairs[..blocks].iter().zip(&before.sets);
        for (sets, (pair, before)) in after.sets.iter_mut().zip(pairs) {
            *sets = with_card::<T>(pair, &encoded.cards[place], with, before, new);
        }
    }

    /// Counts the hands with pairs of these ranks.
    #[inline(always)]
    fn count(&mut self, pairs: Range<usize>, encoded: &Encoded<T>) {
        let (place, chosen) = self.choose(0, encoded);
        let (level, with) = (&self.levels[chosen], &self.with[..chosen]);
        let new = level.new_sets(place);
        for block in pairs.start / LANES..pairs.end.div_ceil(LANES) {
            let (pair, before) = (&encoded.pairs[block], &level.sets[block]);
            let sets = with_card::<T>(pair, &encoded.cards[place], with, before, new);
            let first = block * LANES;
            let from = pairs.start.saturating_sub(first);
            self.counts.record(&sets.map(T::Code::low_byte), from..(pairs.end - first).min(LANES));
        }
    }
}

impl<C: Element> PrefixSets<C> {
    /// The sets that the card at this place makes with two of the chosen.
    fn new_sets(&self, place: usize) -> C {
        self.made[place / LANES].0[place % LANES]
    }
}

/// How many pairs have their higher card below this place.
const fn pairs_below(place: usize) -> usize {
    place * place.saturating_sub(1) / 2
}

/// The sets in each lane with one card more, which makes `new` sets above the pairs.
#[inline(always)]
fn with_card<T: LaneTest>(
    pair: &[T::Card; 2],
    card: &T::Card,
    with: &[T::Pair],
    before: &Lanes<T::Code>,
    new: T::Code,
) -> Lanes<T::Code> {
    let [low, high] = pair;
    let mut sets = before.map(|sets| sets.wrapping_add(new));
    count_hits::<T>(&mut sets, &T::pair(low, high), card);
    for chosen in with {
        count_hits::<T>(&mut sets, chosen, low);
        count_hits::<T>(&mut sets, chosen, high);
    }
    sets
}

/// Goes on counting hands.
struct WalkTask<'a, T: LaneTest> {
    encoded: &'a Encoded<T>,
    walk: &'a mut LaneWalk<T>,
    hands: u128,
}

impl<T: LaneTest> Task for WalkTask<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, _: A) {
        let Self { encoded, walk, hands } = self;
        walk.next += hands;
        let mut left = usize::try_from(hands).expect("a block has at most 2^16 hands");
        while left > 0 {
            for position in (1..=walk.changed.take().unwrap_or(0)).rev() {
                walk.extend(position, encoded);
            }
            let end = pairs_below(walk.hand.get()[2]);
            let to = end.min(walk.pair + left);
            walk.count(walk.pair..to, encoded);
            left -= to - walk.pair;
            walk.pair = to;
            if to == end {
                let Some(changed) = walk.hand.advance_beyond(2) else { break };
                walk.changed = Some(changed - 2);
                walk.pair = 0;
            }
        }
    }
}

/// Hands by the number of their sets.
#[derive(Debug)]
struct SetCounters {
    /// For each number of sets how many hands had it since the last transfer.
    lanes: Vec<Lanes<u8>>,
    /// How often hands were recorded since then.
    pending: u8,
    totals: Vec<u64>,
}

impl SetCounters {
    fn up_to(most: usize) -> Self {
        Self { lanes: vec![Lanes::default(); most + 1], pending: 0, totals: vec![0; most + 1] }
    }

    /// Records the numbers of sets in these lanes.
    #[inline(always)]
    fn record(&mut self, sets: &Lanes<u8>, lanes: Range<usize>) {
        let mut sets = *sets;
        if lanes.len() < LANES {
            for (lane, sets) in sets.0.iter_mut().enumerate() {
                *sets |= u8::mask(!lanes.contains(&lane));
            }
        }
        let mut value = 0_u8;
        for counts in &mut self.lanes {
            for (count, &sets) in counts.0.iter_mut().zip(&sets.0) {
                *count = count.wrapping_add(u8::from(sets == value));
            }
            value = value.wrapping_add(1);
        }
        self.pending += 1;
        if self.pending == u8::MAX {
            self.transfer();
        }
    }

    /// Adds what the lanes have counted.
    #[inline(never)]
    fn transfer(&mut self) {
        for (total, counts) in self.totals.iter_mut().zip(&mut self.lanes) {
            *total += counts.0.iter().map(|&hands| u64::from(hands)).sum::<u64>();
            *counts = Lanes::default();
        }
        self.pending = 0;
    }

    /// Adds all to a tally, and begins anew.
    fn move_to(&mut self, tally: &mut Tally) {
        self.transfer();
        for (sets, total) in self.totals.iter_mut().enumerate().filter(|(_, total)| **total > 0) {
            tally.add(sets, std::mem::take(total).into());
        }
    }
}
