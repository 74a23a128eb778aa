//! Summary statistics of a policy under some rules, for comparison with others.

use crate::game::Policy;
use crate::report::cell::Cell;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::row;
use crate::report::estimate::{Estimate, limits};
use crate::report::field::{COUNT, DIFFERENCE, DIFFERENCE_LIMIT, FEATURES, Field, TEXT};
use crate::report::kind::Kind;
use crate::report::number::{grouped, with_uncertainty};
use crate::stats::proportion::Interval;
use setodds_engine::named_enum;

named_enum! {
    /// Statistic that summarizes many games in one number.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Quantity: "quantity" {
        /// The proportion of games in which at least once the table has no set while the deck still
        /// has cards.
        Stuck = "stuck",
        /// The proportion of games that end with no card left.
        Cleared = "cleared",
        /// The mean number of cards left.
        CardsLeft = "cards-left",
        /// The mean number of sets taken, which is the length of a game.
        SetsTaken = "sets-taken",
        /// The mean number of extra deals, made because the table had no set.
        ExtraDeals = "extra-deals",
    }
}

impl From<Quantity> for Cell {
    fn from(quantity: Quantity) -> Self {
        quantity.name().into()
    }
}

row! {
    /// Row of the CSV for one summary statistic of a policy.
    pub struct SummaryRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The policy that chose the sets.
        pub policy: Policy = Field::names(&Policy::NAMES).key(),
        /// The rules of the games: `standard`, or the settings that differ, such as `deal=1`.
        pub rules: String = TEXT.key(),
        /// The statistic in the column `mean`: the proportion of games `stuck` (without a set while
        /// the deck has cards) or `cleared` (without a card left), or the mean number of
        /// `cards-left`, `sets-taken` or `extra-deals`.
        pub quantity: Quantity = TEXT.key(),
        /// The value of the statistic: a proportion or a mean.
        pub mean: f64 = DIFFERENCE,
        /// The lower confidence limit; empty for the mean of a single game.
        pub ci_low: Option<f64> = DIFFERENCE_LIMIT,
        /// The upper confidence limit; empty for the mean of a single game.
        pub ci_high: Option<f64> = DIFFERENCE_LIMIT,
        /// The number of games played.
        pub games: u128 = COUNT,
    }
}

impl Kind for SummaryRow {
    const WORDS: &'static str = "the table `summary` of `play`";
    const INSTEAD: &'static str = "the table leftover of the same games can be drawn";

    fn draw(rows: &[Self], target: RenderTarget) -> String {
        let who = |row: &Self| (row.features, row.policy, row.rules.clone());
        let games: Vec<&[Self]> = rows.chunk_by(|one, next| who(one) == who(next)).collect();
        let cell = |rows: &&[Self], quantity| {
            let row = rows.iter().find(|row| row.quantity == quantity);
            row.map_or_else(String::new, Self::cell)
        };
        let mut grid = Grid::new(&games).text("rules", |rows| rows[0].rules.clone());
        if rows.iter().any(|row| row.features != rows[0].features) {
            grid = grid.column("features", |rows| rows[0].features.to_string());
        }
        grid = grid.text("policy", |rows| rows[0].policy.to_string());
        for quantity in Quantity::ALL {
            let rank = match quantity {
                Quantity::ExtraDeals => 5,
                Quantity::SetsTaken => 4,
                Quantity::CardsLeft => 2,
                Quantity::Cleared => 1,
                Quantity::Stuck => 0,
            };
            let title = quantity.name().replace('-', " ");
            grid = grid.ranked(rank, &title, |rows| cell(rows, quantity));
        }
        grid.ranked(3, "games", |rows| grouped(rows[0].games)).draw(target)
    }
}

impl SummaryRow {
    /// Formats a statistic for a table cell: a proportion with its limits, or a mean with its
    /// uncertainty.
    fn cell(&self) -> String {
        let limits = limits(self.ci_low, self.ci_high);
        match self.quantity {
            Quantity::Stuck | Quantity::Cleared => {
                Estimate::without_counts(self.mean, limits).with_limits()
            }
            _ => with_uncertainty(self.mean, limits.map(Interval::half_width)),
        }
    }
}
