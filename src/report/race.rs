//! Races of detection strategies: rows, rankings, and what a ranking says.

use super::columns::{Column, Style, draw, render, with_content};
use super::csv::Row;
use super::number::{grouped, significant, threads};
use super::provenance::{Host, Program, Randomness};
use crate::bench::{Race, Results, Stage, Timing};
use crate::deal::Engine;
use crate::detect::Strategy;
use comfy_table::CellAlignment;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A machine is noisy when the repeats deviate by more than this share of their median.
pub const NOISY: f64 = 0.1;

/// One entrant in one stage: a row of the CSV, columns in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceRow {
    /// The strategy.
    pub strategy: String,
    /// The engine that drives it.
    pub engine: String,
    /// The vector instructions that the engine uses.
    pub instruction_set: String,
    /// Features of the deck.
    pub features: usize,
    /// Cards in a hand.
    pub cards: usize,
    /// Threads that worked.
    pub threads: usize,
    /// Hands that were dealt.
    pub hands: u64,
    /// How often it was timed.
    pub repeats: usize,
    /// What was timed.
    pub stage: String,
    /// Nanoseconds for a hand, all threads together: the median of the repeats,
    pub ns_per_hand_median: f64,
    /// the least of them,
    pub ns_per_hand_min: f64,
    /// and the median deviation from the median.
    pub ns_per_hand_mad: f64,
    /// Hands in a second, by the median.
    pub hands_per_second: f64,
    /// How often faster than the definition, hand by hand, with as many threads; missing when that
    /// did not take part.
    pub speedup_vs_naive: Option<f64>,
    /// The speed as a share of that many times the speed of one thread; missing when one thread was
    /// not timed.
    pub parallel_efficiency: Option<f64>,
    /// The hash of what was found, in hexadecimal digits.
    pub checksum: String,
}

impl Row for RaceRow {
    const COLUMNS: &'static [&'static str] = &[
        "strategy",
        "engine",
        "instruction_set",
        "features",
        "cards",
        "threads",
        "hands",
        "repeats",
        "stage",
        "ns_per_hand_median",
        "ns_per_hand_min",
        "ns_per_hand_mad",
        "hands_per_second",
        "speedup_vs_naive",
        "parallel_efficiency",
        "checksum",
    ];
}

/// Where races come from.
#[derive(Clone, Debug, Serialize)]
pub struct RaceProvenance {
    /// The program that raced.
    pub program: Program,
    /// The command line, as one would type it again.
    pub command: String,
    /// Where the hands come from.
    pub randomness: Randomness,
    /// The shortest time that was measured at once, in seconds.
    pub shortest_timing_seconds: f64,
    /// When it began.
    pub started: Timestamp,
    /// How long it took.
    pub elapsed_seconds: f64,
    /// The machine.
    pub host: Host,
}

/// The rows of a race, as they were timed.
#[must_use]
pub fn rows(race: &Race, results: &Results) -> Vec<RaceRow> {
    results.timings.iter().map(|timing| row(race, results, timing)).collect()
}

fn row(race: &Race, results: &Results, timing: &Timing) -> RaceRow {
    let median = timing.median();
    let find = |wanted: &dyn Fn(&Timing) -> bool| {
        let same_stage = results.timings.iter().filter(|other| other.stage == timing.stage);
        same_stage.into_iter().find(|other| wanted(other)).map(Timing::median)
    };
    let naive = find(&|other| {
        let (strategy, engine) = (other.entrant.strategy, other.entrant.engine);
        (strategy, engine, other.threads) == (Strategy::Naive, Engine::Scalar, timing.threads)
    });
    let alone = find(&|other| other.entrant == timing.entrant && other.threads == 1);
    let threads = crate::stats::to_float(timing.threads as u128);
    RaceRow {
        strategy: timing.entrant.strategy.name().to_owned(),
        engine: timing.entrant.engine.name().to_owned(),
        instruction_set: timing.entrant.engine.instruction_set().name().to_owned(),
        features: race.deck.features(),
        cards: race.cards,
        threads: timing.threads,
        hands: race.hands,
        repeats: race.repeats,
        stage: timing.stage.name().to_owned(),
        ns_per_hand_median: median,
        ns_per_hand_min: timing.least(),
        ns_per_hand_mad: timing.deviation(),
        hands_per_second: 1e9 / median,
        speedup_vs_naive: naive.map(|naive| naive / median),
        parallel_efficiency: alone.map(|alone| alone / (threads * median)),
        checksum: format!("{:016x}", results.checksum),
    }
}

/// The two stages of an entrant.
struct Place<'a> {
    whole: &'a RaceRow,
    detection: Option<&'a RaceRow>,
}

impl Place<'_> {
    fn name(&self) -> (&str, &str, &str) {
        (&self.whole.strategy, &self.whole.engine, &self.whole.instruction_set)
    }
}

/// The entrants of a race with so many threads, the fastest pipeline first.
fn ranking(rows: &[RaceRow], threads: usize) -> Vec<Place<'_>> {
    let of = |stage: Stage| {
        rows.iter().filter(move |row| row.threads == threads && row.stage == stage.name())
    };
    let place = |whole| {
        let mut place = Place { whole, detection: None };
        place.detection = of(Stage::Detection)
            .find(|row| (&*row.strategy, &*row.engine, &*row.instruction_set) == place.name());
        place
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
    format!("{cards} cards of {features} features, {hands} hands, timed {} times", row.repeats)
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
        let was = old.iter().position(|other| other.name() == it.name())?;
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

/// What makes the numbers doubtful: repeats that differ much.
#[must_use]
pub fn warnings(rows: &[RaceRow]) -> Vec<String> {
    let spread = |row: &RaceRow| row.ns_per_hand_mad / row.ns_per_hand_median;
    let noisy = rows.iter().filter(|row| spread(row) > NOISY).count();
    let worst = rows.iter().map(spread).fold(0.0, f64::max);
    let text = format!(
        "warning: noisy machine: {noisy} of {} timings deviate by more than 10 % of their median \
         (up to {} %); repeat more often, or when it is idle",
        rows.len(),
        significant(100.0 * worst, 2)
    );
    (noisy > 0).then_some(text).into_iter().collect()
}

/// Why writing to a string is expected to succeed.
const GROWS: &str = "a string grows";

#[cfg(test)]
mod tests {
    use super::*;

    fn row(strategy: &str, engine: &str, threads: usize, nanoseconds: f64) -> RaceRow {
        RaceRow {
            strategy: strategy.to_owned(),
            engine: engine.to_owned(),
            instruction_set: "avx2".to_owned(),
            features: 4,
            cards: 12,
            threads,
            hands: 1_000_000,
            repeats: 5,
            stage: Stage::Whole.name().to_owned(),
            ns_per_hand_median: nanoseconds,
            ns_per_hand_min: nanoseconds,
            ns_per_hand_mad: 0.01 * nanoseconds,
            hands_per_second: 1e9 / nanoseconds,
            speedup_vs_naive: Some(200.0 / nanoseconds),
            parallel_efficiency: Some(1.0),
            checksum: String::new(),
        }
    }

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

    #[test]
    fn only_noise_is_warned_of() {
        let mut rows = vec![row("naive", "scalar", 1, 200.0)];
        assert_eq!(warnings(&rows), Vec::<String>::new());
        rows[0].ns_per_hand_mad = 30.0;
        assert!(warnings(&rows)[0].contains("1 of 1 timings deviate by more than 10 %"));
    }
}
