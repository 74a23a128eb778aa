//! The search for the best frames of a hand, as [`super::canonical`] explains it.

use super::Form;
use super::canonical::Class;
use super::colouring::{Colouring, Place, mixed};
use super::extension::Among;
use super::flat::{Flat, Orbits};
use super::space::{Point, Space};

/// What the best frames are looked for.
#[derive(Clone, Copy)]
enum Purpose<'a, const WORDS: usize> {
    /// To know the form and how many they are.
    Class,
    /// To know, too, whether the last point has the highest image among its rivals.
    Removal(&'a [Place]),
    /// To know which points they carry into one another, of a hand that is this canonical form.
    Orbits(Form<WORDS>),
}

/// Room for the search, and the hand that it is about.
#[derive(Clone, Debug)]
pub(super) struct Labelling<'a, const WORDS: usize> {
    space: &'a Space,
    points: Vec<Point>,
    /// The third points of all pairs, those of a point with the points before it next to one another.
    thirds: Vec<Point>,
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
    /// Points that maps carry into one another which leave the hand as it is.
    orbits: Orbits,
    best: Best<WORDS>,
}

/// The best frames so far.
#[derive(Clone, Debug, Default)]
struct Best<const WORDS: usize> {
    traces: Vec<u64>,
    form: Option<Form<WORDS>>,
    frames: u64,
    /// Whether the last point of the hand is the one to be taken away, seen from one of them.
    last_is_removable: bool,
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
            orbits: Orbits::default(),
            best: Best::default(),
        }
    }

    /// The class of a hand.
    pub(super) fn class(&mut self, points: &[Point]) -> Class<WORDS> {
        self.begin(points);
        self.colour();
        self.search(Purpose::Class)
    }

    /// Takes up a hand.
    pub(super) fn begin(&mut self, points: &[Point]) {
        self.points.clear();
        self.thirds.clear();
        self.completes.fill(0);
        points.iter().for_each(|&point| self.push(point));
    }

    /// Whether a point can be added: it is not in the hand, and makes no line with two of it if it must not.
    pub(super) fn is_open(&self, point: Point, among: Among) -> bool {
        let completes = self.completes[usize::from(point)];
        match among {
            Among::Hands => completes.is_multiple_of(2),
            Among::Caps => completes == 0,
        }
    }

    /// The class of the hand with one more point, if this is the point that the rule takes away again.
    pub(super) fn child(&mut self, point: Point) -> Option<Class<WORDS>> {
        self.push(point);
        let class = self.class_if_removable();
        self.pop();
        class
    }

    /// Points that can be added to the hand, which is a canonical form: at least one, and mostly one, of those
    /// that maps carry into one another which leave the hand as it is.
    pub(super) fn candidates(&mut self, class: &Class<WORDS>, among: Among) -> Vec<Point> {
        self.orbits.reset(self.space.size());
        if class.frames > 1 {
            self.colour();
            self.search(Purpose::Orbits(class.form));
        }
        // All points outside the flat of the hand are alike; the flat has the lowest numbers.
        let flat = class.form.dimension().map_or(0, |dimension| 3_usize.pow(dimension));
        let different = |&point: &Point| match usize::from(point) {
            inside if inside < flat => self.orbits.is_first(point),
            outside => outside == flat,
        };
        let open = |point: &Point| self.is_open(*point, among);
        self.space.points().filter(different).filter(open).collect()
    }

    /// Adds a point.
    pub(super) fn push(&mut self, point: Point) {
        let with = self.space.thirds_of(point);
        for &other in &self.points {
            let third = with[usize::from(other)];
            self.thirds.push(third);
            self.completes[usize::from(third)] += 2;
        }
        self.completes[usize::from(point)] += 1;
        self.points.push(point);
    }

    fn pop(&mut self) {
        let Some(point) = self.points.pop() else { return };
        self.completes[usize::from(point)] -= 1;
        let first = self.thirds.len() - self.points.len();
        for third in self.thirds.drain(first..) {
            self.completes[usize::from(third)] -= 2;
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
        let class = self.search(Purpose::Removal(&rivals));
        self.best.last_is_removable.then_some(class)
    }

    /// The colouring seen from nowhere: first the shades.
    fn shade(&mut self) {
        self.views[0].shade(self.points.len(), &self.thirds, |third| {
            self.shades[usize::from(self.completes[usize::from(third)])]
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

    /// Finds the best frames.
    fn search(&mut self, purpose: Purpose<'_, WORDS>) -> Class<WORDS> {
        self.best.traces.clear();
        (self.best.form, self.best.frames, self.best.last_is_removable) = (None, 0, false);
        self.descend(0, 0, purpose);
        let Best { form, frames, .. } = self.best;
        Class { form: form.unwrap_or(Form::EMPTY), frames: frames.max(1) }
    }

    /// Chooses the next point of a frame in every way, seen from those already chosen.
    fn descend(&mut self, chosen: usize, view: usize, purpose: Purpose<'_, WORDS>) {
        let cell = self.smallest_cell(view);
        if cell.is_empty() {
            return self.compare(None, purpose);
        }
        for &place in &cell {
            let (next, trace) = match cell.len() {
                1 => (view, 0),
                _ => (view + 1, self.look_from(place, view)),
            };
            if !self.best.leads_on(chosen, trace) {
                continue;
            }
            let point = self.points[usize::from(place)];
            if chosen == self.space.deck().features() {
                self.compare(Some(point), purpose);
            } else {
                let before = self.flat.size();
                self.flat.extend(self.space, point);
                self.descend(chosen + 1, next, purpose);
                self.flat.shrink(before);
            }
        }
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

    /// The image under a frame that is complete, perhaps with this last point, beside the best.
    fn compare(&mut self, last: Option<Point>, purpose: Purpose<'_, WORDS>) {
        let image = |&point: &Point| self.flat.image(self.space, point, last);
        let mut form = Form::EMPTY;
        self.points.iter().for_each(|point| form.insert(image(point)));
        if self.best.form.is_some_and(|best| best < form) {
            return;
        }
        if self.best.form != Some(form) {
            (self.best.frames, self.best.last_is_removable) = (0, false);
        }
        (self.best.form, self.best.frames) = (Some(form), self.best.frames + 1);
        match purpose {
            Purpose::Removal(rivals) => {
                let images = rivals.iter().map(|&place| image(&self.points[usize::from(place)]));
                self.best.last_is_removable |= images.max() == self.points.last().map(image);
            }
            Purpose::Orbits(own) if own == form => {
                self.space.points().for_each(|point| self.orbits.join(point, image(&point)));
            }
            Purpose::Class | Purpose::Orbits(_) => {}
        }
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
