//! The lowest values that hands of each size are known to have, each with a hand.
//!
//! The table `fewest.csv` has a row for each hand size of a deck and a measure. No hand of the size
//! has a value below `least`, and the hand of the row, whose bits are its cards, has the value
//! `most`. How they were found:
//!
//! * Two and three features, and ultrasets of up to 18 cards: all classes of hands are counted
//!   (`reports/classes`), and one with the lowest value is the hand.
//! * `in-sets`: if the cards of a cap are in no set of a hand, no other card of the hand completes
//!   two of them, and no two others are completed by one of them. So the largest such hand is a
//!   largest independent set of a graph, for each class of caps.
//! * `disjoint-sets`: let `R(m)` be the fewest cards that always hold `m` of them. Hands of
//!   `k >= R(m-1)` cards without `m` are a cap of k - 3(m - 1) cards and m - 1 disjoint sets. Every
//!   class of such caps is extended by sets, one by one, and no more than as many as were added may
//!   be disjoint: this gives R(1) to R(8) = 21, 22, 23, 25, 27, 29, 32, 34. Above,
//!   `R(m) <= R(m-1) + 3` (a set is taken away), and for hands that lack up to 14 cards all classes
//!   of these are counted. Hands of 35 to 66 cards were found by simulated annealing, or have a sum
//!   that leaves no possible card over.
//! * `ultrasets` of more than 18 cards: two pairs with the same third card are one, and the pairs
//!   share 81 third cards; and a hand of `k` cards has on average the (k - 4)/k part of its
//!   ultrasets left when a card is taken away. The higher bound counts. Hands were found by
//!   simulated annealing.
//! * `ghost-sets` of four features: hands without one are extended card by card from five cards
//!   that span the deck, and end with 12 cards; within a hyperplane they end with 9.

use crate::card::{Card, Deck};
use crate::measure::Measure;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The lowest value of hands of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fewest {
    /// Cards in the hand.
    pub(super) cards: usize,
    /// No hand of the size has a lower value.
    pub(super) least: usize,
    /// Some hand of the size has this value.
    pub(super) most: usize,
    /// A hand with this value, one bit a card.
    bits: u128,
}

impl Fewest {
    /// A hand of the size with the value `most`.
    pub(super) fn hand(&self) -> Vec<Card> {
        (0..128).filter(|bit| self.bits >> bit & 1 == 1).map(Card::at).collect()
    }
}

/// The rows of a deck and a measure by rising size; none where nothing is known.
pub(super) fn fewest(deck: Deck, measure: Measure) -> &'static [Fewest] {
    type Tables = HashMap<(usize, Measure), Vec<Fewest>>;
    static PARSED: OnceLock<Tables> = OnceLock::new();
    let tables = PARSED.get_or_init(|| {
        let mut tables = Tables::new();
        for row in include_str!("fewest.csv").lines().skip(1) {
            let (key, fewest) = read(row).expect("a test reads every row");
            tables.entry(key).or_default().push(fewest);
        }
        tables
    });
    tables.get(&(deck.features(), measure)).map_or(&[], Vec::as_slice)
}

/// Reads features, measure, cards, least, most, hand.
fn read(row: &str) -> Option<((usize, Measure), Fewest)> {
    let fields: Vec<&str> = row.split(',').collect();
    let [features, measure, cards, least, most, hand] = *fields else { return None };
    let fewest = Fewest {
        cards: cards.parse().ok()?,
        least: least.parse().ok()?,
        most: most.parse().ok()?,
        bits: u128::from_str_radix(hand, 16).ok()?,
    };
    Some(((features.parse().ok()?, measure.parse().ok()?), fewest))
}
