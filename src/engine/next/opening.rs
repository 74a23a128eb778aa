//! Joint distributions of the number of sets in the first cards of a deal and in all its cards.
//!
//! Affine maps carry sets to sets, so one hand of each class represents its class: the choices of
//! the next cards are enumerated for its canonical form ([`Position::after`]), and counted once for
//! each hand of the class. For 12 cards and 3 more that is 41,407 hands with 52,394 choices each.

use super::{Position, PositionError};
use crate::card::{Card, Deck};
use crate::combinations::binomial;
use crate::exact::classes::largest_size_in_seconds;
use crate::exact::known;
use crate::exact::self_check::{CheckError, Contradiction};
use crate::run::{Outcome, StopFlag, ThreadPool};
use crate::symmetry::{Class, Family, Search, Space, class_numbers};
use crate::tally::{Merge, Tallies, Tally};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The maximum number of choices of the next cards, summed over all classes of first cards.
/// Enumerating this many takes about ten minutes on two cores.
const MAX_CHOICES: u128 = 1_000_000_000_000;

/// Error that prevents the counting of an [`Opening`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The deck has more than 81 cards.
    #[error("decks of up to 4 features are counted, not of {0}; give fewer")]
    Features(usize),
    /// There are too many first cards: hands of this size have too many classes under affine maps.
    #[error(
        "hands of {0} cards of {features} features are too many to count what follows them; it is \
         done for up to {most}",
        most = largest_size_in_seconds(*.1),
        features = .1.features()
    )]
    Classes(usize, Deck),
    /// The number of choices is so large that their enumeration would take too long.
    #[error("there are too many ways to deal {1} cards after {0}; deal fewer")]
    Choices(usize, usize),
    /// There are more cards than the deck has.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The counts do not add up: a bug in the program.
    #[error(transparent)]
    Check(#[from] CheckError),
}

/// All ways to deal some first cards and some next cards.
///
/// ```
/// use setodds_engine::card::Deck;
/// use setodds_engine::next::Opening;
/// use setodds_engine::run::{ThreadPool, Threads};
///
/// let pool = ThreadPool::new(Threads::available())?;
/// let joint = Opening::new(Deck::GAME, 3, 1)?.count(&pool)?;
/// // Three cards that are a set, and any fourth one: 1080 hands, 78 cards.
/// assert_eq!(joint.get(1).map(|tally| tally.count(1)), Some(1080 * 78));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    deck: Deck,
    first: usize,
    next: usize,
}

impl Opening {
    /// Prepares to count the ways to deal `first` cards and then `next` cards.
    ///
    /// # Errors
    ///
    /// Returns an error if the deck has too few cards or more than 81, or if there are too many
    /// classes or ways to count.
    pub fn new(deck: Deck, first: usize, next: usize) -> Result<Self, OpeningError> {
        let left = deck.size().saturating_sub(first);
        if first + next > deck.size() {
            return Err(PositionError::TooMany(next, left).into());
        }
        if deck.features() > 4 {
            return Err(OpeningError::Features(deck.features()));
        }
        if first > largest_size_in_seconds(deck) {
            return Err(OpeningError::Classes(first, deck));
        }
        // If nearly all cards are dealt, the enumeration has more inner nodes than choices.
        let choices = binomial(left + 1, next).unwrap_or(u128::MAX);
        let classes = u128::try_from(&class_numbers(deck)[first]).unwrap_or(u128::MAX);
        if choices.saturating_mul(classes) > MAX_CHOICES {
            return Err(OpeningError::Choices(first, next));
        }
        Ok(Self { deck, first, next })
    }

    /// Tallies the number of sets in all cards, for each number of sets in the first cards, over
    /// all hands and choices.
    ///
    /// # Errors
    ///
    /// Returns an error if the counts do not add up, which is a bug in the program.
    pub fn count(&self, pool: &ThreadPool) -> Result<Tallies<usize>, OpeningError> {
        self.count_observed(pool, &|_, _| {})
    }

    /// Counts like [`Opening::count`], and calls an observer with the number of classes that are
    /// done and the number of all classes. Several threads call it, so the numbers need not ascend.
    ///
    /// # Errors
    ///
    /// Returns an error if the counts do not add up, which is a bug in the program.
    pub fn count_observed(
        &self,
        pool: &ThreadPool,
        observer: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Tallies<usize>, OpeningError> {
        let space = Space::new(self.deck);
        let mut search = Search::new(&space, Family::Hands);
        for _ in 0..self.first {
            let outcome = search.step(pool, &StopFlag::default());
            debug_assert_eq!(outcome, Outcome::Complete, "this run has no stop flag");
        }
        let (done, classes) = (AtomicUsize::new(0), search.classes().len());
        let of_classes = search.map(pool, |_: &Space, some: &[Class]| {
            let mut counted = Vec::new();
            for class in some {
                counted.push(self.of_class(class));
                observer(1 + done.fetch_add(1, Ordering::Relaxed), classes);
            }
            counted
        });
        let mut all = Tallies::default();
        for counted in of_classes {
            let (sets, tally) = counted?;
            all.entry(sets).merge(tally);
        }
        self.check(&all)?;
        Ok(all)
    }

    /// Returns the number of sets in a hand of a class, and the tally of all choices that follow,
    /// for all hands of the class.
    fn of_class(&self, class: &Class) -> Result<(usize, Tally), PositionError> {
        let hand: Vec<Card> = class.form.iter().collect();
        let position = Position::new(self.deck, &hand, &[])?;
        let tally = position.after(self.next)?;
        Ok((position.sets(), tally.times(class.hands(self.deck))))
    }

    /// Checks the counts against the exact tables of hands of the first cards and of all cards, as
    /// far as these are known.
    fn check(&self, all: &Tallies<usize>) -> Result<(), CheckError> {
        let Self { deck, first, next } = *self;
        let error = |what| Err(CheckError { cards: first + next, what });
        let choices = binomial(deck.size() - first, next).unwrap_or(0);
        for (sets, tally) in all.iter() {
            if let Some(hands) = known::hands_with(deck, first, sets)
                && tally.total() != hands * choices
            {
                return error(Contradiction::FirstCards);
            }
        }
        let Some(counts) = known::counts(deck, first + next) else { return Ok(()) };
        let mut both = Tally::default();
        all.iter().for_each(|(_, tally)| both.merge(tally.clone()));
        let ways = binomial(first + next, first).unwrap_or(0);
        if both.iter().map(|(_, count)| count).eq(counts.into_iter().map(|count| count * ways)) {
            Ok(())
        } else {
            error(Contradiction::AllCards)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::Combinations;
    use crate::detect::Strategy;
    use crate::run::Threads;
    use std::sync::Mutex;

    fn all_hands(cards: impl Iterator<Item = Card> + Clone, count: usize) -> Vec<Vec<Card>> {
        let mut hands = Combinations::starting_at(0, count, cards);
        let mut all = vec![hands.get().to_vec()];
        while hands.advance().is_some() {
            all.push(hands.get().to_vec());
        }
        all
    }

    /// Counts every hand and every choice by the definition of a set.
    fn by_definition(deck: Deck, first: usize, next: usize) -> Tallies<usize> {
        let detector = Strategy::Naive.detector(deck);
        let mut all = Tallies::default();
        for hand in all_hands(deck.cards(), first) {
            let others = deck.cards().filter(|card| !hand.contains(card));
            for cards in all_hands(others, next) {
                let after = detector.count(&[hand.as_slice(), &cards].concat());
                all.entry(detector.count(&hand)).record(after);
            }
        }
        all
    }

    #[test]
    fn classes_give_what_all_hands_give() {
        let pool = ThreadPool::new(Threads::available()).unwrap();
        for (features, first, next) in [(2, 3, 2), (2, 5, 3), (2, 6, 3), (3, 4, 1), (3, 3, 2)] {
            let deck = Deck::new(features).unwrap();
            let counted = Opening::new(deck, first, next).unwrap().count(&pool).unwrap();
            assert_eq!(counted, by_definition(deck, first, next), "{first} and {next}");
        }
    }

    #[test]
    fn an_observer_sees_all_classes() {
        let pool = ThreadPool::new(Threads::available()).unwrap();
        let opening = Opening::new(Deck::GAME, 6, 1).unwrap();
        let seen = Mutex::new(Vec::new());
        let observer = |done, all| seen.lock().unwrap().push((done, all));
        let counted = opening.count_observed(&pool, &observer).unwrap();
        assert_eq!(counted, opening.count(&pool).unwrap());
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        let all = seen.len();
        assert!(seen.into_iter().eq((1..=all).map(|done| (done, all))));
    }

    #[test]
    fn too_much_is_refused() {
        let refused = |first, next| Opening::new(Deck::GAME, first, next).unwrap_err().to_string();
        assert!(refused(13, 3).contains("13 cards of 4 features are too many to count"));
        assert!(refused(12, 9).contains("too many ways to deal 9 cards after 12"));
        assert!(refused(12, 70).contains("69 are neither on the table nor gone"));
    }
}
