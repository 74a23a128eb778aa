//! Measures of caps, the hands without a set.

use super::transversal::Transversal;
use super::{BatchEvaluation, Definition, Evaluator, Marks, Measurer, by_size};
use crate::card::{Card, Deck, MAX_FEATURES, ThirdCards};

/// The maximum hand size of the largest-cap measure for decks of 2 to 6 features: the time for a
/// random hand grows tenfold with every few cards.
const MAX_CARDS_FOR_CAPS: [usize; MAX_FEATURES - 1] = [9, 27, 36, 45, 64];

/// Returns the maximum number of cards of a hand whose largest cap is found quickly even in the
/// worst case. Hands that fill planes take longest: a second for 45 cards, more than ten for 54.
pub(super) fn max_worst_case_cards(deck: Deck) -> usize {
    deck.size().min(45)
}

/// Definition of the measure `largest-cap`, the size of the largest subset of the hand that holds
/// no set. That subset is the complement of a smallest [transversal](super::transversal).
///
/// Mean times, measured on one core of a server, dealing included: 0.05 microseconds for 12 cards
/// of the game, 1.2 for 21, 39 for 30, 510 for 36; with five features 50 for 45 cards, with six
/// features 34 for 64.
pub(super) const LARGEST_CAP: Definition = Definition {
    sizes: |deck| 0..=MAX_CARDS_FOR_CAPS[deck.features() - 2],
    min_value: |_, cards| min_complete_cap(cards),
    is_affine_invariant: true,
    value_without_sets: Some,
    batch_evaluation: Some(BatchEvaluation {
        marks: Marks::Two,
        tally: |counts, cards, hands, tally| {
            counts.few_sets(
                hands,
                |few| few.transversal,
                |transversal, hands| tally.add(cards - transversal, hands.count_ones().into()),
            )
        },
    }),
    ..Definition::new(evaluate_largest_cap)
};

/// Returns a lower bound for the size of a cap that cannot be enlarged within a hand of `cards`
/// cards. A cap of m cards that cannot be enlarged excludes all other cards of the hand, and each
/// of its m(m - 1)/2 pairs excludes at most one: the bound is the least m with m(m + 1)/2 >= cards.
pub(super) fn min_complete_cap(cards: usize) -> usize {
    (0..).find(|m| m * (m + 1) / 2 >= cards).expect("m(m + 1)/2 passes every number")
}

fn evaluate_largest_cap(measurer: &Measurer) -> Evaluator<'_> {
    let mut transversal = Transversal::new(measurer.deck.largest_cap());
    by_size(move |_, sets, new, tally| {
        if new.start == 0 {
            transversal.clear();
        }
        let cards = new.end;
        transversal.add(sets.completed(new));
        tally.record(cards - transversal.len());
    })
}

/// Definition of the measure `greedy-cap`, the size of a random complete cap. The evaluator goes
/// through the whole deck in the order of dealing and keeps each card that forms no set with two
/// cards kept before.
///
/// The cards kept are a complete cap: every other card forms a set with two of them. At each step
/// the card that joins is uniformly random among those still allowed; even so, not all complete
/// caps are equally likely.
pub(super) const GREEDY_CAP: Definition = Definition {
    // A cap grown from only part of the deck need not be complete.
    sizes: |deck| deck.size()..=deck.size(),
    // A complete cap cannot be enlarged within the whole deck.
    min_value: |deck, _| min_complete_cap(deck.size()),
    reads_sets: false,
    ..Definition::new(evaluate_greedy_cap)
};

fn evaluate_greedy_cap(measurer: &Measurer) -> Evaluator<'_> {
    let deck = measurer.deck;
    let mut kept: Vec<Card> = Vec::with_capacity(deck.largest_cap());
    let mut forbidden = vec![false; deck.size()];
    let thirds = ThirdCards::for_deck(deck);
    by_size(move |hand, _, _, tally| {
        kept.clear();
        forbidden.fill(false);
        for &card in hand {
            if !forbidden[card.index()] {
                for third in thirds.with_each(card, &kept) {
                    forbidden[third.index()] = true;
                }
                kept.push(card);
            }
        }
        tally.record(kept.len());
    })
}
