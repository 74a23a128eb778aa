//! The committed reports on caps and classes: recomputed where that is quick, and compared with
//! what is known.

use setodds::cap::{CapCount, count};
use setodds::card::Deck;
use setodds::measure::{Key, Measure};
use setodds::report::caps::CapRow;
use setodds::report::distribution::{Distribution, Origin, Summary};
use setodds::run::{StopFlag, ThreadPool, Threads};
use setodds::stats::Confidence;
use setodds::tally::Tallies;
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
    let pool = ThreadPool::new(Threads::available()).unwrap();
    for (features, most) in [(2, 5), (3, 10), (4, 21), (5, 10), (6, 7)] {
        let counted: Option<Vec<CapCount>> = match features {
            ..=4 => count::<2>(deck(features), most, &pool, &StopFlag::default()).unwrap(),
            5 => count::<4>(deck(features), most, &pool, &StopFlag::default()).unwrap(),
            _ => count::<12>(deck(features), most, &pool, &StopFlag::default()).unwrap(),
        };
        let rows: Vec<_> =
            counted.unwrap().iter().map(|count| CapRow::new(deck(features), count)).collect();
        assert_eq!(caps(features)[..=most], rows, "{features} features");
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
fn random_caps_fit() {
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
    }
}

#[test]
fn largest_caps_fit() {
    let (deck, tallies) = distributions("caps/largest-4.csv", Measure::LargestCap);
    let summaries = summaries(deck, &tallies);
    assert_eq!(summaries.len(), 19);
    for summary in &summaries {
        assert_eq!(summary.fit.is_some(), (3..=15).contains(&summary.cards), "{}", summary.cards);
        assert!(summary.fit.as_ref().is_none_or(|fit| fit.p_value > 1e-4), "{:?}", summary.fit);
    }
}

#[test]
fn the_classes_are_whole() {
    let rows = read("classes/classes-4.csv");
    let numbers = read("classes/numbers-4.csv");
    for line in numbers.lines().skip(1).take(11) {
        let fields: Vec<&str> = line.split(',').collect();
        let own = rows.lines().filter(|row| row.starts_with(&format!("4,{},", fields[1])));
        let hands = own.clone().map(|row| row.split(',').nth(3).unwrap().parse::<u128>().unwrap());
        assert_eq!(own.count().to_string(), fields[3]);
        assert_eq!(hands.sum::<u128>().to_string(), fields[2]);
    }
}
