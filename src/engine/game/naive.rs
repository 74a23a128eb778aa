//! One whole game, by the definition: the oracle. The cards lie in a plain list in the order of
//! dealing, and whenever a set is looked for, all triples are tried. It shares no code with the
//! other players, not even how a set is recognised or chosen. What it sees turn by turn can be
//! shown.

use super::choice::TableView;
use super::counts::Counts;
use super::dealer::Dealer;
use super::engine::GameEngine;
use super::policy::Policy;
use super::progress::Ending;
use super::rules::{Arrival, DEALT, Rules, games_per_block};
use super::splitmix::SplitMix64;
use crate::card::{Card, Deck};
use crate::deal::Seed;

/// A look at the table, and what is done then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The cards on the table, in the order of dealing.
    pub table: Vec<Card>,
    /// Cards in the deck.
    pub in_deck: usize,
    /// How the table came about.
    pub arrival: Arrival,
    /// The sets on the table, each by its cards in the order of dealing.
    pub sets: Vec<[Card; 3]>,
    /// The set that is taken; nothing where there is none.
    pub taken: Option<[Card; 3]>,
}

/// A game of [`Games`](super::Games) of these rules and this seed, counted from 0, turn by turn as
/// the policy plays it.
///
/// ```
/// use setodds_engine::{deal::Seed, game::{Policy, Rules, turns}};
/// let turns = turns(Rules::default(), Policy::Random, Seed(1), 9);
/// let taken = turns.iter().filter(|turn| turn.taken.is_some()).count();
/// assert_eq!(turns[0].table.len(), 12);
/// assert_eq!(3 * taken + turns[turns.len() - 1].table.len(), 81);
/// ```
///
/// # Panics
///
/// When the rules are not usual.
#[must_use]
pub fn turns(rules: Rules, policy: Policy, seed: Seed, game: u64) -> Vec<Turn> {
    assert!(rules.are_usual(), "only games by the usual rules are shown turn by turn");
    let per_block = games_per_block(rules);
    let (block, place) = (game / per_block, game % per_block);
    let (mut turns, mut before) = (Vec::new(), place);
    Dealer::new(rules.deck(), GameEngine::Naive).deal(seed, block, place + 1, |round| {
        round.for_each(|deck, rng| match before.checked_sub(1) {
            Some(left) => before = left,
            None => play_turns(rules, deck, rng, policy, |turn| turns.push(turn.clone())),
        });
    });
    turns
}

/// Plays the deck, from its first card to its last, and shows every turn.
fn play_turns(
    rules: Rules,
    cards: &[Card],
    mut rng: SplitMix64,
    policy: Policy,
    mut show: impl FnMut(&Turn),
) {
    let (deck, start) = (rules.deck(), rules.start());
    let (mut table, mut rest) = (cards[..start].to_vec(), cards[start..].iter());
    let mut arrival = Arrival::Dealt;
    loop {
        let sets = sets(&table, deck);
        let view = TableView { deck, table: &table, sets: &sets };
        let taken = (!sets.is_empty()).then(|| sets[choose(policy, view, &mut rng)]);
        let turn = Turn { table, in_deck: rest.len(), arrival, sets, taken };
        show(&turn);
        table = turn.table;
        match taken {
            Some(set) => table.retain(|card| !set.contains(card)),
            None if rest.len() == 0 => return,
            None => {}
        }
        let deals = taken.is_none() || table.len() < start && rest.len() > 0;
        arrival = if deals { Arrival::Dealt } else { Arrival::Taken };
        if deals {
            table.extend(rest.by_ref().take(DEALT));
        }
    }
}

/// Plays the deck and counts what happens.
pub(super) fn play(
    rules: Rules,
    cards: &[Card],
    rng: SplitMix64,
    policy: Policy,
    counts: &mut Counts,
) -> Ending {
    let mut ending = Ending::default();
    play_turns(rules, cards, rng, policy, |turn| {
        let (in_deck, table) = (turn.in_deck / DEALT, turn.table.len());
        counts.table_seen(in_deck, table / DEALT, turn.arrival, turn.sets.len());
        ending.largest_table = ending.largest_table.max(table);
        if turn.taken.is_none() {
            ending.is_stuck(turn.in_deck + table);
        }
        match turn.taken {
            Some(_) => ending.sets_taken += 1,
            None if turn.in_deck == 0 => ending.cards_left = table,
            None => ending.extra_deals += 1,
        }
    });
    ending
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
    let weights = policy.weights(view);
    let mut rest = rng.below(weights.iter().sum());
    let passes = |&weight: &u64| match rest.checked_sub(weight) {
        Some(less) => {
            rest = less;
            false
        }
        None => true,
    };
    weights.iter().position(passes).unwrap_or_default()
}
