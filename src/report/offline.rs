//! Decks that can be cleared, by whoever knows their order, as rows and in words.

use super::columns::{Style, plain};
use super::csv::Row;
use super::number::{grouped, percent};
use crate::card::Deck;
use crate::game::Verdict;
use crate::stats::proportion::interval;
use crate::stats::{Confidence, Ratio};
use crate::tally::Tally;
use serde::Serialize;

/// How many decks have an outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OfflineRow {
    /// Features of the deck.
    pub features: usize,
    /// The verdict.
    pub outcome: &'static str,
    /// Decks with it.
    pub count: u128,
    /// All decks.
    pub total: u128,
    /// Their share.
    pub probability: f64,
    /// The lower confidence limit.
    pub ci_low: f64,
    /// The upper confidence limit.
    pub ci_high: f64,
}

impl Row for OfflineRow {
    const COLUMNS: &'static [&'static str] =
        &["features", "outcome", "count", "total", "probability", "ci_low", "ci_high"];
}

/// A row for each verdict; none when no deck was searched.
#[must_use]
pub fn rows(deck: Deck, verdicts: &Tally, confidence: Confidence) -> Vec<OfflineRow> {
    let total = verdicts.total();
    let row = |verdict: Verdict| {
        let count = verdicts.count(verdict as usize);
        let limits = interval(count, total, confidence);
        OfflineRow {
            features: deck.features(),
            outcome: verdict.name(),
            count,
            total,
            probability: Ratio::new(count, total).value(),
            ci_low: limits.low,
            ci_high: limits.high,
        }
    };
    Verdict::ALL.into_iter().filter(|_| total > 0).map(row).collect()
}

/// A line for each verdict.
#[must_use]
pub fn text(rows: &[OfflineRow]) -> String {
    let line = |row: &OfflineRow| {
        let half = (row.ci_high - row.ci_low) / 2.0;
        let share = |share: f64| percent(share, half);
        format!(
            "{:<11}  {} of {} decks: {} ({} to {})\n",
            row.outcome,
            grouped(row.count),
            grouped(row.total),
            share(row.probability),
            share(row.ci_low),
            share(row.ci_high)
        )
    };
    rows.iter().map(line).collect()
}

/// The verdicts as a table.
#[must_use]
pub fn table(rows: &[OfflineRow], style: Style) -> String {
    let cells = |row: &OfflineRow| {
        let half = (row.ci_high - row.ci_low) / 2.0;
        let share = |share: f64| percent(share, half);
        let limits = format!("{} to {}", share(row.ci_low), share(row.ci_high));
        vec![row.outcome.to_owned(), grouped(row.count), share(row.probability), limits]
    };
    let cells: Vec<_> = rows.iter().map(cells).collect();
    plain(&["decks", "count", "share", "interval"], &cells, style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_has_a_row_and_a_line() {
        let verdicts = [0, 0, 0, 2].into_iter().collect();
        let rows = rows(Deck::GAME, &verdicts, Confidence::default());
        let counts: Vec<_> = rows.iter().map(|row| (row.outcome, row.count)).collect();
        assert_eq!(counts, [("cleared", 3), ("not-cleared", 0), ("undecided", 1)]);
        assert!(text(&rows).starts_with("cleared      3 of 4 decks: 75 %"), "{}", text(&rows));
        assert_eq!(super::rows(Deck::GAME, &Tally::default(), Confidence::default()), []);
    }
}
