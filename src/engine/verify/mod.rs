//! What has been counted and played here against what others have published, line by line.
//!
//! The distributions are counted anew, layer by layer: nothing is taken from the tables that the
//! program carries. Each published number gives one line. A number that belongs to hands that were
//! not counted gives none; one that nothing here can compute is listed as such. Whole games are
//! compared in [`games`], the tables that the program carries with closed forms in `moments`.

pub mod games;

mod caps;
mod moments;

pub use caps::cap_lines;
pub use moments::moment_lines;

use crate::card::{Card, Deck};
use crate::exact::Exhaustive;
use crate::exact::layers::{Layers, LayersError};
use crate::exact::published::{self, Fact, FactKind};
use crate::hand::combinations::binomial;
use crate::measure::Key;
use crate::run::Threads;
use crate::stats::Ratio;
use crate::tally::{Tallies, Tally};
use serde::Serialize;
use std::collections::BTreeMap;

/// The decks whose hands are counted: those of so many features, and smaller ones.
const MOST_FEATURES: usize = 4;

/// How much is counted anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// The small decks in full, and the game up to 15 cards: a second.
    #[default]
    Quick,
    /// The game up to 21 cards, too, and eleven million whole games: a minute.
    Full,
}

impl Extent {
    /// What has to be counted.
    ///
    /// # Errors
    ///
    /// When threads cannot be started.
    pub fn counts(self, threads: Threads) -> Result<Vec<Layers>, LayersError> {
        let game = if self == Self::Full { 21 } else { 15 };
        let decks = Deck::all().zip([9, 27, game]);
        decks.map(|(deck, most)| Layers::new(deck, (0..=most).collect(), threads)).collect()
    }
}

/// One published number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// What it is.
    pub what: String,
    /// Who published it.
    pub source: String,
    /// The published number.
    pub expected: String,
    /// The number that was found, empty where none was computed.
    pub got: String,
    /// How many combined standard errors lie between the two; nothing where they must be equal.
    pub standard_errors: Option<f64>,
    /// Whether they are equal, as far as the published one goes, or near enough; nothing where none
    /// was computed.
    pub agrees: Option<bool>,
}

impl Line {
    fn new(what: String, source: &str, expected: String, got: String) -> Self {
        let agrees = Some(expected == got);
        Self { what, source: source.to_owned(), expected, got, standard_errors: None, agrees }
    }

    /// Two samples.
    fn near(what: String, source: &str, (expected, got): (String, String), away: f64) -> Self {
        let (standard_errors, agrees) = (Some(away), Some(away <= games::LIMIT));
        Self { what, source: source.to_owned(), expected, got, standard_errors, agrees }
    }

    /// A number that is known and cannot be computed here.
    fn not_computed(what: String, source: &str, expected: String) -> Self {
        let (source, got) = (source.to_owned(), String::new());
        Self { what, source, expected, got, standard_errors: None, agrees: None }
    }

    /// Whether another number was found.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.agrees == Some(false)
    }
}

/// The distributions of the number of sets that were counted.
#[derive(Clone, Debug, Default)]
pub struct Counted(BTreeMap<usize, Tallies<Key>>);

impl Counted {
    /// Adds what was counted of a deck.
    ///
    /// # Errors
    ///
    /// When the distributions do not add up.
    pub fn add(
        &mut self,
        layers: &Layers,
        counted: &Tallies<Key>,
    ) -> Result<(), crate::exact::check::CheckError> {
        self.0.insert(layers.deck().features(), layers.finish(counted)?);
        Ok(())
    }

    /// A line for each published number that can be compared.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let hands = published::all().into_iter().filter_map(|row| {
            let got = self.tally(row.features, row.cards)?.count(row.sets);
            let (features, cards, sets) = (row.features, row.cards, row.sets);
            let what = format!("{features} features: hands of {cards} cards with {sets} sets");
            Some(Line::new(what, &row.source, row.hands.to_string(), got.to_string()))
        });
        let facts = published::facts().into_iter().filter_map(|fact| self.fact(&fact));
        hands.chain(facts).collect()
    }

    fn tally(&self, features: usize, cards: usize) -> Option<&Tally> {
        self.0.get(&features)?.get(Key::sets(cards))
    }

    fn fact(&self, fact: &Fact) -> Option<Line> {
        let Fact { features, cards, .. } = *fact;
        let (what, got) = match fact.kind {
            FactKind::LargestCap => {
                let what = format!("{features} features: most cards without a set");
                if features > MOST_FEATURES {
                    return Some(Line::not_computed(what, &fact.source, fact.value.clone()));
                }
                (what, self.largest_cap(features)?.to_string())
            }
            FactKind::DeckSets => {
                let plural = if features == 1 { "" } else { "s" };
                let what = format!("{features} feature{plural}: sets in the deck");
                (what, sets_in_deck(features).to_string())
            }
            FactKind::MostSets => {
                let most = self.tally(features, cards?)?.largest()?;
                (format!("{features} features: most sets in {} cards", cards?), most.to_string())
            }
            FactKind::FourthPowers => {
                let powers = fourth_powers(self.tally(features, cards?)?);
                let what = "fourth powers of the number of sets, all hands of";
                (format!("{features} features: {what} {} cards", cards?), powers.to_string())
            }
            FactKind::NoSetGiven9 => self.no_set_given(fact, 9)?,
            FactKind::NoSetGiven12 => self.no_set_given(fact, 12)?,
            FactKind::FirstSetMean => {
                let Ratio { part, whole } = self.first_set_mean(features)?;
                let what = format!("{features} features: mean card of the first set");
                (what, format!("{part}/{whole}"))
            }
        };
        Some(Line::new(what, &fact.source, fact.value.clone(), got))
    }

    /// The probability that a hand without a set has none in more cards, with as many digits as are
    /// published.
    fn no_set_given(&self, fact: &Fact, given: usize) -> Option<(String, String)> {
        let cards = fact.cards?;
        let probability = |cards: usize| {
            let tally = self.tally(fact.features, cards)?;
            Some(Ratio::new(tally.count(0), tally.total()).value())
        };
        let value = probability(cards)? / probability(given)?;
        let digits = fact.value.split_once('.').map_or(0, |(_, digits)| digits.len());
        let what =
            format!("{} features: no set in {cards} cards, given none in {given}", fact.features);
        Some((what, format!("{value:.digits$}")))
    }

    /// The largest hand without a set, if that and a larger one without were counted.
    fn largest_cap(&self, features: usize) -> Option<usize> {
        let none = |cards| Some(self.tally(features, cards)?.count(0));
        let first =
            (0..).take_while(|&cards| none(cards).is_some()).find(|&c| none(c) == Some(0))?;
        first.checked_sub(1)
    }

    /// The sum of the probabilities that so many cards hold no set: the mean of the card with which
    /// the first set is there.
    fn first_set_mean(&self, features: usize) -> Option<Ratio> {
        let (size, cap) = (Deck::new(features).ok()?.size(), self.largest_cap(features)?);
        let mut mean = Ratio::new(0, 1);
        for cards in 0..=cap {
            let none = self.tally(features, cards)?.count(0);
            mean = plus(mean, Ratio::new(none, binomial(size, cards)?).reduced())?;
        }
        Some(mean)
    }
}

/// The sets in a deck of so many features, one by one.
fn sets_in_deck(features: usize) -> usize {
    let size = (0..features).fold(1, |size, _| 3 * size);
    let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
    pairs.filter(|&(a, b)| Card::at(a).third(Card::at(b)) > Card::at(b)).count()
}

/// The sum of the fourth powers of the number of sets over all hands.
fn fourth_powers(tally: &Tally) -> u128 {
    tally.iter().map(|(sets, hands)| (sets as u128).pow(4) * hands).sum()
}

fn plus(a: Ratio, b: Ratio) -> Option<Ratio> {
    let part = a.part.checked_mul(b.whole)?.checked_add(b.part.checked_mul(a.whole)?)?;
    Some(Ratio::new(part, a.whole.checked_mul(b.whole)?).reduced())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Kernel, Partial, Silent, StopFlag, execute};

    fn counted(extent: Extent) -> Counted {
        let mut counted = Counted::default();
        for layers in extent.counts(Threads::available()).unwrap() {
            let mut partial = Partial::new(layers.plan().clone());
            let threads = Threads::available();
            execute(&layers, &mut partial, threads, &StopFlag::default(), &Silent).unwrap();
            counted.add(&layers, &partial.tally()).unwrap();
        }
        counted
    }

    #[test]
    fn everything_published_agrees() {
        let lines = counted(Extent::Quick).lines();
        assert!(lines.len() > 200, "{}", lines.len());
        for line in &lines {
            assert!(!line.differs(), "{line:?}");
        }
        for part in ["mean card", "no set in 15", "most sets in 27", "3 features: most cards"] {
            let found = lines.iter().any(|line| line.what.contains(part));
            assert_eq!(found, part != "mean card", "{part}");
        }
        let of = |source| lines.iter().filter(move |line| line.source == source);
        let got = |source| of(source).map(|line| &*line.got).collect::<Vec<_>>();
        assert_eq!(got("oeis A016142"), ["1", "12", "117", "1080", "9801", "88452"]);
        assert_eq!(got("project-euler 818"), ["1080", "159690960"]);
        assert!(of("knuth").any(|line| line.what.contains("of 13 cards")));
    }

    #[test]
    fn what_cannot_be_computed_is_listed_as_such() {
        let lines = Counted::default().lines();
        let known = lines.iter().filter(|line| line.agrees.is_none());
        let known: Vec<_> = known.map(|line| (&*line.what, &*line.expected, &*line.got)).collect();
        let of = |features| format!("{features} features: most cards without a set");
        assert_eq!(known, [(&*of(5), "45", ""), (&*of(6), "112", "")]);
    }

    #[test]
    fn a_wrong_number_is_seen() {
        let mut counted = counted(Extent::Quick);
        let game = counted.0.get_mut(&4).unwrap();
        game.of(Key::sets(12)).add(0, 1);
        let wrong: Vec<_> = counted.lines().into_iter().filter(Line::differs).collect();
        assert_eq!(wrong.len(), 1, "{wrong:?}");
        assert_eq!(wrong[0].what, "4 features: hands of 12 cards with 0 sets");
        assert_eq!((&*wrong[0].expected, &*wrong[0].got), ("2284535476080", "2284535476081"));
    }

    #[test]
    fn the_mean_of_the_first_set_needs_all_caps() {
        let counted = counted(Extent::Quick);
        // 9 cards of two features: no set in 0, 1, 2 cards, 6 of 7 triples, 3 of 7 quadruples.
        assert_eq!(counted.first_set_mean(2), Some(Ratio::new(30, 7)));
        assert_eq!(counted.first_set_mean(4), None);
    }
}
