//! Weights of the sets of 64 tables, for policies that compare the sets of a table.

use super::MAX_TABLE_CARDS;
use super::pairs::{PAIRS, PLACES, SeenTables, pairs};
use crate::game::policy::Policy;
use crate::lanes::{LANES, Lanes};

const _: () = assert!(MAX_TABLE_CARDS == 15, "the middle places are written out below");

/// For each card of 64 tables, the number of sets that contain it.
type LaneDegrees = [Lanes<u8>; MAX_TABLE_CARDS];

/// Returns, for each card of 64 tables, the number of sets on its table that contain it.
#[inline(always)]
fn degrees(seen: &SeenTables<'_>, weights: &[Lanes<u8>; PAIRS]) -> LaneDegrees {
    let mut degrees = [Lanes::default(); MAX_TABLE_CARDS];
    // The number of earlier cards is a constant here, so the compiler unrolls the loops over them.
    macro_rules! add {
        ($($middle:literal)*) => { $(add_degrees::<$middle>(seen, weights, &mut degrees);)* };
    }
    add!(1 2 3 4 5 6 7 8 9 10 11 12 13);
    degrees
}

/// Keeps the weight 1 of each set with the best [score](Policy::score), and sets all other weights
/// to 0. Returns the number of sets that remain on each table. A score is never 0, because the
/// degrees of three of 15 cards sum to at most 21.
#[inline(always)]
pub(super) fn keep_best(
    policy: Policy,
    seen: &SeenTables<'_>,
    weights: &mut [Lanes<u8>; PAIRS],
) -> Lanes<u16> {
    let degrees = degrees(seen, weights);
    // An XOR is either score, so that the loops are compiled once.
    let flip = policy.score(0);
    let mut best = Lanes::splat(1);
    macro_rules! score {
        ($($middle:literal)*) => {
            $(score_sets::<$middle>(flip, seen, weights, &degrees, &mut best);)*
        };
    }
    score!(1 2 3 4 5 6 7 8 9 10 11 12 13);
    let mut number = Lanes::<u8>::default();
    for weight in &mut weights[seen.pairs()] {
        *weight = weight.zip(&best, |score, best| u8::from(score == best));
        number.add(weight);
    }
    number.map(u16::from)
}

/// Adds the sets whose middle card is at position `MIDDLE` to the degrees of their three cards.
#[inline(always)]
fn add_degrees<const MIDDLE: usize>(
    seen: &SeenTables<'_>,
    weights: &[Lanes<u8>; PAIRS],
    degrees: &mut LaneDegrees,
) {
    // Separate sums stay in registers.
    let (mut firsts, mut middle) = ([Lanes::default(); MIDDLE], Lanes::default());
    #[expect(clippy::needless_range_loop, reason = "the iterator takes a quarter longer")]
    for last in seen.without.max(MIDDLE + 1)..seen.cards.len() {
        let pair = pairs(last) + MIDDLE - 1;
        degrees[last].add(&weights[pair]);
        middle.add(&weights[pair]);
        for (first, card) in firsts.iter_mut().zip(seen.cards) {
            for lane in 0..LANES {
                first.0[lane] += u8::from(card.0[lane] == seen.thirds[pair].0[lane]);
            }
        }
    }
    degrees[MIDDLE].add(&middle);
    degrees.iter_mut().zip(&firsts).for_each(|(degree, first)| degree.add(first));
}

/// Replaces the weight of each set whose middle card is at position `MIDDLE` with its score, and
/// raises `best` to the highest score of each table.
#[inline(always)]
fn score_sets<const MIDDLE: usize>(
    flip: u8,
    seen: &SeenTables<'_>,
    weights: &mut [Lanes<u8>; PAIRS],
    degrees: &LaneDegrees,
    best: &mut Lanes<u8>,
) {
    for last in seen.without.max(MIDDLE + 1)..seen.cards.len() {
        let pair = pairs(last) + MIDDLE - 1;
        let (mut sum, third) = (degrees[MIDDLE], seen.thirds[pair]);
        sum.add(&degrees[last]);
        for (degree, card) in degrees[..MIDDLE].iter().zip(seen.cards) {
            sum.add(&degree.and(&card.equal(&third)));
        }
        let weight = &mut weights[pair];
        *weight = weight.zip(&sum, |weight, sum| if weight == 0 { 0 } else { sum ^ flip });
        *best = best.zip(weight, u8::max);
    }
}

/// Assigns the weight 3^e to each set, where `e` is the [exponent](Policy::exponent) of the policy.
/// Returns the sum of the weights for each table.
#[inline(always)]
pub(super) fn weigh_by_type(
    policy: Policy,
    seen: &SeenTables<'_>,
    weights: &mut [Lanes<u8>; PAIRS],
    features: u8,
) -> Lanes<u16> {
    let mut totals = Lanes::default();
    for (weight, &[middle, last]) in weights[seen.pairs()].iter_mut().zip(&PLACES[seen.pairs()]) {
        let differing = seen.cards[middle].zip(&seen.cards[last], digits_that_differ);
        *weight = weight.zip(&differing, |weight, differing| {
            if weight == 0 { 0 } else { power_of_three(policy.exponent(differing, features)) }
        });
        totals.add(&weight.map(u16::from));
    }
    totals
}

/// Returns 3^exponent, for exponents up to 4, without a table.
#[inline(always)]
fn power_of_three(exponent: u8) -> u8 {
    let steps = [2, 6, 18, 54].into_iter().zip(0..);
    steps.fold(1, |power, (step, passed)| power + if exponent > passed { step } else { 0 })
}

/// Mask of the upper bit of every two-bit digit of a card code.
const UPPER: u8 = 0xAA;

/// Returns the number of digits in which two card codes differ.
#[inline(always)]
const fn digits_that_differ(a: u8, b: u8) -> u8 {
    let bits = a ^ b;
    let digits = (bits | bits >> 1) & !UPPER;
    let pairs = (digits & 0x33) + (digits >> 2 & 0x33);
    (pairs & 0x0F) + (pairs >> 4)
}
