//! All classes of hands with one card more.
//!
//! Each hand of a class with `k + 1` cards comes from hands with `k` cards, in `k + 1` ways. To meet each class
//! once, a rule that no affine map disturbs says which card of a hand is to be taken away: one with the
//! greatest colour, and among those the one with the highest image in the canonical form
//! ([`super::canonical`]). A new class is accepted only where the card just added is that one, or is
//! carried to it by a map that leaves the hand as it is (`McKay`, "Isomorph-free exhaustive generation",
//! Journal of Algorithms 26, 1998). So a class is met from one class only, and there more than once only if cards are added that maps carry
//! into one another which leave the smaller hand as it is: one of each such set of cards is tried. No table of
//! all classes is needed, and most cards are turned down after the first colouring.

use super::canonical::Class;
use super::labelling::Labelling;
use super::{Form, Space};
use crate::card::Card;
use crate::run::{Job, Kernel, Observer, Outcome, Partial, Plan, RunError, StopFlag, ThreadPool};
use crate::tally::Merge;

/// The name of the way in which forms are chosen and classes are put in order; files with classes of another are
/// of no use.
pub const SCHEME: &str = "classes-v1";

/// The hands in a block: some tenths of milliseconds' work.
const HANDS_PER_BLOCK: u64 = 16;

/// Which hands are extended to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// All hands.
    Hands,
    /// Those without a set.
    Caps,
}

/// Classes of hands of one size, each once; in no order.
#[derive(Clone, Debug)]
pub struct Found<const WORDS: usize>(Vec<Class<WORDS>>);

impl<const WORDS: usize> Default for Found<WORDS> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<const WORDS: usize> PartialEq for Found<WORDS> {
    /// Whether they are the same classes.
    fn eq(&self, other: &Self) -> bool {
        self.clone().sorted() == other.clone().sorted()
    }
}

impl<const WORDS: usize> Eq for Found<WORDS> {}

impl<const WORDS: usize> Merge for Found<WORDS> {
    fn merge(&mut self, mut other: Self) {
        if self.0.len() < other.0.len() {
            std::mem::swap(self, &mut other);
        }
        self.0.append(&mut other.0);
    }
}

impl<const WORDS: usize> Found<WORDS> {
    /// The classes in the order of their forms.
    #[must_use]
    pub fn sorted(self) -> Vec<Class<WORDS>> {
        let mut classes = self.0;
        classes.sort_unstable();
        classes
    }

    /// The classes, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Class<WORDS>> {
        self.0.iter()
    }

    /// Whether all can be classes of hands with so many cards.
    #[must_use]
    pub fn is_of(&self, cards: usize, space: &Space) -> bool {
        self.iter().all(|class| super::levels::is_possible(class, cards, space))
    }

    /// Adds a class, which may not be there.
    pub(super) fn push(&mut self, class: Class<WORDS>) {
        self.0.push(class);
    }

    /// The number of classes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The search for the classes with one card more than those given.
#[derive(Debug)]
pub struct Extension<'a, const WORDS: usize> {
    space: &'a Space,
    parents: &'a [Class<WORDS>],
    among: Among,
    plan: Plan,
}

impl<'a, const WORDS: usize> Extension<'a, WORDS> {
    /// From all classes of hands with so many cards.
    #[must_use]
    pub fn new(space: &'a Space, cards: usize, parents: &'a [Class<WORDS>], among: Among) -> Self {
        Self { space, parents, among, plan: plan(space, among, cards, parents.len()) }
    }
}

/// The plan of going on from so many classes of hands with so many cards.
#[must_use]
pub fn plan(space: &Space, among: Among, cards: usize, classes: usize) -> Plan {
    let job = Job::new("extend")
        .with("scheme", SCHEME)
        .with("features", space.deck().features())
        .with("among", if among == Among::Caps { "caps" } else { "hands" })
        .with("cards", cards);
    Plan::new(job, classes as u128, HANDS_PER_BLOCK)
}

impl<const WORDS: usize> Kernel for Extension<'_, WORDS> {
    type Tally = Found<WORDS>;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Found<WORDS> {
        let mut labelling = Labelling::new(self.space);
        move |block| self.run(block, &mut labelling)
    }
}

impl<'s, const WORDS: usize> Extension<'s, WORDS> {
    fn run(&self, block: u64, labelling: &mut Labelling<'s, WORDS>) -> Found<WORDS> {
        let first = usize::try_from(self.plan.first_unit(block)).unwrap_or(usize::MAX);
        let hands = usize::try_from(self.plan.units_in(block)).unwrap_or(usize::MAX);
        let mut found = Vec::new();
        for parent in &self.parents[first..][..hands] {
            let points: Vec<Card> = parent.form.cards(self.space).collect();
            labelling.begin(&points);
            let candidates = labelling.candidates(parent, self.among);
            found.extend(candidates.into_iter().filter_map(|point| labelling.child(point)));
        }
        Found(found)
    }
}

/// All classes of hands of one size after another, from the empty hand on.
///
/// ```
/// use setodds_engine::card::Deck;
/// use setodds_engine::run::{StopFlag, ThreadPool, Threads};
/// use setodds_engine::symmetry::{Space, extension::{Among, Search}};
///
/// let space = Space::new(Deck::GAME);
/// let mut search = Search::<2>::new(&space, Among::Hands);
/// let pool = ThreadPool::new(Threads::available())?;
/// while search.cards() < 6 {
///     search.step(&pool, &StopFlag::default(), &|_| {})?;
/// }
/// assert_eq!(search.classes().len(), 15);
/// # Ok::<(), setodds_engine::run::RunError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search<'a, const WORDS: usize> {
    space: &'a Space,
    among: Among,
    cards: usize,
    classes: Vec<Class<WORDS>>,
}

impl<'a, const WORDS: usize> Search<'a, WORDS> {
    /// The one class of hands without cards.
    ///
    /// # Panics
    ///
    /// When a form of so many words has no room for the points of the space.
    #[must_use]
    pub fn new(space: &'a Space, among: Among) -> Self {
        assert!(space.size() <= 64 * WORDS, "a form has a bit for each point");
        Self { space, among, cards: 0, classes: vec![Class::EMPTY] }
    }

    /// The space.
    #[must_use]
    pub const fn space(&self) -> &'a Space {
        self.space
    }

    /// The cards in the hands.
    #[must_use]
    pub const fn cards(&self) -> usize {
        self.cards
    }

    /// The classes, in the order of their forms.
    #[must_use]
    pub fn classes(&self) -> &[Class<WORDS>] {
        &self.classes
    }

    /// Goes on to hands with one card more. When it is interrupted, nothing changes.
    ///
    /// # Errors
    ///
    /// None but for a defect: the plan is made here.
    pub fn step(
        &mut self,
        pool: &ThreadPool,
        stop: &StopFlag,
        observer: &Observer<'_, Found<WORDS>>,
    ) -> Result<Outcome, RunError> {
        let mut partial = Partial::new(self.plan());
        let outcome = self.extend(&mut partial, pool, stop, observer)?;
        if outcome == Outcome::Complete {
            self.advance(partial.into_tally().sorted());
        }
        Ok(outcome)
    }

    /// The plan of going on to hands with one card more.
    #[must_use]
    pub fn plan(&self) -> Plan {
        plan(self.space, self.among, self.cards, self.classes.len())
    }

    /// Finds those classes of hands with one card more that are missing.
    ///
    /// # Errors
    ///
    /// When the partial result is of another plan.
    pub fn extend(
        &self,
        partial: &mut Partial<Found<WORDS>>,
        pool: &ThreadPool,
        stop: &StopFlag,
        observer: &Observer<'_, Found<WORDS>>,
    ) -> Result<Outcome, RunError> {
        let extension = Extension::new(self.space, self.cards, &self.classes, self.among);
        pool.resume(&extension, partial, &extension.plan().all_blocks(), stop, observer)
    }

    /// Goes on to hands with one card more, whose classes these are, in order.
    pub fn advance(&mut self, classes: Vec<Class<WORDS>>) {
        (self.cards, self.classes) = (self.cards + 1, classes);
    }
}

/// For each class, the canonical forms of its hands with one card more that makes no set with two of them, one
/// for each such card.
#[must_use]
pub fn enlarged<const WORDS: usize>(
    space: &Space,
    classes: &[Class<WORDS>],
) -> Vec<Vec<Form<WORDS>>> {
    let (mut labelling, mut larger) =
        (Labelling::<WORDS>::new(space), Labelling::<WORDS>::new(space));
    let forms = |class: &Class<WORDS>| {
        let mut points: Vec<Card> = class.form.cards(space).collect();
        labelling.begin(&points);
        let open = space.deck().cards().filter(|&point| labelling.is_open(point, Among::Caps));
        let form = |point| {
            points.push(point);
            let form = larger.class(&points).form;
            points.pop();
            form
        };
        open.map(form).collect()
    };
    classes.iter().map(forms).collect()
}

/// For each class, how many cards are not in its hands and make no set with two cards of them.
pub fn admitted<'a, const WORDS: usize>(
    space: &'a Space,
    classes: &'a [Class<WORDS>],
) -> impl Iterator<Item = usize> + 'a {
    let mut labelling = Labelling::<WORDS>::new(space);
    classes.iter().map(move |class| {
        labelling.begin(&class.form.cards(space).collect::<Vec<Card>>());
        space.deck().cards().filter(|&point| labelling.is_open(point, Among::Caps)).count()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Deck};
    use crate::hand::combinations::binomial;
    use crate::run::Threads;
    use crate::symmetry::burnside::class_numbers;

    fn check_all<const WORDS: usize>(features: usize, most: usize) {
        let deck = Deck::new(features).unwrap();
        let (space, numbers) = (Space::new(deck), class_numbers(deck).unwrap());
        let pool = ThreadPool::new(Threads::available()).unwrap();
        let mut search = Search::<WORDS>::new(&space, Among::Hands);
        for (cards, number) in numbers.iter().enumerate().take(most + 1) {
            let classes = search.classes();
            assert_eq!(number, &classes.len().into(), "{cards} of {features} features");
            let hands: u128 = classes.iter().map(|class| class.hands(deck)).sum();
            assert_eq!(Some(hands), binomial(deck.size(), cards));
            assert!(classes.iter().all(|class| class.form.len() == cards));
            search.step(&pool, &StopFlag::default(), &|_| {}).unwrap();
        }
    }

    #[test]
    fn classes_are_as_many_as_burnside_says_and_hold_all_hands() {
        check_all::<1>(2, 9);
        check_all::<1>(3, 18);
        check_all::<2>(4, 9);
        check_all::<4>(5, 6);
        check_all::<12>(6, 4);
    }

    #[test]
    fn found_classes_merge_in_any_order() {
        let class = |card: usize| Class::<1> {
            form: [Card::new(card, Deck::GAME).unwrap()].into_iter().collect(),
            frames: 1,
        };
        let found = |cards: &[usize]| Found(cards.iter().map(|&card| class(card)).collect());
        let merged = |parts: [&[usize]; 3]| {
            parts.into_iter().fold(Found::default(), |mut all, part| {
                all.merge(found(part));
                all
            })
        };
        assert_eq!(merged([&[3], &[], &[1, 2]]), merged([&[1, 2], &[3], &[]]));
        assert_ne!(merged([&[3], &[], &[1, 2]]), merged([&[1, 2], &[4], &[]]));
    }
}
