//! Counting measures: sets, cards until the first set, cards in sets, types of sets, and ultrasets.

use super::{BatchEvaluation, Definition, Evaluator, Marks, Measurer, by_size};
use crate::card::{Deck, MAX_FEATURES, ThirdCards, digits_that_differ};
use crate::lanes::Bits;
use crate::stats::Ratio;

/// Definition of the measure `sets`, the number of sets in the hand, counted by the detection
/// strategy.
pub(super) const SETS: Definition = Definition {
    is_affine_invariant: true,
    value_without_sets: |_| Some(0),
    reads_sets: false,
    batch_evaluation: Some(BatchEvaluation {
        marks: Marks::None,
        tally: |counts, _, hands, tally| {
            counts.sets.each(hands, |sets, hands| tally.add(sets, hands.count_ones().into()));
            Bits::default()
        },
    }),
    ..Definition::new(evaluate_sets)
};

fn evaluate_sets(measurer: &Measurer) -> Evaluator<'_> {
    let detector = measurer.detector.as_ref();
    let (mut completed, mut count) = (vec![0; measurer.sizes.largest()], 0);
    by_size(move |hand, _, new, tally| {
        if new.start == 0 {
            // A single hand size needs no running sums.
            if new.end == hand.len() {
                return tally.record(detector.count(hand));
            }
            detector.completed(hand, &mut completed);
            count = 0;
        }
        count += completed[new].iter().sum::<usize>();
        tally.record(count);
    })
}

/// Definition of the measure `first-set`, the number of cards turned over until they hold a set.
///
/// The measure is defined for hands larger than the largest cap, which always hold a set. The size
/// of such a hand does not matter, because the first set is complete at the latest with one card
/// more than the largest cap: 21 cards in the game.
pub(super) const FIRST_SET: Definition = Definition {
    sizes: |deck| deck.largest_cap() + 1..=deck.size(),
    min_value: |_, _| 3,
    ..Definition::new(evaluate_first_set)
};

fn evaluate_first_set(_: &Measurer) -> Evaluator<'_> {
    by_size(|_, sets, new, tally| {
        let first = sets.within(new.end).first();
        let [.., last] = first.expect("a hand larger than the largest cap holds a set");
        tally.record(last + 1);
    })
}

/// Definition of the measure `in-sets`, the number of cards of the hand that belong to at least one
/// set.
pub(super) const IN_SETS: Definition = Definition {
    is_affine_invariant: true,
    value_without_sets: |_| Some(0),
    batch_evaluation: Some(BatchEvaluation {
        marks: Marks::One,
        tally: |counts, _, hands, tally| {
            let [in_sets, _] = &counts.cards_in_sets;
            in_sets.each(hands, |cards, hands| tally.add(cards, hands.count_ones().into()));
            Bits::default()
        },
    }),
    ..Definition::new(evaluate_in_sets)
};

fn evaluate_in_sets(measurer: &Measurer) -> Evaluator<'_> {
    let (mut in_set, mut count) = (vec![false; measurer.sizes.largest()], 0);
    by_size(move |_, sets, new, tally| {
        if new.start == 0 {
            in_set.fill(false);
            count = 0;
        }
        for &place in sets.completed(new).as_flattened() {
            count += usize::from(!in_set[place]);
            in_set[place] = true;
        }
        tally.record(count);
    })
}

/// Definition of the measure `set-types`, the type of each set: the number of features (1 to n) in
/// which its cards differ.
///
/// Sets are tallied, not hands: a hand adds one observation for each of its sets. The proportion of
/// lines of AG(n,3) of type `d` is C(n,d) 2^d/(3^n - 1), because the direction of a line is one of
/// the D = (v - 1)/2 pairs of opposite vectors and each direction has v/3 lines.
///
/// # Intervals
///
/// The sets of one hand are not independent, so the variance of a proportion `p` is not binomial,
/// but it is known exactly. Let X be the sum of I - p over the sets of a hand of `k` cards, where I
/// is 1 for sets of the type whose proportion is `p` and 0 otherwise. The error of the estimate is
/// the sum of X over all deals, divided by the number of sets. Consider ordered pairs of different
/// sets of the deck:
///
/// * Two sets that meet in a card have different directions, and all pairs of different directions
///   are equally frequent: E[(I - p)(I' - p)] = -p(1 - p)/(D - 1). Each set of the deck is the
///   first of 3 (D - 1) such pairs, which cover 5 cards.
/// * Among the sets disjoint from a given set, v/3 - 1 are parallel to it, and v/3 - 3 have each of
///   the other directions. Summed over all D - 1 other directions and the parallel sets,
///   E[(I - p)(I' - p)] is p(1 - p) times (v/3 - 1) - (v/3 - 3) = 2. Such a pair covers 6 cards.
///
/// A hand of `k` of the `v` cards holds `m` given cards with probability
/// h(m) = k(k - 1).../v(v - 1)..., with `m` factors each. The deck has v(v - 1)/6 sets, so
///
/// ```text
/// Var X = p(1 - p) v(v - 1)/6 (h(3) - 3 h(5) + 2 h(6))
/// ```
///
/// while independent sets would have p(1 - p) v(v - 1)/6 h(3). The quotient of the two is the
/// design effect, which makes intervals narrower (`crate::stats::clusters`):
///
/// ```text
/// 1 - (k - 3)(k - 4)/((v - 3)(v - 4)) (3 - 2 (k - 5)/(v - 5))
/// ```
///
/// It is 1 for three and four cards and decreases from there, as h(6) <= h(5). In the game it is
/// 0.9662 for 12 cards, 0.539 for 40, 0.175 for 60, and 0 for 80 and 81, where the proportions are
/// constant. It is exact, so it applies to a single hand as well as to a million.
///
/// The design effect is the same for the mean type, because the derivation only uses that the mean
/// of I - p over all directions is 0.
pub(super) const SET_TYPES: Definition = Definition {
    // Fewer than three cards hold no set to observe.
    sizes: |deck| 3..=deck.size(),
    min_value: |_, _| 1,
    design_effect,
    batch_evaluation: Some(BatchEvaluation {
        marks: Marks::None,
        tally: |counts, _, _, tally| {
            (1..).zip(&counts.types).for_each(|(kind, &sets)| tally.add(kind, sets.into()));
            Bits::default()
        },
    }),
    ..Definition::new(evaluate_set_types)
};

fn design_effect(deck: Deck, cards: usize) -> Ratio {
    let below = |count: usize, less: usize| count.saturating_sub(less) as u128;
    let [v, k] = [deck.size(), cards].map(|count| move |less| below(count, less));
    let whole = v(3) * v(4) * v(5);
    Ratio::new(whole - k(3) * k(4) * (3 * v(5) - 2 * k(5)), whole)
}

fn evaluate_set_types(measurer: &Measurer) -> Evaluator<'_> {
    let deck = measurer.deck;
    let codes: Vec<u16> = deck.cards().map(|card| card.code(deck)).collect();
    let mut counts = [0; MAX_FEATURES + 1];
    by_size(move |hand, sets, new, tally| {
        if new.start == 0 {
            counts.fill(0);
        }
        for &[a, b, _] in sets.completed(new) {
            let [a, b] = [a, b].map(|place| codes[hand[place].index()]);
            counts[digits_that_differ(a, b)] += 1;
        }
        counts.iter().enumerate().for_each(|(kind, &count)| tally.add(kind, count));
    })
}

/// The maximum hand size for ultrasets, in cards: a tally has a count for every value, and hands up
/// to this size have at most 63,180 ultrasets.
const MAX_CARDS_FOR_ULTRASETS: usize = 81;

/// Definition of the measure `ultrasets`, the number of [ultrasets](crate::hand::ultrasets): pairs
/// of pairs that the same card completes to sets. Pairs with the same third card are disjoint, so
/// `m` of them make m(m - 1)/2 ultrasets.
pub(super) const ULTRASETS: Definition = Definition {
    sizes: |deck| 0..=MAX_CARDS_FOR_ULTRASETS.min(deck.size()),
    min_value: min_ultrasets,
    is_affine_invariant: true,
    reads_sets: false,
    ..Definition::new(evaluate_ultrasets)
};

/// Returns a lower bound for the number of ultrasets in hands of `cards` cards. Each pair has a
/// third card among the cards of the deck, and the number of ultrasets is smallest if the numbers
/// of pairs that the cards complete differ by at most one.
fn min_ultrasets(deck: Deck, cards: usize) -> usize {
    let (pairs, size) = (cards * cards.saturating_sub(1) / 2, deck.size());
    let (each, others) = (pairs / size, pairs % size);
    size * (each * each.saturating_sub(1) / 2) + others * each
}

fn evaluate_ultrasets(measurer: &Measurer) -> Evaluator<'_> {
    // For each card of the deck, the number of pairs that it completes to sets.
    let (mut pairs, mut count) = (vec![0; measurer.deck.size()], 0);
    let thirds = ThirdCards::for_deck(measurer.deck);
    by_size(move |hand, _, new, tally| {
        if new.start == 0 {
            pairs.fill(0);
            count = 0;
        }
        for place in new {
            for third in thirds.with_each(hand[place], &hand[..place]) {
                let pairs: &mut usize = &mut pairs[third.index()];
                count += *pairs;
                *pairs += 1;
            }
        }
        tally.record(count);
    })
}
