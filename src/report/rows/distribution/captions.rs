//! Titles and captions of charts of distributions.

use super::basis::{SizeRows, has_both};
use crate::measure::Measure;
use crate::report::chart::words;
use crate::report::number::count;
use std::collections::BTreeSet;

/// Returns the title of a chart: the question that the measure answers, about one hand size or
/// about hands of any size. The question is a general one if there are several measures.
pub(super) fn title(all: &[SizeRows], cards: Option<usize>) -> String {
    if has_one_measure(all) {
        words::question(all[0].measure, cards)
    } else {
        "What do hands hold?".to_owned()
    }
}

/// Returns whether all distributions are of the same measure.
fn has_one_measure(all: &[SizeRows]) -> bool {
    all.iter().all(|hands| hands.measure == all[0].measure)
}

/// Returns the words that distinguish the panel of a distribution from other panels: its measure
/// and its deck, if these vary.
pub(super) fn differences(hands: &SizeRows, all: &[SizeRows]) -> Vec<String> {
    let values = (!has_one_measure(all)).then(|| words::values(hands.measure).to_owned());
    let several_decks = all.iter().any(|other| other.features != hands.features);
    let deck = several_decks.then(|| format!("{} features", hands.features));
    values.into_iter().chain(deck).collect()
}

/// Describes the origin of the numbers: the number of deals, or that all hands were counted. If
/// only `set-types` is shown, gives the number of sets instead of deals.
pub(super) fn origin(all: &[SizeRows]) -> String {
    let deck = words::decks(all.iter().map(|hands| hands.features));
    let are_sets = |hands: &&SizeRows| hands.measure == Measure::SetTypes;
    let only_sets = all.iter().all(|hands| are_sets(&hands));
    let what = if only_sets { "set" } else { "deal" };
    let counted = all.iter().filter(|hands| only_sets || !are_sets(hands));
    let deals: BTreeSet<u128> = counted.filter_map(SizeRows::deals).collect();
    let hands = all.first().filter(|_| all.len() == 1 && !only_sets).and_then(SizeRows::hands);
    let up_to = if deals.len() > 1 { "Up to " } else { "" };
    match (deals.last(), hands) {
        (Some(&most), _) => format!("{up_to}{} from {deck}", count(most, what)),
        (None, Some(hands)) => format!("All {} from {deck}, counted", count(hands, "hand")),
        (None, None) => format!("All hands from {deck}, counted"),
    }
}

/// Returns a sentence that explains the exact values if they are shown next to simulated ones.
pub(super) fn exact_values_note(all: &[SizeRows]) -> &'static str {
    if has_both(all) { " Exact values are shown for comparison." } else { "" }
}
