//! Caps that others have counted and published, to compare with.
//!
//! | source | what |
//! |---|---|
//! | `knuth` | n = 4, caps and their classes by size: D. Knuth, SETSET-ALL, 2001, run again; the maximum 20: G. Pellegrino, "Sul massimo ordine delle calotte in S(4,3)", 1971 |
//! | `subsets` | n = 2 and 3, the largest caps: all 2^9 and 2^27 subsets, enumerated |

use serde::Deserialize;

static PUBLISHED: &str = include_str!("published.csv");

/// The caps of one size, as far as published.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PublishedCaps {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the cap.
    pub cards: usize,
    /// The caps.
    pub caps: u128,
    /// Their classes.
    pub classes: Option<usize>,
    /// The complete ones.
    pub complete_caps: Option<u128>,
    /// The classes of these.
    pub complete_classes: Option<usize>,
    /// Who says so.
    pub source: String,
}

/// All caps that others have counted and published.
///
/// # Panics
///
/// Never: a test reads all rows.
#[must_use]
pub fn published() -> Vec<PublishedCaps> {
    let rows = csv::Reader::from_reader(PUBLISHED.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("read by a test")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        let all = published();
        assert_eq!(all.len(), PUBLISHED.lines().count() - 1);
        assert!(all.iter().any(|row| row.cards == 20 && row.complete_caps == Some(682_344)));
    }
}
