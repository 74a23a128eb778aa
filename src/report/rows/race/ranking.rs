//! Rankings of benchmark candidates: which candidate is fastest, and by how much.

use super::{CandidateKey, RaceRow, single_thread_deviations};
use crate::bench::Stage;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::groups::by_key;
use crate::report::number::{count, plural, significant, with_uncertainty};
use std::collections::HashMap;

/// Splits table rows into benchmarks, one for each deck and hand size.
#[must_use]
pub fn races(rows: &[RaceRow]) -> Vec<&[RaceRow]> {
    rows.chunk_by(|one, next| (one.features, one.cards) == (next.features, next.cards)).collect()
}

/// Timings of a benchmark candidate: dealing with detection, and detection alone.
struct RankedCandidate<'a> {
    whole: &'a RaceRow,
    detection: Option<&'a RaceRow>,
}

/// Ranks the candidates of a benchmark by time, fastest first; all rows have the same number of
/// threads.
fn ranking<'a>(rows: &[&'a RaceRow]) -> Vec<RankedCandidate<'a>> {
    // Instruction sets distinguish variants of the lanes engine; those of the scalar engine only
    // concern dealing.
    let candidate = |row: &'a RaceRow| (row.strategy.as_str(), row.lanes());
    let of = |stage: Stage| rows.iter().copied().filter(move |row| row.stage == stage.name());
    let mut detections = HashMap::new();
    for row in of(Stage::Detection) {
        detections.entry(candidate(row)).or_insert(row);
    }
    let place =
        |whole| RankedCandidate { whole, detection: detections.get(&candidate(whole)).copied() };
    let mut places: Vec<RankedCandidate<'_>> = of(Stage::Whole).map(place).collect();
    places.sort_by(|a, b| a.whole.ns_per_hand_median.total_cmp(&b.whole.ns_per_hand_median));
    places
}

fn drawn(
    places: &[RankedCandidate<'_>],
    single_thread: &HashMap<CandidateKey<'_>, f64>,
    target: RenderTarget,
) -> String {
    let nanoseconds =
        |row: &RaceRow| with_uncertainty(row.ns_per_hand_median, Some(row.ns_per_hand_mad));
    let ratio = |value: Option<f64>| value.map(|it| significant(it, 3));
    let efficiency = |row: &RaceRow| {
        let efficiency = row.parallel_efficiency.filter(|_| row.threads > 1)?;
        Some(with_uncertainty(efficiency, Some(efficiency * row.speed_up_deviation(single_thread))))
    };
    Grid::new(places)
        .text("strategy", |place| place.whole.strategy.clone())
        .text("engine", |place| place.whole.lanes())
        .column("ns a hand", |place| nanoseconds(place.whole))
        .ranked(2, "detection alone", |place| place.detection.map(nanoseconds))
        .ranked(1, "million/s", |place| significant(place.whole.hands_per_second / 1e6, 3))
        .ranked(1, "x naive", |place| ratio(place.whole.speedup_vs_naive))
        .ranked(3, "efficiency", |place| efficiency(place.whole))
        .bars(|place| place.whole.hands_per_second)
        .draw(target)
}

/// Returns the heading of a benchmark: `12 cards of 4 features, 1,000,000 hands, timed 5 times`.
fn title(row: &RaceRow) -> String {
    let (cards, features) = (plural(row.cards, "card"), row.features);
    let hands = count(u128::from(row.hands), "hand");
    let timed = match row.repeats {
        1 => "once".to_owned(),
        more => format!("{more} times"),
    };
    format!("{cards} of {features} features, {hands}, timed {timed}")
}

/// Formats the rankings of the candidates of all benchmarks, one for each number of threads.
#[must_use]
pub fn rankings(rows: &[RaceRow], target: RenderTarget) -> String {
    let mut all = Vec::new();
    for race in races(rows) {
        let single_thread = single_thread_deviations(race);
        for (count, own) in by_key(race, |row| row.threads) {
            let table = drawn(&ranking(&own), &single_thread, target);
            all.push(format!("{}, {}:\n\n{table}", title(&race[0]), plural(count, "thread")));
        }
    }
    all.join("\n")
}

/// Returns a sentence on how much faster the fastest strategy is than another one or, for several
/// benchmarks, on how many of them the most frequent winner has won. Returns an empty text if there
/// is nothing to compare.
#[must_use]
pub fn verdict(rows: &[RaceRow]) -> String {
    let races = races(rows);
    let sentence = if races.len() == 1 { comparison(rows) } else { most_frequent_winner(&races) };
    sentence.map_or_else(String::new, |sentence| sentence + ".\n")
}

/// Compares the fastest candidate with the next fastest of another strategy, or of the same if
/// there is no other, at the fastest number of threads: `third-card in avx2 lanes ran 2.2 ± 0.1
/// times as fast as packed-mask in avx2 lanes`. The uncertainty combines the deviations of both
/// medians. Returns `None` if there are fewer than two candidates.
fn comparison(race: &[RaceRow]) -> Option<String> {
    let count = fastest(race)?.threads;
    let own: Vec<&RaceRow> = race.iter().filter(|row| row.threads == count).collect();
    let places = ranking(&own);
    let (first, others) = places.split_first()?;
    let is_other = |place: &&RankedCandidate<'_>| place.whole.strategy != first.whole.strategy;
    let [first, second] =
        [first, others.iter().find(is_other).or(others.first())?].map(|it| it.whole);
    let ratio = second.ns_per_hand_median / first.ns_per_hand_median;
    let [one, other] = [first, second].map(RaceRow::relative_deviation);
    let half = ratio * (one * one + other * other).sqrt();
    let several = race.iter().any(|row| row.threads != count);
    Some(format!(
        "{}{} ran {} times as fast as {}",
        if several { format!("On {}, ", plural(count, "thread")) } else { String::new() },
        named(first),
        with_uncertainty(ratio, Some(half)),
        named(second)
    ))
}

/// Returns a sentence about the candidate that won the most benchmarks: `third-card in avx2 lanes
/// was fastest in 17 of 19 races`. Returns `None` if no benchmark has a winner.
fn most_frequent_winner(races: &[&[RaceRow]]) -> Option<String> {
    let winners: Vec<String> = races.iter().filter_map(|race| fastest(race)).map(named).collect();
    let won = |name: &String| winners.iter().filter(|it| *it == name).count();
    // On the reversed list, the first of equal winners is returned.
    let winner = winners.iter().rev().max_by_key(|&name| won(name))?;
    let (won, all) = (won(winner), races.len());
    let part = if won == all { format!("all {all}") } else { format!("{won} of {all}") };
    Some(format!("{winner} was fastest in {part} races"))
}

/// Returns the benchmark row with the shortest time for dealing and detection, or `None` if no row
/// has such a time.
fn fastest(race: &[RaceRow]) -> Option<&RaceRow> {
    let whole = race.iter().filter(|row| row.stage == Stage::Whole.name());
    whole.min_by(|one, other| one.ns_per_hand_median.total_cmp(&other.ns_per_hand_median))
}

/// Formats the name of a benchmark candidate: `third-card in avx2 lanes`, or `digit-sum in the
/// scalar engine`.
fn named(row: &RaceRow) -> String {
    let RaceRow { strategy, engine, instruction_set, .. } = row;
    match engine.as_str() {
        "lanes" => format!("{strategy} in {instruction_set} lanes"),
        _ => format!("{strategy} in the {engine} engine"),
    }
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
        let fastest = ["third-card", "lanes, avx2", "5.00 ± 0.05", "200", "40.0", "1.00 ± 0.01"];
        assert_eq!(last[1][1..7], fastest, "{text}");
        assert_eq!(last[0][1..3], ["naive", "scalar"], "{text}");
    }

    #[test]
    fn the_last_sentence_compares_the_fastest_with_another_strategy() {
        let race = [
            row("third-card", "lanes", 1, 10.0),
            row("third-card", "scalar", 1, 15.0),
            row("packed-mask", "lanes", 1, 22.0),
        ];
        assert_eq!(
            verdict(&race),
            "third-card in avx2 lanes ran 2.20 ± 0.03 times as fast as packed-mask in avx2 lanes.\n"
        );
        let own = "third-card in avx2 lanes ran 1.50 ± 0.02 times as fast as third-card in the \
                   scalar engine.\n";
        assert_eq!(verdict(&race[..2]), own);
        let [both, one] = [&race[..], &race[..1]].map(<[RaceRow]>::to_vec);
        let faster = RaceRow { threads: 2, ns_per_hand_median: 5.0, ..race[0].clone() };
        let second = RaceRow { threads: 2, ..race[2].clone() };
        let threads = [both.clone(), vec![faster, second]].concat();
        assert!(verdict(&threads).starts_with("On 2 threads, third-card in avx2 lanes ran 4.4"));
        assert_eq!((verdict(&one), verdict(&[])), (String::new(), String::new()));
        let of = |cards, rows: &[RaceRow]| -> Vec<RaceRow> {
            rows.iter().map(|row| RaceRow { cards, ..row.clone() }).collect()
        };
        let all = [of(9, &race), of(12, &race[1..]), of(15, &race)].concat();
        assert_eq!(verdict(&all), "third-card in avx2 lanes was fastest in 2 of 3 races.\n");
        let all = [of(9, &race), of(12, &race)].concat();
        assert_eq!(verdict(&all), "third-card in avx2 lanes was fastest in all 2 races.\n");
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
        let found: Vec<_> = ranking(&rows.iter().collect::<Vec<_>>())
            .iter()
            .map(|place| place.detection.map(|row| &*row.instruction_set))
            .collect();
        assert_eq!(found, [Some("avx2"), Some("sse2"), Some("sse2")]);
    }
}
