//! Affine symmetries of the deck, and classes of hands that are equivalent under them.
//!
//! The cards of a deck with `n` features are the points of AG(n,3): vectors of `n` digits modulo 3,
//! added digit by digit. The maps that carry lines to lines are the affine maps, that is, a linear
//! map followed by a translation. They form the group AGL(n,3), whose order is the product of `3^n`
//! and of all `3^n - 3^i` for `i < n`. Hands that such a map carries into one another form a
//! *class*: they have the same number of sets, the same largest cap, and so on. If the *stabilizer*
//! of a hand (the maps that carry it onto itself) has order `s`, its class has |AGL(n,3)|/s hands.
//!
//! [`canonical()`] returns the canonical form of a hand, the order of its stabilizer, and the size
//! of its class. [`Search`] lists all classes, one hand size after another. [`class_numbers`]
//! counts the classes without listing any, so every listing is checked against an independent
//! number. [`forecast()`] estimates beforehand how long a listing takes.
//!
//! ```
//! use setodds_engine::{card::Deck, run::{StopFlag, ThreadPool, Threads}};
//! use setodds_engine::symmetry::{Family, Search, Space};
//! let (space, pool) = (Space::new(Deck::GAME), ThreadPool::new(Threads::available())?);
//! let mut search = Search::new(&space, Family::Hands);
//! for _ in 0..6 {
//!     search.step(&pool, &StopFlag::default());
//! }
//! assert_eq!(search.classes().len(), 15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod burnside;
mod canonical;
mod class;
mod colouring;
mod conjugacy;
mod extension;
mod forecast;
mod labelling;
mod maps;
mod orbits;
mod space;

pub use burnside::class_numbers;
pub use canonical::{Canonical, canonical};
pub use class::KnownClasses;
pub use class::{Class, ClassSet, Family};
pub(crate) use extension::SCHEME;
pub use extension::extension_plan;
pub use extension::{ClassesError, Search, admitted};
pub use forecast::{Forecast, forecast};
pub(crate) use maps::extend_flat;
pub use maps::{AffineMap, group_order};
pub use space::Space;

use crate::card::Card;

/// The point whose digits are all 0.
const ORIGIN: Card = Card::at(0);

/// Returns the sum of two points, digit by digit modulo 3.
#[cfg(test)]
pub(crate) const fn sum(a: Card, b: Card) -> Card {
    // `third(a, b)` is `-(a + b)`, and `third(x, 0)` is `-x`.
    a.third(b).third(ORIGIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;

    /// Returns all affine maps of a small deck, each as the list of the images of its cards.
    pub(super) fn all_maps(deck: Deck) -> Vec<Vec<Card>> {
        let linear = AffineMap::linear_maps(u32::try_from(deck.features()).unwrap());
        let moved = |map: &AffineMap, by| deck.cards().map(|it| sum(map.image(it), by)).collect();
        let maps = linear.iter().flat_map(|map| deck.cards().map(move |by| moved(map, by)));
        maps.collect()
    }

    #[test]
    fn points_are_added_digit_by_digit() {
        for (a, b, expected) in [(0, 0, 0), (1, 2, 0), (2, 2, 1), (26, 26, 13), (80, 1, 78)] {
            let [a, b, expected] = [a, b, expected].map(Card::at);
            assert_eq!((sum(a, b), sum(b, a)), (expected, expected));
        }
    }
}
