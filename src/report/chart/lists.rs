//! Classes, records, single answers and hands that were given.

use super::Options;
use super::columns::Plot;
use super::description::{Axis, Chart, Mark, Panel, Point, Series, Unit};
use super::race::{Dot, dots};
use super::words;
use super::words::SAME;
use crate::report::answer::AnswerRow;
use crate::report::classes::{ClassCountRow, ClassRow};
use crate::report::datasets::all;
use crate::report::datasets::recognise::{Recognised, TableError};
use crate::report::extremes::ExtremeRow;
use crate::report::games::summary::{Quantity, SummaryRow};
use crate::report::groups::each_once;
use crate::report::hands::HandCapRow;
use crate::report::next::NextRow;
use crate::report::share::limits;
use std::collections::{BTreeMap, BTreeSet};

/// How many classes there are by hand size and number of sets, a map for each deck.
pub(crate) fn classes(rows: &[ClassRow], _: &Options) -> Chart {
    let mut counts: BTreeMap<(usize, usize, usize), u32> = BTreeMap::new();
    for row in rows {
        *counts.entry((row.features, row.cards, row.sets)).or_default() += 1;
    }
    let all = counts.values().map(|&count| f64::from(count));
    let shade = Axis::powers_of_ten("kinds of hands", Unit::Number, all);
    let decks: BTreeSet<usize> = rows.iter().map(|row| row.features).collect();
    let panel = |&features: &usize| {
        let own = counts.iter().filter(|((own, ..), _)| *own == features);
        let cells =
            own.map(|(&(_, cards, sets), &count)| [sets as f64, cards as f64, f64::from(count)]);
        let titles = ["sets in the hand", "cards in the hand"];
        let title = if decks.len() > 1 { words::short_deck(features) } else { String::new() };
        Panel::map("kinds of hands", titles, cells.collect(), &shade).titled(&title)
    };
    Chart::of(
        "How many kinds of hands are there?",
        format!(
            "Essentially different hands from {}, by their cards and sets; where there is no \
             colour, none.",
            words::decks(decks.iter().copied())
        ),
        decks.iter().map(panel).collect(),
    )
}

/// How many classes, and how many hands, of every size.
pub(crate) fn class_counts(files: &[Recognised<'_>], _: &Options) -> Result<Chart, TableError> {
    let rows = all::<ClassCountRow>(files)?;
    let caption =
        format!("Hands from {}. {SAME}", words::decks(rows.iter().map(|row| row.features)));
    let curves = [("hands", "hands"), ("classes", "essentially different hands")];
    let plot = Plot::lines(("cards", "cards in the hand"), &curves).log();
    plot.draw(files, "How many kinds of hands are there?", caption)
}

/// The fewest and the most sets that hands can hold.
pub(crate) fn extremes(files: &[Recognised<'_>], _: &Options) -> Result<Chart, TableError> {
    let decks = words::decks(all::<ExtremeRow>(files)?.iter().map(|row| row.features));
    let caption = format!("The fewest and the most sets in any hand from {decks}, counted.");
    let plot = Plot::lines(("cards", "cards in the hand"), &[("sets", "sets")]);
    let plot = plot.against("sets in the hand");
    plot.draw(files, "How few and how many sets can a hand hold?", caption)
}

/// The place of something in a list of which it is part.
fn place<T: PartialEq>(all: &[T], one: &T) -> f64 {
    all.iter().position(|it| it == one).unwrap_or(0) as f64
}

/// `no set, when the first 12 cards hold 2 or 3 sets`
fn question(row: &AnswerRow, several_decks: bool) -> String {
    let given = row.given.as_ref().and_then(|given| given.split_once(':'));
    let given = given.map(|(first, sets)| {
        format!(", when the first {first} cards hold {}", numbers_of_sets(sets))
    });
    let question = format!("{}{}", numbers_of_sets(&row.sets), given.unwrap_or_default());
    words::with_deck(&question, row.features, several_decks)
}

/// `no set`, `1 set`, `3 or more sets`, `2 to 4 sets`
fn numbers_of_sets(sets: &str) -> String {
    match (sets, sets.strip_suffix('+'), sets.split_once('-')) {
        ("0", ..) => "no set".to_owned(),
        ("1", ..) => "1 set".to_owned(),
        (_, Some(least), _) => format!("{least} or more sets"),
        (_, _, Some((least, most))) => format!("{least} to {most} sets"),
        _ => format!("{sets} sets"),
    }
}

/// Single questions by hand size.
pub(crate) fn answers(rows: &[AnswerRow], options: &Options) -> Chart {
    let several = words::several(rows.iter().map(|row| row.features));
    let sizes = each_once(rows.iter().map(|row| row.cards));
    let labelled = rows.len() <= 12 && !options.log;
    let point = |row: &AnswerRow| {
        Some(Point::new(place(&sizes, &row.cards), row.probability).labelled(labelled))
    };
    let series = Series::by_name(rows, Mark::Bars, |row| question(row, several), point);
    let y = Axis::shares("probability", options.log, &series);
    let title = match series.as_slice() {
        [Series { name, .. }] => format!("How often does a hand hold {name}?"),
        _ => "How often?".to_owned(),
    };
    let decks = words::decks(rows.iter().map(|row| row.features));
    let caption = format!("Hands from {decks}, exactly.");
    let x = Axis::names("cards in the hand", sizes.iter().map(ToString::to_string));
    Chart::new(&title, caption, [x, y], series)
}

/// The sets on a table after the next cards: a panel for each table.
pub(crate) fn next(files: &[Recognised<'_>], options: &Options) -> Result<Chart, TableError> {
    let mut tables: Vec<(String, Series)> = Vec::new();
    for file in files {
        let rows: Vec<NextRow> = file.rows()?;
        let place = |row: &NextRow| (row.features, row.table, row.unseen);
        for rows in rows.chunk_by(|one, next| place(one) == place(next)) {
            let (features, table, unseen) = place(&rows[0]);
            let cards = words::deck(features);
            let title = format!("{table} cards of {cards} on the table, {unseen} unseen");
            tables.extend(after(rows).into_iter().map(|series| (title.clone(), series)));
        }
    }
    let all: Vec<Series> = tables.iter().map(|(_, series)| series.clone()).collect();
    let x = Axis::across("sets on the table", &all);
    let y = Axis::shares("share of choices", options.log, &all);
    // Two positions of as many cards are told apart by their place in the list.
    let panels = tables.chunk_by(|one, next| one.0 == next.0 && one.1.name != next.1.name);
    let panels = panels.map(|own| {
        let series = own.iter().map(|(_, series)| series.clone()).collect();
        Panel::new(x.clone(), y.clone(), series).titled(&own[0].0)
    });
    let mut panels: Vec<Panel> = panels.collect();
    let caption = match &mut panels[..] {
        [one] => format!("{}.", std::mem::take(&mut one.title)),
        all => format!("{}.", words::count(all.len() as u128, "table")),
    };
    Ok(Chart::of("What do the next cards bring?", caption, panels))
}

/// A series for each number of cards that are dealt to a table.
fn after(rows: &[NextRow]) -> Vec<Series> {
    let name = |row: &NextRow| format!("after {} more", row.dealt);
    let point = |row: &NextRow| {
        let point = Point::new(row.sets as f64, row.probability);
        Some(point.between(row.limits()))
    };
    Series::by_name(rows, Mark::Bars, name, point)
}

/// Rules as players say them: `one at a time` is `deal=1`.
fn rules_in_words(rules: &str) -> String {
    let word = |rule: &str| match rule.split_once('=') {
        Some(("start", cards)) => format!("{cards} cards to start"),
        Some(("deal", "1")) => "1 card at a time".to_owned(),
        Some(("deal", cards)) => format!("{cards} cards at a time"),
        Some(("when-stuck", what)) => format!("{what} when stuck"),
        _ => rule.replace('-', " "),
    };
    rules.split([' ', ',']).filter(|it| !it.is_empty()).map(word).collect::<Vec<_>>().join(", ")
}

/// How often games by some rules are stuck, and how often they clear the table.
pub(crate) fn summary(rows: &[SummaryRow], options: &Options) -> Chart {
    let several_decks = words::several(rows.iter().map(|row| row.features));
    let policies = each_once(rows.iter().map(|row| row.policy.name()));
    let rules = |row: &SummaryRow| {
        let by = if policies.len() > 1 { format!(", {}", row.policy) } else { String::new() };
        words::with_deck(
            &format!("{}{by}", rules_in_words(&row.rules)),
            row.features,
            several_decks,
        )
    };
    let dot = |row: &SummaryRow| {
        let outcome = match row.quantity {
            Quantity::Stuck => "stuck",
            Quantity::Cleared => "no card left",
            _ => return None,
        };
        let point = Point::new(row.mean, 0.0).between(limits(row.ci_low, row.ci_high));
        Some((rules(row), outcome.to_owned(), point))
    };
    let values: Vec<Dot> = rows.iter().filter_map(dot).collect();
    let shares = values.iter().map(|(.., point)| point.x);
    let x = if options.log {
        Axis::powers_of_ten("share of games", Unit::OneIn, shares)
    } else {
        Axis::from_zero("share of games", Unit::Percent, shares).with_room()
    };
    let caption = format!(
        "Games with {}, policy {}; stuck: once or more without a set while cards are in the deck.",
        words::decks(rows.iter().map(|row| row.features)),
        words::list(&policies.iter().map(ToString::to_string).collect::<Vec<_>>())
    );
    let is_standard = rows.iter().all(|row| row.rules == "standard");
    let title = if is_standard { "How do games go?" } else { "How do games go, by their rules?" };
    Chart::of(title, caption, vec![dots(&values, x)])
}

/// How many of the hands that were given hold how many sets, and how large their caps are.
pub(crate) fn hands(rows: &[HandCapRow], _: &Options) -> Chart {
    let panel = |title: &str, value: fn(&HandCapRow) -> usize| {
        let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
        rows.iter().for_each(|row| *counts.entry(value(row)).or_default() += 1);
        let points = counts.iter().map(|(&value, &count)| Point {
            label: if counts.len() <= 15 { count.to_string() } else { String::new() },
            ..Point::new(value as f64, f64::from(count))
        });
        let series = vec![Series::new("hands", 0, Mark::Bars, points.collect())];
        let x = Axis::whole_numbers(title, counts.keys().map(|&value| value as f64));
        Panel::new(x, Axis::counts("hands", &series), series).titled(&words::sentence(title))
    };
    Chart::of(
        "What do these hands hold?",
        format!("{}, as given.", words::count(rows.len() as u128, "hand")),
        vec![
            panel("sets in the hand", |row| row.sets),
            panel("most cards without a set", |row| row.largest_cap),
        ],
    )
}
