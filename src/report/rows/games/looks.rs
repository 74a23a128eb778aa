//! Probability of no set on tables of each size, over all times that a player looks for a set.

use super::{PlayerKey, for_each_player, names, rows};
use crate::game::Policy;
use crate::report::columns::Grid;
use crate::report::csv::row;
use crate::report::field::{CARDS, FEATURES, Field, RULES};
use crate::report::groups::by_key;
use crate::report::kind::{Kind, Rows, TableError, View};
use crate::report::number::grouped;
use crate::stats::to_float;

/// Minimum proportion of all searches at which the sentence mentions a table size.
const MIN_PROPORTION: f64 = 0.01;

row! {
    /// Row of the CSV for tables of one size: the searches for a set that find none, out of all
    /// searches. Each table in which a player looks for a set counts once, including the last table
    /// of a game.
    pub struct LookRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The policy that chose the sets.
        pub policy: Policy = Field::names(&Policy::NAMES).key(),
        /// The number of cards on the table. `count` is the number of these tables without a set,
        /// `total` the number of all of them.
        pub table: usize = CARDS.key(),
    }
    estimate {
        /// The rules of the games: `standard`, or the settings that differ, such as `deal=1`.
        pub rules: String = RULES,
    }
}

impl Kind for LookRow {
    const WORDS: &'static str = "the table `looks` of `play`";
    const INSTEAD: &'static str = "`--x table --y probability` draws a column";
    /// Confidence limits cannot be computed from the counts, because the searches for a set in one
    /// game depend on each other.
    const LIMITS_FOLLOW: bool = false;

    fn table(files: Vec<Rows<'_, Self>>, view: View) -> Result<String, TableError> {
        Ok(draw(rows(files, Self::player)?, view))
    }
}

/// Formats a table of the searches for a set, by table size, for each player, that is, for each
/// deck and policy.
pub(super) fn draw(rows: Vec<LookRow>, view: View) -> String {
    let players = by_key(rows, LookRow::player);
    for_each_player(&players, view.target, |rows| {
        Grid::new(rows)
            .column("cards on the table", |row| row.table.to_string())
            .ranked(1, "looks", |row| grouped(row.total))
            .column("no set", |row| row.estimate().percentage())
            .ranked(3, "interval", |row| row.estimate().interval().map(|it| it + " %"))
            .ranked(2, "odds", |row| row.estimate().one_in())
            .bars(|row| row.probability)
            .draw(view.target)
    })
}

impl LookRow {
    /// Returns the player whose games the row counts: the deck and the policy.
    const fn player(&self) -> PlayerKey {
        (self.features, self.policy)
    }
}

/// Returns a sentence for each player about the common table sizes from `start` on: `no set on
/// 6.65 % (6.64 to 6.67 %) of all tables of 12 cards, ...`.
pub(super) fn sentences(rows: &[LookRow], start: usize) -> String {
    let players = by_key(rows, |row| row.player());
    let names = names(&players.iter().map(|(player, _)| *player).collect::<Vec<_>>());
    let each = names.iter().zip(&players).map(|(name, (_, rows))| {
        let looks: f64 = rows.iter().map(|row| to_float(row.total)).sum();
        let is_common =
            |row: &&&LookRow| row.table >= start && to_float(row.total) >= MIN_PROPORTION * looks;
        let rows = rows.iter().filter(is_common).enumerate();
        let shares = rows.map(|(place, row)| {
            let of = if place == 0 { "of all tables of" } else { "of" };
            let cards = if place == 0 { " cards" } else { "" };
            format!("{} {of} {}{cards}", row.estimate().with_limits(), row.table)
        });
        let shares = shares.collect::<Vec<_>>().join(", ");
        let name = if players.len() == 1 { String::new() } else { format!("{name}: ") };
        format!("{name}no set on {shares}\n")
    });
    each.collect()
}
