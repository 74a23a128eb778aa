//! Games by rules of one's own as tables for the script of the page.

use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv;
use crate::report::document::Table;
use crate::report::games::summary::{Quantity, SummaryRow};
use crate::report::games::{Played, TableKind};
use crate::report::number::{grouped, significant};
use crate::report::share::{Share, percentages};
use crate::stats::Confidence;
use crate::tally::Tally;

/// A quantity as the page names it.
const fn words(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Stuck => "ever stuck",
        Quantity::Cleared => "no card left",
        Quantity::CardsLeft => "mean cards left",
        Quantity::SetsTaken => "mean sets taken",
        Quantity::ExtraDeals => "mean extra deals",
    }
}

/// What games of one policy are like in a few numbers, each with its confidence interval, in lines
/// for the script of the page.
#[must_use]
pub fn games_summary(played: &Played<'_>) -> String {
    let written = |row: &SummaryRow, value: f64| match row.quantity {
        Quantity::Stuck | Quantity::Cleared => format!("{} %", significant(100.0 * value, 4)),
        _ => significant(value, 5),
    };
    let limits = |row: &SummaryRow| match (row.ci_low, row.ci_high) {
        (Some(low), Some(high)) => Some(format!("{} to {}", written(row, low), written(row, high))),
        _ => None,
    };
    Grid::of(&played.summary())
        .text("quantity", |row| words(row.quantity).to_owned())
        .column("value", |row| written(row, row.mean))
        .column("95 % interval", limits)
        .draw(RenderTarget::Page)
}

/// A table of games as the program's CSV: `summary`, or one of what every game has; nothing for
/// other tables, which the page does not show and whose code would make it larger.
#[must_use]
pub fn games_csv(played: &Played<'_>, table: TableKind) -> Option<String> {
    if table == TableKind::Summary {
        return Some(csv::text(played.summary()));
    }
    let mut csv = Vec::new();
    table.values(played)?.write_csv(&mut csv).ok()?;
    String::from_utf8(csv).ok()
}

/// Games by a value that every game has, such as the cards left, each probability with its
/// confidence interval, in lines for the script of the page.
///
/// ```
/// let tally = vec![1_u128, 3].into();
/// let table = setodds::report::page::games_by_value(&tally, "cards left");
/// assert!(table.starts_with("\t>cards left\t>probability\t>95 % interval\t>games\n"));
/// ```
#[must_use]
pub fn games_by_value(tally: &Tally, title: &str) -> String {
    let (total, confidence) = (tally.total(), Confidence::default());
    let share = |(value, count)| (value, Share::estimated(count, total, confidence));
    let rows: Vec<(usize, Share)> = tally.occurring().map(share).collect();
    let limits = |share: Share| share.limits.map(|it| format!("{} %", percentages(it)));
    Grid::of(&rows)
        .column(title, |(value, _)| value.to_string())
        .column("probability", |(_, share)| share.percentage())
        .column("95 % interval", |&(_, share)| limits(share))
        .column("games", |(_, share)| grouped(share.count))
        .draw(RenderTarget::Page)
}
