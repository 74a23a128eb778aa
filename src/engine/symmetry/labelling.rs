//! The search for the best frames of a hand, as [`super::canonical`] explains it.

use super::canonical::Class;
use super::colouring::{Colouring, Place, mixed};
use super::extension::Among;
use super::flat::{Flat, Orbits};
use super::{Form, Space};
use crate::card::Card;

/// Room for the search, and the hand that it is about.
#[derive(Clone, Debug)]
pub(super) struct Labelling<'a, const WORDS: usize> {
    space: &'a Space,
    points: Vec<Card>,
    /// The third points of all pairs, those of a point with the points before it next to one another.
    thirds: Vec<Card>,
    /// For each point of the space, twice the number of pairs that it completes to a line, and one
    /// more if it is in the hand.
    completes: Vec<u16>,
    /// The colour of what `completes` says.
    shades: Vec<u64>,
    /// For each point of the space, the mixture of the pairs that it completes.
    marks: Vec<u64>,
    /// The colouring seen from each number of chosen points.
    views: Vec<Colouring>,
    flat: Flat,
    /// The points of the frame that is being chosen.
    frame: Vec<Card>,
    /// Cards of the form that maps carry into one another which leave the form as it is.
    orbits: Orbits,
    best: Best<WORDS>,
}

/// The best frames so far, of which the first stands for all.
#[derive(Clone, Debug, Default)]
struct Best<const WORDS: usize> {
    traces: Vec<u64>,
    form: Option<Form<WORDS>>,
    /// The points of the first.
    frame: Vec<Card>,
    /// The images under the first of all points of the space that are in the flat of the hand.
    images: Vec<Option<Card>>,
    /// For each point of the first, how many points follow those before it in best frames.
    choices: Vec<u64>,
}

impl<'a, const WORDS: usize> Labelling<'a, WORDS> {
    pub(super) fn new(space: &'a Space) -> Self {
        let size = space.size();
        Self {
            space,
            points: Vec::new(),
            thirds: Vec::new(),
            completes: vec![0; size],
            shades: (1..=size as u64 + 1).map(mixed).collect(),
            marks: vec![0; size],
            views: vec![Colouring::default(); space.deck().features() + 2],
            flat: Flat::new(size),
            frame: Vec::new(),
            orbits: Orbits::default(),
            best: Best::default(),
        }
    }

    /// The class of a hand.
    pub(super) fn class(&mut self, points: &[Card]) -> Class<WORDS> {
        self.begin(points);
        self.colour();
        self.search()
    }

    /// Takes up a hand.
    pub(super) fn begin(&mut self, points: &[Card]) {
        self.points.clear();
        self.thirds.clear();
        self.completes.fill(0);
        points.iter().for_each(|&point| self.push(point));
    }

    /// Whether a point can be added: it is not in the hand, and makes no line with two of it if it must not.
    pub(super) fn is_open(&self, point: Card, among: Among) -> bool {
        let completes = self.completes[point.index()];
        match among {
            Among::Hands => completes.is_multiple_of(2),
            Among::Caps => completes == 0,
        }
    }

    /// The class of the hand with one more point, if this is the point that the rule takes away again.
    pub(super) fn child(&mut self, point: Card) -> Option<Class<WORDS>> {
        self.push(point);
        let class = self.class_if_removable();
        self.pop();
        class
    }

    /// Cards that can be added to the hand, which is a canonical form: at least one, and mostly one, of those
    /// that maps carry into one another which leave the hand as it is.
    pub(super) fn candidates(&mut self, class: &Class<WORDS>, among: Among) -> Vec<Card> {
        self.orbits.reset(self.space.size());
        if class.frames > 1 {
            self.colour();
            self.search();
        }
        // All points outside the flat of the hand are alike; the flat has the lowest numbers.
        let flat = class.form.dimension().map_or(0, |dimension| 3_usize.pow(dimension));
        let different = |&point: &Card| match point.index() {
            inside if inside < flat => self.orbits.is_first(point),
            outside => outside == flat,
        };
        let open = |point: &Card| self.is_open(*point, among);
        self.space.deck().cards().filter(different).filter(open).collect()
    }

    /// Adds a point.
    pub(super) fn push(&mut self, point: Card) {
        let with = self.space.thirds().row(point);
        for &other in &self.points {
            let third = with[other.index()];
            self.thirds.push(third);
            self.completes[third.index()] += 2;
        }
        self.completes[point.index()] += 1;
        self.points.push(point);
    }

    fn pop(&mut self) {
        let Some(point) = self.points.pop() else { return };
        self.completes[point.index()] -= 1;
        let first = self.thirds.len() - self.points.len();
        for third in self.thirds.drain(first..) {
            self.completes[third.index()] -= 2;
        }
    }

    /// The last point must have the greatest colour in each colouring; among those like it, it must have the
    /// highest image.
    fn class_if_removable(&mut self) -> Option<Class<WORDS>> {
        self.shade();
        let last = self.points.len() - 1;
        let mut rivals: Vec<Place> = self.views[0].rivals(last)?;
        self.colour_by_pairs(0);
        self.views[0].keep_rivals(&mut rivals, last)?;
        self.colour_by_hyperplanes(0);
        self.views[0].keep_rivals(&mut rivals, last)?;
        let class = self.search();
        let image = |place: usize| self.best.images[self.points[place].index()];
        let highest = rivals.iter().filter_map(|&place| image(usize::from(place))).max()?;
        self.orbits.are_alike(highest, image(last)?).then_some(class)
    }

    /// The colouring seen from nowhere: first the shades.
    fn shade(&mut self) {
        self.views[0].shade(self.points.len(), &self.thirds, |third| {
            self.shades[usize::from(self.completes[third.index()])]
        });
    }

    /// Colours again by pairs.
    fn colour_by_pairs(&mut self, view: usize) {
        self.views[view].refine_by_pairs(&self.points, &self.thirds, &mut self.marks);
    }

    /// Colours again by hyperplanes, if points are still alike.
    fn colour_by_hyperplanes(&mut self, view: usize) {
        if !self.views[view].is_discrete() {
            self.views[view].refine_by_hyperplanes(&self.points, self.space);
        }
    }

    /// The colouring seen from nowhere.
    fn colour(&mut self) {
        self.shade();
        self.colour_by_pairs(0);
        self.colour_by_hyperplanes(0);
    }

    /// Finds the best frames, and the points of their image that are alike.
    fn search(&mut self) -> Class<WORDS> {
        self.best.traces.clear();
        self.best.form = None;
        self.frame.clear();
        self.descend(0);
        let form = self.best.form.unwrap_or(Form::EMPTY);
        Class { form, frames: self.best.choices.iter().product() }
    }

    /// Chooses the next point of a frame in every way, seen from those already chosen in a view of
    /// this number. Returns how many points to go back to when the rest of the ways is known.
    fn descend(&mut self, view: usize) -> Option<usize> {
        let (chosen, cell) = (self.frame.len(), self.smallest_cell(view));
        if cell.is_empty() {
            return self.compare(None);
        }
        for &place in &cell {
            let point = self.points[usize::from(place)];
            if self.is_like_the_best(point) {
                self.best.choices[chosen] += 1;
                continue;
            }
            let (next, trace) = match cell.len() {
                1 => (view, 0),
                _ => (view + 1, self.look_from(place, view)),
            };
            if !self.best.leads_on(chosen, trace) {
                continue;
            }
            self.frame.push(point);
            let back = if chosen == self.space.deck().features() {
                self.compare(Some(point))
            } else {
                let before = self.flat.size();
                self.flat.extend(self.space, point);
                let back = self.descend(next);
                self.flat.shrink(before);
                back
            };
            self.frame.pop();
            if back.is_some_and(|back| back < chosen) {
                return back;
            }
        }
        None
    }

    /// Whether the best frame begins with the points chosen so far, and some known map carries its
    /// next point to this one. All maps that are known by then were met on the ways on from these
    /// points, and fix them.
    fn is_like_the_best(&mut self, point: Card) -> bool {
        let Best { form: Some(_), frame, images, .. } = &self.best else { return false };
        let Some((&next, _)) = frame.strip_prefix(&*self.frame).and_then(<[Card]>::split_first)
        else {
            return false;
        };
        let image = |point: Card| images[point.index()];
        let images = image(next).zip(image(point));
        images.is_some_and(|(one, other)| self.orbits.are_alike(one, other))
    }

    /// Colours anew when a point is chosen, and sums it up.
    fn look_from(&mut self, place: Place, view: usize) -> u64 {
        let (before, after) = self.views.split_at_mut(view + 1);
        after[0].single_out(place, &before[view]);
        self.colour_by_pairs(view + 1);
        self.colour_by_hyperplanes(view + 1);
        self.views[view + 1].sum()
    }

    /// The smallest set of equally coloured points outside the flat.
    fn smallest_cell(&self, view: usize) -> Vec<Place> {
        let outside = |place: &&Place| !self.flat.contains(self.points[usize::from(**place)]);
        let (mut cell, mut smallest) = (Vec::new(), Vec::new());
        for alike in self.views[view].cells() {
            cell.clear();
            cell.extend(alike.iter().filter(outside));
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
        let mut form = Form::EMPTY;
        let inside = |&point| image(point).expect("a frame spans the hand");
        self.points.iter().for_each(|point| form.insert(inside(point)));
        let best = &mut self.best;
        if best.form == Some(form) {
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
            self.orbits.reset(self.space.size());
        }
        None
    }
}

impl<const WORDS: usize> Best<WORDS> {
    /// Whether a way on with this trace may be as good as the best; if it is better, that is forgotten.
    fn leads_on(&mut self, chosen: usize, trace: u64) -> bool {
        match self.traces.get(chosen) {
            Some(&best) if best < trace => false,
            Some(&best) if best == trace => true,
            _ => {
                self.traces.truncate(chosen);
                self.traces.push(trace);
                self.form = None;
                true
            }
        }
    }
}
