//! The lines of a space, as a table.

use crate::card::{Card, Deck};

/// A point of a space: the index of a card.
pub(super) type Point = u16;

/// AG(n,3) as the table of its third points.
#[derive(Clone, Debug)]
pub struct Space {
    deck: Deck,
    cards: Vec<Card>,
    thirds: Vec<Point>,
    /// For each family of three parallel hyperplanes, in which of them each point is.
    hyperplanes: Vec<u8>,
}

impl Space {
    /// The space whose points are the cards of this deck.
    #[must_use]
    pub fn new(deck: Deck) -> Self {
        let cards: Vec<Card> = deck.cards().collect();
        let thirds = deck.third_cards().into_iter().map(point).collect();
        Self { deck, thirds, hyperplanes: hyperplanes(deck), cards }
    }

    /// The deck.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The number of points.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.cards.len()
    }

    /// The families of parallel hyperplanes: for each, in which of the three each point is.
    pub(super) fn hyperplanes(&self) -> impl Iterator<Item = &[u8]> {
        self.hyperplanes.chunks_exact(self.size())
    }

    /// All points.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        self.deck.cards().map(point)
    }

    /// The card at a point.
    pub(super) fn card(&self, at: Point) -> Card {
        self.cards[usize::from(at)]
    }

    /// The third point of the line through two points; of a point with itself, that point.
    #[inline]
    pub(super) fn third(&self, a: Point, b: Point) -> Point {
        self.thirds_of(a)[usize::from(b)]
    }

    /// The third points with one point, by the other.
    #[inline]
    pub(super) fn thirds_of(&self, a: Point) -> &[Point] {
        &self.thirds[usize::from(a) * self.size()..][..self.size()]
    }

    /// `x + b - a`: from `x` as far as from `a` to `b`. As a + b + third(a, b) = 0, so
    /// `third(third(x, b), a)` is `x + b - a`.
    #[inline]
    pub(super) fn moved(&self, x: Point, a: Point, b: Point) -> Point {
        self.third(self.third(x, b), a)
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

/// The point of a card.
pub(super) fn point(card: Card) -> Point {
    Point::try_from(card.index()).expect("the largest deck has 729 cards")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::{sum, third};

    #[test]
    fn thirds_are_those_of_cards_and_hyperplanes_hold_lines() {
        for deck in Deck::all().filter(|deck| deck.features() < 6) {
            let space = Space::new(deck);
            assert_eq!(2 * space.hyperplanes().count(), deck.size() - 1);
            let cards = deck.cards().flat_map(|a| deck.cards().map(move |b| (a, b)));
            for (a, b) in cards.step_by(7) {
                let third = a.third(b, deck);
                assert_eq!(space.third(point(a), point(b)), point(third));
                for sides in space.hyperplanes() {
                    let sum: u8 = [a, b, third].map(|card| sides[card.index()]).iter().sum();
                    assert_eq!(sum % 3, 0);
                }
            }
            for sides in space.hyperplanes() {
                let size = |side| sides.iter().filter(|&&other| other == side).count();
                assert_eq!([0, 1, 2].map(size), [deck.size() / 3; 3]);
            }
        }
    }

    #[test]
    fn points_add_up_to_zero_on_lines_and_are_moved_along_them() {
        let space = Space::new(Deck::new(3).unwrap());
        for (a, b) in space.points().flat_map(|a| space.points().map(move |b| (a, b))) {
            let (at, bt) = (usize::from(a), usize::from(b));
            assert_eq!(usize::from(space.third(a, b)), third(at, bt));
            for x in space.points() {
                let difference = sum(bt, sum(at, at));
                assert_eq!(usize::from(space.moved(x, a, b)), sum(x.into(), difference));
            }
        }
    }
}
