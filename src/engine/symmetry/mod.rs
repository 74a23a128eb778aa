//! Maps of the deck onto itself that carry sets to sets, and hands that they carry into one
//! another.
//!
//! The cards of a deck with `n` features are the points of AG(n,3), `n` digits modulo 3; they are
//! added digit by digit. The maps of the space that carry lines to lines are the affine maps, a
//! linear map and a translation: they are the group AGL(n,3), of order
//! `3^n (3^n - 1)(3^n - 3)...(3^n - 3^(n-1))`. Hands that such a map carries into one another are a
//! *class*: they have the same number of sets, the same largest cap, and so on, and there are
//! |AGL(n,3)|/s of them when `s` maps (the *stabilizer*) carry one of them into itself.
//!
//! [`canonical()`] finds for each hand the one that stands for its class, the order of the
//! stabilizer, and the map to any equivalent hand; a [`Search`] lists all classes, card by card;
//! [`class_numbers`] counts them without listing any, so that each listing is checked by a number
//! that shares nothing with it; [`forecast()`] says beforehand how long a listing takes.
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

/// Adds two points, digit by digit modulo 3.
#[cfg(test)]
pub(crate) const fn sum(a: Card, b: Card) -> Card {
    // The third point of a and b is -(a + b), and that of a point and zero is its opposite.
    a.third(b).third(ORIGIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;

    /// All affine maps of a small deck: the images of its cards.
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
