//! Subsets of the space of a layer, up to translations and up to all affine maps.
//!
//! For each translation class the member with the least number is listed; the lists of all sizes up
//! to 13 points have 2.5 million members together. Classes under all affine maps are found by
//! applying all linear maps to one listed member after another. A map that carries a set to one of
//! its own translates is the linear part of an affine map that fixes the set.

use super::space::{LayerSpace, LinearMap, MAX_POINTS, Points, subsets};
use setodds_engine::run::ThreadPool;

/// Subsets of the requested sizes. A subset of more than half of the points is represented by its
/// complement.
#[derive(Debug)]
pub(super) struct Classes {
    space: LayerSpace,
    sizes: Vec<Option<Subsets>>,
}

/// Subsets of one size, up to translations.
#[derive(Debug)]
pub(super) struct Subsets {
    /// Least member of each translation class, in ascending order.
    pub(super) least: Vec<Points>,
    /// For each class of subsets under translations, the index of its class under all affine maps.
    pub(super) class_of: Vec<u16>,
    pub(super) classes: Vec<SubsetClass>,
}

/// Class of subsets under all affine maps.
#[derive(Debug)]
pub(super) struct SubsetClass {
    /// First subset of the class in the list of subsets that are their own least translates.
    pub(super) member: Points,
    /// Number of subsets in the class.
    pub(super) size: u64,
    /// Linear parts of the affine maps that fix `member`.
    pub(super) stabilizer: Vec<LinearMap>,
}

impl Classes {
    /// Lists the subsets of the given sizes.
    pub(super) fn new(
        space: LayerSpace,
        sizes: impl Iterator<Item = usize>,
        pool: &ThreadPool,
    ) -> Self {
        let mut smaller: Vec<usize> = sizes.map(|size| size.min(space.size() - size)).collect();
        // The longest tasks first.
        smaller.sort_unstable_by(|a, b| b.cmp(a));
        smaller.dedup();
        let maps = LinearMap::all(&space);
        let lists = pool.map(&smaller, |&size| Subsets::new(&space, &maps, size));
        let mut sizes: Vec<_> = (0..=MAX_POINTS / 2).map(|_| None).collect();
        for (size, list) in smaller.into_iter().zip(lists) {
            sizes[size] = Some(list);
        }
        Self { space, sizes }
    }

    pub(super) const fn space(&self) -> &LayerSpace {
        &self.space
    }

    /// Returns the subsets of a requested size, or of the size of their complements.
    pub(super) fn subsets(&self, size: usize) -> &Subsets {
        let list = self.sizes[size.min(self.space.size() - size)].as_ref();
        list.expect("the sizes of all passes were asked for")
    }
}

impl Subsets {
    fn new(space: &LayerSpace, maps: &[LinearMap], size: usize) -> Self {
        let all = subsets(space.size(), size);
        let least: Vec<Points> = all.filter(|&set| space.is_least_translate(set)).collect();
        let (mut classes, mut class_of) = (Vec::new(), vec![u16::MAX; least.len()]);
        for (place, &member) in least.iter().enumerate() {
            if class_of[place] != u16::MAX {
                continue;
            }
            let number = u16::try_from(classes.len()).expect("there are under 200 classes");
            let mut stabilizer = Vec::new();
            for map in maps {
                let image = space.least_translate(map.image(member));
                if image == member {
                    stabilizer.push(map.clone());
                }
                let place = least.binary_search(&image);
                class_of[place.expect("the list is complete")] = number;
            }
            let images = maps.len() / stabilizer.len();
            let size = (images * space.different_translates(member)) as u64;
            classes.push(SubsetClass { member, size, stabilizer });
        }
        Self { least, class_of, classes }
    }
}
