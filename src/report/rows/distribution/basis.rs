//! Rows of simulated and exact distributions, grouped by hand size.

use super::DistributionRow;
use crate::card::Deck;
use crate::exact::known;
use crate::measure::{Key, Measure};
use crate::report::chart::Point;
use crate::report::groups::each_once;
use crate::report::kind::{Rows, TableError};
use crate::report::number::plural;
use crate::stats::Ratio;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Basis of a probability: random deals or a count of all hands. Simulated and exact probabilities
/// are never mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Basis {
    /// Estimated from random deals.
    Simulated,
    /// Counted over all hands.
    Exact,
}

impl Basis {
    pub(super) const ALL: [Self; 2] = [Self::Simulated, Self::Exact];

    /// Returns the name of the chart series with simulated or exact probabilities.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Simulated => "simulated",
            Self::Exact => "exact",
        }
    }

    /// Returns the colour index of the chart series with simulated or exact probabilities; exact
    /// ones have the same colour in all charts.
    pub(super) const fn ink(self) -> usize {
        match self {
            Self::Exact => 0,
            Self::Simulated => 1,
        }
    }

    /// Returns the simulated or the exact probability in a row, or `None` if the row does not have
    /// it.
    pub(super) fn probability(self, row: &DistributionRow) -> Option<f64> {
        let is_sampled = row.limits().is_some();
        match self {
            Self::Simulated => is_sampled.then_some(row.probability),
            Self::Exact if is_sampled => row.exact_probability,
            Self::Exact => Some(row.probability),
        }
    }

    /// Returns the simulated or the exact probability of a value as a point of a chart, with an
    /// interval if it is simulated, or `None` if the row does not have the probability.
    pub(super) fn point(self, x: usize, row: &DistributionRow) -> Option<Point> {
        let interval = row.limits().filter(|_| self == Self::Simulated);
        Some(Point::new(x as f64, self.probability(row)?).with_interval(interval))
    }

    /// Returns the larger of the simulated and the exact probability in a row.
    pub(super) fn largest(row: &DistributionRow) -> f64 {
        Self::ALL.into_iter().filter_map(|basis| basis.probability(row)).fold(0.0, f64::max)
    }
}

/// Rows of the distribution of one measure in hands of one size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SizeRows {
    pub(super) features: usize,
    pub(super) cards: usize,
    pub(super) measure: Measure,
    /// The rows, one per value in ascending order; a simulated row also holds the exact
    /// probability.
    pub(super) rows: Vec<DistributionRow>,
}

impl SizeRows {
    /// Merges the simulated and exact rows of one hand size; there is at least one row.
    pub(super) fn merged(rows: Vec<DistributionRow>) -> Self {
        let DistributionRow { features, cards, measure, .. } = rows[0];
        let mut values: BTreeMap<usize, DistributionRow> = BTreeMap::new();
        for row in rows {
            match values.entry(row.value) {
                Entry::Vacant(new) => drop(new.insert(row)),
                Entry::Occupied(mut known) => {
                    let exact =
                        Basis::Exact.probability(known.get()).or(Basis::Exact.probability(&row));
                    if row.limits().is_some() {
                        known.insert(row);
                    }
                    known.get_mut().exact_probability = exact;
                }
            }
        }
        // Values below the smallest one that occurs are not informative, except 0 for hands without
        // a set.
        let mut occurring = values.values().filter(|row| Basis::largest(row) > 0.0);
        let first = occurring.next().filter(|_| measure != Measure::Sets);
        let first = first.map_or(0, |row| row.value);
        let rows = values.into_values().filter(|row| row.value >= first).collect();
        Self { features, cards, measure, rows }
    }

    /// Returns the total number of deals, or `None` if there are no simulated rows.
    pub(super) fn deals(&self) -> Option<u128> {
        self.rows.iter().find(|row| row.limits().is_some()).map(|row| row.total)
    }

    /// Returns the number of all hands: the common total of the exact rows. Returns `None` if their
    /// totals differ, or if the total is given as 1 because it exceeds 128 bits.
    pub(super) fn hands(&self) -> Option<u128> {
        let totals = self.rows.iter().filter(|row| row.limits().is_none()).map(|row| row.total);
        match each_once(totals)[..] {
            [total] if total > 1 => Some(total),
            _ => None,
        }
    }

    /// Returns the values with their simulated or exact probabilities; values without such a
    /// probability are omitted.
    pub(super) fn on(&self, basis: Basis) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.rows.iter().filter_map(move |row| Some((row.value, basis.probability(row)?)))
    }

    pub(super) fn has(&self, basis: Basis) -> bool {
        self.on(basis).next().is_some()
    }

    /// Returns whether the simulated or exact probabilities are complete, so that they add up to 1.
    fn is_whole(&self, basis: Basis) -> bool {
        const ROUNDING: f64 = 1e-9;
        let sum: f64 = self.on(basis).map(|(_, probability)| probability).sum();
        (sum - 1.0).abs() < ROUNDING
    }

    /// Returns the basis, exact or simulated, whose probabilities form a complete distribution:
    /// exact if both do, `None` if neither does.
    pub(super) fn whole_basis(&self) -> Option<Basis> {
        [Basis::Exact, Basis::Simulated].into_iter().find(|&basis| self.is_whole(basis))
    }

    /// Returns the quantile `share` of a simulated or exact distribution: the smallest value that
    /// at least this proportion of the hands does not exceed. It is the smallest value that occurs
    /// for 0, and the largest for 1.
    pub(super) fn quantile(&self, basis: Basis, share: f64) -> f64 {
        const ROUNDING: f64 = 1e-13;
        let occurring = || self.on(basis).filter(|&(_, probability)| probability > 0.0);
        let last = || occurring().last().map_or(0.0, |(value, _)| value as f64);
        if share >= 1.0 {
            return last();
        }
        let mut sum = 0.0;
        let reached = occurring().find(|&(_, probability)| {
            sum += probability;
            sum + ROUNDING >= share
        });
        reached.map_or_else(last, |(value, _)| value as f64)
    }

    /// Returns whether only the probability of a single value is known, such as that of no set.
    fn is_part(&self) -> bool {
        self.rows.len() == 1 && !Basis::ALL.into_iter().any(|basis| self.is_whole(basis))
    }

    /// Returns the mean of a simulated or exact distribution, or `None` if it is not known. Exact
    /// probabilities next to simulated ones stop at the largest dealt value, so the mean is then
    /// taken from the exact tables.
    pub(super) fn mean(&self, basis: Basis) -> Option<f64> {
        let is_cut = basis == Basis::Exact && self.has(basis) && self.has(Basis::Simulated);
        let key = Key { cards: self.cards, measure: self.measure };
        let deck = Deck::new(self.features).ok().filter(|_| is_cut);
        let known = deck.and_then(|deck| known::mean(deck, key)).map(Ratio::value);
        let sum = || self.on(basis).map(|(place, probability)| place as f64 * probability).sum();
        known.or_else(|| self.is_whole(basis).then(sum))
    }
}

/// Returns whether at least one hand size has probabilities on the given basis, simulated or exact.
pub(super) fn has(all: &[SizeRows], basis: Basis) -> bool {
    all.iter().any(|hands| hands.has(basis))
}

/// Returns whether some hand sizes have simulated probabilities and some have exact ones.
pub(super) fn has_both(all: &[SizeRows]) -> bool {
    Basis::ALL.into_iter().all(|basis| has(all, basis))
}

/// Returns whether only a single probability is known for some of several hand sizes.
pub(super) fn are_parts(all: &[SizeRows]) -> bool {
    all.len() > 1 && all.iter().any(SizeRows::is_part)
}

/// Groups the rows of all files by deck, measure and hand size.
pub(super) fn read(files: Vec<Rows<'_, DistributionRow>>) -> Result<Vec<SizeRows>, TableError> {
    let mut all: BTreeMap<_, Vec<(FileOrigin<'_>, DistributionRow)>> = BTreeMap::new();
    for (place, file) in files.into_iter().enumerate() {
        for row in file.rows {
            let size = (row.features, row.measure.name(), row.cards);
            all.entry(size).or_default().push(((place, file.name), row));
        }
    }
    all.into_values().map(merged).collect()
}

/// Index and name of the file that a row comes from.
type FileOrigin<'a> = (usize, &'a str);

/// Merges the rows of one hand size. Fails if two files hold simulated rows or two hold exact rows.
fn merged(rows: Vec<(FileOrigin<'_>, DistributionRow)>) -> Result<SizeRows, TableError> {
    for (basis, is_sampled) in [("simulated", true), ("exact", false)] {
        let own = rows.iter().filter(|(_, row)| row.limits().is_some() == is_sampled);
        if let [(_, first), (_, second), ..] = each_once(own.map(|(origin, _)| *origin))[..] {
            return Err(TableError::Unsuitable(format!(
                "{first} and {second} both hold {basis} hands of {}; draw them one by one, or \
                 choose hand sizes with --cards",
                plural(rows[0].1.cards, "card")
            )));
        }
    }
    Ok(SizeRows::merged(rows.into_iter().map(|(_, row)| row).collect()))
}
