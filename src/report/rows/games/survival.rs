//! Probability that a game has no set at a stage, given that it had one on every table before.

use super::{PlayerKey, for_each_player, rows};
use crate::game::Policy;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::row;
use crate::report::field::{CARDS, FEATURES, Field, RULES};
use crate::report::groups::by_key;
use crate::report::kind::{Kind, Rows, TableError, View};
use crate::report::number::grouped;

row! {
    /// Row of the CSV for games that reach a stage and had a set on every table before.
    pub struct SurvivalRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The policy that chose the sets.
        pub policy: Policy = Field::names(&Policy::NAMES).key(),
        /// The number of cards left in the deck.
        pub in_deck: usize = CARDS.key(),
        /// The number of cards on the table. `total` is the number of games that have such a table
        /// and had a set on each before, `count` the number of those that have no set on this one.
        pub table: usize = CARDS.key(),
    }
    estimate {
        /// The rules of the games: `standard`, or the settings that differ, such as `deal=1`.
        pub rules: String = RULES,
    }
}

impl Kind for SurvivalRow {
    const WORDS: &'static str = "the table `survival` of `play`";
    const INSTEAD: &'static str = "`--x in_deck --y probability` draws a column";

    fn table(files: Vec<Rows<'_, Self>>, view: View) -> Result<String, TableError> {
        Ok(draw(rows(files, player)?, view))
    }
}

fn player(row: &SurvivalRow) -> PlayerKey {
    (row.features, row.policy)
}

/// Formats, for each player, a table of the games that have no set at a stage for the first time.
pub(super) fn draw(rows: Vec<SurvivalRow>, view: View) -> String {
    let players = by_key(rows, player);
    for_each_player(&players, view.target, |rows| of_player(rows, view.target))
}

fn of_player(rows: &[SurvivalRow], target: RenderTarget) -> String {
    Grid::new(rows)
        .column("in the deck", |row| row.in_deck.to_string())
        .column("table", |row| row.table.to_string())
        .column("never stuck before", |row| grouped(row.total))
        .column("stuck", |row| row.estimate().percentage())
        .ranked(1, "odds", |row| row.estimate().one_in())
        .bars(|row| row.probability)
        .draw(target)
}
