//! Flats with coordinates, and points that are alike.

use super::Space;
use super::space::Point;

/// No coordinates: larger than all.
const NONE: Point = Point::MAX;

/// The flat of the points chosen so far, with coordinates that make these 0, 1, 3, 9, ...
#[derive(Clone, Debug)]
pub(super) struct Flat {
    points: Vec<Point>,
    /// For each point of the space, its coordinates as a point, if it is in the flat.
    coordinates: Vec<Point>,
}

impl Flat {
    /// Without points, in a space of so many.
    pub(super) fn new(size: usize) -> Self {
        Self { points: Vec::new(), coordinates: vec![NONE; size] }
    }

    /// The number of its points.
    pub(super) const fn size(&self) -> usize {
        self.points.len()
    }

    /// Whether a point is in it.
    pub(super) fn contains(&self, point: Point) -> bool {
        self.coordinates[usize::from(point)] != NONE
    }

    /// Adds a point outside, which gets the next unit point as coordinates, and what it spans.
    pub(super) fn extend(&mut self, space: &Space, unit: Point) {
        let (size, origin) = (self.points.len(), self.points.first().copied().unwrap_or(unit));
        if size == 0 {
            return self.add(origin);
        }
        for from in 0..2 * size {
            self.add(space.moved(self.points[from], origin, unit));
        }
    }

    fn add(&mut self, point: Point) {
        self.coordinates[usize::from(point)] = self.next_coordinates();
        self.points.push(point);
    }

    /// As many as there are points.
    #[inline]
    fn next_coordinates(&self) -> Point {
        Point::try_from(self.points.len()).expect("the largest deck has 729 cards")
    }

    /// Goes back to so many points.
    pub(super) fn shrink(&mut self, size: usize) {
        for point in self.points.drain(size..) {
            self.coordinates[usize::from(point)] = NONE;
        }
    }

    /// The coordinates of a point of the flat, or of the flat that is larger by one last unit point.
    #[inline]
    pub(super) fn image(&self, space: &Space, point: Point, last: Option<Point>) -> Point {
        let inside = self.coordinates[usize::from(point)];
        let (Some(unit), true) = (last, inside == NONE) else { return inside };
        let (origin, size) = (self.points[0], self.next_coordinates());
        let nearer = self.coordinates[usize::from(space.moved(point, unit, origin))];
        if nearer != NONE {
            return nearer + size;
        }
        // Twice the unit away, which is as far as once in the other direction.
        self.coordinates[usize::from(space.moved(point, origin, unit))] + 2 * size
    }
}

/// Sets of points that are alike: union-find, the first point of a set as its root.
#[derive(Clone, Debug, Default)]
pub(super) struct Orbits {
    lower: Vec<Point>,
}

impl Orbits {
    /// Every one of so many points on its own.
    pub(super) fn reset(&mut self, size: usize) {
        self.lower.clear();
        self.lower.extend((0..).take(size));
    }

    fn root(&mut self, mut point: Point) -> Point {
        while self.lower[usize::from(point)] != point {
            let lower = self.lower[usize::from(point)];
            self.lower[usize::from(point)] = self.lower[usize::from(lower)];
            point = lower;
        }
        point
    }

    /// Two points are alike; one that is nowhere is like none.
    pub(super) fn join(&mut self, one: Point, other: Point) {
        if other != NONE {
            let (one, other) = (self.root(one), self.root(other));
            self.lower[usize::from(one.max(other))] = one.min(other);
        }
    }

    /// Whether two points are alike.
    pub(super) fn are_alike(&mut self, one: Point, other: Point) -> bool {
        self.root(one) == self.root(other)
    }

    /// Whether it is the lowest of the points like it.
    pub(super) fn is_first(&self, point: Point) -> bool {
        self.lower[usize::from(point)] == point
    }
}
