//! Decks that can be cleared, by whoever knows their order, as rows and in words.

use super::Listed;
use crate::game::{Rules, Verdict};
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::{by_name, row};
use crate::report::field::{FEATURES, TEXT};
use crate::report::number::{grouped, percent};
use crate::report::share::{Share, percentage};
use crate::stats::Confidence;
use crate::tally::Tally;

row! {
    /// How many decks have an outcome.
    pub struct OfflineRow {
        /// Features of the deck.
        pub features: usize = FEATURES,
        /// Whether the decks can be cleared.
        #[serde(with = "by_name")]
        pub outcome: Verdict = TEXT.part(),
    }
    share {
        /// The rules of the games; missing in files of earlier versions.
        #[serde(default = "standard")]
        pub rules: String = TEXT.extra(),
    }
}

/// The rules of files that do not name them.
fn standard() -> String {
    Rules::default().to_string()
}

/// A row for each verdict; none when no deck was searched.
#[must_use]
pub fn rows(rules: Rules, verdicts: &Tally, confidence: Confidence) -> Vec<OfflineRow> {
    let total = verdicts.total();
    let row = |verdict: Verdict| {
        let share = Share::estimated(verdicts.count(verdict as usize), total, confidence);
        OfflineRow::new(rules.deck().features(), verdict, share, rules.to_string())
    };
    Verdict::ALL.into_iter().filter(|_| total > 0).map(row).collect()
}

impl OfflineRow {
    /// The rules, unless they are those of the booklet.
    pub(crate) fn other_rules(&self) -> Option<&str> {
        Some(&*self.rules).filter(|&rules| !rules.is_empty() && rules != standard())
    }
}

impl Listed for OfflineRow {
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        let interval = |row: &Self| {
            let limits = row.limits()?;
            let [low, high] = [limits.low, limits.high].map(|it| percent(it, limits.half_width()));
            Some(format!("{low} to {high}"))
        };
        let mut grid = Grid::of(rows);
        if rows.iter().any(|row| row.other_rules().is_some()) {
            grid = grid.text("rules", |row| row.rules.clone());
        }
        grid.text("decks", |row| row.outcome.to_string())
            .column("count", |row| grouped(row.count))
            .column("probability", |row| percentage(row.probability, row.limits()))
            .column("interval", interval)
            .draw(target)
    }
}
