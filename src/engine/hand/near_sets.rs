//! Near sets: the triples of a hand that fail to be sets in the fewest features, and why.
//!
//! Three cards are a set when each feature is all equal or all different. A feature *fails* when
//! two of the cards are alike and the third one differs.
//!
//! Exactly one card completes two cards of a triple to a set. It differs from the third card of the
//! triple in the features that fail and in no others, so counting these digits counts the failures.

use crate::card::{Card, Deck, ThirdCards, digits_that_differ};

/// How three cards agree in a feature.
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
    /// All three are equal.
    Equal,
    /// All three are different.
    Different,
    /// Two are equal and one differs, so that the cards are not a set.
    Mixed {
        /// The place of the card that differs, 0 to 2.
        odd: usize,
    },
}

impl Agreement {
    /// Whether the feature keeps the cards from being a set.
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

/// How three cards of a deck agree in each of its features.
///
/// # Panics
///
/// Panics if a card is not in the deck.
pub fn agreements(cards: [Card; 3], deck: Deck) -> impl Iterator<Item = Agreement> {
    (0..deck.features())
        .map(move |feature| Agreement::from_digits(cards.map(|card| card.digit(feature, deck))))
}

/// The triples of a hand that fail in the fewest features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearSets {
    /// The number of features in which each of them fails; 0 where they are sets.
    pub failing: usize,
    /// The triples, as rising places in the hand.
    pub triples: Vec<[usize; 3]>,
}

/// The triples of a hand that fail in the fewest features: its sets, if it holds any. Nothing for
/// fewer than three cards.
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
    let thirds = ThirdCards::of(deck);
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

    /// By the definition, in all triples of two and three features.
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
        // The 27 cards of a hyperplane have 117 sets, and the three others are one.
        assert_eq!((near.failing, near.triples.len()), (0, 118));
        assert!(near.triples.is_sorted() && near.triples.iter().all(is_set));
        assert_eq!(near_sets(&hand[..2], Deck::GAME), None);
    }
}
