//! Ultrasets: four cards in two pairs that the same fifth card completes to sets, whether or not
//! that card is in the hand. They are also called supersets.
//!
//! Each of the `v` cards of a deck is in (v - 1)/2 sets, and any two of these share no other card.
//! So a deck has `v C((v - 1)/2, 2)` ultrasets, 63,180 with four features.

use crate::card::{Card, Deck, ThirdCards};

/// Two disjoint pairs of cards that the same card completes to sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ultraset {
    /// The two pairs, each as two increasing positions in the hand.
    pub pairs: [[usize; 2]; 2],
    /// The card that completes a set with each of the two pairs.
    pub completed_by: Card,
}

/// Finds the ultrasets in a hand, ordered by the card that completes them. The iterator is lazy,
/// because the largest deck has 48 million.
///
/// ```
/// use setodds_engine::{card::Deck, hand::ultrasets::ultrasets};
/// let all: Vec<_> = Deck::GAME.cards().collect();
/// assert_eq!(ultrasets(&all, Deck::GAME).count(), 63_180);
/// ```
///
/// # Panics
///
/// Panics if a card is not in the deck.
pub fn ultrasets(hand: &[Card], deck: Deck) -> impl Iterator<Item = Ultraset> + use<> {
    deck.cards().zip(pairs_by_third(hand, deck)).flat_map(|(completed_by, pairs)| {
        let places = (0..pairs.len()).flat_map(|second| (0..second).map(move |it| [it, second]));
        places.map(move |both| Ultraset { pairs: both.map(|place| pairs[place]), completed_by })
    })
}

/// Returns the number of ultrasets in a hand.
///
/// ```
/// use setodds_engine::{card::Deck, hand::ultrasets::number};
/// let deck = Deck::new(6)?;
/// assert_eq!(number(&deck.cards().collect::<Vec<_>>(), deck), 48_162_114);
/// # Ok::<(), setodds_engine::card::DeckError>(())
/// ```
///
/// # Panics
///
/// Panics if a card is not in the deck.
#[must_use]
pub fn number(hand: &[Card], deck: Deck) -> usize {
    let pairs = pairs_by_third(hand, deck);
    pairs.iter().map(|pairs| pairs.len() * pairs.len().saturating_sub(1) / 2).sum()
}

/// Returns, for each card of the deck, the pairs in the hand that it completes to sets, as
/// positions in the hand.
pub(crate) fn pairs_by_third(hand: &[Card], deck: Deck) -> Vec<Vec<[usize; 2]>> {
    assert!(hand.iter().all(|card| card.index() < deck.size()), "cards of the deck");
    let thirds = ThirdCards::for_deck(deck);
    let mut pairs = vec![Vec::new(); deck.size()];
    for (second, &card) in hand.iter().enumerate() {
        for (first, third) in thirds.with_each(card, &hand[..second]).enumerate() {
            pairs[third.index()].push([first, second]);
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::{Combinations, binomial};

    /// Four cards can be paired in three ways; at most one pairing is an ultraset.
    #[test]
    fn four_cards_are_an_ultraset_in_one_way() {
        for (features, ultrasets_in_deck) in [(2, 54), (3, 2106)] {
            let deck = Deck::new(features).unwrap();
            let mut hands = Combinations::starting_at(0, 4, deck.cards());
            let mut counts = [0_u64; 4];
            loop {
                let ultrasets = ultrasets(hands.get(), deck).count();
                assert_eq!(number(hands.get(), deck), ultrasets);
                counts[ultrasets] += 1;
                if hands.advance().is_none() {
                    break;
                }
            }
            assert_eq!(counts[1], ultrasets_in_deck);
            assert_eq!(counts[2..], [0, 0]);
            assert_eq!(Some(u128::from(counts[0] + counts[1])), binomial(deck.size(), 4));
            let all: Vec<Card> = deck.cards().collect();
            assert_eq!(ultrasets(&all, deck).count() as u64, ultrasets_in_deck);
        }
    }

    #[test]
    fn the_pairs_are_those_of_the_definition() {
        let hand: Vec<Card> = (0..9).map(|it| Card::at(it * 7)).collect();
        let third = |[a, b]: [usize; 2]| hand[a].third(hand[b]);
        for Ultraset { pairs, completed_by } in ultrasets(&hand, Deck::GAME) {
            assert_eq!(pairs.map(third), [completed_by; 2]);
            let [[a, b], [c, d]] = pairs;
            assert!(a < b && c < d && ![c, d].contains(&a) && ![c, d].contains(&b));
        }
        assert_eq!(ultrasets(&hand, Deck::GAME).count(), 9);
    }
}
