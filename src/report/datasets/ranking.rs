//! Rankings of races: who is fastest, and by how much.

use super::race::RaceRow;
use super::recognise::{Recognised, TableError};
use super::{Listed, View, all};
use crate::bench::Stage;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::groups::each_once;
use crate::report::number::{count, plural, significant, threads};

/// The rankings of all races in some files.
pub(crate) fn table(files: &[Recognised<'_>], view: View<'_>) -> Result<String, TableError> {
    let rows = view.choice.of(files, all::<RaceRow>(files)?, |row| row.cards)?;
    Ok(rankings(&rows, view.target))
}

impl Listed for RaceRow {
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        rankings(rows, target)
    }
}

/// The races that rows are of.
#[must_use]
pub fn races(rows: &[RaceRow]) -> Vec<&[RaceRow]> {
    rows.chunk_by(|one, next| (one.features, one.cards) == (next.features, next.cards)).collect()
}

/// The two stages of a candidate.
struct RankedPlace<'a> {
    whole: &'a RaceRow,
    detection: Option<&'a RaceRow>,
}

/// Whether two rows are of the same candidate. The instructions tell lanes apart; the scalar
/// engine's are those of the dealing.
pub(crate) fn same_candidate(one: &RaceRow, other: &RaceRow) -> bool {
    one.strategy == other.strategy && one.lanes() == other.lanes()
}

/// The candidates of a race on `threads` threads, the fastest pipeline first.
fn ranking(rows: &[RaceRow], threads: usize) -> Vec<RankedPlace<'_>> {
    let of = |stage: Stage| {
        rows.iter().filter(move |row| row.threads == threads && row.stage == stage.name())
    };
    let place = |whole| {
        let detection = of(Stage::Detection).find(|row| same_candidate(row, whole));
        RankedPlace { whole, detection }
    };
    let mut places: Vec<RankedPlace<'_>> = of(Stage::Whole).map(place).collect();
    places.sort_by(|a, b| a.whole.ns_per_hand_median.total_cmp(&b.whole.ns_per_hand_median));
    places
}

fn drawn(places: &[RankedPlace<'_>], target: RenderTarget) -> String {
    let nanoseconds = |row: &RaceRow| significant(row.ns_per_hand_median, 3);
    let ratio = |value: Option<f64>| value.map(|it| significant(it, 3));
    let efficiency = |row: &RaceRow| row.parallel_efficiency.filter(|_| row.threads > 1);
    Grid::of(places)
        .text("strategy", |place| place.whole.strategy.clone())
        .text("engine", |place| place.whole.lanes())
        .column("ns a hand", |place| nanoseconds(place.whole))
        .ranked(2, "detection alone", |place| place.detection.map(nanoseconds))
        .ranked(1, "million/s", |place| significant(place.whole.hands_per_second / 1e6, 3))
        .ranked(1, "x naive", |place| ratio(place.whole.speedup_vs_naive))
        .ranked(3, "efficiency", |place| ratio(efficiency(place.whole)))
        .bars(|place| place.whole.hands_per_second)
        .draw(target)
}

/// `12 cards of 4 features, 1,000,000 hands, timed 5 times`
fn title(row: &RaceRow) -> String {
    let (cards, features) = (plural(row.cards, "card"), row.features);
    let hands = count(u128::from(row.hands), "hand");
    let timed = match row.repeats {
        1 => "once".to_owned(),
        more => format!("{more} times"),
    };
    format!("{cards} of {features} features, {hands}, timed {timed}")
}

/// The rankings of all races, one for each number of threads.
#[must_use]
pub fn rankings(rows: &[RaceRow], target: RenderTarget) -> String {
    let mut all = Vec::new();
    for race in races(rows) {
        for count in each_once(race.iter().map(|row| row.threads)) {
            let table = drawn(&ranking(race, count), target);
            all.push(format!("{}, {}:\n\n{table}", title(&race[0]), threads(count)));
        }
    }
    all.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::race::tests::row;

    #[test]
    fn the_fastest_comes_first_in_each_race() {
        let race = |cards| {
            let rows = [
                row("naive", "scalar", 1, 200.0),
                row("third-card", "lanes", 1, 10.0),
                row("third-card", "scalar", 1, 90.0),
                row("naive", "scalar", 2, 100.0),
                row("third-card", "lanes", 2, 5.0),
            ];
            rows.map(|row| RaceRow { cards, ..row })
        };
        let text = rankings(&[race(9), race(12)].concat(), RenderTarget::Markdown);
        let titles: Vec<&str> = text.lines().filter(|line| line.ends_with(':')).collect();
        let title = "cards of 4 features, 1,000,000 hands, timed 5 times,";
        let title = |cards, threads| format!("{cards} {title} {threads}:");
        let expected = [(9, "1 thread"), (9, "2 threads"), (12, "1 thread"), (12, "2 threads")];
        assert_eq!(titles, expected.map(|(cards, threads)| title(cards, threads)));
        let cells = |line: &str| line.split('|').map(|it| it.trim().to_owned()).collect::<Vec<_>>();
        let last: Vec<_> = text.lines().rev().take(2).map(cells).collect();
        let fastest = ["third-card", "lanes, avx2", "5.00", "200", "40.0", "1.00"];
        assert_eq!(last[1][1..7], fastest, "{text}");
        assert_eq!(last[0][1..3], ["naive", "scalar"], "{text}");
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
}
