//! Checks that the counts in the committed reports on whole games balance.

use super::{record, rows};
use setodds::report::games::values::{LeftoverRow, RoundsRow, ValueRow};
use setodds_engine::game::Policy;
use std::collections::BTreeSet;

const RUNS: [(&str, usize); 3] = [("random", 81), ("policies", 81), ("features-3", 27)];

#[test]
fn games_balance() {
    for (run, deck) in RUNS {
        let record = record(&format!("games/{run}/leftover.run.json"));
        assert_eq!(record["work"]["complete"], true);
        let games = u128::from(record["work"]["done"].as_u64().unwrap());
        let leftovers = rows::<LeftoverRow>(&format!("games/{run}/leftover.csv"));
        let leftovers: Vec<ValueRow> = leftovers.into_iter().map(ValueRow::from).collect();
        let rounds = rows::<RoundsRow>(&format!("games/{run}/rounds.csv"));
        let rounds: Vec<ValueRow> = rounds.into_iter().map(ValueRow::from).collect();
        let sum = |rows: &[ValueRow], policy: Policy, weight: fn(usize) -> usize| -> u128 {
            let own = rows.iter().filter(|row| row.policy == policy);
            own.map(|row| weight(row.value) as u128 * row.estimate.count).sum()
        };
        let policies: BTreeSet<Policy> = leftovers.iter().map(|row| row.policy).collect();
        for policy in policies {
            assert_eq!(sum(&leftovers, policy, |_| 1), games, "{run} {policy}");
            let taken = sum(&rounds, policy, |sets| sets);
            let left = sum(&leftovers, policy, |cards| cards);
            assert_eq!(3 * taken + left, games * deck as u128, "{run} {policy}");
        }
        for row in leftovers.iter().filter(|row| row.value == 3) {
            assert_eq!(row.estimate.count, 0, "three cards never remain");
        }
    }
}
