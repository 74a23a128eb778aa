//! Random deals of hands, and the probabilities estimated from them.

use crate::card::{Card, Deck};
use crate::deal::{Deals, DealsError, Seed, StatisticDeals, StatisticError};
use crate::detect::Strategy;
use crate::game::GamesError;
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure, MeasureError, Measurer, Measures};
use crate::pack::Pack;
use crate::run::{RunError, Threads};
use crate::stats::proportion::{Interval, interval};
use crate::stats::{Confidence, Ratio};
use crate::tally::{Tallies, Tally, TooManyValues};
use std::collections::BTreeMap;
use std::fmt;

/// Monte Carlo simulation of hands of one size from a deck, which may lack some cards.
///
/// The result depends on the deck, the hand size, the number of deals and the seed, but not on the
/// number of threads. Deals follow the scheme [`v1`](setodds_engine::deal), which never changes.
///
/// The type parameter `T` holds what is tallied: built-in measures, or a [`Statistic`] of your own.
///
/// ```
/// use setodds::{Confidence, Measure, Simulation};
///
/// let result = Simulation::new(12).deals(100_000).seed(1).measure(Measure::LargestCap).run()?;
/// let interval = result.interval(Confidence::default());
/// assert!(interval.low < 0.0323 && 0.0323 < interval.high);
/// let caps = result.tally(Measure::LargestCap).expect("it was asked for");
/// assert_eq!(caps.total(), 100_000);
/// # Ok::<(), setodds::SimulationError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is dealt before `run`"]
pub struct Simulation<T = Measures> {
    pack: Pack,
    cards: usize,
    deals: u64,
    seed: Option<Seed>,
    threads: usize,
    tallied: T,
}

/// User-defined statistic: a function of the cards of a hand, which [`Simulation::statistic`]
/// tallies instead of measures.
///
/// When only one of 12 cards is red, how often is it part of a set?
///
/// ```
/// use setodds::{Card, Confidence, Deck, Simulation, interval};
///
/// // The colour is the third feature, and red its first value.
/// let is_red = |card: &&Card| card.digit(2, Deck::GAME) == 0;
/// let simulation = Simulation::new(12).deals(500_000).seed(1).statistic(|hand| {
///     let mut red = hand.iter().filter(is_red);
///     let (Some(&red), None) = (red.next(), red.next()) else { return 0 };
///     // In a set: the third card of it and another one is on the table, too.
///     let completes = |&card: &Card| card != red && hand.contains(&red.third(card));
///     if hand.iter().any(completes) { 2 } else { 1 }
/// });
/// let tallied = simulation.run()?;
/// let (alone, in_a_set) = (tallied.count(1), tallied.count(2));
/// let probability = interval(in_a_set, alone + in_a_set, Confidence::default());
/// // Its sets without another red card cut the 54 cards of other colours into 27 pairs. No
/// // pair is whole among 11 of them in C(27, 11) 2^11 of C(54, 11) cases: exactly 72.105 %.
/// assert!(probability.low < 0.7210 && 0.7211 < probability.high, "{probability:?}");
/// # Ok::<(), setodds::SimulationError>(())
/// ```
#[derive(Clone)]
pub struct Statistic<F>(F);

impl<F> fmt::Debug for Statistic<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Statistic").finish_non_exhaustive()
    }
}

/// Error from running a [`Simulation`] or [`Games`](crate::Games). The message suggests a remedy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimulationError {
    /// A hand size that the deck does not have, or for which a measure is undefined.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// A simulation of zero deals.
    #[error(transparent)]
    Deals(#[from] DealsError),
    /// A statistic that cannot be tallied: zero deals, or hands larger than the deck.
    #[error(transparent)]
    Statistic(#[from] StatisticError),
    /// A statistic that takes too many different values.
    #[error(transparent)]
    Values(#[from] TooManyValues),
    /// A simulation of zero games.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// A thread pool that could not be started.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl Simulation {
    /// Creates a simulation that tallies the number of sets: a million deals of hands of `cards`
    /// cards from the deck of 81, with a fresh seed, on all cores.
    pub fn new(cards: usize) -> Self {
        let (pack, tallied) = (Deck::GAME.into(), Measures::default());
        Self { pack, cards, deals: 1_000_000, seed: None, threads: 0, tallied }
    }

    /// Adds a measure to those that are tallied.
    pub fn measure(self, measure: Measure) -> Self {
        Self { tallied: self.tallied.iter().chain([measure]).collect(), ..self }
    }

    /// Tallies a statistic of your own instead of measures: see [`Statistic`]. It gets the cards of
    /// each hand in their order of dealing, and must depend on them alone.
    ///
    /// ```
    /// use setodds::{Deck, Simulation, Strategy};
    ///
    /// // How often are the first three of 12 cards a set? Once in 79 deals.
    /// let detector = Strategy::default().detector(Deck::GAME);
    /// let simulation = Simulation::new(12).deals(10_000).seed(1);
    /// let tallied = simulation.statistic(|hand| detector.count(&hand[..3]) as u64).run()?;
    /// assert!((90..170).contains(&tallied.count(1)));
    /// # Ok::<(), setodds::SimulationError>(())
    /// ```
    pub fn statistic<F>(self, statistic: F) -> Simulation<Statistic<F>>
    where
        F: Fn(&[Card]) -> u64 + Sync,
    {
        let Self { pack, cards, deals, seed, threads, .. } = self;
        Simulation { pack, cards, deals, seed, threads, tallied: Statistic(statistic) }
    }

    /// Deals the hands and tallies the measures.
    ///
    /// # Errors
    ///
    /// Fails if the hand is larger than the deck, a measure is undefined for it, the number of
    /// deals is zero, or the thread pool cannot be started.
    pub fn run(self) -> Result<Simulated, SimulationError> {
        let sizes = Sizes::one(self.cards);
        let measurer = Measurer::new(self.pack, sizes, self.tallied, Strategy::default())?;
        let seed = self.seed.unwrap_or_else(Seed::fresh);
        let deals = Deals::new(measurer, seed, self.deals)?;
        let tallies = deals.run(Threads::or_available(self.threads))?;
        Ok(Simulated { cards: self.cards, seed, tallies })
    }
}

impl<T> Simulation<T> {
    /// Sets the deck, from which some cards may be missing.
    ///
    /// ```
    /// use setodds::{Deck, Pack, Ratio, Simulation};
    /// // Two cards of a deck of 81 are left, and never are a set.
    /// let two = Pack::read(Deck::GAME, "@2-80")?;
    /// assert_eq!(Simulation::new(2).deck(two).deals(100).run()?.no_set(), Ratio::from(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn deck(self, deck: impl Into<Pack>) -> Self {
        Self { pack: deck.into(), ..self }
    }

    /// Sets the number of hands to deal.
    pub fn deals(self, deals: u64) -> Self {
        Self { deals, ..self }
    }

    /// Sets the random seed.
    pub fn seed(self, seed: impl Into<Seed>) -> Self {
        Self { seed: Some(seed.into()), ..self }
    }

    /// Sets the number of threads; 0, the default, uses all cores.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }
}

impl<F: Fn(&[Card]) -> u64 + Sync> Simulation<Statistic<F>> {
    /// Deals the hands and tallies the statistic.
    ///
    /// # Errors
    ///
    /// Fails if the hand is larger than the deck, the number of deals is zero, the thread pool
    /// cannot be started, or the statistic takes more than a million different values, which ends
    /// the run early.
    ///
    /// # Panics
    ///
    /// Panics if the statistic panics.
    pub fn run(self) -> Result<Tallied, SimulationError> {
        let seed = self.seed.unwrap_or_else(Seed::fresh);
        let statistic: &(dyn Fn(&[Card]) -> u64 + Sync) = &self.tallied.0;
        let deals = StatisticDeals::new("own", self.pack, self.cards, seed, self.deals, statistic)?;
        let counts = deals.run(Threads::or_available(self.threads))?.into_counts()?;
        Ok(Tallied { seed, counts })
    }
}

/// Result of a [`Simulation`] of measures: the number of hands with each value of each measure.
#[derive(Clone, Debug)]
pub struct Simulated {
    cards: usize,
    seed: Seed,
    tallies: Tallies<Key>,
}

impl Simulated {
    /// Returns the proportion of dealt hands without a set.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "sets are always tallied")]
    pub fn no_set(&self) -> Ratio {
        let sets = self.tally(Measure::Sets).expect("sets are always tallied");
        Ratio::new(sets.count(0), sets.total())
    }

    /// Returns the confidence interval of the probability that a hand has no set; see [`interval`].
    #[must_use]
    pub fn interval(&self, confidence: Confidence) -> Interval {
        let no_set = self.no_set();
        interval(no_set.numerator(), no_set.denominator(), confidence)
    }

    /// Returns the tally of the values that a measure took, or `None` if the measure was not
    /// tallied.
    #[must_use]
    pub fn tally(&self, measure: Measure) -> Option<&Tally> {
        self.tallies.get(Key { cards: self.cards, measure })
    }

    /// Returns the seed; running with it again deals the same hands.
    #[must_use]
    pub const fn seed(&self) -> Seed {
        self.seed
    }
}

/// Result of a [`Simulation`] of a [`Statistic`]: the number of hands with each of its values.
#[derive(Clone, Debug)]
pub struct Tallied {
    seed: Seed,
    counts: BTreeMap<u64, u128>,
}

impl Tallied {
    /// Returns the values that occurred, each with the number of hands that had it.
    #[must_use]
    pub const fn counts(&self) -> &BTreeMap<u64, u128> {
        &self.counts
    }

    /// Returns the number of hands in which the statistic had this value.
    #[must_use]
    pub fn count(&self, value: u64) -> u128 {
        self.counts.get(&value).copied().unwrap_or(0)
    }

    /// Returns the total number of hands dealt.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.counts.values().sum()
    }

    /// Returns the confidence interval of the probability of a value; see [`interval`].
    #[must_use]
    pub fn interval(&self, value: u64, confidence: Confidence) -> Interval {
        interval(self.count(value), self.total(), confidence)
    }

    /// Returns the seed; running with it again deals the same hands.
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
        let alone = simulation.clone().threads(1).run().unwrap();
        let all = simulation.measure(Measure::SetTypes).run().unwrap();
        assert_eq!(alone.tally(Measure::Sets), all.tally(Measure::Sets));
        assert_eq!((alone.tally(Measure::SetTypes), all.seed()), (None, Seed(3)));
        let without = alone.tally(Measure::Sets).unwrap().count(0);
        assert_eq!(alone.no_set(), Ratio::new(without, 50_000));
        let confidence = Confidence::default();
        assert_eq!(alone.interval(confidence), interval(without, 50_000, confidence));
    }

    /// The order in which settings are made does not matter.
    #[test]
    fn a_statistic_gets_the_hands_of_the_seed() {
        let expected = Simulation::new(9).deals(5000).seed(3).run().unwrap();
        let detector = Strategy::Naive.detector(Deck::GAME);
        let sets = |hand: &[Card]| detector.count(hand).try_into().unwrap();
        let tallied = Simulation::new(9).statistic(sets).threads(2).seed(Seed(3)).deals(5000).run();
        let tallied = tallied.unwrap();
        assert_eq!((tallied.total(), tallied.seed()), (5000, expected.seed()));
        let expected_counts = expected.tally(Measure::Sets).unwrap().occurring();
        let expected_counts = expected_counts.map(|(value, count)| (value as u64, count)).collect();
        assert_eq!(tallied.counts(), &expected_counts);
        let confidence = Confidence::default();
        assert_eq!(tallied.interval(0, confidence), expected.interval(confidence));
    }

    #[test]
    fn a_statistic_without_hands_is_refused() {
        let refused = |it: Simulation| it.statistic(|_| 0).run().unwrap_err().to_string();
        assert!(refused(Simulation::new(82)).starts_with("82 cards are more than the 81"));
        assert!(refused(Simulation::new(12).deals(0)).starts_with("0 deals give no answer"));
    }

    #[test]
    fn every_hand_of_21_cards_holds_a_set_and_82_are_too_many() {
        assert_eq!(Simulation::new(21).deals(10_000).run().unwrap().no_set(), Ratio::ZERO);
        assert!(matches!(Simulation::new(82).run(), Err(SimulationError::Measure(_))));
        let nothing = Simulation::new(12).deals(0).run().unwrap_err();
        assert!(matches!(nothing, SimulationError::Deals(DealsError::NoDeals)));
    }
}
