//! What results are made of: each kind of result is a file here, with its rows, how they become a
//! table, and what draws them; and this is the list of them.
//!
//! A row is written and read by the same type. A CSV is known by its columns
//! ([`recognise`]), and [`table()`] shows it as its command shows the result. A
//! kind that no one has a better form for is shown column by column, [as it
//! is](mod@self::as_it_is).
//!
//! ```
//! use setodds::report::datasets::{Choice, table};
//! use setodds::report::columns::RenderTarget;
//! use setodds::report::recognise::Source;
//!
//! let text = "features,cards,hands,classes\n4,12,70724320184700,41407\n";
//! let source = Source { name: "numbers.csv", text };
//! let table = table(&[source], &Choice::default(), RenderTarget::Markdown)?;
//! assert!(table.contains("|    12 | 70,724,320,184,700 |  41,407 |"));
//! # Ok::<(), setodds::report::recognise::TableError>(())
//! ```

pub mod answer;
pub mod as_it_is;
pub mod caps;
pub mod classes;
pub mod distribution;
pub mod extremes;
pub mod game_race;
pub mod games;
pub mod hands;
pub mod joint;
pub mod measure_race;
pub mod moments;
pub mod next;
pub mod offline;
pub mod puzzles;
pub mod race;
pub mod ranking;
pub mod recognise;
mod schema;
#[cfg(test)]
mod tests;
pub mod ultrasets;
pub mod verification;

use super::columns::RenderTarget;
use super::csv::Row;
use crate::hand::sizes::Sizes;
use crate::measure::Measure;
use crate::report::escape;
use crate::stats::Confidence;
use crate::verify::Comparison;
use as_it_is::as_it_is;
use recognise::{Recognised, Source, TableError};
use serde::de::DeserializeOwned;

/// Defines [`Dataset`] from one line each: variant, columns, what it is and which command writes
/// it, the table of some files.
macro_rules! datasets {
    ($($variant:ident, $columns:expr, $words:literal, $table:expr;)*) => {
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

            fn table(self, files: &[Recognised<'_>], view: View<'_>) -> Result<String, TableError> {
                match self {
                    $(Self::$variant => $table(files, view),)*
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

datasets! {
    Distribution, distribution::DistributionRow::COLUMNS,
        "a distribution of `simulate`, `enumerate` or `odds`",
        distribution::read::table;
    Race, race::RaceRow::COLUMNS, "a race of `bench`", ranking::table;
    GameRace, game_race::GameRaceRow::COLUMNS, "a race of `bench --games`",
        list::<game_race::GameRaceRow>;
    MeasureRace, measure_race::MeasureRaceRow::COLUMNS, "a race of `bench --measures`",
        list::<measure_race::MeasureRaceRow>;
    Caps, caps::CapRow::COLUMNS, "the caps of `caps`", by_size!(caps::CapRow);
    CapClasses, caps::CapClassRow::COLUMNS, "the classes of `caps --representatives`",
        by_size!(caps::CapClassRow);
    RandomCaps, caps::RandomCapRow::COLUMNS, "the random caps of `caps --random`",
        by_size!(caps::RandomCapRow);
    Classes, classes::ClassRow::COLUMNS, "the classes of `classes`", by_size!(classes::ClassRow);
    ClassCounts, classes::ClassCountRow::COLUMNS, "the numbers of `classes --count`",
        by_size!(classes::ClassCountRow);
    Extremes, extremes::ExtremeRow::COLUMNS, "the fewest and the most sets of `extremes`",
        by_size!(extremes::ExtremeRow);
    Moments, moments::MomentRow::COLUMNS, "the moments of `odds --moments`",
        by_size!(moments::MomentRow);
    Answers, answer::AnswerRow::COLUMNS, "the answers of `odds --sets`", as_it_is;
    ValueAnswers, answer::ValueAnswer::COLUMNS, "the answers of `odds --value`", as_it_is;
    Offline, offline::OfflineRow::COLUMNS, "the decks of `play --offline`",
        |files, view| by_deck(files, view, |row: &offline::OfflineRow| (row.features, 0));
    HandCaps, hands::CapRow::COLUMNS, "the hands of `find --caps`", as_it_is;
    Ultrasets, ultrasets::UltrasetRow::COLUMNS, "the ultrasets of `find --ultrasets`", as_it_is;
    Cards, hands::CardRow::COLUMNS, "the cards of `deal` or `puzzle`", as_it_is;
    Sets, hands::SetRow::COLUMNS, "the sets of `find`", as_it_is;
    Joint, joint::JointRow::COLUMNS, "the joint distribution of `odds --joint`",
        by_size!(joint::JointRow);
    Next, next::NextRow::COLUMNS, "the next cards of `next`", next::table;
    Puzzles, puzzles::PuzzleRow::COLUMNS, "the puzzles of `puzzle`", as_it_is;
    Completions, next::CompletionRow::COLUMNS, "the cards of `next --completing`", as_it_is;
    Verification, Comparison::COLUMNS, "the comparisons of `verify`", list::<Comparison>;
    Stages, games::StageRow::COLUMNS, "a table of `play`", games::stages::table;
    Leftover, games::values::LEFTOVER, "a table of `play`", games::values::table;
    ExtraDeals, games::values::EXTRA_DEALS, "a table of `play`", games::values::table;
    LargestTable, games::values::LARGEST_TABLE, "a table of `play`", games::values::table;
    Rounds, games::values::ROUNDS, "a table of `play`", games::values::table;
    Survival, games::survival::SurvivalRow::COLUMNS, "a table of `play`", games::survival::table;
    Types, games::TypeRow::COLUMNS, "a table of `play`", as_it_is;
    Summary, games::summary::SummaryRow::COLUMNS, "a table of `play`",
        list::<games::summary::SummaryRow>;
    Hidden, games::values::HIDDEN, "a table of `play --last-hidden`", as_it_is;
    Differences, games::DifferenceRow::COLUMNS, "a table of `play`", list::<games::DifferenceRow>;
}

/// What of a CSV is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// Which hand sizes; all when missing.
    pub cards: Option<Sizes>,
    /// Which measure of a distribution; all when missing.
    pub measure: Option<Measure>,
    /// Of distributions the values between the smallest and the largest that no hand has.
    pub gaps: bool,
    /// The level of the intervals.
    pub confidence: Confidence,
}

/// What of some rows is shown, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    choice: &'a Choice,
    target: RenderTarget,
}

/// The table of one CSV, or of several of the same kind.
///
/// # Errors
///
/// When a CSV is no table of the program's or has a row that cannot be read, when tables differ, or
/// when nothing is left of what is chosen.
pub fn table(
    sources: &[Source<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let files = Recognised::all(sources)?;
    choice.suits(&files[0])?;
    files[0].dataset.table(&files, View { choice, target })
}

/// Rows that are shown as a list.
pub trait Listed: Row + DeserializeOwned {
    /// The rows of one deck as text.
    fn draw(rows: &[Self], target: RenderTarget) -> String;
}

/// All rows of some files.
pub(super) fn all<T: DeserializeOwned>(files: &[Recognised<'_>]) -> Result<Vec<T>, TableError> {
    let rows = files.iter().map(Recognised::some_rows).collect::<Result<Vec<Vec<T>>, _>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// A list of all rows.
fn list<R: Listed>(files: &[Recognised<'_>], view: View<'_>) -> Result<String, TableError> {
    by_deck(files, view, |_: &R| (0, 0))
}

/// A list for each deck, of rows whose place is the features of the deck and the hand size.
fn by_deck<R: Listed>(
    files: &[Recognised<'_>],
    view: View<'_>,
    place: impl Fn(&R) -> (usize, usize),
) -> Result<String, TableError> {
    let rows = view.choice.of(files, all::<R>(files)?, |row| place(row).1)?;
    let decks = rows.chunk_by(|one, next| place(one).0 == place(next).0);
    let part = |rows: &[R]| (format!("{} features", place(&rows[0]).0), R::draw(rows, view.target));
    Ok(one_by_one(decks.map(part).collect()))
}

impl Choice {
    /// Refuses what a kind of result cannot show.
    fn suits(&self, first: &Recognised<'_>) -> Result<(), TableError> {
        let distribution = first.dataset == Dataset::Distribution;
        let sizes = first.dataset.columns().contains(&"cards");
        first.refuse(&[
            (self.gaps && !distribution, "--gaps"),
            (self.measure.is_some() && !distribution, "--measure"),
            (self.cards.is_some() && !sizes, "--cards"),
        ])
    }

    /// Whether a hand size is shown.
    fn has(&self, cards: usize) -> bool {
        self.cards.as_ref().is_none_or(|sizes| sizes.iter().any(|size| size == cards))
    }

    /// Those that are shown, of which there must be some.
    fn of<T>(
        &self,
        files: &[Recognised<'_>],
        rows: impl IntoIterator<Item = T>,
        cards: impl Fn(&T) -> usize,
    ) -> Result<Vec<T>, TableError> {
        let rows: Vec<T> = rows.into_iter().filter(|row| self.has(cards(row))).collect();
        if rows.is_empty() { Err(self.nothing_of(files)) } else { Ok(rows) }
    }

    fn nothing_of(&self, files: &[Recognised<'_>]) -> TableError {
        TableError::nothing_of(files, self.cards.as_ref(), self.measure.map(Measure::name))
    }
}

/// The tables of several decks or policies one below the other, each with its name; one goes
/// without.
fn one_by_one(parts: Vec<(String, String)>) -> String {
    match <[(String, String); 1]>::try_from(parts) {
        Ok([(_, table)]) => table,
        Err(parts) => {
            let part = |(name, table): &(String, String)| {
                format!("{}:\n\n{table}", escape::markdown(name))
            };
            parts.iter().map(part).collect::<Vec<_>>().join("\n")
        }
    }
}
