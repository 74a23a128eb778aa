//! The lines and the flats of a space.

use super::maps::extend_flat;
use crate::card::{Card, Deck, ThirdCards};

/// AG(n,3), whose points are the cards of a deck.
#[derive(Clone, Debug)]
pub struct Space {
    deck: Deck,
    thirds: &'static ThirdCards,
    /// For each family of three parallel hyperplanes, in which of them each point is.
    hyperplanes: Vec<u8>,
}

impl Space {
    /// The space whose points are the cards of this deck.
    #[must_use]
    pub fn new(deck: Deck) -> Self {
        Self { deck, thirds: ThirdCards::for_deck(deck), hyperplanes: hyperplanes(deck) }
    }

    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The number of points.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.thirds.size()
    }

    /// The families of parallel hyperplanes: for each, in which of the three each point is.
    pub(super) fn hyperplanes(&self) -> impl Iterator<Item = &[u8]> {
        self.hyperplanes.chunks_exact(self.size())
    }

    /// The third points of the lines through two points.
    pub(super) const fn thirds(&self) -> &'static ThirdCards {
        self.thirds
    }

    /// `x + b - a`: from `x` as far as from `a` to `b`. As a + b + third(a, b) = 0, so
    /// `third(third(x, b), a)` is `x + b - a`.
    #[inline]
    fn moved(&self, x: Card, a: Card, b: Card) -> Card {
        self.thirds.third(self.thirds.third(x, b), a)
    }
}

/// For each linear form up to its sign, its value at each point.
fn hyperplanes(deck: Deck) -> Vec<u8> {
    let value = |form: Card, at: Card| {
        let products = form.digits(deck).zip(at.digits(deck)).map(|(a, b)| a * b);
        products.sum::<u8>() % 3
    };
    // Of a form and its double the one whose first digit that is not 0 is 1.
    let forms = deck.cards().filter(|form| form.digits(deck).find(|&digit| digit > 0) == Some(1));
    forms.flat_map(|form| deck.cards().map(move |at| value(form, at))).collect()
}

/// The flat of some points, with coordinates that make these 0, 1, 3, 9, ...
#[derive(Clone, Debug)]
pub(super) struct Flat {
    points: Vec<Card>,
    /// For each point of the space, its coordinates as a card, if it is in the flat.
    coordinates: Vec<Option<Card>>,
}

impl Flat {
    /// An empty set of points in a space of `size` points.
    pub(super) fn new(size: usize) -> Self {
        Self { points: Vec::new(), coordinates: vec![None; size] }
    }

    /// The number of its points.
    pub(super) const fn size(&self) -> usize {
        self.points.len()
    }

    /// Whether a point is in it.
    pub(super) fn contains(&self, point: Card) -> bool {
        self.coordinates[point.index()].is_some()
    }

    /// Adds a point outside, which gets the next unit point as coordinates, and what it spans.
    pub(super) fn extend(&mut self, space: &Space, unit: Card) {
        let before = self.points.len();
        extend_flat(&mut self.points, unit, |a, b| space.thirds.third(a, b));
        for (place, point) in self.points.iter().enumerate().skip(before) {
            self.coordinates[point.index()] = Some(Card::at(place));
        }
    }

    /// Keeps the first `size` points.
    pub(super) fn truncate(&mut self, size: usize) {
        for point in self.points.drain(size..) {
            self.coordinates[point.index()] = None;
        }
    }

    /// The coordinates of a point of the flat, or of the flat that is larger by one last unit
    /// point.
    #[inline]
    pub(super) fn image(&self, space: &Space, point: Card, last: Option<Card>) -> Option<Card> {
        let inside = self.coordinates[point.index()];
        let (Some(unit), None) = (last, inside) else { return inside };
        let (origin, size) = (self.points[0], self.points.len());
        let beyond = |nearer: Card, by: usize| {
            self.coordinates[nearer.index()].map(|nearer| Card::at(nearer.index() + by))
        };
        // One unit away, or two, which is one in the other direction.
        beyond(space.moved(point, unit, origin), size)
            .or_else(|| beyond(space.moved(point, origin, unit), 2 * size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyperplanes_hold_lines() {
        for deck in Deck::all().filter(|deck| deck.features() < 6) {
            let space = Space::new(deck);
            assert_eq!(2 * space.hyperplanes().count(), deck.size() - 1);
            let cards = deck.cards().flat_map(|a| deck.cards().map(move |b| (a, b)));
            for (a, b) in cards.step_by(7) {
                for sides in space.hyperplanes() {
                    let sum: u8 = [a, b, a.third(b)].map(|card| sides[card.index()]).iter().sum();
                    assert_eq!(sum % 3, 0);
                }
            }
            for sides in space.hyperplanes() {
                let size = |side| sides.iter().filter(|&&other| other == side).count();
                assert_eq!([0, 1, 2].map(size), [deck.size() / 3; 3]);
            }
        }
    }
}
