//! A race of detection strategies on equal hands.
//!
//! The hands of a [`Race`] are dealt once from a seed and kept: card by card for the scalar engine,
//! 64 side by side for lanes. Before anything is timed, every [`Entrant`] shows that it finds the
//! same numbers of sets, hand by hand, as the naive definition. Then two stages are timed:
//!
//! * [`Stage::Detection`]: counting the sets of the hands that are there, and tallying;
//! * [`Stage::Whole`]: the whole pipeline of a [`Simulation`](crate::deal::Simulation), with random
//!   numbers and dealing.
//!
//! A timing that is over too soon says nothing, so each goes over the hands as often as fills
//! [`LEAST`]; how often is found in a warm-up, which is not counted. The repeats go round all
//! entrants, stages and numbers of threads in turn, so that when the machine becomes slower, all
//! suffer alike; what is reported is the median, the minimum and the median deviation from the
//! median. The threads are started before the clock.

mod contest;

use crate::card::Deck;
use crate::deal::{Engine, Seed, SimulationError, deals_per_block};
use crate::detect::Strategy;
use crate::hand::sizes::{Sizes, SizesError};
use crate::lanes::InstructionSet;
use crate::measure::{MeasureError, Measurer, Measures};
use crate::run::{RunError, StopFlag, ThreadPool, Threads};
use crate::stats::robust;
use contest::Contest;
use std::fmt;
use std::time::Duration;

/// The most cards that a race keeps, all hands together: they lie in memory several times over, in
/// about 1 GB.
pub const MOST_CARDS: u64 = 100_000_000;

/// The most repeats.
pub const MOST_REPEATS: usize = 10_000;

/// A timing lasts at least about this long.
pub const LEAST: Duration = Duration::from_millis(20);

/// A strategy with who drives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entrant {
    /// The strategy.
    pub strategy: Strategy,
    /// The engine.
    pub engine: Engine,
}

impl Entrant {
    /// Every strategy with every engine of this machine that drives it, for hands of up to `cards`
    /// cards.
    #[must_use]
    pub fn all(deck: Deck, cards: usize) -> Vec<Self> {
        let engines = |&strategy| Engine::available().map(move |engine| Self { strategy, engine });
        let entrants = Strategy::ALL.iter().flat_map(engines);
        entrants.filter(|entrant| entrant.can_count(deck, cards)).collect()
    }

    /// Whether the engine drives the strategy for hands of `cards` cards.
    #[must_use]
    pub fn can_count(self, deck: Deck, cards: usize) -> bool {
        measurer(self.strategy, deck, cards).is_ok_and(|measurer| self.engine.drives(&measurer))
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.strategy, self.engine)
    }
}

/// The number of sets in hands of one size.
fn measurer(strategy: Strategy, deck: Deck, cards: usize) -> Result<Measurer, MeasureError> {
    Measurer::new(deck, Sizes::one(cards), Measures::default(), strategy)
}

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Counting sets in hands that are there.
    Detection,
    /// Dealing and counting.
    Whole,
}

impl Stage {
    /// Both stages.
    pub const ALL: [Self; 2] = [Self::Detection, Self::Whole];

    /// The name, as in CSV.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Detection => "detection",
            Self::Whole => "dealing+detection",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A race that can be run.
#[derive(Clone, Debug)]
pub struct Race {
    /// The deck.
    pub deck: Deck,
    /// Cards in a hand, at least one.
    pub cards: usize,
    /// How many hands are dealt, at least one.
    pub hands: u64,
    /// What the hands are a function of.
    pub seed: Seed,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// The numbers of threads, each a race of its own.
    pub threads: Vec<Threads>,
    /// How often everything is timed, at least once.
    pub repeats: usize,
}

/// What was measured of an entrant in one stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// The entrant.
    pub entrant: Entrant,
    /// The number of threads.
    pub threads: usize,
    /// What was timed.
    pub stage: Stage,
    /// Nanoseconds for a hand, one number for each repeat; all threads together.
    pub nanoseconds: Vec<f64>,
}

impl Timing {
    /// The widest vector instructions that ran. The scalar engine counts without them, but deals
    /// with the widest of the processor, as everyone does who deals hand by hand.
    #[must_use]
    pub fn instruction_set(&self) -> InstructionSet {
        match (self.entrant.engine, self.stage) {
            (Engine::Scalar, Stage::Whole) => InstructionSet::widest(),
            (engine, _) => engine.instruction_set(),
        }
    }

    /// The median of the repeats, in nanoseconds for a hand.
    #[must_use]
    pub fn median(&self) -> f64 {
        robust::median(&self.nanoseconds)
    }

    /// The fastest repeat.
    #[must_use]
    pub fn least(&self) -> f64 {
        self.nanoseconds.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The median deviation from the median.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        robust::mad(&self.nanoseconds)
    }
}

/// The result of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// What all entrants found: a hash of the numbers of sets, hand by hand (FNV-1a, 64 bits).
    pub checksum: u64,
    /// By number of threads, then stage, then entrant, each in the order of the race.
    pub timings: Vec<Timing>,
}

/// Why a race came to no end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RaceError {
    /// A hand larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// Nothing to do.
    #[error(
        "a race needs at least one card, one hand, one repeat, one entrant and one number of threads"
    )]
    Empty,
    /// More than memory is made for.
    #[error(
        "{hands} hands of {cards} cards are too many to keep; a race keeps up to {MOST_CARDS} cards, so \
         give at most {most} hands",
        most = MOST_CARDS / *cards as u64
    )]
    TooMany {
        /// The hands.
        hands: u64,
        /// The cards of each.
        cards: usize,
    },
    /// More repeats than anyone waits for.
    #[error("{0} repeats are too many; give at most {MOST_REPEATS}")]
    TooManyRepeats(usize),
    /// The engine cannot drive the strategy.
    #[error("`{0}` cannot count hands of {1} cards")]
    CannotCount(Entrant, usize),
    /// An entrant finds other sets than the definition.
    #[error(
        "`{entrant}` finds other sets than the definition (checksum {found:016x}, not {expected:016x}): this is a bug of the program"
    )]
    Disagrees {
        /// The entrant.
        entrant: Entrant,
        /// The checksum of the definition.
        expected: u64,
        /// Its own.
        found: u64,
    },
    /// The simulation cannot be.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// The threads do not start.
    #[error(transparent)]
    Run(#[from] RunError),
    /// It was asked to stop.
    #[error("the race was interrupted")]
    Interrupted,
}

impl Race {
    /// Verifies all entrants, then times them. `progress` is called with the steps that are done
    /// and their whole number.
    ///
    /// # Errors
    ///
    /// When the race cannot be run, an entrant is wrong, or it was cancelled.
    pub fn run(
        &self,
        cancel: &StopFlag,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Results, RaceError> {
        self.check()?;
        let timings = self.entrants.len() * self.threads.len() * Stage::ALL.len();
        let steps = self.entrants.len() + timings * (self.repeats + 1);
        let mut done = 0;
        let mut step = || {
            done += 1;
            progress(done, steps);
            proceed(cancel)
        };
        let contest = Contest::new(self, cancel)?;
        let checksum = contest.verify(&mut step)?;
        let pools = self.threads.iter().map(|&threads| ThreadPool::new(threads));
        let pools = pools.collect::<Result<Vec<_>, _>>()?;
        Ok(Results { checksum, timings: contest.time(&pools, &mut step)? })
    }

    /// Whether it can be run.
    fn check(&self) -> Result<(), RaceError> {
        Sizes::one(self.cards).within(self.deck)?;
        let nothing = self.entrants.is_empty() || self.threads.is_empty();
        if nothing || self.cards == 0 || self.hands == 0 || self.repeats == 0 {
            return Err(RaceError::Empty);
        }
        if self.hands.saturating_mul(self.cards as u64) > MOST_CARDS {
            return Err(RaceError::TooMany { hands: self.hands, cards: self.cards });
        }
        if self.repeats > MOST_REPEATS {
            return Err(RaceError::TooManyRepeats(self.repeats));
        }
        let too_large = |entrant: &&Entrant| !entrant.can_count(self.deck, self.cards);
        if let Some(&entrant) = self.entrants.iter().find(too_large) {
            return Err(RaceError::CannotCount(entrant, self.cards));
        }
        Ok(())
    }

    /// The numbers of hands in the blocks of the race.
    fn blocks(&self) -> Vec<u64> {
        let per_block = deals_per_block(self.cards);
        let starts = (0..self.hands).step_by(usize::try_from(per_block).unwrap_or(usize::MAX));
        starts.map(|start| per_block.min(self.hands - start)).collect()
    }
}

/// An error once a stop was asked for.
fn proceed(cancel: &StopFlag) -> Result<(), RaceError> {
    if cancel.is_requested() { Err(RaceError::Interrupted) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroUsize;

    fn race(cards: usize) -> Race {
        Race {
            deck: Deck::GAME,
            cards,
            hands: 1000,
            seed: Seed(1),
            entrants: Entrant::all(Deck::GAME, cards),
            threads: [1, 2].map(|count| Threads::new(NonZeroUsize::new(count).unwrap())).to_vec(),
            repeats: 3,
        }
    }

    #[test]
    fn everyone_is_timed_in_every_stage() {
        let race = race(12);
        let (mut calls, mut last) = (0, (0, 0));
        let mut progress = |done, steps| {
            calls += 1;
            last = (done, steps);
        };
        let results = race.run(&StopFlag::default(), &mut progress).unwrap();
        assert_eq!(results.timings.len(), 4 * race.entrants.len());
        assert_eq!(last, (calls, calls));
        for timing in &results.timings {
            assert_eq!(timing.nanoseconds.len(), 3);
            assert!(timing.least() > 0.0 && timing.least() <= timing.median());
            assert!(timing.deviation() <= timing.median());
        }
    }

    #[test]
    fn all_strategies_take_part_and_lanes_where_they_can() {
        let twelve = Entrant::all(Deck::GAME, 12);
        assert!(Strategy::ALL.iter().all(|s| twelve.iter().any(|entrant| entrant.strategy == *s)));
        assert!(twelve.iter().any(|entrant| entrant.engine != Engine::Scalar));
        let many = Entrant::all(Deck::GAME, 60);
        assert!(many.iter().all(|entrant| entrant.engine == Engine::Scalar));
    }

    /// The checksum is of the hands alone: equal for any entrants, another for other hands.
    #[test]
    fn checksums_are_of_the_hands() {
        let run = |race: Race| race.run(&StopFlag::default(), &mut |_, _| ()).unwrap().checksum;
        let one = |cards, entrant| Race {
            entrants: vec![Entrant::all(Deck::GAME, cards)[entrant]],
            threads: vec![Threads::available()],
            repeats: 1,
            ..race(cards)
        };
        assert_eq!(run(one(12, 0)), run(one(12, 1)));
        assert_ne!(run(one(12, 0)), run(Race { seed: Seed(2), ..one(12, 0) }));
        assert_ne!(run(one(12, 0)), run(one(9, 0)));
    }

    #[test]
    fn nonsense_is_refused() {
        let refused = |race: Race| race.run(&StopFlag::default(), &mut |_, _| ()).unwrap_err();
        assert_eq!(refused(Race { hands: 0, ..race(3) }), RaceError::Empty);
        assert_eq!(refused(Race { repeats: 0, ..race(3) }), RaceError::Empty);
        assert_eq!(refused(Race { cards: 0, ..race(3) }), RaceError::Empty);
        let many = Race { hands: MOST_CARDS, ..race(3) };
        assert_eq!(refused(many), RaceError::TooMany { hands: MOST_CARDS, cards: 3 });
        let often = Race { repeats: usize::MAX, ..race(3) };
        assert_eq!(refused(often), RaceError::TooManyRepeats(usize::MAX));
        assert!(matches!(refused(Race { cards: 82, ..race(3) }), RaceError::Sizes(_)));
        let lanes = Engine::Lanes(InstructionSet::Baseline);
        let entrant = Entrant { strategy: Strategy::Naive, engine: lanes };
        let wrong = Race { entrants: vec![entrant], ..race(3) };
        assert_eq!(refused(wrong), RaceError::CannotCount(entrant, 3));
        let cancel = StopFlag::default();
        cancel.request();
        assert_eq!(race(3).run(&cancel, &mut |_, _| ()).unwrap_err(), RaceError::Interrupted);
    }
}
