//! Affine maps, and the order of their group.

use crate::card::{Card, Deck};
use crate::hand::CardSet;

/// Affine map of a deck onto itself: an invertible linear map followed by a translation. It carries
/// sets to sets.
///
/// ```
/// use setodds_engine::card::Deck;
/// use setodds_engine::symmetry::{AffineMap, group_order};
///
/// let deck = Deck::new(2)?;
/// let cards: Vec<_> = deck.cards().collect();
/// let map = AffineMap::to_frame(&[cards[4], cards[8], cards[1]]).expect("not a line");
/// assert_eq!(map.image(cards[0]), cards[4]);
/// assert_eq!(group_order(deck), 432);
/// # Ok::<(), setodds_engine::card::DeckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffineMap {
    /// The image of each card under the map, by card index.
    images: Vec<Card>,
}

impl AffineMap {
    /// Returns the map that carries the cards 0, 1, 3, 9, ... (the origin and the unit points) to
    /// `n + 1` given cards of a deck with `n` features, or `None` if one of them is in the flat of
    /// those before it.
    #[must_use]
    pub fn to_frame(frame: &[Card]) -> Option<Self> {
        let mut images = Vec::new();
        for &unit in frame {
            if images.contains(&unit) {
                return None;
            }
            extend_flat(&mut images, unit, Card::third);
        }
        Some(Self { images })
    }

    /// Returns all invertible linear maps of the space of this dimension. There are (3^d - 1)(3^d -
    /// 3)(3^d - 9)..., which is 11,232 for d = 3 and 24 million for d = 4.
    #[must_use]
    pub fn linear_maps(dimension: u32) -> Vec<Self> {
        let mut maps = vec![vec![super::ORIGIN]];
        for _ in 0..dimension {
            let longer = |images: Vec<Card>| {
                let points = (0..3_usize.pow(dimension)).map(Card::at);
                let units: Vec<Card> = points.filter(|point| !images.contains(point)).collect();
                units.into_iter().map(move |unit| {
                    let mut images = images.clone();
                    extend_flat(&mut images, unit, Card::third);
                    images
                })
            };
            maps = maps.into_iter().flat_map(longer).collect();
        }
        maps.into_iter().map(|images| Self { images }).collect()
    }

    /// Returns the image of a card under the map.
    ///
    /// # Panics
    ///
    /// Panics if the card is not in the deck of the map.
    #[must_use]
    pub fn image(&self, card: Card) -> Card {
        self.images[card.index()]
    }

    /// Returns the image of a hand under the map.
    ///
    /// # Panics
    ///
    /// Panics if the hand has a card that is not in the deck of the map.
    #[must_use]
    pub fn image_of(&self, hand: &CardSet) -> CardSet {
        hand.iter().map(|card| self.image(card)).collect()
    }
}

/// Extends a flat by a point outside it and by all points that the two span. The points are in the
/// order of their coordinates: they are the images of 0, 1, 2, ... if each added point is the image
/// of the next one of 0, 1, 3, 9, ...
pub(crate) fn extend_flat(flat: &mut Vec<Card>, unit: Card, third: impl Fn(Card, Card) -> Card) {
    let Some(&origin) = flat.first() else { return flat.push(unit) };
    for from in 0..2 * flat.len() {
        // Because a + b + third(a, b) = 0, this is `flat[from] + unit - origin`.
        flat.push(third(third(flat[from], unit), origin));
    }
}

/// Returns the number of affine maps of a deck, |AGL(n,3)|: 1,965,150,720 for the game.
#[must_use]
pub fn group_order(deck: Deck) -> u128 {
    deck.size() as u128 * fixing_flat(deck, 0)
}

/// Returns the number of affine maps that fix every point of a flat of the given dimension. The
/// next unit point can go to any point outside the flat, and so on.
pub(super) fn fixing_flat(deck: Deck, dimension: u32) -> u128 {
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
    use crate::symmetry::sum;
    use std::collections::BTreeSet;

    #[test]
    fn frames_are_carried_to_by_one_map_each_and_lines_to_lines() {
        let deck = Deck::new(2).unwrap();
        let (cards, mut all) = (deck.cards().collect::<Vec<_>>(), BTreeSet::new());
        for frame in (0..729).map(|i| [i / 81, i / 9 % 9, i % 9].map(|place| cards[place])) {
            let Some(map) = AffineMap::to_frame(&frame) else { continue };
            assert_eq!([0, 1, 3].map(|place| map.image(cards[place])), frame);
            for (a, b) in deck.cards().flat_map(|a| deck.cards().map(move |b| (a, b))) {
                assert_eq!(map.image(a.third(b)), map.image(a).third(map.image(b)));
            }
            all.insert(map.images);
        }
        assert_eq!(all.len() as u128, group_order(deck));
    }

    #[test]
    fn linear_maps_are_all_and_keep_sums() {
        for (dimension, number) in [(1, 2), (2, 48), (3, 11_232)] {
            let maps = AffineMap::linear_maps(dimension);
            assert_eq!(maps.len(), number);
            let points = || (0..3_usize.pow(dimension)).map(Card::at);
            for map in maps.iter().step_by(97) {
                for (a, b) in points().flat_map(|a| points().map(move |b| (a, b))) {
                    assert_eq!(map.image(sum(a, b)), sum(map.image(a), map.image(b)));
                }
                let images: BTreeSet<Card> = map.images.iter().copied().collect();
                assert!(images.into_iter().eq(points()));
            }
            let different: BTreeSet<&[Card]> = maps.iter().map(|map| &*map.images).collect();
            assert_eq!(different.len(), number);
        }
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
