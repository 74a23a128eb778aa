//! Cells that cannot be read.

use crate::escape::excerpt;
use csv::DeserializeErrorKind::{self, InvalidUtf8, ParseBool, ParseFloat, ParseInt};
use std::num::IntErrorKind;

/// Why a cell is not what its column holds.
pub(super) fn misread(kind: &DeserializeErrorKind, cell: &str) -> String {
    let wanted = match kind {
        ParseInt(error) => match error.kind() {
            IntErrorKind::PosOverflow => "is too large",
            _ => "is not a whole number",
        },
        ParseFloat(_) => "is not a number",
        ParseBool(_) => "is neither true nor false",
        InvalidUtf8(_) => "is not UTF-8 text",
        other => return excerpt(&other.to_string()),
    };
    format!("`{}` {wanted}", excerpt(cell))
}
