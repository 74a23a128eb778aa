//! Rankings of races: who is fastest, by how much, and how that changes with threads. A difference
//! that is no larger than the repeats deviate is noise: a tie.

use super::race::RaceRow;
use super::recognise::{Recognised, TableError};
use super::{View, all};
use crate::bench::Stage;
use crate::deal::Engine;
use crate::report::columns::{Grid, RenderTarget, fill};
use crate::report::groups::each_once;
use crate::report::number::{grouped, significant, threads};

/// One race as its rankings, several with a line each.
pub(crate) fn table(files: &[Recognised<'_>], view: View<'_>) -> Result<String, TableError> {
    let rows = view.choice.of(files, all::<RaceRow>(files)?, |row| row.cards)?;
    Ok(match &races(&rows)[..] {
        [race] => rankings(race, view.target),
        races => overview(races, view.target),
    })
}

/// The races that rows are of.
#[must_use]
pub fn races(rows: &[RaceRow]) -> Vec<&[RaceRow]> {
    rows.chunk_by(|one, next| (one.features, one.cards) == (next.features, next.cards)).collect()
}

/// The two stages of a candidate.
struct Place<'a> {
    whole: &'a RaceRow,
    detection: Option<&'a RaceRow>,
}

/// Whether two rows are of the same candidate. The instructions tell lanes apart; the scalar
/// engine's are those of the dealing.
pub(crate) fn same_candidate(one: &RaceRow, other: &RaceRow) -> bool {
    one.strategy == other.strategy && one.lanes() == other.lanes()
}

/// The candidates of a race with so many threads, the fastest pipeline first.
fn ranking(rows: &[RaceRow], threads: usize) -> Vec<Place<'_>> {
    let of = |stage: Stage| {
        rows.iter().filter(move |row| row.threads == threads && row.stage == stage.name())
    };
    let place = |whole| {
        let detection = of(Stage::Detection).find(|row| same_candidate(row, whole));
        Place { whole, detection }
    };
    let mut places: Vec<Place<'_>> = of(Stage::Whole).map(place).collect();
    places.sort_by(|a, b| a.whole.ns_per_hand_median.total_cmp(&b.whole.ns_per_hand_median));
    places
}

/// Whether two candidates differ by no more than their repeats deviate.
fn is_tie(one: &RaceRow, other: &RaceRow) -> bool {
    let difference = (one.ns_per_hand_median - other.ns_per_hand_median).abs();
    difference <= one.ns_per_hand_mad + other.ns_per_hand_mad
}

/// Whether one candidate is faster than the other, and not by chance.
fn beats(one: &RaceRow, other: &RaceRow) -> bool {
    one.ns_per_hand_median < other.ns_per_hand_median && !is_tie(one, other)
}

/// Says which neighbours in a ranking tie, if any do.
fn ties(places: &[Place<'_>]) -> String {
    let groups = places.chunk_by(|one, next| is_tie(one.whole, next.whole));
    let tied = groups.filter(|group| group.len() > 1).map(|group| {
        let names: Vec<String> = group.iter().map(|place| name(place.whole)).collect();
        names.join(" = ")
    });
    let tied: Vec<String> = tied.collect();
    if tied.is_empty() { String::new() } else { format!("Tied: {}.\n\n", tied.join("; ")) }
}

/// `third-card (lanes, avx2)`
fn name(row: &RaceRow) -> String {
    format!("{} ({})", row.strategy, row.lanes())
}

fn drawn(places: &[Place<'_>], target: RenderTarget) -> String {
    let nanoseconds = |row: &RaceRow| significant(row.ns_per_hand_median, 3);
    let ratio = |value: Option<f64>| value.map(|it| significant(it, 3));
    let efficiency = |row: &RaceRow| row.parallel_efficiency.filter(|_| row.threads > 1);
    Grid::of(places)
        .column("strategy", |place| place.whole.strategy.clone())
        .column("engine", |place| place.whole.lanes())
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
    let (cards, features, hands) = (row.cards, row.features, grouped(u128::from(row.hands)));
    let timed = match row.repeats {
        1 => "once".to_owned(),
        more => format!("{more} times"),
    };
    format!("{cards} cards of {features} features, {hands} hands, timed {timed}")
}

/// The rankings of one race, one for each number of threads, and how they differ.
#[must_use]
pub fn rankings(rows: &[RaceRow], target: RenderTarget) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let counts = each_once(rows.iter().map(|row| row.threads));
    let table = |&count: &usize| {
        let places = ranking(rows, count);
        let (table, ties) = (drawn(&places, target), fill(&ties(&places), target));
        format!("{}, {}:\n\n{table}\n{ties}", title(first), threads(count))
    };
    let change = |&count: &usize| fill(&change(rows, counts[0], count), target) + "\n";
    counts.iter().map(table).chain(counts.iter().skip(1).map(change)).collect()
}

/// `With 2 threads the order is that of 1 thread, but for ties.`, or who moves: those that beat
/// another with one number of threads and lose to it with the other.
fn change(rows: &[RaceRow], before: usize, after: usize) -> String {
    let (old, new) = (ranking(rows, before), ranking(rows, after));
    let place = |row: &RaceRow| old.iter().position(|it| same_candidate(it.whole, row));
    let moved = new.iter().enumerate().filter_map(|(now, it)| {
        let was = place(it.whole)?;
        let turned = new.iter().any(|other| {
            let earlier = |by: fn(&RaceRow, &RaceRow) -> bool| {
                place(other.whole).is_some_and(|that| by(old[was].whole, old[that].whole))
            };
            beats(other.whole, it.whole) && earlier(beats)
                || beats(it.whole, other.whole) && earlier(|one, other| beats(other, one))
        });
        let moves = turned && was != now;
        moves.then(|| format!("{} from {} to {}", name(it.whole), was + 1, now + 1))
    });
    let moved: Vec<String> = moved.collect();
    let (before, after) = (threads(before), threads(after));
    if moved.is_empty() {
        let same = old.iter().zip(&new).all(|(old, new)| same_candidate(old.whole, new.whole));
        let ties = if same { "" } else { ", but for ties" };
        return format!("With {after} the order is that of {before}{ties}.");
    }
    format!("With {after} instead of {before}, places change: {}.", moved.join(", "))
}

/// The fastest of a race, and the fastest that works hand by hand, each with its strategy.
type Winners<'a> = ((&'a RaceRow, String), Option<(&'a RaceRow, String)>);

/// The first row, and its strategy, marked if the next ties with it.
fn winner<'a>(mut rows: impl Iterator<Item = &'a RaceRow>) -> Option<(&'a RaceRow, String)> {
    let first = rows.next()?;
    let tied = rows.next().is_some_and(|next| is_tie(first, next));
    Some((first, format!("{}{}", first.strategy, if tied { " (tie)" } else { "" })))
}

fn winners(rows: &[RaceRow]) -> Option<Winners<'_>> {
    let ranking = ranking(rows, rows.first()?.threads);
    let all = || ranking.iter().map(|place| place.whole);
    Some((winner(all())?, winner(all().filter(|row| row.engine == Engine::Scalar.name()))))
}

/// One line for each race: who is fastest with as many threads as were timed first, and who of
/// those that work hand by hand.
#[must_use]
pub fn overview(races: &[&[RaceRow]], target: RenderTarget) -> String {
    let winners: Vec<Winners<'_>> = races.iter().filter_map(|rows| winners(rows)).collect();
    let ns = |row: &RaceRow| significant(row.ns_per_hand_median, 3);
    let speedup = |row: &RaceRow| row.speedup_vs_naive.map(|it| significant(it, 3));
    let ratio = |first: &RaceRow, scalar: &RaceRow| {
        significant(scalar.ns_per_hand_median / first.ns_per_hand_median, 3)
    };
    Grid::of(&winners)
        .column("features", |((first, _), _)| first.features.to_string())
        .column("cards", |((first, _), _)| first.cards.to_string())
        .ranked(2, "fastest", |((_, strategy), _)| strategy.clone())
        .ranked(2, "engine", |((first, _), _)| first.lanes())
        .column("ns a hand", |((first, _), _)| ns(first))
        .ranked(1, "million/s", |((first, _), _)| significant(first.hands_per_second / 1e6, 3))
        .ranked(3, "x naive", |((first, _), _)| speedup(first))
        .ranked(3, "fastest scalar", |(_, scalar)| scalar.as_ref().map(|it| it.1.clone()))
        .ranked(3, "ns", |(_, scalar)| scalar.as_ref().map(|it| ns(it.0)))
        .ranked(1, "x scalar", |((first, _), it)| it.as_ref().map(|it| ratio(first, it.0)))
        .bars(|((first, _), _)| first.hands_per_second)
        .draw(target)
}

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
        let text = rankings(&rows, RenderTarget::terminal(80));
        let names: Vec<&str> =
            text.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(names[2..5], ["third-card", "third-card", "naive"]);
        assert!(
            text.starts_with("12 cards of 4 features, 1,000,000 hands, timed 5 times, 1 thread:")
        );
        let moves = "With 2 threads instead of 1 thread, places change: naive (scalar) from 3 to \
                     2, third-card (scalar) from 2 to 3.";
        assert!(text.replace('\n', " ").contains(moves), "{text}");
        assert!(!text.contains("order is"), "{text}");
        let markdown = rankings(&rows, RenderTarget::Markdown);
        assert!(markdown.contains("| third-card | lanes, avx2 |"), "{markdown}");
    }

    #[test]
    fn what_differs_less_than_the_repeats_deviate_is_a_tie() {
        let rows = [
            row("naive", "scalar", 1, 200.0),
            row("packed-mask", "scalar", 1, 90.0),
            row("third-card", "scalar", 1, 91.0),
            row("naive", "scalar", 2, 100.0),
            row("packed-mask", "scalar", 2, 45.5),
            row("third-card", "scalar", 2, 45.0),
        ];
        let text = rankings(&rows, RenderTarget::terminal(80));
        let tie = "Tied: packed-mask (scalar) = third-card (scalar).\n\n";
        assert!(
            text.contains(tie) && text.contains("the order is that of 1 thread, but for ties."),
            "{text}"
        );
        let lines = overview(&[&rows[..3], &rows[..1]], RenderTarget::Markdown);
        assert_eq!(lines.matches("packed-mask (tie)").count(), 2, "{lines}");
        assert!(!lines.contains("naive (tie)"), "{lines}");
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
        let lines = overview(&[&race(), &race()], RenderTarget::Markdown);
        assert_eq!(lines.lines().count(), 4);
        let cells: Vec<&str> = lines.lines().last().unwrap().split('|').map(str::trim).collect();
        let expected =
            ["4", "12", "third-card", "lanes, avx2", "10.0", "100", "20.0", "naive", "200", "20.0"];
        assert_eq!(cells[1..11], expected);
    }
}
