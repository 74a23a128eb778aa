//! Hands without a set, of every size: caps.
//!
//! What the numbers must be: for n = 4 those of Knuth's SETSET-ALL (2001), from 81 caps of one card
//! to 682,344 caps of 20, all in one class, and none of 21; for n = 3 at most 9 cards (2106 caps),
//! for n = 2 at most 4.
//!
//! How one knows: the classes are listed card by card ([`Search`]), each with the number of its
//! caps from the order of its stabilizer. Independently of that, a cap with `f` cards that can be
//! added is in `f` larger caps, and each of these comes from `k + 1` smaller ones, so
//!
//! ```text
//! (k + 1) N(k+1) = sum of f over all caps of k cards
//! ```
//!
//! A class that is missed, met twice or given a wrong stabilizer breaks this at every size around.
//! It is checked whenever caps are counted.
//!
//! ```
//! use setodds_engine::{cap, card::Deck, run::{StopFlag, ThreadPool, Threads}};
//! let pool = ThreadPool::new(Threads::available())?;
//! let counts = cap::count(Deck::new(2)?, 4, &pool, &StopFlag::default())?;
//! assert_eq!(counts.expect("not stopped")[4].caps, 54);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::card::Deck;
use crate::run::{Outcome, StopFlag, ThreadPool};
use crate::symmetry::{Class, Family, Search, Space, admitted};

/// The caps of one size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CapCount {
    /// Cards in the cap.
    pub cards: usize,
    pub caps: u128,
    /// The number of classes of these caps.
    pub classes: usize,
    /// The caps that no card can be added to.
    pub complete_caps: u128,
    /// The number of classes of complete caps.
    pub complete_classes: usize,
    /// The sum over the caps of the cards that can be added: the caps with one card more, each
    /// counted once for each of its cards.
    pub larger: u128,
}

/// Caps that were not counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CapError {
    /// The caps of a size, as many as these, contradict the cards that can be added to those one
    /// smaller: a defect of the program.
    #[error(
        "internal error: {1} caps of {0} cards contradict those of one card fewer, which have \
         {2} cards to add; please report it"
    )]
    Count(usize, u128, u128),
}

impl CapCount {
    /// Counts the caps that a search has found, those of [`Search::cards`] cards.
    #[must_use]
    pub fn new(search: &Search<'_>, pool: &ThreadPool) -> Self {
        let parts = search.map(pool, |space, classes| vec![Self::of_classes(space, classes)]);
        let mut all = Self { cards: search.cards(), ..Self::default() };
        for part in parts {
            all.caps += part.caps;
            all.classes += part.classes;
            all.complete_caps += part.complete_caps;
            all.complete_classes += part.complete_classes;
            all.larger += part.larger;
        }
        all
    }

    fn of_classes(space: &Space, classes: &[Class]) -> Self {
        let mut count = Self { classes: classes.len(), ..Self::default() };
        let mut admitted = admitted(space);
        for class in classes {
            let (caps, admitted) = (class.hands(space.deck()), admitted(class));
            count.caps += caps;
            count.larger += caps * admitted as u128;
            if admitted == 0 {
                count.complete_caps += caps;
                count.complete_classes += 1;
            }
        }
        count
    }

    /// Checks the caps of one card more by counting the pairs of a cap and a card of it twice.
    ///
    /// # Errors
    ///
    /// Returns an error if they differ.
    pub fn check_next(&self, next: &Self) -> Result<(), CapError> {
        let agree = next.cards as u128 * next.caps == self.larger;
        if agree { Ok(()) } else { Err(CapError::Count(next.cards, next.caps, self.larger)) }
    }
}

/// Counts the caps of 0 to `most` cards, checked; nothing when it is interrupted.
///
/// ```
/// use setodds_engine::{cap, card::Deck};
/// use setodds_engine::run::{StopFlag, ThreadPool, Threads};
/// let pool = ThreadPool::new(Threads::available())?;
/// let counts = cap::count(Deck::new(3)?, 10, &pool, &StopFlag::default())?;
/// let largest = counts.expect("not interrupted")[9];
/// assert_eq!((largest.caps, largest.classes), (2106, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the counts contradict each other.
pub fn count(
    deck: Deck,
    most: usize,
    pool: &ThreadPool,
    stop: &StopFlag,
) -> Result<Option<Vec<CapCount>>, CapError> {
    let space = Space::new(deck);
    let mut search = Search::new(&space, Family::Caps);
    let mut counts = vec![CapCount::new(&search, pool)];
    while search.cards() < most {
        if search.step(pool, stop) == Outcome::Interrupted {
            return Ok(None);
        }
        let next = CapCount::new(&search, pool);
        counts[search.cards() - 1].check_next(&next)?;
        counts.push(next);
    }
    Ok(Some(counts))
}

/// The sizes of caps that are listed in seconds: all of them up to four features, with the first
/// size that has none.
#[must_use]
pub const fn sizes_in_seconds(deck: Deck) -> std::ops::RangeInclusive<usize> {
    match deck.features() {
        5 => 0..=12,
        6 => 0..=9,
        _ => 0..=deck.largest_cap() + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::hand::sets;
    use crate::run::Threads;

    /// All caps of a deck, size by size, checked.
    fn counts(features: usize, most: usize) -> Vec<CapCount> {
        let pool = ThreadPool::new(Threads::available()).unwrap();
        let deck = Deck::new(features).unwrap();
        count(deck, most, &pool, &StopFlag::default()).unwrap().unwrap()
    }

    #[test]
    fn the_small_decks_have_the_caps_that_all_subsets_have() {
        // Subsets of AG(2,3) without a line, by size, gone through one by one.
        let deck = Deck::new(2).unwrap();
        let cards: Vec<Card> = deck.cards().collect();
        let lines: Vec<u32> =
            sets(&cards, deck).map(|[a, b, c]| 1 << a | 1 << b | 1 << c).collect();
        let cap = |hand: &u32| lines.iter().all(|line| hand & line != *line);
        let mut caps = [0_u128; 10];
        let hands = 0..1_u32 << 9;
        hands.filter(cap).for_each(|hand| caps[hand.count_ones() as usize] += 1);
        let counts = counts(2, 9);
        assert!(counts.iter().map(|count| count.caps).eq(caps));
    }

    #[test]
    fn the_largest_caps_are_one_class() {
        for (features, cards, caps) in [(2, 4, 54), (3, 9, 2106), (4, 20, 682_344)] {
            let counts = counts(features, cards + 1);
            let largest = &counts[cards];
            assert_eq!((largest.caps, largest.classes), (caps, 1));
            assert_eq!((largest.complete_caps, largest.complete_classes), (caps, 1));
            assert_eq!((counts[cards + 1].caps, counts[cards + 1].classes), (0, 0));
        }
    }

    #[test]
    fn a_wrong_count_is_seen() {
        let counts = counts(2, 3);
        let wrong = CapCount { caps: counts[3].caps - 1, ..counts[3] };
        let error = counts[2].check_next(&wrong).unwrap_err();
        assert_eq!(error, CapError::Count(3, 71, 216));
    }
}
