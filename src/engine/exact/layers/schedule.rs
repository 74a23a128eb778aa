//! What is counted against what: pairs of layers, 64 at a time, with the sizes of third layers.

use super::Field;
use super::pairs::{Pair, Symmetries};
use super::space::{Mover, Space};
use super::third_layers::ThirdLayers;
use crate::hand::sizes::Sizes;
use crate::lanes::LANES;
use crate::run::{RunError, ThreadPool, Threads};
use crate::stats::to_float;
use std::collections::BTreeMap;

/// From so many points on, and up to so many, two larger layers of one size are the pair, and the
/// smallest layer the third: then half of the pairs are enough. With fewer points it is not worth
/// while, with more there are too many pairs to keep.
const HALVED: (usize, usize) = (5, 9);

/// The points of a third layer by which pairs are put in order.
const TYPICAL: usize = 8;

/// All pairs, and the work with them in batches.
#[derive(Debug)]
pub(super) struct Schedule {
    /// The pairs, by the sizes of their layers.
    pub(super) lists: Vec<Vec<Pair>>,
    pub(super) batches: Vec<Batch>,
}

/// Up to 64 pairs of layers and third layers of one size.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// The points of the third layer.
    pub(super) third: usize,
    pub(super) spans: Vec<Span>,
}

/// Pairs that stand side by side in one list.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) list: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    /// The cards of the whole hand.
    pub(super) cards: usize,
    /// The orders in which layers of these sizes can lie.
    pub(super) orders: u64,
}

/// The sizes of the three layers: of the pair, and of the third.
type Roles = BTreeMap<(usize, usize), Vec<usize>>;

impl Schedule {
    /// All that makes up hands of these sizes.
    pub(super) fn new(space: &Space, sizes: &Sizes, threads: Threads) -> Result<Self, RunError> {
        let (symmetries, roles) = (Symmetries::new(space), roles(space, sizes));
        let pairs: Vec<(usize, usize)> = roles.keys().copied().collect();
        let list = |&(first, second): &(usize, usize)| {
            let mut list = symmetries.pairs(first, second);
            // Pairs with large sums need wide words: they come together.
            let most = |pair: &Pair| Field::of(space, pair.first, pair.second).most(TYPICAL);
            list.sort_by_cached_key(most);
            list
        };
        let lists = ThreadPool::new(threads)?.map(&pairs, list);
        let mut by_third = BTreeMap::<usize, Vec<Span>>::new();
        for (list, ((first, second), thirds)) in roles.into_iter().enumerate() {
            for third in thirds {
                let (cards, orders) = (first + second + third, orders([first, second, third]));
                let span = Span { list, from: 0, to: lists[list].len(), cards, orders };
                by_third.entry(third).or_default().push(span);
            }
        }
        // Those that cost most first.
        let batches = by_third.into_iter().rev().flat_map(|(third, spans)| batches(third, spans));
        Ok(Self { batches: batches.collect(), lists })
    }

    /// The pairs of a span.
    pub(super) fn pairs(&self, span: &Span) -> &[Pair] {
        &self.lists[span.list][span.from..span.to]
    }
}

/// About how many words hands of these sizes cost: as if all orbits of pairs were as large as there
/// are symmetries.
pub(super) fn words(space: &Space, sizes: &Sizes, thirds: &ThirdLayers) -> f64 {
    let linear = to_float(Mover::all(space).len() as u128);
    let symmetries = to_float(space.size() as u128).powi(2) * linear;
    let mut words = 0.0;
    for ((first, second), points) in roles(space, sizes) {
        let number = |points| to_float(u128::from(space.subsets(points)));
        let halved = if first == second { 2.0 } else { 1.0 };
        let pairs = number(first) * number(second) / symmetries / halved;
        let batches = (pairs / to_float(LANES as u128)).max(1.0);
        words += batches * points.iter().map(|&points| to_float(thirds.words(points))).sum::<f64>();
    }
    words
}

/// Cuts pairs into batches of 64, whatever list they are from.
fn batches(third: usize, spans: Vec<Span>) -> Vec<Batch> {
    let (mut batches, mut last, mut scratch) = (Vec::new(), Vec::new(), LANES);
    for mut span in spans {
        while span.from < span.to {
            let to = span.to.min(span.from + scratch);
            scratch -= to - span.from;
            last.push(Span { to, ..span.clone() });
            span.from = to;
            if scratch == 0 {
                batches.push(Batch { third, spans: std::mem::take(&mut last) });
                scratch = LANES;
            }
        }
    }
    if !last.is_empty() {
        batches.push(Batch { third, spans: last });
    }
    batches
}

/// Who is the pair and who is the third, for all sizes that layers of such hands can have.
fn roles(space: &Space, sizes: &Sizes) -> Roles {
    let mut roles = Roles::new();
    for cards in sizes.iter() {
        for small in 0..=cards / 3 {
            for middle in small..=(cards - small) / 2 {
                let large = cards - small - middle;
                if large <= space.size() {
                    let halved = middle == large && small >= HALVED.0 && large <= HALVED.1;
                    let (pair, third) =
                        if halved { ((middle, large), small) } else { ((small, middle), large) };
                    roles.entry(pair).or_default().push(third);
                }
            }
        }
    }
    roles
}

/// The orders in which layers of three sizes can lie.
const fn orders(sizes: [usize; 3]) -> u64 {
    let [x, y, z] = sizes;
    if x == y && y == z {
        1
    } else if x == y || y == z || x == z {
        3
    } else {
        6
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::combinations::binomial;

    /// The pairs stand for all pairs of subsets, and with their third layers for all hands.
    #[test]
    fn every_hand_is_in_the_schedule() {
        for (dimension, sizes) in [(1, "0-9"), (2, "0-27"), (3, "0-10,15")] {
            let (space, sizes) = (Space::new(dimension), sizes.parse().unwrap());
            let schedule = Schedule::new(&space, &sizes, Threads::available()).unwrap();
            for cards in sizes.iter() {
                let mut hands = 0;
                for batch in &schedule.batches {
                    let pairs: usize = batch.spans.iter().map(|span| span.to - span.from).sum();
                    assert!((1..=LANES).contains(&pairs));
                    for span in batch.spans.iter().filter(|span| span.cards == cards) {
                        let pairs: u64 = schedule.pairs(span).iter().map(|pair| pair.pairs).sum();
                        let thirds = u128::from(space.subsets(batch.third));
                        hands += u128::from(pairs * span.orders) * thirds;
                    }
                }
                assert_eq!(Some(hands), binomial(3 * space.size(), cards), "{cards}");
            }
        }
    }
}
