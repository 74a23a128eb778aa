//! The engines raced: the same games, and who plays them faster.
//!
//! Before anything is timed, the engines show that they see the same layouts and take the same sets,
//! game by game. Then they play in turn, so that when the machine becomes slower, both suffer alike;
//! what is reported is the median of the repeats.

use super::engine::Engine;
use super::policy::Policy;
use super::rules::Rules;
use super::simulation::{Games, GamesError};
use crate::deal::Seed;
use crate::run::{Blocks, Kernel, Partial, RunError, Silent, StopFlag, ThreadPool, Threads};
use crate::stats::{spread, to_float};
use std::time::Instant;

/// A race of engines on one thread count.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// What is played.
    pub rules: Rules,
    /// Who chooses.
    pub policy: Policy,
    /// What the games are a function of.
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
        spread::median(&self.nanoseconds)
    }
}

/// Why a race came to no end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RaceError {
    /// The games cannot be.
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
    /// It was asked to stop.
    #[error("the race was interrupted")]
    Interrupted,
}

impl Race {
    /// Verifies, then times all engines; the naive one first.
    ///
    /// # Errors
    ///
    /// When the games cannot be played, differ, or the race was cancelled.
    pub fn run(&self, cancel: &StopFlag) -> Result<Vec<Timing>, RaceError> {
        let engines: Vec<Engine> = Engine::available(self.rules).collect();
        let games: Vec<Games> =
            engines.iter().map(|&engine| self.games(engine)).collect::<Result<_, _>>()?;
        if let [naive, others @ ..] = &games[..] {
            others.iter().try_for_each(|fast| self.verify(naive, fast, cancel))?;
        }
        let pool = ThreadPool::new(self.threads)?;
        let timing = |&engine| Timing { engine, nanoseconds: Vec::new() };
        let mut timings: Vec<Timing> = engines.iter().map(timing).collect();
        for _ in 0..self.repeats.max(1) {
            for (timing, games) in timings.iter_mut().zip(&games) {
                timing.nanoseconds.push(self.time(&pool, games, cancel)?);
            }
        }
        Ok(timings)
    }

    fn games(&self, engine: Engine) -> Result<Games, RaceError> {
        let games = Games::new(self.rules, &[self.policy], self.seed, self.games)?;
        Ok(games.played_by(engine))
    }

    fn verify(&self, naive: &Games, fast: &Games, cancel: &StopFlag) -> Result<(), RaceError> {
        let policy = self.policy;
        for block in 0..naive.plan().blocks() {
            proceed(cancel)?;
            let (expected, found) = (naive.traces(block), fast.traces(block));
            let differing = expected.iter().zip(&found).position(|(one, other)| one != other);
            if let Some(place) = differing {
                let game = naive.plan().first_unit(block) + place as u128;
                return Err(RaceError::Disagree { game, policy });
            }
        }
        Ok(())
    }

    fn time(&self, pool: &ThreadPool, games: &Games, cancel: &StopFlag) -> Result<f64, RaceError> {
        let (all, started) = (Blocks::below(games.plan().blocks()), Instant::now());
        let mut partial = Partial::new(games.plan().clone());
        pool.execute_blocks(games, &all, &mut partial, cancel, &Silent)?;
        let seconds = started.elapsed().as_secs_f64();
        std::hint::black_box(partial);
        proceed(cancel)?;
        Ok(1e9 * seconds / to_float(self.games.into()))
    }
}

fn proceed(cancel: &StopFlag) -> Result<(), RaceError> {
    if cancel.is_requested() { Err(RaceError::Interrupted) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_engines_finish_and_are_timed() {
        let (rules, policy) = (Rules::default(), Policy::Random);
        let threads = Threads::new(std::num::NonZeroUsize::MIN);
        let race = Race { rules, policy, seed: Seed(1), games: 50, threads, repeats: 2 };
        let timings = race.run(&StopFlag::default()).unwrap();
        let engines: Vec<Engine> = Engine::available(rules).collect();
        assert_eq!(timings.iter().map(|timing| timing.engine).collect::<Vec<_>>(), engines);
        for timing in &timings {
            assert!(timing.nanoseconds.len() == 2 && timing.median() > 0.0);
        }
        let cancel = StopFlag::default();
        cancel.request();
        assert_eq!(race.run(&cancel), Err(RaceError::Interrupted));
        let nothing = Race { games: 0, ..race };
        assert_eq!(nothing.run(&StopFlag::default()), Err(RaceError::Games(GamesError::NoGames)));
    }
}
