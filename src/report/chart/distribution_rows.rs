//! The rows of distributions, sampled and exact, hand size by hand size.

use super::Options;
use super::description::Point;
use crate::card::Deck;
use crate::exact::known;
use crate::measure::{Key, Measure};
use crate::report::datasets::recognise::{Recognised, TableError};
use crate::report::distribution::DistributionRow;
use crate::stats::Ratio;
use crate::stats::proportion::Interval;
use std::collections::BTreeMap;

/// What a probability rests on: simulated and exact ones are never mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Basis {
    /// Random deals.
    Simulated,
    /// All hands.
    Exact,
}

impl Basis {
    pub(super) const ALL: [Self; 2] = [Self::Simulated, Self::Exact];

    /// The name of its series.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Simulated => "simulated",
            Self::Exact => "exact",
        }
    }
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Value {
    /// The probability among the deals, with the interval.
    pub(super) sampled: Option<(f64, Interval)>,
    /// The exact probability.
    pub(super) exact: Option<f64>,
}

/// A measure of hands of one size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hands {
    pub(super) features: usize,
    pub(super) cards: usize,
    pub(super) measure: Measure,
    /// By value.
    pub(super) values: BTreeMap<usize, Value>,
    /// What was dealt in all.
    pub(super) deals: Option<u128>,
    /// All there are.
    pub(super) hands: Option<u128>,
}

impl Value {
    /// The probability on one basis.
    pub(super) fn of(self, basis: Basis) -> Option<f64> {
        match basis {
            Basis::Simulated => self.sampled.map(|(probability, _)| probability),
            Basis::Exact => self.exact,
        }
    }

    /// The probability on one basis as a point, with its interval.
    pub(super) fn point(self, x: usize, basis: Basis) -> Option<Point> {
        let interval = self.sampled.map(|(_, limits)| limits);
        let interval = interval.filter(|_| basis == Basis::Simulated);
        Some(Point::new(x as f64, self.of(basis)?).between(interval))
    }

    /// The larger one of the probabilities.
    pub(super) fn largest(self) -> f64 {
        Basis::ALL.into_iter().filter_map(|basis| self.of(basis)).fold(0.0, f64::max)
    }
}

impl Hands {
    /// The probabilities of the values, on one basis.
    pub(super) fn on(&self, basis: Basis) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.values.iter().filter_map(move |(&place, value)| Some((place, value.of(basis)?)))
    }

    pub(super) fn has(&self, basis: Basis) -> bool {
        self.on(basis).next().is_some()
    }

    /// Whether probabilities are there of all values that occur: they add up to 1.
    fn is_whole(&self, basis: Basis) -> bool {
        const ROUNDING: f64 = 1e-9;
        let sum: f64 = self.on(basis).map(|(_, probability)| probability).sum();
        (sum - 1.0).abs() < ROUNDING
    }

    /// Whether only a part of the values is known, as of hands of which one knows no more than how
    /// many hold no set.
    fn is_part(&self) -> bool {
        self.values.len() == 1 && !Basis::ALL.into_iter().any(|basis| self.is_whole(basis))
    }

    /// The mean value, where it is known. Exact probabilities beside simulated ones end at the
    /// largest value that was dealt, so that they do not tell it.
    pub(super) fn mean(&self, basis: Basis) -> Option<f64> {
        let is_cut = basis == Basis::Exact && self.has(basis) && self.has(Basis::Simulated);
        let key = Key { cards: self.cards, measure: self.measure };
        let deck = Deck::new(self.features).ok().filter(|_| is_cut);
        let known = deck.and_then(|deck| known::mean(deck, key)).map(Ratio::value);
        let sum = || self.on(basis).map(|(place, probability)| place as f64 * probability).sum();
        known.or_else(|| self.is_whole(basis).then(sum))
    }

    /// Nothing, yet.
    fn new(row: &DistributionRow) -> Self {
        let DistributionRow { features, cards, measure, .. } = *row;
        Self { features, cards, measure, values: BTreeMap::new(), deals: None, hands: None }
    }
}

/// Whether of all hands no more is known than how many hold no set.
pub(super) fn are_parts(all: &[Hands]) -> bool {
    all.len() > 1 && all.iter().any(Hands::is_part)
}

/// What the files hold of what is wanted, by deck, measure and hand size.
pub(super) fn read(files: &[Recognised<'_>], options: &Options) -> Result<Vec<Hands>, TableError> {
    let Options { cards, measure, .. } = options;
    let is_wanted = |row: &DistributionRow| {
        cards.as_ref().is_none_or(|sizes| sizes.iter().any(|cards| cards == row.cards))
            && measure.as_ref().is_none_or(|measure| measure == row.measure.name())
    };
    let mut all: BTreeMap<_, (Hands, &str)> = BTreeMap::new();
    for file in files {
        let rows: Vec<DistributionRow> = file.some_rows()?;
        let mut sizes: BTreeMap<_, Vec<DistributionRow>> = BTreeMap::new();
        for row in rows.into_iter().filter(is_wanted) {
            let size = (row.features, row.measure.name(), row.cards);
            sizes.entry(size).or_default().push(row);
        }
        for (key, own) in sizes {
            let first = || (Hands::new(&own[0]), file.source.name);
            let (known, name) = all.entry(key).or_insert_with(first);
            known.join(Hands::with(&own), name, file.source.name)?;
        }
    }
    let mut all: Vec<Hands> = all.into_values().map(|(hands, _)| hands).collect();
    all.iter_mut().for_each(Hands::drop_leading_zeros);
    if all.is_empty() {
        Err(TableError::nothing_of(files, options.cards.as_ref(), options.measure.as_deref()))
    } else {
        Ok(all)
    }
}

impl Hands {
    /// The hands of some rows of one size, of which there is at least one.
    pub(super) fn of(rows: &[DistributionRow]) -> Self {
        let mut hands = Self::with(rows);
        hands.drop_leading_zeros();
        hands
    }

    fn with(rows: &[DistributionRow]) -> Self {
        let mut hands = Self::new(&rows[0]);
        rows.iter().for_each(|row| hands.add(row));
        hands
    }

    fn add(&mut self, line: &DistributionRow) {
        let value = self.values.entry(line.value).or_default();
        value.exact = line.exact_probability;
        if let Some(limits) = line.limits() {
            value.sampled = Some((line.probability, limits));
            self.deals = Some(line.total);
        } else {
            value.exact = Some(line.probability);
            // Where the number of hands passes 128 bits, a share stands for it.
            self.hands = Some(line.total).filter(|&total| total > 1);
        }
    }

    /// Puts what another file knows beside what is known.
    fn join(&mut self, other: Self, first: &str, second: &str) -> Result<(), TableError> {
        if self.deals.is_some() && other.deals.is_some() {
            return Err(TableError::Unsuitable(format!(
                "{first} and {second} both hold simulated hands of {} cards; draw them one by one, or \
                 choose hand sizes with --cards",
                other.cards
            )));
        }
        self.deals = self.deals.or(other.deals);
        self.hands = self.hands.or(other.hands);
        for (place, value) in other.values {
            let known = self.values.entry(place).or_default();
            known.sampled = known.sampled.or(value.sampled);
            known.exact = known.exact.or(value.exact);
        }
        Ok(())
    }

    /// Values below the smallest that occurs say nothing, but for 0, the hands without a set.
    fn drop_leading_zeros(&mut self) {
        let mut occurring = self.values.iter().filter(|(_, value)| value.largest() > 0.0);
        let first = occurring.next().map(|(&place, _)| place);
        if let Some(first) = first.filter(|_| self.measure != Measure::Sets) {
            self.values.retain(|&place, _| place >= first);
        }
    }
}
