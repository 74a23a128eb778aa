//! Chooses the pairs of layer sizes to count, and the third-layer sizes for each.
//!
//! A hand whose layers have the sizes {a, b, c}, its *type*, can be counted through any two of
//! them. Two types of each hand size need not be counted at all ([`super::solve`]): those whose
//! cheapest pair costs most. The others are processed in descending order of cost, and each gets
//! its cheapest pair unless one of its pairs is counted already. For up to 36 cards no known choice
//! needs less work. For hands of all sizes 264 million pairs of layers are left; a search found 176
//! million, and linear programming gives a lower bound of 168 million.

use super::pairs::PairSizes;
use super::space::{LayerSpace, MAX_POINTS};
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::tally::TallyKey;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Sizes of the three layers of a hand, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LayerSizes([usize; 3]);

impl LayerSizes {
    /// Iterates over the ways to split `cards` cards into three layers of at most `points` points,
    /// without order.
    pub(super) fn all(points: usize, cards: usize) -> impl Iterator<Item = Self> {
        let of = move |small| {
            let middles = small..=(cards - small) / 2;
            middles.map(move |middle| Self([small, middle, cards - small - middle]))
        };
        (0..=cards / 3).flat_map(of).filter(move |sizes| sizes.0[2] <= points)
    }

    /// Returns the number of cards of a hand with these layer sizes.
    pub(super) fn cards(self) -> usize {
        self.0.iter().sum()
    }

    /// Returns the sum of the given powers of the three layer sizes.
    pub(super) fn power_sum(self, power: u32) -> i128 {
        self.0.iter().map(|&size| (size as i128).pow(power)).sum()
    }

    /// Returns the number of distinct permutations of the three layer sizes.
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

    /// Returns the number of hands with these layer sizes in this order.
    pub(super) fn hands(self, space: &LayerSpace) -> u128 {
        self.0.iter().map(|&size| u128::from(space.subsets(size))).product()
    }

    /// Returns the three ways to choose which of the three layers is counted last: in each, the
    /// sizes of the first, second and third layer.
    fn roles(self) -> [[usize; 3]; 3] {
        let [a, b, c] = self.0;
        [[a, b, c], [a, c, b], [b, c, a]]
    }

    /// Returns the pairs of sizes through which hands of this type can be counted, in layers of
    /// `points` points.
    fn pairs(self, points: usize) -> [PairSizes; 3] {
        self.roles().map(|[a, b, _]| PairSizes::canonical(points, a, b))
    }
}

impl TallyKey for LayerSizes {
    /// Returns the layer sizes as text, such as `4+7+8`.
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

/// Pairs of layers of two given sizes, counted together with third layers of the needed sizes.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    pub(super) pair: PairSizes,
    pub(super) parts: Vec<PassPart>,
}

/// Third layers of one size that a pass counts, and the type of the resulting hands.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassPart {
    pub(super) of: LayerSizes,
    /// Number of points of the third layers.
    pub(super) third: usize,
    /// Whether the first two layers are the complements of the pair.
    pub(super) complements: bool,
}

impl Pass {
    /// Returns a bit mask of the third-layer sizes that the pass counts.
    pub(super) fn thirds(&self) -> u32 {
        self.parts.iter().fold(0, |thirds, part| thirds | 1 << part.third)
    }
}

/// Passes to count, and the types of hands that are not counted because the other types determine
/// them.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    /// Passes in descending order of cost.
    pub(super) passes: Vec<Pass>,
    /// For each hand size, the two types of hands that are not counted, because they follow from
    /// the others, if there are any.
    pub(super) skipped: BTreeMap<usize, [LayerSizes; 2]>,
}

impl Cover {
    /// Chooses the passes for hands of the given sizes. `choose` gets all types of one size, the
    /// most expensive first, and returns two that follow from the others and are not counted, or
    /// `None` to count all types.
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

    /// Returns the maximum size of a counted third layer or its complement.
    pub(super) fn most_third_points(&self, points: usize) -> usize {
        let sizes = self.passes.iter().fold(0, |thirds, pass| thirds | pass.thirds());
        let sizes = (0..=points).filter(|size| (sizes >> size | sizes >> (points - size)) & 1 == 1);
        sizes.max().unwrap_or(0)
    }

    /// Returns the types of hands that at least one pass counts.
    pub(super) fn types(&self) -> BTreeSet<LayerSizes> {
        self.passes.iter().flat_map(|pass| &pass.parts).map(|part| part.of).collect()
    }
}

/// Assigns each type of hands to the pass in which it adds the least work. Returns the passes in
/// descending order of cost.
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

/// Returns the work that another size of third layers adds to a pair, in tenths of the work for a
/// pair. `thirds` is the mask of sizes already counted with the pair, or `None`.
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

    /// Checks planes of nine points, in which a size is counted together with its complement.
    #[test]
    fn a_size_adds_no_work_where_it_is_counted_already() {
        let sizes = 1 << 2 | 1 << 5;
        let added: Vec<u64> = (0..=9).map(|size| added_work(Some(sizes), size, 9)).collect();
        assert_eq!(added, [1, 1, 0, 1, 0, 0, 1, 0, 1, 1]);
        assert_eq!(added_work(None, 2, 9), 10);
    }
}
