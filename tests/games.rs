//! Whole games against what others have published. All seeds are fixed, so the outcome is, too; the
//! limit is 4.5 combined standard errors.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use setodds::card::Deck;
use setodds::deal::Seed;
use setodds::game::{Arrival, Games, Key, Layout, Outcome, Policy, Rules, Start, Subject, check};
use setodds::run::{Cancel, Kernel, Partial, Silent, Threads, execute};
use setodds::stats::moments::SampleMoments;
use setodds::tally::{Tallies, Tally};
use std::sync::OnceLock;

const GAMES: u64 = 600_000;
const LIMIT: f64 = 4.5;

/// Games by A. Nelson, `set_game_simulator`, data.csv: the CSV in `tests/known`.
const PUBLISHED_GAMES: f64 = 1_400_636_264_000.0;

fn played(policies: &[Policy]) -> Tallies<Key> {
    let games = Games::new(Rules::default(), policies, Seed(2026), GAMES).unwrap();
    let mut partial = Partial::new(games.plan().clone());
    execute(&games, &mut partial, Threads::available(), &Cancel::default(), &Silent).unwrap();
    for &policy in policies {
        check(games.rules(), policy, GAMES.into(), &partial.tally()).unwrap();
    }
    partial.tally()
}

/// The games that most tests look at.
fn both() -> &'static Tallies<Key> {
    static BOTH: OnceLock<Tallies<Key>> = OnceLock::new();
    BOTH.get_or_init(|| played(&[Policy::Random, Policy::MostLeft]))
}

fn tally(policy: Policy, of: Subject) -> Tally {
    both().get(Key { policy, of }).cloned().unwrap_or_default()
}

/// How many standard errors a share is away from a published one of so many trials.
fn errors(count: u128, total: u128, published: f64, trials: f64) -> f64 {
    let (count, total) = (count as f64, total as f64);
    let variance = published * (1.0 - published) * (1.0 / total + 1.0 / trials);
    (count / total - published).abs() / variance.sqrt()
}

#[test]
fn every_published_stage_is_reproduced() {
    let csv = include_str!("known/game_stages_random_policy.csv");
    let mut rows = 0;
    for line in csv.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |place: usize| fields[place].parse::<f64>().unwrap();
        let arrival = Arrival::ALL.into_iter().find(|arrival| arrival.name() == fields[2]).unwrap();
        let (in_deck, table) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
        let found = tally(Policy::Random, Subject::Stage(Layout { in_deck, table, arrival }));
        let (layouts, none, mean) = (number(3), number(4), number(5));

        if layouts < PUBLISHED_GAMES {
            let reached = layouts / PUBLISHED_GAMES;
            let away = errors(found.total(), GAMES.into(), reached, PUBLISHED_GAMES);
            assert!(away < LIMIT, "{line}: layouts, {away}");
        } else {
            assert_eq!(found.total(), GAMES.into());
        }
        let away = errors(found.count(0), found.total(), none / layouts, layouts);
        assert!(away < LIMIT, "{line}: without a set, {away}");
        let moments = SampleMoments::of(&found).unwrap();
        let error = moments.standard_error().unwrap();
        // The published mean is rounded to five decimals.
        let away = ((moments.mean - mean).abs() - 5e-6) / error;
        assert!(away < LIMIT, "{line}: mean, {away}");
        rows += 1;
    }
    assert!(rows > 50);
}

/// sprang/marmoset, 10^9 games: shares of cards left, uniform choice among the sets.
#[test]
fn cards_left_are_those_that_were_published() {
    let left = tally(Policy::Random, Subject::Leftover);
    let published = [(0, 1.22294), (6, 46.82882), (9, 44.50450), (12, 7.36701), (15, 0.07668)];
    for (cards, percent) in published {
        let away = errors(left.count(cards), left.total(), percent / 100.0, 1e9);
        assert!(away < LIMIT, "{cards} cards left: {away}");
    }
    assert_eq!(left.count(3), 0);
    assert!(left.iter().all(|(cards, count)| count == 0 || cards % 3 == 0 && cards <= 18));
}

/// H. Warne, 10^7 games: 31.42 % never need 15 cards. Forced extra deals: 1.5404 a game.
#[test]
fn extra_deals_are_those_that_were_published() {
    let extra = tally(Policy::Random, Subject::ExtraDeals);
    assert!(errors(extra.count(0), extra.total(), 0.3142, 1e7) < LIMIT);
    let moments = SampleMoments::of(&extra).unwrap();
    // The published mean is rounded to four decimals.
    let away = ((moments.mean - 1.5404).abs() - 5e-5) / moments.standard_error().unwrap();
    assert!(away < LIMIT, "{away}");
    let largest = tally(Policy::Random, Subject::LargestTable);
    assert_eq!(largest.count(12), extra.count(0));
}

/// `liamwalker42`, 10^6 games by the policy that leaves the most sets: games by cards left.
#[test]
fn the_policy_that_leaves_most_ends_as_published() {
    let left = tally(Policy::MostLeft, Subject::Leftover);
    let published = [(0, 30_078.0), (6, 596_653.0), (9, 324_453.0), (12, 48_366.0), (15, 450.0)];
    for (cards, games) in published {
        let away = errors(left.count(cards), left.total(), games / 1e6, 1e6);
        assert!(away < LIMIT, "{cards} cards left: {away}");
    }
}

/// The mean of the differences is the difference of the means, exactly; and as the decks are the
/// same, it is known better than from games on decks of their own.
#[test]
fn paired_differences_are_those_of_the_policies() {
    let mean = |policy, of| SampleMoments::of(&tally(policy, of)).unwrap();
    let offset = Outcome::offset(Rules::default()) as f64;
    for (outcome, of) in
        [(Outcome::CardsLeft, Subject::Leftover), (Outcome::ExtraDeals, Subject::ExtraDeals)]
    {
        let (random, most) = (mean(Policy::Random, of), mean(Policy::MostLeft, of));
        let paired = mean(Policy::MostLeft, Subject::Difference(outcome));
        assert!((paired.mean - offset - (most.mean - random.mean)).abs() < 1e-9);
        let alone = random.standard_error().unwrap().hypot(most.standard_error().unwrap());
        assert!(paired.standard_error().unwrap() < alone, "{outcome:?}");
    }
}

/// No published figures, but the same law of nature: never three cards, everything balances.
#[test]
fn other_decks_and_starts_balance() {
    for (features, start) in [(3, 12), (3, 9), (4, 9), (4, 15), (5, 12)] {
        let rules = Rules::new(Deck::new(features).unwrap(), Start::new(start).unwrap()).unwrap();
        let games = Games::new(rules, Policy::ALL, Seed(1), 500).unwrap();
        let tallies = games.run(0, &mut games.workspace());
        for &policy in Policy::ALL {
            assert_eq!(check(rules, policy, 500, &tallies), Ok(()));
        }
    }
}
