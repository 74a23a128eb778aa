//! Lines, hyperplanes and flats of the affine space AG(n,3).

use super::maps::extend_flat;
use crate::card::{Card, Deck, ThirdCards};

/// The affine space AG(n,3), whose points are the cards of a deck.
#[derive(Clone, Debug)]
pub struct Space {
    deck: Deck,
    thirds: &'static ThirdCards,
    /// For each family of three parallel hyperplanes, the number (0 to 2) of the hyperplane that
    /// contains each point.
    hyperplanes: Vec<u8>,
}

impl Space {
    /// Returns the space whose points are the cards of a deck.
    #[must_use]
    pub fn new(deck: Deck) -> Self {
        Self { deck, thirds: ThirdCards::for_deck(deck), hyperplanes: hyperplanes(deck) }
    }

    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// Returns the number of points of the space.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.thirds.size()
    }

    /// Returns an iterator over the families of three parallel hyperplanes: for each, the number (0
    /// to 2) of the hyperplane that contains each point.
    pub(super) fn hyperplanes(&self) -> impl Iterator<Item = &[u8]> {
        self.hyperplanes.chunks_exact(self.size())
    }

    /// Returns the table with the third point of the line through each two points.
    pub(super) const fn thirds(&self) -> &'static ThirdCards {
        self.thirds
    }

    /// Returns `x + b - a`, which is `third(third(x, b), a)` because a + b + third(a, b) = 0.
    #[inline]
    fn translated(&self, x: Card, a: Card, b: Card) -> Card {
        self.thirds.third(self.thirds.third(x, b), a)
    }
}

/// Returns, for each nonzero linear form up to sign, its values (0 to 2) at all points.
fn hyperplanes(deck: Deck) -> Vec<u8> {
    let value = |form: Card, at: Card| {
        let products = form.digits(deck).zip(at.digits(deck)).map(|(a, b)| a * b);
        products.sum::<u8>() % 3
    };
    // Of a form and its negative, take the one whose first nonzero digit is 1.
    let forms = deck.cards().filter(|form| form.digits(deck).find(|&digit| digit > 0) == Some(1));
    forms.flat_map(|form| deck.cards().map(move |at| value(form, at))).collect()
}

/// Affine flat spanned by a sequence of points, which get the coordinates 0, 1, 3, 9, ...
#[derive(Clone, Debug)]
pub(super) struct Flat {
    points: Vec<Card>,
    /// For each point of the space, its coordinates as a card, or `None` outside the flat.
    coordinates: Vec<Option<Card>>,
}

impl Flat {
    /// Returns an empty flat in a space of `size` points.
    pub(super) fn new(size: usize) -> Self {
        Self { points: Vec::new(), coordinates: vec![None; size] }
    }

    /// Returns the number of points of the flat.
    pub(super) const fn size(&self) -> usize {
        self.points.len()
    }

    /// Returns whether a point is in the flat.
    pub(super) fn contains(&self, point: Card) -> bool {
        self.coordinates[point.index()].is_some()
    }

    /// Extends the flat by a point outside it, which gets the next unit point as its coordinates,
    /// and by all points that it spans.
    pub(super) fn extend(&mut self, space: &Space, unit: Card) {
        let before = self.points.len();
        extend_flat(&mut self.points, unit, |a, b| space.thirds.third(a, b));
        for (place, point) in self.points.iter().enumerate().skip(before) {
            self.coordinates[point.index()] = Some(Card::at(place));
        }
    }

    /// Shrinks the flat to its first `size` points.
    pub(super) fn truncate(&mut self, size: usize) {
        for point in self.points.drain(size..) {
            self.coordinates[point.index()] = None;
        }
    }

    /// Returns the coordinates of a point of the flat, or of the flat extended by `last` as its
    /// next unit point if that is given. Returns `None` for a point outside.
    #[inline]
    pub(super) fn image(&self, space: &Space, point: Card, last: Option<Card>) -> Option<Card> {
        let inside = self.coordinates[point.index()];
        let (Some(unit), None) = (last, inside) else { return inside };
        let (origin, size) = (self.points[0], self.points.len());
        let beyond = |nearer: Card, by: usize| {
            self.coordinates[nearer.index()].map(|nearer| Card::at(nearer.index() + by))
        };
        // One unit away, or two, which is one in the opposite direction.
        beyond(space.translated(point, unit, origin), size)
            .or_else(|| beyond(space.translated(point, origin, unit), 2 * size))
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
