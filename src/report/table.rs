//! Distributions as tables, for terminals and for Markdown.

use super::columns::{Column, Style, draw, render, with_content};
use super::distribution::{DistributionRow, Proportion, Summary};
use super::number::{decimals, exact_percent, fixed, grouped, one_in, percent, significant};
use super::sentence;
use crate::measure::Measure;
use crate::stats::Ratio;
use crate::stats::proportion::Interval;
use comfy_table::CellAlignment;

/// The rows of one distribution, with a bar for each share. `level` is what the intervals are
/// called, such as `95 %`.
#[must_use]
pub fn distribution(rows: &[DistributionRow], level: &str, width: usize) -> String {
    let rows = shown(rows);
    let bars: Vec<f64> = rows.iter().map(|row| row.probability).collect();
    render(distribution_columns(&rows, level), &bars, width)
}

/// The same as Markdown, every column and no bars.
#[must_use]
pub fn distribution_markdown(rows: &[DistributionRow], level: &str) -> String {
    draw(&distribution_columns(&shown(rows), level), CellAlignment::Right, Style::Markdown)
}

/// The rows that a table shows: all, or of very many those that were seen.
pub(super) fn shown(rows: &[DistributionRow]) -> Vec<&DistributionRow> {
    const VERY_MANY: usize = 100;
    let all = rows.len() <= VERY_MANY;
    rows.iter().filter(|row| all || row.count > 0 || row.value == 0).collect()
}

fn distribution_columns(rows: &[&DistributionRow], level: &str) -> Vec<Column> {
    let limits = |row: &DistributionRow| Some(Interval { low: row.ci_low?, high: row.ci_high? });
    let shares = rows.iter().map(|row| share(row.probability, limits(row)));
    let exact =
        rows.iter().map(|row| row.exact_probability.map_or_else(String::new, exact_percent));
    let title = rows.first().map_or("", |row| row.measure).replace('-', " ");
    let mut columns = vec![
        Column::new(0, &title, rows.iter().map(|row| row.value.to_string())),
        Column::new(2, "count", rows.iter().map(|row| grouped(row.count))),
        Column::new(0, "share", shares),
    ];
    if rows.iter().any(|row| row.ci_low.is_some()) {
        let intervals = rows.iter().map(|row| interval(limits(row)));
        columns.push(Column::new(3, &format!("{level} interval"), intervals));
        columns.push(Column::new(4, "exact", exact));
    }
    let odds = rows.iter().map(|row| one_in(row.probability).unwrap_or_default());
    columns.push(Column::new(1, "odds", odds));
    with_content(columns)
}

/// One line for each hand size of a measure, with a bar: for the number of sets, the share without
/// a set, else the mean.
#[must_use]
pub fn overview(summaries: &[Summary], level: &str, width: usize) -> String {
    let bar = |summary: &Summary| match no_set(summary) {
        Some(share) => share.ratio.value(),
        None => summary.moments.mean,
    };
    let bars: Vec<f64> = summaries.iter().map(bar).collect();
    render(overview_columns(summaries, level), &bars, width)
}

/// The same as Markdown, every column and no bars.
#[must_use]
pub fn overview_markdown(summaries: &[Summary], level: &str) -> String {
    draw(&overview_columns(summaries, level), CellAlignment::Right, Style::Markdown)
}

/// The share without a set, where that is the measure.
fn no_set(summary: &Summary) -> Option<Proportion> {
    summary.no_set.filter(|_| summary.measure == Measure::Sets)
}

fn overview_columns(summaries: &[Summary], level: &str) -> Vec<Column> {
    let cards = summaries.iter().map(|summary| summary.cards.to_string());
    let mut columns = vec![Column::new(0, "cards", cards)];
    let none: Option<Vec<Proportion>> = summaries.iter().map(no_set).collect();
    match none {
        Some(none) => {
            columns.extend(no_set_columns(&none, level));
            let mean = |summary: &Summary| significant(summary.moments.mean, 5);
            columns.push(Column::new(2, "mean sets", summaries.iter().map(mean)));
        }
        None => {
            columns.push(Column::new(0, "mean", summaries.iter().map(sentence::mean_value)));
            let exact = |exact: Ratio| significant(exact.value(), 6);
            let exact = |summary: &Summary| summary.exact_mean.map_or_else(String::new, exact);
            columns.push(Column::new(1, "exact", summaries.iter().map(exact)));
        }
    }
    with_content(columns)
}

fn no_set_columns(none: &[Proportion], level: &str) -> Vec<Column> {
    let shares = none.iter().map(|it| share(it.ratio.value(), it.interval));
    let mut columns = vec![Column::new(0, "no set", shares)];
    if none.iter().any(|share| share.interval.is_some()) {
        let intervals = none.iter().map(|share| interval(share.interval));
        columns.push(Column::new(3, &format!("{level} interval"), intervals));
        let exact = |share: &Proportion| share.exact.map(|exact| exact_percent(exact.value()));
        let exact = none.iter().map(|share| exact(share).unwrap_or_default());
        columns.push(Column::new(4, "exact", exact));
    }
    let odds = none.iter().map(|share| one_in(share.ratio.value()).unwrap_or_default());
    columns.push(Column::new(1, "odds", odds));
    columns
}

/// A share with the digits that its interval allows, or exactly.
fn share(probability: f64, limits: Option<Interval>) -> String {
    match limits {
        Some(limits) => percent(probability, limits.half_width()),
        None => exact_percent(probability),
    }
}

/// The limits in percent, with as many digits as the share.
fn interval(limits: Option<Interval>) -> String {
    limits.map_or_else(String::new, |limits| {
        let places = decimals(100.0 * limits.half_width());
        format!("{} to {}", fixed(100.0 * limits.low, places), fixed(100.0 * limits.high, places))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(value: usize, count: u128, total: u128) -> DistributionRow {
        let probability = count as f64 / total as f64;
        DistributionRow {
            features: 4,
            cards: 12,
            measure: "sets",
            value,
            count,
            total,
            probability,
            ci_low: Some(probability - 0.001),
            ci_high: Some(probability + 0.001),
            exact_probability: Some(probability),
        }
    }

    #[test]
    fn every_line_fits_the_width_and_narrow_ones_keep_what_matters() {
        let rows: Vec<DistributionRow> =
            (0..15).map(|value| row(value, 10_u128.pow(12) >> value, 10_u128.pow(12))).collect();
        for width in 20..140 {
            let table = distribution(&rows, "95 %", width);
            assert_eq!(table.lines().count(), 16);
            assert!(table.lines().all(|line| line.chars().count() <= width), "{width}\n{table}");
            assert!(table.contains("share"), "{width}");
        }
        let wide = distribution(&rows, "95 %", 120);
        for title in ["sets", "count", "share", "95 % interval", "exact", "odds"] {
            assert!(wide.contains(title), "{title}\n{wide}");
        }
        assert!(wide.contains("1 in 2.000") && wide.contains('█'), "{wide}");
    }

    #[test]
    fn of_very_many_rows_those_that_were_seen_are_shown() {
        let rows: Vec<DistributionRow> =
            (0..1081).map(|value| row(value, u128::from(value == 1080), 1)).collect();
        let table = distribution(&rows, "95 %", 80);
        assert_eq!(table.lines().count(), 3, "{table}");
    }
}
