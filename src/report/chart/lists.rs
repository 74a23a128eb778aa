//! Classes, records, single answers and hands that were given.

use super::Wish;
use super::description::{Axis, Chart, Mark, Panel, Point, Series, Unit};
use super::table::{ChartError, Recognised};
use super::words::{self, brief};
use crate::report::listing::ClassCountRow;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};

fn all_rows<T: DeserializeOwned>(files: &[Recognised<'_>]) -> Result<Vec<T>, ChartError> {
    let rows: Result<Vec<Vec<T>>, ChartError> = files.iter().map(Recognised::some_rows).collect();
    Ok(rows?.into_iter().flatten().collect())
}

/// A chart of one panel whose x are hand sizes.
fn by_cards(title: &str, caption: String, series: Vec<Series>, y: Axis) -> Chart {
    let points = series.iter().flat_map(|series| &series.points);
    let x = Axis::whole_numbers("cards in the hand", points.map(|point| point.x));
    Chart { title: title.to_owned(), caption, panels: vec![Panel::new(x, y, series)] }
}

fn heights(series: &[Series]) -> impl Iterator<Item = f64> + '_ {
    series.iter().flat_map(|series| &series.points).map(|point| point.y)
}

/// A row of the classes.
#[derive(Debug, Deserialize)]
struct Class {
    features: usize,
    cards: usize,
    sets: usize,
}

/// How many classes there are by hand size and number of sets.
pub(super) fn classes(files: &[Recognised<'_>]) -> Result<Chart, ChartError> {
    let rows: Vec<Class> = all_rows(files)?;
    let mut counts: BTreeMap<(usize, usize, usize), u32> = BTreeMap::new();
    for row in &rows {
        *counts.entry((row.features, row.cards, row.sets)).or_default() += 1;
    }
    let shade = Axis::powers_of_ten(
        "kinds of hands",
        Unit::Number,
        counts.values().map(|&count| f64::from(count)),
    );
    let decks: BTreeSet<usize> = rows.iter().map(|row| row.features).collect();
    let panel = |&features: &usize| {
        let cells = counts.iter().filter(|((own, ..), _)| *own == features);
        let cells = cells.map(|(&(_, cards, sets), &count)| Point {
            x: sets as f64,
            y: cards as f64,
            shade: Some(f64::from(count)),
            ..Point::default()
        });
        let cells: Vec<Point> = cells.collect();
        let x = Axis::whole_numbers("sets in the hand", cells.iter().map(|cell| cell.x));
        let y = Axis::whole_numbers("cards in the hand", cells.iter().map(|cell| cell.y));
        let title = if decks.len() > 1 {
            words::sentence(&words::short_deck(features))
        } else {
            String::new()
        };
        let panel = Panel::new(x, y, vec![Series::new("classes", 0, Mark::Cells, cells)]);
        Panel { shade: Some(shade.clone()), ..panel.titled(&title) }
    };
    let names: Vec<String> = decks.iter().map(|&features| words::deck(features)).collect();
    Ok(Chart {
        title: "How many kinds of hands are there?".to_owned(),
        caption: format!(
            "Essentially different hands from {}, by their cards and sets; where there is no colour, none.",
            words::list(&names)
        ),
        panels: decks.iter().map(panel).collect(),
    })
}

/// How many classes, and how many hands, of every size.
pub(super) fn class_counts(files: &[Recognised<'_>]) -> Result<Chart, ChartError> {
    let rows: Vec<ClassCountRow> = all_rows(files)?;
    let decks: BTreeSet<usize> = rows.iter().map(|row| row.features).collect();
    let mut series = Vec::new();
    for (place, &features) in decks.iter().enumerate() {
        let name = |what: &str| {
            if decks.len() > 1 { format!("{what}, {features} features") } else { what.to_owned() }
        };
        let own = || rows.iter().filter(|row| row.features == features);
        let hands = own().filter_map(|row| Some(Point::new(row.cards as f64, row.hands? as f64)));
        let classes =
            own().filter_map(|row| Some(Point::new(row.cards as f64, row.classes.parse().ok()?)));
        let dotted =
            |points: &Vec<Point>| if points.len() > 40 { Mark::Line } else { Mark::DottedLine };
        let (hands, classes): (Vec<Point>, Vec<Point>) = (hands.collect(), classes.collect());
        series.push(Series::new(&name("hands"), 2 * place, dotted(&hands), hands));
        series.push(Series::new(
            &name("essentially different hands"),
            2 * place + 1,
            dotted(&classes),
            classes,
        ));
    }
    let names: Vec<String> = decks.iter().map(|&features| words::deck(features)).collect();
    let caption = format!(
        "Hands from {}, and how many of them no map of the deck carries into one another.",
        words::list(&names)
    );
    let y = Axis::powers_of_ten("number", Unit::Number, heights(&series));
    Ok(by_cards("How many kinds of hands are there?", caption, series, y))
}

/// A row of the fewest and the most sets.
#[derive(Debug, Deserialize)]
struct Extreme {
    features: usize,
    cards: usize,
    extreme: String,
    sets: usize,
}

/// The fewest and the most sets that hands can hold.
pub(super) fn extremes(files: &[Recognised<'_>]) -> Result<Chart, ChartError> {
    let rows: Vec<Extreme> = all_rows(files)?;
    let decks: BTreeSet<usize> = rows.iter().map(|row| row.features).collect();
    let keys: BTreeSet<(usize, &str)> =
        rows.iter().map(|row| (row.features, row.extreme.as_str())).collect();
    let series = keys.iter().enumerate().map(|(ink, &(features, extreme))| {
        let what = match extreme {
            "least" => "fewest sets",
            "most" => "most sets",
            other => other,
        };
        let name =
            if decks.len() > 1 { format!("{what}, {features} features") } else { what.to_owned() };
        let own =
            rows.iter().filter(|row| (row.features, row.extreme.as_str()) == (features, extreme));
        let points = own.map(|row| Point::new(row.cards as f64, row.sets as f64)).collect();
        Series::new(&name, ink, Mark::DottedLine, points)
    });
    let series: Vec<Series> = series.collect();
    let names: Vec<String> = decks.iter().map(|&features| words::deck(features)).collect();
    let caption =
        format!("The fewest and the most sets in any hand from {}, counted.", words::list(&names));
    let y = Axis::from_zero("sets in the hand", Unit::Number, heights(&series));
    Ok(by_cards("How few and how many sets can a hand hold?", caption, series, y))
}

/// A row of the answers.
#[derive(Debug, Deserialize)]
struct Answer {
    features: usize,
    cards: usize,
    sets: String,
    given: Option<String>,
    probability: f64,
}

/// Single questions by hand size.
pub(super) fn answers(files: &[Recognised<'_>], wish: &Wish) -> Result<Chart, ChartError> {
    let rows: Vec<Answer> = all_rows(files)?;
    let question = |row: &Answer| {
        let given = row.given.as_ref().and_then(|given| given.split(':').next());
        let given = given
            .map_or_else(String::new, |first| format!(", when the first {first} cards hold none"));
        let deck = if rows.iter().any(|other| other.features != row.features) {
            format!(", {} features", row.features)
        } else {
            String::new()
        };
        let sets = if row.sets == "1" { "set" } else { "sets" };
        format!("{} {sets}{given}{deck}", row.sets)
    };
    let mut questions: Vec<String> = Vec::new();
    for row in &rows {
        let question = question(row);
        if !questions.contains(&question) {
            questions.push(question);
        }
    }
    let series = questions.iter().enumerate().map(|(ink, name)| {
        let own = rows.iter().filter(|row| question(row) == *name);
        let label =
            |share: f64| if rows.len() <= 15 && !wish.log { brief(share) } else { String::new() };
        let points = own.map(|row| Point {
            label: label(row.probability),
            ..Point::new(row.cards as f64, row.probability)
        });
        Series::new(name, ink, Mark::Bars, points.collect())
    });
    let series: Vec<Series> = series.collect();
    let y = if wish.log {
        Axis::powers_of_ten("share of hands", Unit::OneIn, heights(&series))
    } else {
        Axis::from_zero("share of hands", Unit::Percent, heights(&series))
    };
    let decks: BTreeSet<usize> = rows.iter().map(|row| row.features).collect();
    let decks: Vec<String> = decks.into_iter().map(words::deck).collect();
    let title = if let [question] = questions.as_slice() {
        format!("How often: {question}?")
    } else {
        "How often?".to_owned()
    };
    Ok(by_cards(&title, format!("Hands from {}, exactly.", words::list(&decks)), series, y))
}

/// A row of the decks that can be cleared.
#[derive(Debug, Deserialize)]
struct Verdict {
    features: usize,
    outcome: String,
    total: u128,
    probability: f64,
    ci_low: f64,
    ci_high: f64,
}

/// Which decks can be cleared by whoever knows their order.
pub(super) fn offline(files: &[Recognised<'_>]) -> Result<Chart, ChartError> {
    let rows: Vec<Verdict> = all_rows(files)?;
    let mut outcomes: Vec<&str> = Vec::new();
    for row in &rows {
        if !outcomes.contains(&row.outcome.as_str()) {
            outcomes.push(&row.outcome);
        }
    }
    let decks: BTreeSet<usize> = rows.iter().map(|row| row.features).collect();
    let series = decks.iter().enumerate().map(|(ink, &features)| {
        let own = rows.iter().filter(|row| row.features == features);
        let points = own.map(|row| {
            let place = outcomes.iter().position(|&outcome| outcome == row.outcome).unwrap_or(0);
            let point =
                Point::new(place as f64, row.probability).between(Some((row.ci_low, row.ci_high)));
            Point { label: brief(row.probability), ..point }
        });
        Series::new(&words::short_deck(features), ink, Mark::Bars, points.collect())
    });
    let series: Vec<Series> = series.collect();
    let x = Axis::names("", outcomes.iter().map(|outcome| outcome.replace('-', " ")));
    let y = Axis::from_zero("share of decks", Unit::Percent, heights(&series));
    let decks: Vec<String> = decks.into_iter().map(words::deck).collect();
    let total = rows.iter().map(|row| row.total).max().unwrap_or(0);
    Ok(Chart {
        title: "Can a deck be cleared, if its order is known?".to_owned(),
        caption: format!(
            "{} of {}; lines with ends are confidence intervals.",
            words::count(total, "shuffled deck"),
            words::list(&decks)
        ),
        panels: vec![Panel::new(x, y, series)],
    })
}

/// A row of the hands that were given.
#[derive(Debug, Deserialize)]
struct Hand {
    sets: usize,
    largest_cap: usize,
}

/// How many of the hands that were given hold how many sets, and how large their caps are.
pub(super) fn hands(files: &[Recognised<'_>]) -> Result<Chart, ChartError> {
    let rows: Vec<Hand> = all_rows(files)?;
    let panel = |title: &str, value: fn(&Hand) -> usize| {
        let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
        rows.iter().for_each(|row| *counts.entry(value(row)).or_default() += 1);
        let points = counts.iter().map(|(&value, &count)| Point {
            label: if counts.len() <= 15 { count.to_string() } else { String::new() },
            ..Point::new(value as f64, f64::from(count))
        });
        let series = vec![Series::new("hands", 0, Mark::Bars, points.collect())];
        let x = Axis::whole_numbers(title, counts.keys().map(|&value| value as f64));
        let y = Axis::from_zero("hands", Unit::Number, heights(&series));
        Panel::new(x, y, series).titled(&words::sentence(title))
    };
    Ok(Chart {
        title: "What do these hands hold?".to_owned(),
        caption: format!("{}, as given.", words::count(rows.len() as u128, "hand")),
        panels: vec![
            panel("sets in the hand", |row| row.sets),
            panel("most cards without a set", |row| row.largest_cap),
        ],
    })
}
