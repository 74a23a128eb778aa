//! What is counted and played here against what others have published, number by number.
//!
//! The distributions are counted anew, layer by layer: nothing is taken from the tables that the
//! program carries, whose moments are compared with closed forms instead ([`moments`]). A published
//! number that belongs to hands that were not counted is left out; one that nothing here can
//! compute is listed as such. Whole games are compared in [`mod@games`], caps in [`caps()`].
//!
//! ```
//! use setodds_engine::run::{Threads, execute};
//! use setodds_engine::verify::{Counted, Extent};
//!
//! let (threads, mut counted) = (Threads::available(), Counted::default());
//! // The decks of two and three features.
//! for layers in Extent::Quick.counts(threads)?.iter().take(2) {
//!     counted.add(layers, &execute(layers, threads)?.tally())?;
//! }
//! assert!(!counted.compare().iter().any(|comparison| comparison.differs()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod games;
pub mod published;

mod caps;
mod refuted;

pub use caps::caps;
use published::{Fact, FactKind};
pub use refuted::refuted;

use crate::card::{Card, Deck};
use crate::exact::Exhaustive;
use crate::exact::check::{CheckError, ORDERS, closed_moment, moment};
use crate::exact::known;
use crate::exact::layers::{LayerSizes, Layers, LayersError};
use crate::hand::combinations::binomial;
use crate::hand::ultrasets::ultrasets;
use crate::measure::{Key, Measure};
use crate::run::Threads;
use crate::stats::Ratio;
use crate::symmetry::class_numbers;
use crate::tally::{Merge, Tallies, Tally};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most features of decks whose hands are counted.
const MOST_FEATURES: usize = 4;

/// Two samples agree up to this many combined standard errors: by chance alone, one comparison in
/// 150,000 is further away.
const LIMIT: f64 = 4.5;

/// How much is counted anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// The small decks in full, and the game up to 15 cards: a second.
    #[default]
    Quick,
    /// The game up to 21 cards, too, and twelve million whole games: a minute.
    Full,
}

impl Extent {
    /// The layers that have to be counted.
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

/// A published number beside the one that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The number that is compared, in words.
    pub what: String,
    /// Who published it.
    pub source: String,
    /// The published number.
    pub expected: String,
    /// The number that was found, empty where none was computed.
    pub got: String,
    /// How many combined standard errors lie between the two; nothing where they must be equal.
    pub standard_errors: Option<f64>,
    /// Whether both numbers are equal to the published precision, or near enough; `None` where none
    /// was computed.
    pub agrees: Option<bool>,
    /// A hand, as digits, that shows that the published number is wrong.
    pub witness: Option<String>,
}

impl Comparison {
    /// A published number and ours; `got` is `None` if this machine cannot compute it.
    fn equal(what: String, source: &str, expected: String, got: Option<String>) -> Self {
        let agrees = got.as_ref().map(|got| expected == *got);
        let (source, got) = (source.to_owned(), got.unwrap_or_default());
        Self { what, source, expected, got, standard_errors: None, agrees, witness: None }
    }

    /// Two samples, `errors` combined standard errors apart.
    fn near(what: String, source: &str, [expected, got]: [String; 2], errors: f64) -> Self {
        let (standard_errors, agrees) = (Some(errors), Some(errors <= LIMIT));
        let source = source.to_owned();
        Self { what, source, expected, got, standard_errors, agrees, witness: None }
    }

    /// Whether another number was found, and it is not known that the published one is wrong.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.agrees == Some(false) && self.witness.is_none()
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
        counted: &Tallies<LayerSizes>,
    ) -> Result<(), CheckError> {
        self.0.insert(layers.deck().features(), layers.finish(counted)?);
        Ok(())
    }

    /// Adds other measures that were counted of a deck.
    pub fn add_measured(&mut self, deck: Deck, counted: Tallies<Key>) {
        self.0.entry(deck.features()).or_default().merge(counted);
    }

    /// The published numbers that can be compared.
    #[must_use]
    pub fn compare(&self) -> Vec<Comparison> {
        let hands = published::hands().into_iter().filter_map(|row| {
            let got = self.tally(row.features, row.cards)?.count(row.sets);
            let (features, cards, sets) = (row.features, row.cards, row.sets);
            let what = format!("{features} features: hands of {cards} cards with {sets} sets");
            let got = Some(got.to_string());
            Some(Comparison::equal(what, &row.source, row.hands.to_string(), got))
        });
        let facts = published::facts().into_iter().filter_map(|fact| self.fact(&fact));
        hands.chain(facts).collect()
    }

    fn tally(&self, features: usize, cards: usize) -> Option<&Tally> {
        self.0.get(&features)?.get(Key::sets(cards))
    }

    fn fact(&self, fact: &Fact) -> Option<Comparison> {
        let (features, size) = (fact.features, fact.cards.unwrap_or_default());
        let (what, got) = match fact.kind {
            FactKind::LargestCap => {
                let largest = match features {
                    ..=MOST_FEATURES => Some(self.largest_cap(features)?.to_string()),
                    _ => None,
                };
                ("most cards without a set".to_owned(), largest)
            }
            FactKind::DeckSets => {
                ("sets in the deck".to_owned(), Some(sets_in_deck(features).to_string()))
            }
            FactKind::Classes => {
                let numbers = class_numbers(Deck::new(features).ok()?);
                (format!("classes of hands of {size} cards"), Some(numbers.get(size)?.to_string()))
            }
            FactKind::MostSets => {
                let most = self.tally(features, size)?.largest()?;
                (format!("most sets in {size} cards"), Some(most.to_string()))
            }
            FactKind::FourthPowers => {
                let what = "fourth powers of the number of sets, all hands of";
                let powers = self.tally(features, size)?.iter();
                let sum: u128 = powers.map(|(sets, it)| (sets as u128).pow(4) * it).sum();
                (format!("{what} {size} cards"), Some(sum.to_string()))
            }
            FactKind::NoSetGiven9 => self.no_set_given(fact, 9)?,
            FactKind::NoSetGiven12 => self.no_set_given(fact, 12)?,
            FactKind::FirstSetMean => {
                let mean = fraction(self.first_set_mean(features)?);
                ("mean card of the first set".to_owned(), Some(mean))
            }
            FactKind::DeckUltrasets | FactKind::NoUltrasets | FactKind::UltrasetsMean => {
                self.of_ultrasets(fact)?
            }
        };
        let plural = if features == 1 { "" } else { "s" };
        let what = format!("{features} feature{plural}: {what}");
        Some(Comparison::equal(what, &fact.source, fact.value.clone(), got))
    }

    fn of_ultrasets(&self, fact: &Fact) -> Option<(String, Option<String>)> {
        let Some(cards) = fact.cards else {
            let deck = Deck::new(fact.features).ok()?;
            let count = ultrasets(&deck.cards().collect::<Vec<_>>(), deck).count();
            return Some(("ultrasets in the deck".to_owned(), Some(count.to_string())));
        };
        let tally = self.0.get(&fact.features)?.get(Key { cards, measure: Measure::Ultrasets })?;
        if fact.kind == FactKind::NoUltrasets {
            let what = format!("hands of {cards} cards without an ultraset");
            return Some((what, Some(tally.count(0).to_string())));
        }
        let sum = tally.iter().map(|(value, hands)| value as u128 * hands).sum();
        let mean = fraction(Ratio::new(sum, tally.total()));
        Some((format!("mean number of ultrasets in {cards} cards"), Some(mean)))
    }

    fn no_set_given(&self, fact: &Fact, given: usize) -> Option<(String, Option<String>)> {
        let cards = fact.cards?;
        let probability = |cards| {
            let tally = self.tally(fact.features, cards)?;
            Some(Ratio::new(tally.count(0), tally.total()).value())
        };
        let got = as_written(probability(cards)? / probability(given)?, &fact.value);
        Some((format!("no set in {cards} cards, given none in {given}"), Some(got)))
    }

    /// The largest hand without a set, if that and a larger one without were counted.
    fn largest_cap(&self, features: usize) -> Option<usize> {
        let none = |cards| Some(self.tally(features, cards)?.count(0));
        let first =
            (0..).take_while(|&cards| none(cards).is_some()).find(|&c| none(c) == Some(0))?;
        first.checked_sub(1)
    }

    /// The mean number of cards until the first set: the sum over all sizes of the probability that
    /// a hand holds no set.
    fn first_set_mean(&self, features: usize) -> Option<Ratio> {
        let (size, cap) = (Deck::new(features).ok()?.size(), self.largest_cap(features)?);
        (0..=cap).try_fold(Ratio::ZERO, |mean, cards| {
            let none = self.tally(features, cards)?.count(0);
            mean.checked_add(Ratio::new(none, binomial(size, cards)?))
        })
    }
}

/// A fraction in lowest terms.
fn fraction(value: Ratio) -> String {
    let (numerator, denominator) = value.lowest_terms();
    format!("{numerator}/{denominator}")
}

/// The sets in a deck of `features` features, counted one by one.
fn sets_in_deck(features: usize) -> usize {
    let size = (0..features).fold(1, |size, _| 3 * size);
    let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
    pairs.filter(|&(a, b)| Card::at(a).third(Card::at(b)) > Card::at(b)).count()
}

/// A value with as many decimals as a published one.
fn as_written(value: f64, published: &str) -> String {
    let decimals = published.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    format!("{value:.decimals$}")
}

/// For each deck and order, how many hand sizes are known exactly, and how many of them have the
/// closed moment of that order.
#[must_use]
pub fn moments() -> Vec<Comparison> {
    Deck::all().flat_map(moments_of).collect()
}

fn moments_of(deck: Deck) -> impl Iterator<Item = Comparison> {
    let table = |cards| Some((cards, Tally::from(known::counts(deck, cards)?)));
    let tables: Vec<_> = (0..=deck.size()).filter_map(table).collect();
    (1..=ORDERS).map(move |order| {
        let is_closed = |(cards, tally): &&(usize, Tally)| {
            closed_moment(deck, *cards, order) == Some(moment(tally, order))
        };
        let right = tables.iter().filter(is_closed).count().to_string();
        let what =
            format!("{} features: tables with the closed moment of order {order}", deck.features());
        Comparison::equal(what, "closed form", tables.len().to_string(), Some(right))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::execute;
    use std::sync::OnceLock;

    /// What the quick checks count.
    fn counted() -> &'static Counted {
        static COUNTED: OnceLock<Counted> = OnceLock::new();
        COUNTED.get_or_init(|| {
            let mut counted = Counted::default();
            for layers in Extent::Quick.counts(Threads::available()).unwrap() {
                let partial = execute(&layers, Threads::available()).unwrap();
                counted.add(&layers, &partial.tally()).unwrap();
            }
            counted
        })
    }

    #[test]
    fn everything_published_agrees() {
        let lines = counted().compare();
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
        let lines = Counted::default().compare();
        let missing = lines.iter().filter(|line| line.agrees.is_none());
        assert!(missing.map(|line| (&*line.expected, &*line.got)).eq([("45", ""), ("112", "")]));
    }

    #[test]
    fn a_wrong_number_is_seen() {
        let mut counted = counted().clone();
        let game = counted.0.get_mut(&4).unwrap();
        game.of(Key::sets(12)).add(0, 1);
        let wrong: Vec<_> = counted.compare().into_iter().filter(Comparison::differs).collect();
        assert_eq!(wrong.len(), 1, "{wrong:?}");
        assert_eq!(wrong[0].what, "4 features: hands of 12 cards with 0 sets");
        assert_eq!((&*wrong[0].expected, &*wrong[0].got), ("2284535476080", "2284535476081"));
    }

    #[test]
    fn the_mean_of_the_first_set_needs_all_caps() {
        let counted = counted();
        // 9 cards of two features: no set in 0, 1, 2 cards, 6 of 7 triples, 3 of 7 quadruples.
        assert_eq!(counted.first_set_mean(2), Some(Ratio::new(30, 7)));
        assert_eq!(counted.first_set_mean(4), None);
    }

    #[test]
    fn all_tables_have_the_closed_moments() {
        let lines = moments();
        assert!(lines.iter().all(|line| line.agrees == Some(true)), "{lines:?}");
        let numbers: Vec<_> = lines.iter().map(|line| &*line.got).collect();
        let of_each_order = |number| [number; ORDERS];
        assert_eq!(numbers, ["10", "28", "82", "28", "26"].map(of_each_order).concat());
    }
}
