//! Somebody's own counts or hands against the exact law: is a shuffle fair, is a simulator right?
//!
//! [`CountsCheck`] takes how often hands had each value of a measure, and compares the counts with
//! the [exact distribution](crate::exact::known::distribution) by a chi-square test ([`goodness`]),
//! and the mean by its standard errors or, of few hands, by its exact distribution.
//! [`HandsCheck`] takes the hands themselves, and tests whether all cards come equally often, at
//! all places.
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

use crate::card::Deck;
use crate::exact::known;
use crate::measure::Key;
use crate::stats::goodness::{self, Fit};
use crate::stats::proportion::{self, normal_tails};
use crate::stats::{Ratio, power, to_float};
use std::collections::BTreeMap;

/// Counts that cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountsError {
    /// Hands whose distribution is not known.
    #[error(
        "the distribution of `{measure}` in {cards} cards of {features} features is not exactly \
         known; `setodds odds --measure {measure}` has those that are",
        measure = .0.measure, cards = .0.cards, features = .1.features()
    )]
    NoLaw(Key, Deck),
    /// A value that no hand has.
    #[error(
        "no hand of {} cards has the value {value} of `{}`: {known}",
        .key.cards, .key.measure
    )]
    Impossible {
        /// What was counted.
        key: Key,
        /// The value.
        value: usize,
        /// The values that there are, in words.
        known: String,
    },
    /// A value that was counted before.
    #[error("the value {0} comes twice; count each value once")]
    Twice(usize),
    /// More counts than 128 bits hold.
    #[error("the counts add up to more than 2^127; give smaller ones")]
    TooMany,
    /// A total that is less than the sum of the counts.
    #[error("the counts add up to {sum}, more than the total of {total}")]
    Total {
        /// The sum of the counts.
        sum: u128,
        /// The total that was given.
        total: u128,
    },
    /// A total with hands for which no value is left.
    #[error("the counts of all values add up to {sum}, not to the total of {total}")]
    NoValueLeft {
        /// The sum of the counts.
        sum: u128,
        /// The total that was given.
        total: u128,
    },
}

/// The number of hands that had a value, with the expected number.
#[derive(Clone, Debug, PartialEq)]
pub struct CountsCell {
    /// The value.
    pub value: usize,
    /// The hands that had it.
    pub count: u128,
    /// The hands that are expected to have it.
    pub expected: f64,
    /// How far the count lies above the expectation, in standard errors; missing where all hands
    /// have the value.
    pub standard_errors: Option<f64>,
}

/// The test of how many hands had one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareTest {
    /// The value.
    pub value: usize,
    /// The hands that had it.
    pub count: u128,
    /// All hands.
    pub hands: u128,
    /// The probability that fair hands differ at least as much.
    pub p_value: f64,
}

/// A mean beside the exact one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheckedMean {
    /// The mean of the hands.
    pub found: f64,
    /// The exact mean.
    pub exact: f64,
    /// How far it lies above the exact one, in standard errors.
    pub standard_errors: f64,
    /// The probability that the mean of fair hands is at least as far away: by the normal law or,
    /// for few hands, twice the exact probability of a mean as far away on the same side.
    pub p_value: f64,
}

/// Counts of the values of a measure, to be compared with the exact law.
#[derive(Clone, Debug, PartialEq)]
pub struct CountsCheck {
    deck: Deck,
    key: Key,
    law: Vec<Ratio>,
    counts: BTreeMap<usize, u128>,
    /// The sum of the counts.
    sum: u128,
    rest: u128,
}

impl CountsCheck {
    /// No counts as yet of a measure in hands of some cards.
    ///
    /// # Errors
    ///
    /// When the distribution is not exactly known.
    pub fn new(deck: Deck, key: Key) -> Result<Self, CountsError> {
        let law = known::distribution(deck, key).ok_or(CountsError::NoLaw(key, deck))?;
        Ok(Self { deck, key, law, counts: BTreeMap::new(), sum: 0, rest: 0 })
    }

    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The measure and the hand size.
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// Adds how many hands had a value.
    ///
    /// # Errors
    ///
    /// When no hand can have the value and some are said to, when the value was added before, or
    /// when the hands are too many.
    pub fn add(&mut self, value: usize, count: u128) -> Result<(), CountsError> {
        if self.counts.contains_key(&value) {
            return Err(CountsError::Twice(value));
        }
        if count > 0 && self.probability(value) <= 0.0 {
            let known = self.possible();
            return Err(CountsError::Impossible { key: self.key, value, known });
        }
        let sum = self.sum.checked_add(count).filter(|sum| sum >> 127 == 0);
        self.sum = sum.ok_or(CountsError::TooMany)?;
        self.counts.insert(value, count);
        Ok(())
    }

    /// Says, once all counts are added, how many hands there were in all: those that are not among
    /// the counts had other values.
    ///
    /// # Errors
    ///
    /// When the total is less than the sum of the counts, or every value has a count already.
    pub fn set_total(&mut self, total: u128) -> Result<(), CountsError> {
        let sum = self.sum;
        let rest = total.checked_sub(sum).ok_or(CountsError::Total { sum, total })?;
        if rest > 0 && self.probability_of_others() <= 0.0 {
            return Err(CountsError::NoValueLeft { sum, total });
        }
        self.rest = rest;
        if total >> 127 == 0 { Ok(()) } else { Err(CountsError::TooMany) }
    }

    /// The number of hands.
    #[must_use]
    pub const fn hands(&self) -> u128 {
        self.sum + self.rest
    }

    /// The values that hands have, in words: `they have 0 to 14`, or `they all have 117`.
    fn possible(&self) -> String {
        let mut occurring = (0..self.law.len()).filter(|&it| self.law[it].numerator() > 0);
        let first = occurring.next().unwrap_or(0);
        let last = occurring.next_back().unwrap_or(first);
        if first == last {
            return format!("they all have {first}");
        }
        let gaps = (first..=last).any(|it| self.law[it].numerator() == 0);
        format!("they have {first} to {last}{}", if gaps { ", with gaps" } else { "" })
    }

    fn probability(&self, value: usize) -> f64 {
        self.law.get(value).map_or(0.0, |p| p.value())
    }

    /// The values that were not added.
    fn others(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.law.len()).filter(|value| !self.counts.contains_key(value))
    }

    fn probability_of_others(&self) -> f64 {
        self.others().map(|value| self.probability(value)).sum()
    }

    /// Each count with its expectation, by rising values.
    #[must_use]
    pub fn cells(&self) -> Vec<CountsCell> {
        let hands = to_float(self.hands());
        let cell = |(&value, &count): (&usize, &u128)| {
            let p = self.probability(value);
            let expected = p * hands;
            let error = (expected * (1.0 - p)).sqrt();
            let standard_errors = (error > 0.0).then(|| (to_float(count) - expected) / error);
            CountsCell { value, count, expected, standard_errors }
        };
        self.counts.iter().map(cell).collect()
    }

    /// The chi-square test of all counts. Values that were not added were met by no hand, or by the
    /// rest of the total. Missing when fewer than two cells expect five hands.
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
        // Neighbours are pooled, whether somebody lists values without hands or not.
        cells.sort_unstable_by_key(|&(value, _)| value);
        let cells: Vec<(f64, f64)> = cells.into_iter().map(|(_, cell)| cell).collect();
        goodness::of_cells(&cells)
    }

    /// Compares the mean with the exact one, if the values of all hands are known: by the normal
    /// distribution if there are enough hands for a [test of all](Self::fit), else by the exact
    /// distribution of their sum. Returns `None` if that is too long to compute, and for a measure
    /// with only two values, where the [test of one](Self::share) is the same.
    #[must_use]
    pub fn mean(&self) -> Option<CheckedMean> {
        let (hands, exact) = (to_float(self.hands()), known::mean(self.deck, self.key)?.value());
        if self.rest > 0 {
            return None;
        }
        // Distances from the exact mean, so that nothing cancels.
        let distance = |value: usize| to_float(value as u128) - exact;
        let law = self.law.iter().enumerate();
        let variance: f64 = law.map(|(value, p)| p.value() * power(distance(value), 2)).sum();
        let sum: f64 =
            self.counts.iter().map(|(&value, &count)| to_float(count) * distance(value)).sum();
        let difference = sum / hands;
        let standard_errors = difference / (variance / hands).sqrt();
        let found = exact + difference;
        let p_value = match self.fit() {
            Some(_) => normal_tails(standard_errors),
            None => self.exact_tails_of_the_sum()?,
        };
        let mean = CheckedMean { found, exact, standard_errors, p_value };
        standard_errors.is_finite().then_some(mean)
    }

    /// Returns twice the probability that the values of fair hands have a sum at least as far from
    /// its mean on the same side. The distribution of the sum is computed hand by hand.
    fn exact_tails_of_the_sum(&self) -> Option<f64> {
        /// The limit of the length of the distribution: 714 hands of 12 cards.
        const MAX_LENGTH: usize = 10_000;
        let law = self.law.iter().map(|p| p.value()).enumerate();
        let law: Vec<(usize, f64)> = law.filter(|&(_, p)| p > 0.0).collect();
        let &[(first, _), .., (last, _)] = &law[..] else { return None };
        let hands = usize::try_from(self.hands()).ok()?;
        let most = (last - first).checked_mul(hands).filter(|&most| most <= MAX_LENGTH)?;
        if law.len() == 2 {
            return None;
        }
        let mut sums = vec![1.0];
        for hand in 1..=hands {
            let mut next = vec![0.0; hand * (last - first) + 1];
            for (sum, before) in sums.into_iter().enumerate() {
                law.iter().for_each(|&(value, p)| next[sum + value - first] += before * p);
            }
            sums = next;
        }
        let seen = self.counts.iter().filter(|&(_, &count)| count > 0);
        let seen = seen.map(|(&value, &count)| (value - first) as u128 * count);
        let seen = usize::try_from(seen.sum::<u128>()).ok().filter(|&seen| seen <= most)?;
        let [below, above] = [&sums[..=seen], &sums[seen..]].map(|tail| tail.iter().sum::<f64>());
        Some((2.0 * below.min(above)).min(1.0))
    }

    /// The test of the value that people ask for alone: no set; or, where that is not counted, the
    /// value that most hands should have. Missing without hands, and where all hands have it.
    #[must_use]
    pub fn share(&self) -> Option<ShareTest> {
        let likeliest = || {
            let by_probability = |one: &(&usize, &u128), other: &(&usize, &u128)| {
                self.probability(*one.0).total_cmp(&self.probability(*other.0))
            };
            self.counts.iter().max_by(by_probability).map(|(&value, &count)| (value, count))
        };
        let none = self.key.value_without_sets().filter(|&none| self.probability(none) > 0.0);
        let counted = none.and_then(|none| match self.counts.get(&none) {
            Some(&count) => Some((none, count)),
            // Hands with other values than those that are listed are there, or are not.
            None => (self.rest == 0).then_some((none, 0)),
        });
        let (value, count) = counted.or_else(likeliest)?;
        let (probability, hands) = (self.probability(value), self.hands());
        if hands == 0 || !(0.0 < probability && probability < 1.0) {
            return None;
        }
        let p_value = proportion::two_sided(count, hands, probability);
        Some(ShareTest { value, count, hands, p_value })
    }

    /// Whether [`CountsCheck::fit`] says what [`CountsCheck::share`] does: of two counts.
    #[must_use]
    pub fn is_a_share(&self) -> bool {
        self.counts.len() + usize::from(self.rest > 0) == 2 && self.fit().is_some()
    }
}

#[cfg(test)]
mod tests;
