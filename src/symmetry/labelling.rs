//! The search for the best frames of a hand, as [`super::canonical`] explains it.

use super::Form;
use super::canonical::Class;
use super::space::{Point, Space};

/// The place of a point in the hand.
type Place = u16;

/// No coordinates: larger than all.
const NONE: Point = Point::MAX;

/// What a point gets that is looked at on its own.
const CHOSEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A mixture of 64 bits (two rounds of multiplication with odd numbers, as in `splitmix64`).
#[inline]
const fn mixed(bits: u64) -> u64 {
    let once = bits.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (once ^ (once >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// Colours of the points of a hand, and their places in the order of the colours.
#[derive(Clone, Debug, Default)]
struct Colouring {
    colours: Vec<u64>,
    order: Vec<Place>,
}

impl Colouring {
    fn sort(&mut self) {
        let Self { colours, order } = self;
        order.clear();
        order.extend((0..).zip(&*colours).map(|(place, _): (Place, _)| place));
        order.sort_unstable_by_key(|&place| colours[usize::from(place)]);
    }
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
    best: Best<WORDS>,
}

/// The flat of the points chosen so far, with coordinates that make these 0, 1, 3, 9, ...
#[derive(Clone, Debug)]
struct Flat {
    points: Vec<Point>,
    /// For each point of the space, its coordinates as a point, if it is in the flat.
    coordinates: Vec<Point>,
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
            flat: Flat { points: Vec::new(), coordinates: vec![NONE; size] },
            best: Best::default(),
        }
    }

    /// The class of a hand.
    pub(super) fn class(&mut self, points: &[Point]) -> Class<WORDS> {
        self.begin(points);
        self.colour_by_shades();
        self.colour_again(0);
        self.search(None)
    }

    /// Takes up a hand.
    pub(super) fn begin(&mut self, points: &[Point]) {
        self.points.clear();
        self.thirds.clear();
        self.completes.fill(0);
        points.iter().for_each(|&point| self.push(point));
    }

    /// Whether a point makes a line with two of the hand, or is in it.
    pub(super) fn is_taken(&self, point: Point) -> bool {
        self.completes[usize::from(point)] > 0
    }

    /// Whether a point is in the hand.
    pub(super) fn is_inside(&self, point: Point) -> bool {
        self.completes[usize::from(point)] % 2 == 1
    }

    /// The class of the hand with one more point, if this is the point that the rule takes away again.
    pub(super) fn child(&mut self, point: Point) -> Option<Class<WORDS>> {
        self.push(point);
        let class = self.class_if_removable();
        self.pop();
        class
    }

    fn push(&mut self, point: Point) {
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

    /// The last point must have the greatest colour, in both colourings; among those like it, it must
    /// have the highest image.
    fn class_if_removable(&mut self) -> Option<Class<WORDS>> {
        self.colour_by_shades();
        let last = self.points.len() - 1;
        let shades = &self.views[0].colours;
        let greatest = shades[last];
        if shades.iter().any(|&shade| shade > greatest) {
            return None;
        }
        let mut rivals: Vec<Place> = places_of(shades, greatest);
        self.colour_again(0);
        let colours = &self.views[0].colours;
        if rivals.iter().any(|&rival| colours[usize::from(rival)] > colours[last]) {
            return None;
        }
        rivals.retain(|&rival| colours[usize::from(rival)] == colours[last]);
        let class = self.search(Some(&rivals));
        self.best.last_is_removable.then_some(class)
    }

    /// The first colours: what the third points of a point's pairs complete.
    fn colour_by_shades(&mut self) {
        let (view, mut thirds) = (&mut self.views[0].colours, self.thirds.iter());
        view.clear();
        for place in 0..self.points.len() {
            let mut sum = 0_u64;
            for (other, &third) in view.iter_mut().zip(thirds.by_ref().take(place)) {
                let shade = self.shades[usize::from(self.completes[usize::from(third)])];
                *other = other.wrapping_add(shade);
                sum = sum.wrapping_add(shade);
            }
            view.push(sum);
        }
    }

    /// Colours once more, by the colours of the pairs with the same third points, and sorts.
    fn colour_again(&mut self, view: usize) {
        let Self { points, thirds, marks, .. } = self;
        let Colouring { colours, .. } = &mut self.views[view];
        for &third in &*thirds {
            marks[usize::from(third)] = 0;
        }
        for (&point, &colour) in points.iter().zip(&*colours) {
            marks[usize::from(point)] = mixed(colour);
        }
        let mut third = thirds.iter().map(|&third| usize::from(third));
        for (place, &colour) in colours.iter().enumerate() {
            for (&other, third) in colours[..place].iter().zip(third.by_ref()) {
                let pair = mixed(colour.wrapping_add(other));
                marks[third] = marks[third].wrapping_add(pair);
            }
        }
        let mut third = thirds.iter().map(|&third| usize::from(third));
        for place in 0..colours.len() {
            let mut sum = colours[place].wrapping_mul(CHOSEN);
            for (other, third) in colours[..place].iter_mut().zip(third.by_ref()) {
                let mark = mixed(marks[third]);
                *other = other.wrapping_add(mark);
                sum = sum.wrapping_add(mark);
            }
            colours[place] = sum;
        }
        self.views[view].sort();
    }

    /// Finds the best frames, and whether the last point has the highest image among its rivals in one
    /// of them.
    fn search(&mut self, rivals: Option<&[Place]>) -> Class<WORDS> {
        self.best.traces.clear();
        (self.best.form, self.best.frames, self.best.last_is_removable) = (None, 0, false);
        self.descend(0, 0, rivals);
        let Best { form, frames, .. } = self.best;
        Class { form: form.unwrap_or(Form::EMPTY), frames: frames.max(1) }
    }

    /// Chooses the next point of a frame in every way, seen from those already chosen.
    fn descend(&mut self, chosen: usize, view: usize, rivals: Option<&[Place]>) {
        let cell = self.smallest_cell(view);
        if cell.is_empty() {
            return self.compare(None, rivals);
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
                self.compare(Some(point), rivals);
            } else {
                let before = self.flat.points.len();
                self.flat.extend(self.space, point);
                self.descend(chosen + 1, next, rivals);
                self.flat.shrink(before);
            }
        }
    }

    /// Colours anew when a point is chosen, and sums it up.
    fn look_from(&mut self, place: Place, view: usize) -> u64 {
        let (before, after) = self.views.split_at_mut(view + 1);
        after[0].colours.clone_from(&before[view].colours);
        let colour = &mut after[0].colours[usize::from(place)];
        *colour = mixed(*colour ^ CHOSEN);
        self.colour_again(view + 1);
        self.views[view + 1].colours.iter().fold(0, |sum, &colour| sum.wrapping_add(mixed(colour)))
    }

    /// The smallest set of equally coloured points outside the flat.
    fn smallest_cell(&self, view: usize) -> Vec<Place> {
        let Colouring { colours, order } = &self.views[view];
        let outside = |place: &&Place| !self.flat.contains(self.points[usize::from(**place)]);
        let (mut cell, mut smallest) = (Vec::new(), Vec::new());
        for same in order.chunk_by(|&a, &b| colours[usize::from(a)] == colours[usize::from(b)]) {
            cell.clear();
            cell.extend(same.iter().filter(outside));
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
    fn compare(&mut self, last: Option<Point>, rivals: Option<&[Place]>) {
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
        if let (Some(rivals), Some(new)) = (rivals, self.points.last().map(image)) {
            let images = rivals.iter().map(|&place| image(&self.points[usize::from(place)]));
            self.best.last_is_removable |= images.max() == Some(new);
        }
    }
}

/// The places of a colour.
fn places_of(colours: &[u64], colour: u64) -> Vec<Place> {
    (0..).zip(colours).filter(|&(_, &other)| other == colour).map(|(place, _)| place).collect()
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

impl Flat {
    fn contains(&self, point: Point) -> bool {
        self.coordinates[usize::from(point)] != NONE
    }

    /// Adds a point outside, which gets the next unit point as coordinates, and what it spans.
    fn extend(&mut self, space: &Space, unit: Point) {
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
    fn shrink(&mut self, size: usize) {
        for point in self.points.drain(size..) {
            self.coordinates[usize::from(point)] = NONE;
        }
    }

    /// The coordinates of a point of the flat, or of the flat that is larger by one last unit point.
    #[inline]
    fn image(&self, space: &Space, point: Point, last: Option<Point>) -> Point {
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
