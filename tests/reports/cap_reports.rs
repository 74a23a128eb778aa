//! Recomputes the committed reports on caps and classes where that is quick, and compares them with
//! known values.

use super::{read, rows as read_rows, summary};
use setodds::report::caps::CapRow;
use setodds::report::classes::{ClassCountRow, ClassRow};
use setodds::report::distribution::{Distribution, DistributionRow, Origin, Summary};
use setodds_engine::cap::count;
use setodds_engine::card::Deck;
use setodds_engine::measure::{Key, Measure};
use setodds_engine::run::{StopFlag, ThreadPool, Threads};
use setodds_engine::stats::Confidence;
use setodds_engine::tally::Tallies;

fn deck(features: usize) -> Deck {
    Deck::new(features).unwrap()
}

#[test]
fn the_caps_are_what_is_counted() {
    let pool = ThreadPool::new(Threads::available()).unwrap();
    for (features, most) in [(2, 5), (3, 10), (4, 21), (5, 10), (6, 7)] {
        let counted = count(deck(features), most, &pool, &StopFlag::default()).unwrap();
        let rows: Vec<_> =
            counted.unwrap().iter().map(|count| CapRow::new(deck(features), count)).collect();
        let committed: Vec<CapRow> = read_rows(&format!("caps/caps-{features}.csv"));
        assert_eq!(committed[..=most], rows, "{features} features");
    }
}

/// Reads a CSV with distributions of one measure.
fn distributions(path: &str, measure: Measure) -> (Deck, Tallies<Key>) {
    let (mut tallies, rows) = (Tallies::default(), read_rows::<DistributionRow>(path));
    for row in &rows {
        assert_eq!(row.measure, measure);
        tallies.entry(Key { cards: row.cards, measure }).add(row.value, row.count);
    }
    (deck(rows[0].features), tallies)
}

fn summaries(deck: Deck, tallies: &Tallies<Key>) -> Vec<Summary> {
    tallies.iter().map(|(key, tally)| summary(deck, key, tally)).collect()
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
        let rows = Distribution { pack: deck.into(), key, tally, origin }.rows();
        let mut written = Vec::new();
        setodds::report::csv::write(&rows, &mut written).unwrap();
        let committed = read(format!("reports/caps/greedy-{features}.csv"));
        assert_eq!(String::from_utf8(written).unwrap(), committed, "{features} features");
    }
}

#[test]
fn largest_caps_fit() {
    let (deck, tallies) = distributions("caps/largest-4.csv", Measure::LargestCap);
    let summaries = summaries(deck, &tallies);
    assert_eq!(summaries.len(), 19);
    for summary in &summaries {
        assert_eq!(summary.fit.is_some(), (3..=18).contains(&summary.cards), "{}", summary.cards);
        assert!(summary.fit.as_ref().is_none_or(|fit| fit.p_value > 1e-4), "{:?}", summary.fit);
    }
}

#[test]
fn the_classes_are_whole() {
    let rows: Vec<ClassRow> = read_rows("classes/classes-4.csv");
    for number in read_rows::<ClassCountRow>("classes/numbers-4.csv").iter().take(11) {
        let own = rows.iter().filter(|row| row.cards == number.cards);
        assert_eq!(own.clone().count().to_string(), number.classes);
        assert_eq!(Some(own.map(|row| row.hands).sum()), number.hands);
    }
}
