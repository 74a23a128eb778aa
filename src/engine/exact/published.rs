//! Numbers of hands that others have counted and published, to compare with.
//!
//! Sources of `published.csv`, one row per value:
//!
//! | source | what |
//! |---|---|
//! | `settergren` | n = 4, up to 12 cards: R. Settergren, "Enumerating Deals in the Game of SET", 2020 |
//! | `knuth` | n = 4, hands without a set: D. Knuth, SETSET-ALL, 2001, run again |
//! | `subsets` | n = 2 and 3: all 2^9 and 2^27 subsets, enumerated |
//!
//! Sources of `facts.csv`: the sequences A016142, A090245 and A380167 of the OEIS; problem 818 of
//! Project Euler, which gives these two values; J. Stevens and B. Wilson, arXiv 2501.12565, 2025
//! (up to 12 cards proved); Settergren again; and an expectation that is known in public without a
//! name.

use serde::Deserialize;
use serde::de::DeserializeOwned;

static PUBLISHED: &str = include_str!("published.csv");
static FACTS: &str = include_str!("facts.csv");

/// A number of hands.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Published {
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
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Fact {
    /// What it is.
    #[serde(rename = "fact")]
    pub kind: FactKind,
    /// Features of the deck.
    pub features: usize,
    /// Cards in the hand, where it is about a hand.
    pub cards: Option<usize>,
    /// The number, with as many digits as are published.
    pub value: String,
    /// Who says so.
    pub source: String,
}

/// What a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactKind {
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

/// The facts that are published.
#[must_use]
pub fn facts() -> Vec<Fact> {
    rows(FACTS)
}

/// All numbers of hands that are published, by features, cards and sets.
#[must_use]
pub fn all() -> Vec<Published> {
    rows(PUBLISHED)
}

fn rows<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("a test reads every row")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_can_be_read() {
        let facts = facts();
        assert_eq!(facts.len(), FACTS.lines().count() - 1);
        let of_decks = |kind| {
            matches!(kind, FactKind::LargestCap | FactKind::DeckSets | FactKind::FirstSetMean)
        };
        assert!(facts.iter().all(|fact| fact.cards.is_none() == of_decks(fact.kind)));
    }

    #[test]
    fn every_row_is_there_once_and_names_its_source() {
        let all = all();
        assert_eq!(all.len(), PUBLISHED.lines().count() - 1);
        let mut keys: Vec<_> = all.iter().map(|row| (row.features, row.cards, row.sets)).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all.len());
        for row in all {
            assert!(["settergren", "knuth", "subsets"].contains(&&*row.source), "{}", row.source);
        }
    }
}
