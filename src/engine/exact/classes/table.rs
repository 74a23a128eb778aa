//! The classes of one size, each with what its hands have in common.

use super::{check_measure, check_number};
use crate::card::{Card, Deck};
use crate::detect::Strategy;
use crate::exact::check::CheckError;
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure, MeasureError, Measurer};
use crate::run::ThreadPool;
use crate::symmetry::{Class, Search, Space, admitted, class_numbers};
use crate::tally::{Tallies, Tally};

/// What all hands of a class have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassInfo {
    /// The number of sets.
    pub sets: usize,
    /// The size of the largest cap.
    pub largest_cap: usize,
    /// The most sets that can be taken at once.
    pub disjoint_sets: usize,
    /// The cards that belong to a set.
    pub in_sets: usize,
    /// Whether it is a cap that no card can be added to.
    pub complete_cap: bool,
    /// The hands of the class.
    pub hands: u128,
    /// The affine maps that carry each of them into itself.
    pub stabilizer: u128,
    /// One of them: the canonical form.
    pub representative: Vec<Card>,
}

/// A table that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Hands so large that not all can be measured.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// A defect of the program.
    #[error(transparent)]
    Check(#[from] CheckError),
}

/// The largest hands whose classes are listed in a second or two, in cards.
#[must_use]
pub const fn quick_size(deck: Deck) -> usize {
    match deck.features() {
        3 => 27,
        4 => 12,
        5 => 10,
        _ => 9,
    }
}

/// What measures hands of so many cards for the table.
///
/// # Errors
///
/// When they are too large, or larger than the deck.
pub fn measurer(deck: Deck, cards: usize) -> Result<Measurer, MeasureError> {
    let all = Measure::ALL.iter().copied().filter(|measure| measure.is_affine_invariant());
    Measurer::new(deck, Sizes::one(cards), all.collect(), Strategy::default())
}

/// The classes that a search has reached, by rising number of sets, those with more hands first;
/// checked: as many as Burnside's lemma says, all hands, and the exact distribution of the number
/// of sets.
///
/// # Errors
///
/// When the hands are too large to be measured, or a check fails.
pub fn table<const WORDS: usize>(
    search: &Search<'_, WORDS>,
    pool: &ThreadPool,
) -> Result<Vec<ClassInfo>, TableError> {
    const CHUNK: usize = 256;
    let (space, cards) = (search.space(), search.cards());
    let measurer = measurer(space.deck(), cards)?;
    let chunks: Vec<_> = search.classes().chunks(CHUNK).collect();
    let parts = pool.map(&chunks, |classes| infos(space, classes, &measurer));
    let mut classes = parts.concat();
    check_all(space.deck(), cards, &classes)?;
    classes.sort_by_cached_key(|class| {
        let others = (class.in_sets, class.disjoint_sets, class.representative.clone());
        (class.sets, class.stabilizer, others)
    });
    Ok(classes)
}

fn infos<const WORDS: usize>(
    space: &Space,
    classes: &[Class<WORDS>],
    measurer: &Measurer,
) -> Vec<ClassInfo> {
    let deck = space.deck();
    let info = |(class, admitted): (&Class<WORDS>, usize)| {
        let representative: Vec<Card> = class.form.cards(space).collect();
        let mut recorder = measurer.recorder();
        recorder.record(&representative);
        let values = recorder.finish();
        let of = |measure| value(&values, Key { cards: representative.len(), measure });
        let sets = of(Measure::Sets);
        ClassInfo {
            sets,
            largest_cap: of(Measure::LargestCap),
            disjoint_sets: of(Measure::DisjointSets),
            in_sets: of(Measure::InSets),
            complete_cap: sets == 0 && admitted == 0,
            hands: class.hands(deck),
            stabilizer: class.stabilizer(deck),
            representative,
        }
    };
    classes.iter().zip(admitted(space, classes)).map(info).collect()
}

/// The one value that was recorded.
fn value(values: &Tallies<Key>, key: Key) -> usize {
    values.get(key).and_then(Tally::largest).unwrap_or(0)
}

fn check_all(deck: Deck, cards: usize, classes: &[ClassInfo]) -> Result<(), CheckError> {
    check_number(&class_numbers(deck)?, cards, classes.len())?;
    let mut sets = Tally::default();
    classes.iter().for_each(|class| sets.add(class.sets, class.hands));
    check_measure(deck, Key::sets(cards), &sets)
}
