//! The kernel of a simulation: deals hands, measures them, and tallies by hand size and measure.

use super::counter::Counter;
use super::generators::Generators;
use super::triples::TripleCounts;
use super::{Engine, SCHEME, Seed, deals_per_block};
use crate::detect::Strategy;
use crate::detect::lane_tests::{LaneTest, LaneTestType, NarrowThirdCard, WideThirdCard};
#[cfg(not(target_family = "wasm"))]
use crate::detect::lane_tests::{NarrowPackedMask, WidePackedMask};
use crate::exact::impossible::bounds;
use crate::lanes::InstructionSet;
use crate::measure::{BatchRecorder, Key, Measure, Measurer};
use crate::run::{Job, Kernel, Plan, RunError, Threads, execute};
use crate::tally::{Tallies, Tally};

/// A simulation that measures random deals from one deck.
///
/// With several hand sizes, the first cards of each deal are the smaller hands.
#[derive(Debug)]
pub struct Deals {
    measurer: Measurer,
    engine: Engine,
    seed: Seed,
    plan: Plan,
}

/// Error for a simulation that cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DealsError {
    /// The number of deals is 0.
    #[error("0 deals give no answer; deal at least once")]
    NoDeals,
    /// The requested engine cannot run the detection strategy of the simulation.
    #[error(
        "the engine `{0}` cannot do this; only the strategies {strategies} work in lanes",
        strategies = Strategy::names_with_lanes()
    )]
    Engine(Engine),
}

/// Creates the plan of a run with `deals` deals of up to `cards` cards. Returns an error if `deals`
/// is 0.
pub(super) fn plan(job: Job, deals: u64, cards: usize) -> Result<Plan, DealsError> {
    if deals == 0 {
        return Err(DealsError::NoDeals);
    }
    Ok(Plan::new(job, u128::from(deals), deals_per_block(cards)))
}

impl Deals {
    /// Creates a simulation of `deals` deals with the fastest engine for the strategy.
    ///
    /// # Errors
    ///
    /// Returns an error if `deals` is 0.
    pub fn new(measurer: Measurer, seed: Seed, deals: u64) -> Result<Self, DealsError> {
        let pack = measurer.pack();
        let job = Job::new("simulate")
            .with("scheme", SCHEME)
            .with("features", measurer.deck().features())
            .with("cards", measurer.sizes())
            .with("measure", measurer.measures())
            .with("seed", seed)
            .with_some("without", pack.as_reduced());
        let plan = plan(job, deals, measurer.sizes().largest())?;
        let engine = Engine::fastest(measurer.strategy());
        Ok(Self { measurer, engine, seed, plan })
    }

    /// Runs the simulation on the given number of threads and returns the tallies.
    ///
    /// Unlike the generic [`execute`], it is compiled in this package, with the optimization level
    /// of this package.
    ///
    /// # Errors
    ///
    /// Returns an error if the threads cannot be started.
    pub fn run(&self, threads: Threads) -> Result<Tallies<Key>, RunError> {
        Ok(execute(self, threads)?.into_tally())
    }

    /// Replaces the engine of the simulation.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine does not support the strategy.
    pub fn with_engine(self, engine: Engine) -> Result<Self, DealsError> {
        if !engine.can_run(self.measurer.strategy()) {
            return Err(DealsError::Engine(engine));
        }
        Ok(Self { engine, ..self })
    }

    #[must_use]
    pub const fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns the instruction set used to deal the hands, and, unless the engine is scalar, to
    /// count their sets.
    #[must_use]
    pub fn instruction_set(&self) -> InstructionSet {
        self.engine.dealing_set()
    }

    /// Returns whether tallies are consistent with `deals` deals of this simulation: they have no
    /// other hand sizes and measures, and one observation of each per deal. Set types have one
    /// observation per set. If sets are tallied, too, the numbers must agree; otherwise the number
    /// of set types must not exceed that of the sets in so many hands, by [`bounds`].
    #[must_use]
    pub fn fits(&self, tallies: &Tallies<Key>, deals: u128) -> bool {
        let is_counted = |key: Key| {
            let total = tallies.get(key).map_or(0, Tally::total);
            let sets = Key::sets(key.cards);
            match tallies.get(sets) {
                _ if key.measure != Measure::SetTypes => total == deals,
                Some(sets) => total == sets.sum(),
                None => {
                    total <= deals.saturating_mul(*bounds(self.measurer.deck(), sets).end() as u128)
                }
            }
        };
        let is_measured = |key: Key| self.measurer.keys().any(|measured| measured == key);
        self.measurer.keys().all(is_counted) && tallies.iter().all(|(key, _)| is_measured(key))
    }

    /// Returns the measurer that evaluates the deals.
    #[must_use]
    pub const fn measurer(&self) -> &Measurer {
        &self.measurer
    }

    /// Returns a closure that deals and measures one block with the lane test `T`. The closure
    /// deals 64 hands at a time, counts triples and evaluates measures for many hands at once where
    /// the engine and the measure allow it, and measures the rest hand by hand.
    fn counting<T: LaneTest>(&self) -> Box<dyn FnMut(u64) -> Tallies<Key> + '_> {
        let (measurer, set) = (&self.measurer, self.instruction_set());
        let (counts, batches) = match self.engine {
            Engine::Scalar => (TripleCounts::default(), None),
            Engine::Lanes(set) => (TripleCounts::cheapest(measurer), Some(set)),
        };
        let mut recorder = BatchRecorder::new(measurer, batches, |key| !counts.has(key));
        let (cards, collects_batches) = (measurer.sizes().largest(), !recorder.is_empty());
        let mut counter = Counter::<T>::new(measurer.pack(), cards, counts, collects_batches, set);
        Box::new(move |block| {
            let generators = Generators::for_block(self.seed, block);
            counter.count(generators, self.plan.units_in(block), |batch| recorder.record(batch));
            let mut tallies = recorder.take();
            counter.counts.tally(measurer, &mut tallies);
            tallies
        })
    }
}

impl Kernel for Deals {
    type Tally = Tallies<Key>;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tallies<Key> {
        // With the scalar engine the counter only deals, whatever its test.
        let strategy = match self.engine {
            Engine::Scalar => Strategy::default(),
            Engine::Lanes(_) => self.measurer.strategy(),
        };
        match strategy.lane_test(self.measurer.deck()).expect("the engine can run the strategy") {
            LaneTestType::NarrowThirdCard => self.counting::<NarrowThirdCard>(),
            LaneTestType::WideThirdCard => self.counting::<WideThirdCard>(),
            #[cfg(not(target_family = "wasm"))]
            LaneTestType::NarrowPackedMask => self.counting::<NarrowPackedMask>(),
            #[cfg(not(target_family = "wasm"))]
            LaneTestType::WidePackedMask => self.counting::<WidePackedMask>(),
            // To keep WebAssembly modules small, one test serves both strategies; the results are
            // the same.
            #[cfg(target_family = "wasm")]
            LaneTestType::NarrowPackedMask => self.counting::<NarrowThirdCard>(),
            #[cfg(target_family = "wasm")]
            LaneTestType::WidePackedMask => self.counting::<WideThirdCard>(),
        }
    }
}
