//! Cells of a row, the common source of CSV, JSON, tables and Python values.
//!
//! Many programs read a JSON number as a float and round integers above 2^53. Exact counts are
//! therefore text in JSON, even small ones; counts of deals, games and timings are numbers. In CSV
//! both are digits. A seed is a number up to 2^53 and text above it, so no reader rounds it.

use super::field::Field;
use crate::extreme::End;
use crate::game::{Arrival, Policy};
use crate::measure::Measure;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

/// Content of a cell of a result table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A missing value: unknown or not applicable.
    Missing,
    /// A whole number, which JSON has as a number.
    Whole(u128),
    /// An exact count, which JSON has as text.
    Exact(u128),
    /// A number that need not be whole.
    Real(f64),
    /// `true` or `false`.
    Logical(bool),
    /// A text or a name, possibly empty.
    Text(Cow<'static, str>),
}

impl Cell {
    /// Converts a cell with a whole number to one with an exact count; other cells are unchanged.
    pub(super) fn into_exact(self) -> Self {
        match self {
            Self::Whole(count) => Self::Exact(count),
            other => other,
        }
    }

    /// Returns the content of a cell as text for Python, tables and charts, or `None` for a missing
    /// value. CSV formats small numbers differently.
    #[must_use]
    pub fn text(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Missing => None,
            Self::Whole(number) | Self::Exact(number) => Some(number.to_string().into()),
            Self::Real(number) => Some(format!("{number:?}").into()),
            Self::Logical(is_so) => Some(if *is_so { "true" } else { "false" }.into()),
            Self::Text(text) => Some(Cow::Borrowed(text)),
        }
    }

    /// Returns the number of a `Real` cell, or `None` for any other cell.
    pub(super) fn real(&self) -> Option<f64> {
        match self {
            Self::Real(number) => Some(*number),
            _ => None,
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Missing => serializer.serialize_none(),
            Self::Whole(number) => serializer.serialize_u128(*number),
            Self::Exact(count) => serialize_exact(count, serializer),
            Self::Real(number) => serializer.serialize_f64(*number),
            Self::Logical(is_so) => serializer.serialize_bool(*is_so),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// Row of a table, serialized as a JSON object with the column names as keys.
pub(super) struct Record<'a>(pub(super) &'static [Field], pub(super) &'a [Cell]);

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_map(Some(self.0.len()))?;
        for (field, cell) in self.0.iter().zip(self.1) {
            record.serialize_entry(field.name, cell)?;
        }
        record.end()
    }
}

macro_rules! cell_from {
    ($($Type:ty: $value:ident => $cell:expr;)+) => {
        $(impl From<$Type> for Cell {
            fn from($value: $Type) -> Self {
                $cell
            }
        })+
    };
}

cell_from! {
    usize: number => Self::Whole(number as u128);
    u64: number => Self::Whole(number.into());
    u128: number => Self::Whole(number);
    f64: number => Self::Real(number);
    bool: is_so => Self::Logical(is_so);
    String: text => Self::Text(text.into());
    &'static str: name => Self::Text(name.into());
    Measure: measure => measure.name().into();
    Policy: policy => policy.name().into();
    Arrival: arrival => arrival.name().into();
    End: end => end.name().into();
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Missing, Into::into)
    }
}

/// Deserializes a count from a CSV cell; an empty cell is read as 0.
pub(super) fn zero_if_missing<'de, D: Deserializer<'de>>(cell: D) -> Result<u128, D::Error> {
    Ok(Option::deserialize(cell)?.unwrap_or(0))
}

/// Largest integer up to which a float represents every integer exactly: 2^53.
const MAX_EXACT_FLOAT: u64 = 1 << 53;

/// Serializes a seed as a number if every JSON reader keeps it exactly, otherwise as text.
pub(super) fn serialize_seed<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    if *seed <= MAX_EXACT_FLOAT {
        serializer.serialize_u64(*seed)
    } else {
        serializer.serialize_str(&seed.to_string())
    }
}

/// Serializes an optional seed; `None` becomes `null`.
pub(super) fn serialize_optional_seed<S: Serializer>(
    number: &Option<u64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => serialize_seed(number, serializer),
        None => serializer.serialize_none(),
    }
}

/// Serializes an exact count as text.
pub(super) fn serialize_exact<S: Serializer>(
    count: &u128,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&count.to_string())
}
