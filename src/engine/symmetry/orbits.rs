//! Orbits of points under maps that are found one by one: a union-find structure.

use crate::card::Card;

/// Orbits of points. The lowest point of an orbit is its root.
#[derive(Clone, Debug, Default)]
pub(super) struct Orbits {
    lower: Vec<Card>,
}

impl Orbits {
    /// Each of `size` points on its own.
    pub(super) fn reset(&mut self, size: usize) {
        self.lower.clear();
        self.lower.extend((0..size).map(Card::at));
    }

    fn root(&mut self, mut point: Card) -> Card {
        while self.lower[point.index()] != point {
            let lower = self.lower[point.index()];
            // Path halving: what is searched again takes half the steps.
            self.lower[point.index()] = self.lower[lower.index()];
            point = lower;
        }
        point
    }

    /// Joins the orbits of two points.
    pub(super) fn join(&mut self, one: Card, other: Card) {
        let (one, other) = (self.root(one), self.root(other));
        // The root stays the lowest point of its orbit.
        self.lower[one.max(other).index()] = one.min(other);
    }

    /// Whether two points are in one orbit.
    pub(super) fn are_joined(&mut self, one: Card, other: Card) -> bool {
        self.root(one) == self.root(other)
    }

    /// Whether a point is the lowest of its orbit.
    pub(super) fn is_first(&self, point: Card) -> bool {
        self.lower[point.index()] == point
    }
}
