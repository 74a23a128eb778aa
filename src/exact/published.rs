//! Numbers of hands that others have counted and published, to compare with.
//!
//! Sources of `published.csv`, one row per value:
//!
//! | source | what |
//! |---|---|
//! | `settergren` | n = 4, up to 12 cards: R. Settergren, "Enumerating Deals in the Game of SET", 2020 |
//! | `knuth` | n = 4, hands without a set: D. Knuth, SETSET-ALL, 2001, run again |
//! | `subsets` | n = 2 and 3: all 2^9 and 2^27 subsets, enumerated |

use serde::Deserialize;

static PUBLISHED: &str = include_str!("published.csv");

/// A number of hands.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Published {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the hand.
    pub cards: usize,
    /// Sets in the hand.
    pub sets: usize,
    /// The hands of so many cards with so many sets.
    pub hands: u128,
    /// Who says so.
    pub source: String,
}

/// All that is published, by features, cards and sets.
///
/// # Panics
///
/// Never: a test reads all rows.
#[must_use]
pub fn all() -> Vec<Published> {
    let rows = csv::Reader::from_reader(PUBLISHED.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("read by a test")
}

#[cfg(test)]
mod tests {
    use super::*;

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
