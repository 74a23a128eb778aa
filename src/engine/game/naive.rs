//! One whole game, by the definition: the oracle. The cards lie in a plain list in the order of
//! dealing, and whenever a set is looked for, all triples are tried. It shares no code with the
//! other players, not even how a set is recognised or chosen.

use super::counts::Counts;
use super::policy::{POWERS, Policy};
use super::progress::Ending;
use super::rules::{Arrival, DEALT, Rules};
use super::splitmix::SplitMix64;
use crate::card::{Card, Deck};
use std::cmp::Reverse;

/// The table as a policy sees it by definition: nothing is prepared.
#[derive(Clone, Copy, Debug)]
struct TableView<'a> {
    deck: Deck,
    /// The cards on the table in the order of dealing.
    table: &'a [Card],
    /// The sets on the table in their order, the cards of each in the order of dealing.
    sets: &'a [[Card; 3]],
}

/// Plays the deck, from its first card to its last, and counts what happens.
pub(super) fn play(
    rules: Rules,
    cards: &[Card],
    mut rng: SplitMix64,
    policy: Policy,
    counts: &mut Counts,
) -> Ending {
    let (deck, start) = (rules.deck(), rules.start());
    let (mut table, mut rest) = (cards[..start].to_vec(), cards[start..].iter());
    let (mut arrival, mut ending) = (Arrival::Dealt, Ending::default());
    loop {
        let sets = sets(&table, deck);
        counts.table_seen(rest.len() / DEALT, table.len() / DEALT, arrival, sets.len());
        ending.largest_table = ending.largest_table.max(table.len());
        if sets.is_empty() {
            ending.is_stuck(rest.len() + table.len());
            if rest.len() == 0 {
                ending.cards_left = table.len();
                return ending;
            }
            ending.extra_deals += 1;
        } else {
            let view = TableView { deck, table: &table, sets: &sets };
            let taken = sets[choose(policy, view, &mut rng)];
            table.retain(|card| !taken.contains(card));
            ending.sets_taken += 1;
        }
        let deals = sets.is_empty() || table.len() < start && rest.len() > 0;
        arrival = if deals { Arrival::Dealt } else { Arrival::Taken };
        if deals {
            table.extend(rest.by_ref().take(DEALT));
        }
    }
}

/// All sets among the cards: by the last dealt of their cards, then by the one dealt before it.
fn sets(table: &[Card], deck: Deck) -> Vec<[Card; 3]> {
    let mut sets = Vec::new();
    for (last, &c) in table.iter().enumerate() {
        for (second, &b) in table[..last].iter().enumerate() {
            let firsts = table[..second].iter().filter(|&&a| is_set([a, b, c], deck));
            sets.extend(firsts.map(|&a| [a, b, c]));
        }
    }
    sets
}

/// Whether three cards are all equal or all different in each feature.
fn is_set(cards: [Card; 3], deck: Deck) -> bool {
    (0..deck.features()).all(|feature| {
        let [a, b, c] = cards.map(|card| card.digit(feature, deck));
        (a == b) == (b == c) && (b == c) == (c == a)
    })
}

/// The number of a set, by the weights that the policy gives.
fn choose(policy: Policy, view: TableView<'_>, rng: &mut SplitMix64) -> usize {
    let weights = weights(policy, view);
    let mut rest = rng.below(weights.iter().sum());
    let passes = |&weight: &u64| match rest.checked_sub(weight) {
        Some(less) => {
            rest = less;
            false
        }
        None => true,
    };
    weights.iter().position(passes).expect("a number below the sum of the weights is passed")
}

/// The weights of the sets, by definition.
fn weights(policy: Policy, view: TableView<'_>) -> Vec<u64> {
    let TableView { deck, table, sets } = view;
    let position = |card| table.iter().position(|&other| other == card);
    let differing = |set: &_| differing(*set, deck);
    let sets_left = |set: &_| sets_left(sets, *set);
    match policy {
        Policy::Random => vec![1; sets.len()],
        Policy::First => least(sets.iter().map(|set| set.map(position))),
        Policy::MostLeft => least(sets.iter().map(|set| Reverse(sets_left(set)))),
        Policy::FewestLeft => least(sets.iter().map(sets_left)),
        Policy::Similar => {
            sets.iter().map(|set| POWERS[deck.features() - differing(set)]).collect()
        }
        Policy::Different => sets.iter().map(|set| POWERS[differing(set)]).collect(),
    }
}

/// Weights 1 for the smallest score and 0 for all others.
fn least<T: Ord>(scores: impl Iterator<Item = T>) -> Vec<u64> {
    let scores: Vec<T> = scores.collect();
    let least = scores.iter().min();
    scores.iter().map(|score| u64::from(Some(score) == least)).collect()
}

/// The number of features in which the cards of a set differ.
fn differing([a, b, _]: [Card; 3], deck: Deck) -> usize {
    a.digits(deck).zip(b.digits(deck)).filter(|(a, b)| a != b).count()
}

/// The number of sets that are left when one of them is taken, by definition.
fn sets_left(sets: &[[Card; 3]], taken: [Card; 3]) -> usize {
    sets.iter().filter(|set| set.iter().all(|card| !taken.contains(card))).count()
}
