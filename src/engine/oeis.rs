//! The integer sequences that the exact tables hold, in the form of the On-Line Encyclopedia of
//! Integer Sequences (OEIS).
//!
//! A sequence has a name, such as `classes-4`, an offset, which is the index of its first term, and
//! as many terms as are known; those that belong to a deck are complete. Most follow from the exact
//! distributions, classes from Burnside's lemma, caps from a search that checks itself.
//!
//! ```
//! use setodds_engine::{oeis, run::StopFlag};
//! let names = oeis::names();
//! assert!(names.len() >= 12 && names.iter().any(|name| name == "most-sets-4"));
//! let most = oeis::sequence("most-sets-4", &StopFlag::default())?.expect("not stopped");
//! // 12 cards hold at most 14 sets.
//! assert_eq!(most.b_file().lines().find(|line| line.starts_with("12 ")), Some("12 14"));
//! # Ok::<(), oeis::SequenceError>(())
//! ```

use crate::cap::{self, CapCount, CapError};
use crate::card::Deck;
use crate::exact::known;
use crate::exact::moments::Moments;
use crate::run::{RunError, StopFlag, ThreadPool, Threads};
use crate::symmetry::class_numbers;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::iter::once;

/// A sequence of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Its name: what is counted and, where it belongs to a deck, the features of the deck.
    pub name: String,
    /// What the terms are.
    pub title: String,
    /// The index of the first term.
    pub offset: usize,
    /// The terms.
    pub terms: Vec<BigUint>,
    /// The number in the OEIS, such as `A182240`, and how many terms that has, as of 2025; missing
    /// where none was found.
    pub published: Option<(&'static str, usize)>,
}

impl Sequence {
    /// A line `n a(n)` for each term, as the OEIS takes it.
    #[must_use]
    pub fn b_file(&self) -> String {
        let mut text = String::new();
        for (index, term) in (self.offset..).zip(&self.terms) {
            // Writing into a string does not fail.
            let _ = writeln!(text, "{index} {term}");
        }
        text
    }
}

/// A sequence that cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// A name of no sequence.
    #[error("there is no sequence `{0}`; `setodds sequences` lists them")]
    Unknown(String),
    /// Caps that contradict each other: a defect of the program.
    #[error(transparent)]
    Caps(#[from] CapError),
    /// Threads that do not start.
    #[error(transparent)]
    Threads(#[from] RunError),
}

/// The terms of a sequence from what it belongs to.
enum Terms {
    /// Of a deck.
    Deck(fn(Deck) -> Vec<BigUint>),
    /// Of the caps of a deck, by their size.
    Caps(fn(&[CapCount]) -> Vec<BigUint>),
    /// Of all decks.
    All(fn(&[Vec<CapCount>]) -> Vec<BigUint>),
}

/// A sequence for each of some decks, or one over all of them.
struct Kind {
    name: &'static str,
    /// What the terms are; `@` stands for the number of features.
    title: &'static str,
    offset: usize,
    /// The features of the decks; none for a sequence over all of them.
    features: &'static [usize],
    terms: Terms,
    /// The number in the OEIS and its terms, of the deck with these features.
    published: Option<(usize, &'static str, usize)>,
}

/// The decks whose distributions are complete.
const COMPLETE: &[usize] = &[2, 3, 4];

const KINDS: &[Kind] = &[
    Kind {
        name: "classes",
        title: "Classes of n cards of @ features under affine maps",
        offset: 0,
        features: &[2, 3, 4, 5, 6],
        terms: Terms::Deck(class_numbers),
        published: Some((4, "A182240", 24)),
    },
    Kind {
        name: "fewest-sets",
        title: "Fewest sets in n cards of @ features",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Deck(|deck| fewest(deck).map(BigUint::from).collect()),
        published: None,
    },
    Kind {
        name: "most-sets",
        title: "Most sets in n cards of @ features",
        offset: 3,
        features: COMPLETE,
        terms: Terms::Deck(|deck| counts(deck).skip(3).map(|row| (row.len() - 1).into()).collect()),
        published: Some((3, "A380167", 25)),
    },
    Kind {
        name: "hands-by-sets",
        title: "Triangle by rows: hands of k cards of @ features with exactly s sets, s = 0 to the most",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Deck(|deck| counts(deck).flatten().map(BigUint::from).collect()),
        published: None,
    },
    Kind {
        name: "always-sets",
        title: "Fewest cards of @ features that always hold n sets",
        offset: 1,
        features: COMPLETE,
        terms: Terms::Deck(always_sets),
        published: None,
    },
    Kind {
        name: "first-set",
        title: "Ways to lay out n cards of @ features one by one so that the last makes the first set",
        offset: 3,
        features: COMPLETE,
        terms: Terms::Deck(first_set),
        published: None,
    },
    Kind {
        name: "second-moment-numerators",
        title: "Numerator of the mean square of the number of sets in n cards of @ features",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Deck(|deck| second_moments(deck, true)),
        published: None,
    },
    Kind {
        name: "second-moment-denominators",
        title: "Denominator of the mean square of the number of sets in n cards of @ features",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Deck(|deck| second_moments(deck, false)),
        published: None,
    },
    Kind {
        name: "caps",
        title: "Caps of n cards of @ features: hands without a set",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Caps(|caps| caps.iter().map(|caps| caps.caps.into()).collect()),
        published: None,
    },
    Kind {
        name: "cap-classes",
        title: "Classes of caps of n cards of @ features under affine maps",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Caps(|caps| caps.iter().map(|caps| caps.classes.into()).collect()),
        published: None,
    },
    Kind {
        name: "complete-caps",
        title: "Caps of n cards of @ features that are part of no larger cap",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Caps(|caps| caps.iter().map(|caps| caps.complete_caps.into()).collect()),
        published: None,
    },
    Kind {
        name: "complete-cap-classes",
        title: "Classes of caps of n cards of @ features that are part of no larger cap",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Caps(|caps| caps.iter().map(|it| it.complete_classes.into()).collect()),
        published: None,
    },
    Kind {
        name: "sets",
        title: "Sets in the deck of n features: lines of AG(n,3)",
        offset: 1,
        features: &[],
        terms: Terms::All(|_| {
            once(1).chain(Deck::all().map(Deck::sets)).map(BigUint::from).collect()
        }),
        published: None,
    },
    Kind {
        name: "largest-caps",
        title: "Cards in the largest cap of n features",
        offset: 0,
        features: &[],
        terms: Terms::All(|_| {
            [1, 2]
                .into_iter()
                .chain(Deck::all().map(Deck::largest_cap))
                .map(BigUint::from)
                .collect()
        }),
        published: Some((0, "A090245", 7)),
    },
    Kind {
        name: "smallest-complete-caps",
        title: "Cards in the smallest complete cap of n features",
        offset: 0,
        features: &[],
        terms: Terms::All(smallest_complete),
        published: None,
    },
    Kind {
        name: "all-caps",
        title: "Caps of n features, the empty one included",
        offset: 0,
        features: &[],
        // Of one card all hands, of three all but the deck.
        terms: Terms::All(|caps| with([2, 7], sums(caps, |caps| caps.caps))),
        published: None,
    },
    Kind {
        name: "all-complete-caps",
        title: "Complete caps of n features",
        offset: 0,
        features: &[],
        terms: Terms::All(|caps| with([1, 3], sums(caps, |caps| caps.complete_caps))),
        published: None,
    },
    Kind {
        name: "all-complete-cap-classes",
        title: "Classes of complete caps of n features under affine maps",
        offset: 0,
        features: &[],
        terms: Terms::All(|caps| with([1, 1], sums(caps, |caps| caps.complete_classes as u128))),
        published: None,
    },
];

/// The names of all sequences.
#[must_use]
pub fn names() -> Vec<String> {
    KINDS.iter().flat_map(Kind::names).map(|(name, _)| name).collect()
}

/// A sequence by its name; nothing if a search is stopped.
///
/// # Errors
///
/// When there is no sequence of that name, or threads do not start.
pub fn sequence(name: &str, stop: &StopFlag) -> Result<Option<Sequence>, SequenceError> {
    let found = chosen(|own| own == name, stop)?;
    found.map_or(Ok(None), |found| match found.into_iter().next() {
        None => Err(SequenceError::Unknown(name.to_owned())),
        one => Ok(one),
    })
}

/// All sequences, in the order of [`names`], within some seconds; nothing if a search is stopped.
///
/// # Errors
///
/// When threads do not start.
pub fn sequences(stop: &StopFlag) -> Result<Option<Vec<Sequence>>, SequenceError> {
    chosen(|_| true, stop)
}

fn chosen(
    is_chosen: impl Fn(&str) -> bool,
    stop: &StopFlag,
) -> Result<Option<Vec<Sequence>>, SequenceError> {
    let mut caps = Caps::default();
    let mut all = Vec::new();
    for kind in KINDS {
        for (name, deck) in kind.names().filter(|(name, _)| is_chosen(name)) {
            let Some(terms) = kind.terms(deck, &mut caps, stop)? else { return Ok(None) };
            let features = deck.map_or(0, Deck::features);
            let published = kind.published.filter(|&(own, ..)| own == features);
            all.push(Sequence {
                name,
                title: kind.title.replace('@', &features.to_string()),
                offset: kind.offset,
                terms,
                published: published.map(|(_, number, terms)| (number, terms)),
            });
        }
    }
    Ok(Some(all))
}

impl Kind {
    /// The names of its sequences, each with its deck.
    fn names(&self) -> impl Iterator<Item = (String, Option<Deck>)> + '_ {
        let of_decks = self
            .features
            .iter()
            .map(|&features| (format!("{}-{features}", self.name), Deck::new(features).ok()));
        let of_all = self.features.is_empty().then(|| (self.name.to_owned(), None));
        of_decks.chain(of_all)
    }

    fn terms(
        &self,
        deck: Option<Deck>,
        caps: &mut Caps,
        stop: &StopFlag,
    ) -> Result<Option<Vec<BigUint>>, SequenceError> {
        Ok(match (&self.terms, deck) {
            (Terms::Deck(terms), Some(deck)) => Some(terms(deck)),
            (Terms::Caps(terms), Some(deck)) => caps.of(deck, stop)?.map(|caps| terms(&caps)),
            (Terms::All(terms), _) => {
                let searched = Deck::all().filter(|deck| COMPLETE.contains(&deck.features()));
                let caps = searched.map(|deck| caps.of(deck, stop));
                caps.collect::<Result<Option<Vec<_>>, _>>()?.map(|caps| terms(&caps))
            }
            (_, None) => None,
        })
    }
}

/// The caps of decks by their size, up to the largest: each deck is searched once.
#[derive(Default)]
struct Caps(BTreeMap<usize, Vec<CapCount>>);

impl Caps {
    fn of(&mut self, deck: Deck, stop: &StopFlag) -> Result<Option<Vec<CapCount>>, SequenceError> {
        if let Some(known) = self.0.get(&deck.features()) {
            return Ok(Some(known.clone()));
        }
        let pool = ThreadPool::new(Threads::available())?;
        let found = cap::count(deck, deck.largest_cap(), &pool, stop)?;
        Ok(found.inspect(|found| _ = self.0.insert(deck.features(), found.clone())))
    }
}

/// The numbers of hands with 0, 1, 2, ... sets, up to the most that one holds, of each size.
fn counts(deck: Deck) -> impl Iterator<Item = Vec<u128>> {
    (0..=deck.size()).map(move |cards| {
        let mut counts = known::counts(deck, cards).expect("all sizes are counted");
        let most = counts.iter().rposition(|&hands| hands > 0);
        counts.truncate(most.map_or(0, |most| most + 1));
        counts
    })
}

/// The fewest sets of each hand size.
fn fewest(deck: Deck) -> impl Iterator<Item = usize> {
    counts(deck).map(|row| row.iter().take_while(|&&hands| hands == 0).count())
}

/// A hand keeps its sets when cards are added, so that the fewest sets never fall.
fn always_sets(deck: Deck) -> Vec<BigUint> {
    let fewest: Vec<usize> = fewest(deck).collect();
    let cards = |sets: usize| fewest.partition_point(|&fewest| fewest < sets);
    (1..=deck.sets()).map(|sets| cards(sets).into()).collect()
}

/// All ways to lay out a cap and any further card, less those that lay out a larger cap.
fn first_set(deck: Deck) -> Vec<BigUint> {
    let caps: Vec<u128> = counts(deck).map(|row| row.first().copied().unwrap_or(0)).collect();
    let mut ways = BigUint::from(2_u8);
    let term = |cards: usize| {
        // `ways` are the orders of the cards but the last.
        let before = caps[cards - 1] * (deck.size() + 1 - cards) as u128;
        let term = &ways * (before - caps[cards] * cards as u128);
        ways *= cards;
        term
    };
    (3..=deck.largest_cap() + 1).map(term).collect()
}

fn second_moments(deck: Deck, is_numerator: bool) -> Vec<BigUint> {
    let term = |cards| {
        let square = Moments::of(deck, cards, 2).expect("all sizes are counted").about_zero(2);
        let part = if is_numerator { square.numerator() } else { square.denominator() };
        part.magnitude().clone()
    };
    (0..=deck.size()).map(term).collect()
}

/// Sums over the caps of each deck.
fn sums(caps: &[Vec<CapCount>], of: fn(&CapCount) -> u128) -> impl Iterator<Item = u128> {
    caps.iter().map(move |caps| caps.iter().map(of).sum())
}

/// Terms of the decks of 0 and 1 feature, a single card and a single set, before the others.
fn with(first: [u128; 2], others: impl Iterator<Item = u128>) -> Vec<BigUint> {
    first.into_iter().chain(others).map(BigUint::from).collect()
}

/// Of five features it is 22: `k` cards settle at most C(k,2) others, so that C(k,2) + k is at
/// least 243, and the cards in [`GOLAY`] reach that bound.
fn smallest_complete(caps: &[Vec<CapCount>]) -> Vec<BigUint> {
    let smallest = |caps: &Vec<CapCount>| {
        let complete = caps.iter().find(|caps| caps.complete_caps > 0);
        complete.map_or(0, |caps| caps.cards as u128)
    };
    with([1, 2], caps.iter().map(smallest).chain([GOLAY.len() as u128]))
}

/// A complete cap of 22 cards of five features, as numbers of cards.
const GOLAY: [usize; 22] = [
    24, 90, 125, 160, 77, 168, 172, 81, 57, 74, 135, 178, 95, 228, 153, 130, 216, 8, 220, 109, 110,
    0,
];

#[cfg(test)]
mod tests;
