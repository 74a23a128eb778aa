//! Compares 500,000 games of a policy with published results.

use crate::published::games::{Comparison, LIMIT, compare};
use setodds_engine::deal::Seed;
use setodds_engine::game::{Games, Policy, Rules, check_balance};
use setodds_engine::run::{Threads, execute};

const GAMES: u64 = 500_000;

#[test]
fn everything_published_is_reproduced() {
    for (policy, least) in [(Policy::Random, 180), (Policy::MostLeft, 5)] {
        let games = Games::new(Rules::default(), &[policy], Seed(2027), GAMES).unwrap();
        let tallies = execute(&games, Threads::available()).unwrap().into_tally();
        check_balance(games.rules(), policy, GAMES.into(), &tallies).unwrap();
        let all = compare(games.rules(), policy, &tallies);
        assert!(all.len() >= least, "{policy}: {}", all.len());
        for Comparison { what, z_score } in all {
            assert!(z_score <= LIMIT, "{what}: {z_score} standard errors");
        }
    }
}
