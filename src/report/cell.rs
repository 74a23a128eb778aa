//! A cell of a row, from which CSV, JSON, tables and Python take what it holds.
//!
//! A JSON number is a float to many programs, which round what is above 2^53. So exact counts are
//! text there, small ones too; counts of what was dealt, played or timed are numbers. In a CSV both
//! are digits. A seed is a number up to 2^53 and text above, so that no reader rounds it.

use super::field::Field;
use crate::extreme::End;
use crate::game::{Arrival, Policy};
use crate::measure::Measure;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

/// The content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A missing value: unknown or not applicable.
    Missing,
    /// A whole number.
    Whole(u128),
    /// An exact count.
    Exact(u128),
    /// Any other number.
    Real(f64),
    /// `true` or `false`.
    Logical(bool),
    /// A text or a name, which may be empty.
    Text(Cow<'static, str>),
}

impl Cell {
    /// Returns a whole number as an exact count, and anything else as it is.
    pub(super) fn exactly(self) -> Self {
        match self {
            Self::Whole(count) => Self::Exact(count),
            other => other,
        }
    }

    /// Returns the content as text, for Python, tables and charts, or `None` if it is missing. A CSV
    /// writes small numbers in another way.
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

    /// Returns the content if it is not a whole number but another one.
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
            Self::Exact(count) => exactly(count, serializer),
            Self::Real(number) => serializer.serialize_f64(*number),
            Self::Logical(is_so) => serializer.serialize_bool(*is_so),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// A row as a JSON object.
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

/// Reads a count; 0 where it is missing.
pub(super) fn zero_if_missing<'de, D: Deserializer<'de>>(cell: D) -> Result<u128, D::Error> {
    Ok(Option::deserialize(cell)?.unwrap_or(0))
}

/// The largest whole number up to which a float tells all apart: 2^53.
const MAX_EXACT_FLOAT: u64 = 1 << 53;

/// Writes a seed: as a number where every reader of JSON keeps it exactly, otherwise as text.
pub(super) fn seed<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    if *seed <= MAX_EXACT_FLOAT {
        serializer.serialize_u64(*seed)
    } else {
        serializer.serialize_str(&seed.to_string())
    }
}

/// Writes a seed that may be missing.
pub(super) fn seed_if_known<S: Serializer>(
    number: &Option<u64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => seed(number, serializer),
        None => serializer.serialize_none(),
    }
}

/// Writes an exact count.
pub(super) fn exactly<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&count.to_string())
}
