//! Checks that the committed reports are complete and agree with known values.

use super::{record, rows, summary};
use setodds::report::distribution::{Distribution, DistributionRow, Origin};
use setodds::report::race::RaceRow;
use setodds::report::ranking;
use setodds_engine::bench::{Benchmark, Candidate};
use setodds_engine::card::Deck;
use setodds_engine::deal::{Deals, Engine, Seed};
use setodds_engine::detect::Strategy;
use setodds_engine::exact::known;
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::measure::{Key, Measure, Measurer};
use setodds_engine::run::{Kernel, StopFlag, Threads};
use setodds_engine::stats::Confidence;
use setodds_engine::stats::goodness::chi_square;
use setodds_engine::stats::power;
use setodds_engine::tally::{Tallies, Tally};

/// Returns the counts in a distribution CSV of the game's deck, by hand size.
fn tallies(path: &str) -> Tallies<Key> {
    let mut tallies = Tallies::default();
    for row in rows::<DistributionRow>(path) {
        assert_eq!((row.features, row.measure), (4, Measure::Sets));
        tallies.entry(Key::sets(row.cards)).add(row.value, row.count);
    }
    tallies
}

#[test]
fn the_simulated_distributions_are_whole_and_fit() {
    let tallies = tallies("simulated-sets/sets.csv");
    let record = record("simulated-sets/sets.run.json");
    assert_eq!(record["work"]["complete"], true);
    let deals = u128::from(record["work"]["done"].as_u64().unwrap());
    let sizes: Vec<usize> = tallies.iter().map(|(key, _)| key.cards).collect();
    assert_eq!(sizes, (3..=21).collect::<Vec<_>>());

    let confidence: Confidence = "0.999999".parse().unwrap();
    for (key, tally) in tallies.iter() {
        assert_eq!(tally.total(), deals);
        let origin = Origin::Sampled(confidence);
        let distribution = Distribution { pack: Deck::GAME.into(), key, tally, origin };
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

/// Checks the table in the report on two trillion deals against their counts, for each seed and for
/// both together.
#[test]
fn two_trillion_deals_are_told_as_they_are() {
    let document = super::read("reports/simulated-sets/README.md");
    let key = Key::sets(12);
    let one = |seed: usize| {
        let path = format!("simulated-sets/trillion-{seed}");
        assert_eq!(record(&format!("{path}.run.json"))["randomness"]["seed"], seed);
        tallies(&format!("{path}.csv")).get(key).unwrap().clone()
    };
    let [first, second] = [12, 13].map(one);
    assert_eq!((first.total(), second.total()), (1_000_000_000_000, 1_000_000_000_000));
    let both: Tally = first.iter().chain(second.iter()).collect();
    let exact = known::distribution(Deck::GAME, key).unwrap();
    let moment = |order: u128| -> f64 {
        let mean = known::mean_sets(Deck::GAME, 12).value();
        (0..).zip(&exact).map(|(s, p)| p.value() * power(f64::from(s) - mean, order)).sum()
    };
    let (variance, fourth, none) = (moment(2), moment(4), exact[0].value());
    let told = [&first, &second, &both].map(|tally| {
        let deals = tally.total() as f64;
        let share = |count: u128| count as f64 / deals;
        let mean: f64 = tally.iter().map(|(s, count)| s as f64 * share(count)).sum();
        let spread: f64 =
            tally.iter().map(|(s, count)| power(s as f64 - mean, 2) * share(count)).sum();
        let fit = chi_square(tally, &exact).unwrap();
        assert_eq!(fit.degrees_of_freedom, 14);
        let z = |difference: f64, variance: f64| difference / (variance / deals).sqrt();
        [
            format!("{:.2}", fit.chi_square),
            format!("{:.3}", fit.p_value),
            format!("{:.2}", z(mean - known::mean_sets(Deck::GAME, 12).value(), variance)),
            format!("{:.2}", z(spread - variance, fourth - variance * variance)),
            format!("{:.2}", z(share(tally.count(0)) - none, none * (1.0 - none))),
        ]
    });
    let (_, table) = document.split_once("| | seed 12 | seed 13 | both |\n").unwrap();
    for (row, line) in table.lines().skip(1).take(5).enumerate() {
        let cells: Vec<&str> = line.split('|').skip(2).map(str::trim).collect();
        assert_eq!(cells[..3], told.each_ref().map(|of| of[row].as_str()), "{line}");
    }
}

/// Returns the races in a CSV, one for each deck and hand size.
fn races(path: &str) -> Vec<Vec<RaceRow>> {
    ranking::races(&rows(path)).into_iter().map(<[RaceRow]>::to_vec).collect()
}

const RACES: [&str; 3] = ["cards-12", "features-3-6", "cards-3-21"];

#[test]
fn all_who_raced_found_the_same() {
    for name in RACES {
        for race in races(&format!("strategy-race/{name}.csv")) {
            let of = |row: &RaceRow| (row.checksum.clone(), row.hands, row.repeats);
            assert!(race.iter().all(|row| of(row) == of(&race[0])), "{name}");
            let some = [Strategy::PackedMask, Strategy::ThirdCard];
            for strategy in if name == "cards-3-21" { &some[..] } else { &Strategy::ALL } {
                for threads in [1, 2] {
                    let own =
                        |row: &&RaceRow| row.strategy == strategy.name() && row.threads == threads;
                    assert!(race.iter().filter(own).count() >= 2, "{name} {strategy} {threads}");
                }
            }
        }
    }
}

/// Deals the hands of the first race again from the seed and compares the checksum.
#[test]
fn the_hands_of_the_races_are_those_of_the_seed() {
    let recorded = races("strategy-race/features-3-6.csv");
    let first = &recorded[0][0];
    let race = Benchmark {
        deck: Deck::new(first.features).unwrap(),
        cards: first.cards,
        hands: first.hands,
        seed: Seed(1),
        candidates: vec![Candidate::Strategy(Strategy::ThirdCard, Engine::Scalar)],
        threads: vec![Threads::available()],
        repeats: 1,
    };
    let results = race.run(&StopFlag::default(), &|_, _| ()).unwrap();
    assert_eq!(format!("{:016x}", results.checksum), first.checksum);
}

/// Compares random deals with all known values.
#[test]
fn simulated_measures_fit() {
    for (features, sizes) in [(2, "4,9"), (3, "4-5,10"), (4, "5,12,21")] {
        let deck = Deck::new(features).unwrap();
        let sizes: Sizes = sizes.parse().unwrap();
        let largest = sizes.largest();
        let all = Measure::ALL.iter().copied();
        let measures = all.filter(|measure| measure.sizes(deck).contains(&largest)).collect();
        let measurer = Measurer::new(deck, sizes, measures, Strategy::default()).unwrap();
        let simulation = Deals::new(measurer, Seed(5), 200_000).unwrap();
        let mut fits = 0;
        let tallies = simulation.worker()(0);
        for (key, tally) in tallies.iter().filter(|(_, tally)| tally.total() > 0) {
            let summary = summary(deck, key, tally);
            if let Some(fit) = summary.fit {
                assert!(fit.p_value > 1e-5, "{features} {key:?} {fit:?}");
                fits += 1;
            }
            if let (Some(exact), Some(error)) =
                (summary.exact_mean, summary.moments.standard_error())
            {
                let deviation = (summary.moments.mean - exact.value()).abs();
                assert!(deviation <= 5.0 * error + 1e-12, "{features} {key:?} {summary:?}");
            }
        }
        assert!(fits >= 3, "{features}: {fits}");
    }
}
