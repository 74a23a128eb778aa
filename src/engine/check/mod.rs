//! Statistical tests of counts or hands from another source against the exact distribution: is a
//! shuffle fair, is a simulator correct?
//!
//! [`CountsCheck`] takes the number of hands with each value of a measure. It compares the counts
//! with the [exact distribution](crate::exact::known::distribution) by a chi-square test
//! ([`goodness`]), and the mean by its standard error or, for few hands, by its exact distribution.
//! [`HandsCheck`] takes the hands themselves, and tests whether all cards are dealt equally often,
//! and each one equally often at all positions.
//!
//! ```
//! use setodds_engine::card::Deck;
//! use setodds_engine::check::CountsCheck;
//! use setodds_engine::measure::Key;
//!
//! // Ten million games: how often did the first 12 cards hold no set?
//! let mut counts = CountsCheck::new(Deck::GAME, Key::sets(12))?;
//! counts.add(0, 323_746)?;
//! counts.set_total(10_000_000)?;
//! let cells = counts.cells();
//! assert!((cells[0].standard_errors.ok_or("none")? - 1.2989).abs() < 1e-4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod hands;

pub use hands::{CardCell, HandsCheck};

use crate::card::{Deck, number_of_cards};
use crate::exact::known;
use crate::hand::sizes::Sizes;
use crate::measure::Key;
use crate::stats::goodness::{self, Fit, MIN_EXPECTED};
use crate::stats::proportion::{self, normal_p_value};
use crate::stats::{Ratio, power, to_float};
use std::collections::BTreeMap;

/// Error for counts that cannot be compared with an exact distribution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountsError {
    /// The exact distribution of the measure is not known.
    #[error(
        "the distribution of `{measure}` in {cards} cards of {features} features is not exactly \
         known; `setodds odds --measure {measure}` has those that are",
        measure = .0.measure, cards = .0.cards, features = .1.features()
    )]
    UnknownDistribution(Key, Deck),
    /// The measure is not defined for hands of the size.
    #[error(
        "`{measure}` is defined for hands of {sizes} cards of a deck of {features} features, not \
         {cards}; give such a size",
        measure = .0.measure, sizes = sizes(*.0, *.1), features = .1.features(), cards = .0.cards
    )]
    UndefinedMeasure(Key, Deck),
    /// Hands were counted for a value that no hand has.
    #[error(
        "no hand of {} has the value {value} of `{}`: {known}",
        number_of_cards(.key.cards), .key.measure
    )]
    Impossible {
        /// The measure and the hand size of the counts.
        key: Key,
        /// The value that no hand has.
        value: usize,
        /// A description of the values that hands can have.
        known: String,
    },
    /// The count of a value was given twice.
    #[error("the value {0} occurs twice; count each value once")]
    Twice(usize),
    /// The counts add up to 2^64 or more, or the given total is so large. The rounding errors of
    /// probabilities would then approach the standard errors of the counts.
    #[error("the counts add up to 2^64 or more, beyond the precision of the tests; give fewer")]
    TooMany,
    /// The given total number of hands is less than the sum of the counts.
    #[error("the counts add up to {sum}, more than the total of {total}")]
    Total { sum: u128, total: u128 },
    /// All hands of the size have the types of sets in the same proportions, and a count differs
    /// from them.
    #[error(
        "of the sets in hands of {cards} cards exactly {proportion} have the value {value}, as in \
         each of these hands, and not {count} of {total}"
    )]
    Proportion { cards: usize, value: usize, proportion: Ratio, count: u128, total: u128 },
    /// The given total number of hands exceeds the sum of the counts, but every possible value has
    /// a count.
    #[error("the counts of all values add up to {sum}, not to the total of {total}")]
    NoValueLeft { sum: u128, total: u128 },
}

/// Returns the hand sizes for which the measure of a key is defined, such as `21-81`.
fn sizes(key: Key, deck: Deck) -> Sizes {
    (*key.measure.sizes(deck).start()..=deck.size()).collect()
}

/// The number of hands with a given value of a measure, and the expected number.
#[derive(Clone, Debug, PartialEq)]
pub struct CountsCell {
    /// The value of the measure.
    pub value: usize,
    /// The number of hands with the value.
    pub count: u128,
    /// The expected number of hands with the value.
    pub expected: f64,
    /// The deviation of the count from its expectation, in standard errors; `None` if there are no
    /// hands or the count is certain, as for a value that every hand or no hand has.
    pub standard_errors: Option<f64>,
}

/// The result of a test of the proportion of hands with one value against the exact probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProportionTest {
    /// The value of the measure.
    pub value: usize,
    /// The number of hands with the value.
    pub count: u128,
    /// The total number of hands.
    pub hands: u128,
    /// The two-sided p-value: twice the probability that the proportion in random hands deviates
    /// from the exact probability at least as much as the tested one, on the same side.
    pub p_value: f64,
}

/// The result of a test of the mean of a measure in some hands against the exact mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanTest {
    /// The mean of the measure in the tested hands.
    pub found: f64,
    /// The exact mean of the measure over all hands.
    pub exact: f64,
    /// The deviation of the mean from the exact mean, in standard errors.
    pub standard_errors: f64,
    /// The p-value: the probability that the mean of random hands deviates from the exact mean at
    /// least as much as the tested mean. It is computed from the normal distribution or, for few
    /// hands, as twice the exact probability of a deviation at least as large on the same side.
    pub p_value: f64,
}

/// Counts of the values of a measure, for comparison with the exact distribution.
///
/// The counts of `set-types` are numbers of sets, not of hands. The types of the sets in one hand
/// are dependent, so all variances are multiplied by [`Key::design_effect`].
#[derive(Clone, Debug, PartialEq)]
pub struct CountsCheck {
    deck: Deck,
    key: Key,
    distribution: Vec<Ratio>,
    /// The design effect: the variance of a proportion, divided by its variance for independent
    /// observations.
    design_effect: f64,
    counts: BTreeMap<usize, u128>,
    sum: u128,
    rest: u128,
}

impl CountsCheck {
    /// Creates a check of a measure in hands of one size, without any counts yet.
    ///
    /// # Errors
    ///
    /// Returns an error if the measure is not defined for the hand size, or if the exact
    /// distribution is not known.
    pub fn new(deck: Deck, key: Key) -> Result<Self, CountsError> {
        if key.cards < *key.measure.sizes(deck).start() {
            return Err(CountsError::UndefinedMeasure(key, deck));
        }
        let distribution =
            known::distribution(deck, key).ok_or(CountsError::UnknownDistribution(key, deck))?;
        let design_effect = key.design_effect(deck).map_or(1.0, Ratio::value);
        let counts = BTreeMap::new();
        Ok(Self { deck, key, distribution, design_effect, counts, sum: 0, rest: 0 })
    }

    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// Returns the measure and the hand size that are checked.
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// Adds the number of hands that have a value of the measure.
    ///
    /// # Errors
    ///
    /// Returns an error if no hand can have the value and the count is not 0, if the value was
    /// added before, or if the counts add up to 2^64 or more.
    pub fn add(&mut self, value: usize, count: u128) -> Result<(), CountsError> {
        if self.counts.contains_key(&value) {
            return Err(CountsError::Twice(value));
        }
        if count > 0 && self.probability(value) <= 0.0 {
            let known = self.possible();
            return Err(CountsError::Impossible { key: self.key, value, known });
        }
        let sum = self.sum.checked_add(count).filter(|sum| sum >> 64 == 0);
        self.sum = sum.ok_or(CountsError::TooMany)?;
        self.counts.insert(value, count);
        Ok(())
    }

    /// Sets the total number of hands, after all counts have been added. The hands beyond the sum
    /// of the counts had other values.
    ///
    /// # Errors
    ///
    /// Returns an error if the total is less than the sum of the counts, exceeds it although every
    /// possible value has a count, or is 2^64 or more, or if all hands of the size have the same
    /// proportions and the counts differ from them.
    pub fn set_total(&mut self, total: u128) -> Result<(), CountsError> {
        let sum = self.sum;
        let rest = total.checked_sub(sum).ok_or(CountsError::Total { sum, total })?;
        if rest > 0 && self.probability_of_others() <= 0.0 {
            return Err(CountsError::NoValueLeft { sum, total });
        }
        self.check_proportions(total)?;
        self.rest = rest;
        if total >> 64 == 0 { Ok(()) } else { Err(CountsError::TooMany) }
    }

    /// Checks that the counts have the exact proportions, if these are the same in every hand of
    /// the size.
    fn check_proportions(&self, total: u128) -> Result<(), CountsError> {
        if !self.has_fixed_proportions() {
            return Ok(());
        }
        let cards = self.key.cards;
        for (&value, &count) in &self.counts {
            let proportion = self.distribution.get(value).copied().unwrap_or(Ratio::ZERO);
            let (numerator, denominator) = proportion.lowest_terms();
            let is_whole = total.is_multiple_of(denominator);
            if !is_whole || count != total / denominator * numerator {
                return Err(CountsError::Proportion { cards, value, proportion, count, total });
            }
        }
        Ok(())
    }

    fn has_fixed_proportions(&self) -> bool {
        self.design_effect <= 0.0
    }

    /// Returns whether all hands of the size agree, so that there is nothing to test: they have the
    /// same value, or their sets have the same proportions of types.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        let is_certain = |p: &Ratio| p.numerator() == p.denominator();
        self.has_fixed_proportions() || self.distribution.iter().any(is_certain)
    }

    /// Returns the total number of hands.
    #[must_use]
    pub const fn hands(&self) -> u128 {
        self.sum + self.rest
    }

    /// Returns a description of the possible values, such as `they have 0 to 14`,
    /// `they all have 117` or `they have 0 to 12, with gaps`.
    fn possible(&self) -> String {
        let mut occurring =
            (0..self.distribution.len()).filter(|&it| self.distribution[it].numerator() > 0);
        let first = occurring.next().unwrap_or(0);
        let last = occurring.next_back().unwrap_or(first);
        if first == last {
            return format!("they all have {first}");
        }
        let gaps = (first..=last).any(|it| self.distribution[it].numerator() == 0);
        format!("they have {first} to {last}{}", if gaps { ", with gaps" } else { "" })
    }

    fn probability(&self, value: usize) -> f64 {
        self.distribution.get(value).map_or(0.0, |p| p.value())
    }

    /// Returns an iterator over the values of the exact distribution that have no count.
    fn others(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.distribution.len()).filter(|value| !self.counts.contains_key(value))
    }

    fn probability_of_others(&self) -> f64 {
        self.others().map(|value| self.probability(value)).sum()
    }

    /// Returns, for each value with a count, the count and the expected count, in ascending order
    /// of values.
    #[must_use]
    pub fn cells(&self) -> Vec<CountsCell> {
        let hands = to_float(self.hands());
        let cell = |(&value, &count): (&usize, &u128)| {
            let p = self.probability(value);
            let expected = p * hands;
            let error = (expected * (1.0 - p) * self.design_effect).sqrt();
            let standard_errors = (error > 0.0).then(|| (to_float(count) - expected) / error);
            CountsCell { value, count, expected, standard_errors }
        };
        self.counts.iter().map(cell).collect()
    }

    /// Tests all counts together by a chi-square test. If the total number of hands exceeds the sum
    /// of the counts, the values without a count form one cell with the remaining hands; otherwise
    /// no hand has these values. Returns `None` if fewer than two cells, after neighbouring ones
    /// are pooled, have an expected count of at least five.
    #[must_use]
    pub fn fit(&self) -> Option<Fit> {
        let hands = to_float(self.hands());
        let mut cells: Vec<(usize, (f64, f64))> = Vec::new();
        for CountsCell { value, count, expected, .. } in self.cells() {
            cells.push((value, (to_float(count), expected)));
        }
        if self.rest > 0 {
            let expected = hands * self.probability_of_others();
            cells.push((usize::MAX, (to_float(self.rest), expected)));
        } else {
            let others = self.others();
            cells.extend(others.map(|value| (value, (0.0, hands * self.probability(value)))));
        }
        // Neighbours are pooled, whether values without hands were listed or not.
        cells.sort_unstable_by_key(|&(value, _)| value);
        let cells: Vec<(f64, f64)> = cells.into_iter().map(|(_, cell)| cell).collect();
        goodness::test_cells(&cells, self.design_effect)
    }

    /// Tests the mean of the measure against the exact mean: with the normal distribution if there
    /// are enough hands for [`fit`](Self::fit), otherwise with the exact distribution of the sum of
    /// the values. Returns `None` if there are no hands, if the values of some hands are not known,
    /// or if [all hands agree](Self::is_constant). For few hands, also returns `None` if the exact
    /// distribution takes too long to compute, if the observations are dependent, or if the measure
    /// has only two values, so that [`proportion`](Self::proportion) is the same test.
    #[must_use]
    pub fn mean(&self) -> Option<MeanTest> {
        let (hands, exact) = (to_float(self.hands()), known::mean(self.deck, self.key)?.value());
        if self.rest > 0 {
            return None;
        }
        // Deviations from the exact mean, so that nothing cancels.
        let distance = |value: usize| to_float(value as u128) - exact;
        let distribution = self.distribution.iter().enumerate();
        let variance: f64 =
            distribution.map(|(value, p)| p.value() * power(distance(value), 2)).sum();
        let sum: f64 =
            self.counts.iter().map(|(&value, &count)| to_float(count) * distance(value)).sum();
        let difference = sum / hands;
        let standard_errors = difference / (variance * self.design_effect / hands).sqrt();
        let found = exact + difference;
        let p_value = match self.fit() {
            Some(_) => normal_p_value(standard_errors),
            None => self.exact_tails_of_the_sum().filter(|_| self.are_independent())?,
        };
        let mean = MeanTest { found, exact, standard_errors, p_value };
        standard_errors.is_finite().then_some(mean)
    }

    /// Returns whether the counted observations are independent. This includes `set-types` of hands
    /// of up to four cards, which hold at most one set.
    fn are_independent(&self) -> bool {
        self.design_effect >= 1.0
    }

    /// Returns twice the probability that the sum of the values of random hands deviates from its
    /// mean at least as much as the observed sum, on the same side. The distribution of the sum is
    /// computed hand by hand. Returns `None` if it is too long, or if the measure has fewer than
    /// three values.
    fn exact_tails_of_the_sum(&self) -> Option<f64> {
        /// The maximum length of the distribution of the sum: enough for 714 hands of 12 cards.
        const MAX_LENGTH: usize = 10_000;
        let distribution = self.distribution.iter().map(|p| p.value()).enumerate();
        let distribution: Vec<(usize, f64)> = distribution.filter(|&(_, p)| p > 0.0).collect();
        let &[(first, _), .., (last, _)] = &distribution[..] else { return None };
        let hands = usize::try_from(self.hands()).ok()?;
        let most = (last - first).checked_mul(hands).filter(|&most| most <= MAX_LENGTH)?;
        if distribution.len() == 2 {
            return None;
        }
        let mut sums = vec![1.0];
        for hand in 1..=hands {
            let mut next = vec![0.0; hand * (last - first) + 1];
            for (sum, before) in sums.into_iter().enumerate() {
                distribution.iter().for_each(|&(value, p)| next[sum + value - first] += before * p);
            }
            sums = next;
        }
        let seen = self.counts.iter().filter(|&(_, &count)| count > 0);
        let seen = seen.map(|(&value, &count)| (value - first) as u128 * count);
        let seen = usize::try_from(seen.sum::<u128>()).ok().filter(|&seen| seen <= most)?;
        let [below, above] = [&sums[..=seen], &sums[seen..]].map(|tail| tail.iter().sum::<f64>());
        Some((2.0 * below.min(above)).min(1.0))
    }

    /// Tests the proportion of hands with one value: the value of hands without a set or, if their
    /// number is not known, the most probable value with a count. Returns `None` if there are no
    /// hands or no counts, if every hand or no hand has the value, or if there are few observations
    /// and they are dependent.
    #[must_use]
    pub fn proportion(&self) -> Option<ProportionTest> {
        let likeliest = || {
            let by_probability = |one: &(&usize, &u128), other: &(&usize, &u128)| {
                self.probability(*one.0).total_cmp(&self.probability(*other.0))
            };
            self.counts.iter().max_by(by_probability).map(|(&value, &count)| (value, count))
        };
        let none = self.key.value_without_sets().filter(|&none| self.probability(none) > 0.0);
        let counted = none.and_then(|none| match self.counts.get(&none) {
            Some(&count) => Some((none, count)),
            // Without a total, a value that is not listed has no hands.
            None => (self.rest == 0).then_some((none, 0)),
        });
        let (value, count) = counted.or_else(likeliest)?;
        let (probability, hands) = (self.probability(value), self.hands());
        if hands == 0 || !(0.0 < probability && probability < 1.0) {
            return None;
        }
        let p_value = if self.are_independent() {
            proportion::two_sided_p_value(count, hands, probability)
        } else {
            let expected = to_float(hands) * probability;
            let variance = expected * (1.0 - probability) * self.design_effect;
            if variance < MIN_EXPECTED {
                return None;
            }
            normal_p_value((to_float(count) - expected) / variance.sqrt())
        };
        Some(ProportionTest { value, count, hands, p_value })
    }

    /// Returns whether [`CountsCheck::fit`] is the same test as [`CountsCheck::proportion`],
    /// because it has only two cells.
    #[must_use]
    pub fn fit_is_proportion(&self) -> bool {
        let is_possible = |value: &usize| self.probability(*value) > 0.0;
        let listed = self.counts.keys().filter(|value| is_possible(value)).count();
        let others = if self.rest > 0 { 1 } else { self.others().filter(is_possible).count() };
        listed + others == 2 && self.fit().is_some()
    }
}

#[cfg(test)]
mod tests;
