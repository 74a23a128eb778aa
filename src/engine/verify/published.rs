//! Published counts of hands, caps and games, used as references.
//!
//! * `settergren`: n = 4, up to 12 cards; R. Settergren, "Enumerating Deals in the Game of SET",
//!   2020.
//! * `knuth`: n = 4, hands without a set, which are caps, and their classes by size; D. Knuth,
//!   SETSET-ALL, 2001, run again. The maximum 20: G. Pellegrino, "Sul massimo ordine delle calotte
//!   in S(4,3)", 1971.
//! * `subsets`: n = 2 and 3, all 2^9 and 2^27 subsets, enumerated.
//! * `nelson`: layouts by the `random` policy, without the last layouts of the end game; A. Nelson,
//!   `set_game_simulator`, data.csv.
//! * `warne`: layouts with and without a set, however they came about, and extra deals; H. Warne.
//!   The mean of the extra deals is known in public without a name, and taken to be of as many
//!   games.
//! * `sprang`: cards left by the `random` policy; sprang, `marmoset`.
//! * `liamwalker42`: cards left by the policy that leaves the most sets, ties at random.
//! * `mathoverflow`: cards left when the whole deck lies face up; question 66400.
//!
//! Sources of `facts.csv`: the sequences A016142, A090245, A182240 and A380167 of the OEIS; problem
//! 818 of Project Euler, which gives these two values; J. Stevens and D. Wilson, arXiv 2501.12565,
//! 2025 (up to 12 cards proved); Settergren again; and `public`, what is known without a name: when
//! the first set comes, and the ultrasets.

use crate::game::{Arrival, GameKey, Layout, Policy, Subject};
use crate::tally::Named;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

/// A number of hands.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PublishedHands {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the hand.
    pub cards: usize,
    /// Sets in the hand.
    pub sets: usize,
    /// The number of such hands.
    pub hands: u128,
    /// Who published it.
    pub source: String,
}

/// A number that follows from distributions.
#[derive(Deserialize)]
pub(super) struct Fact {
    #[serde(rename = "fact")]
    pub(super) kind: FactKind,
    pub(super) features: usize,
    /// Cards in the hand, where it is about a hand.
    pub(super) cards: Option<usize>,
    /// The number, with as many digits as are published.
    pub(super) value: String,
    pub(super) source: String,
}

/// The subject of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FactKind {
    /// The most cards that hold no set.
    LargestCap,
    /// The classes of hands of a size under affine maps.
    Classes,
    /// The sets in the whole deck.
    DeckSets,
    /// The most sets in a hand.
    MostSets,
    /// The sum of the fourth powers of the number of sets over all hands of a size.
    FourthPowers,
    /// The probability of no set, given that 9 of the cards hold none.
    #[serde(rename = "no-set-given-9")]
    NoSetGiven9,
    /// The probability of no set, given that 12 of the cards hold none.
    #[serde(rename = "no-set-given-12")]
    NoSetGiven12,
    /// The mean number of cards until the first set.
    FirstSetMean,
    /// The ultrasets in the whole deck.
    DeckUltrasets,
    /// The hands of a size without an ultraset.
    NoUltrasets,
    /// The mean number of ultrasets in hands of a size.
    UltrasetsMean,
}

/// The published numbers of the caps of one size.
#[derive(Deserialize)]
pub(super) struct PublishedCaps {
    pub(super) features: usize,
    pub(super) cards: usize,
    pub(super) caps: u128,
    pub(super) classes: Option<usize>,
    pub(super) complete_caps: Option<u128>,
    pub(super) complete_classes: Option<usize>,
    pub(super) source: String,
}

/// Layouts of one kind, by the `random` policy, with 12 cards of the game at the start.
#[derive(Deserialize)]
pub(super) struct PublishedStage {
    /// Cards in the deck.
    pub(super) in_deck: usize,
    /// Cards on the table.
    pub(super) table: usize,
    /// How the layouts came about, where these are counted apart.
    pub(super) arrival: Option<Arrival>,
    /// How many were seen.
    pub(super) layouts: u128,
    /// How many of them had no set.
    pub(super) without_set: u128,
    /// The mean number of sets, with as many digits as are published.
    pub(super) mean_sets: Option<String>,
    /// The games in which these layouts were counted.
    pub(super) games: u128,
    pub(super) source: String,
}

impl PublishedStage {
    /// The layouts that are counted together.
    pub(super) fn layouts(&self) -> impl Iterator<Item = Layout> {
        let Self { in_deck, table, arrival: own, .. } = *self;
        let arrivals = Arrival::ALL.into_iter().filter(move |&it| own.is_none_or(|own| own == it));
        arrivals.map(move |arrival| Layout { in_deck, table, arrival })
    }
}

/// A figure of such games.
#[derive(Deserialize)]
pub(super) struct Figure {
    /// The policy of the games.
    pub(super) policy: Policy,
    /// The tally that the figure is of.
    #[serde(rename = "table", deserialize_with = "subject")]
    pub(super) of: Subject,
    /// The figure is the proportion of games with this value; the mean of all values where there
    /// is none.
    pub(super) value: Option<usize>,
    /// The proportion or the mean, with as many digits as are published.
    pub(super) figure: String,
    /// The games in which the figure was counted.
    pub(super) games: u128,
    /// The rules of the games.
    pub(super) rules: String,
    pub(super) source: String,
}

fn subject<'de, D: Deserializer<'de>>(from: D) -> Result<Subject, D::Error> {
    let key = GameKey::named(&format!("random {}", String::deserialize(from)?));
    key.map(|key| key.of).ok_or_else(|| D::Error::custom("not the name of a tally"))
}

/// All numbers of hands that are published, by features, cards and sets.
#[must_use]
pub fn hands() -> Vec<PublishedHands> {
    rows(include_str!("hands.csv"))
}

pub(super) fn facts() -> Vec<Fact> {
    rows(include_str!("facts.csv"))
}

pub(super) fn caps() -> Vec<PublishedCaps> {
    rows(include_str!("caps.csv"))
}

pub(super) fn stages() -> Vec<PublishedStage> {
    rows(include_str!("stages.csv"))
}

pub(super) fn figures() -> Vec<Figure> {
    rows(include_str!("figures.csv"))
}

fn rows<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("a test reads every row")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_can_be_read() {
        let facts = facts();
        let of_decks = |kind| {
            use FactKind::{DeckSets, DeckUltrasets, FirstSetMean, LargestCap};
            matches!(kind, LargestCap | DeckSets | FirstSetMean | DeckUltrasets)
        };
        assert!(facts.iter().all(|fact| fact.cards.is_none() == of_decks(fact.kind)));
        assert!(caps().iter().any(|row| row.complete_caps == Some(682_344)));
        let hands = hands();
        let keys: BTreeSet<_> =
            hands.iter().map(|row| (row.features, row.cards, row.sets)).collect();
        assert_eq!(keys.len(), hands.len(), "every row is there once");
        for row in hands {
            assert!(["settergren", "knuth", "subsets"].contains(&&*row.source), "{}", row.source);
        }
    }

    #[test]
    fn every_stage_and_figure_is_possible() {
        let (stages, figures) = (stages(), figures());
        assert!(stages.len() > 50 && figures.len() > 10);
        for stage in &stages {
            assert!(stage.without_set < stage.layouts && stage.layouts <= stage.games);
            assert!(stage.mean_sets.as_ref().is_none_or(|mean| mean.parse::<f64>().unwrap() > 0.0));
            assert!(["nelson", "warne"].contains(&&*stage.source), "{}", stage.source);
        }
        assert!(stages[0].layouts().eq([Layout::first(Rules::default())]));
        assert_eq!(stages[0].layouts, stages[0].games);
        // Of 10 million games, however a layout came about: with and without a set.
        let warne = stages.iter().filter(|stage| stage.source == "warne");
        let with_and_without = warne.map(|it| (it.layouts - it.without_set, it.without_set));
        let published =
            [(9_676_254, 323_746), (9_468_978, 527_296), (320_020, 3726), (525_141, 5881)];
        assert!(with_and_without.eq(published));
        assert!(figures.iter().all(|figure| figure.figure.parse::<f64>().unwrap() > 0.0));
        for policy in [Policy::Random, Policy::MostLeft] {
            let left =
                figures.iter().filter(|it| it.policy == policy && it.of == Subject::Leftover);
            let left = left.filter(|it| it.rules == "standard");
            let all: f64 = left.map(|it| it.figure.parse::<f64>().unwrap()).sum();
            assert!((all - 1.0).abs() < 1e-6, "{policy}: {all}");
        }
    }
}
