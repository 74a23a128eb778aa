//! The main question in one line: deal hands at random and ask for probabilities.

use crate::card::Deck;
use crate::deal::{Deals, DealsError, Seed};
use crate::detect::Strategy;
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure, MeasureError, Measurer, Measures};
use crate::run::{RunError, Threads, execute};
use crate::stats::Ratio;
use crate::tally::{Tallies, Tally};
use std::num::NonZeroUsize;

/// Hands of one size, dealt at random from a deck.
///
/// The result is a function of the deck, the hand size, the number of deals and the seed; the
/// number of threads changes only the time. For several hand sizes, other engines, checkpoints or
/// progress, see [`Deals`] and [`crate::run`].
///
/// ```
/// use setodds_engine::{Simulation, measure::Measure};
///
/// let result = Simulation::new(12).deals(100_000).seed(1).measure(Measure::LargestCap).run()?;
/// assert!((result.no_set().value() - 0.0323).abs() < 0.003);
/// let caps = result.tally(Measure::LargestCap).expect("it was asked for");
/// assert_eq!(caps.total(), 100_000);
/// # Ok::<(), setodds_engine::SimulationError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is dealt before `run`"]
pub struct Simulation {
    deck: Deck,
    cards: usize,
    deals: u64,
    seed: Option<Seed>,
    threads: Threads,
    measures: Measures,
}

/// Why a simulation cannot run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimulationError {
    /// The deck has no hands of this size, or a measure is not defined for them.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// There is nothing to deal.
    #[error(transparent)]
    Deals(#[from] DealsError),
    /// The threads could not be started.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// The result of a [`Simulation`].
#[derive(Clone, Debug)]
pub struct Simulated {
    cards: usize,
    seed: Seed,
    tallies: Tallies<Key>,
}

impl Simulation {
    /// A million deals of hands of `cards` cards from the game's deck of 81, with a fresh seed, on
    /// all cores, tallied by the number of sets.
    pub fn new(cards: usize) -> Self {
        let (deck, measures) = (Deck::GAME, Measures::default());
        let (deals, threads) = (1_000_000, Threads::available());
        Self { deck, cards, deals, seed: None, threads, measures }
    }

    /// Deals from another deck.
    pub fn deck(self, deck: Deck) -> Self {
        Self { deck, ..self }
    }

    /// Deals this many hands.
    pub fn deals(self, deals: u64) -> Self {
        Self { deals, ..self }
    }

    /// Deals the hands of this seed.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed: Some(Seed(seed)), ..self }
    }

    /// Deals on this many threads.
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads: Threads::new(threads), ..self }
    }

    /// Tallies another measure, too.
    pub fn measure(self, measure: Measure) -> Self {
        Self { measures: self.measures.iter().chain([measure]).collect(), ..self }
    }

    /// Deals and tallies.
    ///
    /// # Errors
    ///
    /// When the hand is larger than the deck, a measure is not defined for it, there are no deals,
    /// or the system refuses the threads.
    pub fn run(self) -> Result<Simulated, SimulationError> {
        let sizes = Sizes::one(self.cards);
        let measurer = Measurer::new(self.deck, sizes, self.measures, Strategy::default())?;
        let seed = self.seed.unwrap_or_else(Seed::fresh);
        let result = execute(&Deals::new(measurer, seed, self.deals)?, self.threads)?;
        Ok(Simulated { cards: self.cards, seed, tallies: result.into_tally() })
    }
}

impl Simulated {
    /// The proportion of hands without a set.
    ///
    /// For its confidence interval see [`interval`](crate::stats::proportion::interval).
    #[must_use]
    pub fn no_set(&self) -> Ratio {
        let sets = self.tally(Measure::Sets);
        sets.map_or(Ratio::ZERO, |sets| Ratio::new(sets.count(0), sets.total()))
    }

    /// How often a measure took each value; `None` if it was not asked for.
    #[must_use]
    pub fn tally(&self, measure: Measure) -> Option<&Tally> {
        self.tallies.get(Key { cards: self.cards, measure })
    }

    /// The seed, which deals the same hands again.
    #[must_use]
    pub const fn seed(&self) -> Seed {
        self.seed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_deals_the_same_on_any_threads() {
        let simulation = Simulation::new(12).deals(50_000).seed(3);
        let alone = simulation.clone().threads(NonZeroUsize::MIN).run().unwrap();
        let all = simulation.measure(Measure::SetTypes).run().unwrap();
        assert_eq!(alone.tally(Measure::Sets), all.tally(Measure::Sets));
        assert_eq!((alone.tally(Measure::SetTypes), all.seed()), (None, Seed(3)));
        assert_eq!(
            alone.no_set(),
            Ratio::new(alone.tallies.get(Key::sets(12)).unwrap().count(0), 50_000)
        );
    }

    #[test]
    fn every_hand_of_21_cards_holds_a_set_and_82_are_too_many() {
        assert_eq!(Simulation::new(21).deals(10_000).run().unwrap().no_set(), Ratio::ZERO);
        assert!(matches!(Simulation::new(82).run(), Err(SimulationError::Measure(_))));
        let nothing = Simulation::new(12).deals(0).run().unwrap_err();
        assert!(matches!(nothing, SimulationError::Deals(DealsError::NoDeals)));
    }
}
