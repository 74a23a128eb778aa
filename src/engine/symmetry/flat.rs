//! Flats with coordinates, and points that are alike.

use super::Space;
use crate::card::Card;

/// The flat of the points chosen so far, with coordinates that make these 0, 1, 3, 9, ...
#[derive(Clone, Debug)]
pub(super) struct Flat {
    points: Vec<Card>,
    /// For each point of the space, its coordinates as a point, if it is in the flat.
    coordinates: Vec<Option<Card>>,
}

impl Flat {
    /// Without points, in a space of so many.
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
        let (size, origin) = (self.points.len(), self.points.first().copied().unwrap_or(unit));
        if size == 0 {
            return self.add(origin);
        }
        for from in 0..2 * size {
            self.add(space.moved(self.points[from], origin, unit));
        }
    }

    fn add(&mut self, point: Card) {
        self.coordinates[point.index()] = Some(Card::at(self.points.len()));
        self.points.push(point);
    }

    /// Goes back to so many points.
    pub(super) fn shrink(&mut self, size: usize) {
        for point in self.points.drain(size..) {
            self.coordinates[point.index()] = None;
        }
    }

    /// The coordinates of a point of the flat, or of the flat that is larger by one last unit point.
    #[inline]
    pub(super) fn image(&self, space: &Space, point: Card, last: Option<Card>) -> Option<Card> {
        let inside = self.coordinates[point.index()];
        let (Some(unit), None) = (last, inside) else { return inside };
        let (origin, size) = (self.points[0], self.points.len());
        let beyond = |from: Card, by: usize| {
            self.coordinates[from.index()].map(|nearer| Card::at(nearer.index() + by))
        };
        // Once or twice the unit away; twice is as far as once in the other direction.
        beyond(space.moved(point, unit, origin), size)
            .or_else(|| beyond(space.moved(point, origin, unit), 2 * size))
    }
}

/// Sets of points that are alike: union-find, the first point of a set as its root.
#[derive(Clone, Debug, Default)]
pub(super) struct Orbits {
    lower: Vec<Card>,
}

impl Orbits {
    /// Every one of so many points on its own.
    pub(super) fn reset(&mut self, size: usize) {
        self.lower.clear();
        self.lower.extend((0..size).map(Card::at));
    }

    fn root(&mut self, mut point: Card) -> Card {
        while self.lower[point.index()] != point {
            let lower = self.lower[point.index()];
            self.lower[point.index()] = self.lower[lower.index()];
            point = lower;
        }
        point
    }

    /// Two points are alike.
    pub(super) fn join(&mut self, one: Card, other: Card) {
        let (one, other) = (self.root(one), self.root(other));
        self.lower[one.max(other).index()] = one.min(other);
    }

    /// Whether two points are alike.
    pub(super) fn are_alike(&mut self, one: Card, other: Card) -> bool {
        self.root(one) == self.root(other)
    }

    /// Whether it is the lowest of the points like it.
    pub(super) fn is_first(&self, point: Card) -> bool {
        self.lower[point.index()] == point
    }
}
