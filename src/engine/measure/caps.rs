//! Measures of caps, which are hands without a set.

use super::transversal::Transversal;
use super::{Definition, Evaluator, InBatch, Marks, Measurer, by_size};
use crate::card::{Card, Deck, MAX_FEATURES, ThirdCards};

/// The largest hands by the number of features from 2 on, in cards: the time of a random hand grows
/// tenfold with every few cards.
const MAX_CARDS_FOR_CAPS: [usize; MAX_FEATURES - 1] = [9, 27, 36, 45, 64];

/// The largest hand that is searched whatever its structure, in cards. Hands that fill planes take
/// longest: 45 cards take a second, 54 more than ten.
pub(super) fn largest_certain_hand(deck: Deck) -> usize {
    deck.size().min(45)
}

/// The size of the largest cap inside the hand: the most of its cards that hold no set. They are
/// what a smallest [transversal](super::transversal) leaves.
///
/// Mean times, measured on one core of a server, dealing included: 0.05 microseconds for 12 cards
/// of the game, 1.2 for 21, 39 for 30, 510 for 36; with five features 50 for 45 cards, with six 34
/// for 64.
pub(super) const LARGEST_CAP: Definition = Definition {
    sizes: |deck| 0..=MAX_CARDS_FOR_CAPS[deck.features() - 2],
    least: |_, cards| least_complete_cap(cards),
    is_affine_invariant: true,
    value_without_sets: Some,
    in_batch: Some(InBatch {
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

/// A cap of `m` cards that cannot be enlarged inside a hand forbids all others of it, and each of
/// the m(m - 1)/2 pairs forbids at most one card: the least m with m(m + 1)/2 >= cards.
pub(super) fn least_complete_cap(cards: usize) -> usize {
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

/// The size of a random complete cap: go through the whole deck in the order of dealing, and keep
/// each card that makes no set with two cards kept before.
///
/// The cards kept are a cap, and a complete one: every other card makes a set with two of them. At
/// each step the card that joins is uniformly random among those still allowed. So all orders in
/// which a cap can grow are equally likely, but not all complete caps.
pub(super) const GREEDY_CAP: Definition = Definition {
    // A cap of fewer cards than the deck need not be complete.
    sizes: |deck| deck.size()..=deck.size(),
    // A complete cap is one that cannot be enlarged inside the whole deck.
    least: |deck, _| least_complete_cap(deck.size()),
    reads_sets: false,
    ..Definition::new(evaluate_greedy_cap)
};

fn evaluate_greedy_cap(measurer: &Measurer) -> Evaluator<'_> {
    let deck = measurer.deck;
    let mut kept: Vec<Card> = Vec::with_capacity(deck.largest_cap());
    let mut forbidden = vec![false; deck.size()];
    let thirds = ThirdCards::of(deck);
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
