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

mod kinds;

use crate::cap::{self, CapCount, CapError};
use crate::card::Deck;
use crate::run::{RunError, StopFlag, ThreadPool, Threads};
use kinds::{COMPLETE, KINDS, SequenceKind, Terms};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::fmt::Write;

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
    /// Its entry in the OEIS; missing where none was found.
    pub published: Option<Published>,
}

/// An entry in the OEIS, in the copy that the terms were compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The number, such as `A182240`.
    pub number: &'static str,
    /// How many terms it had.
    pub terms: usize,
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

/// An unknown name, or a search for the terms that failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// A name that no sequence has.
    #[error("no sequence is called `{0}`; `setodds sequences` lists them")]
    Unknown(String),
    /// Caps that contradict each other: a defect of the program.
    #[error(transparent)]
    Caps(#[from] CapError),
    /// Threads that do not start.
    #[error(transparent)]
    Threads(#[from] RunError),
}

/// The names of all sequences.
#[must_use]
pub fn names() -> Vec<String> {
    KINDS.iter().flat_map(SequenceKind::names).map(|(name, _)| name).collect()
}

/// A sequence by its name; nothing if a search is stopped.
///
/// # Errors
///
/// When no sequence has that name, or threads do not start.
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
            let published = kind.published.filter(|&(own, _)| own == features);
            all.push(Sequence {
                name,
                title: kind.title.replace('@', &features.to_string()),
                offset: kind.offset,
                terms,
                published: published.map(|(_, published)| published),
            });
        }
    }
    Ok(Some(all))
}

impl SequenceKind {
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
            (Terms::Formula(terms), _) => Some(terms()),
            (Terms::AllCaps(terms), _) => {
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

#[cfg(test)]
mod tests;
