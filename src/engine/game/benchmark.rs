//! The benchmark of the engines, on the same games.
//!
//! Before anything is timed, the engines must see the same layouts and take the same sets, game by
//! game. Then they play in turn, so that a machine that becomes slower slows all of them alike; the
//! result is the median of the repeats.

use super::engine::Engine;
use super::policy::Policy;
use super::rules::Rules;
use super::simulation::{Games, GamesError};
use crate::deal::Seed;
use crate::lanes::InstructionSet;
use crate::run::{Kernel, Partial, RunError, StopFlag, ThreadPool, Threads};
use crate::stats::{robust, to_float};
use std::time::Instant;

/// A benchmark of the engines with a number of threads.
#[derive(Clone, Copy, Debug)]
pub struct Benchmark {
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
pub struct Timing {
    /// The engine.
    pub engine: Engine,
    /// Nanoseconds for a game, one number for each repeat; all threads together.
    pub nanoseconds: Vec<f64>,
}

impl Timing {
    /// The median of the repeats.
    #[must_use]
    pub fn median(&self) -> f64 {
        robust::median(&self.nanoseconds)
    }
}

/// Why a benchmark did not finish.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BenchmarkError {
    /// The games are not valid.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// The threads do not start.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The engines play differently.
    #[error(
        "game {game} of `{policy}` is not the same for all engines: this is a bug of the program"
    )]
    Disagree {
        /// The number of the game, from 0.
        game: u128,
        /// The policy.
        policy: Policy,
    },
    /// A stop was requested.
    #[error("the race was interrupted")]
    Interrupted,
}

impl Benchmark {
    /// Verifies, then times all engines; the naive one first, the fastest last.
    ///
    /// # Errors
    ///
    /// When the games cannot be played or differ, or a stop was requested.
    pub fn run(&self, stop: &StopFlag) -> Result<Vec<Timing>, BenchmarkError> {
        let games = Games::new(self.rules, &[self.policy], self.seed, self.games)?;
        let engines = [Engine::Naive, Engine::Incremental, Engine::Lanes(InstructionSet::widest())];
        let engines = engines.into_iter().filter(|engine| engine.plays(self.rules));
        let mut entries: Vec<(Games, Timing)> = engines
            .map(|engine| (games.played_by(engine), Timing { engine, nanoseconds: Vec::new() }))
            .collect();
        self.verify(&entries, stop)?;
        let pool = ThreadPool::new(self.threads)?;
        for _ in 0..self.repeats.max(1) {
            for (games, timing) in &mut entries {
                timing.nanoseconds.push(self.time(&pool, games, stop)?);
            }
        }
        Ok(entries.into_iter().map(|(_, timing)| timing).collect())
    }

    /// All engines play the same games.
    fn verify(&self, entries: &[(Games, Timing)], stop: &StopFlag) -> Result<(), BenchmarkError> {
        let [(naive, _), others @ ..] = entries else { return Ok(()) };
        for block in 0..naive.plan().blocks() {
            let expected = naive.traces(block);
            for (other, _) in others {
                proceed(stop)?;
                let found = other.traces(block);
                if let Some(place) = (0..expected.len()).find(|&it| found[it] != expected[it]) {
                    let game = naive.plan().first_unit(block) + place as u128;
                    return Err(BenchmarkError::Disagree { game, policy: self.policy });
                }
            }
        }
        Ok(())
    }

    fn time(
        &self,
        pool: &ThreadPool,
        games: &Games,
        stop: &StopFlag,
    ) -> Result<f64, BenchmarkError> {
        let (mut partial, started) = (Partial::new(games.plan().clone()), Instant::now());
        pool.resume(games, &mut partial, &games.plan().all_blocks(), stop, &|_| {})?;
        let seconds = started.elapsed().as_secs_f64();
        std::hint::black_box(partial);
        proceed(stop)?;
        Ok(1e9 * seconds / to_float(self.games.into()))
    }
}

fn proceed(stop: &StopFlag) -> Result<(), BenchmarkError> {
    if stop.is_requested() { Err(BenchmarkError::Interrupted) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_engines_finish_and_are_timed() {
        let (rules, policy) = (Rules::default(), Policy::Random);
        let threads = Threads::new(std::num::NonZeroUsize::MIN);
        let benchmark = Benchmark { rules, policy, seed: Seed(1), games: 50, threads, repeats: 2 };
        let timings = benchmark.run(&StopFlag::default()).unwrap();
        let engines: Vec<&str> = timings.iter().map(|timing| timing.engine.name()).collect();
        assert_eq!(engines, ["naive", "incremental", "lanes"]);
        for timing in &timings {
            assert!(timing.nanoseconds.len() == 2 && timing.median() > 0.0);
        }
        let stop = StopFlag::default();
        stop.request();
        assert_eq!(benchmark.run(&stop), Err(BenchmarkError::Interrupted));
        let nothing = Benchmark { games: 0, ..benchmark };
        assert_eq!(
            nothing.run(&StopFlag::default()),
            Err(BenchmarkError::Games(GamesError::NoGames))
        );
    }
}
