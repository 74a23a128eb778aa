//! Any CSV that the program has written as the table that people read: what its command would have
//! shown, on a terminal or as Markdown.
//!
//! A CSV is known by its columns ([`recognise`](super::recognise)). Intervals are computed anew
//! from the counts, so that the level that stands above them is theirs. A table that no one has a
//! better form for is shown column by column, as it is.
//!
//! ```
//! use setodds::report::digest::{Choice, RenderTarget, digest};
//! use setodds::report::recognise::Source;
//!
//! let text = "features,cards,hands,classes\n4,12,70724320184700,41407\n";
//! let source = Source { name: "numbers.csv", text };
//! let table = digest(&[source], &Choice::default(), RenderTarget::Markdown)?;
//! assert!(table.contains("| 12    | 70,724,320,184,700 | 41,407  |"));
//! # Ok::<(), setodds::report::recognise::TableError>(())
//! ```

mod distribution;
mod games;
mod lists;

use super::columns::{Column, Style, draw, render};
use super::recognise::{Recognised, Source, TableError};
use super::schema::Table;
use crate::escape;
use crate::hand::sizes::Sizes;
use crate::measure::Measure;
use crate::stats::Confidence;
use comfy_table::CellAlignment;

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

/// What a table is written on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenderTarget {
    /// A terminal of so many columns: bars beside the numbers.
    Terminal(usize),
    /// A Markdown document.
    Markdown,
}

impl RenderTarget {
    const fn style(self) -> Style {
        match self {
            Self::Terminal(_) => Style::Terminal,
            Self::Markdown => Style::Markdown,
        }
    }

    /// Numbers, with bars where there is room for them.
    fn numbers(self, columns: Vec<Column>, bars: &[f64]) -> String {
        match self {
            Self::Terminal(width) => render(columns, bars, width),
            Self::Markdown => draw(&columns, CellAlignment::Right, Style::Markdown),
        }
    }
}

/// The table of one CSV, or of several of the same kind.
///
/// # Errors
///
/// When a CSV is no table of the program's or has a row that cannot be read, when tables differ, or
/// when nothing is left of what is chosen.
pub fn digest(
    sources: &[Source<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let found = Recognised::all(sources)?;
    let table = found[0].table;
    suitable(&found[0], choice)?;
    match table {
        Table::Distribution => distribution::digest(&found, choice, target),
        Table::Games(table) => games::digest(table, &found, choice, target),
        Table::Race => lists::races(&found, choice, target),
        Table::Caps => lists::caps(&found, choice, target),
        Table::RandomCaps => lists::random_caps(&found, choice, target),
        Table::Classes => lists::classes(&found, choice, target),
        Table::ClassCounts => lists::class_counts(&found, choice, target),
        Table::Extremes => lists::extremes(&found, choice, target),
        Table::CapClasses
        | Table::GameRace
        | Table::Answers
        | Table::Offline
        | Table::HandCaps
        | Table::Cards
        | Table::Sets
        | Table::Verification => lists::as_it_is(&found, choice, target),
    }
}

/// Refuses what a table cannot show.
fn suitable(first: &Recognised<'_>, choice: &Choice) -> Result<(), TableError> {
    let distribution = first.table == Table::Distribution;
    let sizes = first.table.columns().contains(&"cards");
    let wrong = [
        (choice.gaps && !distribution, "--gaps"),
        (choice.measure.is_some() && !distribution, "--measure"),
        (choice.cards.is_some() && !sizes, "--cards"),
    ];
    match wrong.into_iter().find(|(is_wrong, _)| *is_wrong) {
        None => Ok(()),
        Some((_, option)) => Err(TableError::Unsuitable(format!(
            "{} holds {}, which {option} does not suit; leave it out",
            first.source.name,
            first.table.words()
        ))),
    }
}

impl Choice {
    /// Whether a hand size is shown.
    fn has(&self, cards: usize) -> bool {
        self.cards.as_ref().is_none_or(|sizes| sizes.iter().any(|size| size == cards))
    }

    /// Those that are shown, of which there must be some.
    fn of<T>(
        &self,
        found: &[Recognised<'_>],
        rows: impl IntoIterator<Item = T>,
        cards: impl Fn(&T) -> usize,
    ) -> Result<Vec<T>, TableError> {
        let rows: Vec<T> = rows.into_iter().filter(|row| self.has(cards(row))).collect();
        if rows.is_empty() { Err(self.nothing_of(found)) } else { Ok(rows) }
    }

    fn nothing_of(&self, found: &[Recognised<'_>]) -> TableError {
        let names: Vec<&str> = found.iter().map(|file| file.source.name).collect();
        let cards =
            self.cards.as_ref().map_or_else(String::new, |cards| format!(" of {cards} cards"));
        let measure = self.measure.map_or_else(String::new, |measure| format!(" for `{measure}`"));
        TableError::Unsuitable(format!(
            "{} has no rows{cards}{measure}; leave out --cards and --measure to see all there are",
            names.join(", ")
        ))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of a text.
    pub(super) fn show(text: &str, choice: &Choice) -> Result<String, String> {
        let source = Source { name: "x.csv", text };
        digest(&[source], choice, RenderTarget::Markdown).map_err(|error| error.to_string())
    }

    pub(super) fn sizes(text: &str) -> Choice {
        Choice { cards: Some(text.parse().unwrap()), ..Choice::default() }
    }

    #[test]
    fn what_does_not_suit_is_refused() {
        let counts = "features,cards,hands,classes\n4,1,81,1\n";
        let gaps = Choice { gaps: true, ..Choice::default() };
        assert!(show(counts, &gaps).unwrap_err().contains("--gaps does not suit"));
        let measure = Choice { measure: Some(Measure::Sets), ..Choice::default() };
        assert!(show(counts, &measure).unwrap_err().contains("--measure does not suit"));
        assert!(show(counts, &sizes("2")).unwrap_err().contains("no rows of 2 cards"));
        let sets = "hand,set,card1,card2,card3\n1,1,a,b,c\n";
        assert!(show(sets, &sizes("2")).unwrap_err().contains("--cards does not suit"));
        assert!(show("a,b\n", &Choice::default()).unwrap_err().contains("no table of setodds"));
    }

    #[test]
    fn every_table_without_rows_says_so() {
        for table in Table::all() {
            let said = show(&(table.columns().join(",") + "\n"), &Choice::default()).unwrap_err();
            assert!(said.contains("no rows"), "{table:?}: {said}");
        }
    }
}
