//! `setodds bench --games`: the ways of playing games, raced.

use super::failure::{Failure, OrFail};
use super::listing::Listing;
use super::output::Output;
use setodds::bench::{BenchmarkError, GameBenchmark};
use setodds::card::Deck;
use setodds::deal::Seed;
use setodds::game::{Policy, Rules};
use setodds::report::game_race;
use setodds::run::{StopFlag, Threads};

/// What is raced: every deck, policy and number of threads is a race of its own.
pub(super) struct GameRaces<'a> {
    pub(super) decks: &'a [Deck],
    pub(super) policies: &'a [Policy],
    pub(super) threads: &'a [Threads],
    pub(super) games: u64,
    pub(super) seed: Seed,
    pub(super) repeats: usize,
}

impl GameRaces<'_> {
    /// Runs all of them and tells the result.
    pub(super) fn run(
        &self,
        output: &Output,
        cancel: &StopFlag,
        quiet: bool,
    ) -> Result<(), Failure> {
        let mut rows = Vec::new();
        for race in self.races()? {
            let timings = race.run(cancel).map_err(|error| match error {
                BenchmarkError::Interrupted => Failure::Interrupted,
                BenchmarkError::Games(_) => Failure::Usage(error.into()),
                error => Failure::Failed(error.into()),
            })?;
            rows.extend(game_race::rows(&race, &timings));
        }
        output.deliver(&Listing::new("Ways of playing games", "rows", rows, ()), quiet)
    }

    fn races(&self) -> Result<Vec<GameBenchmark>, Failure> {
        let (games, seed, repeats) = (self.games, self.seed, self.repeats);
        let mut races = Vec::new();
        for &deck in self.decks {
            let rules = Rules::new(deck, Rules::START).or_usage()?;
            for &policy in self.policies {
                let race =
                    |&threads| GameBenchmark { rules, policy, seed, games, threads, repeats };
                races.extend(self.threads.iter().map(race));
            }
        }
        Ok(races)
    }
}
