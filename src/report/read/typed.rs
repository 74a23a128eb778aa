//! The columns of a table, each with the type of its cells, for a program that calls a command.

use super::recognise::Heading;
use crate::report::field::{Field, FieldKind};
use crate::report::kinds;
use csv::StringRecord;
use std::collections::BTreeSet;

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedColumn {
    /// The name of the column.
    pub name: String,
    /// The type of its cells.
    pub cell_type: CellType,
    /// The cells as in the CSV; a missing value is `None`.
    pub cells: Vec<Option<String>>,
}

/// The type of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellType {
    /// Whole numbers of any length.
    Whole,
    /// Floating-point numbers.
    Real,
    /// `true` or `false`.
    Logical,
    /// Texts.
    Text,
}

impl CellType {
    /// The name of the type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Real => "real",
            Self::Logical => "logical",
            Self::Text => "text",
        }
    }
}

impl From<FieldKind> for CellType {
    fn from(kind: FieldKind) -> Self {
        match kind {
            FieldKind::Probability | FieldKind::Number(..) => Self::Real,
            FieldKind::Logical => Self::Logical,
            FieldKind::Name(_) | FieldKind::Text => Self::Text,
            FieldKind::Features
            | FieldKind::Cards
            | FieldKind::Sets
            | FieldKind::Measured(_)
            | FieldKind::Differing
            | FieldKind::Count
            | FieldKind::Whole(_)
            | FieldKind::Digits => Self::Whole,
        }
    }
}

/// The columns of a CSV that the program wrote.
///
/// # Errors
///
/// When the program writes no such CSV, with the reason.
pub fn typed_columns(csv: &[u8]) -> Result<Vec<TypedColumn>, String> {
    let mut reader = csv::Reader::from_reader(csv);
    let header = reader.headers().map_err(|error| error.to_string())?;
    let names: Vec<String> = header.iter().map(str::to_owned).collect();
    let table = Heading::of("the result", &names).map_err(|error| error.to_string())?.dataset;
    let fields: Vec<Option<&Field>> = names.iter().map(|name| table.field(name)).collect();
    let of = |field: &Option<&Field>| field.map_or(CellType::Text, |it| it.kind.into());
    let column = |(name, field)| TypedColumn { name, cell_type: of(field), cells: Vec::new() };
    let mut columns: Vec<TypedColumn> = names.into_iter().zip(&fields).map(column).collect();
    // A text may be empty and yet be a value.
    let is_text = |it: &Field| it.kind == FieldKind::Text && !it.is_optional;
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| error.to_string())? {
        for ((column, field), cell) in columns.iter_mut().zip(&fields).zip(&record) {
            let is_value = !cell.is_empty() || field.is_none_or(is_text);
            column.cells.push(is_value.then(|| cell.to_owned()));
        }
    }
    Ok(columns)
}

/// The names of the columns whose cells are whole numbers in every table that has them. JSON writes
/// exact counts of such columns as text.
#[must_use]
pub fn whole_columns() -> Vec<&'static str> {
    let fields = || kinds::ALL.iter().flat_map(|it| it.fields);
    let is_whole = |field: &Field| CellType::from(field.kind) == CellType::Whole;
    let (whole, others): (Vec<&Field>, Vec<&Field>) = fields().partition(|field| is_whole(field));
    let is_other = |name: &str| others.iter().any(|field| field.name == name);
    let names: BTreeSet<&str> = whole.iter().map(|field| field.name).collect();
    names.into_iter().filter(|name| !is_other(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_of_the_program_is_known_by_its_header() {
        for &dataset in kinds::ALL {
            let columns = typed_columns(dataset.columns().join(",").as_bytes()).unwrap();
            let fields = dataset.columns().into_iter().map(|name| dataset.field(name).unwrap());
            let expected: Vec<CellType> = fields.map(|field| field.kind.into()).collect();
            let types: Vec<CellType> = columns.iter().map(|column| column.cell_type).collect();
            assert_eq!(types, expected, "{dataset:?}");
        }
    }

    #[test]
    fn cells_stand_below_their_column() {
        let columns = typed_columns(b"features,cards,hands,classes\n4,1,81,1\n4,2,,1\n");
        let columns = columns.unwrap();
        assert_eq!(columns[2].cells, [Some("81".to_owned()), None]);
        assert!(columns.iter().all(|column| column.cell_type == CellType::Whole));
    }
}
