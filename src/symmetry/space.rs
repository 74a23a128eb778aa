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
}

impl Space {
    /// The space whose points are the cards of this deck.
    #[must_use]
    pub fn new(deck: Deck) -> Self {
        let cards: Vec<Card> = deck.cards().collect();
        let row = |&a: &Card| deck.cards().map(move |b| point(a.third(b, deck)));
        Self { deck, thirds: cards.iter().flat_map(row).collect(), cards }
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

/// The point of a card.
pub(super) fn point(card: Card) -> Point {
    Point::try_from(card.index()).expect("the largest deck has 729 cards")
}

#[cfg(test)]
mod tests {
    use super::super::{sum, third};
    use super::*;

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
