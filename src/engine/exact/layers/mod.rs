//! All hands by the number of their sets, layer by layer.

mod classes;
mod cover;
mod dense;
mod pairs;
mod plan;
mod sliced;
mod solve;
mod space;
#[cfg(test)]
mod tests;
mod thirds;

pub use cover::LayerSizes;

use super::check::{CheckError, check};
use super::known::sets_left;
use super::{Exhaustive, Method, job};
use crate::card::Deck;
use crate::hand::sizes::{Sizes, SizesError};
use crate::lanes::InstructionSet;
use crate::measure::{Key, Measure};
use crate::run::{Kernel, Plan, RunError, ThreadPool, Threads};
use crate::stats::to_float;
use crate::tally::{Merge, Tallies, Tally};
use classes::Classes;
use cover::{Cover, Part, Pass};
use pairs::Pair;
use plan::Monomials;
use sliced::{LANES, Sliced};
use space::{MOST_POINTS, Space};
use std::ops::Range;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use thirds::{Histograms, Thirds};

/// The name of the way in which the work is cut and put in order.
const SCHEME: &str = "layers-v2";

/// The pairs of a block at most: some tenths of a second's work.
const LARGEST_BLOCK: u64 = 2048;

/// The blocks that there are at least, if there are pairs enough.
const FEWEST_BLOCKS: u128 = 64;

/// The hands of some sizes, counted by layers.
#[derive(Debug)]
pub struct Layers {
    deck: Deck,
    /// The sizes that are wanted.
    sizes: Sizes,
    set: InstructionSet,
    classes: Classes,
    cover: Cover,
    monomials: Monomials,
    /// For each pass its third layers, prepared when they are needed.
    thirds: Vec<OnceLock<Thirds>>,
    /// The candidates of all passes before each, and of all.
    starts: Vec<u128>,
    plan: Plan,
}

/// Why hands cannot be counted by layers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayersError {
    /// A hand larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// A deck whose layers are too large.
    #[error(
        "decks of {0} features are too large for the method `layers`, which counts those of 2 to 4"
    )]
    Features(usize),
    /// The threads do not start.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl Layers {
    /// Prepares the hands of these sizes, in so many threads.
    ///
    /// # Errors
    ///
    /// When the deck or its hands are too large, or threads cannot be started.
    pub fn new(deck: Deck, sizes: Sizes, threads: Threads) -> Result<Self, LayersError> {
        let sizes = sizes.within(deck)?;
        let space = match deck.features() {
            2..=4 => Space::new(deck.features() - 1),
            features => return Err(LayersError::Features(features)),
        };
        let smaller = smaller_halves(deck, &sizes);
        let cover = Cover::new(&space, &smaller, |types| solve::dearest(deck, types));
        let needed = cover.passes.iter().fold(0, |thirds, pass| thirds | pass.thirds());
        let universe = space.all() << (MOST_POINTS - space.size());
        let monomials = Monomials::new(universe, mirrored(needed, space.size()));
        let layers = cover.passes.iter().flat_map(|pass| [pass.pair.0, pass.pair.1]);
        let classes = Classes::new(space, layers, &ThreadPool::new(threads)?);
        let mut starts = vec![0];
        for pass in &cover.passes {
            starts.push(starts[starts.len() - 1] + u128::from(pass.pair.candidates(&classes)));
        }
        let all = starts[starts.len() - 1];
        let job = job(Method::Layers, SCHEME, deck, &smaller, Measure::Sets);
        let units = u64::try_from(all / FEWEST_BLOCKS).unwrap_or(u64::MAX);
        let plan = Plan::new(job, all, units.clamp(1, LARGEST_BLOCK));
        let thirds = cover.passes.iter().map(|_| OnceLock::new()).collect();
        let set = InstructionSet::widest();
        Ok(Self { deck, sizes, set, classes, cover, monomials, thirds, starts, plan })
    }

    /// The same, with other instructions.
    #[must_use]
    pub fn with_instructions(self, set: InstructionSet) -> Self {
        Self { set, ..self }
    }

    /// The deck.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The instructions in use.
    #[must_use]
    pub const fn instructions(&self) -> InstructionSet {
        self.set
    }

    /// About how long it takes to count the hands on so many threads, of which `available` run at
    /// once: eight pairs of the pass that costs most are counted, and all others taken to cost as
    /// much. Nothing when that passes the range of a duration.
    #[must_use]
    pub fn estimate(&self, threads: Threads, available: Threads) -> Option<Duration> {
        let space = self.classes.space();
        let cost = |pass: &Pass| pass.pair.cost(|size| space.subsets(size), space.size());
        let symmetries = 2 * self.classes.group_order() * space.size();
        let pairs = self.cover.passes.iter().map(|pass| u128::from(cost(pass))).sum::<u128>();
        let batches = to_float(pairs) / to_float(symmetries as u128) / to_float(LANES as u128);
        let at_once = to_float(threads.count().min(available.count()) as u128);
        Duration::try_from_secs_f64(self.seconds_per_batch() * batches / at_once).ok()
    }

    /// The time that eight pairs of the first pass take, from the middle of them.
    fn seconds_per_batch(&self) -> f64 {
        let Some(pass) = self.cover.passes.first() else { return 0.0 };
        let candidates = pass.pair.candidates(&self.classes);
        let mut batch = Vec::new();
        pass.pair.pairs(&self.classes, candidates / 2..candidates.min(candidates / 2 + 64), |pair| {
            batch.push(pair);
        });
        batch.truncate(LANES);
        let mut counter = Sliced::new(self.set);
        let mut count = || {
            let started = Instant::now();
            self.thirds(0).count(&mut counter, &self.monomials, &batch, |_, all| {
                std::hint::black_box(all);
            });
            started.elapsed().as_secs_f64()
        };
        // The first run warms the buffers.
        count();
        count()
    }

    /// The third layers of a pass.
    fn thirds(&self, pass: usize) -> &Thirds {
        self.thirds[pass].get_or_init(|| {
            let sizes = self.cover.passes[pass].thirds();
            Thirds::new(self.classes.space(), &self.monomials, sizes)
        })
    }

    /// Counts a block.
    fn count(&self, block: u64, counter: &mut Sliced) -> Tallies<LayerSizes> {
        let first = self.plan.first_unit(block);
        let last = first + u128::from(self.plan.units_in(block));
        let mut tallies = Tallies::default();
        for (number, bounds) in self.starts.windows(2).enumerate() {
            let (from, to) = (first.max(bounds[0]), last.min(bounds[1]));
            if from < to {
                let place = |unit: u128| u64::try_from(unit - bounds[0]).expect("below 2^64");
                self.count_pass(number, place(from)..place(to), counter, &mut tallies);
            }
        }
        tallies
    }

    /// Counts some pairs of a pass.
    fn count_pass(
        &self,
        number: usize,
        range: Range<u64>,
        counter: &mut Sliced,
        tallies: &mut Tallies<LayerSizes>,
    ) {
        let (pass, thirds) = (&self.cover.passes[number], self.thirds(number));
        let mut counts = vec![vec![0; self.deck.sets() + 1]; pass.parts.len()];
        let mut flush = |batch: &mut Vec<Pair>| {
            thirds.count(counter, &self.monomials, batch, |pair, all| {
                for (part, counts) in pass.parts.iter().zip(&mut counts) {
                    add(part, pair, all, thirds, counts);
                }
            });
            batch.clear();
        };
        let mut batch = Vec::with_capacity(LANES);
        pass.pair.pairs(&self.classes, range, |pair| {
            batch.push(pair);
            if batch.len() == LANES {
                flush(&mut batch);
            }
        });
        if !batch.is_empty() {
            flush(&mut batch);
        }
        for (part, counts) in pass.parts.iter().zip(counts) {
            tallies.of(part.of).merge(Tally::from(counts));
        }
    }
}

/// Adds what a pair of layers, or of their complements, and the third layers have together.
///
/// Of the complements the field is larger by u - a - b at every point of a layer of u points: the
/// pairs of a point outside A and one outside B are all u, without those with the one in A or the
/// other in B, and those with both were taken off twice.
fn add(part: &Part, pair: &Pair, all: &Histograms, thirds: &Thirds, counts: &mut [u128]) {
    let sizes = pair.sizes;
    let more = if part.complements {
        if !pair.complements {
            return;
        }
        let left = |i: usize| thirds.lines_left(sizes[i], pair.lines[i]);
        left(0) + left(1) + part.third * (thirds.points() - sizes[0] - sizes[1])
    } else {
        pair.lines[0] + pair.lines[1]
    };
    let all = all[part.third].as_ref().expect("the pass counts this size");
    for (sets, &count) in (more + all.first..).zip(&all.counts).filter(|&(_, &count)| count > 0) {
        counts[sets] += u128::from(pair.weight) * u128::from(count);
    }
}

/// The most points of a third layer among the sizes and those of their complements.
fn mirrored(sizes: u32, points: usize) -> usize {
    (0..=points).filter(|size| (sizes >> size | sizes >> (points - size)) & 1 == 1).max().unwrap_or(0)
}

impl Kernel for Layers {
    type Tally = Tallies<LayerSizes>;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Self::Tally {
        let mut counter = Sliced::new(self.set);
        move |block| self.count(block, &mut counter)
    }
}

impl Exhaustive for Layers {
    fn leaves(&self) -> u128 {
        self.plan.units()
    }

    /// The sizes that were counted, and of the others those that they leave.
    fn finish(&self, counted: &Tallies<LayerSizes>) -> Result<Tallies<Key>, CheckError> {
        let (deck, mut finished) = (self.deck, Tallies::default());
        for of in self.cover.types() {
            let hands = counted.get(of).map_or(0, Tally::total);
            if hands != of.hands(self.classes.space()) {
                let what = "a choice of layer sizes has too few hands, or too many";
                return Err(CheckError { cards: of.cards(), what });
            }
        }
        for cards in self.sizes.iter() {
            let (left, mut tally) = (deck.size() - cards, Tally::default());
            let smaller = cards.min(left);
            let skipped = self.cover.skipped.get(&smaller).copied();
            let hands = solve::hands(deck, smaller, counted, skipped)?;
            for (sets, hands) in hands.iter().filter(|&(_, hands)| hands > 0) {
                let own = if cards <= left { Some(sets) } else { sets_left(deck, left, sets) };
                let impossible = CheckError { cards, what: "there are sets too many" };
                tally.add(own.ok_or(impossible)?, hands);
            }
            check(deck, cards, &tally)?;
            finished.of(Key::sets(cards)).merge(tally);
        }
        Ok(finished)
    }
}

/// Each size or what it leaves, whichever is smaller.
fn smaller_halves(deck: Deck, sizes: &Sizes) -> Sizes {
    sizes.iter().map(|cards| cards.min(deck.size().saturating_sub(cards))).collect()
}
