//! Chooses the pairs of layer sizes to count, and the third-layer sizes for each.
//!
//! A hand whose layers have the sizes {a, b, c}, its *type*, can be counted through any two of
//! them, and two types of each hand size need not be counted at all ([`super::solve`]): those whose
//! cheapest pair costs most. The others are gone through from the most expensive on, and each gets
//! its cheapest pair unless one of its pairs is counted already. Of up to 36 cards nothing that was
//! tried needs less work; for hands of all sizes 264 million pairs of layers are left, where a
//! search finds 176 million and no choice needs fewer than 168 million, by linear programming.

use super::pairs::PairSizes;
use super::space::{LayerSpace, MAX_POINTS};
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::tally::TallyKey;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The sizes of the three layers of a hand, rising.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LayerSizes([usize; 3]);

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

    /// The pairs of sizes through which the type can be counted, in layers of `points` points.
    fn pairs(self, points: usize) -> [PairSizes; 3] {
        self.roles().map(|[a, b, _]| PairSizes::of(points, a, b))
    }
}

impl TallyKey for LayerSizes {
    /// `4+7+8`
    fn name(&self) -> String {
        self.0.map(|size| size.to_string()).join("+")
    }

    fn named(name: &str) -> Option<Self> {
        let sizes: Option<Vec<usize>> = name.split('+').map(|size| size.parse().ok()).collect();
        let sizes = Self(sizes?.try_into().ok()?);
        let fits = sizes.0.is_sorted() && sizes.0[2] <= MAX_POINTS && sizes.name() == name;
        fits.then_some(sizes)
    }
}

/// Two layers of some sizes, counted with all third layers of the sizes that are needed.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    pub(super) pair: PairSizes,
    pub(super) parts: Vec<PassPart>,
}

/// The third layers of one size that a pass counts, and the type of hands that they add to.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassPart {
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
        let points = space.size();
        let cost = |pair: PairSizes| pair.cost(|size| space.subsets(size), points);
        let least = |of: &LayerSizes| of.pairs(points).map(cost).into_iter().min();
        let (mut counted, mut skipped) = (Vec::new(), BTreeMap::new());
        for cards in sizes.iter() {
            let mut types: Vec<LayerSizes> = LayerSizes::all(points, cards).collect();
            types.sort_by_key(|of| Reverse(least(of)));
            if let Some(two) = choose(&types) {
                types.retain(|of| !two.contains(of));
                skipped.insert(cards, two);
            }
            counted.extend(types);
        }
        counted.sort_by_key(|of| Reverse(least(of)));
        let mut costs = BTreeMap::new();
        for of in &counted {
            let pairs = of.pairs(points);
            if !pairs.iter().any(|pair| costs.contains_key(pair)) {
                let cheapest = pairs.into_iter().min_by_key(|&pair| cost(pair));
                let cheapest = cheapest.expect("a type has three pairs");
                costs.insert(cheapest, cost(cheapest));
            }
        }
        Self { passes: passes(points, counted, &costs), skipped }
    }

    /// The most points of a third layer that is counted, or of its complement.
    pub(super) fn most_third_points(&self, points: usize) -> usize {
        let sizes = self.passes.iter().fold(0, |thirds, pass| thirds | pass.thirds());
        let sizes = (0..=points).filter(|size| (sizes >> size | sizes >> (points - size)) & 1 == 1);
        sizes.max().unwrap_or(0)
    }

    /// All types that are counted.
    pub(super) fn types(&self) -> BTreeSet<LayerSizes> {
        self.passes.iter().flat_map(|pass| &pass.parts).map(|part| part.of).collect()
    }
}

/// The passes through pairs with these costs, the most expensive first: each type is counted where
/// it adds the least work.
fn passes(
    points: usize,
    mut counted: Vec<LayerSizes>,
    costs: &BTreeMap<PairSizes, u64>,
) -> Vec<Pass> {
    let least =
        |of: &LayerSizes| of.pairs(points).into_iter().filter_map(|pair| costs.get(&pair)).min();
    counted.sort_by_key(|of| Reverse(least(of)));
    let mut passes = BTreeMap::<PairSizes, Pass>::new();
    for of in counted {
        let added = |&(pair, [.., third]): &(PairSizes, [usize; 3])| {
            let thirds = passes.get(&pair).map(Pass::thirds);
            Some(added_work(thirds, third, points) * costs.get(&pair)?)
        };
        let ways = of.pairs(points).into_iter().zip(of.roles());
        let ways = ways.filter(|way| added(way).is_some());
        let (pair, [a, b, third]) = ways.min_by_key(added).expect("a counted type has a pair");
        let pass = passes.entry(pair).or_insert_with(|| Pass { pair, parts: Vec::new() });
        let complements = pair != PairSizes(a.min(b), a.max(b));
        pass.parts.push(PassPart { of, third, complements });
        if pair.are_complements(points) {
            pass.parts.push(PassPart { of, third, complements: true });
        }
    }
    let mut passes: Vec<_> = passes.into_values().collect();
    passes.sort_by_key(|pass| Reverse(costs[&pass.pair]));
    passes
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The planes have nine points; a size is counted together with its complement.
    #[test]
    fn a_size_adds_no_work_where_it_is_counted_already() {
        let sizes = 1 << 2 | 1 << 5;
        let added: Vec<u64> = (0..=9).map(|size| added_work(Some(sizes), size, 9)).collect();
        assert_eq!(added, [1, 1, 0, 1, 0, 0, 1, 0, 1, 1]);
        assert_eq!(added_work(None, 2, 9), 10);
    }
}
