//! The data dictionary: every column of every table, in words.

use crate::report::field::{Field, FieldKind, Role};
use crate::report::kinds;

/// The most columns of a line.
const WIDTH: usize = 76;

/// All tables with their columns: what each holds, and how.
///
/// ```
/// let text = setodds::report::read::dictionary();
/// assert!(text.contains("The caps of `caps`"));
/// ```
#[must_use]
pub fn dictionary() -> String {
    let mut tables: Vec<String> = Vec::new();
    for &dataset in kinds::ALL {
        let columns: String = dataset.fields.iter().map(entry).collect();
        let words = dataset.words;
        let title: String = words[..1].to_uppercase() + &words[1..];
        tables.push(format!("{title}:\n{columns}"));
    }
    tables.join("\n")
}

/// A column: its name, what it holds, what a cell may be.
fn entry(field: &Field) -> String {
    let about = field.about.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut notes = vec![kind(field.kind)];
    let role = match field.role {
        Role::Key | Role::Part => "key",
        _ if field.is_optional => "may be empty",
        _ => "",
    };
    notes.extend((!role.is_empty()).then(|| role.to_owned()));
    let text = format!("  {}: {about} ({})", field.name, notes.join("; "));
    let options = textwrap::Options::new(WIDTH).subsequent_indent("      ");
    textwrap::fill(&text, options) + "\n"
}

/// What a cell may be.
fn kind(kind: FieldKind) -> String {
    match kind {
        FieldKind::Features => "2 to 6".to_owned(),
        FieldKind::Cards => "cards of the deck".to_owned(),
        FieldKind::Sets => "sets of the deck".to_owned(),
        FieldKind::Measured(measure) => measure.name().replace('-', " "),
        FieldKind::Differing => "features of the deck".to_owned(),
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
        for &dataset in kinds::ALL {
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
