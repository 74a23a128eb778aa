//! Whole games against published samples of games. The seed is fixed, so that the outcome is, too.

use super::published::{self, Figure, PublishedStage};
use super::{Comparison, Extent, as_written};
use crate::deal::Seed;
use crate::game::{Arrival, GameKey, Games, Policy, Rules, Subject};
use crate::stats::Ratio;
use crate::stats::moments::SampleMoments;
use crate::stats::z_test::Reference;
use crate::tally::{Merge, Tallies, Tally};

/// The games are a function of it.
const SEED: Seed = Seed(2026);

/// The decimals of proportions.
const DECIMALS: usize = 6;

impl Extent {
    /// The games that have to be played.
    #[must_use]
    pub fn games(self) -> Vec<Games> {
        match self {
            Self::Quick => Vec::new(),
            Self::Full => {
                let usual = Rules::default();
                vec![
                    of(usual, Policy::Random, 10_000_000),
                    of(usual, Policy::MostLeft, 1_000_000),
                    of(face_up(), Policy::Random, 100_000),
                ]
            }
        }
    }
}

/// The whole deck laid out at the start.
fn face_up() -> Rules {
    let deck = Rules::default().deck();
    Rules::new(deck, deck.size()).expect("the whole deck can be laid out")
}

/// The first games of a policy, which are compared with published ones.
fn of(rules: Rules, policy: Policy, games: u64) -> Games {
    Games::new(rules, &[policy], SEED, games).expect("at least one game, and a policy")
}

/// The figures that are published of the games of a policy by some rules.
#[must_use]
pub fn compare(rules: Rules, policy: Policy, tallies: &Tallies<GameKey>) -> Vec<Comparison> {
    let tally = |of| tallies.get(GameKey { policy, of }).cloned().unwrap_or_default();
    let games = tally(Subject::Leftover).total();
    let with_stages = policy == Policy::Random && rules == Rules::default();
    let stages = published::stages().into_iter().filter(|_| with_stages);
    let stages = stages.flat_map(|row| {
        let mut found = Tally::default();
        row.layouts().for_each(|layout| found.merge(tally(Subject::Stage(layout))));
        stage(&row, games, &found)
    });
    let rules = rules.to_string();
    let figures = published::figures().into_iter();
    let figures = figures.filter(|row| row.policy == policy && row.rules == rules);
    let figure = |row: Figure| figure(&row, &tally(row.of));
    stages.chain(figures.filter_map(figure)).collect()
}

/// How often a layout comes up, how often it has no set, and its mean number of sets.
fn stage(row: &PublishedStage, games: u128, found: &Tally) -> Vec<Comparison> {
    let how = match row.arrival {
        Some(Arrival::Dealt) => " just dealt",
        Some(Arrival::Taken) => " after a set",
        None => "",
    };
    let place = format!("games: {} cards{how}, {} in the deck", row.table, row.in_deck);
    let proportion = |what: &str, published: Ratio, found: Ratio| {
        let errors = Reference::proportion(published).proportion_z_score(found);
        let numbers = [published, found].map(|it| format!("{:.DECIMALS$}", it.value()));
        Comparison::near(format!("{place}: {what}"), &row.source, numbers, errors)
    };
    let mut all = Vec::new();
    if games > 0 {
        let reached = Ratio::new(row.layouts, row.games);
        all.push(proportion("how often", reached, Ratio::new(found.total(), games)));
    }
    if let Some(moments) = SampleMoments::of(found) {
        let none = Ratio::new(row.without_set, row.layouts);
        all.push(proportion("no set", none, Ratio::new(found.count(0), found.total())));
        let what = format!("{place}: mean sets");
        let published = row.mean_sets.as_ref();
        all.extend(published.and_then(|it| mean(what, &row.source, it, row.layouts, &moments)));
    }
    all
}

/// Whole games by how they end.
fn figure(row: &Figure, found: &Tally) -> Option<Comparison> {
    let of = match row.of {
        Subject::Leftover => "cards left",
        _ => "extra deals",
    };
    let rules = if row.rules == "standard" { String::new() } else { format!(", {}", row.rules) };
    let what = format!("games by {}{rules}: {of}", row.policy);
    let Some(value) = row.value else {
        let moments = SampleMoments::of(found)?;
        return mean(format!("{what}, mean"), &row.source, &row.figure, row.games, &moments);
    };
    let found = (found.total() > 0).then(|| Ratio::new(found.count(value), found.total()))?;
    let errors = Reference::written(&row.figure, row.games)?.proportion_z_score(found);
    let numbers = [row.figure.clone(), as_written(found.value(), &row.figure)];
    Some(Comparison::near(format!("{what} {value}"), &row.source, numbers, errors))
}

fn mean(
    what: String,
    source: &str,
    published: &str,
    observations: u128,
    found: &SampleMoments,
) -> Option<Comparison> {
    let errors = Reference::written(published, observations)?.mean_z_score(found)?;
    let numbers = [published.to_owned(), as_written(found.mean, published)];
    Some(Comparison::near(what, source, numbers, errors))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Kernel;

    #[test]
    fn nothing_is_said_of_what_was_not_played() {
        assert_eq!(compare(Rules::default(), Policy::Random, &Tallies::default()), []);
        assert_eq!(Extent::Quick.games().len(), 0);
        let units: Vec<_> = Extent::Full.games().iter().map(|it| it.plan().units()).collect();
        assert_eq!(units, [10_000_000, 1_000_000, 100_000]);
    }

    #[test]
    fn games_by_another_policy_are_seen_to_differ() {
        let games = of(Rules::default(), Policy::FewestLeft, 4096);
        let mut tallies = Tallies::default();
        let found = games.worker()(0);
        for (GameKey { of, .. }, tally) in found.iter() {
            *tallies.of(GameKey { policy: Policy::Random, of }) = tally.clone();
        }
        let lines = compare(Rules::default(), Policy::Random, &tallies);
        let wrong: Vec<_> = lines.iter().filter(|line| line.differs()).collect();
        assert!(wrong.len() > 10, "{} of {}", wrong.len(), lines.len());
        // The figures are those of the game, not of other rules.
        let figures = |of: &str| lines.iter().filter(|line| line.what.starts_with(of)).count();
        assert!(figures("games by random: ") > 0 && figures("games by random, ") == 0);
        // The first layout is the same whoever plays.
        let first = |line: &&Comparison| line.what.contains("69 in the deck");
        assert!(lines.iter().filter(first).count() == 3 + 2);
        assert!(lines.iter().filter(first).all(|line| !line.differs()));
    }
}
