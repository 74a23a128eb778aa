//! Orbits of points under maps that are found one by one: a union-find structure.

use crate::card::Card;

/// Union-find structure of orbits of points. The root of an orbit is its lowest point.
#[derive(Clone, Debug, Default)]
pub(super) struct Orbits {
    lower: Vec<Card>,
}

impl Orbits {
    /// Resets to `size` points, each in an orbit of its own.
    pub(super) fn reset(&mut self, size: usize) {
        self.lower.clear();
        self.lower.extend((0..size).map(Card::at));
    }

    fn root(&mut self, mut point: Card) -> Card {
        while self.lower[point.index()] != point {
            let lower = self.lower[point.index()];
            // Path halving: a repeated lookup takes half the steps.
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

    /// Returns whether two points are in the same orbit.
    pub(super) fn are_joined(&mut self, one: Card, other: Card) -> bool {
        self.root(one) == self.root(other)
    }

    /// Returns whether a point is the lowest of its orbit.
    pub(super) fn is_first(&self, point: Card) -> bool {
        self.lower[point.index()] == point
    }
}
