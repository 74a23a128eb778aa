//! The kernel of a simulation: deals hands, measures them, and tallies by hand size and measure.

use super::counter::Counter;
use super::generators::Generators;
use super::triples::TripleCounts;
use super::{Engine, SCHEME, Seed, deals_per_block};
use crate::detect::Strategy;
use crate::detect::lane_tests::{LaneTest, LaneTestType, NarrowThirdCard, WideThirdCard};
#[cfg(not(target_family = "wasm"))]
use crate::detect::lane_tests::{NarrowPackedMask, WidePackedMask};
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
    /// The requested engine cannot run the strategy of the simulation.
    #[error(
        "the engine `{0}` cannot do this; only the strategies {strategies} work in lanes",
        strategies = Strategy::names_with_lanes()
    )]
    Engine(Engine),
}

/// Creates the plan of a job with `deals` deals of up to `cards` cards; fails if `deals` is 0.
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

    /// Returns whether tallies are consistent with `deals` deals of this simulation: each key must
    /// have one observation per deal, except that set types have one per set, so any number is
    /// valid.
    #[must_use]
    pub fn fits(&self, tallies: &Tallies<Key>, deals: u128) -> bool {
        let is_counted = |key: Key| {
            let total = tallies.get(key).map_or(0, Tally::total);
            key.measure == Measure::SetTypes || total == deals
        };
        let is_measured = |key: Key| self.measurer.keys().any(|measured| measured == key);
        self.measurer.keys().all(is_counted) && tallies.iter().all(|(key, _)| is_measured(key))
    }

    /// Returns the measurer that evaluates the deals.
    #[must_use]
    pub const fn measurer(&self) -> &Measurer {
        &self.measurer
    }

    /// Returns a worker that deals and measures one block with the lane test `T`. It deals 64 hands
    /// at a time, counts triples and evaluates measures for many hands at once where the engine and
    /// the measure allow it, and measures the rest hand by hand.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::hand::sizes::Sizes;
    use crate::pack::Pack;
    use crate::run::{Threads, execute};
    use std::num::NonZeroUsize;

    fn simulation(
        (pack, sizes): (impl Into<Pack>, &str),
        measures: impl IntoIterator<Item = Measure>,
        strategy: Strategy,
        deals: u64,
    ) -> Deals {
        let (sizes, measures) = (sizes.parse().unwrap(), measures.into_iter().collect());
        let measurer = Measurer::new(pack, sizes, measures, strategy).unwrap();
        Deals::new(measurer, Seed(42), deals).unwrap()
    }

    fn run(simulation: &Deals, threads: usize) -> Tallies<Key> {
        let threads = Threads::new(NonZeroUsize::new(threads).unwrap());
        let partial = execute(simulation, threads).unwrap();
        partial.tally()
    }

    #[test]
    fn neither_threads_nor_strategies_nor_other_sizes_change_a_tally() {
        let sets = |sizes, strategy, threads| {
            let game = (Deck::GAME, sizes);
            run(&simulation(game, [Measure::Sets], strategy, 20_000), threads)
        };
        let (alone, several) = (sets("12", Strategy::Naive, 1), sets("3,9,12", Strategy::Naive, 2));
        assert_eq!(alone.get(Key::sets(12)), several.get(Key::sets(12)));
        assert!(several.iter().all(|(_, tally)| tally.total() == 20_000));
        for strategy in Strategy::ALL {
            assert_eq!(sets("12", strategy, 7), alone, "{strategy}");
            assert_eq!(sets("3,9,12", strategy, 3), several, "{strategy}");
        }
    }

    /// Compares all measures, alone and together, on every engine with the naive strategy.
    fn check_engines(of: (Pack, &str), deals: u64) {
        let largest = of.1.parse::<Sizes>().unwrap().largest();
        let served = |it: &Measure| {
            let is_defined = of.0.is_full() || it.full_deck_reason().is_none();
            is_defined && it.sizes(of.0.deck()).contains(&largest)
        };
        let all: Vec<Measure> = Measure::ALL.into_iter().filter(served).collect();
        let naive = run(&simulation(of, all.clone(), Strategy::Naive, deals), 1);
        let check = |measures: &[Measure], strategy: Strategy| {
            let own = naive.iter().filter(|(key, _)| measures.contains(&key.measure));
            let expected: Tallies<Key> = own.map(|(key, tally)| (key, tally.clone())).collect();
            for engine in Engine::available() {
                let simulation = simulation(of, measures.to_vec(), strategy, deals);
                let simulation = simulation.with_engine(engine).unwrap();
                assert_eq!(simulation.engine(), engine);
                assert_eq!(simulation.instruction_set(), engine.dealing_set());
                let what = format!("{strategy} {engine} {of:?} {measures:?}");
                assert_eq!(run(&simulation, 1), expected, "{what}");
            }
        };
        for strategy in Strategy::ALL.into_iter().filter(|strategy| strategy.has_lanes()) {
            check(&all, strategy);
            // Other measures do not depend on the strategy.
            let by_strategy = [Measure::Sets, Measure::FirstSet];
            let is_alone =
                |it: &&Measure| strategy == Strategy::default() || by_strategy.contains(it);
            all.iter().filter(is_alone).for_each(|&measure| check(&[measure], strategy));
        }
    }

    /// Covers short last blocks, hand sizes from 0 on, and decks of all sizes.
    #[test]
    fn no_engine_changes_a_tally() {
        for (features, sizes, deals) in [
            (2, "0-9", 2_001),
            (3, "5,27", 2_001),
            (4, "0-15", 2_001),
            (4, "12", 17_001),
            (4, "21,27", 100),
            (4, "40", 600),
            (3, "0-27", 600),
            (4, "81", 600),
            (4, "5,35-50,81", 70),
            (5, "3,9", 2_001),
            (5, "50", 600),
            (6, "12", 2_001),
            (6, "40", 70),
        ] {
            check_engines((Deck::new(features).unwrap().into(), sizes), deals);
        }
        for (features, missing, sizes, deals) in [
            (2, "@0,4,8", "0-6", 2_001),
            (4, "@0-53", "9,21,27", 2_001),
            (4, "@80", "12,21", 2_001),
            (5, "@7,11,100-200", "12", 600),
            (6, "@1-728", "1", 70),
        ] {
            let pack = Pack::read(Deck::new(features).unwrap(), missing).unwrap();
            check_engines((pack, sizes), deals);
        }
        let naive = simulation((Deck::GAME, "12"), [Measure::Sets], Strategy::Naive, 1);
        let lanes = Engine::Lanes(InstructionSet::Baseline);
        assert_eq!(naive.with_engine(lanes).unwrap_err(), DealsError::Engine(lanes));
    }

    /// Covers all measures except the one that is defined for the whole deck only.
    #[test]
    fn one_deal_serves_every_measure() {
        let served =
            || Measure::ALL.iter().copied().filter(|it| it.sizes(Deck::GAME).contains(&21));
        let game = (Deck::GAME, "12,21");
        let together = run(&simulation(game, served(), Strategy::PackedMask, 20_000), 1);
        assert_eq!(run(&simulation(game, served(), Strategy::DigitSum, 20_000), 5), together);
        for measure in served() {
            let alone = run(&simulation(game, [measure], Strategy::PackedMask, 20_000), 2);
            for (key, tally) in alone.iter() {
                assert_eq!(together.get(key), Some(tally), "{key:?}");
            }
        }
        assert_eq!(together.iter().count(), 2 * served().count() - 1);
        assert_eq!(served().count(), Measure::ALL.len() - 1);
    }

    #[test]
    fn the_plan_names_the_measures() {
        let job = |measures: &[Measure]| {
            let measures = measures.iter().copied();
            let simulation = simulation((Deck::GAME, "12"), measures, Strategy::Naive, 1);
            simulation.plan().job().to_string()
        };
        let expected = "simulate scheme=v1 features=4 cards=12 measure=sets seed=42";
        assert_eq!(job(&[Measure::Sets]), expected);
        let two = [Measure::InSets, Measure::Sets];
        assert_eq!(job(&two), expected.replace("=sets", "=sets,in-sets"));
        let pack = Pack::read(Deck::GAME, "@0,27-80").unwrap();
        let without = simulation((pack, "12"), [Measure::Sets], Strategy::Naive, 1);
        let job = without.plan().job().to_string();
        assert_eq!(job, format!("{expected} without=@0,27-80"));
    }
}
