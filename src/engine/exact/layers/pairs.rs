//! Essentially different pairs of layers.
//!
//! An orbit is walked through once, point set by point set, and its members are struck off a list
//! of all subsets of the size; so the orbits of subsets of `k` points take about as many steps as
//! there are subsets. That they were all found shows in their sizes, which add up to the number of
//! subsets.

use super::space::{Mover, Points, Ranking, Space, subsets};

/// A pair of layers with all that the symmetries carry it to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) first: Points,
    pub(super) second: Points,
    /// The pairs that it stands for, in both orders if the sizes are equal.
    pub(super) pairs: u64,
}

/// The symmetries that find pairs.
#[derive(Debug)]
pub(super) struct Symmetries<'a> {
    space: &'a Space,
    maps: Vec<Mover>,
    ranking: Ranking,
}

/// An orbit of subsets under all affine maps.
#[derive(Clone, Debug)]
struct Orbit {
    member: Points,
    size: u64,
    /// The linear parts of the affine maps that keep the member.
    stabilizer: Vec<Mover>,
}

impl<'a> Symmetries<'a> {
    pub(super) fn new(space: &'a Space) -> Self {
        Self { space, maps: Mover::all(space), ranking: Ranking::new() }
    }

    /// Pairs of subsets of `first` and `second` points, one of each orbit of the maps that move
    /// both by one linear map and each by a translation of its own. If the sizes are equal, the
    /// order of the two does not matter either; of a class and itself both orders are kept, which
    /// is a little more than needed.
    pub(super) fn pairs(&self, first: usize, second: usize) -> Vec<Pair> {
        let (classes, class_of) = self.classes(first);
        let mut pairs = Vec::new();
        for (number, class) in classes.iter().enumerate() {
            self.orbits(second, &class.stabilizer, |member, size| {
                let both_orders = if first == second {
                    match usize::from(class_of[self.ranking.rank(member)]).cmp(&number) {
                        std::cmp::Ordering::Less => return,
                        std::cmp::Ordering::Equal => 1,
                        std::cmp::Ordering::Greater => 2,
                    }
                } else {
                    1
                };
                pairs.push(Pair {
                    first: class.member,
                    second: member,
                    pairs: class.size * size * both_orders,
                });
            });
        }
        pairs
    }

    /// The classes of subsets of a size, and the class of every subset by its rank.
    fn classes(&self, size: usize) -> (Vec<Orbit>, Vec<u8>) {
        let mut classes: Vec<Orbit> = Vec::new();
        let mut class_of = vec![u8::MAX; self.number(size)];
        for (rank, member) in subsets(self.space.size(), size).enumerate() {
            if class_of[rank] != u8::MAX {
                continue;
            }
            let number = u8::try_from(classes.len()).unwrap_or(u8::MAX);
            let strike = |rank: usize| {
                let new = class_of[rank] == u8::MAX;
                class_of[rank] = number;
                new
            };
            let size = self.walk(member, &self.maps, strike);
            classes.push(Orbit { member, size, stabilizer: self.keeping(member) });
        }
        (classes, class_of)
    }

    fn number(&self, size: usize) -> usize {
        usize::try_from(self.space.subsets(size)).unwrap_or(usize::MAX)
    }

    /// The linear maps that, with some translation, keep a set.
    fn keeping(&self, set: Points) -> Vec<Mover> {
        let translates = self.space.translates(set);
        self.maps.iter().filter(|map| translates.contains(&map.image(set))).cloned().collect()
    }

    /// The orbits of subsets of a size under linear maps and all translations.
    fn orbits(&self, size: usize, maps: &[Mover], mut see: impl FnMut(Points, u64)) {
        let mut struck = vec![0_u64; self.number(size).div_ceil(64)];
        let is_struck = |struck: &[u64], rank: usize| struck[rank / 64] >> (rank % 64) & 1 == 1;
        for (rank, member) in subsets(self.space.size(), size).enumerate() {
            if !is_struck(&struck, rank) {
                let size = self.walk(member, maps, |rank| {
                    let new = !is_struck(&struck, rank);
                    struck[rank / 64] |= 1 << (rank % 64);
                    new
                });
                see(member, size);
            }
        }
    }

    /// Strikes all images of a set; the number of those that were new.
    fn walk(&self, member: Points, maps: &[Mover], mut strike: impl FnMut(usize) -> bool) -> u64 {
        let mut new = 0;
        for map in maps {
            let image = map.image(member);
            // All translates of an image are struck together.
            if strike(self.ranking.rank(image)) {
                let translates = self.space.translates(image);
                let struck = |&&other: &&Points| strike(self.ranking.rank(other));
                new += 1 + translates[1..].iter().filter(struck).count() as u64;
            }
        }
        new
    }
}
