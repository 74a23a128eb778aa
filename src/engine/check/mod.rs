//! Somebody's own counts or hands against the exact law: is a shuffle fair, is a simulator right?
//!
//! [`CountsCheck`] takes how often hands had a value of a measure, singly or several values
//! together, and compares them with the [exact distribution](crate::exact::known::distribution) by
//! a chi-square test ([`goodness`]), and the mean by its standard errors.
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
//! counts.add("0".parse()?, 323_746)?;
//! counts.add("1+".parse()?, 9_676_254)?;
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
use crate::stats::{Ratio, power as power_of, to_float};
use std::fmt;
use std::str::FromStr;

/// Values that are counted together: one, all from a least one on, or all between two.
///
/// ```
/// use setodds_engine::check::ValueSpan;
/// for text in ["0", "1+", "2-4"] {
///     assert_eq!(text.parse::<ValueSpan>()?.to_string(), text);
/// }
/// assert!("4-2".parse::<ValueSpan>().is_err());
/// # Ok::<(), setodds_engine::check::CountsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ValueSpan {
    first: usize,
    last: usize,
}

impl ValueSpan {
    /// Whether a value is among them.
    #[must_use]
    pub const fn contains(self, value: usize) -> bool {
        self.first <= value && value <= self.last
    }
}

impl From<usize> for ValueSpan {
    fn from(value: usize) -> Self {
        Self { first: value, last: value }
    }
}

impl FromStr for ValueSpan {
    type Err = CountsError;

    fn from_str(text: &str) -> Result<Self, CountsError> {
        let wrong = || CountsError::NoValue(crate::escape::excerpt(text));
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
        let text = text.trim();
        let (first, last) = match (text.strip_suffix('+'), text.split_once(['-', '–'])) {
            (Some(first), _) => (number(first)?, usize::MAX),
            (None, Some((first, last))) => (number(first)?, number(last)?),
            (None, None) => (number(text)?, number(text)?),
        };
        if first > last { Err(wrong()) } else { Ok(Self { first, last }) }
    }
}

impl fmt::Display for ValueSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { first, last } if first == last => write!(f, "{first}"),
            Self { first, last: usize::MAX } => write!(f, "{first}+"),
            Self { first, last } => write!(f, "{first}-{last}"),
        }
    }
}

/// Counts that cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountsError {
    /// A text that is no value.
    #[error("`{0}` is not a value; give a number, or several like 1+ or 2-4")]
    NoValue(String),
    /// Hands whose distribution is not known.
    #[error(
        "the distribution of `{measure}` in {cards} cards of {features} features is not exactly \
         known; `setodds odds --measure {measure}` has those that are",
        measure = .0.measure, cards = .0.cards, features = .1.features()
    )]
    NoLaw(Key, Deck),
    /// A value that no hand has.
    #[error("no hand of {} cards has the value {values} of `{}`: {known}", .key.cards, .key.measure)]
    Impossible {
        /// What was counted.
        key: Key,
        /// The values.
        values: ValueSpan,
        /// The values that there are, in words.
        known: String,
    },
    /// Values that were counted before.
    #[error("the values {0} and {1} overlap; each value is counted once")]
    Overlap(ValueSpan, ValueSpan),
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
    #[error("{rest} of the total of {total} have no value: all that there are have counts")]
    NoValueLeft {
        /// The hands without a value.
        rest: u128,
        /// The total that was given.
        total: u128,
    },
}

/// How often hands had some values, beside how often they should.
#[derive(Clone, Debug, PartialEq)]
pub struct CountsCell {
    /// The values.
    pub values: ValueSpan,
    /// The hands that had them.
    pub count: u128,
    /// The hands that are expected to have them.
    pub expected: f64,
    /// How far the count lies above the expectation, in standard errors; missing where all hands
    /// have the values.
    pub standard_errors: Option<f64>,
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
}

/// Counts of the values of a measure, to be compared with the exact law.
#[derive(Clone, Debug, PartialEq)]
pub struct CountsCheck {
    deck: Deck,
    key: Key,
    law: Vec<Ratio>,
    counts: Vec<(ValueSpan, u128)>,
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
        Ok(Self { deck, key, law, counts: Vec::new(), rest: 0 })
    }

    /// The deck.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The measure and the hand size.
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// Adds how many hands had some values.
    ///
    /// # Errors
    ///
    /// When no hand can have the values and some are said to, when one of the values was added
    /// before, or when the hands are too many.
    pub fn add(&mut self, values: ValueSpan, count: u128) -> Result<(), CountsError> {
        let overlaps =
            |it: &&(ValueSpan, u128)| it.0.first <= values.last && values.first <= it.0.last;
        if let Some((other, _)) = self.counts.iter().find(overlaps) {
            return Err(CountsError::Overlap(*other, values));
        }
        if count > 0 && self.probability(|value| values.contains(value)) <= 0.0 {
            let known = self.possible();
            return Err(CountsError::Impossible { key: self.key, values, known });
        }
        self.hands()
            .checked_add(count)
            .filter(|all| all >> 127 == 0)
            .ok_or(CountsError::TooMany)?;
        self.counts.push((values, count));
        Ok(())
    }

    /// Says, once all counts are added, how many hands there were in all: those that are not among
    /// the counts had other values.
    ///
    /// # Errors
    ///
    /// When the counts are more, or there are no other values.
    pub fn set_total(&mut self, total: u128) -> Result<(), CountsError> {
        let sum = self.counts.iter().map(|(_, count)| count).sum();
        let rest = total.checked_sub(sum).ok_or(CountsError::Total { sum, total })?;
        if rest > 0 && self.probability(|value| !self.has(value)) <= 0.0 {
            return Err(CountsError::NoValueLeft { rest, total });
        }
        self.rest = rest;
        if total >> 127 == 0 { Ok(()) } else { Err(CountsError::TooMany) }
    }

    /// The number of hands.
    #[must_use]
    pub fn hands(&self) -> u128 {
        self.counts.iter().map(|(_, count)| count).sum::<u128>() + self.rest
    }

    /// The values that hands have, in words: `they have 0 to 14`.
    fn possible(&self) -> String {
        let mut occurring = (0..self.law.len()).filter(|&it| self.law[it].numerator() > 0);
        let first = occurring.next().unwrap_or(0);
        let last = occurring.next_back().unwrap_or(first);
        let gaps = (first..=last).any(|it| self.law[it].numerator() == 0);
        format!("they have {first} to {last}{}", if gaps { ", with gaps" } else { "" })
    }

    /// Whether a value is among those that were added.
    fn has(&self, value: usize) -> bool {
        self.counts.iter().any(|(values, _)| values.contains(value))
    }

    fn probability(&self, is_meant: impl Fn(usize) -> bool) -> f64 {
        let meant = self.law.iter().enumerate().filter(|&(value, _)| is_meant(value));
        meant.map(|(_, p)| p.value()).sum()
    }

    /// Each count with its expectation, by rising values.
    #[must_use]
    pub fn cells(&self) -> Vec<CountsCell> {
        let hands = to_float(self.hands());
        let mut counts = self.counts.clone();
        counts.sort_unstable();
        let cell = |(values, count): (ValueSpan, u128)| {
            let p = self.probability(|value| values.contains(value));
            let expected = p * hands;
            let error = (expected * (1.0 - p)).sqrt();
            let standard_errors = (error > 0.0).then(|| (to_float(count) - expected) / error);
            CountsCell { values, count, expected, standard_errors }
        };
        counts.into_iter().map(cell).collect()
    }

    /// The chi-square test of all counts. Values that were not added were met by no hand, or by the
    /// rest of the total. Missing when fewer than two cells expect five hands.
    #[must_use]
    pub fn fit(&self) -> Option<Fit> {
        let hands = to_float(self.hands());
        let mut cells: Vec<(usize, (f64, f64))> = Vec::new();
        for CountsCell { values, count, expected, .. } in self.cells() {
            cells.push((values.first, (to_float(count), expected)));
        }
        let others = (0..self.law.len()).filter(|&value| !self.has(value));
        if self.rest > 0 {
            let expected = hands * self.probability(|value| !self.has(value));
            cells.push((usize::MAX, (to_float(self.rest), expected)));
        } else {
            cells.extend(others.map(|value| (value, (0.0, hands * self.law[value].value()))));
        }
        // Neighbours are pooled, whether somebody lists values without hands or not.
        cells.sort_unstable_by_key(|&(first, _)| first);
        let cells: Vec<(f64, f64)> = cells.into_iter().map(|(_, cell)| cell).collect();
        goodness::of_cells(&cells)
    }

    /// The mean, if each value was counted alone, and there are enough hands for a [test of
    /// all](Self::fit), so that a mean has the normal law.
    #[must_use]
    pub fn mean(&self) -> Option<CheckedMean> {
        let (hands, exact) = (to_float(self.hands()), known::mean(self.deck, self.key)?.value());
        let is_single = |(values, _): &(ValueSpan, u128)| values.first == values.last;
        if self.rest > 0 || !self.counts.iter().all(is_single) || self.fit().is_none() {
            return None;
        }
        // Distances from the exact mean, so that nothing cancels.
        let distance = |value: usize| to_float(value as u128) - exact;
        let law = self.law.iter().enumerate();
        let variance: f64 = law.map(|(value, p)| p.value() * power_of(distance(value), 2)).sum();
        let sum: f64 =
            self.counts.iter().map(|&(it, count)| to_float(count) * distance(it.first)).sum();
        let difference = sum / hands;
        let standard_errors = difference / (variance / hands).sqrt();
        let found = exact + difference;
        standard_errors.is_finite().then_some(CheckedMean { found, exact, standard_errors })
    }

    /// The value that people ask for, and its probability: no set, or the most frequent value.
    #[must_use]
    pub fn typical(&self) -> (usize, f64) {
        let of = |value: usize| self.law.get(value).map_or(0.0, |p| p.value());
        if let Some(none) = self.key.value_without_sets().filter(|&none| of(none) > 0.0) {
            return (none, of(none));
        }
        let likeliest = (0..self.law.len()).max_by(|&one, &other| of(one).total_cmp(&of(other)));
        likeliest.map_or((0, 0.0), |value| (value, of(value)))
    }
}

/// How often a relative bias of a probability is found by samples of some hands, by a test of this
/// proportion alone at the level of 5 %: two-sided, by the normal law.
///
/// ```
/// use setodds_engine::check::power;
/// // Ten million deals, of which 1 % more hold no set than should.
/// assert!((power(0.0323, 0.01, 1e7) - 1.0).abs() < 1e-3);
/// assert!((power(0.0323, 0.0, 1e7) - 0.05).abs() < 1e-6);
/// ```
#[must_use]
pub fn power(probability: f64, bias: f64, hands: f64) -> f64 {
    let distance = bias * (probability * hands / (1.0 - probability)).sqrt();
    let above = |z: f64| libm::erfc(z / std::f64::consts::SQRT_2) / 2.0;
    above(TWO_SIDED - distance) + above(TWO_SIDED + distance)
}

/// The probability that a normal variable lies at least so many standard errors from its mean.
#[must_use]
pub fn two_sided(standard_errors: f64) -> f64 {
    libm::erfc(standard_errors.abs() / std::f64::consts::SQRT_2)
}

/// The relative bias of a probability that 95 of 100 samples of some hands show, by the test of
/// [`power`].
#[must_use]
pub fn visible_bias(probability: f64, hands: f64) -> f64 {
    (TWO_SIDED + ONE_SIDED) / (probability * hands / (1.0 - probability)).sqrt()
}

/// The standard errors that 5 % of fair samples pass, on either side.
const TWO_SIDED: f64 = 1.959_963_984_540_054;
/// The standard errors that 5 % of samples pass on one side.
const ONE_SIDED: f64 = 1.644_853_626_951_472_7;

#[cfg(test)]
mod tests;
