//! Detection strategies that count the sets of 64 hands at once.
//!
//! Each position of a hand is a `Lanes` with the card number at this position in each of the 64
//! hands. Cards are processed in order. The sets that a card completes come from the pairs (an
//! earlier card, this card) whose third card is between the two: at most one set for each pair. So
//! every triple is tested once, and no pair is looked up.
//!
//! The tests compare the numbers with the naive strategy, hand by hand and card by card, for every
//! strategy and deck, with hands that have many sets; `tests/engine` does so for every
//! instruction set.
//!
//! # Cost
//!
//! In vector operations on 64 hands, for k cards with P = (k-1)(k-2)/2 pairs that have a card
//! between their two, T = k(k-1)(k-2)/6 triples, and n features:
//!
//! | | third card | packed mask |
//! |---|---|---|
//! | encode a card | 5(n - 1), then 3 to swap | 5(n - 1), then 4 |
//! | encode a card of a byte, with AVX-512 | 2: a table of 128 bytes, a matrix of bits | - |
//! | combine a pair | 2 (4 without three-input logic) | 2 |
//! | test a triple and count | 1 with mask registers, else 2 | 3, else 4 |
//! | count a pair | 2 with mask registers, else 0 | the same |
//! | bytes of a code | 1 for n up to 4, else 2 | 2 for n up to 4, else 4 |
//!
//! For 12 cards of the game and the third card, with AVX-512 (64 bytes in a register, three-input
//! logic, mask registers): 12 x 2 + 55 x 4 + 220 x 1 = 464 operations for 64 hands, 7 per hand. Two
//! of them start per clock cycle, so the lower bound is 3.6 cycles per hand; the measured time is
//! 4.9, because comparisons can start on only one of the two ports. With AVX2: 12 x 20 + 55 x 4 +
//! 220 x 2 = 900 on twice as many registers, 28 operations per hand, three of which start per
//! cycle: 9.4 cycles. The packed mask needs twice the width and three times the operations for each
//! triple. (The triples grow fastest: from 13 or 14 cards on they outweigh the rest of the
//! counting.)

mod encoding;
mod in_sets;
mod packed_mask;
mod third_card;

use super::Strategy;
use crate::card::Deck;
use crate::lanes::{Arithmetic, Element, LANES, Lanes};
pub(crate) use in_sets::CardsInSets;
use packed_mask::PackedMaskLanes;
use std::fmt::Debug;
pub(crate) use third_card::{ThirdCardLanes, swapped, third_cards};

/// The largest hand size for which the number of sets always fits into a byte. Each of k cards is
/// in at most (k-1)/2 sets, rounded down, because these share no other card, and each set has three
/// cards.
pub(crate) const MAX_HAND: usize = 40;

/// The number of cards of a hand that are counted in unrolled code, if codes are bytes and there
/// are mask registers: a mispredicted end of a short loop costs more than its iterations.
const UNROLLED_CARDS: usize = 12;

/// The minimum number of earlier cards for which the sets that a card completes are counted by the
/// least mismatch, on processors with mask registers: each mask of misses depends on the one before
/// it, and longer loops cannot hide that latency.
const MIN_CARDS_FOR_LEAST: usize = 24;
const _: () = assert!(UNROLLED_CARDS == 12, "the places are written out in the macros below");

/// A test of whether triples are sets, in 64 hands at once.
pub(crate) trait LaneTest: Clone + Debug + Send + Sync + 'static {
    /// The type of a card number, 0 to 3^n - 1.
    type Number: Element + Into<u16>;

    /// The type of the code of a card, also used for a number of sets.
    type Code: Element;

    /// The type of one encoded card for each hand.
    type Card: Clone + Debug + Default + Send + Sync;

    /// The type of two combined cards for each hand.
    type Pair: Clone + Debug + Default + Send + Sync;

    /// Creates the test of triples of a deck in 64 hands at once.
    fn new(deck: Deck) -> Self;

    /// Encodes one card of each of 64 hands, given by the numbers of the cards.
    fn card<A: Arithmetic>(&self, numbers: &Lanes<Self::Number>, arithmetic: A) -> Self::Card;

    /// Combines two encoded cards of each hand into a pair that a third card is tested against.
    fn pair(a: &Self::Card, b: &Self::Card) -> Self::Pair;

    /// Returns, for each hand, zero if the card completes a set with the pair, and a nonzero code
    /// otherwise.
    fn mismatch(pair: &Self::Pair, card: &Self::Card) -> Lanes<Self::Code>;
}

/// The third-card test in SIMD lanes, for decks whose card codes fit into a byte.
pub(crate) type NarrowThirdCard = ThirdCardLanes<u8, 3>;

/// The third-card test in SIMD lanes, for all decks.
pub(crate) type WideThirdCard = ThirdCardLanes<u16, 5>;

/// The packed-mask test in SIMD lanes, for decks whose card numbers fit into a byte.
pub(crate) type NarrowPackedMask = PackedMaskLanes<u8, u16, 3>;

/// The packed-mask test in SIMD lanes, for all decks.
pub(crate) type WidePackedMask = PackedMaskLanes<u16, u32, 5>;

/// Choice of an implementation of [`LaneTest`], which depends on the strategy and the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LaneTestType {
    NarrowThirdCard,
    WideThirdCard,
    NarrowPackedMask,
    WidePackedMask,
}

impl Strategy {
    /// Returns whether the strategy has an implementation that processes 64 hands at once.
    pub const fn has_lanes(self) -> bool {
        matches!(self, Self::PackedMask | Self::ThirdCard)
    }

    /// Returns the implementation of the strategy for 64 hands at once, with the integer width that
    /// the deck needs, or `None` if the strategy has no such implementation.
    pub(crate) fn lane_test(self, deck: Deck) -> Option<LaneTestType> {
        match (self, deck.size() <= 81) {
            (Self::ThirdCard, true) => Some(LaneTestType::NarrowThirdCard),
            (Self::ThirdCard, false) => Some(LaneTestType::WideThirdCard),
            (Self::PackedMask, true) => Some(LaneTestType::NarrowPackedMask),
            (Self::PackedMask, false) => Some(LaneTestType::WidePackedMask),
            _ => None,
        }
    }

    /// Returns the names of the strategies that can process 64 hands at once, as a phrase for
    /// messages: `packed-mask and third-card`.
    pub(crate) fn names_with_lanes() -> String {
        let with_lanes = Self::ALL.iter().filter(|strategy| strategy.has_lanes());
        with_lanes.map(|strategy| strategy.name()).collect::<Vec<_>>().join(" and ")
    }
}

/// Counts the sets of 64 hands and writes to `totals`, for each position, the number of sets among
/// the cards up to it. `cards` is scratch space for the encoded cards of the hands.
///
/// # Panics
///
/// Panics if `cards` or `totals` is shorter than the hands.
#[inline(always)]
pub(crate) fn running_totals<T: LaneTest, A: Arithmetic>(
    test: &T,
    hands: &[Lanes<T::Number>],
    cards: &mut [T::Card],
    totals: &mut [Lanes<T::Code>],
    arithmetic: A,
) {
    let cards = &mut cards[..hands.len()];
    let totals = &mut totals[..hands.len()];
    // Encodes all cards first: each operation of an encoding depends on the one before, and the
    // processor can fill these latencies with the encodings of other cards.
    for (card, numbers) in cards.iter_mut().zip(hands) {
        *card = test.card(numbers, arithmetic);
    }
    let bytes = size_of::<T::Code>() == 1;
    let unrolled = if A::MASKS && bytes { cards.len().min(UNROLLED_CARDS) } else { 0 };
    let mut total = Lanes::default();
    macro_rules! add_unrolled_cards {
        ($($place:literal)*) => {
            $(if $place < unrolled {
                total.add(&by_misses_unrolled::<T>(&cards[..$place], &cards[$place]));
                totals[$place] = total;
            })*
        };
    }
    add_unrolled_cards!(0 1 2 3 4 5 6 7 8 9 10 11);
    for (place, card) in cards.iter().enumerate().skip(unrolled) {
        let before = &cards[..place];
        total.add(&match (A::MASKS, place < MIN_CARDS_FOR_LEAST) {
            (false, _) => by_hits::<T>(before, card),
            (true, true) => by_misses::<T>(before, card),
            (true, false) => by_least::<T>(before, card),
        });
        totals[place] = total;
    }
}

/// Returns, for each lane, the number of sets that a card completes with two cards before it, by
/// adding one for each. Processes two pairs at a time, which share the loads of the cards they are
/// compared with.
#[inline(always)]
fn by_hits<T: LaneTest>(before: &[T::Card], card: &T::Card) -> Lanes<T::Code> {
    let mut sets = Lanes::default();
    let mut rest = before;
    while let [first, second, later @ ..] = rest {
        let pairs = [T::pair(first, card), T::pair(second, card)];
        count_hits::<T>(&mut sets, &pairs[0], second);
        for other in later {
            count_hits::<T>(&mut sets, &pairs[0], other);
            count_hits::<T>(&mut sets, &pairs[1], other);
        }
        rest = later;
    }
    sets
}

/// Adds one to each lane of `sets` in which the card completes a set with the pair.
#[inline(always)]
pub(crate) fn count_hits<T: LaneTest>(sets: &mut Lanes<T::Code>, pair: &T::Pair, card: &T::Card) {
    let mismatch = T::mismatch(pair, card);
    for lane in 0..LANES {
        sets.0[lane] =
            sets.0[lane].wrapping_add(T::Code::from(mismatch.0[lane] == T::Code::default()));
    }
}

/// Returns, for each lane, the number of sets that a card completes with two cards before it: the
/// number of pairs less the number of pairs that no card completes.
#[inline(always)]
fn by_misses<T: LaneTest>(before: &[T::Card], card: &T::Card) -> Lanes<T::Code> {
    let (mut tried, mut missed) = (T::Code::default(), Lanes::default());
    let mut rest = before;
    while let [first, second, later @ ..] = rest {
        let mut two = TwoPairs::<T>::new(first, second, card);
        later.iter().for_each(|other| two.update_misses(other));
        two.count(&mut tried, &mut missed);
        rest = later;
    }
    missed.map(|missed| tried.wrapping_sub(missed))
}

/// Returns, for each lane, the number of sets that a card completes with two cards before it: the
/// number of pairs whose least mismatch with any card is zero.
#[inline(always)]
fn by_least<T: LaneTest>(before: &[T::Card], card: &T::Card) -> Lanes<T::Code> {
    let mut sets = Lanes::default();
    let mut rest = before;
    while let [first, second, later @ ..] = rest {
        let pairs = [T::pair(first, card), T::pair(second, card)];
        let mut least = [T::mismatch(&pairs[0], second), Lanes::splat(T::Code::ONE)];
        for other in later {
            for (least, pair) in least.iter_mut().zip(&pairs) {
                *least = least.zip(&T::mismatch(pair, other), Ord::min);
            }
        }
        for least in &least {
            sets.add(&least.map(|least| T::Code::from(least == T::Code::default())));
        }
        rest = later;
    }
    sets
}

/// Returns, for each lane, the number of sets that a card completes with two of at most 11 cards
/// before it. The code is unrolled, so the compiler knows the number of cards.
#[inline(always)]
fn by_misses_unrolled<T: LaneTest>(before: &[T::Card], card: &T::Card) -> Lanes<T::Code> {
    let (mut tried, mut missed) = (T::Code::default(), Lanes::default());
    macro_rules! pairs {
        ($($first:literal)*) => {
            $(if $first + 1 < before.len() {
                let mut two = TwoPairs::<T>::new(&before[$first], &before[$first + 1], card);
                update_later_misses!(two, $first, 2 3 4 5 6 7 8 9 10);
                two.count(&mut tried, &mut missed);
            })*
        };
    }
    macro_rules! update_later_misses {
        ($two:ident, $first:literal, $($later:literal)*) => {
            $(if $later > $first + 1 && $later < before.len() {
                $two.update_misses(&before[$later]);
            })*
        };
    }
    pairs!(0 2 4 6 8);
    missed.map(|missed| tried.wrapping_sub(missed))
}

/// The two pairs that a card forms with two consecutive cards before it.
struct TwoPairs<T: LaneTest> {
    pairs: [T::Pair; 2],
    /// For each pair and hand, whether no card so far completes a set with the pair.
    misses: [[bool; LANES]; 2],
}

impl<T: LaneTest> TwoPairs<T> {
    #[inline(always)]
    fn new(first: &T::Card, second: &T::Card, card: &T::Card) -> Self {
        let pairs = [T::pair(first, card), T::pair(second, card)];
        let mut misses = [[true; LANES]; 2];
        update_misses::<T>(&mut misses[0], &pairs[0], second);
        Self { pairs, misses }
    }

    /// Tests both pairs with a card between the two consecutive cards and the last card.
    #[inline(always)]
    fn update_misses(&mut self, other: &T::Card) {
        for (misses, pair) in self.misses.iter_mut().zip(&self.pairs) {
            update_misses::<T>(misses, pair, other);
        }
    }

    /// Adds both pairs to the number of pairs tried, and each pair to `missed` for the hands in
    /// which no card completed it.
    #[inline(always)]
    fn count(&self, tried: &mut T::Code, missed: &mut Lanes<T::Code>) {
        for misses in &self.misses {
            *tried = tried.wrapping_add(T::Code::ONE);
            for (missed, &miss) in missed.0.iter_mut().zip(misses) {
                *missed = missed.wrapping_add(T::Code::from(miss));
            }
        }
    }
}

/// Clears `misses` for the hands in which the card completes a set with the pair. The compiler
/// keeps the flags in mask registers, so a triple takes one operation.
#[inline(always)]
pub(crate) fn update_misses<T: LaneTest>(
    misses: &mut [bool; LANES],
    pair: &T::Pair,
    card: &T::Card,
) {
    let mismatch = T::mismatch(pair, card);
    for (miss, mismatch) in misses.iter_mut().zip(&mismatch.0) {
        *miss &= *mismatch != T::Code::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::lanes::{Portable, PortableWithMasks};

    /// Returns 64 hands with many sets, as a list of hands and as lanes by position.
    pub(super) fn hands<T: LaneTest>(deck: Deck) -> (Vec<Vec<Card>>, Vec<Lanes<T::Number>>) {
        let cards = deck.size().min(MAX_HAND);
        // Arithmetic progressions have many sets.
        let strides = (1..).filter(|stride| stride % 3 != 0).take(LANES);
        let hand = |(first, stride)| {
            let index = move |place| (first + place * stride) % deck.size();
            (0..cards).map(|place| Card::new(index(place), deck).unwrap()).collect()
        };
        let hands: Vec<Vec<Card>> = strides.enumerate().map(hand).collect();
        let number = |card: Card| T::Number::truncated(u16::try_from(card.index()).unwrap());
        let lanes = |place| Lanes::from_fn(|lane: usize| number(hands[lane][place]));
        let lanes = (0..cards).map(lanes).collect();
        (hands, lanes)
    }

    /// Compares every counting method with the naive strategy, card by card.
    fn check<T: LaneTest>(test: &T, deck: Deck) {
        let (hands, lanes) = hands::<T>(deck);
        let cards = lanes.len();
        let mut scratch = vec![T::Card::default(); cards];
        let mut totals = [vec![Lanes::default(); cards], vec![Lanes::default(); cards]];
        running_totals(test, &lanes, &mut scratch, &mut totals[0], Portable);
        running_totals(test, &lanes, &mut scratch, &mut totals[1], PortableWithMasks);
        let naive = Strategy::Naive.detector(deck);
        for place in 0..cards {
            for (lane, hand) in hands.iter().enumerate() {
                let sets = naive.count(&hand[..=place]);
                for totals in &totals {
                    assert_eq!(usize::from(totals[place].0[lane].low_byte()), sets, "{deck:?}");
                }
            }
        }
    }

    #[test]
    fn lanes_agree_with_the_definition_card_by_card() {
        for deck in Deck::all() {
            check(&WideThirdCard::new(deck), deck);
            check(&WidePackedMask::new(deck), deck);
            if deck.size() <= 81 {
                check(&NarrowThirdCard::new(deck), deck);
                check(&NarrowPackedMask::new(deck), deck);
            }
        }
    }

    #[test]
    fn two_strategies_work_in_lanes_as_wide_as_the_deck_needs() {
        let [game, large] = [Deck::GAME, Deck::new(5).unwrap()];
        for strategy in Strategy::ALL {
            let expected = match strategy {
                Strategy::ThirdCard => {
                    [Some(LaneTestType::NarrowThirdCard), Some(LaneTestType::WideThirdCard)]
                }
                Strategy::PackedMask => {
                    [Some(LaneTestType::NarrowPackedMask), Some(LaneTestType::WidePackedMask)]
                }
                _ => [None, None],
            };
            assert_eq!([game, large].map(|deck| strategy.lane_test(deck)), expected);
            assert_eq!(strategy.has_lanes(), expected[0].is_some());
        }
        assert_eq!(Strategy::names_with_lanes(), "packed-mask and third-card");
    }

    #[test]
    fn the_sets_of_the_largest_hand_fit_into_a_byte() {
        let most = |cards: usize| cards * ((cards - 1) / 2) / 3;
        assert!(most(MAX_HAND) <= usize::from(u8::MAX));
        assert!(most(MAX_HAND + 1) > usize::from(u8::MAX));
    }
}
