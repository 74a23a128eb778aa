//! Orderly generation of all classes of hands, one size after another.
//!
//! Each hand with `k + 1` cards extends `k + 1` hands with `k` cards. To generate each class once,
//! an affine-invariant rule selects the card of a hand that is deleted: one with the greatest
//! colour, and among those the one with the highest image in the canonical form
//! ([`super::canonical()`]). A new class is accepted only if the card just added is the selected
//! one, or if the stabilizer of the hand carries it there (`McKay`, "Isomorph-free exhaustive
//! generation", Journal of Algorithms 26, 1998). So each class has one parent. A class would repeat
//! only if two added cards were in one orbit of the parent's stabilizer, so one card per orbit is
//! tried. No table of all classes is needed, and most cards are rejected after the first colouring.

use super::labelling::Labelling;
use super::{Class, ClassSet, Family, Space};
use crate::card::Card;
use crate::hand::CardSet;
use crate::run::{Job, Kernel, Outcome, Plan, StopFlag, ThreadPool};
use std::sync::Arc;

/// The version of the canonical forms and of the order of classes; saved classes of another scheme
/// cannot be used.
pub(crate) const SCHEME: &str = "classes-v1";

/// The number of classes in a block, which takes some tenths of a millisecond.
const HANDS_PER_BLOCK: u64 = 16;

/// Returns the plan of extending `classes` classes of hands with `cards` cards by one card.
#[must_use]
pub fn extension_plan(space: &Space, family: Family, cards: usize, classes: usize) -> Plan {
    let job = Job::new("extend")
        .with("scheme", SCHEME)
        .with("features", space.deck().features())
        .with("among", if family == Family::Caps { "caps" } else { "hands" })
        .with("cards", cards);
    Plan::new(job, classes as u128, HANDS_PER_BLOCK)
}

/// Error if a search is given classes of hands of another size or another deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these are not classes of hands of {cards} of the deck's {size} cards")]
pub struct ClassesError {
    /// The number of cards that the hands must have.
    pub cards: usize,
    /// The number of cards in the deck.
    pub size: usize,
}

/// Search for all classes of a family of hands, one size after another, starting with the empty
/// hand.
///
/// As a [`Kernel`], it computes the classes of hands with one more card than the current ones. The
/// [module documentation](super) has an example.
#[derive(Debug)]
pub struct Search<'a> {
    space: &'a Space,
    family: Family,
    cards: usize,
    /// The classes of the current hand size, shared with checkpoints because they may fill
    /// gigabytes.
    classes: Arc<ClassSet>,
    plan: Plan,
}

impl<'a> Search<'a> {
    /// Starts a search with the only class of hands of 0 cards.
    #[must_use]
    pub fn new(space: &'a Space, family: Family) -> Self {
        let mut classes = ClassSet::new(space.deck());
        classes.push(&Class { form: CardSet::default(), frames: 1 });
        let (classes, plan) = (Arc::new(classes), extension_plan(space, family, 0, 1));
        Self { space, family, cards: 0, classes, plan }
    }

    #[must_use]
    pub const fn space(&self) -> &'a Space {
        self.space
    }

    /// Returns the number of cards in the hands whose classes are currently known.
    #[must_use]
    pub const fn cards(&self) -> usize {
        self.cards
    }

    /// Returns the classes of the current hand size, sorted by canonical form.
    #[must_use]
    pub const fn classes(&self) -> &Arc<ClassSet> {
        &self.classes
    }

    /// Applies a function to the current classes, a chunk at a time on all threads, and returns the
    /// concatenated results.
    pub(crate) fn map<T: Send>(
        &self,
        pool: &ThreadPool,
        of: impl Fn(&Space, &[Class]) -> Vec<T> + Send + Sync,
    ) -> Vec<T> {
        const CHUNK: usize = 64;
        let starts: Vec<usize> = (0..self.classes.len()).step_by(CHUNK).collect();
        let parts = pool.map(&starts, |&start| {
            let places = start..self.classes.len().min(start + CHUNK);
            of(self.space, &places.map(|place| self.classes.get(place)).collect::<Vec<_>>())
        });
        parts.into_iter().flatten().collect()
    }

    /// Advances to the classes of hands with one more card. If the step is interrupted, nothing
    /// changes. To observe the progress or to resume a step, run the kernel and pass its tally to
    /// [`advance`](Self::advance).
    pub fn step(&mut self, pool: &ThreadPool, stop: &StopFlag) -> Outcome {
        let Some(classes) = pool.run(self, stop) else { return Outcome::Interrupted };
        self.set_classes(Arc::new(classes));
        Outcome::Complete
    }

    /// Advances to the given classes of hands with one more card. A shared list is copied only if
    /// it is not sorted.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if they are classes of hands of another size or
    /// another deck.
    pub fn advance(&mut self, classes: impl Into<Arc<ClassSet>>) -> Result<(), ClassesError> {
        let (cards, size, classes) = (self.cards + 1, self.space.size(), classes.into());
        if !classes.is_of(cards, self.space) {
            return Err(ClassesError { cards, size });
        }
        self.set_classes(classes);
        Ok(())
    }

    fn set_classes(&mut self, mut classes: Arc<ClassSet>) {
        // Blocks finish in any order; sorting makes the result independent of it.
        if !classes.is_sorted() {
            Arc::make_mut(&mut classes).sort();
        }
        (self.cards, self.classes) = (self.cards + 1, classes);
        self.plan = extension_plan(self.space, self.family, self.cards, self.classes.len());
    }
}

impl Kernel for Search<'_> {
    type Tally = ClassSet;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> ClassSet {
        let mut labelling = Labelling::new(self.space);
        move |block| {
            let first =
                usize::try_from(self.plan.first_unit(block)).expect("the hands are in memory");
            let hands =
                usize::try_from(self.plan.units_in(block)).expect("the hands are in memory");
            let mut found = ClassSet::new(self.space.deck());
            for place in first..first + hands {
                let children = labelling.children(&self.classes.get(place), self.family);
                children.iter().for_each(|class| found.push(class));
            }
            found
        }
    }
}

/// Returns a function that counts, for a class, the cards outside its canonical form that complete
/// no set with two cards of the form.
pub fn admitted(space: &Space) -> impl FnMut(&Class) -> usize {
    let mut labelling = Labelling::new(space);
    move |class| {
        labelling.begin(&class.form.iter().collect::<Vec<Card>>());
        labelling.open(Family::Caps).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::combinations::binomial;
    use crate::run::Threads;
    use crate::symmetry::class_numbers;

    fn check_all(features: usize, most: usize) {
        let deck = Deck::new(features).unwrap();
        let (space, numbers) = (Space::new(deck), class_numbers(deck));
        let pool = ThreadPool::new(Threads::available()).unwrap();
        let mut search = Search::new(&space, Family::Hands);
        for (cards, number) in numbers.iter().enumerate().take(most + 1) {
            let classes = search.classes();
            assert_eq!(number, &classes.len().into(), "{cards} of {features} features");
            let hands: u128 = classes.iter().map(|class| class.hands(deck)).sum();
            assert_eq!(Some(hands), binomial(deck.size(), cards));
            assert!(classes.iter().all(|class| class.form.len() == cards));
            search.step(&pool, &StopFlag::default());
        }
    }

    #[test]
    fn classes_are_shared_not_copied() {
        let (space, pool) = (Space::new(Deck::GAME), ThreadPool::new(Threads::ONE).unwrap());
        let (mut first, mut second) = [(); 2].map(|()| Search::new(&space, Family::Hands)).into();
        for _ in 0..5 {
            first.step(&pool, &StopFlag::default());
            assert_eq!(second.advance(first.classes().clone()), Ok(()));
            assert!(std::ptr::eq(first.classes().as_ref(), second.classes().as_ref()));
        }
        first.step(&pool, &StopFlag::default());
        let sorted = first.classes().as_ref().clone();
        let mut reversed = ClassSet::new(space.deck());
        let backwards = (0..sorted.len()).rev();
        backwards.for_each(|place| reversed.push(&sorted.get(place)));
        assert_eq!(second.advance(reversed), Ok(()));
        assert_eq!(second.classes().as_ref(), &sorted, "put in order");
    }

    #[test]
    fn classes_of_another_deck_or_size_are_refused() {
        let pool = ThreadPool::new(Threads::ONE).unwrap();
        let [game, three, five] = [4, 3, 5].map(|n| Space::new(Deck::new(n).unwrap()));
        let reached = |space, cards| {
            let mut search = Search::new(space, Family::Hands);
            (0..cards).for_each(|_| assert_eq!(search.step(&pool, &StopFlag::default()), DONE));
            search.classes().clone()
        };
        let mut search = Search::new(&three, Family::Hands);
        let error = ClassesError { cards: 1, size: 27 };
        for (space, cards) in [(&three, 0), (&three, 2), (&five, 1)] {
            assert_eq!(search.advance(reached(space, cards)), Err(error));
            assert_eq!((search.cards(), search.classes().len()), (0, 1));
        }
        for cards in 1..=4 {
            assert_eq!(search.advance(reached(&three, cards)), Ok(()));
        }
        // Five cards of the game that are in no flat of dimension 3.
        let error = ClassesError { cards: 5, size: 27 };
        assert_eq!(search.advance(reached(&game, 5)), Err(error));
        assert_eq!(search.step(&pool, &StopFlag::default()), DONE);
    }

    const DONE: Outcome = Outcome::Complete;

    #[test]
    fn classes_are_as_many_as_burnside_says_and_hold_all_hands() {
        check_all(2, 9);
        check_all(3, 18);
        check_all(4, 9);
        check_all(5, 6);
        check_all(6, 4);
    }
}
