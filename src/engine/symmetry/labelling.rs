//! The search for the best frames of a hand, as [`super::canonical()`] explains it.

use super::colouring::{Colouring, PointPlace, mixed};
use super::orbits::Orbits;
use super::space::Flat;
use super::{Class, Family, Space};
use crate::card::Card;
use crate::hand::CardSet;

/// Scratch space for the search, and the hand that it is about.
#[derive(Clone, Debug)]
pub(super) struct Labelling<'a> {
    space: &'a Space,
    points: Vec<Card>,
    /// The third points of all pairs, those of a point with the points before it next to one
    /// another.
    thirds: Vec<Card>,
    /// For each point of the space, twice the number of pairs that it completes to a line, and one
    /// more if it is in the hand.
    completes: Vec<u16>,
    /// The colour of what `completes` says.
    first_colours: Vec<u64>,
    /// For each point of the space, the mixture of the pairs that it completes.
    marks: Vec<u64>,
    /// The colouring at each level of the search: the more points are chosen, the finer.
    colourings: Vec<Colouring>,
    /// The places of the points that the rule may take away.
    deletable: Vec<PointPlace>,
    flat: Flat,
    /// The points of the frame that is being chosen.
    frame: Vec<Card>,
    /// Points of the form that maps carry into one another which leave the form as it is.
    orbits: Orbits,
    best: Best,
}

/// The best frames so far, of which the first stands for all.
#[derive(Clone, Debug, Default)]
struct Best {
    traces: Vec<u64>,
    form: Option<CardSet>,
    /// The points of the first.
    frame: Vec<Card>,
    /// The images under the first of all points of the space that are in the flat of the hand.
    images: Vec<Option<Card>>,
    /// For each point of the first, how many points follow those before it in best frames.
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
            first_colours: (1..=size as u64 + 1).map(mixed).collect(),
            marks: vec![0; size],
            colourings: vec![Colouring::default(); space.deck().features() + 2],
            deletable: Vec::new(),
            flat: Flat::new(size),
            frame: Vec::new(),
            orbits: Orbits::default(),
            best: Best::default(),
        }
    }

    /// The points of the best frame of the hand that was searched last, and what is needed to make
    /// it a frame of the space: the map that carries 0, 1, 3, 9, ... to them carries the form to
    /// the hand.
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

    /// The number of orbits of some points of the space under the maps that carry the form that was
    /// found last into itself. The points are a union of orbits, and the dimension is that of the
    /// flat of the form.
    pub(super) fn orbits(&self, points: &CardSet, dimension: Option<u32>) -> usize {
        points.iter().filter(|&point| self.is_first(point, dimension)).count()
    }

    /// Whether a point is the lowest of its orbit. All points outside the flat of the hand, which
    /// is a canonical form, are one orbit; the flat has the lowest numbers.
    fn is_first(&self, point: Card, dimension: Option<u32>) -> bool {
        match dimension.map_or(0, |dimension| 3_usize.pow(dimension)) {
            flat if point.index() < flat => self.orbits.is_first(point),
            flat => point.index() == flat,
        }
    }

    /// The class of a hand.
    pub(super) fn class(&mut self, points: &[Card]) -> Class {
        self.begin(points);
        self.colour();
        self.search()
    }

    /// Starts with a hand.
    pub(super) fn begin(&mut self, points: &[Card]) {
        self.points.clear();
        self.thirds.clear();
        self.completes.fill(0);
        points.iter().for_each(|&point| self.push(point));
    }

    /// The points that can be added: not in the hand, and on no line with two of it if it is a cap.
    pub(super) fn open(&self, family: Family) -> impl Iterator<Item = Card> + use<'_, 'a> {
        let completes = |point: Card| self.completes[point.index()];
        self.space.deck().cards().filter(move |&point| match family {
            Family::Hands => completes(point).is_multiple_of(2),
            Family::Caps => completes(point) == 0,
        })
    }

    /// The classes of hands with one card more than those of a class, each from one parent only.
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

    /// Points that can be added to the hand, which is a canonical form: at least one, and mostly
    /// one, of each orbit under the maps that leave the hand as it is. Points of one orbit lead to
    /// the same classes. The dimension is that of the flat of the hand.
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
        self.open(family).filter(|&point| self.is_first(point, dimension)).collect()
    }

    /// Adds a point.
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
        // The third points of its pairs were added last, one for each point before it.
        let first = self.thirds.len() - self.points.len();
        for third in self.thirds.drain(first..) {
            self.completes[third.index()] -= 2;
        }
    }

    /// The class of the hand, if the last point is the one that the rule takes away: it must have
    /// the greatest colour in each colouring, and among those like it the highest image. The
    /// cheapest colouring comes first, as most points fail there.
    fn class_if_accepted(&mut self) -> Option<Class> {
        let last = self.points.len() - 1;
        self.deletable.clear();
        self.deletable.extend((0..).zip(&self.points).map(|(place, _): (PointPlace, _)| place));
        self.begin_colouring();
        self.colourings[0].keep_greatest(&mut self.deletable, last)?;
        self.refine_by_pairs(0);
        self.colourings[0].keep_greatest(&mut self.deletable, last)?;
        self.refine_by_hyperplanes(0);
        self.colourings[0].keep_greatest(&mut self.deletable, last)?;
        let class = self.search();
        let image = |place: usize| self.best.images[self.points[place].index()];
        let highest = self.deletable.iter().filter_map(|&place| image(usize::from(place))).max()?;
        // The rule names an orbit: whichever of its points is taken away, the parent is the same.
        self.orbits.are_joined(highest, image(last)?).then_some(class)
    }

    /// The first colouring: by how many pairs the third points of a point's pairs complete.
    fn begin_colouring(&mut self) {
        self.colourings[0].begin(self.points.len(), &self.thirds, |third| {
            self.first_colours[usize::from(self.completes[third.index()])]
        });
    }

    fn refine_by_pairs(&mut self, level: usize) {
        self.colourings[level].refine_by_pairs(&self.points, &self.thirds, &mut self.marks);
    }

    /// Refines by hyperplanes, if points still have equal colours.
    fn refine_by_hyperplanes(&mut self, level: usize) {
        if !self.colourings[level].is_discrete() {
            self.colourings[level].refine_by_hyperplanes(&self.points, self.space);
        }
    }

    /// The colouring before any point is chosen.
    fn colour(&mut self) {
        self.begin_colouring();
        self.refine_by_pairs(0);
        self.refine_by_hyperplanes(0);
    }

    /// Finds the best frames, and the orbits of the points of their image.
    fn search(&mut self) -> Class {
        self.best.traces.clear();
        self.best.form = None;
        self.frame.clear();
        self.descend(0);
        let form = self.best.form.expect("the search ends with a frame");
        Class { form, frames: self.best.choices.iter().product() }
    }

    /// Chooses the next point of a frame in every way, by the colouring of this level. Returns how
    /// many points to go back to when the rest of the ways is known.
    fn descend(&mut self, level: usize) -> Option<usize> {
        let (chosen, cell) = (self.frame.len(), self.target_cell(level));
        if cell.is_empty() {
            return self.compare(None);
        }
        for &place in &cell {
            let point = self.points[usize::from(place)];
            // A map that is known carries the ways on from the best frame's point to those from
            // here.
            if self.is_joined_to_best(point) {
                self.best.choices[chosen] += 1;
                continue;
            }
            let (next, trace) = match cell.len() {
                1 => (level, 0),
                _ => (level + 1, self.individualize(place, level)),
            };
            // Frames are compared by their traces first: no way on from here can be the best.
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
            // The map that was met fixes fewer points: the other ways from here are known, too.
            if back.is_some_and(|back| back < chosen) {
                return back;
            }
        }
        None
    }

    /// Whether the best frame begins with the points chosen so far, and some known map carries its
    /// next point to this one. All maps that are known by then were met on the ways on from these
    /// points, and fix them.
    fn is_joined_to_best(&mut self, point: Card) -> bool {
        let Best { form: Some(_), frame, images, .. } = &self.best else { return false };
        let Some((&next, _)) = frame.strip_prefix(&*self.frame).and_then(<[Card]>::split_first)
        else {
            return false;
        };
        let images = images[next.index()].zip(images[point.index()]);
        images.is_some_and(|(one, other)| self.orbits.are_joined(one, other))
    }

    /// Gives a point a colour of its own and refines, at the next level; the trace of the
    /// colouring.
    fn individualize(&mut self, place: PointPlace, level: usize) -> u64 {
        let (before, after) = self.colourings.split_at_mut(level + 1);
        after[0].individualize(place, &before[level]);
        self.refine_by_pairs(level + 1);
        self.refine_by_hyperplanes(level + 1);
        self.colourings[level + 1].sum()
    }

    /// The smallest set of equally coloured points outside the flat: the fewest ways to try.
    fn target_cell(&self, level: usize) -> Vec<PointPlace> {
        let outside = |place: &&PointPlace| !self.flat.contains(self.points[usize::from(**place)]);
        let (mut cell, mut smallest) = (Vec::new(), Vec::new());
        for alike in self.colourings[level].cells() {
            cell.clear();
            cell.extend(alike.iter().filter(outside));
            // A single way, which needs no further colours.
            if cell.len() == 1 {
                return cell;
            }
            if !cell.is_empty() && (smallest.is_empty() || cell.len() < smallest.len()) {
                std::mem::swap(&mut cell, &mut smallest);
            }
        }
        smallest
    }

    /// The image under the frame, which is complete, perhaps with this last point, beside the best.
    ///
    /// If they are equal, some map leaves the hand as it is and carries the best frame to this one.
    /// Both begin with the same points, which the map therefore fixes; so it carries all ways on
    /// from there by the next point of the best frame, which have been tried, to those by the next
    /// point of this one: they are as many and as good, and need not be tried. By the
    /// orbit-stabilizer theorem, applied point by point, the product of the choices is the number
    /// of best frames, and the maps that were met generate the group.
    fn compare(&mut self, last: Option<Card>) -> Option<usize> {
        let image = |point: Card| self.flat.image(self.space, point, last);
        let inside = |&point| image(point).expect("a frame spans the hand");
        let form: CardSet = self.points.iter().map(inside).collect();
        let best = &mut self.best;
        if best.form == Some(form) {
            // A point has an image under both frames; a map of the form carries one to the other.
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
            // The maps that were met leave the former form as it is, not this one.
            self.orbits.reset(self.space.size());
        }
        None
    }
}

impl Best {
    /// Whether a way on with this trace may be as good as the best; if it is better, that is
    /// forgotten.
    fn admits(&mut self, chosen: usize, trace: u64) -> bool {
        match self.traces.get(chosen) {
            Some(&best) if best < trace => false,
            Some(&best) if best == trace => true,
            _ => {
                // A better trace, or the first: deeper ones belong to another way.
                self.traces.truncate(chosen);
                self.traces.push(trace);
                self.form = None;
                true
            }
        }
    }
}
