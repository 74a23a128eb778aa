//! Counts the sets of all hands in SIMD lanes: hands that differ only in their lowest cards are
//! counted side by side.
//!
//! The `G` lowest cards of a hand are its *group*. The groups are in colexicographic order, 64 in a
//! block, so that the groups below a card come first. The other cards of a hand are chosen from the
//! highest down. For each number of chosen cards, a level of intermediate counts holds the number
//! of sets that they form with each group of the deck. The next card adds the sets that it forms
//! with two cards of a group, and with an earlier card and one card of a group: `G(G-1)/2 + Gm`
//! triples after `m` cards, for 64 hands at once, and the strategy tests each of them. So for 8
//! cards and groups of three 15 triples are tested instead of 56; the other 41 belong to cards that
//! stay for many hands.
//!
//! Groups of three leave fewer lanes unused at the ends of blocks than pairs, because there are
//! eleven times as many hands of 8 cards that differ only in three cards: they double the speed. In
//! decks of 243 and 729 cards there would be too many of them, and groups are pairs.

use crate::card::Deck;
use crate::combinations::{Combinations, binomial};
use crate::deal::Histogram;
use crate::detect::Strategy;
use crate::detect::lane_tests::{
    LaneTest, LaneTestType, MAX_HAND, NarrowPackedMask, NarrowThirdCard, WidePackedMask,
    WideThirdCard, count_hits, update_misses,
};
use crate::lanes::{Arithmetic, Element, InstructionSet, LANES, Lanes, Portable, Task};
use crate::tally::Tally;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Counter of the sets of hands, 64 hands at a time in SIMD lanes.
pub(super) trait HandLanes: fmt::Debug + Send + Sync {
    /// Returns a copy of the counter for another thread.
    fn fork(&self) -> Box<dyn HandLanes>;

    /// Returns whether the sets of hands of this size can be counted in SIMD lanes.
    fn supports(&self, cards: usize) -> bool;

    /// Tallies the number of sets in `hands` hands of `cards` cards in colexicographic order, the
    /// first of which has the rank `first`. The size must be supported. Calls with consecutive
    /// ranges of hands reuse the intermediate counts for the cards that the hands share.
    fn count(&mut self, cards: usize, first: u128, hands: u128, tally: &mut Tally);
}

/// Returns a counter of the sets of hands of a deck in SIMD lanes, or `None` if the strategy cannot
/// process 64 hands at once.
pub(super) fn hand_lanes(
    strategy: Strategy,
    deck: Deck,
    set: InstructionSet,
) -> Option<Box<dyn HandLanes>> {
    Some(match strategy.lane_test(deck)? {
        LaneTestType::NarrowThirdCard => Box::new(GroupLanes::<NarrowThirdCard, 3>::new(deck, set)),
        LaneTestType::WideThirdCard => Box::new(GroupLanes::<WideThirdCard, 2>::new(deck, set)),
        LaneTestType::NarrowPackedMask => {
            Box::new(GroupLanes::<NarrowPackedMask, 3>::new(deck, set))
        }
        LaneTestType::WidePackedMask => Box::new(GroupLanes::<WidePackedMask, 2>::new(deck, set)),
    })
}

/// One encoded card for each of 64 groups or hands.
type Block<T> = <T as LaneTest>::Card;

/// 64 groups of `G` cards, encoded for the tests of a detection strategy.
#[derive(Debug)]
struct Groups<T: LaneTest, const G: usize> {
    cards: [Block<T>; G],
    /// The pairs of cards in each group. Three cards have three pairs; for two cards the first
    /// entry is the pair, and the second is unused.
    pairs: [T::Pair; G],
}

impl<T: LaneTest, const G: usize> Groups<T, G> {
    /// The number of pairs in a group.
    const PAIRS: usize = G * (G - 1) / 2;

    fn new(cards: [Block<T>; G]) -> Self {
        let pairs = std::array::from_fn(|card| T::pair(&cards[card], &cards[(card + 1) % G]));
        Self { cards, pairs }
    }

    /// Returns the number of sets in each group.
    fn sets(&self) -> Lanes<T::Code> {
        let mut sets = Lanes::default();
        if G == 3 {
            count_hits::<T>(&mut sets, &self.pairs[0], &self.cards[2]);
        }
        sets
    }

    /// Returns the number of sets in each of 64 hands after a card is added. `before` holds the
    /// numbers without the card, `new` is the number of sets that the card forms with two of the
    /// higher cards, which belong to no group, and `with` holds the pairs of the card and each of
    /// these higher cards.
    #[inline(always)]
    fn with_card<A: Arithmetic>(
        &self,
        card: &T::Card,
        with: &[T::Pair],
        before: &Lanes<T::Code>,
        new: T::Code,
    ) -> Lanes<T::Code> {
        let mut sets = before.map(|sets| sets.wrapping_add(new));
        let pairs = &self.pairs[..Self::PAIRS];
        if A::MASKS {
            // A pair forms a set with one card, and a card with one pair of a group.
            let mut misses = [true; LANES];
            pairs.iter().for_each(|pair| update_misses::<T>(&mut misses, pair, card));
            add_hits(&mut sets, &misses);
            for chosen in with {
                let mut misses = [true; LANES];
                self.cards.iter().for_each(|card| update_misses::<T>(&mut misses, chosen, card));
                add_hits(&mut sets, &misses);
            }
        } else {
            pairs.iter().for_each(|pair| count_hits::<T>(&mut sets, pair, card));
            for chosen in with {
                self.cards.iter().for_each(|card| count_hits::<T>(&mut sets, chosen, card));
            }
        }
        sets
    }
}

/// Adds one set in each SIMD lane whose flag in `misses` is cleared.
#[inline(always)]
fn add_hits<C: Element>(sets: &mut Lanes<C>, misses: &[bool; LANES]) {
    for (sets, &miss) in sets.0.iter_mut().zip(misses) {
        *sets = sets.wrapping_add(C::from(!miss));
    }
}

/// The cards of a deck, encoded for the tests of a detection strategy.
#[derive(Debug)]
struct Encoded<T: LaneTest, const G: usize> {
    /// For each card of the deck, a block with the card in all lanes.
    cards: Vec<Block<T>>,
    /// The cards of the deck in order, 64 in a block.
    rows: Vec<Block<T>>,
    groups: Vec<Groups<T, G>>,
}

impl<T: LaneTest, const G: usize> Encoded<T, G> {
    fn new(test: &T, deck: Deck) -> Self {
        let number = |place: usize| {
            T::Number::truncated(u16::try_from(place).expect("a deck has 729 cards"))
        };
        let block = |places: &[usize]| {
            // The lanes beyond the last place hold any card.
            let number = |lane| number(places.get(lane).copied().unwrap_or_default());
            test.card(&Lanes::from_fn(number), Portable)
        };
        let all: Vec<usize> = (0..deck.size()).collect();
        let mut places: [Vec<usize>; G] = std::array::from_fn(|_| Vec::new());
        let mut group = Combinations::starting_at(0, G, 0..deck.size());
        loop {
            places.iter_mut().zip(group.get()).for_each(|(places, &place)| places.push(place));
            if group.advance().is_none() {
                break;
            }
        }
        let groups = (0..places[0].len()).step_by(LANES).map(|first| {
            let end = places[0].len().min(first + LANES);
            Groups::new(std::array::from_fn(|card| block(&places[card][first..end])))
        });
        Self {
            cards: all.iter().map(|&place| block(&[place; LANES])).collect(),
            rows: all.chunks(LANES).map(block).collect(),
            groups: groups.collect(),
        }
    }
}

/// Counts the sets of hands in SIMD lanes, generic over the test of triples.
#[derive(Debug)]
struct GroupLanes<T: LaneTest, const G: usize> {
    encoded: Arc<Encoded<T, G>>,
    set: InstructionSet,
    walk: Option<LaneWalk<T, G>>,
}

impl<T: LaneTest, const G: usize> GroupLanes<T, G> {
    fn new(deck: Deck, set: InstructionSet) -> Self {
        Self { encoded: Arc::new(Encoded::new(&T::new(deck), deck)), set, walk: None }
    }
}

impl<T: LaneTest, const G: usize> HandLanes for GroupLanes<T, G> {
    fn fork(&self) -> Box<dyn HandLanes> {
        let encoded = Arc::clone(&self.encoded);
        Box::new(Self { encoded, set: self.set, walk: None })
    }

    fn supports(&self, cards: usize) -> bool {
        (G + 1..=MAX_HAND).contains(&cards)
    }

    fn count(&mut self, cards: usize, first: u128, hands: u128, tally: &mut Tally) {
        let walk = self.walk.take().filter(|walk| walk.size == cards);
        let walk = walk.unwrap_or_else(|| LaneWalk::starting_at(first, cards, &self.encoded));
        let walk = self.walk.insert(walk);
        walk.go_to(first, self.encoded.cards.len());
        walk.histogram.clear();
        self.set.run(WalkTask { encoded: &self.encoded, walk, hands });
        walk.histogram.finish();
        walk.histogram.add_to(tally);
    }
}

/// Numbers of sets that the cards chosen so far, the highest cards of a hand, form with lower
/// cards.
#[derive(Debug)]
struct PrefixSets<C> {
    /// For each card of the deck, the number of sets that it forms with two of the chosen cards.
    made: Vec<Lanes<C>>,
    /// For each group of lower cards, the number of sets among the chosen cards and the group.
    sets: Vec<Lanes<C>>,
}

/// Position in the sequence of all hands, with intermediate counts for its higher cards.
#[derive(Debug)]
struct LaneWalk<T: LaneTest, const G: usize> {
    size: usize,
    /// The rank of the next hand.
    next: u128,
    /// The next hand; its `G` lowest cards may be out of date, and `group` is their current rank.
    hand: Combinations<usize>,
    /// The rank of the group of the `G` lowest cards of the next hand.
    group: usize,
    /// The highest position above the group whose card has changed since the intermediate counts
    /// were computed, or `None` if these are up to date.
    changed: Option<usize>,
    /// Intermediate counts, indexed by the number of chosen cards: from 0 to all cards above the
    /// group except the lowest of them.
    levels: Vec<PrefixSets<T::Code>>,
    /// The pairs of the last chosen card with each card above it.
    with: Vec<T::Pair>,
    histogram: Histogram,
}

impl<T: LaneTest, const G: usize> LaneWalk<T, G> {
    fn starting_at(first: u128, size: usize, encoded: &Encoded<T, G>) -> Self {
        let hand = Combinations::starting_at(first, size, 0..encoded.cards.len());
        let level = |_| PrefixSets {
            made: vec![Lanes::default(); encoded.rows.len()],
            sets: encoded.groups.iter().map(Groups::sets).collect(),
        };
        Self {
            size,
            next: first,
            group: lowest_group::<G>(&hand),
            hand,
            changed: Some(size - G - 1),
            levels: (G..size).map(level).collect(),
            with: vec![T::Pair::default(); size - G - 1],
            histogram: Histogram::default(),
        }
    }

    /// Continues with the hand of the given rank. Keeps the intermediate counts that depend only on
    /// unchanged cards.
    fn go_to(&mut self, rank: u128, deck: usize) {
        if self.next != rank {
            let hand = Combinations::starting_at(rank, self.size, 0..deck);
            let mut cards = hand.get()[G..].iter().zip(&self.hand.get()[G..]);
            self.changed = self.changed.max(cards.rposition(|(new, old)| new != old));
            (self.group, self.hand, self.next) = (lowest_group::<G>(&hand), hand, rank);
        }
    }

    /// Fills `with` with the pairs of the card at `position`, counted from the group upwards, and
    /// each card above it. Returns the index of the card in the deck and the number of cards above
    /// it.
    #[inline(always)]
    fn choose(&mut self, position: usize, encoded: &Encoded<T, G>) -> (usize, usize) {
        let (&place, above) = self.hand.get()[G + position..].split_first().expect("a position");
        for (pair, &other) in self.with.iter_mut().zip(above) {
            *pair = T::pair(&encoded.cards[other], &encoded.cards[place]);
        }
        (place, above.len())
    }

    /// Computes the intermediate counts of the next level from those of the cards above `position`,
    /// by adding the card there. Positions count from the group upwards; position 0 is left to
    /// [`Self::count`].
    #[inline(always)]
    fn extend<A: Arithmetic>(&mut self, position: usize, encoded: &Encoded<T, G>) {
        let (place, chosen) = self.choose(position, encoded);
        let (before, after) = self.levels.split_at_mut(chosen + 1);
        let (before, after, with) = (&before[chosen], &mut after[0], &self.with[..chosen]);
        for ((made, row), &before) in after.made.iter_mut().zip(&encoded.rows).zip(&before.made) {
            *made = before;
            with.iter().for_each(|pair| count_hits::<T>(made, pair, row));
        }
        let new = before.new_sets(place);
        let blocks = choices(place, G).div_ceil(LANES);
        let groups = encoded.groups[..blocks].iter().zip(&before.sets);
        for (sets, (group, before)) in after.sets.iter_mut().zip(groups) {
            *sets = group.with_card::<A>(&encoded.cards[place], with, before, new);
        }
    }

    /// Records the number of sets of each hand that consists of the current upper cards and a group
    /// of lowest cards. `groups` is the range of ranks of these groups.
    #[inline(always)]
    fn count<A: Arithmetic>(&mut self, groups: Range<usize>, encoded: &Encoded<T, G>) {
        let (place, chosen) = self.choose(0, encoded);
        let (level, with) = (&self.levels[chosen], &self.with[..chosen]);
        let new = level.new_sets(place);
        for block in groups.start / LANES..groups.end.div_ceil(LANES) {
            let (group, before) = (&encoded.groups[block], &level.sets[block]);
            let sets = group.with_card::<A>(&encoded.cards[place], with, before, new);
            let first = block * LANES;
            let from = groups.start.saturating_sub(first);
            self.histogram.record(&sets, from..(groups.end - first).min(LANES));
        }
    }
}

impl<C: Element> PrefixSets<C> {
    /// Returns the number of sets that the card with the index `place` forms with two of the chosen
    /// cards.
    fn new_sets(&self, place: usize) -> C {
        self.made[place / LANES].0[place % LANES]
    }
}

/// Returns the rank of the group of the `G` lowest cards of a hand.
fn lowest_group<const G: usize>(hand: &Combinations<usize>) -> usize {
    hand.get()[..G].iter().zip(1..).map(|(&place, count)| choices(place, count)).sum()
}

/// Returns the number of ways to choose `count` cards from the first `place` cards of the deck.
fn choices(place: usize, count: usize) -> usize {
    let choices = binomial(place, count).and_then(|choices| choices.try_into().ok());
    choices.expect("there are fewer groups than 2^64")
}

/// Task that counts the sets of the next hands, compiled for each instruction set.
struct WalkTask<'a, T: LaneTest, const G: usize> {
    encoded: &'a Encoded<T, G>,
    walk: &'a mut LaneWalk<T, G>,
    hands: u128,
}

impl<T: LaneTest, const G: usize> Task for WalkTask<'_, T, G> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, _: A) {
        let Self { encoded, walk, hands } = self;
        walk.next += hands;
        let mut left = usize::try_from(hands).expect("fewer than 2^32 hands are counted at once");
        while left > 0 {
            for position in (1..=walk.changed.take().unwrap_or(0)).rev() {
                walk.extend::<A>(position, encoded);
            }
            let end = choices(walk.hand.get()[G], G);
            let to = end.min(walk.group + left);
            walk.count::<A>(walk.group..to, encoded);
            left -= to - walk.group;
            walk.group = to;
            if to == end {
                let Some(changed) = walk.hand.advance_beyond(G) else { break };
                walk.changed = Some(changed - G);
                walk.group = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::PortableWithMasks;

    fn counts<T: LaneTest, const G: usize>(
        features: usize,
        size: usize,
        by: impl Arithmetic,
    ) -> Tally {
        let deck = Deck::new(features).unwrap();
        let encoded = &Encoded::<T, G>::new(&T::new(deck), deck);
        let mut walk = LaneWalk::starting_at(0, size, encoded);
        for (first, hands) in [(0, 700), (700, 1), (100, 5_000), (20_000, 64)] {
            walk.go_to(first, deck.size());
            WalkTask { encoded, walk: &mut walk, hands }.run(by);
            walk.histogram.finish();
        }
        let mut tally = Tally::default();
        walk.histogram.add_to(&mut tally);
        tally
    }

    /// Compares with the arithmetic that has no masks, which other tests compare with the
    /// definition.
    #[test]
    fn misses_in_masks_are_hits_that_do_not_count() {
        fn check<T: LaneTest, const G: usize>(features: usize, size: usize) {
            let masks = counts::<T, G>(features, size, PortableWithMasks);
            assert_eq!(masks, counts::<T, G>(features, size, Portable), "{features}");
            assert_eq!(masks.total(), 5_765);
        }
        check::<NarrowThirdCard, 3>(4, 7);
        check::<NarrowPackedMask, 3>(4, 7);
        check::<WideThirdCard, 2>(5, 5);
        check::<WidePackedMask, 2>(6, 4);
    }
}
