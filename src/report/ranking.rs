//! Rankings of races: who is fastest, by how much, and how that changes with threads.

use super::columns::{Column, Style, draw, render, with_content};
use super::number::{grouped, significant, threads};
use super::race::RaceRow;
use crate::bench::Stage;
use crate::deal::Engine;
use comfy_table::CellAlignment;
use std::fmt::Write;

/// The two stages of an entrant.
struct Place<'a> {
    whole: &'a RaceRow,
    detection: Option<&'a RaceRow>,
}

/// Whether two rows are of the same entrant. The instructions tell lanes apart; the scalar engine's
/// are those of the dealing.
fn same_entrant(one: &RaceRow, other: &RaceRow) -> bool {
    one.strategy == other.strategy && engine(one) == engine(other)
}

/// The entrants of a race with so many threads, the fastest pipeline first.
fn ranking(rows: &[RaceRow], threads: usize) -> Vec<Place<'_>> {
    let of = |stage: Stage| {
        rows.iter().filter(move |row| row.threads == threads && row.stage == stage.name())
    };
    let place = |whole| {
        let detection = of(Stage::Detection).find(|row| same_entrant(row, whole));
        Place { whole, detection }
    };
    let mut places: Vec<Place<'_>> = of(Stage::Whole).map(place).collect();
    places.sort_by(|a, b| a.whole.ns_per_hand_median.total_cmp(&b.whole.ns_per_hand_median));
    places
}

/// The numbers of threads of a race, in its order.
fn thread_counts(rows: &[RaceRow]) -> Vec<usize> {
    let mut counts = Vec::new();
    for row in rows {
        if !counts.contains(&row.threads) {
            counts.push(row.threads);
        }
    }
    counts
}

fn columns(places: &[Place<'_>]) -> Vec<Column> {
    let each = |of: &dyn Fn(&Place<'_>) -> String| places.iter().map(of).collect::<Vec<_>>();
    let nanoseconds = |row: &RaceRow| significant(row.ns_per_hand_median, 3);
    let optional = |value: Option<f64>| value.map_or_else(String::new, |it| significant(it, 3));
    let cells = [
        (0, "strategy", each(&|place| place.whole.strategy.clone())),
        (0, "engine", each(&|place| engine(place.whole))),
        (0, "ns a hand", each(&|place| nanoseconds(place.whole))),
        (2, "detection alone", each(&|place| place.detection.map(nanoseconds).unwrap_or_default())),
        (1, "million/s", each(&|place| significant(place.whole.hands_per_second / 1e6, 3))),
        (1, "x naive", each(&|place| optional(place.whole.speedup_vs_naive))),
        (
            3,
            "efficiency",
            each(&|place| match place.whole.threads {
                1 => String::new(),
                _ => optional(place.whole.parallel_efficiency),
            }),
        ),
    ];
    let columns =
        cells.into_iter().map(|(rank, title, cells)| Column::new(rank, title, cells.into_iter()));
    with_content(columns.collect())
}

/// `scalar`, or `lanes, avx2`.
fn engine(row: &RaceRow) -> String {
    match &*row.engine {
        "lanes" => format!("lanes, {}", row.instruction_set),
        scalar => scalar.to_owned(),
    }
}

/// `12 cards of 4 features, 1,000,000 hands, timed 5 times`
fn title(row: &RaceRow) -> String {
    let (cards, features, hands) = (row.cards, row.features, grouped(u128::from(row.hands)));
    let timed = match row.repeats {
        1 => "once".to_owned(),
        more => format!("{more} times"),
    };
    format!("{cards} cards of {features} features, {hands} hands, timed {timed}")
}

/// The rankings of one race for a terminal, one for each number of threads, and how they differ.
#[must_use]
pub fn text(rows: &[RaceRow], width: usize) -> String {
    write_rankings(rows, |places| {
        let rates: Vec<f64> = places.iter().map(|place| place.whole.hands_per_second).collect();
        render(columns(places), &rates, width)
    })
}

/// The same as Markdown, without bars.
#[must_use]
pub fn markdown(rows: &[RaceRow]) -> String {
    write_rankings(rows, |places| draw(&columns(places), CellAlignment::Right, Style::Markdown))
}

fn write_rankings(rows: &[RaceRow], table: impl Fn(&[Place<'_>]) -> String) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let counts = thread_counts(rows);
    let mut text = String::new();
    for &count in &counts {
        let lines = table(&ranking(rows, count));
        write!(text, "{}, {}:\n\n{lines}\n", title(first), threads(count)).expect(GROWS);
    }
    for &count in counts.iter().skip(1) {
        writeln!(text, "{}", change(rows, counts[0], count)).expect(GROWS);
    }
    text
}

/// `2 threads: the order is that of 1 thread.`, or who moves.
fn change(rows: &[RaceRow], before: usize, after: usize) -> String {
    let (old, new) = (ranking(rows, before), ranking(rows, after));
    let moved = new.iter().enumerate().filter_map(|(place, it)| {
        let was = old.iter().position(|other| same_entrant(other.whole, it.whole))?;
        let (strategy, engine) = (&it.whole.strategy, engine(it.whole));
        (was != place).then(|| format!("{strategy} ({engine}) from {} to {}", was + 1, place + 1))
    });
    let moved: Vec<String> = moved.collect();
    let (before, after) = (threads(before), threads(after));
    if moved.is_empty() {
        return format!("With {after} the order is that of {before}.");
    }
    format!("With {after} instead of {before}, places change: {}.", moved.join(", "))
}

/// One line for each race: who is fastest with as many threads as were timed first, and who of
/// those that work hand by hand.
#[must_use]
pub fn overview(races: &[Vec<RaceRow>], width: usize) -> String {
    let winners = winners(races);
    let rates: Vec<f64> = winners.iter().map(|(first, _)| first.hands_per_second).collect();
    render(overview_columns(&winners), &rates, width)
}

/// The same as Markdown, without bars.
#[must_use]
pub fn overview_markdown(races: &[Vec<RaceRow>]) -> String {
    draw(&overview_columns(&winners(races)), CellAlignment::Right, Style::Markdown)
}

/// The fastest of a race, and the fastest that works hand by hand.
type Winners<'a> = (&'a RaceRow, Option<&'a RaceRow>);

fn winners(races: &[Vec<RaceRow>]) -> Vec<Winners<'_>> {
    races.iter().filter_map(|rows| winners_of(rows)).collect()
}

fn winners_of(rows: &[RaceRow]) -> Option<Winners<'_>> {
    let ranking = ranking(rows, rows.first()?.threads);
    let scalar = ranking.iter().find(|place| place.whole.engine == Engine::Scalar.name());
    Some((ranking.first()?.whole, scalar.map(|place| place.whole)))
}

fn overview_columns(winners: &[Winners<'_>]) -> Vec<Column> {
    let each = |of: &dyn Fn(&RaceRow) -> String| -> Vec<String> {
        winners.iter().map(|(first, _)| of(first)).collect()
    };
    let scalar = |of: &dyn Fn(&RaceRow, &RaceRow) -> String| -> Vec<String> {
        let cell = |(first, scalar): &Winners<'_>| scalar.map(|row| of(first, row));
        winners.iter().map(|pair| cell(pair).unwrap_or_default()).collect()
    };
    let ns = |row: &RaceRow| significant(row.ns_per_hand_median, 3);
    let speedup = |row: &RaceRow| row.speedup_vs_naive.map(|it| significant(it, 3));
    let cells = [
        (0, "features", each(&|row| row.features.to_string())),
        (0, "cards", each(&|row| row.cards.to_string())),
        (2, "fastest", each(&|row| row.strategy.clone())),
        (2, "engine", each(&engine)),
        (0, "ns a hand", each(&ns)),
        (1, "million/s", each(&|row| significant(row.hands_per_second / 1e6, 3))),
        (3, "x naive", each(&|row| speedup(row).unwrap_or_default())),
        (3, "fastest scalar", scalar(&|_, row| row.strategy.clone())),
        (3, "ns", scalar(&|_, row| ns(row))),
        (
            1,
            "x scalar",
            scalar(&|first, row| significant(row.ns_per_hand_median / first.ns_per_hand_median, 3)),
        ),
    ];
    let columns =
        cells.into_iter().map(|(rank, title, cells)| Column::new(rank, title, cells.into_iter()));
    with_content(columns.collect())
}

/// Why writing to a string is expected to succeed.
const GROWS: &str = "a string grows";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::race::tests::row;

    #[test]
    fn the_fastest_comes_first_and_moves_are_told() {
        let rows = [
            row("naive", "scalar", 1, 200.0),
            row("third-card", "lanes", 1, 10.0),
            row("third-card", "scalar", 1, 90.0),
            row("naive", "scalar", 2, 100.0),
            row("third-card", "lanes", 2, 5.0),
            row("third-card", "scalar", 2, 110.0),
        ];
        let text = text(&rows, 80);
        let names: Vec<&str> =
            text.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(names[2..5], ["third-card", "third-card", "naive"]);
        assert!(
            text.starts_with("12 cards of 4 features, 1,000,000 hands, timed 5 times, 1 thread:")
        );
        let moves = "With 2 threads instead of 1 thread, places change: naive (scalar) from 3 to 2, \
                     third-card (scalar) from 2 to 3.";
        assert!(text.contains(moves), "{text}");
        assert!(super::text(&rows[..3], 80).contains("1 thread") && !text.contains("order is"));
        assert!(markdown(&rows).contains("| third-card | lanes, avx2 |"), "{}", markdown(&rows));
    }

    /// The scalar engine deals with vectors and detects without.
    #[test]
    fn detection_alone_stands_beside_the_pipeline() {
        let detection = |row: RaceRow, instruction_set: &str| RaceRow {
            stage: Stage::Detection.name().to_owned(),
            instruction_set: instruction_set.to_owned(),
            ns_per_hand_median: row.ns_per_hand_median / 2.0,
            ..row
        };
        let (scalar, lanes) =
            (row("naive", "scalar", 1, 90.0), row("third-card", "lanes", 1, 10.0));
        let other = RaceRow { instruction_set: "sse2".to_owned(), ..lanes.clone() };
        let rows = [
            detection(scalar.clone(), "sse2"),
            detection(other.clone(), "sse2"),
            detection(lanes.clone(), "avx2"),
            scalar,
            RaceRow { ns_per_hand_median: 20.0, ..other },
            lanes,
        ];
        let found: Vec<_> = ranking(&rows, 1)
            .iter()
            .map(|place| place.detection.map(|row| &*row.instruction_set))
            .collect();
        assert_eq!(found, [Some("avx2"), Some("sse2"), Some("sse2")]);
    }

    #[test]
    fn an_overview_has_a_line_for_each_race() {
        let race = || vec![row("naive", "scalar", 1, 200.0), row("third-card", "lanes", 1, 10.0)];
        let lines = overview_markdown(&[race(), race()]);
        assert_eq!(lines.lines().count(), 4);
        let cells: Vec<&str> = lines.lines().last().unwrap().split('|').map(str::trim).collect();
        let expected =
            ["4", "12", "third-card", "lanes, avx2", "10.0", "100", "20.0", "naive", "200", "20.0"];
        assert_eq!(cells[1..11], expected);
    }
}
