//! The committed reports are whole, fit what is known, and their READMEs say what their data say.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use setodds::card::Deck;
use setodds::measure::Key;
use setodds::report::distribution::{Distribution, Origin};
use setodds::report::table;
use setodds::stats::Confidence;
use setodds::tally::Tallies;
use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("reports").join(path)).unwrap()
}

/// The counts of a distribution CSV of the game's deck, by hand size.
fn tallies(csv: &str) -> Tallies<Key> {
    let mut tallies = Tallies::default();
    for line in csv.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!((fields[0], fields[2]), ("4", "sets"));
        let (cards, value) = (fields[1].parse().unwrap(), fields[3].parse().unwrap());
        tallies.of(Key::sets(cards)).add(value, fields[4].parse().unwrap());
    }
    tallies
}

#[test]
fn the_simulated_distributions_are_whole_and_fit() {
    let tallies = tallies(&read("simulated-sets/sets.csv"));
    let record: serde_json::Value =
        serde_json::from_str(&read("simulated-sets/sets.run.json")).unwrap();
    assert_eq!(record["work"]["complete"], true);
    let deals = u128::from(record["work"]["done"].as_u64().unwrap());
    let sizes: Vec<usize> = tallies.iter().map(|(key, _)| key.cards).collect();
    assert_eq!(sizes, (3..=21).collect::<Vec<_>>());

    let confidence: Confidence = "0.999999".parse().unwrap();
    for (key, tally) in tallies.iter() {
        assert_eq!(tally.total(), deals);
        let origin = Origin::Sampled(confidence);
        let distribution = Distribution { deck: Deck::GAME, key, tally, origin };
        for row in distribution.rows() {
            if let Some(exact) = row.exact_probability {
                assert!(row.ci_low.unwrap() <= exact && exact <= row.ci_high.unwrap(), "{row:?}");
            }
        }
        let summary = distribution.summary();
        let deviation = summary.moments.mean - summary.exact_mean.unwrap().value();
        assert!(deviation.abs() < 5.0 * summary.moments.standard_error().unwrap(), "{key:?}");
        assert!(summary.fit.is_none_or(|fit| fit.p_value > 1e-6), "{:?}", summary.fit);
    }
}

#[test]
fn the_readme_of_the_simulated_distributions_shows_their_data() {
    let tallies = tallies(&read("simulated-sets/sets.csv"));
    let origin = Origin::Sampled(Confidence::default());
    let distributions: Vec<Distribution> = tallies
        .iter()
        .map(|(key, tally)| Distribution { deck: Deck::GAME, key, tally, origin })
        .collect();
    let summaries: Vec<_> = distributions.iter().map(Distribution::summary).collect();
    let readme = read("simulated-sets/README.md");
    assert!(readme.contains(&table::overview_markdown(&summaries, "95 %")));
    let twelve = distributions.iter().find(|distribution| distribution.key.cards == 12).unwrap();
    assert!(readme.contains(&table::distribution_markdown(&twelve.rows(), "95 %")));

    let record: serde_json::Value =
        serde_json::from_str(&read("simulated-sets/sets.run.json")).unwrap();
    assert!(readme.contains(record["command"].as_str().unwrap()));
}
