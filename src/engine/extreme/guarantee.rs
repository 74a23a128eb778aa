//! The fewest cards that always hold a number of sets, or another value of a measure.
//!
//! Hands of `k` cards always have a value if even the lowest value among them reaches it. A hand
//! keeps its sets when cards are added, so larger hands have it, too. The number of sets is exactly
//! known for every hand size of up to four features. Other measures have a table of lowest values,
//! in which a bound from below and one from above may differ; then so do the bounds of the fewest
//! cards.

use super::example;
use super::fewest::{Fewest, fewest};
use crate::card::{Card, Deck};
use crate::deal::Seed;
use crate::exact::known;
use crate::hand::{ghost_sets, ultrasets};
use crate::measure::Measure;
use crate::run::StopFlag;

/// The measures that a number of cards can guarantee.
pub const GUARANTEED: [Measure; 5] =
    [Measure::Sets, Measure::InSets, Measure::DisjointSets, Measure::Ultrasets, Measure::GhostSets];

/// How many cards always have a value of a measure or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guarantee {
    /// The deck.
    pub deck: Deck,
    /// The measure.
    pub measure: Measure,
    /// The value that all hands shall have, or exceed.
    pub value: usize,
    /// Fewer cards do not always have the value.
    pub at_least: usize,
    /// A number of cards that always have the value; equal to `at_least` if the fewest are exactly
    /// known.
    pub at_most: usize,
    /// A hand with one card less than `at_least`, whose value is lower; missing if none is known.
    pub example: Option<Vec<Card>>,
    /// The value of the example.
    pub example_value: usize,
    /// Why it is so, in words.
    pub reason: &'static str,
}

/// A number of cards that is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GuaranteeError {
    /// A measure that is not among [`GUARANTEED`].
    #[error(
        "how many cards guarantee `{0}` is not known; give sets, in-sets, disjoint-sets, ultrasets \
         or ghost-sets"
    )]
    Measure(Measure),
    /// A value that every hand has.
    #[error("every hand has `{0}` of 0 or more; give 1 or more")]
    Zero(Measure),
    /// A value that no hand has.
    #[error(
        "no hand has `{measure}` of {value}: all {cards} cards have {most}; give at most {most}"
    )]
    TooMany {
        /// The measure.
        measure: Measure,
        /// The value.
        value: usize,
        /// Cards in the deck.
        cards: usize,
        /// The value of the whole deck.
        most: usize,
    },
    /// A value that nobody has computed.
    #[error(
        "how many cards of {features} features guarantee `{measure}` of {value} is not known{}",
        if *known > 0 { format!("; ask for at most {known}") } else { String::new() }
    )]
    Unknown {
        /// The measure.
        measure: Measure,
        /// The value.
        value: usize,
        /// Features of the deck.
        features: usize,
        /// The largest value for which it is known; 0 if there is none.
        known: usize,
    },
}

/// How many cards of a deck always have a value of a measure or more, and a hand with one card less
/// that does not.
///
/// ```
/// use setodds_engine::{card::Deck, extreme::guarantee, measure::Measure};
/// let three = guarantee(Deck::GAME, Measure::DisjointSets, 3)?;
/// assert_eq!((three.at_least, three.at_most), (23, 23));
/// assert_eq!(three.example.map(|hand| hand.len()), Some(22));
/// # Ok::<(), setodds_engine::extreme::GuaranteeError>(())
/// ```
///
/// # Errors
///
/// When no hand has the value, every hand has, or the number of cards is not known.
pub fn guarantee(deck: Deck, measure: Measure, value: usize) -> Result<Guarantee, GuaranteeError> {
    let most = whole(deck, measure).ok_or(GuaranteeError::Measure(measure))?;
    match value {
        0 => return Err(GuaranteeError::Zero(measure)),
        _ if value > most => {
            return Err(GuaranteeError::TooMany { measure, value, cards: deck.size(), most });
        }
        _ => {}
    }
    let found = match measure {
        Measure::Sets => sets(deck, value),
        _ => other(deck, measure, value),
    };
    let features = deck.features();
    found.or_else(|| by_largest_cap(deck, measure, value)).ok_or_else(|| {
        let known = match fewest(deck, measure).last() {
            Some(last) => last.least,
            None => of_one_set(measure),
        };
        GuaranteeError::Unknown { measure, value, features, known }
    })
}

/// The value of the whole deck.
fn whole(deck: Deck, measure: Measure) -> Option<usize> {
    let all = || deck.cards().collect::<Vec<_>>();
    match measure {
        Measure::Sets => Some(deck.sets()),
        Measure::InSets => Some(deck.size()),
        Measure::DisjointSets => Some(deck.size() / 3),
        Measure::Ultrasets => Some(ultrasets::number(&all(), deck)),
        Measure::GhostSets => Some(ghost_sets::number(&all(), deck)),
        _ => None,
    }
}

/// The largest value that hands with a single set have.
const fn of_one_set(measure: Measure) -> usize {
    match measure {
        Measure::InSets => 3,
        Measure::Sets | Measure::DisjointSets => 1,
        _ => 0,
    }
}

/// Sets, where the hands of all sizes are counted.
fn sets(deck: Deck, value: usize) -> Option<Guarantee> {
    let fewest = |cards| known::counts(deck, cards)?.iter().position(|&hands| hands > 0);
    let all = (0..=deck.size()).map(fewest).collect::<Option<Vec<usize>>>()?;
    let cards = all.iter().position(|&sets| sets >= value)?;
    // A value of 1 or more is not that of the empty hand.
    let below = all[cards - 1];
    let example = example(deck, cards - 1, below, Seed(1), &StopFlag::default());
    Some(Guarantee {
        deck,
        measure: Measure::Sets,
        value,
        at_least: cards,
        at_most: cards,
        example,
        example_value: below,
        reason: "all hands of every size are counted",
    })
}

/// Another measure, from the table of its lowest values.
fn other(deck: Deck, measure: Measure, value: usize) -> Option<Guarantee> {
    let all = fewest(deck, measure);
    let at_most = all.iter().find(|row| row.least >= value)?.cards;
    // A hand of this size stays below the value: so many cards do not guarantee it.
    let below: &Fewest = all.iter().rev().find(|row| row.most < value)?;
    let at_least = below.cards + 1;
    Some(Guarantee {
        deck,
        measure,
        value,
        at_least,
        at_most,
        example: Some(below.hand()),
        example_value: below.most,
        reason: reason(deck, measure, (at_least, at_most)),
    })
}

/// Why the bounds are what they are.
fn reason(deck: Deck, measure: Measure, (least, most): (usize, usize)) -> &'static str {
    /// The most cards of hands that are counted by their ultrasets.
    const COUNTED: usize = 18;
    match measure {
        _ if deck.features() < 4 => "all classes of hands are counted",
        Measure::InSets => {
            "for each class of caps, the largest hand in which its cards are in no set is known"
        }
        Measure::DisjointSets if most <= 34 => {
            "a hand with fewer would be a cap and disjoint sets, and no class of caps can be \
             extended so"
        }
        Measure::DisjointSets if least == most => "all classes of the missing cards are counted",
        Measure::DisjointSets => {
            "the upper bound follows from hands with a set less or a card more; the lower one is a \
             hand found by simulated annealing"
        }
        Measure::Ultrasets if most <= COUNTED => "all classes of up to 18 cards are counted",
        Measure::Ultrasets => {
            "pairs share 81 third cards, and a card taken away leaves the (k - 4)/k part of the \
             ultrasets of k cards on average; smaller hands are found by simulated annealing"
        }
        _ => "all hands without one are extended card by card",
    }
}

/// A single set of decks whose hands are not counted: one card more than the largest cap.
fn by_largest_cap(deck: Deck, measure: Measure, value: usize) -> Option<Guarantee> {
    let cards = deck.largest_cap() + 1;
    (value <= of_one_set(measure)).then_some(Guarantee {
        deck,
        measure,
        value,
        at_least: cards,
        at_most: cards,
        example: None,
        example_value: 0,
        reason: match deck.features() {
            5 => "the largest caps have 45 cards (Edel, Ferret, Landjev and Storme 2002)",
            _ => "the largest caps have 112 cards (Potechin 2008)",
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_deck_has_the_highest_value() {
        let highest = [(Measure::Sets, 1080), (Measure::InSets, 81), (Measure::DisjointSets, 27)];
        for (measure, highest) in highest {
            let too_many = guarantee(Deck::GAME, measure, highest + 1).unwrap_err();
            assert!(matches!(too_many, GuaranteeError::TooMany { most, .. } if most == highest));
            let zero = guarantee(Deck::GAME, measure, 0).unwrap_err();
            assert!(matches!(zero, GuaranteeError::Zero(_)));
        }
    }

    #[test]
    fn a_hand_with_a_card_less_stays_below_the_value() {
        let measures = [Measure::InSets, Measure::DisjointSets, Measure::Ultrasets];
        let mut seen = 0;
        for deck in Deck::all().take(3) {
            for (measure, value) in measures.into_iter().flat_map(|it| (1..5).map(move |n| (it, n)))
            {
                let Ok(found) = guarantee(deck, measure, value) else { continue };
                let hand = found.example.expect("decks of up to four features have tables");
                assert!(found.at_least <= found.at_most, "{deck:?} {measure} {value}");
                assert_eq!(hand.len() + 1, found.at_least, "{deck:?} {measure} {value}");
                assert!(found.example_value < value, "{deck:?} {measure} {value}");
                seen += 1;
            }
        }
        assert!(seen > 20, "{seen}");
    }

    #[test]
    fn ultrasets_are_counted_in_hands_of_up_to_18_cards() {
        let values = [1, 10, 100, 200, 1000, 10_000];
        let counted = values.map(|value| {
            let found = guarantee(Deck::GAME, Measure::Ultrasets, value).unwrap();
            (found.at_most, found.reason.contains("counted"))
        });
        assert!(
            counted.iter().all(|&(most, is_counted)| is_counted == (most <= 18)),
            "{counted:?}"
        );
        assert!(counted[0].1 && !counted[5].1, "{counted:?}");
    }
}
