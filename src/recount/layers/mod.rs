//! Counts all hands by their number of sets, layer by layer, without enumerating the third layers.
//!
//! # Terms
//!
//! | term | meaning |
//! |---|---|
//! | layer, pair, third layer | cards of a hand with one last digit; the first two, A and B; C |
//! | type | the three sizes of a hand's layers, without order (`LayerSizes`) |
//! | pass | the pairs of two layer sizes, with the third layers that are counted for them |
//! | field | for each point c of the third layer, the number of pairs that form a set with it |
//! | plane | nine points of the third layer: D, E, F |
//! | digit | a row of bits of all coefficients of a polynomial (`sliced`) |
//! | monomial, group | y^(u(D) + u(E)) of one pair D, E; the pairs with one size and one phi |
//! | level, node, child | polynomials after 0, 2, 4, 6 points of F; one of them; its summands |
//! | step, outcome | the decision on one or two points of F before its last line; a result of it |
//! | stage, state | a point of the last line; the points so far and the contributions to come |
//!
//! # The field of a pair
//!
//! The deck of 3^n cards is divided by its last feature into three layers, copies of the space `V`
//! of dimension n - 1. A hand is given by three subsets A, B, C of V. The last digits of a set's
//! cards are either equal, and then the set is in one layer, or all different, and then it has a
//! card `a` in A, `b` in B, `c` in C with a + b + c = 0. So the number of sets in the hand is
//!
//! ```text
//! s(A) + s(B) + v(C),   v(C) = s(C) + sum of w(c) over the c in C,
//! w(c) = #{(a, b): a + b + c = 0}
//! ```
//!
//! where `s` is the number of lines in a subset of V. So a pair A, B acts on all C only through the
//! 27 numbers w, its *field*. The aim is to compute, for each size of C, the polynomial P(y) = sum
//! of y^v(C) over all C of that size.
//!
//! # Elimination
//!
//! Divide C into planes D, E, F of nine points, and let phi(f) = #{(d, e): d + e + f = 0}, the
//! field of D and E on the last plane. Then v(C) is u(D) + u(E), where u(D) is the number of lines
//! in D plus the sum of w over its points, plus the contribution of F: its lines, and w(f) + phi(f)
//! for each point. All pairs D, E with the same number of points and the same phi interact with
//! every F in the same way, so their monomials, y to the power u(D) + u(E), are summed first: there
//! are 262,144 pairs, but only 11,752 such groups, the same for every field (`plan`).
//!
//! Then the points of F are decided one or two at a time. A point that is excluded leaves a
//! polynomial unchanged. A point that is included multiplies it by y to the power w(f) + phi(f),
//! and once more by y if it completes a line of F. After that phi(f) no longer matters, and groups
//! that agree on the other points are summed: 4,844, 1,275 and 418 are left when two, four and six
//! points are decided. Before the last line of F a state consists of the number of points so far
//! and the contribution of each of the three points: phi, and the lines through it and two points
//! chosen before. Equal states are merged. One pass gives the polynomials of all sizes of C; at
//! every step, entries that lead only to sizes that are not needed are dropped. Decks of two and
//! three features are handled in the same way, with C inside the last line or the last plane.
//!
//! # Exponents modulo 64 are exact
//!
//! Polynomials have 64 coefficients, because exponents are taken modulo 64 (`sliced`). The number
//! of C of a size, the sum of their v and the sum of v^2 have closed forms in w: they count points,
//! pairs of points, lines, and pairs of lines (`thirds`). Interpret the 64 coefficients as those of
//! the exponents in a window of 64 consecutive numbers with the centre z. This assigns to each C a
//! number d(C) = v(C) + 64 j(C). If the sums of v and of v^2 agree, then the j add up to 0, and the
//! differences d^2 - (d - 64 j)^2 also add up to 0, which means
//!
//! ```text
//! 32 sum j^2 = sum d j = sum (d - z) j <= 31.5 sum |j| <= 31.5 sum j^2
//! ```
//!
//! and every j is 0: all exponents were recovered correctly. If the sums differ, which is rare, the
//! pair is counted again with room for every exponent (`dense`). Half of the C follow from their
//! complements (`thirds`).
//!
//! # Symmetry
//!
//! Let `M` be a linear map of V and `t`, `u` points. The map that carries (A, B, C) to (MA + t,
//! MB + u, MC - t - u) is a bijection of hands and preserves the number of sets: affine maps
//! preserve lines inside a layer, and a + b + c = 0 if and only if
//! (Ma + t) + (Mb + u) + (Mc - t - u) = M(a + b + c) = 0. As C runs over all subsets of its size,
//! one of the pairs (A, B) that such maps carry into one another is enough, weighted by the number
//! of these pairs: A runs over the classes of subsets under all affine maps, B over translation
//! classes, up to the maps that fix A (`pairs`). For n = 4 there are 27^2 x 11,232 such maps.
//!
//! The layers may be permuted, because the equation a + b + c = 0 is symmetric: a hand can be
//! counted through any two of its layers, and the types of hands are assigned to few pairs of sizes
//! (`cover`). Two types of each size are not counted at all; they follow from equations (`solve`).
//!
//! # Verification
//!
//! The number of hands of each type must be C(27,a) C(27,b) C(27,c), which detects any wrong weight
//! of a pair. Each solution of the equations must be a nonnegative integer. Every size must have
//! C(v,k) hands, the moments determined by other sizes, and the counts of the exact table
//! ([`mod@setodds_engine::exact::self_check`]). Tests compare all sizes that can be enumerated hand
//! by hand.

mod classes;
mod cover;
mod dense;
mod error;
mod pairs;
mod plan;
mod sliced;
mod solve;
mod space;
#[cfg(test)]
mod tests;
mod thirds;

pub(crate) use cover::LayerSizes;
pub(crate) use error::{Contradiction, LayersError};

use classes::Classes;
use cover::{Cover, PassPart};
use pairs::{LayerPair, candidates_per_block};
use plan::Monomials;
use setodds_engine::card::Deck;
use setodds_engine::exact::known::sets_left;
use setodds_engine::exact::self_check::check;
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::lanes::InstructionSet;
use setodds_engine::measure::Key;
use setodds_engine::run::{Job, Kernel, Plan, ThreadPool};
use setodds_engine::tally::{Merge, Tallies, Tally};
use sliced::{PAIRS_AT_ONCE, Sliced};
use space::{LayerSpace, MAX_POINTS};
use std::ops::Range;
use std::sync::OnceLock;
use thirds::{ExponentCountsBySize, Thirds};

/// Version of the order of the work and its division into blocks.
const SCHEME: &str = "layers-v5";

/// Kernel that counts the hands of some sizes by layers.
#[derive(Debug)]
pub(crate) struct Layers {
    deck: Deck,
    /// Requested hand sizes.
    sizes: Sizes,
    set: InstructionSet,
    classes: Classes,
    cover: Cover,
    monomials: Monomials,
    /// Third layers of each pass, prepared when they are needed.
    thirds: Vec<OnceLock<Thirds>>,
    /// Number of candidates in the passes before each pass, followed by their total.
    starts: Vec<u128>,
    plan: Plan,
}

impl Layers {
    /// Prepares the count of the hands of the given sizes.
    ///
    /// # Panics
    ///
    /// Panics if the deck does not have 2 to 4 features, or has fewer cards than a hand.
    pub(crate) fn new(deck: Deck, sizes: Sizes, set: InstructionSet, pool: &ThreadPool) -> Self {
        Self::choosing(deck, sizes, set, pool, |types| solve::most_expensive(deck, types))
    }

    /// Prepares a count, where `choose` selects the two types of a size that are not counted.
    fn choosing(
        deck: Deck,
        sizes: Sizes,
        set: InstructionSet,
        pool: &ThreadPool,
        choose: impl Fn(&[LayerSizes]) -> Option<[LayerSizes; 2]>,
    ) -> Self {
        let space = LayerSpace::new(deck.features() - 1);
        let smaller = smaller_halves(deck, &sizes);
        let cover = Cover::new(&space, &smaller, choose);
        let universe = space.all() << (MAX_POINTS - space.size());
        let monomials = Monomials::new(universe, cover.most_third_points(space.size()));
        let layers = cover.passes.iter().flat_map(|pass| [pass.pair.0, pass.pair.1]);
        let classes = Classes::new(space, layers, pool);
        let mut starts = vec![0];
        for pass in &cover.passes {
            starts.push(starts[starts.len() - 1] + u128::from(pass.pair.candidates(&classes)));
        }
        let all = starts[starts.len() - 1];
        let job = Job::new("recount")
            .with("scheme", SCHEME)
            .with("features", deck.features())
            .with("cards", &smaller);
        let plan = Plan::new(job, all, candidates_per_block(all));
        let thirds = cover.passes.iter().map(|_| OnceLock::new()).collect();
        Self { deck, sizes, set, classes, cover, monomials, thirds, starts, plan }
    }

    /// Returns the third layers of a pass.
    fn thirds(&self, pass: usize) -> &Thirds {
        self.thirds[pass].get_or_init(|| {
            let sizes = self.cover.passes[pass].thirds();
            Thirds::new(self.classes.space(), &self.monomials, sizes)
        })
    }

    /// Counts the pairs of a block.
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

    /// Counts the pairs of a range of candidates of a pass.
    fn count_pass(
        &self,
        number: usize,
        range: Range<u64>,
        counter: &mut Sliced,
        tallies: &mut Tallies<LayerSizes>,
    ) {
        let (pass, thirds) = (&self.cover.passes[number], self.thirds(number));
        let mut counts = vec![vec![0; self.deck.sets() + 1]; pass.parts.len()];
        let mut flush = |batch: &mut Vec<LayerPair>| {
            thirds.count(counter, &self.monomials, batch, |pair, all| {
                for (part, counts) in pass.parts.iter().zip(&mut counts) {
                    add(part, pair, all, thirds, counts);
                }
            });
            batch.clear();
        };
        let mut batch = Vec::with_capacity(PAIRS_AT_ONCE);
        pass.pair.pairs(&self.classes, range, |pair| {
            batch.push(pair);
            if batch.len() == PAIRS_AT_ONCE {
                flush(&mut batch);
            }
        });
        if !batch.is_empty() {
            flush(&mut batch);
        }
        for (part, counts) in pass.parts.iter().zip(counts) {
            tallies.entry(part.of).merge(Tally::from(counts));
        }
    }
}

/// Adds the counts of hands formed by a pair of layers, or by their complements, and the third
/// layers of one size.
///
/// For complements, the field is larger by u - a - b at every point of a layer of u points: of the
/// u pairs of points with a given sum, those with a point in A or in B are subtracted, and those
/// with both were subtracted twice.
fn add(
    part: &PassPart,
    pair: &LayerPair,
    all: &ExponentCountsBySize,
    thirds: &Thirds,
    counts: &mut [u128],
) {
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

impl Layers {
    /// Returns whether the tallies contain only types that are counted, with at most the possible
    /// number of hands.
    pub(crate) fn fits(&self, counted: &Tallies<LayerSizes>) -> bool {
        let (types, space) = (self.cover.types(), self.classes.space());
        counted.iter().all(|(of, hands)| types.contains(&of) && hands.total() <= of.hands(space))
    }

    /// Returns the distributions from the tally of all blocks.
    ///
    /// # Errors
    ///
    /// Fails if the distributions do not add up, which is a bug in the program.
    pub(crate) fn finish(
        &self,
        counted: &Tallies<LayerSizes>,
    ) -> Result<Tallies<Key>, LayersError> {
        let (deck, mut finished) = (self.deck, Tallies::default());
        for of in self.cover.types() {
            let hands = counted.get(of).map_or(0, Tally::total);
            if hands != of.hands(self.classes.space()) {
                return Err(LayersError { cards: of.cards(), what: Contradiction::LayerSizes });
            }
        }
        for cards in self.sizes.iter() {
            let (left, mut tally) = (deck.size() - cards, Tally::default());
            let smaller = cards.min(left);
            let skipped = self.cover.skipped.get(&smaller).copied();
            let hands = solve::hands(deck, smaller, counted, skipped)?;
            for (sets, hands) in hands.iter().filter(|&(_, hands)| hands > 0) {
                let own = if cards <= left { Some(sets) } else { sets_left(deck, left, sets) };
                let impossible = LayersError { cards, what: Contradiction::Sets };
                tally.add(own.ok_or(impossible)?, hands);
            }
            check(deck, cards, &tally)?;
            finished.entry(Key::sets(cards)).merge(tally);
        }
        Ok(finished)
    }
}

/// Replaces each hand size with the size of the complement if that is smaller.
fn smaller_halves(deck: Deck, sizes: &Sizes) -> Sizes {
    sizes.iter().map(|cards| cards.min(deck.size().saturating_sub(cards))).collect()
}
