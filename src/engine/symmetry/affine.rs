//! Affine maps.

use super::Space;
use crate::card::{Card, Deck};
use crate::hand::CardSet;

/// A map of the deck onto itself that carries sets to sets: a linear map and a translation.
///
/// ```
/// use setodds_engine::card::Deck;
/// use setodds_engine::symmetry::{Space, affine::{AffineMap, group_order}};
///
/// let deck = Deck::new(2)?;
/// let cards: Vec<_> = deck.cards().collect();
/// let map = AffineMap::to_frame(&Space::new(deck), &[cards[4], cards[8], cards[1]]).expect("no line");
/// assert_eq!(map.image(cards[0]), cards[4]);
/// assert_eq!(group_order(deck), 432);
/// # Ok::<(), setodds_engine::card::DeckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffineMap {
    images: Vec<Card>,
}

impl AffineMap {
    /// The map that carries the cards 0, 1, 3, 9, ... (none and each of the unit points) to the `n + 1`
    /// cards of a frame; nothing when one of these lies in the flat of those before it.
    ///
    /// # Panics
    ///
    /// When there are not `n + 1` cards.
    #[must_use]
    pub fn to_frame(space: &Space, frame: &[Card]) -> Option<Self> {
        assert_eq!(frame.len(), space.deck().features() + 1, "a frame has n + 1 cards");
        let origin = frame[0];
        let mut images: Vec<Card> = vec![origin];
        for &unit in &frame[1..] {
            if images.contains(&unit) {
                return None;
            }
            let once: Vec<Card> = images.iter().map(|&x| space.moved(x, origin, unit)).collect();
            let twice = once.iter().map(|&x| space.moved(x, origin, unit)).collect::<Vec<_>>();
            images.extend(once.into_iter().chain(twice));
        }
        Some(Self { images })
    }

    /// The image of a card.
    ///
    /// # Panics
    ///
    /// When the deck has no such card.
    #[must_use]
    pub fn image(&self, card: Card) -> Card {
        self.images[card.index()]
    }

    /// The image of a hand.
    #[must_use]
    pub fn image_of(&self, hand: &CardSet, deck: Deck) -> CardSet {
        deck.cards().filter(|&card| hand.contains(card)).map(|card| self.image(card)).collect()
    }
}

/// The number of affine maps of a deck, |AGL(n,3)|: 1,965,150,720 for the game.
#[must_use]
pub fn group_order(deck: Deck) -> u128 {
    deck.size() as u128 * fixing_flat(deck, 0)
}

/// The number of affine maps that leave each point of a flat of this dimension where it is: the next
/// unit point can go to every point outside the flat, and so on.
#[must_use]
pub fn fixing_flat(deck: Deck, dimension: u32) -> u128 {
    let (size, mut flat, mut maps) = (deck.size() as u128, 3_u128.pow(dimension), 1);
    while flat < size {
        maps *= size - flat;
        flat *= 3;
    }
    maps
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn frames_are_carried_to_by_one_map_each_and_lines_to_lines() {
        let deck = Deck::new(2).unwrap();
        let (space, cards) = (Space::new(deck), deck.cards().collect::<Vec<_>>());
        let mut all = BTreeSet::new();
        for frame in (0..729).map(|i| [i / 81, i / 9 % 9, i % 9].map(|place| cards[place])) {
            let Some(map) = AffineMap::to_frame(&space, &frame) else { continue };
            assert_eq!([0, 1, 3].map(|place| map.image(cards[place])), frame);
            for &a in &cards {
                for &b in &cards {
                    let third = map.image(a).third(map.image(b));
                    assert_eq!(map.image(a.third(b)), third);
                }
            }
            all.insert(map.images);
        }
        assert_eq!(all.len() as u128, group_order(deck));
    }

    #[test]
    fn the_groups_have_their_orders() {
        // 3^n times the order of GL(n,3), OEIS A053290.
        let orders = [9 * 48, 27 * 11_232, 81 * 24_261_120, 243 * 475_566_474_240];
        for (deck, order) in Deck::all().zip(orders) {
            assert_eq!(group_order(deck), order);
            assert_eq!(fixing_flat(deck, u32::try_from(deck.features()).unwrap()), 1);
        }
        assert_eq!(group_order(Deck::GAME), 1_965_150_720);
    }
}
