//! What policies choose by that compare the sets of a table: weights of the sets of 64 tables.

use super::pairs::{PLACES, digits_that_differ, pairs};
use crate::game::counts::LANE_CARDS;
use crate::lanes::{LANES, Lanes};

/// Keeps the weight 1 of each set whose cards have the best number of sets, all three counted
/// together, and takes it from all others; how many keep it. The best is the one with the largest
/// `score`, which is never 0.
///
/// The sum tells how many sets are left ([`crate::game::choice::Degrees`]); of 12 cards it is at
/// most 15.
#[inline(always)]
pub(super) fn keep_best(
    cards: &[Lanes<u8>],
    thirds: &[Lanes<u8>],
    weights: &mut [Lanes<u8>],
    score: impl Fn(u8) -> u8,
) -> Lanes<u16> {
    let mut degrees = [Lanes::default(); LANE_CARDS];
    for (place, degree) in degrees.iter_mut().enumerate().take(cards.len()) {
        *degree = degree_of(place, cards, thirds, weights);
    }
    let mut best = Lanes::splat(1);
    for ((weight, third), &[middle, last]) in weights.iter_mut().zip(thirds).zip(&PLACES) {
        let mut sum = degrees[middle];
        sum.add(&degrees[last]);
        for (degree, card) in degrees.iter().zip(&cards[..middle]) {
            for lane in 0..LANES {
                let is_first = card.0[lane] == third.0[lane];
                sum.0[lane] += if is_first { degree.0[lane] } else { 0 };
            }
        }
        *weight = weight.zip(&sum, |weight, sum| if weight == 0 { 0 } else { score(sum) });
        best = best.zip(weight, u8::max);
    }
    let mut number = Lanes::<u8>::default();
    for weight in weights {
        *weight = weight.zip(&best, |score, best| u8::from(score == best));
        number.add(weight);
    }
    number.map(u16::from)
}

/// The number of sets of the card at a place.
#[inline(always)]
fn degree_of(
    place: usize,
    cards: &[Lanes<u8>],
    thirds: &[Lanes<u8>],
    weights: &[Lanes<u8>],
) -> Lanes<u8> {
    let mut degree = Lanes::default();
    // As the last, the middle and the first card of a set.
    weights[pairs(place)..pairs(place + 1)].iter().for_each(|weight| degree.add(weight));
    for last in place + 1..cards.len() {
        if place > 0 {
            degree.add(&weights[pairs(last) + place - 1]);
        }
        for third in &thirds[pairs(last) + place..pairs(last + 1)] {
            for lane in 0..LANES {
                degree.0[lane] += u8::from(third.0[lane] == cards[place].0[lane]);
            }
        }
    }
    degree
}

/// Gives each set the weight 3^e, where the exponent `e` is a function of the number of features in
/// which its cards differ; the sums of the weights.
#[inline(always)]
pub(super) fn weigh_by_type(
    cards: &[Lanes<u8>],
    weights: &mut [Lanes<u8>],
    exponent: impl Fn(u8) -> u8,
) -> Lanes<u16> {
    let mut totals = Lanes::default();
    for (weight, &[middle, last]) in weights.iter_mut().zip(&PLACES) {
        let differing = cards[middle].zip(&cards[last], digits_that_differ);
        *weight = weight.zip(&differing, |weight, differing| {
            if weight == 0 { 0 } else { power_of_three(exponent(differing)) }
        });
        totals.add(&weight.map(u16::from));
    }
    totals
}

/// 3^exponent, up to 3^4, without a table.
#[inline(always)]
fn power_of_three(exponent: u8) -> u8 {
    let steps = [2, 6, 18, 54].into_iter().zip(0..);
    steps.fold(1, |power, (step, passed)| power + if exponent > passed { step } else { 0 })
}
