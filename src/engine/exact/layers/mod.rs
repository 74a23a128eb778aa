//! All hands by the number of their sets, layer by layer, with few of them looked at.
//!
//! # Derivation
//!
//! Split the deck of 3^n cards by its last feature into three layers, copies of the space `V` of
//! dimension n - 1. A hand is three subsets A, B, C of V. The last digits of a set's cards are
//! equal, and then it lies in one layer, or all different, and then it has a card `a` in A, `b` in
//! B, `c` in C with a + b + c = 0. With `s` the number of lines in a subset of V, the hand has
//!
//! ```text
//! s(A) + s(B) + s(C) + sum of w(c) over the c in C,   w(c) = #{(a, b): a + b + c = 0}
//! ```
//!
//! sets. So a pair A, B acts on all C through the 27 numbers w alone, and for one pair the hands
//! are told by a sum over the points of C and a number that C has for all pairs alike.
//!
//! # Symmetry
//!
//! Let `M` be a linear map of V and `t`, `u` points. The map that sends (A, B, C) to (MA + t, MB +
//! u, MC - t - u) is one-to-one on hands and keeps the number of sets: it keeps lines inside a
//! layer, as affine maps do, and a + b + c = 0 if and only if (Ma + t) + (Mb + u) + (Mc - t - u) =
//! M(a + b + c) = 0. C runs over all subsets of its size, so pairs (A, B) that such a map carries
//! into one another have the same distribution over C: one of each orbit is enough, counted as
//! often as the orbit has pairs. The orbits are found in two steps: A over the classes of subsets
//! of its size under all affine maps of V; given A, the maps that are left are those with MA + t =
//! A for some t, their linear parts M act on B, and u is free. Also the layers may change places:
//! the equation a + b + c = 0 does not know their order. So the sizes are taken in one order, and a
//! multiset of sizes counts 1, 3 or 6 times; and of two equal sizes A and B those pairs are enough
//! in which the class of B is not before that of A. All these maps together are a group of 27^2 x
//! 11,232 x 6 = 49,128,768 for n = 4.
//!
//! # Counting
//!
//! 64 pairs are counted side by side against all subsets C of a size (`third_layers`), grouped so
//! that one word, a shift and a full adder (`counters`), stands for 4 to 8 of them. A word must
//! have as many bits as a pair has different sums: 32 are enough for most pairs that matter up to
//! 21 cards, else 64 or 128 are taken. Without the excess of small orbits there are
//! C(81,k)/49,128,768 triples (A, B, C): 2.8 10^11 for 21 cards.
//!
//! # Verification
//!
//! Every size must have C(v,k) hands and the closed moments ([`super::check::check`]), the sizes
//! that can be enumerated hand by hand must be equal to that, and all published numbers are
//! reproduced.

mod counters;
mod pairs;
mod schedule;
mod space;
#[cfg(test)]
mod tests;
mod third_layers;

use super::check::{CheckError, check};
use super::known::sets_left;
use super::{Exhaustive, Method, job};
use crate::card::Deck;
use crate::hand::combinations::binomial;
use crate::hand::sizes::{Sizes, SizesError};
use crate::lanes::{Element, InstructionSet, Lanes};
use crate::measure::{Key, Measure};
use crate::run::{Kernel, Plan, RunError, Threads};
use crate::stats::to_float;
use crate::tally::{Merge, Tallies, Tally};
use pairs::Pair;
use schedule::{Batch, Schedule};
use space::{MOST_POINTS, Points, Space};
use std::time::{Duration, Instant};
use third_layers::{Count, Counting, Scratch, ThirdLayers};

/// The name of the way in which the work is cut and put in order.
const SCHEME: &str = "layers-v1";

/// The largest hands that are counted; those that leave as few cards follow from them.
pub const LARGEST: usize = 27;

// Two cards share at most one set, so k cards hold at most k(k - 1)/6 sets: 117 for 27 cards. A sum
// is at most the number of sets in the whole hand, so it always fits into the widest words.
const _: () = assert!(LARGEST * (LARGEST - 1) / 6 < 128, "every sum fits into 128 bits");

/// Where the bound of the sums is below that, 32 bits are tried first.
const OFTEN_NARROW: usize = 40;

/// Up to so many cards most words have 32 bits.
const MOSTLY_NARROW: usize = 20;

/// The words that a block counts: some milliseconds' work.
const WORDS_PER_BLOCK: u64 = 1 << 19;

/// The hands of some sizes, counted by layers.
#[derive(Debug)]
pub struct Layers {
    deck: Deck,
    /// The sizes that are wanted.
    sizes: Sizes,
    set: InstructionSet,
    space: Space,
    thirds: ThirdLayers,
    schedule: Schedule,
    /// The words of all batches before each, and of all.
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
    /// Too many pairs of layers to keep.
    #[error(
        "the hands of {cards} cards are too many: the method `layers` counts up to {LARGEST} \
         cards, and from {complement} on",
        complement = Deck::GAME.size() - LARGEST
    )]
    TooMany {
        /// The hand size.
        cards: usize,
        /// C(v,k) divided by the number of symmetries.
        different: u128,
    },
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
        let space = space(deck)?;
        let smaller = smaller_halves(deck, &sizes);
        let cards = smaller.largest();
        if cards > LARGEST {
            return Err(LayersError::TooMany { cards, different: different(deck, cards) });
        }
        let (thirds, schedule) =
            (ThirdLayers::new(&space), Schedule::new(&space, &smaller, threads)?);
        let mut starts = vec![0];
        for batch in &schedule.batches {
            starts.push(starts[starts.len() - 1] + thirds.words(batch.third));
        }
        let job = job(Method::Layers, SCHEME, deck, &smaller, Measure::Sets);
        let plan = Plan::new(job, starts[starts.len() - 1], WORDS_PER_BLOCK);
        let set = InstructionSet::widest();
        Ok(Self { deck, sizes, set, space, thirds, schedule, starts, plan })
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

    /// About how long it takes to count hands of these sizes on so many threads, of which
    /// `available` run at once, without preparing it. Nothing when there is no such method for the
    /// deck, or when that passes the range of a duration.
    #[must_use]
    pub fn estimate(
        deck: Deck,
        sizes: &Sizes,
        threads: Threads,
        available: Threads,
    ) -> Option<Duration> {
        let space = space(deck).ok()?;
        let thirds = ThirdLayers::new(&space);
        let smaller = smaller_halves(deck, sizes);
        let words = schedule::words(&space, &smaller, &thirds);
        let each = if smaller.largest() > MOSTLY_NARROW {
            seconds_per_word::<u64>(&space, &thirds)
        } else {
            seconds_per_word::<u32>(&space, &thirds)
        };
        let at_once = threads.count().min(available.count()) as u128;
        Duration::try_from_secs_f64(words * each / to_float(at_once)).ok()
    }

    fn count(&self, batch: &Batch, workspace: &mut Workspace, tallies: &mut Tallies<Key>) {
        let fields: Vec<_> = self.pairs(batch).map(|(pair, ..)| self.field(pair)).collect();
        let most = fields.iter().map(|field| field.most(batch.third)).max().unwrap_or(0);
        let Workspace { narrow, wide, widest } = workspace;
        // The bound is seldom reached: narrow words often do where it says that they might not.
        let counted =
            if most < OFTEN_NARROW { self.count_in(narrow, batch, &fields) } else { None };
        let counted = counted
            .or_else(|| if most < 64 { self.count_in(wide, batch, &fields) } else { None })
            .or_else(|| self.count_in(widest, batch, &fields));
        tallies.merge(counted.expect("hands of up to 27 cards have sums below 128"));
    }

    /// The pairs of a batch, with the cards and orders that belong to them.
    fn pairs<'a>(&'a self, batch: &'a Batch) -> impl Iterator<Item = (&'a Pair, usize, u64)> {
        let span = |span| {
            let pairs = self.schedule.pairs(span).iter();
            pairs.map(move |pair| (pair, span.cards, span.orders))
        };
        batch.spans.iter().flat_map(span)
    }

    fn field(&self, pair: &Pair) -> Field {
        Field::of(&self.space, pair.first, pair.second)
    }

    /// Counts a batch in words of so many bits; nothing if there are sums that are larger.
    fn count_in<W: Element>(
        &self,
        scratch: &mut Option<Scratch<W>>,
        batch: &Batch,
        fields: &[Field],
    ) -> Option<Tallies<Key>> {
        let scratch = scratch.get_or_insert_with(|| Scratch::new(&self.thirds));
        let above = |point: usize| {
            let above = |lane| fields.get(lane).map_or(0, |field: &Field| field.above[point]);
            Lanes::from_fn(|lane| W::truncated(above(lane).into()))
        };
        let at: Vec<_> = (0..self.space.size()).map(above).collect();
        let (thirds, points) = (&self.thirds, batch.third);
        self.set.run(Counting { thirds, fields: &at, points, scratch: &mut *scratch });
        let bits = 0..8 * size_of::<W>();
        let counts: Vec<_> = bits.map(|bit| self.set.run(Count { scratch, bit })).collect();
        self.tally(batch, fields, &counts)
    }

    /// The tallies of a batch, from how many third layers add 0, 1, 2, ... beyond what all add;
    /// nothing if these are not all third layers.
    fn tally(
        &self,
        batch: &Batch,
        fields: &[Field],
        counts: &[Lanes<u32>],
    ) -> Option<Tallies<Key>> {
        let mut tallies = Tallies::default();
        for (lane, (pair, cards, orders)) in self.pairs(batch).enumerate() {
            let (field, tally) = (&fields[lane], tallies.of(Key::sets(cards)));
            let least = field.sets + batch.third * field.least;
            let weight = u128::from(pair.pairs) * u128::from(orders);
            for (sets, counts) in (least..).zip(counts) {
                tally.add(sets, u128::from(counts.0[lane]) * weight);
            }
            let all: u64 = counts.iter().map(|counts| u64::from(counts.0[lane])).sum();
            if all != self.space.subsets(batch.third) {
                return None;
            }
        }
        Some(tallies)
    }
}

/// What a pair of layers adds to the sets of a third.
struct Field {
    /// The lines inside the two.
    sets: usize,
    /// What every point adds.
    least: usize,
    /// What each point adds beyond that.
    above: [u8; MOST_POINTS],
}

impl Field {
    fn of(space: &Space, first: Points, second: Points) -> Self {
        let all = space.field(first, second);
        let least = all[..space.size()].iter().copied().min().unwrap_or(0);
        let sets = space.sets(first) + space.sets(second);
        Self { sets, least: least.into(), above: all.map(|number| number.saturating_sub(least)) }
    }

    /// No third layer of so many points has more sets beyond those that all have.
    fn most(&self, points: usize) -> usize {
        let mut above = self.above.map(usize::from);
        above.sort_unstable_by(|a, b| b.cmp(a));
        // Two points share at most one line, and each line has three pairs.
        above.iter().take(points).sum::<usize>() + points * points.saturating_sub(1) / 6
    }
}

/// Scratch memory of a thread.
#[derive(Default)]
struct Workspace {
    narrow: Option<Scratch<u32>>,
    wide: Option<Scratch<u64>>,
    widest: Option<Scratch<u128>>,
}

impl Kernel for Layers {
    type Tally = Tallies<Key>;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tallies<Key> {
        let mut workspace = Workspace::default();
        move |block| self.run(block, &mut workspace)
    }
}

impl Layers {
    fn run(&self, block: u64, workspace: &mut Workspace) -> Tallies<Key> {
        let first = self.plan.first_unit(block);
        let last = first + u128::from(self.plan.units_in(block));
        let begins = |unit| self.starts.partition_point(|&start| start < unit);
        let mut tallies = Tallies::default();
        for batch in &self.schedule.batches[begins(first)..begins(last)] {
            self.count(batch, workspace, &mut tallies);
        }
        tallies
    }
}

impl Exhaustive for Layers {
    fn leaves(&self) -> u128 {
        let leaves = |batch: &Batch| {
            self.pairs(batch).count() as u128 * u128::from(self.space.subsets(batch.third))
        };
        self.schedule.batches.iter().map(leaves).sum()
    }

    /// The sizes that were counted, and of the others those that they leave.
    fn finish(&self, counted: &Tallies<Key>) -> Result<Tallies<Key>, CheckError> {
        let (deck, mut finished) = (self.deck, Tallies::default());
        for cards in self.sizes.iter() {
            let left = deck.size() - cards;
            let empty = Tally::default();
            let smaller = counted.get(Key::sets(cards.min(left))).unwrap_or(&empty);
            let tally = finished.of(Key::sets(cards));
            for (sets, hands) in smaller.iter().filter(|&(_, hands)| hands > 0) {
                let own = if cards <= left { Some(sets) } else { sets_left(deck, left, sets) };
                let impossible = CheckError { cards, what: "there are sets too many" };
                tally.add(own.ok_or(impossible)?, hands);
            }
            check(deck, cards, tally)?;
        }
        Ok(finished)
    }
}

fn space(deck: Deck) -> Result<Space, LayersError> {
    match deck.features() {
        2..=4 => Ok(Space::new(deck.features() - 1)),
        features => Err(LayersError::Features(features)),
    }
}

/// Each size or what it leaves, whichever is smaller.
fn smaller_halves(deck: Deck, sizes: &Sizes) -> Sizes {
    sizes.iter().map(|cards| cards.min(deck.size().saturating_sub(cards))).collect()
}

/// C(v,k) divided by the number of symmetries: about how many triples are looked at.
fn different(deck: Deck, cards: usize) -> u128 {
    let points = deck.size() / 3;
    let linear: usize = [1, 3, 9].iter().filter(|&&p| p < points).map(|p| points - p).product();
    binomial(deck.size(), cards).unwrap_or(u128::MAX) / (6 * points * points * linear) as u128
}

/// The time that a word takes, measured with third layers of the size that costs most.
fn seconds_per_word<W: Element>(space: &Space, thirds: &ThirdLayers) -> f64 {
    let fields: Vec<Lanes<W>> = (0..space.size())
        .map(|point| Lanes::from_fn(|lane| W::from((point * lane) % 7 < 3)))
        .collect();
    let mut scratch = Scratch::new(thirds);
    let mut count = |points| {
        let (started, scratch) = (Instant::now(), &mut scratch);
        InstructionSet::widest().run(Counting { thirds, fields: &fields, points, scratch });
        started.elapsed().as_secs_f64() / to_float(thirds.words(points))
    };
    // The first run warms the buffers.
    count(space.size() / 4);
    count(space.size() * 3 / 8)
}
