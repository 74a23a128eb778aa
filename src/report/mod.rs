//! From tallies to what people and programs read.
//!
//! [`Dataset`] lists the kinds of results. A new one is a line here and a file of [`datasets`]: its
//! rows, which one type writes and reads, and how they become a table; and, if it can be drawn, a
//! function of [`mod@chart`]. A [`document::Report`] is a result in all its forms; the writers know
//! nothing of how rows came about: [`csv`], and [`columns`], which draws all tables. [`sentence`]
//! says what a distribution says, [`known`] what needs no computing, in exact [`fraction`]s, with
//! [`mod@odds`] both ways, and answers to single [`question`]s. [`status`] tells how far partial
//! results are. [`mod@chart`] draws any CSV; [`mod@page`] is all of it in one HTML file.
//! [`provenance`] says where numbers come from, [`number`] is how they look.

pub mod chart;
mod column;
pub mod columns;
mod count;
pub mod csv;
pub mod datasets;
pub mod document;
#[doc(hidden)]
pub mod escape;
pub mod fraction;
pub(crate) mod groups;
pub mod known;
pub mod number;
pub mod odds;
pub mod page;
pub mod provenance;
pub mod question;
pub mod sentence;
pub mod share;
pub mod status;

pub use datasets::{
    answer, caps, classes, distribution, extremes, games, hands, joint, moments, next, offline,
    puzzles, race, ranking, recognise, verification,
};

use chart::{Chart, Options, nothing_to_draw, of_rows};
use csv::Row;
use datasets::recognise::{Recognised, TableError};
use datasets::{
    View, as_it_is::as_it_is, by_deck, games::values, list, schema::ColumnKind, ultrasets,
};

/// Defines [`Dataset`] from one line each: variant, columns, what it is and which command writes
/// it, the table of some files, and their chart; then, for columns whose names mean something else
/// in other tables, what they hold here.
macro_rules! datasets {
    ($($variant:ident, $columns:expr, $words:literal, $table:expr, $chart:expr
       $(, $column:ident: $kind:expr)*;)*) => {
        /// A kind of result: a table that the program writes; those of `play` are
        /// [`games::Table`]s.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Dataset {
            $(#[doc = $words] $variant,)*
        }

        impl Dataset {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The columns, in the order in which they are written.
            #[must_use]
            pub const fn columns(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => $columns,)*
                }
            }

            /// What it is, in words, and which command writes it.
            #[must_use]
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$variant => $words,)*
                }
            }

            /// What some of its columns hold, if not what their names say.
            const fn column_kinds(self) -> &'static [(&'static str, ColumnKind)] {
                match self {
                    $(Self::$variant => &[$((stringify!($column), $kind)),*],)*
                }
            }

            fn table(self, files: &[Recognised<'_>], view: View<'_>) -> Result<String, TableError> {
                match self {
                    $(Self::$variant => $table(files, view),)*
                }
            }

            fn chart(self, files: &[Recognised<'_>], by: &Options) -> Result<Chart, TableError> {
                match self {
                    $(Self::$variant => $chart(files, by),)*
                }
            }
        }
    };
}

/// A list for each deck, of the hand sizes that are chosen.
macro_rules! by_size {
    ($row:ty) => {
        |files, view| by_deck(files, view, |row: &$row| (row.features, row.cards))
    };
}

const FIND: &str = "`find --caps --format csv` counts the sets of each hand, and that can be drawn";

datasets! {
    Distribution, distribution::DistributionRow::COLUMNS,
        "a distribution of `simulate`, `enumerate` or `odds`",
        distribution::read::table, chart::distribution::chart;
    Race, race::RaceRow::COLUMNS, "a race of `bench`", ranking::table, chart::race::chart,
        hands: ColumnKind::WORD;
    Caps, caps::CapRow::COLUMNS, "the caps of `caps`",
        by_size!(caps::CapRow), of_rows(chart::caps::sizes);
    CapClasses, caps::CapClassRow::COLUMNS, "the classes of `caps --representatives`",
        by_size!(caps::CapClassRow), of_rows(chart::caps::classes);
    Classes, classes::ClassRow::COLUMNS, "the classes of `classes`",
        by_size!(classes::ClassRow), of_rows(chart::lists::classes);
    ClassCounts, classes::ClassCountRow::COLUMNS, "the numbers of `classes --count`",
        by_size!(classes::ClassCountRow), of_rows(chart::lists::class_counts),
        classes: ColumnKind::Digits;
    Extremes, extremes::ExtremeRow::COLUMNS, "the fewest and the most sets of `extremes`",
        by_size!(extremes::ExtremeRow), of_rows(chart::lists::extremes);
    Moments, moments::MomentRow::COLUMNS, "the moments of `odds --moments`",
        by_size!(moments::MomentRow), of_rows(chart::moments::chart);
    Answers, answer::AnswerRow::COLUMNS, "the answers of `odds --sets`",
        as_it_is, of_rows(chart::lists::answers), sets: ColumnKind::Text;
    ValueAnswers, answer::ValueAnswerRow::COLUMNS, "the answers of `odds --value`", as_it_is,
        nothing_to_draw("`odds --measure NAME --format csv` without --value can be drawn"),
        value: ColumnKind::Text;
    Offline, offline::COLUMNS, "the decks of `play --offline`",
        |files, view| by_deck(files, view, |row: &offline::OfflineRow| (row.features, 0)),
        of_rows(chart::lists::offline);
    HandCaps, hands::CapRow::COLUMNS, "the hands of `find --caps`",
        as_it_is, of_rows(chart::lists::hands);
    Ultrasets, ultrasets::UltrasetRow::COLUMNS, "the ultrasets of `find --ultrasets`",
        as_it_is, nothing_to_draw(FIND);
    Cards, hands::CardRow::COLUMNS, "the cards of `deal` or `puzzle`",
        as_it_is, nothing_to_draw(FIND);
    Sets, hands::SetRow::COLUMNS, "the sets of `find`", as_it_is, nothing_to_draw(FIND);
    Joint, joint::JointRow::COLUMNS, "the joint distribution of `odds --joint`",
        by_size!(joint::JointRow), of_rows(chart::lists::joint);
    Next, next::NextRow::COLUMNS, "the next cards of `next`",
        next::table, of_rows(chart::lists::next);
    Puzzles, puzzles::PuzzleRow::COLUMNS, "the puzzles of `puzzle`",
        as_it_is, nothing_to_draw(FIND);
    Completions, next::CompletionRow::COLUMNS, "the cards of `next --completing`",
        as_it_is, nothing_to_draw("`next --format csv` can be drawn");
    Verification, crate::verify::Comparison::COLUMNS, "the comparisons of `verify`",
        list::<crate::verify::Comparison>,
        nothing_to_draw("what it compares can be drawn from the tables under reports/");
    Stages, games::StageRow::COLUMNS, "a table of `play`",
        games::stages::table, of_rows(chart::stages::no_set);
    Leftover, values::LEFTOVER, "a table of `play`", values::table, chart::games::values;
    ExtraDeals, values::EXTRA_DEALS, "a table of `play`", values::table, chart::games::values;
    LargestTable, values::LARGEST_TABLE, "a table of `play`", values::table, chart::games::values;
    Rounds, values::ROUNDS, "a table of `play`", values::table, chart::games::values;
    Survival, games::survival::SurvivalRow::COLUMNS, "a table of `play`",
        games::survival::table, of_rows(chart::stages::survival);
    Types, games::TypeRow::COLUMNS, "a table of `play`", as_it_is, of_rows(chart::stages::types);
    Summary, games::summary::SummaryRow::COLUMNS, "a table of `play`",
        list::<games::summary::SummaryRow>, of_rows(chart::lists::summary),
        ci_low: ColumnKind::DIFFERENCE, ci_high: ColumnKind::DIFFERENCE;
    Hidden, values::HIDDEN, "a table of `play --last-hidden`",
        as_it_is, nothing_to_draw("the table leftover of the same games can be drawn");
    Differences, games::DifferenceRow::COLUMNS, "a table of `play`",
        list::<games::DifferenceRow>, chart::games::differences,
        ci_low: ColumnKind::DIFFERENCE, ci_high: ColumnKind::DIFFERENCE;
}
