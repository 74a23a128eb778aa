//! The main job as a kernel: deal, measure, tally by hand size and measure.

use super::counter::{Counts, Hands, LaneCounter};
use super::{Engine, SCHEME, Seed, deal_block, deals_per_block};
use crate::detect::Strategy;
use crate::detect::lanes::LARGEST_HAND;
use crate::measure::{Key, Measure, Measurer};
use crate::run::{Job, Kernel, Plan};
use crate::tally::{Tallies, Tally};

/// Random deals of one deck, measured.
///
/// With several hand sizes, the first cards of each deal serve the smaller ones.
pub struct Simulation {
    measurer: Measurer,
    engine: Engine,
    seed: Seed,
    plan: Plan,
}

/// Why there is no such simulation.
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
        let (strategy, largest) = (measurer.strategy(), measurer.sizes().largest());
        let engine = Engine::fastest(strategy, largest, measurer.measures());
        Ok(Self { measurer, engine, seed, plan })
    }

    /// The same run, by another engine.
    ///
    /// # Errors
    ///
    /// When the engine cannot do it.
    pub fn driven_by(self, engine: Engine) -> Result<Self, SimulationError> {
        let (strategy, largest) = (self.measurer.strategy(), self.measurer.sizes().largest());
        if !engine.can_count(strategy, largest, self.measurer.measures()) {
            return Err(SimulationError::Engine { engine });
        }
        Ok(Self { engine, ..self })
    }

    /// The engine.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        self.engine
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

    /// What counts in lanes, if that is the engine.
    fn counter(&self) -> Option<Box<dyn LaneCounter>> {
        let Engine::Lanes(set) = self.engine else { return None };
        let (deck, sizes) = (self.measurer.deck(), self.measurer.sizes().clone());
        let clear = self.measurer.measures().iter().any(|measure| measure == Measure::FirstSet);
        Hands { deck, sizes, seed: self.seed, set, clear }.counter(self.measurer.strategy())
    }

    /// What was counted in lanes, by hand size and measure.
    fn tallies(&self, counts: &Counts) -> Tallies<Key> {
        let mut tallies = Tallies::default();
        for Key { cards, measure } in self.measurer.keys() {
            let tally = tallies.of(Key { cards, measure });
            match measure {
                Measure::FirstSet => {
                    let mut clear = Tally::default();
                    counts.clear.iter().for_each(|hands| hands.add_to(&mut clear));
                    // The card after those without a set makes one.
                    clear.iter().for_each(|(clear, hands)| tally.add(clear + 1, hands));
                }
                _ => {
                    let sizes = self.measurer.sizes().iter().zip(&counts.sets);
                    let of_size = sizes.filter(|&(size, _)| size == cards);
                    of_size.for_each(|(_, sets)| sets.add_to(tally));
                }
            }
        }
        tallies
    }
}

/// What a thread that simulates keeps from block to block.
pub struct Workspace(Option<Box<dyn LaneCounter>>);

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Workspace").finish_non_exhaustive()
    }
}

impl Kernel for Simulation {
    type Tally = Tallies<Key>;
    type Workspace<'a> = Workspace;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn workspace(&self) -> Workspace {
        Workspace(self.counter())
    }

    fn run(&self, block: u64, workspace: &mut Workspace) -> Tallies<Key> {
        match &mut workspace.0 {
            None => self.run_scalar(block),
            Some(counter) => self.tallies(counter.count(block, self.plan.units_in(block))),
        }
    }
}

impl std::fmt::Debug for Simulation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Simulation")
            .field("measurer", &self.measurer)
            .field("engine", &self.engine)
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
    use crate::run::{Partial, Silent, StopFlag, Threads, execute};
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
        let mut partial = Partial::new(simulation.plan().clone());
        let threads = Threads::new(NonZeroUsize::new(threads).unwrap());
        execute(&simulation, &mut partial, threads, &StopFlag::default(), &Silent).unwrap();
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
                let (mut all, mut workspace) = (Tallies::default(), simulation.workspace());
                blocks.for_each(|block| all.merge(simulation.run(block, &mut workspace)));
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
