//! List of all kinds of results, used to recognise a CSV, and the data dictionary, which explains
//! every column of every table.

use super::field::{CellType, Field, FieldKind, Role};
use super::kind::Dataset;
use super::rows::games::{self, looks, stages, summary, survival, values};
use super::rows::{
    answer, caps, checks, classes, distribution, extremes, hands, near_sets, next, puzzles, race,
    ultrasets,
};
use std::collections::BTreeSet;

/// All kinds of results, in the order of `help data`.
pub const ALL: &[Dataset] = &[
    Dataset::of::<distribution::DistributionRow>(),
    Dataset::of::<race::RaceRow>(),
    Dataset::of::<caps::CapRow>(),
    Dataset::of::<caps::CapClassRow>(),
    Dataset::of::<classes::ClassRow>(),
    Dataset::of::<classes::ClassCountRow>(),
    Dataset::of::<extremes::ExtremeRow>(),
    Dataset::of::<answer::AnswerRow>(),
    Dataset::of::<answer::ValueAnswerRow>(),
    Dataset::of::<hands::HandCapRow>(),
    Dataset::of::<ultrasets::UltrasetRow>(),
    Dataset::of::<near_sets::NearSetRow>(),
    Dataset::of::<hands::CardRow>(),
    Dataset::of::<hands::SetRow>(),
    Dataset::of::<next::NextRow>(),
    Dataset::of::<puzzles::PuzzleRow>(),
    Dataset::of::<next::CompletionRow>(),
    Dataset::of::<checks::CheckRow>(),
    Dataset::of::<stages::StageRow>(),
    Dataset::of::<values::LeftoverRow>(),
    Dataset::of::<values::ExtraDealsRow>(),
    Dataset::of::<values::LargestTableRow>(),
    Dataset::of::<values::RoundsRow>(),
    Dataset::of::<looks::LookRow>(),
    Dataset::of::<survival::SurvivalRow>(),
    Dataset::of::<summary::SummaryRow>(),
    Dataset::of::<games::DifferenceRow>(),
];

/// Returns the names of columns that hold whole numbers in every table that has them. JSON writes
/// exact counts of such columns as text.
#[must_use]
pub fn whole_columns() -> Vec<&'static str> {
    let fields = || ALL.iter().flat_map(|it| it.fields);
    let is_whole = |field: &Field| CellType::from(field.kind) == CellType::Whole;
    let (whole, others): (Vec<&Field>, Vec<&Field>) = fields().partition(|field| is_whole(field));
    let is_other = |name: &str| others.iter().any(|field| field.name == name);
    let names: BTreeSet<&str> = whole.iter().map(|field| field.name).collect();
    names.into_iter().filter(|name| !is_other(name)).collect()
}

/// Maximum line width of the data dictionary.
const WIDTH: usize = 76;

/// Introduction to the data dictionary.
const PREFACE: &str = "\
In brackets: the type or range, and `key` for the columns that together
identify a row.

In a CSV a text keeps every character as it is. A cell may begin with `=`:
import it as text, or a spreadsheet may compute it.
";

/// Returns the data dictionary: for each table, its columns and their explanations.
///
/// ```
/// let text = setodds::report::kinds::dictionary();
/// assert!(text.contains("The caps of `caps`"));
/// assert!(text.starts_with("In brackets: the type or range, and `key`"));
/// ```
#[must_use]
pub fn dictionary() -> String {
    let mut tables = vec![PREFACE.to_owned()];
    for &dataset in ALL {
        let columns: String = dataset.fields.iter().map(entry).collect();
        let words = dataset.words;
        let title: String = words[..1].to_uppercase() + &words[1..];
        tables.push(format!("{title}:\n{columns}"));
    }
    tables.join("\n")
}

/// Returns the entry of a column in the data dictionary: its name, its explanation and the values
/// of its cells.
fn entry(field: &Field) -> String {
    let about = field.about.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut notes = vec![kind(field.kind)];
    if matches!(field.role, Role::Key | Role::Part) {
        notes.push("key".to_owned());
    }
    if field.is_optional {
        notes.push("may be empty".to_owned());
    }
    let text = format!("  {}: {about} ({})", field.name, notes.join("; "));
    let options = textwrap::Options::new(WIDTH).subsequent_indent("      ");
    textwrap::fill(&text, options) + "\n"
}

/// Describes the values that the cells of a column may have.
fn kind(kind: FieldKind) -> String {
    match kind {
        FieldKind::Features => "2 to 6".to_owned(),
        FieldKind::Cards => "up to the deck size".to_owned(),
        FieldKind::Sets => "up to the sets in the deck".to_owned(),
        FieldKind::Differing => "up to the number of features".to_owned(),
        FieldKind::Count => "count, up to 128 bits".to_owned(),
        FieldKind::Whole(most) if most == u128::from(u64::MAX) => "whole number".to_owned(),
        FieldKind::Whole(most) => format!("whole number up to {most}"),
        FieldKind::Digits => "whole number of any length".to_owned(),
        FieldKind::Probability => "proportion".to_owned(),
        FieldKind::Number(..) => "number".to_owned(),
        FieldKind::Name(names) => names.join(", "),
        FieldKind::Logical => "true, false".to_owned(),
        FieldKind::Text => "text".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_described_once() {
        let text = dictionary();
        for &dataset in ALL {
            let names = dataset.columns();
            let all = dataset.fields.iter();
            assert!(all.clone().all(|field| field.about.trim().ends_with('.')), "{dataset:?}");
            assert!(names.iter().all(|name| text.contains(&format!("\n  {name}: "))));
        }
        for part in text.split("\n\n") {
            let lines =
                part.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
            let mut names: Vec<&str> = lines.filter_map(|line| line.split(':').next()).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{part}");
        }
    }
}
