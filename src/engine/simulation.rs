//! The main question in one line: deal hands at random and ask for probabilities.

use crate::card::{Card, Deck};
use crate::deal::{Deals, DealsError, Seed, Statistic, StatisticError};
use crate::detect::Strategy;
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure, MeasureError, Measurer, Measures};
use crate::pack::Pack;
use crate::run::{RunError, Threads, execute};
use crate::stats::proportion::{Interval, interval};
use crate::stats::{Confidence, Ratio};
use crate::tally::{Tallies, Tally, TooManyValues};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// Hands of one size, dealt at random from a deck, perhaps without some of its cards.
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
#[must_use = "nothing is dealt before `run` or `tally`"]
pub struct Simulation {
    pack: Pack,
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
    /// A statistic cannot be tallied: no hands, or hands larger than the deck.
    #[error(transparent)]
    Statistic(#[from] StatisticError),
    /// A statistic takes too many values.
    #[error(transparent)]
    Values(#[from] TooManyValues),
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
        let (pack, measures) = (Deck::GAME.into(), Measures::default());
        let (deals, threads) = (1_000_000, Threads::available());
        Self { pack, cards, deals, seed: None, threads, measures }
    }

    /// Deals from another deck, or from a deck without some cards.
    ///
    /// ```
    /// use setodds_engine::{Simulation, card::Deck, pack::Pack};
    /// // One of the three cards that make the only set is lost.
    /// let two = Pack::read(Deck::GAME, "@2-80")?;
    /// assert_eq!(Simulation::new(2).deck(two).deals(100).run()?.no_set().value(), 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn deck(self, pack: impl Into<Pack>) -> Self {
        Self { pack: pack.into(), ..self }
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
        let measurer = Measurer::new(self.pack, sizes, self.measures, Strategy::default())?;
        let seed = self.seed.unwrap_or_else(Seed::fresh);
        let result = execute(&Deals::new(measurer, seed, self.deals)?, self.threads)?;
        Ok(Simulated { cards: self.cards, seed, tallies: result.into_tally() })
    }

    /// Deals, and tallies a statistic of your own instead of measures. It gets the cards of each
    /// hand in their order of dealing, and must depend on them alone: then the result depends on
    /// the deck, the hand size, the number of deals and the seed. For shards and checkpoints see
    /// [`Statistic`].
    ///
    /// When only one of 12 cards is red, how often is it part of a set?
    ///
    /// ```
    /// use setodds_engine::Simulation;
    /// use setodds_engine::card::{Card, Deck};
    /// use setodds_engine::stats::{Confidence, proportion::interval};
    ///
    /// // The colour is the third feature, and red its first value.
    /// let is_red = |card: &&Card| card.digit(2, Deck::GAME) == 0;
    /// let tallied = Simulation::new(12).deals(500_000).seed(1).tally(|hand| {
    ///     let mut red = hand.iter().filter(is_red);
    ///     let (Some(&red), None) = (red.next(), red.next()) else { return 0 };
    ///     // In a set: the third card of it and another one is on the table, too.
    ///     let completes = |&card: &Card| card != red && hand.contains(&red.third(card));
    ///     if hand.iter().any(completes) { 2 } else { 1 }
    /// })?;
    /// let (alone, in_a_set) = (tallied.count(1), tallied.count(2));
    /// let share = interval(in_a_set, alone + in_a_set, Confidence::default());
    /// // Its sets without another red card cut the 54 cards of other colours into 27 pairs. No
    /// // pair is whole among 11 of them in C(27, 11) 2^11 of C(54, 11) cases: exactly 72.105 %.
    /// assert!(share.low < 0.7210 && 0.7211 < share.high, "{share:?}");
    /// # Ok::<(), setodds_engine::SimulationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the hand is larger than the deck, there are no deals, the system refuses the threads,
    /// or the statistic takes more than a [million](crate::tally::Frequencies::MAX_VALUES)
    /// different values; the run then ends early.
    ///
    /// # Panics
    ///
    /// When the statistic panics.
    pub fn tally(
        self,
        statistic: impl Fn(&[Card]) -> u64 + Sync,
    ) -> Result<Tallied, SimulationError> {
        let seed = self.seed.unwrap_or_else(Seed::fresh);
        let deals = Statistic::new("tally", self.pack, self.cards, seed, self.deals, statistic)?;
        let counts = execute(&deals, self.threads)?.into_tally().into_counts()?;
        Ok(Tallied { seed, counts })
    }
}

/// The result of [`Simulation::tally`]: how often a statistic took each value.
#[derive(Clone, Debug)]
pub struct Tallied {
    seed: Seed,
    counts: BTreeMap<u64, u128>,
}

impl Tallied {
    /// The values that were seen, with their counts.
    #[must_use]
    pub const fn counts(&self) -> &BTreeMap<u64, u128> {
        &self.counts
    }

    /// How often a value was seen.
    #[must_use]
    pub fn count(&self, value: u64) -> u128 {
        self.counts.get(&value).copied().unwrap_or(0)
    }

    /// The number of hands.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.counts.values().sum()
    }

    /// The confidence interval of the probability of a value.
    #[must_use]
    pub fn interval(&self, value: u64, confidence: Confidence) -> Interval {
        interval(self.count(value), self.total(), confidence)
    }

    /// The seed, which deals the same hands again.
    #[must_use]
    pub const fn seed(&self) -> Seed {
        self.seed
    }
}

impl Simulated {
    /// The proportion of hands without a set.
    ///
    /// For its confidence interval see [`interval`].
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
