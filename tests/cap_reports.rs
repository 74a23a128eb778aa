//! The committed reports on caps and classes: recomputed where that is quick, and shown in their READMEs.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use setodds::cap::{CapCount, count};
use setodds::card::Deck;
use setodds::measure::{Key, Measure};
use setodds::report::columns::Style;
use setodds::report::distribution::{Distribution, Origin, Summary};
use setodds::report::listing::{CapRow, ClassCountRow, cap_table, class_count_table};
use setodds::report::table;
use setodds::run::{Cancel, Crew, Threads};
use setodds::stats::Confidence;
use setodds::tally::Tallies;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("reports").join(path)).unwrap()
}

fn deck(features: usize) -> Deck {
    Deck::new(features).unwrap()
}

fn caps(features: usize) -> Vec<CapRow> {
    let text = read(&format!("caps/caps-{features}.csv"));
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

#[test]
fn the_caps_are_what_is_counted() {
    let crew = Crew::new(Threads::available()).unwrap();
    for (features, most) in [(2, 5), (3, 10), (4, 21), (5, 10), (6, 7)] {
        let counted: Option<Vec<CapCount>> = match features {
            ..=4 => count::<2>(deck(features), most, &crew, &Cancel::default()).unwrap(),
            5 => count::<4>(deck(features), most, &crew, &Cancel::default()).unwrap(),
            _ => count::<12>(deck(features), most, &crew, &Cancel::default()).unwrap(),
        };
        let rows: Vec<_> =
            counted.unwrap().iter().map(|count| CapRow::new(deck(features), count)).collect();
        assert_eq!(caps(features)[..=most], rows, "{features} features");
    }
}

#[test]
fn the_readme_shows_the_caps_and_how_they_were_made() {
    let readme = read("caps/README.md");
    for features in 3..=5 {
        let table = cap_table(&caps(features), Style::Markdown);
        assert!(readme.contains(&table), "{features} features:\n{table}");
    }
    for name in [
        "caps-2",
        "caps-3",
        "caps-4",
        "caps-5",
        "caps-6",
        "random-2",
        "random-3",
        "random-4",
        "greedy-3",
        "greedy-4",
        "greedy-5",
        "greedy-6",
        "largest-4",
    ] {
        let record: serde_json::Value =
            serde_json::from_str(&read(&format!("caps/{name}.run.json"))).unwrap();
        assert!(readme.contains(record["command"].as_str().unwrap()), "{name}");
    }
}

/// A distribution CSV of one measure.
fn distributions(path: &str, measure: Measure) -> (Deck, Tallies<Key>) {
    let (mut tallies, mut features) = (Tallies::default(), 0);
    for line in read(path).lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[2], measure.name());
        features = fields[0].parse().unwrap();
        let key = Key { cards: fields[1].parse().unwrap(), measure };
        tallies.of(key).add(fields[3].parse().unwrap(), fields[4].parse().unwrap());
    }
    (deck(features), tallies)
}

fn summaries(deck: Deck, tallies: &Tallies<Key>) -> Vec<Summary> {
    let origin = Origin::Sampled(Confidence::default());
    tallies.iter().map(|(key, tally)| Distribution { deck, key, tally, origin }.summary()).collect()
}

#[test]
fn random_caps_fit_and_are_shown() {
    let readme = read("caps/README.md");
    for features in 3..=6 {
        let (deck, tallies) =
            distributions(&format!("caps/greedy-{features}.csv"), Measure::GreedyCap);
        let summary = &summaries(deck, &tallies)[0];
        assert_eq!(summary.fit.is_some(), features <= 4, "{features}");
        assert!(summary.fit.as_ref().is_none_or(|fit| fit.p_value > 1e-4), "{:?}", summary.fit);
        let (key, tally) = tallies.iter().next().unwrap();
        let origin = Origin::Sampled(Confidence::default());
        let rows = Distribution { deck, key, tally, origin }.rows();
        let mut written = Vec::new();
        setodds::report::csv::write(&rows, &mut written).unwrap();
        let committed = read(&format!("caps/greedy-{features}.csv"));
        assert_eq!(String::from_utf8(written).unwrap(), committed, "{features} features");
        let table = table::distribution_markdown(&rows, "95 %");
        assert!(features == 3 || readme.contains(&table), "{features} features:\n{table}");
    }
}

#[test]
fn largest_caps_fit_and_are_shown() {
    let (deck, tallies) = distributions("caps/largest-4.csv", Measure::LargestCap);
    let summaries = summaries(deck, &tallies);
    assert_eq!(summaries.len(), 19);
    for summary in &summaries {
        assert_eq!(summary.fit.is_some(), (3..=15).contains(&summary.cards), "{}", summary.cards);
        assert!(summary.fit.as_ref().is_none_or(|fit| fit.p_value > 1e-4), "{:?}", summary.fit);
    }
    let table = table::overview_markdown(&summaries, "95 %");
    assert!(read("caps/README.md").contains(&table), "{table}");
}

#[test]
fn the_classes_are_whole_and_their_distributions_shown() {
    let (readme, rows) = (read("classes/README.md"), read("classes/classes-4.csv"));
    let numbers = read("classes/numbers-4.csv");
    for line in numbers.lines().skip(1).take(11) {
        let fields: Vec<&str> = line.split(',').collect();
        let own = rows.lines().filter(|row| row.starts_with(&format!("4,{},", fields[1])));
        let hands = own.clone().map(|row| row.split(',').nth(3).unwrap().parse::<u128>().unwrap());
        assert_eq!(own.count().to_string(), fields[3]);
        assert_eq!(hands.sum::<u128>().to_string(), fields[2]);
    }
    for name in ["classes-4", "measures-2", "measures-3", "measures-4"] {
        let record: serde_json::Value =
            serde_json::from_str(&read(&format!("classes/{name}.run.json"))).unwrap();
        assert!(readme.contains(record["command"].as_str().unwrap()), "{name}");
    }
    let counts: Vec<ClassCountRow> =
        csv::Reader::from_reader(numbers.as_bytes()).deserialize().map(Result::unwrap).collect();
    let table = class_count_table(&counts[..=40], Style::Markdown);
    assert!(readme.contains(&table), "{table}");
}

#[test]
fn the_exact_distributions_are_shown() {
    let readme = read("classes/README.md");
    let mut all: BTreeMap<Measure, Tallies<Key>> = BTreeMap::new();
    for line in read("classes/measures-4.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let measure = fields[2].parse().unwrap();
        let key = Key { cards: fields[1].parse().unwrap(), measure };
        let tally = all.entry(measure).or_default().of(key);
        tally.add(fields[3].parse().unwrap(), fields[4].parse().unwrap());
    }
    assert_eq!(all.len(), 3);
    for tallies in all.values() {
        let distribution = |(key, tally)| {
            Distribution { deck: Deck::GAME, key, tally, origin: Origin::Enumerated }.summary()
        };
        let summaries: Vec<_> = tallies.iter().map(distribution).collect();
        let table = table::overview_markdown(&summaries, "");
        assert!(readme.contains(&table), "{table}");
    }
}
