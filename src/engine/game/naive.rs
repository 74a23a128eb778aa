//! One whole game, by the definition: the oracle. The cards lie in a plain list in the order of
//! dealing, and whenever a set is looked for, all triples are tried by the naive detector.

use super::choice::{View, differing, weighted};
use super::counts::Counts;
use super::policy::Policy;
use super::rules::{Arrival, DEALT, Ending, Rules};
use super::splitmix::SplitMix64;
use crate::card::Card;
use crate::detect::Detector;

/// Plays the deck, from its first card to its last.
pub(super) fn play(
    rules: Rules,
    detector: &dyn Detector,
    cards: &[Card],
    mut rng: SplitMix64,
    policy: Policy,
    counts: &mut Counts,
) -> Ending {
    let (deck, start) = (rules.deck(), rules.start());
    let (mut table, mut rest) = (cards[..start].to_vec(), cards[start..].iter());
    let (mut arrival, mut ending) = (Arrival::Dealt, Ending::default());
    loop {
        ending.largest_table = ending.largest_table.max(table.len());
        let sets = sets(&table, detector);
        counts.sees(rest.len() / DEALT, table.len() / DEALT, arrival, sets.len());
        if sets.is_empty() && rest.len() == 0 {
            return Ending { cards_left: table.len(), ..ending };
        }
        if sets.is_empty() {
            ending.extra_deals += 1;
        } else {
            let view = View { deck, table: &table, sets: &sets, in_deck: rest.as_slice() };
            let set = sets[weighted(policy.weights(view).into_iter(), &mut rng)];
            counts.takes(rest.len() / DEALT, differing(set, deck));
            table.retain(|card| !set.contains(card));
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
fn sets(table: &[Card], detector: &dyn Detector) -> Vec<[Card; 3]> {
    let mut sets = detector.sets(table);
    sets.sort_by_key(|&[_, second, last]| (last, second));
    sets.into_iter().map(|set| set.map(|place| table[place])).collect()
}
