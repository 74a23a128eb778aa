//! Decks that can be cleared, by whoever knows their order, as rows and in words.

use super::Listed;
use crate::card::Deck;
use crate::game::Verdict;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::{by_name, row};
use crate::report::number::{grouped, percent};
use crate::report::share::{Share, percentage};
use crate::stats::Confidence;
use crate::tally::Tally;

row! {
    /// How many decks have an outcome.
    pub struct OfflineRow {
        /// Features of the deck.
        pub features: usize,
        /// The verdict.
        #[serde(with = "by_name")]
        pub outcome: Verdict,
    }
    share
}

/// A row for each verdict; none when no deck was searched.
#[must_use]
pub fn rows(deck: Deck, verdicts: &Tally, confidence: Confidence) -> Vec<OfflineRow> {
    let total = verdicts.total();
    let row = |verdict: Verdict| {
        let share = Share::estimated(verdicts.count(verdict as usize), total, confidence);
        OfflineRow::new(deck.features(), verdict, share)
    };
    Verdict::ALL.into_iter().filter(|_| total > 0).map(row).collect()
}

impl Listed for OfflineRow {
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        let interval = |row: &Self| {
            let limits = row.limits()?;
            let [low, high] = [limits.low, limits.high].map(|it| percent(it, limits.half_width()));
            Some(format!("{low} to {high}"))
        };
        Grid::of(rows)
            .column("decks", |row| row.outcome.to_string())
            .column("count", |row| grouped(row.count))
            .column("probability", |row| percentage(row.probability, row.limits()))
            .column("interval", interval)
            .draw(target)
    }
}
