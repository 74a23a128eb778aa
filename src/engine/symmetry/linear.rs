//! Linear maps, listed.
//!
//! A linear map is known by the images of the unit points, and it is invertible when none of them is
//! a combination of those before it: there are (3^d - 1)(3^d - 3)(3^d - 9)... such maps, 11,232 for
//! d = 3.

use super::{ORIGIN, sum};
use crate::card::Card;

/// An invertible linear map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearMap {
    images: Vec<Card>,
}

impl LinearMap {
    /// All invertible linear maps of the space of this dimension: of dimension 4 there are 24 million.
    #[must_use]
    pub fn all(dimension: usize) -> Vec<Self> {
        let mut maps = vec![vec![ORIGIN]];
        for _ in 0..dimension {
            let size = 3_usize.pow(u32::try_from(dimension).unwrap_or(u32::MAX));
            let longer = |images: Vec<Card>| {
                let free = (0..size)
                    .map(Card::at)
                    .filter(|point| !images.contains(point))
                    .collect::<Vec<_>>();
                free.into_iter().map(move |unit| extended(&images, unit))
            };
            maps = maps.into_iter().flat_map(longer).collect();
        }
        maps.into_iter().map(|images| Self { images }).collect()
    }

    /// The image of a point.
    ///
    /// # Panics
    ///
    /// When the space has no such point.
    #[must_use]
    pub fn image(&self, point: Card) -> Card {
        self.images[point.index()]
    }
}

/// The images of the points with one digit more, when the next unit goes to `unit`.
fn extended(images: &[Card], unit: Card) -> Vec<Card> {
    let moved = |by: Card| images.iter().map(move |&image| sum(image, by));
    let twice = sum(unit, unit);
    images.iter().copied().chain(moved(unit)).chain(moved(twice)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_maps_are_all_and_keep_sums() {
        for (dimension, number) in [(1, 2), (2, 48), (3, 11_232)] {
            let maps = LinearMap::all(dimension);
            assert_eq!(maps.len(), number);
            let size = 3_usize.pow(dimension.try_into().unwrap());
            let cards = || (0..size).map(Card::at);
            for map in maps.iter().step_by(97) {
                let mut images: Vec<_> = cards().map(|point| map.image(point)).collect();
                for (a, b) in cards().flat_map(|a| cards().map(move |b| (a, b))) {
                    assert_eq!(map.image(sum(a, b)), sum(images[a.index()], images[b.index()]));
                }
                images.sort_unstable();
                assert!(images.into_iter().eq(cards()));
            }
            assert!(maps.iter().enumerate().all(|(i, map)| !maps[..i.min(200)].contains(map)));
        }
    }
}
