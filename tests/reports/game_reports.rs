//! The committed reports on whole games balance.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports/games");
    fs::read_to_string(root.join(path)).unwrap()
}

/// The rows of a table, field by field, without the header.
fn rows(path: &str) -> Vec<Vec<String>> {
    let fields = |line: &str| line.split(',').map(str::to_owned).collect();
    read(path).lines().skip(1).map(fields).collect()
}

const RUNS: [(&str, usize); 6] = [
    ("random", 81),
    ("policies", 81),
    ("clear", 81),
    ("features-3", 27),
    ("features-5", 243),
    ("features-6", 729),
];

#[test]
fn games_balance() {
    for (run, deck) in RUNS {
        let record: serde_json::Value =
            serde_json::from_str(&read(&format!("{run}/leftover.run.json"))).unwrap();
        assert_eq!(record["work"]["complete"], true);
        let games = u128::from(record["work"]["done"].as_u64().unwrap());
        let sum = |table: &str, policy: &str, weighted: bool| -> u128 {
            let own = rows(&format!("{run}/{table}.csv")).into_iter();
            let own = own.filter(|row| row[1] == policy);
            let weight = |row: &[String]| if weighted { row[2].parse().unwrap() } else { 1_u128 };
            own.map(|row| weight(&row) * row[3].parse::<u128>().unwrap()).sum()
        };
        let leftovers = rows(&format!("{run}/leftover.csv"));
        let policies: std::collections::BTreeSet<_> =
            leftovers.iter().map(|row| row[1].clone()).collect();
        for policy in policies {
            assert_eq!(sum("leftover", &policy, false), games, "{run} {policy}");
            let (taken, left) = (sum("rounds", &policy, true), sum("leftover", &policy, true));
            assert_eq!(3 * taken + left, games * deck as u128, "{run} {policy}");
        }
        for row in leftovers.iter().filter(|row| row[2] == "3") {
            assert_eq!(row[3], "0", "three cards never remain");
        }
    }
}
