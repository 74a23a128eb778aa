//! The main job as a kernel: deal, measure, tally by hand size and measure.

use super::counting::{Found, LaneCounter, counter};
use super::histogram::Histogram;
use super::{Engine, SCHEME, Seed, deal_block, deals_per_block};
use crate::detect::Strategy;
use crate::detect::lanes::LARGEST_HAND;
use crate::lanes::InstructionSet;
use crate::measure::{Key, Measure, Measurer};
use crate::run::{Job, Kernel, Plan};
use crate::tally::{Tallies, Tally};

/// Random deals of one deck, measured.
///
/// With several hand sizes, the first cards of each deal serve the smaller ones.
pub struct Simulation {
    measurer: Measurer,
    driver: Driver,
    seed: Seed,
    plan: Plan,
}

/// An engine with what it needs.
enum Driver {
    Scalar,
    Lanes(InstructionSet, Box<dyn LaneCounter>),
}

/// A simulation that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimulationError {
    /// Nothing to deal.
    #[error("0 deals give no answer; deal at least once")]
    NoDeals,
    /// The engine cannot do it.
    #[error(
        "the engine `{engine}` cannot do this; lanes count `sets` and `first-set` of hands of up to \
         {LARGEST_HAND} cards, by the strategies {strategies}",
        strategies = strategies()
    )]
    Engine {
        /// The engine.
        engine: Engine,
    },
}

/// The strategies that work in lanes.
fn strategies() -> String {
    let with_lanes = Strategy::ALL.iter().filter(|strategy| strategy.has_lanes());
    with_lanes.map(|strategy| strategy.name()).collect::<Vec<_>>().join(" and ")
}

impl Simulation {
    /// A run of `deals` deals, by the fastest engine.
    ///
    /// # Errors
    ///
    /// When there is no deal.
    pub fn new(measurer: Measurer, seed: Seed, deals: u64) -> Result<Self, SimulationError> {
        if deals == 0 {
            return Err(SimulationError::NoDeals);
        }
        let job = Job::new("simulate")
            .with("scheme", SCHEME)
            .with("features", measurer.deck().features())
            .with("cards", measurer.sizes())
            .with("measure", measurer.measures())
            .with("seed", seed);
        let per_block = deals_per_block(measurer.sizes().largest());
        let plan = Plan::new(job, u128::from(deals), per_block);
        let engine = Engine::fastest(&measurer);
        Self { measurer, driver: Driver::Scalar, seed, plan }.driven_by(engine)
    }

    /// The same run, by another engine.
    ///
    /// # Errors
    ///
    /// When the engine cannot do it.
    pub fn driven_by(self, engine: Engine) -> Result<Self, SimulationError> {
        if !engine.drives(&self.measurer) {
            return Err(SimulationError::Engine { engine });
        }
        let driver = match engine {
            Engine::Scalar => Driver::Scalar,
            Engine::Lanes(set) => Driver::Lanes(
                set,
                lane_counter(&self.measurer).ok_or(SimulationError::Engine { engine })?,
            ),
        };
        Ok(Self { driver, ..self })
    }

    /// Who drives the strategy.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        match self.driver {
            Driver::Scalar => Engine::Scalar,
            Driver::Lanes(set, _) => Engine::Lanes(set),
        }
    }

    /// Whether tallies can be those of so many deals: each deal is measured once for each hand size
    /// and measure, except that it may have any number of sets with a type.
    #[must_use]
    pub fn fits(&self, tallies: &Tallies<Key>, deals: u128) -> bool {
        let total = |key| tallies.get(key).map_or(0, Tally::total);
        let counted = |key: Key| key.measure == Measure::SetTypes || total(key) == deals;
        let is_measured = |key| self.measurer.keys().any(|measured| measured == key);
        self.measurer.keys().all(counted) && tallies.iter().all(|(key, _)| is_measured(key))
    }

    /// What is measured of the deals.
    #[must_use]
    pub const fn measurer(&self) -> &Measurer {
        &self.measurer
    }

    fn run_scalar(&self, block: u64) -> Tallies<Key> {
        let (deck, cards) = (self.measurer.deck(), self.measurer.sizes().largest());
        let mut recorder = self.measurer.recorder();
        deal_block(self.seed, block, deck, cards, self.plan.units_in(block), |hand| {
            recorder.record(hand);
        });
        recorder.finish()
    }

    /// What was found in lanes, by hand size and measure.
    fn tallies(&self, found: &Found) -> Tallies<Key> {
        let (deck, mut tallies) = (self.measurer.deck(), Tallies::default());
        for measure in self.measurer.measures().iter() {
            for (cards, sets) in self.measurer.sizes().iter().zip(&found.sets) {
                if !measure.sizes(deck).contains(&cards) {
                    continue;
                }
                let tally = tallies.of(Key { cards, measure });
                match measure {
                    // The card after those without a set makes one.
                    Measure::FirstSet => {
                        let clear = found.clear.iter().flat_map(Histogram::iter);
                        clear.for_each(|(clear, hands)| tally.add(clear + 1, hands));
                    }
                    _ => sets.iter().for_each(|(n, hands)| tally.add(n, hands)),
                }
            }
        }
        tallies
    }
}

/// What counts these measures in lanes.
fn lane_counter(measurer: &Measurer) -> Option<Box<dyn LaneCounter>> {
    let clear = measurer.measures().iter().any(|measure| measure == Measure::FirstSet);
    counter(measurer.strategy(), measurer.deck(), measurer.sizes(), clear)
}

impl Kernel for Simulation {
    type Tally = Tallies<Key>;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tallies<Key> {
        let mut lanes = match &self.driver {
            Driver::Scalar => None,
            Driver::Lanes(set, counter) => Some(counter.worker(*set, self.seed)),
        };
        move |block| match &mut lanes {
            None => self.run_scalar(block),
            Some(worker) => self.tallies(worker.count(block, self.plan.units_in(block))),
        }
    }
}

impl std::fmt::Debug for Simulation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Simulation")
            .field("measurer", &self.measurer)
            .field("engine", &self.engine())
            .field("plan", &self.plan)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::detect::Strategy;
    use crate::hand::sizes::Sizes;
    use crate::measure::{Measure, Measures};
    use crate::run::{Threads, execute};
    use crate::tally::Merge;
    use std::num::NonZeroUsize;

    fn simulate(
        (sizes, measures): (&str, Measures),
        strategy: Strategy,
        deals: u64,
        threads: usize,
    ) -> Tallies<Key> {
        let sizes = sizes.parse().unwrap();
        let measurer = Measurer::new(Deck::GAME, sizes, measures, strategy).unwrap();
        let simulation = Simulation::new(measurer, Seed(42), deals).unwrap();
        let threads = Threads::new(NonZeroUsize::new(threads).unwrap());
        let partial = execute(&simulation, threads).unwrap();
        partial.tally()
    }

    fn sets(sizes: &str) -> (&str, Measures) {
        (sizes, Measures::default())
    }

    #[test]
    fn neither_threads_nor_strategies_change_a_tally() {
        let expected = simulate(sets("12"), Strategy::Naive, 50_000, 1);
        assert_eq!(expected.get(Key::sets(12)).unwrap().total(), 50_000);
        for &strategy in Strategy::ALL {
            assert_eq!(simulate(sets("12"), strategy, 50_000, 7), expected, "{strategy}");
        }
    }

    /// The short last block, hand sizes from 0 on, decks of all sizes, and both measures that lanes
    /// count.
    #[test]
    fn no_engine_changes_a_tally() {
        for (features, sizes) in [(2, "0-9"), (3, "5,27"), (4, "0-21,39"), (5, "3,39"), (6, "12")] {
            let deck = Deck::new(features).unwrap();
            let measures = [Measure::Sets, Measure::FirstSet];
            let defined =
                |m: &Measure| m.sizes(deck).contains(&sizes.parse::<Sizes>().unwrap().largest());
            let simulation = |strategy| {
                let measures = measures.into_iter().filter(defined).collect();
                let measurer = Measurer::new(deck, sizes.parse().unwrap(), measures, strategy);
                Simulation::new(measurer.unwrap(), Seed(3), 20_001).unwrap()
            };
            let run = |simulation: Simulation| {
                let blocks = 0..simulation.plan().blocks();
                let (mut all, mut worker) = (Tallies::default(), simulation.worker());
                blocks.for_each(|block| all.merge(worker(block)));
                all
            };
            let expected = run(simulation(Strategy::Naive));
            for strategy in Strategy::ALL.iter().copied().filter(|strategy| strategy.has_lanes()) {
                for engine in Engine::available() {
                    let driven = simulation(strategy).driven_by(engine).unwrap();
                    assert_eq!(driven.engine(), engine);
                    assert_eq!(run(driven), expected, "{strategy} {engine} {features} {sizes}");
                }
            }
        }
    }

    #[test]
    fn one_deal_serves_every_hand_size() {
        let several = simulate(sets("3,9,12"), Strategy::ThirdCard, 20_000, 2);
        let alone = simulate(sets("12"), Strategy::PackedMask, 20_000, 2);
        assert_eq!(several.get(Key::sets(12)), alone.get(Key::sets(12)));
        for cards in [3, 9] {
            assert_eq!(several.get(Key::sets(cards)).unwrap().total(), 20_000);
        }
        for &strategy in Strategy::ALL {
            assert_eq!(simulate(sets("3,9,12"), strategy, 20_000, 2), several, "{strategy}");
        }
    }

    /// All measures but the one that is there for the whole deck alone.
    #[test]
    fn one_deal_serves_every_measure() {
        let served = || Measure::ALL.iter().filter(|it| it.sizes(Deck::GAME).contains(&21));
        let all = || ("12,21", served().copied().collect());
        let together = simulate(all(), Strategy::PackedMask, 20_000, 1);
        assert_eq!(simulate(all(), Strategy::DigitSum, 20_000, 5), together);
        for &measure in served() {
            let alone = [measure].into_iter().collect();
            for (key, tally) in simulate(("12,21", alone), Strategy::PackedMask, 20_000, 2).iter() {
                assert_eq!(together.get(key), Some(tally), "{key:?}");
            }
        }
        assert_eq!(together.iter().count(), 2 * served().count() - 1);
        assert_eq!(served().count(), Measure::ALL.len() - 1);
    }

    #[test]
    fn the_plan_names_the_measures() {
        let job = |measures| {
            let measurer =
                Measurer::new(Deck::GAME, "12".parse().unwrap(), measures, Strategy::Naive);
            Simulation::new(measurer.unwrap(), Seed(1), 1).unwrap().plan().job().to_string()
        };
        let expected = "simulate scheme=v1 features=4 cards=12 measure=sets seed=1";
        assert_eq!(job(Measures::default()), expected);
        let two = [Measure::InSets, Measure::Sets].into_iter().collect();
        assert_eq!(job(two), expected.replace("=sets", "=sets,in-sets"));
    }

    #[test]
    fn no_deals_are_refused() {
        let measurer = Measurer::new(
            Deck::GAME,
            "12".parse().unwrap(),
            Measures::default(),
            Strategy::default(),
        );
        let error = Simulation::new(measurer.unwrap(), Seed(0), 0).unwrap_err();
        assert_eq!(error, SimulationError::NoDeals);
    }
}
