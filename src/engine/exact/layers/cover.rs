//! Which pairs of sizes are counted, with third layers of which sizes.
//!
//! A hand whose layers have the sizes {a, b, c}, its *type*, can be counted through any two of
//! them, and two types of each hand size need not be counted at all ([`super::solve`]). Wanted are
//! pairs of sizes with as little work as possible such that every other type has one of them. The
//! search takes a pair in or leaves one out, mends what that breaks as cheaply as it can, and
//! keeps the change if there is less work then, until no change helps. For hands of all sizes 176
//! million pairs of layers are left; no choice needs fewer than 168 million, by linear programming.

use super::pairs::PairSizes;
use super::space::{LayerSpace, MOST_POINTS};
use crate::hand::sizes::Sizes;
use crate::tally::Named;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The sizes of the three layers of a hand, rising.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LayerSizes([usize; 3]);

impl LayerSizes {
    /// Every way to split `cards` cards over three layers of `points` points.
    pub(super) fn all(points: usize, cards: usize) -> impl Iterator<Item = Self> {
        let of = move |small| {
            let middles = small..=(cards - small) / 2;
            middles.map(move |middle| Self([small, middle, cards - small - middle]))
        };
        (0..=cards / 3).flat_map(of).filter(move |sizes| sizes.0[2] <= points)
    }

    /// The cards of the hand.
    pub(super) fn cards(self) -> usize {
        self.0.iter().sum()
    }

    /// The sum of powers of the three.
    pub(super) fn power_sum(self, power: u32) -> i128 {
        self.0.iter().map(|&size| (size as i128).pow(power)).sum()
    }

    /// The orders in which layers of these sizes can lie.
    pub(super) const fn orders(self) -> u128 {
        let [a, b, c] = self.0;
        if a == c {
            1
        } else if a == b || b == c {
            3
        } else {
            6
        }
    }

    /// The hands that have them in this order.
    pub(super) fn hands(self, space: &LayerSpace) -> u128 {
        self.0.iter().map(|&size| u128::from(space.subsets(size))).product()
    }

    /// Two of the layers and the third, in each way.
    fn roles(self) -> [[usize; 3]; 3] {
        let [a, b, c] = self.0;
        [[a, b, c], [a, c, b], [b, c, a]]
    }

    /// The pairs of sizes in layers of so many points through which it can be counted.
    fn pairs(self, points: usize) -> [PairSizes; 3] {
        self.roles().map(|[a, b, _]| PairSizes::of(points, a, b))
    }
}

impl Named for LayerSizes {
    /// `4+7+8`
    fn name(&self) -> String {
        self.0.map(|size| size.to_string()).join("+")
    }

    fn named(name: &str) -> Option<Self> {
        let sizes: Option<Vec<usize>> = name.split('+').map(|size| size.parse().ok()).collect();
        let sizes = Self(sizes?.try_into().ok()?);
        let fits = sizes.0.is_sorted() && sizes.0[2] <= MOST_POINTS && sizes.name() == name;
        fits.then_some(sizes)
    }
}

/// Two layers of some sizes, counted with all third layers of the sizes that are needed.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    pub(super) pair: PairSizes,
    pub(super) parts: Vec<Part>,
}

/// What a pass adds to the hands of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) of: LayerSizes,
    /// The size of the third layer.
    pub(super) third: usize,
    /// Whether the first two layers are the complements of the pair.
    pub(super) complements: bool,
}

impl Pass {
    /// The sizes of third layers, a bit each.
    pub(super) fn thirds(&self) -> u32 {
        self.parts.iter().fold(0, |thirds, part| thirds | 1 << part.third)
    }
}

/// What is counted, and what follows.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    /// The most expensive first.
    pub(super) passes: Vec<Pass>,
    /// For each hand size the two types that are not counted, if there are any.
    pub(super) skipped: BTreeMap<usize, [LayerSizes; 2]>,
}

impl Cover {
    /// The passes for hands of these sizes; `choose` names two types that follow from the others,
    /// preferably the first of those that it is given.
    pub(super) fn new(
        space: &LayerSpace,
        sizes: &Sizes,
        choose: impl Fn(&[LayerSizes]) -> Option<[LayerSizes; 2]>,
    ) -> Self {
        let search = Search::new(space, sizes, choose);
        let Choice { pairs, skipped, .. } = search.best();
        let costs: BTreeMap<PairSizes, u64> = search.counted(&pairs).collect();
        let is_skipped =
            |of: &LayerSizes| skipped.get(&of.cards()).is_some_and(|it| it.contains(of));
        let types = search.types.iter().flatten().map(|of| of.sizes);
        let mut counted: Vec<LayerSizes> = types.filter(|of| !is_skipped(of)).collect();
        let least = |of: LayerSizes| {
            of.pairs(space.size()).into_iter().filter_map(|pair| costs.get(&pair)).min()
        };
        counted.sort_by_key(|&of| Reverse(least(of)));
        let mut passes = BTreeMap::<PairSizes, Pass>::new();
        for of in counted {
            let added = |&(pair, [.., third]): &(PairSizes, [usize; 3])| {
                let thirds = passes.get(&pair).map(Pass::thirds);
                Some(added_work(thirds, third, space.size()) * costs.get(&pair)?)
            };
            let ways = of.pairs(space.size()).into_iter().zip(of.roles());
            let ways = ways.filter(|way| added(way).is_some());
            let (pair, [a, b, third]) = ways.min_by_key(added).expect("a counted type has a pair");
            let pass = passes.entry(pair).or_insert_with(|| Pass { pair, parts: Vec::new() });
            let complements = pair != PairSizes(a.min(b), a.max(b));
            pass.parts.push(Part { of, third, complements });
            if pair.are_complements(space.size()) {
                pass.parts.push(Part { of, third, complements: true });
            }
        }
        let mut passes: Vec<_> = passes.into_values().collect();
        passes.sort_by_key(|pass| Reverse(costs[&pass.pair]));
        Self { passes, skipped }
    }

    /// All types that are counted.
    pub(super) fn types(&self) -> BTreeSet<LayerSizes> {
        self.passes.iter().flat_map(|pass| &pass.parts).map(|part| part.of).collect()
    }
}

/// A type and the numbers of the pairs through which it can be counted, the cheapest first.
struct Type {
    sizes: LayerSizes,
    pairs: [usize; 3],
}

/// Pairs through which all types can be counted that are not skipped.
struct Choice {
    /// Whether each pair is counted.
    pairs: Vec<bool>,
    skipped: BTreeMap<usize, [LayerSizes; 2]>,
    cost: u64,
}

/// The search for pairs of sizes.
struct Search<F> {
    /// All pairs of the types with what they cost, the most expensive first.
    pairs: Vec<(PairSizes, u64)>,
    /// For each size of hands.
    types: Vec<Vec<Type>>,
    choose: F,
}

impl Type {
    /// The cheapest of its pairs among some.
    fn cheapest(&self, among: &[bool]) -> Option<usize> {
        self.pairs.into_iter().find(|&pair| among[pair])
    }
}

impl<F: Fn(&[LayerSizes]) -> Option<[LayerSizes; 2]>> Search<F> {
    fn new(space: &LayerSpace, sizes: &Sizes, choose: F) -> Self {
        let points = space.size();
        let types = || sizes.iter().map(|cards| LayerSizes::all(points, cards));
        let all: BTreeSet<_> = types().flatten().flat_map(|of| of.pairs(points)).collect();
        let cost = |pair: PairSizes| pair.cost(|size| space.subsets(size), points);
        let mut pairs: Vec<_> = all.into_iter().map(|pair| (pair, cost(pair))).collect();
        pairs.sort_by_key(|&(_, cost)| Reverse(cost));
        let number = |pair| pairs.iter().position(|&(it, _)| it == pair).expect("of a type");
        let numbered = |sizes: LayerSizes| {
            let mut pairs = sizes.pairs(points).map(number);
            pairs.sort_unstable_by_key(|&pair| Reverse(pair));
            Type { sizes, pairs }
        };
        let types = types().map(|types| types.map(numbered).collect()).collect();
        Self { pairs, types, choose }
    }

    /// The pairs of a choice with what they cost.
    fn counted(&self, pairs: &[bool]) -> impl Iterator<Item = (PairSizes, u64)> {
        self.pairs.iter().zip(pairs).filter(|(_, counted)| **counted).map(|(&pair, _)| pair)
    }

    /// The pairs that are left when no change saves work.
    fn best(&self) -> Choice {
        let none = vec![false; self.pairs.len()];
        let mut best = self.repaired(none, None).expect("every type has pairs");
        loop {
            // What less than a thousandth of the work can save is not worth the search.
            let dear = |&pair: &usize| self.pairs[pair].1 > best.cost / 1000;
            let changed = |pair: usize| {
                let mut pairs = best.pairs.clone();
                pairs[pair] = !pairs[pair];
                self.repaired(pairs, Some(pair)).filter(|choice| choice.cost < best.cost)
            };
            let Some(better) = (0..self.pairs.len()).filter(dear).find_map(changed) else {
                return best;
            };
            best = better;
        }
    }

    /// Repairs a choice of pairs: adds the cheapest missing ones, drops redundant ones and leaves
    /// `fixed` unchanged. `None` if that cannot cover every type that is not skipped.
    fn repaired(&self, mut pairs: Vec<bool>, fixed: Option<usize>) -> Option<Choice> {
        let free: Vec<bool> = (0..pairs.len()).map(|pair| fixed != Some(pair)).collect();
        for types in &self.types {
            let mut lacking: Vec<&Type> =
                types.iter().filter(|of| of.cheapest(&pairs).is_none()).collect();
            lacking.sort_by_key(|of| of.cheapest(&free));
            while self.skipped(types, &pairs).is_none() {
                pairs[lacking.pop()?.cheapest(&free)?] = true;
            }
        }
        for pair in (0..pairs.len()).filter(|&pair| free[pair]) {
            if std::mem::take(&mut pairs[pair]) {
                let concerned =
                    |types: &&Vec<Type>| types.iter().any(|of| of.pairs.contains(&pair));
                let mut concerned = self.types.iter().filter(concerned);
                pairs[pair] = concerned.any(|types| self.skipped(types, &pairs).is_none());
            }
        }
        let skipped = self.types.iter().filter_map(|types| self.skipped(types, &pairs)?);
        let skipped = skipped.map(|two| (two[0].cards(), two)).collect();
        let cost = self.counted(&pairs).map(|(_, cost)| cost).sum();
        Some(Choice { pairs, skipped, cost })
    }

    /// The two types to skip, if any. `None` if a type that is not skipped has no chosen pair.
    fn skipped(&self, types: &[Type], pairs: &[bool]) -> Option<Option<[LayerSizes; 2]>> {
        let lacking = types.iter().filter(|of| of.cheapest(pairs).is_none()).count();
        if lacking > 2 {
            return None;
        }
        let mut order: Vec<&Type> = types.iter().collect();
        order.sort_by_key(|of| of.cheapest(pairs));
        let order: Vec<LayerSizes> = order.into_iter().map(|of| of.sizes).collect();
        let two = (self.choose)(&order);
        let skipped = |of| two.is_some_and(|two| two.contains(of));
        order[..lacking].iter().all(skipped).then_some(two)
    }
}

/// The work that one more size of third layers adds to a pair, in tenths of a pair; `thirds` are
/// those that it is counted with, if it is.
const fn added_work(thirds: Option<u32>, third: usize, points: usize) -> u64 {
    match thirds {
        None => 10,
        Some(thirds) if (thirds >> third | thirds >> (points - third)) & 1 == 1 => 0,
        Some(_) => 1,
    }
}
