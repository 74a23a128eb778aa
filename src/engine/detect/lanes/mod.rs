//! Strategies that count the sets of 64 hands at once.
//!
//! Every card of a hand is a [`Lane`]: the number of that card in each of the 64 hands. As cards
//! are counted in order, the sets that a card completes are those of the pairs (an earlier card,
//! this card) whose third card lies between the two: at most one for each pair. So every triple is
//! tested once, and nothing is looked up.
//!
//! How one knows that it is right: hand by hand, card by card, the numbers are those of the naive
//! definition, for every strategy, deck and instruction set, with hands that are full of sets.
//!
//! # Cost
//!
//! In vector operations on a lane, for k cards with P = k(k-1)/2 pairs and T = k(k-1)(k-2)/6
//! triples, n features:
//!
//! | | third card | packed mask |
//! |---|---|---|
//! | encode a card | 5(n - 1), then 3 to swap | 5(n - 1), then 4 |
//! | combine a pair | 2 (4 without three-input logic) | 2 |
//! | test a triple and count | 1 with mask registers, else 2 | 3, else 4 |
//! | count a pair | 2 with mask registers, else 0 | the same |
//! | bytes of a code | 1 for n up to 4, else 2 | 2 for n up to 4, else 4 |
//!
//! For 12 cards of the game and the third card, with AVX-512 (64 bytes in a register, three-input
//! logic, mask registers): 12 x 18 + 66 x 4 + 220 x 1 = 700 operations for 64 hands, 11 a hand. Two of
//! them start in a clock cycle, so the floor is 5.5 cycles a hand. With AVX2: 12 x 20 + 66 x 4 + 220 x
//! 2 = 944 on twice as many registers, 30 operations a hand, three of which start in a cycle: 10
//! cycles. The packed mask needs twice the width and three times the operations for each triple.
//! (The triples are what grows fastest: from about 18 cards on they outweigh all else.)

mod encoding;
mod packed_mask;
mod third_card;

use super::Strategy;
use crate::card::Deck;
use crate::lanes::{LANES, Lane, Word};
use packed_mask::PackedMask;
use third_card::ThirdCard;

/// The largest hand whose sets fit into a byte, however they lie: k(k-1)/6 of them at most, as
/// every pair is in one set and every set has three pairs.
pub const LARGEST_HAND: usize = 39;

/// A test of triples in 64 hands at once.
pub trait LaneTest: Send + Sync {
    /// What holds the number of a card: 0 to 3^n - 1.
    type Number: Word;

    /// What holds the code of a card, and a number of sets.
    type Code: Word;

    /// An encoded card of each hand.
    type Card: Clone + Default;

    /// Two cards of each hand combined.
    type Pair;

    /// Encodes a card of each hand.
    fn card(&self, numbers: &Lane<Self::Number>) -> Self::Card;

    /// Combines two cards of each hand.
    fn pair(a: &Self::Card, b: &Self::Card) -> Self::Pair;

    /// Zero where the card makes a set with the pair.
    fn mismatch(pair: &Self::Pair, card: &Self::Card) -> Lane<Self::Code>;
}

/// What can be built of a test, whichever it is.
pub trait LaneVisitor {
    /// What is built.
    type Output;

    /// Builds it.
    fn visit<T: LaneTest + 'static>(self, test: T) -> Self::Output;
}

impl Strategy {
    /// Whether it works in lanes.
    #[must_use]
    pub const fn has_lanes(self) -> bool {
        matches!(self, Self::PackedMask | Self::ThirdCard)
    }

    /// Hands the strategy's test in lanes to `visitor`; nothing if it has none.
    pub fn in_lanes<V: LaneVisitor>(self, deck: Deck, visitor: V) -> Option<V::Output> {
        let bytes = deck.size() <= 81;
        match (self, bytes) {
            (Self::ThirdCard, true) => Some(visitor.visit(ThirdCard::<u8, 3>::new(deck))),
            (Self::ThirdCard, false) => Some(visitor.visit(ThirdCard::<u16, 5>::new(deck))),
            (Self::PackedMask, true) => Some(visitor.visit(PackedMask::<u8, u16, 3>::new(deck))),
            (Self::PackedMask, false) => Some(visitor.visit(PackedMask::<u16, u32, 5>::new(deck))),
            _ => None,
        }
    }
}

/// Counts the sets of 64 hands card by card and writes, for the place of each card, how many there
/// are among the cards up to it. `cards` is room for as many cards as the hands have. With `MASKS`,
/// triples are counted in the way that suits processors with registers for masks.
///
/// # Panics
///
/// When there is not enough room.
#[inline(always)]
pub fn running_totals<T: LaneTest, const MASKS: bool>(
    test: &T,
    hands: &[Lane<T::Number>],
    cards: &mut [T::Card],
    totals: &mut [Lane<T::Code>],
) {
    let cards = &mut cards[..hands.len()];
    let totals = &mut totals[..hands.len()];
    // All cards first: encoding one takes longer than its operations, because each needs the one
    // before, and the processor can fill the gaps with other cards.
    for (card, numbers) in cards.iter_mut().zip(hands) {
        *card = test.card(numbers);
    }
    let mut total = Lane::default();
    for ((place, card), wanted) in cards.iter().enumerate().zip(totals) {
        let before = &cards[..place];
        if MASKS {
            total.add(&by_misses::<T>(before, card));
        } else {
            total.add(&by_hits::<T>(before, card));
        }
        *wanted = total;
    }
}

/// The number of sets that a card completes with two cards before it: one is added for each. Two
/// pairs at a time share the cards that they are compared with.
#[inline(always)]
fn by_hits<T: LaneTest>(before: &[T::Card], card: &T::Card) -> Lane<T::Code> {
    let mut sets = Lane::default();
    let mut rest = before;
    while let [first, second, later @ ..] = rest {
        let pairs = [T::pair(first, card), T::pair(second, card)];
        hit::<T>(&mut sets, &pairs[0], second);
        for other in later {
            hit::<T>(&mut sets, &pairs[0], other);
            hit::<T>(&mut sets, &pairs[1], other);
        }
        rest = later;
    }
    sets
}

/// Counts where the card makes a set with the pair.
#[inline(always)]
fn hit<T: LaneTest>(sets: &mut Lane<T::Code>, pair: &T::Pair, card: &T::Card) {
    let mismatch = T::mismatch(pair, card);
    for lane in 0..LANES {
        sets.0[lane] = sets.0[lane].plus(T::Code::one_if(mismatch.0[lane] == T::Code::default()));
    }
}

/// The same number: the pairs tried, less those that miss all cards.
#[inline(always)]
fn by_misses<T: LaneTest>(before: &[T::Card], card: &T::Card) -> Lane<T::Code> {
    let (mut tried, mut missed) = (T::Code::default(), Lane::<T::Code>::default());
    let mut rest = before;
    while let [first, second, later @ ..] = rest {
        let pairs = [T::pair(first, card), T::pair(second, card)];
        let mut misses = [[true; LANES]; 2];
        strike::<T>(&mut misses[0], &pairs[0], second);
        for other in later {
            strike::<T>(&mut misses[0], &pairs[0], other);
            strike::<T>(&mut misses[1], &pairs[1], other);
        }
        for misses in &misses {
            for (missed, &miss) in missed.0.iter_mut().zip(misses) {
                *missed = missed.plus(T::Code::one_if(miss));
            }
        }
        tried = tried.plus(T::Code::ONE).plus(T::Code::ONE);
        rest = later;
    }
    missed.map(|missed| tried.minus(missed))
}

/// Notes where the card makes a set with the pair. Truth values are what the compiler keeps in
/// registers for masks: one operation for each triple.
#[inline(always)]
fn strike<T: LaneTest>(misses: &mut [bool; LANES], pair: &T::Pair, card: &T::Card) {
    let mismatch = T::mismatch(pair, card);
    for (miss, mismatch) in misses.iter_mut().zip(&mismatch.0) {
        *miss &= *mismatch != T::Code::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::lanes::{InstructionSet, LANES, Task};

    struct Totals<'a>(&'a [Vec<Card>]);

    struct Running<'a, T: LaneTest, const MASKS: bool>(&'a T, &'a [Vec<Card>]);

    impl LaneVisitor for Totals<'_> {
        type Output = Vec<Vec<Vec<usize>>>;

        fn visit<T: LaneTest + 'static>(self, test: T) -> Self::Output {
            let by_hits = |set: InstructionSet| set.run(Running::<T, false>(&test, self.0));
            let by_misses = |set: InstructionSet| set.run(Running::<T, true>(&test, self.0));
            InstructionSet::available().flat_map(|set| [by_hits(set), by_misses(set)]).collect()
        }
    }

    impl<T: LaneTest, const MASKS: bool> Task for Running<'_, T, MASKS> {
        /// For each place the numbers of sets of the hands.
        type Output = Vec<Vec<usize>>;

        #[inline(always)]
        fn run(self) -> Self::Output {
            let Running(test, hands) = self;
            let number = |card: Card| T::Number::truncated(u16::try_from(card.index()).unwrap());
            let hands: Vec<_> = (0..hands[0].len())
                .map(|place| Lane::from_fn(|lane| number(hands[lane][place])))
                .collect();
            let mut room = vec![T::Card::default(); hands.len()];
            let mut totals = vec![Lane::default(); hands.len()];
            running_totals::<T, MASKS>(test, &hands, &mut room, &mut totals);
            let numbers = |total: &Lane<T::Code>| total.0.map(|n| n.low_byte().into()).to_vec();
            totals.iter().map(numbers).collect()
        }
    }

    /// Every strategy in lanes, on every instruction set and deck, against the naive definition
    /// with hands that are full of sets.
    #[test]
    fn lanes_agree_with_the_definition_card_by_card() {
        for deck in (2..=6).map(|features| Deck::new(features).unwrap()) {
            let cards = deck.size().min(LARGEST_HAND);
            let strides = (1..).filter(|stride| stride % 3 != 0).take(LANES);
            let hands: Vec<Vec<Card>> = strides
                .enumerate()
                .map(|(first, stride)| {
                    let index = |place| (first + place * stride) % deck.size();
                    (0..cards).map(|place| Card::new(index(place), deck).unwrap()).collect()
                })
                .collect();
            let naive = Strategy::Naive.detector(deck, cards);
            for strategy in Strategy::ALL.iter().filter(|strategy| strategy.has_lanes()) {
                for totals in strategy.in_lanes(deck, Totals(&hands)).unwrap() {
                    for (place, sets) in totals.iter().enumerate() {
                        for (hand, &sets) in hands.iter().zip(sets) {
                            assert_eq!(naive.count(&hand[..=place]), sets, "{strategy}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn only_those_that_say_so_have_lanes() {
        for &strategy in Strategy::ALL {
            let hands = vec![vec![Card::default()]; LANES];
            let built = strategy.in_lanes(Deck::GAME, Totals(&hands));
            assert_eq!(built.is_some(), strategy.has_lanes(), "{strategy}");
        }
    }

    #[test]
    fn the_sets_of_the_largest_hand_fit_into_a_byte() {
        let most = |cards: usize| cards * (cards - 1) / 6;
        assert!(most(LARGEST_HAND) <= usize::from(u8::MAX));
        assert!(most(LARGEST_HAND + 1) > usize::from(u8::MAX));
    }
}
