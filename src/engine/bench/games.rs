//! The benchmark of the engines, on the same games.
//!
//! Before anything is timed, the engines must see the same layouts and take the same sets, game by
//! game. Then they play in turn, so that a machine that becomes slower slows all of them alike; the
//! result is the median of the repeats.

use super::samples::{Samples, time_in_turn};
use super::{BenchmarkError, check_stop};
use crate::deal::Seed;
use crate::game::{GameEngine, Games, Policy, Rules};
use crate::lanes::InstructionSet;
use crate::run::{Kernel, StopFlag, Threads};

/// A benchmark of the engines with a number of threads.
#[derive(Clone, Copy, Debug)]
pub struct GameBenchmark {
    /// What is played.
    pub rules: Rules,
    /// The policy.
    pub policy: Policy,
    /// The random seed.
    pub seed: Seed,
    /// How many games, at least one.
    pub games: u64,
    /// How many threads.
    pub threads: Threads,
    /// How often everything is timed, at least once.
    pub repeats: usize,
}

/// What was measured of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct GameTiming {
    /// The engine.
    pub engine: GameEngine,
    /// The times for a game.
    pub samples: Samples,
}

impl GameBenchmark {
    /// Verifies, then times all engines; the naive one first, the fastest last.
    ///
    /// # Errors
    ///
    /// When the games cannot be played or differ, or a stop was requested.
    pub fn run(&self, stop: &StopFlag) -> Result<Vec<GameTiming>, BenchmarkError> {
        let engines = [
            GameEngine::Naive,
            GameEngine::Incremental,
            GameEngine::Lanes(InstructionSet::widest()),
        ];
        let (mut players, mut all) = (Vec::new(), Vec::new());
        // What would play by another engine is left out.
        let plays = |engine: &GameEngine| engine.playing(self.rules, self.policy) == *engine;
        for engine in engines.into_iter().filter(plays) {
            let games = Games::new(self.rules, &[self.policy], self.seed, self.games)?;
            players.push(engine);
            all.push(games.with_engine(engine)?);
        }
        self.verify(&all, stop)?;
        let samples = time_in_turn(self.threads, &all, self.repeats, stop)?;
        let timings = players.into_iter().zip(samples);
        Ok(timings.map(|(engine, samples)| GameTiming { engine, samples }).collect())
    }

    /// All engines play the same games.
    fn verify(&self, all: &[Games], stop: &StopFlag) -> Result<(), BenchmarkError> {
        let [naive, others @ ..] = all else { return Ok(()) };
        for block in 0..naive.plan().blocks() {
            let expected = naive.traces(block);
            for other in others {
                check_stop(stop)?;
                let found = other.traces(block);
                let differs = |&place: &usize| expected.get(place) != found.get(place);
                if let Some(place) = (0..expected.len().max(found.len())).find(differs) {
                    let game = naive.plan().first_unit(block) + place as u128;
                    return Err(BenchmarkError::GamesDisagree(game, self.policy));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GamesError;

    #[test]
    fn all_engines_finish_and_are_timed() {
        let (rules, policy) = (Rules::default(), Policy::Random);
        let threads = Threads::ONE;
        let benchmark =
            GameBenchmark { rules, policy, seed: Seed(1), games: 50, threads, repeats: 2 };
        let timings = benchmark.run(&StopFlag::default()).unwrap();
        let engines: Vec<&str> = timings.iter().map(|timing| timing.engine.name()).collect();
        assert_eq!(engines, ["naive", "incremental", "lanes"]);
        for timing in &timings {
            assert!(timing.samples.number() == 2 && timing.samples.median() > 0.0);
        }
        let stop = StopFlag::default();
        stop.request();
        assert_eq!(benchmark.run(&stop), Err(BenchmarkError::Interrupted));
        let nothing = GameBenchmark { games: 0, ..benchmark };
        assert_eq!(
            nothing.run(&StopFlag::default()),
            Err(BenchmarkError::Games(GamesError::NoGames))
        );
    }
}
