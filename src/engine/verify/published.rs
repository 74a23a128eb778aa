//! Numbers of hands and of caps that others have counted and published, to compare with.
//!
//! | source | what |
//! |---|---|
//! | `settergren` | n = 4, up to 12 cards: R. Settergren, "Enumerating Deals in the Game of SET", 2020 |
//! | `knuth` | n = 4, hands without a set, which are caps, and their classes by size: D. Knuth, SETSET-ALL, 2001, run again; the maximum 20: G. Pellegrino, "Sul massimo ordine delle calotte in S(4,3)", 1971 |
//! | `subsets` | n = 2 and 3: all 2^9 and 2^27 subsets, enumerated |
//!
//! Sources of `facts.csv`: the sequences A016142, A090245 and A380167 of the OEIS; problem 818 of
//! Project Euler, which gives these two values; J. Stevens and B. Wilson, arXiv 2501.12565, 2025
//! (up to 12 cards proved); Settergren again; and an expectation that is known in public without a
//! name.

use serde::Deserialize;
use serde::de::DeserializeOwned;

static HANDS: &str = include_str!("hands.csv");
static FACTS: &str = include_str!("facts.csv");
static CAPS: &str = include_str!("caps.csv");

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
    /// Who says so.
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

/// What a fact is about.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FactKind {
    /// The most cards that hold no set.
    LargestCap,
    /// The sets in the whole deck.
    DeckSets,
    /// The most sets in so many cards.
    MostSets,
    /// The sum of the fourth powers of the number of sets over all hands of so many cards.
    FourthPowers,
    /// The probability of no set, given that 9 of the cards hold none.
    #[serde(rename = "no-set-given-9")]
    NoSetGiven9,
    /// The probability of no set, given that 12 of the cards hold none.
    #[serde(rename = "no-set-given-12")]
    NoSetGiven12,
    /// The mean number of the card with which the first set is there.
    FirstSetMean,
}

/// The caps of one size, as far as published.
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

/// All numbers of hands that are published, by features, cards and sets.
#[must_use]
pub fn hands() -> Vec<PublishedHands> {
    rows(HANDS)
}

pub(super) fn facts() -> Vec<Fact> {
    rows(FACTS)
}

pub(super) fn caps() -> Vec<PublishedCaps> {
    rows(CAPS)
}

fn rows<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("a test reads every row")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_can_be_read() {
        let facts = facts();
        let of_decks = |kind| {
            matches!(kind, FactKind::LargestCap | FactKind::DeckSets | FactKind::FirstSetMean)
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
}
