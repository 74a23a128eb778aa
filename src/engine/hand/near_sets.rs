//! Near sets: the triples of a hand that fail to be sets in the fewest features, and how three
//! cards agree in each feature.
//!
//! Three cards are a set if each feature is all equal or all different. A feature *fails* if two of
//! the cards are alike and the third differs.
//!
//! Exactly one card completes a set with the first two cards of a triple. It differs from the third
//! card in exactly the features that fail, so the number of differing digits is the number of
//! features that fail.

use crate::card::{Card, Deck, ThirdCards, digits_that_differ};

/// Agreement of three cards in one feature: all equal, all different, or two equal and one
/// different.
///
/// ```
/// use setodds_engine::card::{Card, Deck};
/// use setodds_engine::hand::near_sets::{Agreement, agreements};
///
/// // The third card alone has another digit in the third feature.
/// let cards = [[1, 0, 0, 2], [1, 1, 0, 2], [1, 2, 1, 2]].map(Card::from_digits);
/// let color = Agreement::Mixed { odd: 2 };
/// let expected = [Agreement::Equal, Agreement::Different, color, Agreement::Equal];
/// assert!(agreements(cards, Deck::GAME).eq(expected));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The feature is the same on all three cards.
    Equal,
    /// The feature is different on all three cards.
    Different,
    /// The feature is the same on two cards and different on the third, so the cards are not a set.
    Mixed {
        /// The index of the card that differs, 0 to 2.
        odd: usize,
    },
}

impl Agreement {
    /// Returns whether this agreement prevents the cards from being a set.
    #[must_use]
    pub const fn fails(self) -> bool {
        matches!(self, Self::Mixed { .. })
    }

    const fn from_digits([a, b, c]: [u8; 3]) -> Self {
        match (a == b, b == c, a == c) {
            (true, true, _) => Self::Equal,
            (true, false, _) => Self::Mixed { odd: 2 },
            (false, true, _) => Self::Mixed { odd: 0 },
            (false, false, true) => Self::Mixed { odd: 1 },
            (false, false, false) => Self::Different,
        }
    }
}

/// Returns the agreement of three cards in each feature of the deck, first feature first.
///
/// # Panics
///
/// Panics if a card is not in the deck.
pub fn agreements(cards: [Card; 3], deck: Deck) -> impl Iterator<Item = Agreement> {
    (0..deck.features())
        .map(move |feature| Agreement::from_digits(cards.map(|card| card.digit(feature, deck))))
}

/// The triples of a hand that violate the rule of a set in the fewest features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearSets {
    /// The number of features in which each triple fails; 0 if the triples are sets.
    pub failing: usize,
    /// The triples, each as three increasing positions in the hand.
    pub triples: Vec<[usize; 3]>,
}

/// Finds the triples of a hand that fail to be sets in the fewest features; these are its sets if
/// it holds any. Returns `None` for hands of fewer than three cards.
///
/// ```
/// use setodds_engine::{card::{Card, Deck}, hand::near_sets::near_sets};
/// let hand = [[0, 0], [0, 1], [1, 0], [1, 1]].map(Card::from_digits);
/// let near = near_sets(&hand, Deck::new(2)?).expect("four cards");
/// assert_eq!((near.failing, near.triples.len()), (2, 4));
/// # Ok::<(), setodds_engine::card::DeckError>(())
/// ```
///
/// # Panics
///
/// Panics if a card is not in the deck.
#[must_use]
pub fn near_sets(hand: &[Card], deck: Deck) -> Option<NearSets> {
    let thirds = ThirdCards::for_deck(deck);
    let codes: Vec<u16> = deck.cards().map(|card| card.code(deck)).collect();
    let mut near = NearSets { failing: deck.features() + 1, triples: Vec::new() };
    for a in 0..hand.len() {
        for b in a + 1..hand.len() {
            let third = codes[thirds.third(hand[a], hand[b]).index()];
            for (c, &card) in hand.iter().enumerate().skip(b + 1) {
                let failing = digits_that_differ(third, codes[card.index()]);
                if failing < near.failing {
                    near = NearSets { failing, triples: Vec::new() };
                }
                if failing == near.failing {
                    near.triples.push([a, b, c]);
                }
            }
        }
    }
    (!near.triples.is_empty()).then_some(near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::Combinations;

    /// Checks all triples of decks with two and three features against the definition.
    #[test]
    fn triples_fail_where_two_values_are_alike() {
        for deck in Deck::all().take(2) {
            let mut triples = Combinations::starting_at(0, 3, deck.cards());
            loop {
                let cards: [Card; 3] = triples.get().try_into().unwrap();
                let mixed = |feature: &usize| {
                    let mut digits = cards.map(|card| card.digit(*feature, deck)).to_vec();
                    digits.sort_unstable();
                    digits.dedup();
                    digits.len() == 2
                };
                let expected: Vec<usize> = (0..deck.features()).filter(mixed).collect();
                let found: Vec<Agreement> = agreements(cards, deck).collect();
                let failing = (0..deck.features()).filter(|&feature| found[feature].fails());
                assert!(failing.eq(expected.iter().copied()), "{cards:?}");
                for (feature, agreement) in found.into_iter().enumerate() {
                    let Agreement::Mixed { odd } = agreement else { continue };
                    let [one, other] = [(odd + 1) % 3, (odd + 2) % 3].map(|it| cards[it]);
                    let digit = |card: Card| card.digit(feature, deck);
                    assert!(digit(one) == digit(other) && digit(one) != digit(cards[odd]));
                }
                let near = near_sets(&cards, deck).unwrap();
                assert_eq!((near.failing, near.triples), (expected.len(), vec![[0, 1, 2]]));
                if triples.advance().is_none() {
                    break;
                }
            }
        }
    }

    #[test]
    fn the_nearest_triples_are_those_with_the_fewest_failures() {
        for deck in Deck::all() {
            for (cards, step) in [(3, 7), (8, 5), (8, 2)] {
                let hand: Vec<Card> =
                    (0..cards).map(|it| Card::at(it * step * step % deck.size())).collect();
                let near = near_sets(&hand, deck).unwrap();
                let failing = |[a, b, c]: [usize; 3]| {
                    let cards = [hand[a], hand[b], hand[c]];
                    agreements(cards, deck).filter(|it| it.fails()).count()
                };
                let mut all = Vec::new();
                for a in 0..cards {
                    for b in a + 1..cards {
                        all.extend((b + 1..cards).map(|c| [a, b, c]));
                    }
                }
                let fewest = all.iter().map(|&triple| failing(triple)).min();
                assert_eq!(fewest, Some(near.failing));
                all.retain(|&triple| failing(triple) == near.failing);
                assert_eq!(near.triples, all);
            }
        }
    }

    #[test]
    fn the_nearest_triples_of_a_hand_with_sets_are_its_sets() {
        let hand: Vec<Card> = Deck::GAME.cards().take(30).collect();
        let near = near_sets(&hand, Deck::GAME).unwrap();
        let is_set = |&[a, b, c]: &[usize; 3]| hand[a].third(hand[b]) == hand[c];
        // The first 27 cards form a hyperplane with 117 sets, and the remaining three cards are a
        // set.
        assert_eq!((near.failing, near.triples.len()), (0, 118));
        assert!(near.triples.is_sorted() && near.triples.iter().all(is_set));
        assert_eq!(near_sets(&hand[..2], Deck::GAME), None);
    }
}
