//! Orbits of points under maps that are found one by one: a union-find structure.

use crate::card::Card;

/// Union-find structure of orbits of points. The root of an orbit is its lowest point.
#[derive(Clone, Debug, Default)]
pub(super) struct Orbits {
    parents: Vec<Card>,
}

impl Orbits {
    /// Resets the structure to `size` points, each in an orbit of its own.
    pub(super) fn reset(&mut self, size: usize) {
        self.parents.clear();
        self.parents.extend((0..size).map(Card::at));
    }

    fn root(&mut self, mut point: Card) -> Card {
        while self.parents[point.index()] != point {
            let lower = self.parents[point.index()];
            // Path halving: a repeated lookup takes half the steps.
            self.parents[point.index()] = self.parents[lower.index()];
            point = lower;
        }
        point
    }

    /// Joins the orbits of two points.
    pub(super) fn join(&mut self, one: Card, other: Card) {
        let (one, other) = (self.root(one), self.root(other));
        // The root stays the lowest point of its orbit.
        self.parents[one.max(other).index()] = one.min(other);
    }

    /// Returns whether two points are in the same orbit.
    pub(super) fn are_joined(&mut self, one: Card, other: Card) -> bool {
        self.root(one) == self.root(other)
    }

    /// Returns whether a point is the lowest of its orbit.
    pub(super) fn is_lowest(&self, point: Card) -> bool {
        self.parents[point.index()] == point
    }
}
