//! Counts of caps, the hands without a set, of every size.
//!
//! Known values: for n = 4 features those of Knuth's SETSET-ALL (2001), from 81 caps of one card to
//! 682,344 caps of 20 cards, all in one class, and none of 21; for n = 3 at most 9 cards (2106
//! caps), for n = 2 at most 4.
//!
//! The search extends classes of caps card by card ([`Search`]); the number of caps in a class
//! follows from the order of its stabilizer. The counts are checked independently: a cap of `k`
//! cards to which `f` cards can be added is contained in `f` caps of `k + 1` cards, and each of
//! these contains `k + 1` caps of `k` cards, so
//!
//! ```text
//! (k + 1) N(k+1) = sum of f over all caps of k cards
//! ```
//!
//! A class that is missing, found twice or given a wrong stabilizer violates this equation at its
//! size and at the next. It is checked whenever caps are counted.
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

/// Counts of the caps of one size, and of their classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CapCount {
    /// The size of the counted caps, in cards.
    pub cards: usize,
    pub caps: u128,
    /// The number of classes of caps of this size, up to affine maps of the deck.
    pub classes: usize,
    /// The number of complete caps of this size, to which no card of the deck can be added.
    pub complete_caps: u128,
    /// The number of classes of complete caps of this size, up to affine maps of the deck.
    pub complete_classes: usize,
    /// The number of cards that can be added to a cap, summed over all caps of this size. This
    /// counts every cap with one more card once for each of its cards.
    pub larger: u128,
}

/// Error from counting caps: the counts contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CapError {
    /// The number of caps of a size contradicts [`CapCount::larger`] of the caps one card smaller,
    /// so the program has a bug. Holds the size, the number of caps, and that `larger`.
    #[error(
        "internal error: {1} caps of {0} cards contradict those of one card fewer, which have \
         {2} cards to add; please report it"
    )]
    Count(usize, u128, u128),
}

impl CapCount {
    /// Counts the caps in the current classes of a search, which have [`Search::cards`] cards.
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

    /// Checks the count of the caps with one more card by double counting: the number of pairs of
    /// such a cap and one of its cards must equal `larger`, the number of ways to add a card to the
    /// caps counted here.
    ///
    /// # Errors
    ///
    /// Returns an error if the two counts differ.
    pub fn check_next(&self, next: &Self) -> Result<(), CapError> {
        let agree = next.cards as u128 * next.caps == self.larger;
        if agree { Ok(()) } else { Err(CapError::Count(next.cards, next.caps, self.larger)) }
    }
}

/// Counts the caps of each size from 0 to `most` cards, and checks every size against the previous
/// one. The counts are indexed by the size. Returns `None` if a stop was requested.
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
/// Returns an error if the counts of two consecutive sizes contradict each other.
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

/// Returns the range of cap sizes that can be counted in seconds. Up to four features this is every
/// size, including the first size without caps.
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

    /// Returns the checked counts of the caps of 0 to `most` cards.
    fn counts(features: usize, most: usize) -> Vec<CapCount> {
        let pool = ThreadPool::new(Threads::available()).unwrap();
        let deck = Deck::new(features).unwrap();
        count(deck, most, &pool, &StopFlag::default()).unwrap().unwrap()
    }

    #[test]
    fn the_small_decks_have_the_caps_that_all_subsets_have() {
        // Counts the subsets of AG(2,3) without a line by brute force.
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
