//! Turns tallies into what people and programs read.
//!
//! [`Dataset`] lists the kinds of results. A new one is a line here and a file of [`datasets`]: its
//! rows, which one type writes and reads, and how they become a table; and, if it can be drawn, a
//! function of [`mod@chart`]. A [`document::Report`] is a result in all its forms; the writers know
//! nothing of how rows came about: [`csv`], and [`columns`], which draws all tables. [`sentence`]
//! says what a distribution says, [`known`] what needs no computing, in exact [`fraction`]s, with
//! [`mod@odds`] both ways, and answers to single [`question`]s; [`faq`] is what people ask.
//! [`mod@chart`] draws any CSV, [`mod@print`] puzzles on sheets of paper. [`provenance`] says where
//! numbers come from, [`number`] is how they look.

pub mod chart;
mod column;
pub mod columns;
mod count;
pub mod csv;
pub mod datasets;
pub mod document;
pub mod escape;
pub mod faq;
pub mod field;
pub mod fraction;
pub(crate) mod groups;
pub mod known;
pub mod number;
pub mod odds;
pub mod print;
pub mod provenance;
pub mod question;
pub mod sentence;
pub mod share;
pub mod spent;

pub use datasets::{
    answer, caps, check_input, checks, classes, distribution, extremes, games, hands, near_sets,
    next, puzzles, race, ranking, recognise,
};

use chart::{Chart, Options, nothing_to_draw, of_rows};
use csv::Row;
use datasets::recognise::{Recognised, TableError};
use datasets::{View, as_it_is::as_it_is, by_deck, games::values, list, ultrasets};
use field::{Field, Role};

/// Defines [`Dataset`] from one line each: variant, the descriptions of its columns, what it is and
/// which command writes it, the table of some files, and their chart.
macro_rules! datasets {
    ($($variant:ident, $fields:expr, $words:literal, $table:expr, $chart:expr;)*) => {
        /// A kind of result: a table that the program writes; those of `play` are
        /// [`games::TableKind`]s.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Dataset {
            $(#[doc = $words] $variant,)*
        }

        impl Dataset {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The descriptions of its columns, in the order in which they are written.
            #[must_use]
            pub const fn fields(self) -> &'static [Field] {
                match self {
                    $(Self::$variant => $fields,)*
                }
            }

            /// The kind of table in words, and the command that writes it.
            #[must_use]
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$variant => $words,)*
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

const FIND: &str = "the distributions of `odds` and `simulate` can be drawn";

datasets! {
    Distribution, distribution::DistributionRow::FIELDS,
        "a distribution of `simulate`, `enumerate` or `odds`",
        distribution::read::table, chart::distribution::chart;
    Race, race::RaceRow::FIELDS, "a race of `bench`", ranking::table, chart::race::chart;
    Caps, caps::CapRow::FIELDS, "the caps of `caps`",
        by_size!(caps::CapRow), chart::sizes::caps;
    CapClasses, caps::CapClassRow::FIELDS, "the classes of `caps --representatives`",
        by_size!(caps::CapClassRow), nothing_to_draw("`caps --format csv` can be drawn");
    Classes, classes::ClassRow::FIELDS, "the classes of `classes`",
        by_size!(classes::ClassRow),
        nothing_to_draw("`classes --count --format csv` can be drawn");
    ClassCounts, classes::ClassCountRow::FIELDS, "the numbers of `classes --count`",
        by_size!(classes::ClassCountRow), chart::sizes::class_counts;
    Extremes, extremes::ExtremeRow::FIELDS, "the fewest and the most sets of `extremes`",
        by_size!(extremes::ExtremeRow), chart::sizes::extremes;
    Answers, answer::AnswerRow::FIELDS, "the answers of `odds --sets`",
        as_it_is, nothing_to_draw("`--x cards --y probability` draws a column");
    ValueAnswers, answer::ValueAnswerRow::FIELDS, "the answers of `odds --value`", as_it_is,
        nothing_to_draw("`odds --measure NAME --format csv` without --value can be drawn");
    HandCaps, hands::HandCapRow::FIELDS, "the hands of `find --caps`",
        as_it_is, nothing_to_draw(FIND);
    Ultrasets, ultrasets::UltrasetRow::FIELDS, "the ultrasets of `find --ultrasets`",
        as_it_is, nothing_to_draw(FIND);
    NearSets, near_sets::NearSetRow::FIELDS, "the triples of `find --why`",
        as_it_is, nothing_to_draw(FIND);
    Cards, hands::CardRow::FIELDS, "the cards of `deal`",
        as_it_is, nothing_to_draw(FIND);
    Sets, hands::SetRow::FIELDS, "the sets of `find`", as_it_is, nothing_to_draw(FIND);
    Next, next::NextRow::FIELDS, "the next cards of `next`",
        next::table, nothing_to_draw("`--x sets --y probability` draws a column");
    Puzzles, puzzles::PuzzleRow::FIELDS, "the puzzles of `puzzle`",
        as_it_is, nothing_to_draw(FIND);
    Completions, next::CompletionRow::FIELDS, "the cards of `next --completing`",
        as_it_is, nothing_to_draw(FIND);
    Checks, checks::CheckRow::FIELDS, "the counts of `check`",
        list::<checks::CheckRow>,
        nothing_to_draw("the distributions of `odds` and `simulate` can be drawn");
    Stages, games::StageRow::FIELDS, "the table `stages` of `play`",
        games::stages::table, of_rows(chart::stages::no_set);
    Leftover, &values::LEFTOVER, "the table `leftover` of `play`",
        values::table, chart::games::values;
    ExtraDeals, &values::EXTRA_DEALS, "the table `extra-deals` of `play`",
        values::table, chart::games::values;
    LargestTable, &values::LARGEST_TABLE, "the table `largest-table` of `play`",
        values::table, chart::games::values;
    Rounds, &values::ROUNDS, "the table `rounds` of `play`", values::table, chart::games::values;
    Looks, games::looks::LookRow::FIELDS, "the table `looks` of `play`",
        games::looks::table, nothing_to_draw("`--x table --y probability` draws a column");
    Survival, games::survival::SurvivalRow::FIELDS, "the table `survival` of `play`",
        games::survival::table,
        nothing_to_draw("`--x in_deck --y probability` draws a column");
    Summary, games::summary::SummaryRow::FIELDS, "the table `summary` of `play`",
        list::<games::summary::SummaryRow>,
        nothing_to_draw("the table leftover of the same games can be drawn");
    Differences, games::DifferenceRow::FIELDS, "the table `differences` of `play`",
        list::<games::DifferenceRow>,
        nothing_to_draw("the table leftover of the same games can be drawn");
}

impl Dataset {
    /// The names of its columns.
    #[must_use]
    pub fn columns(self) -> Vec<&'static str> {
        self.names(|_| true)
    }

    /// The names of the columns that every file of it has.
    pub(crate) fn required_columns(self) -> Vec<&'static str> {
        self.names(|field| !field.may_be_absent)
    }

    /// The names of some of its columns.
    fn names(self, is_wanted: impl Fn(&Field) -> bool) -> Vec<&'static str> {
        self.fields().iter().filter(|field| is_wanted(field)).map(|field| field.name).collect()
    }

    /// The description of a column, if the table has it.
    pub(crate) fn field(self, name: &str) -> Option<&'static Field> {
        self.fields().iter().find(|field| field.name == name)
    }

    /// The names of the columns that tell rows apart.
    pub(crate) fn keys(self) -> Vec<&'static str> {
        self.names(Field::is_key)
    }

    /// The names of the columns in which rows agree whose counts add up to their total; none where
    /// rows are not parts of a whole.
    pub(crate) fn whole(self) -> Vec<&'static str> {
        if self.fields().iter().all(|field| field.role != Role::Part) {
            return Vec::new();
        }
        self.names(|field| field.role == Role::Key)
    }

    /// Returns whether the confidence limits of the table follow from its counts and totals. Those
    /// of looks do not, as the looks of a game depend on each other.
    pub(crate) fn limits_follow(self) -> bool {
        self != Self::Looks && ["total", "ci_low"].iter().all(|name| self.field(name).is_some())
    }
}
