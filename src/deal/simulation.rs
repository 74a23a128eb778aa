//! The main job as a kernel: deal, count sets, tally by hand size.

use super::{SCHEME, Seed, deal_block, deals_per_block};
use crate::card::{Card, Deck};
use crate::detect::{Detector, Strategy};
use crate::hand::sizes::{Sizes, SizesError};
use crate::measure::Measure;
use crate::run::{Job, Kernel, Plan};
use crate::tally::Tallies;

/// Random deals of one deck, whose sets are counted by one strategy.
///
/// With several hand sizes, the first cards of each deal serve the smaller ones.
pub struct Simulation {
    deck: Deck,
    sizes: Sizes,
    seed: Seed,
    plan: Plan,
    strategy: Strategy,
    detector: Box<dyn Detector>,
}

/// A simulation that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimulationError {
    /// A hand larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// Nothing to deal.
    #[error("0 deals give no answer; deal at least once")]
    NoDeals,
}

impl Simulation {
    /// A run of `deals` deals.
    ///
    /// # Errors
    ///
    /// When a hand is larger than the deck, or there is no deal.
    pub fn new(
        deck: Deck,
        sizes: Sizes,
        strategy: Strategy,
        seed: Seed,
        deals: u64,
    ) -> Result<Self, SimulationError> {
        let sizes = sizes.within(deck)?;
        if deals == 0 {
            return Err(SimulationError::NoDeals);
        }
        let detector = strategy.detector(deck, sizes.largest());
        let job = Job::new("simulate")
            .with("scheme", SCHEME)
            .with("features", deck.features())
            .with("cards", &sizes)
            .with("measure", Measure::Sets)
            .with("seed", seed);
        let plan = Plan::new(job, u128::from(deals), deals_per_block(sizes.largest()));
        Ok(Self { deck, sizes, seed, plan, strategy, detector })
    }

    /// The hand sizes.
    pub const fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    /// The strategy that counts.
    pub const fn strategy(&self) -> Strategy {
        self.strategy
    }

    fn deal(&self, block: u64, see: impl FnMut(&[Card])) {
        let deals = self.plan.units_in(block);
        deal_block(self.seed, block, self.deck, self.sizes.largest(), deals, see);
    }
}

impl Kernel for Simulation {
    type Tally = Tallies<usize>;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn run(&self, block: u64) -> Tallies<usize> {
        let mut tallies = Tallies::default();
        if let Some(cards) = self.sizes.single() {
            let tally = tallies.of(cards);
            self.deal(block, |hand| tally.record(self.detector.count(hand)));
            return tallies;
        }
        let mut completed = vec![0; self.sizes.largest()];
        self.deal(block, |hand| {
            self.detector.completed(hand, &mut completed);
            let (mut sets, mut from) = (0, 0);
            for cards in self.sizes.iter() {
                sets += completed[from..cards].iter().sum::<usize>();
                from = cards;
                tallies.of(cards).record(sets);
            }
        });
        tallies
    }
}

impl std::fmt::Debug for Simulation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Simulation").field("plan", &self.plan).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Cancel, Partial, Silent, Threads, execute};
    use std::num::NonZeroUsize;

    fn simulate(sizes: &str, strategy: Strategy, deals: u64, threads: usize) -> Tallies<usize> {
        let sizes = sizes.parse().unwrap();
        let simulation = Simulation::new(Deck::GAME, sizes, strategy, Seed(42), deals).unwrap();
        let mut partial = Partial::new(simulation.plan().clone());
        let threads = Threads::new(NonZeroUsize::new(threads).unwrap());
        execute(&simulation, &mut partial, threads, &Cancel::default(), &Silent).unwrap();
        partial.tally()
    }

    #[test]
    fn neither_threads_nor_strategies_change_a_tally() {
        let expected = simulate("12", Strategy::Naive, 50_000, 1);
        assert_eq!(expected.get(12).unwrap().total(), 50_000);
        for &strategy in Strategy::ALL {
            assert_eq!(simulate("12", strategy, 50_000, 7), expected, "{strategy}");
        }
    }

    #[test]
    fn one_deal_serves_every_hand_size() {
        let several = simulate("3,9,12", Strategy::ThirdCard, 20_000, 2);
        assert_eq!(several.get(12), simulate("12", Strategy::PackedMask, 20_000, 2).get(12));
        for cards in [3, 9] {
            assert_eq!(several.get(cards).unwrap().total(), 20_000);
        }
        for &strategy in Strategy::ALL {
            assert_eq!(simulate("3,9,12", strategy, 20_000, 2), several, "{strategy}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let new = |cards, deals| {
            Simulation::new(Deck::GAME, Sizes::one(cards), Strategy::Naive, Seed(0), deals)
        };
        assert_eq!(new(12, 0).unwrap_err(), SimulationError::NoDeals);
        assert!(matches!(new(82, 1).unwrap_err(), SimulationError::Sizes(_)));
        assert!(new(81, 1).is_ok() && new(0, 1).is_ok());
    }
}
