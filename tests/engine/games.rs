//! Compares complete games with published results. All seeds are fixed, so the outcome is
//! reproducible; the limit is 4.5 combined standard errors.

use crate::published::games::{Comparison, LIMIT, compare};
use setodds_engine::deal::Seed;
use setodds_engine::game::{GameKey, GameOutcome, Games, Policy, Rules, Subject, check_balance};
use setodds_engine::run::{Kernel, Threads, execute};
use setodds_engine::stats::moments::SampleMoments;
use setodds_engine::tally::{Tallies, Tally};
use std::sync::OnceLock;

const GAMES: u64 = 200_000;

fn played(policies: &[Policy]) -> Tallies<GameKey> {
    let games = Games::new(Rules::default(), policies, Seed(2026), GAMES).unwrap();
    let partial = execute(&games, Threads::available()).unwrap();
    for &policy in policies {
        check_balance(games.rules(), policy, GAMES.into(), &partial.tally()).unwrap();
    }
    partial.tally()
}

/// Returns the tallies of the games that most tests use.
fn both() -> &'static Tallies<GameKey> {
    static BOTH: OnceLock<Tallies<GameKey>> = OnceLock::new();
    BOTH.get_or_init(|| played(&[Policy::Random, Policy::MostLeft]))
}

fn tally(policy: Policy, of: Subject) -> Tally {
    both().get(GameKey { policy, of }).cloned().unwrap_or_default()
}

/// Compares stages with A. Nelson, cards left with sprang and `liamwalker42`, extra deals with H.
/// Warne.
#[test]
fn everything_published_is_reproduced() {
    for (policy, least) in [(Policy::Random, 180), (Policy::MostLeft, 5)] {
        let all = compare(Rules::default(), policy, both());
        assert!(all.len() >= least, "{policy}: {}", all.len());
        for Comparison { what, z_score } in all {
            assert!(z_score <= LIMIT, "{what}: {z_score} standard errors");
        }
    }
}

/// Compares games with the whole deck face up with `MathOverflow`.
#[test]
fn games_with_the_whole_deck_face_up_are_reproduced() {
    let rules = Rules::new(Rules::default().deck(), 81).unwrap();
    let games = Games::new(rules, &[Policy::Random], Seed(2026), 1_000).unwrap();
    let tallies = execute(&games, Threads::available()).unwrap().into_tally();
    let all = compare(rules, Policy::Random, &tallies);
    assert_eq!(all.len(), 5);
    for Comparison { what, z_score } in all {
        assert!(z_score <= LIMIT, "{what}: {z_score} standard errors");
    }
}

#[test]
fn games_by_another_policy_are_seen_to_differ() {
    let games = Games::new(Rules::default(), &[Policy::FewestLeft], Seed(2026), 4096).unwrap();
    let mut tallies = Tallies::default();
    for (GameKey { of, .. }, tally) in games.worker()(0).iter() {
        *tallies.entry(GameKey { policy: Policy::Random, of }) = tally.clone();
    }
    let all = compare(Rules::default(), Policy::Random, &tallies);
    let wrong = all.iter().filter(|it| it.z_score > LIMIT).count();
    assert!(wrong > 10, "{wrong} of {}", all.len());
    // The first layout is the same for every policy.
    let mut first = all.iter().filter(|it| it.what.contains("69 in the deck"));
    assert!(first.all(|it| it.z_score <= LIMIT));
}

/// Checks that three cards are never left, and that 18 is the largest table seen.
#[test]
fn cards_left_are_possible() {
    let left = tally(Policy::Random, Subject::Leftover);
    assert_eq!(left.count(3), 0);
    assert!(left.iter().all(|(cards, count)| count == 0 || cards % 3 == 0 && cards <= 18));
    let extra = tally(Policy::Random, Subject::ExtraDeals);
    assert_eq!(tally(Policy::Random, Subject::LargestTable).count(12), extra.count(0));
}

/// Checks that the mean difference is exactly the difference of the means, and, because the decks
/// are equal, has a smaller error than that of games on separate decks.
#[test]
fn paired_differences_are_those_of_the_policies() {
    let mean = |policy, of| SampleMoments::from_tally(&tally(policy, of)).unwrap();
    let offset = GameOutcome::offset(Rules::default()) as f64;
    for (outcome, of) in [
        (GameOutcome::CardsLeft, Subject::Leftover),
        (GameOutcome::ExtraDeals, Subject::ExtraDeals),
    ] {
        let (random, most) = (mean(Policy::Random, of), mean(Policy::MostLeft, of));
        let paired = mean(Policy::MostLeft, Subject::Difference(outcome));
        assert!((paired.mean - offset - (most.mean - random.mean)).abs() < 1e-9);
        let alone = libm::hypot(random.standard_error().unwrap(), most.standard_error().unwrap());
        assert!(paired.standard_error().unwrap() < alone, "{outcome:?}");
    }
}
