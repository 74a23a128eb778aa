//! Search for the best frames of a hand; [`super::canonical()`] explains the algorithm.

use super::colouring::{Colouring, PointIndex, mix};
use super::orbits::Orbits;
use super::space::Flat;
use super::{Class, Family, Space};
use crate::card::Card;
use crate::hand::CardSet;

/// Search state and scratch space for the canonical form of one hand.
#[derive(Clone, Debug)]
pub(super) struct Labelling<'a> {
    space: &'a Space,
    points: Vec<Card>,
    /// The third points of all pairs of points of the hand, grouped by the later point of the pair.
    thirds: Vec<Card>,
    /// For each point of the space, twice the number of pairs that it completes to a line, plus 1
    /// if it is in the hand.
    completes: Vec<u16>,
    /// Hash of each possible value of `completes`. The initial colour of a point is the sum of the
    /// hashes for the third points of its pairs.
    first_colours: Vec<u64>,
    /// For each point of the space, the sum of the colours of the pairs that it completes.
    marks: Vec<u64>,
    /// The colouring at each level of the search. Each level has one more individualized point than
    /// the level before, and a finer colouring.
    colourings: Vec<Colouring>,
    /// Candidates for the card that the deletion rule selects.
    deletable: Vec<PointIndex>,
    flat: Flat,
    /// The points of the frame under construction.
    frame: Vec<Card>,
    /// The orbits of the points of the best form under the known maps that fix the form.
    orbits: Orbits,
    best: Best,
}

/// The best frames found so far, represented by the first of them.
#[derive(Clone, Debug, Default)]
struct Best {
    traces: Vec<u64>,
    form: Option<CardSet>,
    /// The points that form the first best frame.
    frame: Vec<Card>,
    /// For each point of the space, its image under the first best frame, or `None` outside the
    /// flat of the hand.
    images: Vec<Option<Card>>,
    /// For each position in the first best frame, the number of points that occur there in best
    /// frames with the same earlier points.
    choices: Vec<u64>,
}

impl<'a> Labelling<'a> {
    pub(super) fn new(space: &'a Space) -> Self {
        let size = space.size();
        Self {
            space,
            points: Vec::new(),
            thirds: Vec::new(),
            completes: vec![0; size],
            first_colours: (1..=size as u64 + 1).map(mix).collect(),
            marks: vec![0; size],
            colourings: vec![Colouring::default(); space.deck().features() + 2],
            deletable: Vec::new(),
            flat: Flat::new(size),
            frame: Vec::new(),
            orbits: Orbits::default(),
            best: Best::default(),
        }
    }

    /// Returns the best frame of the hand searched last, extended to a frame of the space: the map
    /// that carries 0, 1, 3, 9, ... to its points carries the canonical form to the hand.
    pub(super) fn frame(&mut self) -> Vec<Card> {
        let mut frame = std::mem::take(&mut self.best.frame);
        frame.iter().for_each(|&point| self.flat.extend(self.space, point));
        for point in self.space.deck().cards() {
            if !self.flat.contains(point) {
                self.flat.extend(self.space, point);
                frame.push(point);
            }
        }
        self.flat.truncate(0);
        frame
    }

    /// Returns the number of orbits among some points of the space under the maps that fix the
    /// canonical form found last. The points must be a union of orbits; `dimension` is that of the
    /// flat of the form.
    pub(super) fn orbits(&self, points: &CardSet, dimension: Option<u32>) -> usize {
        points.iter().filter(|&point| self.is_lowest_in_orbit(point, dimension)).count()
    }

    /// Returns whether a point is the lowest of its orbit. All points outside the flat of the hand,
    /// which is a canonical form, are one orbit; the points of the flat have the lowest numbers.
    fn is_lowest_in_orbit(&self, point: Card, dimension: Option<u32>) -> bool {
        match dimension.map_or(0, |dimension| 3_usize.pow(dimension)) {
            flat if point.index() < flat => self.orbits.is_lowest(point),
            flat => point.index() == flat,
        }
    }

    /// Returns the class of a hand.
    pub(super) fn class(&mut self, points: &[Card]) -> Class {
        self.begin(points);
        self.colour();
        self.search()
    }

    /// Resets the search to a new hand.
    pub(super) fn begin(&mut self, points: &[Card]) {
        self.points.clear();
        self.thirds.clear();
        self.completes.fill(0);
        points.iter().for_each(|&point| self.push(point));
    }

    /// Returns an iterator over the points that can be added to the hand: points outside it and,
    /// for caps, on no line through two of its points.
    pub(super) fn open(&self, family: Family) -> impl Iterator<Item = Card> + use<'_, 'a> {
        let completes = |point: Card| self.completes[point.index()];
        self.space.deck().cards().filter(move |&point| match family {
            Family::Hands => completes(point).is_multiple_of(2),
            Family::Caps => completes(point) == 0,
        })
    }

    /// Returns the classes of hands with one more card whose parent, by the deletion rule, is the
    /// given class.
    pub(super) fn children(&mut self, parent: &Class, family: Family) -> Vec<Class> {
        self.begin(&parent.form.iter().collect::<Vec<Card>>());
        let candidates = self.candidates(parent.frames > 1, parent.dimension(), family);
        let mut classes = Vec::new();
        for point in candidates {
            self.push(point);
            classes.extend(self.class_if_accepted());
            self.pop();
        }
        classes
    }

    /// Returns the points to try as extensions of the hand, which is a canonical form: at least
    /// one, and usually exactly one, of each orbit under the stabilizer. Points of one orbit lead
    /// to the same classes. `dimension` is that of the flat of the hand.
    pub(super) fn candidates(
        &mut self,
        is_symmetric: bool,
        dimension: Option<u32>,
        family: Family,
    ) -> Vec<Card> {
        self.orbits.reset(self.space.size());
        // Without symmetries each point of the flat is an orbit.
        if is_symmetric {
            self.colour();
            self.search();
        }
        self.open(family).filter(|&point| self.is_lowest_in_orbit(point, dimension)).collect()
    }

    /// Adds a point to the hand.
    pub(super) fn push(&mut self, point: Card) {
        for third in self.space.thirds().with_each(point, &self.points) {
            self.thirds.push(third);
            self.completes[third.index()] += 2;
        }
        self.completes[point.index()] += 1;
        self.points.push(point);
    }

    fn pop(&mut self) {
        let Some(point) = self.points.pop() else { return };
        self.completes[point.index()] -= 1;
        // The third points of its pairs were added last, one for each earlier point.
        let first = self.thirds.len() - self.points.len();
        for third in self.thirds.drain(first..) {
            self.completes[third.index()] -= 2;
        }
    }

    /// Returns the class of the hand if the deletion rule selects its last point, otherwise `None`.
    /// That point must have the greatest colour in each colouring and, among points of that colour,
    /// the highest image. The cheapest colouring is tried first, because it rejects most points.
    fn class_if_accepted(&mut self) -> Option<Class> {
        let last = self.points.len() - 1;
        self.deletable.clear();
        self.deletable.extend((0..).zip(&self.points).map(|(place, _): (PointIndex, _)| place));
        self.begin_colouring();
        self.colourings[0].keep_greatest(&mut self.deletable, last)?;
        self.refine_by_pairs(0);
        self.colourings[0].keep_greatest(&mut self.deletable, last)?;
        self.refine_by_hyperplanes(0);
        self.colourings[0].keep_greatest(&mut self.deletable, last)?;
        let class = self.search();
        let image = |place: usize| self.best.images[self.points[place].index()];
        let highest = self.deletable.iter().filter_map(|&place| image(usize::from(place))).max()?;
        // The rule selects an orbit: deleting any of its points gives the same parent.
        self.orbits.are_joined(highest, image(last)?).then_some(class)
    }

    /// Colours each point by the number of pairs that the third points of its pairs complete.
    fn begin_colouring(&mut self) {
        self.colourings[0].begin(self.points.len(), &self.thirds, |third| {
            self.first_colours[usize::from(self.completes[third.index()])]
        });
    }

    fn refine_by_pairs(&mut self, level: usize) {
        self.colourings[level].refine_by_pairs(&self.points, &self.thirds, &mut self.marks);
    }

    /// Refines the colouring of a level of the search by hyperplanes, unless all points already
    /// have different colours.
    fn refine_by_hyperplanes(&mut self, level: usize) {
        if !self.colourings[level].is_discrete() {
            self.colourings[level].refine_by_hyperplanes(&self.points, self.space);
        }
    }

    /// Computes the colouring of the hand before any point is individualized.
    fn colour(&mut self) {
        self.begin_colouring();
        self.refine_by_pairs(0);
        self.refine_by_hyperplanes(0);
    }

    /// Finds the best frames and the orbits of the points of their image, and returns the class.
    fn search(&mut self) -> Class {
        self.best.traces.clear();
        self.best.form = None;
        self.frame.clear();
        self.descend(0);
        let form = self.best.form.expect("the search ends with a frame");
        Class { form, frames: self.best.choices.iter().product() }
    }

    /// Tries all choices for the next point of a frame, using the colouring of this level. Returns
    /// the length of the prefix to backtrack to if a new symmetry settles the remaining branches,
    /// otherwise `None`.
    fn descend(&mut self, level: usize) -> Option<usize> {
        let (chosen, cell) = (self.frame.len(), self.target_cell(level));
        if cell.is_empty() {
            return self.compare(None);
        }
        for &place in &cell {
            let point = self.points[usize::from(place)];
            // A known map carries the branches below the best frame's point to those below this
            // one.
            if self.is_joined_to_best(point) {
                self.best.choices[chosen] += 1;
                continue;
            }
            let (next, trace) = match cell.len() {
                1 => (level, 0),
                _ => (level + 1, self.individualize(place, level)),
            };
            // Frames are compared by their traces first: no branch below can be the best.
            if !self.best.admits(chosen, trace) {
                continue;
            }
            self.frame.push(point);
            // With this point the frame spans the space; its flat need not be built.
            let back = if chosen == self.space.deck().features() {
                self.compare(Some(point))
            } else {
                let before = self.flat.size();
                self.flat.extend(self.space, point);
                let back = self.descend(next);
                self.flat.truncate(before);
                back
            };
            self.frame.pop();
            // The new map fixes fewer points, so it settles the remaining branches of this level
            // too.
            if back.is_some_and(|back| back < chosen) {
                return back;
            }
        }
        None
    }

    /// Returns whether the best frame begins with the points chosen so far, and some known map
    /// carries its next point to this one. All maps known by then were found in branches below
    /// these points, and fix them.
    fn is_joined_to_best(&mut self, point: Card) -> bool {
        let Best { form: Some(_), frame, images, .. } = &self.best else { return false };
        let Some((&next, _)) = frame.strip_prefix(&*self.frame).and_then(<[Card]>::split_first)
        else {
            return false;
        };
        let images = images[next.index()].zip(images[point.index()]);
        images.is_some_and(|(one, other)| self.orbits.are_joined(one, other))
    }

    /// Individualizes a point and refines the colouring at the next level. Returns the trace of the
    /// new colouring.
    fn individualize(&mut self, place: PointIndex, level: usize) -> u64 {
        let (before, after) = self.colourings.split_at_mut(level + 1);
        after[0].individualize(place, &before[level]);
        self.refine_by_pairs(level + 1);
        self.refine_by_hyperplanes(level + 1);
        self.colourings[level + 1].sum()
    }

    /// Returns the smallest set of equally coloured points outside the flat, to minimize the
    /// branching; empty if the flat contains all points.
    fn target_cell(&self, level: usize) -> Vec<PointIndex> {
        let outside = |place: &&PointIndex| !self.flat.contains(self.points[usize::from(**place)]);
        let (mut cell, mut smallest) = (Vec::new(), Vec::new());
        for alike in self.colourings[level].cells() {
            cell.clear();
            cell.extend(alike.iter().filter(outside));
            // A single branch needs no further colours.
            if cell.len() == 1 {
                return cell;
            }
            if !cell.is_empty() && (smallest.is_empty() || cell.len() < smallest.len()) {
                std::mem::swap(&mut cell, &mut smallest);
            }
        }
        smallest
    }

    /// Compares the image under the complete frame, with `last` as its optional last point, with
    /// the best form, and keeps the lesser one. Returns the length of the common prefix of both
    /// frames if the images are equal, otherwise `None`.
    ///
    /// If they are equal, some map fixes the hand and carries the best frame to this one. Both
    /// frames begin with the same points, so the map fixes these. It carries all branches through
    /// the next point of the best frame, which have been searched, to those through the next point
    /// of this frame: they are equally many and equally good, and need not be searched. By the
    /// orbit-stabilizer theorem, applied point by point, the product of the choices is the number
    /// of best frames, and the maps that were found generate the group.
    fn compare(&mut self, last: Option<Card>) -> Option<usize> {
        let image = |point: Card| self.flat.image(self.space, point, last);
        let inside = |&point| image(point).expect("a frame spans the hand");
        let form: CardSet = self.points.iter().map(inside).collect();
        let best = &mut self.best;
        if best.form == Some(form) {
            // A point with an image under both frames gives a point of the form and its image under
            // the map.
            for (point, &other) in self.space.deck().cards().zip(&best.images) {
                if let (Some(one), Some(other)) = (image(point), other) {
                    self.orbits.join(other, one);
                }
            }
            let common = best.frame.iter().zip(&self.frame).take_while(|(a, b)| a == b).count();
            best.choices[common] += 1;
            return Some(common);
        }
        if best.form.is_none_or(|best| form < best) {
            best.form = Some(form);
            best.frame.clone_from(&self.frame);
            best.images.clear();
            best.images.extend(self.space.deck().cards().map(image));
            best.choices.clear();
            best.choices.resize(self.frame.len(), 1);
            // The known maps fix the previous form, not this one.
            self.orbits.reset(self.space.size());
        }
        None
    }
}

impl Best {
    /// Returns whether a branch of the search with this trace may be as good as the best branch. A
    /// better trace discards the best branch.
    fn admits(&mut self, chosen: usize, trace: u64) -> bool {
        match self.traces.get(chosen) {
            Some(&best) if best < trace => false,
            Some(&best) if best == trace => true,
            _ => {
                // A better trace, or the first: deeper traces belong to another branch.
                self.traces.truncate(chosen);
                self.traces.push(trace);
                self.form = None;
                true
            }
        }
    }
}
