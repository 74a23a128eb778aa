//! setodds as a Python module: tables are columns with the lines of their rows as JSON, in which
//! exact counts are text; `setodds/__init__.py` makes columns of lists of them, and whole numbers
//! of any size of the text.

mod deals;
mod run;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use run::{beside, pool, run};
use serde::Serialize;
use setodds::card::Deck;
use setodds::card::notation::{Notation, ReadOptions};
use setodds::deal::{CrossDeals, Deals, MeasurePair, Seed};
use setodds::detect::Strategy;
use setodds::exact::Exhaustive;
use setodds::exact::layers::Layers;
use setodds::game::{Games, Policy, Rules};
use setodds::hand::Pack;
use setodds::hand::sizes::Sizes;
use setodds::hand::text::read_hands;
use setodds::measure::{ClassFinder, Key, Measure, Measurer, Measures};
use setodds::report::caps::CapRow;
use setodds::report::classes::ClassCountRow;
use setodds::report::cross::CrossRow;
use setodds::report::csv::Row;
use setodds::report::distribution::{Distribution, Origin};
use setodds::report::games::Played;
use setodds::report::guarantees::GuaranteeRow;
use setodds::report::hand_classes::ClassifiedHands;
use setodds::report::hands::{NamedHand, ShownHand};
use setodds::report::known::Known;
use setodds::stats::Confidence;
use setodds::tally::Tallies;
use std::fmt::Display;
use std::str::FromStr;

/// The names of the columns, and the rows as a JSON list.
type ColumnsAndCsv = (Vec<&'static str>, String);

/// The program's text of an error, as Python's.
fn error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn parsed<T: FromStr<Err: Display>>(text: &str) -> PyResult<T> {
    text.parse().map_err(error)
}

fn table<R: Row + Serialize>(rows: impl IntoIterator<Item = R>) -> PyResult<ColumnsAndCsv> {
    let rows: Vec<R> = rows.into_iter().collect();
    Ok((R::header(), serde_json::to_string(&rows).map_err(error)?))
}

/// A table with one more column at the end, which is the same in all rows.
fn table_with_last<R: Row + Serialize>(
    rows: impl IntoIterator<Item = R>,
    last: Option<(&'static str, String)>,
) -> PyResult<ColumnsAndCsv> {
    let Some((name, cell)) = last else { return table(rows) };
    let with_last = |row| {
        let mut row = serde_json::to_value(row)?;
        row[name] = cell.clone().into();
        Ok(row)
    };
    let rows = rows.into_iter().map(with_last).collect::<serde_json::Result<Vec<_>>>();
    Ok((
        [R::header(), vec![name]].concat(),
        rows.and_then(|it| serde_json::to_string(&it)).map_err(error)?,
    ))
}

fn of_tallies(pack: Pack, tallies: &Tallies<Key>, origin: Origin) -> PyResult<ColumnsAndCsv> {
    let seen = tallies.iter().filter(|(_, tally)| tally.largest().is_some());
    let rows = seen.flat_map(|(key, tally)| Distribution { pack, key, tally, origin }.rows());
    table_with_last(rows, missing(&pack))
}

/// The column of the cards that a deck is without, if there are some.
fn missing(pack: &Pack) -> Option<(&'static str, String)> {
    pack.as_reduced().map(|pack| ("without", pack.to_string()))
}

/// A deck without the cards of a text, in any notation.
fn pack(deck: Deck, without: Option<&str>) -> PyResult<Pack> {
    let Some(text) = without else { return Ok(deck.into()) };
    let written = read_hands(&[text], deck, ReadOptions::default()).map_err(error)?;
    let cards = written.inputs.into_iter().flatten().flat_map(|hand| hand.cards);
    Pack::without(deck, cards).map_err(error)
}

/// The hand sizes that were given, or those that the measures have where nothing is said.
fn sizes(cards: Option<&str>, deck: Deck, measures: &Measures) -> PyResult<Sizes> {
    let usual = || measures.iter().map(|measure| measure.usual_size(deck)).collect();
    cards.map_or_else(|| Ok(usual()), parsed)
}

#[pyfunction]
fn odds(cards: Option<usize>, features: usize) -> PyResult<ColumnsAndCsv> {
    let deck = Deck::new(features).map_err(error)?;
    let cards = cards.unwrap_or_else(|| Measure::Sets.usual_size(deck));
    let sizes = Sizes::one(cards).within(deck).map_err(error)?;
    let known = Known::sets(deck, sizes.largest());
    let known = known.ok_or_else(|| error(format!("nothing exact is known of {cards} cards")))?;
    table(known.rows())
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
fn simulate(
    py: Python<'_>,
    cards: Option<&str>,
    deals: u64,
    seed: u64,
    measure: &str,
    features: usize,
    without: Option<&str>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<ColumnsAndCsv> {
    let deck = Deck::new(features).map_err(error)?;
    let measures: Measures = measure.split(',').map(parsed).collect::<PyResult<_>>()?;
    let sizes = sizes(cards, deck, &measures)?;
    let pack = pack(deck, without)?;
    let measurer = Measurer::new(pack, sizes, measures, Strategy::default());
    let deals = Deals::new(measurer.map_err(error)?, Seed(seed), deals).map_err(error)?;
    let tallies = run(py, &deals, threads, progress)?;
    of_tallies(pack, &tallies, Origin::Sampled(Confidence::default()))
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
fn cross(
    py: Python<'_>,
    measures: &str,
    cards: Option<&str>,
    deals: u64,
    seed: u64,
    features: usize,
    without: Option<&str>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<ColumnsAndCsv> {
    let deck = Deck::new(features).map_err(error)?;
    let pack = pack(deck, without)?;
    let crossed: MeasurePair = parsed(measures)?;
    let sizes = cards.map_or_else(|| Ok(Sizes::one(crossed.usual_size(deck))), parsed)?;
    let (strategy, seed) = (Strategy::default(), Seed(seed));
    let deals = CrossDeals::new(pack, sizes, crossed, strategy, seed, deals).map_err(error)?;
    let pairs = run(py, &deals, threads, progress)?.into_counts().map_err(error)?;
    let rows = CrossRow::of(deck, crossed, &pairs, Confidence::default());
    table_with_last(rows, missing(&pack))
}

#[pyfunction]
fn enumerate(
    py: Python<'_>,
    cards: Option<&str>,
    features: usize,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<ColumnsAndCsv> {
    let deck = Deck::new(features).map_err(error)?;
    let sizes = sizes(cards, deck, &Measures::default())?;
    let count = run::threads(threads)?;
    let layers = beside(py, move |_| Layers::new(deck, sizes, count))?.map_err(error)?;
    let tally = run(py, &layers, threads, progress)?;
    let finished = beside(py, move |_| layers.finish(&tally))?;
    let tallies = finished.map_err(error)?;
    of_tallies(deck.into(), &tallies, Origin::Enumerated)
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
fn play(
    py: Python<'_>,
    games: u64,
    seed: u64,
    policies: Vec<String>,
    features: usize,
    without: Option<&str>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<ColumnsAndCsv> {
    let deck = Deck::new(features).map_err(error)?;
    let rules = Rules::new(pack(deck, without)?, Rules::START).map_err(error)?;
    let policies: Vec<Policy> =
        policies.iter().map(|policy| parsed(policy)).collect::<PyResult<_>>()?;
    let games = Games::new(rules, &policies, Seed(seed), games).map_err(error)?;
    let tallies = run(py, &games, threads, progress)?;
    let (policies, confidence) = (games.policies(), Confidence::default());
    let stages = Played { rules, policies, tallies: &tallies, confidence }.stages();
    table_with_last(stages, without.map(|_| ("rules", rules.to_string())))
}

/// The hands of a text, and how their cards are written.
fn read(
    hands: &str,
    features: usize,
    numbers_from: Option<usize>,
) -> PyResult<(Vec<NamedHand>, Notation)> {
    let numbers_from = numbers_from.map(|it| parsed(&it.to_string())).transpose()?;
    let deck = Deck::new(features).map_err(error)?;
    let options = ReadOptions { numbers_from, ..ReadOptions::default() };
    let written = read_hands(&[hands], deck, options).map_err(error)?;
    let hands = written.inputs.into_iter().flatten().map(NamedHand::written);
    Ok((hands.collect(), written.notation))
}

#[pyfunction]
fn find(
    hands: &str,
    features: usize,
    numbers_from: Option<usize>,
    why: bool,
) -> PyResult<ColumnsAndCsv> {
    let (hands, notation) = read(hands, features, numbers_from)?;
    let detector = Strategy::default().detector(notation.deck());
    let shown = |hand| ShownHand::new(hand, &notation, &*detector);
    if why {
        return table(hands.iter().flat_map(|hand| shown(hand).near_set_rows()));
    }
    table(hands.iter().flat_map(|hand| shown(hand).set_rows()))
}

#[pyfunction]
fn classify(
    py: Python<'_>,
    hands: &str,
    features: usize,
    numbers_from: Option<usize>,
) -> PyResult<ColumnsAndCsv> {
    let (hands, notation) = read(hands, features, numbers_from)?;
    let classified = beside(py, move |stop| {
        let mut finder = ClassFinder::new(notation.deck());
        let hands = hands.into_iter().take_while(|_| !stop.is_requested());
        let classified = hands.map(|hand| hand.classified(&mut finder)).collect();
        ClassifiedHands::new(classified, notation)
    })?;
    table(classified.rows())
}

#[pyfunction]
fn caps(py: Python<'_>, features: usize) -> PyResult<ColumnsAndCsv> {
    let deck = Deck::new(features).map_err(error)?;
    let (most, pool) = (*setodds::cap::sizes_in_seconds(deck).end(), pool(None)?);
    let counts = beside(py, move |stop| setodds::cap::count(deck, most, &pool, stop))?;
    let counts = counts.map_err(error)?.unwrap_or_default();
    table(counts.iter().map(|count| CapRow::new(deck, count)))
}

#[pyfunction]
fn classes(cards: &str, features: usize) -> PyResult<ColumnsAndCsv> {
    let deck = Deck::new(features).map_err(error)?;
    let sizes = parsed::<Sizes>(cards)?.within(deck).map_err(error)?;
    table(ClassCountRow::of(deck, &sizes))
}

#[pyfunction]
fn guarantee(measure: &str, values: Vec<usize>, features: usize) -> PyResult<ColumnsAndCsv> {
    let (deck, measure) = (Deck::new(features).map_err(error)?, parsed(measure)?);
    let rows = values.into_iter().map(|value| setodds::extreme::guarantee(deck, measure, value));
    table(rows.map(|row| row.map(GuaranteeRow::from).map_err(error)).collect::<PyResult<Vec<_>>>()?)
}

/// The functions of the module.
#[pymodule]
mod _setodds {
    #[pymodule_export]
    use super::deals::deals;
    #[pymodule_export]
    use super::{caps, classes, classify, cross, enumerate, find, guarantee, odds, play, simulate};
}
