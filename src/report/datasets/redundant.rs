//! Columns that follow from others: totals, probabilities, confidence limits, exact probabilities.
//!
//! They may be missing or empty, and are computed then. Otherwise they are checked once, when a
//! file is read, so that every command shows what the counts say.

use super::cells::{Cells, Changes, agreeing, fraction, half_a_digit, probability_of, written};
use super::table_error::TableError;
use super::wholes::{Sum, counted, counts_of, has_own_total, is_all, openings, sums, turned_over};
use crate::exact::known;
use crate::hand::combinations::binomial;
use crate::measure::Measure;
use crate::report::Dataset;
use crate::report::escape::excerpt;
use crate::report::number::plural;
use crate::report::share::Share;
use crate::stats::proportion::Interval;
use crate::stats::{Confidence, Ratio, clusters};
use csv::StringRecord;
use std::collections::{BTreeMap, BTreeSet};

/// Computes the columns that follow from others where they are missing, and else checks them.
pub(super) fn complete(
    table: Dataset,
    name: &str,
    columns: &StringRecord,
    rows: &mut [StringRecord],
    confidence: Confidence,
) -> Result<(), TableError> {
    let wholes = sums(table, name, columns, rows)?;
    let openings = openings(table, columns, rows, &wholes);
    let mut completion = RowCompletion { table, openings, known: BTreeMap::new(), confidence };
    let mut wholes = wholes.into_iter();
    for row in rows {
        let (cells, sum) = (Cells { columns, row }, wholes.next().unwrap_or_default());
        let changes = completion.changes(cells, sum);
        let changes = changes.map_err(|what| TableError::in_line(name, row.position(), &what))?;
        if !changes.is_empty() {
            *row = changed(columns, row, &changes);
        }
    }
    Ok(())
}

fn changed(columns: &StringRecord, row: &StringRecord, changes: &Changes) -> StringRecord {
    let cell = |(column, old)| {
        let new = changes.iter().find(|(name, _)| *name == column);
        new.map_or(old, |(_, text)| text.as_str())
    };
    let mut new: StringRecord = columns.iter().zip(row).map(cell).collect();
    new.set_position(row.position().cloned());
    new
}

/// The data needed to compute the cells of a row.
struct RowCompletion {
    table: Dataset,
    /// The level of limits that are computed.
    confidence: Confidence,
    openings: BTreeSet<[String; 3]>,
    known: BTreeMap<(usize, Measure, usize), Option<Vec<Ratio>>>,
}

impl RowCompletion {
    /// The cells of a row that are computed, or the fault of a cell that is given.
    fn changes(&mut self, cells: Cells<'_>, sum: Sum) -> Result<Changes, String> {
        match self.table {
            Dataset::Caps | Dataset::ClassCounts => hands(self.table, cells),
            table if table.following().is_empty() => Ok(Changes::new()),
            _ => self.share(cells, sum),
        }
    }

    /// Everything that follows from a count and a total.
    fn share(&mut self, cells: Cells<'_>, sum: Sum) -> Result<Changes, String> {
        let [count_column, total_column] = counted(self.table);
        let Some(count) = cells.whole(count_column) else {
            return self.fraction(cells);
        };
        if !cells.text("numerator").is_empty() {
            return Err(": give `count` and `total`, or `numerator` and `denominator`".to_owned());
        }
        let total = self.total(cells, count, sum)?;
        if count > total || total == 0 {
            return Err(format!(": a count of {count} out of {total}"));
        }
        let probability = Ratio::new(count, total).value();
        let mut changes = probability_of(cells, probability)?;
        if cells.text(total_column).is_empty() {
            changes.push((total_column, total.to_string()));
        }
        let limits = self.limits(cells, Share::exact(count, total), &mut changes)?;
        if self.table == Dataset::Distribution {
            changes.extend(self.exact(cells, limits.is_none().then_some(probability))?);
        }
        Ok(changes)
    }

    /// The total that stands there, or the sum of all counts.
    fn total(&mut self, cells: Cells<'_>, count: u128, sum: Sum) -> Result<u128, String> {
        let own = cells.whole(counted(self.table)[1]).or_else(|| self.ways(cells, count));
        let Some(total) = own.or(sum.total).or(sum.counts) else {
            return Err(format!(": {} pass 128 bits", counts_of(cells)));
        };
        if self.table.whole().is_empty() || own.is_some_and(|own| has_own_total(cells, own)) {
            return Ok(total);
        }
        if sum.counts.is_none_or(|counts| counts > total) {
            let what = counts_of(cells);
            return Err(format!(": {what} add up to more than their total, {total}"));
        }
        let is_guessed = own.or(sum.total).is_none();
        let is_part = self.table == Dataset::Stages && sum.counts != Some(total);
        if sum.has_least || !(is_guessed || is_part) {
            return Ok(total);
        }
        Err(if is_guessed {
            ": without `total` all rows are needed, and that of the smallest value is missing"
        } else {
            ": the row of no set is missing"
        }
        .to_owned())
    }

    /// The total of an exact row of when the first set comes.
    fn ways(&mut self, cells: Cells<'_>, count: u128) -> Option<u128> {
        let (deck, key, value) = cells.value()?;
        if key.measure != Measure::FirstSet {
            return None;
        }
        let ways = turned_over(deck, value).filter(|&ways| ways > 0 && count <= ways)?;
        let known = self.known(cells).filter(|_| self.table == Dataset::Distribution)?;
        let is_exact = Ratio::new(count, ways).value().total_cmp(&known).is_eq();
        is_exact.then_some(ways)
    }

    /// A row whose count and total are those of a fraction, beside it.
    fn fraction(&mut self, cells: Cells<'_>) -> Result<Changes, String> {
        let (count, total, probability) = fraction(cells)?;
        let mut changes = probability_of(cells, probability)?;
        changes.push(("count", count.to_string()));
        changes.push(("total", total.to_string()));
        if self.table == Dataset::Distribution {
            changes.extend(self.exact(cells, Some(probability))?);
        }
        Ok(changes)
    }

    /// The confidence limits of a row that is not exact; those that are missing are computed.
    fn limits(
        &self,
        cells: Cells<'_>,
        Share { count, total, .. }: Share,
        changes: &mut Changes,
    ) -> Result<Option<Interval>, String> {
        let [low, high] = ["ci_low", "ci_high"].map(|name| cells.text(name));
        let probability = Ratio::new(count, total).value();
        if let (Ok(from), Ok(to)) = (low.parse::<f64>(), high.parse::<f64>()) {
            if probability < from - half_a_digit(low) || probability > to + half_a_digit(high) {
                return Err(format!(
                    ": {count} out of {total} is {probability}, outside of the confidence limits, \
                     {from} to {to}"
                ));
            }
            // Exact games had limits of no width.
            if !(self.table == Dataset::Stages && from.total_cmp(&to).is_eq()) {
                return Ok(Some(Interval { low: from, high: to }));
            }
            changes.extend(["ci_low", "ci_high"].map(|name| (name, String::new())));
            return Ok(None);
        }
        let limits = self.estimated(cells, count, total);
        if let Some(Interval { low, high }) = limits {
            changes.extend([("ci_low", written(low)), ("ci_high", written(high))]);
        }
        Ok(limits)
    }

    /// The interval of a row that is not exact.
    fn estimated(&self, cells: Cells<'_>, count: u128, total: u128) -> Option<Interval> {
        let confidence = self.confidence;
        let share = || Share::estimated(count, total, confidence).limits;
        match self.table {
            Dataset::Distribution => {
                let (deck, key, value) = cells.value()?;
                if !key.measure.sizes(deck).contains(&key.cards) {
                    return None;
                }
                let effect = key.design_effect(deck)?;
                let is_full = cells.text("without").is_empty();
                let is_exact =
                    is_full && is_all(deck, key, value, total) || effect.numerator() == 0;
                let interval = || clusters::interval(count, total, effect.value(), confidence);
                (!is_exact).then(interval)
            }
            Dataset::Stages | Dataset::Survival => {
                let player =
                    ["features", "policy", "rules"].map(|name| cells.text(name).to_owned());
                if self.openings.contains(&player) { None } else { share() }
            }
            Dataset::Next => {
                let all = binomial(cells.small("unseen")?, cells.small("dealt")?);
                if all == Some(total) { None } else { share() }
            }
            table if table.following().contains(&"ci_low") => share(),
            _ => None,
        }
    }

    /// The exact probability of a value: that of an exact row, or what is known.
    fn exact(&mut self, cells: Cells<'_>, own: Option<f64>) -> Result<Changes, String> {
        const NAME: &str = "exact_probability";
        let Some(exact) = own.or_else(|| self.known(cells)) else { return Ok(Changes::new()) };
        agreeing(NAME, cells.text(NAME), exact)
    }

    fn known(&mut self, cells: Cells<'_>) -> Option<f64> {
        let (deck, key, value) = cells.value()?;
        let is_full = cells.text("without").is_empty();
        if !is_full || !key.measure.sizes(deck).contains(&key.cards) {
            return None;
        }
        let place = (deck.features(), key.measure, key.cards);
        let all = self.known.entry(place).or_insert_with(|| known::distribution(deck, key));
        match all {
            Some(all) => Some(all.get(value).map_or(0.0, |share| share.value())),
            None => known::probability(deck, key, value).map(Ratio::value),
        }
    }
}

/// The number of hands of a size, and the probability of what is counted of them.
fn hands(table: Dataset, cells: Cells<'_>) -> Result<Changes, String> {
    let (Some(deck), Some(cards)) = (cells.deck(), cells.small("cards")) else {
        return Ok(Changes::new());
    };
    let all = binomial(deck.size(), cards);
    let mut changes = Changes::new();
    match (all, cells.text("hands")) {
        (None, _) => return Ok(changes),
        (Some(all), "") => changes.push(("hands", all.to_string())),
        (Some(all), hands) if hands.parse() != Ok(all) => {
            return Err(format!(
                ", column `hands`: `{}` is not valid; there are {all} hands of {}",
                excerpt(hands),
                plural(cards, "card")
            ));
        }
        _ => {}
    }
    if let (Dataset::Caps, Some(caps), Some(all)) = (table, cells.whole("caps"), all) {
        if caps > all {
            return Err(format!(": {caps} caps among {all} hands"));
        }
        changes.extend(probability_of(cells, Ratio::new(caps, all).value())?);
    }
    Ok(changes)
}
