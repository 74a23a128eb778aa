//! Counts as they are written.
//!
//! A JSON number is a float to many programs, which round what is above 2^53. So exact counts are
//! text there, small ones, too; those of what was dealt, played or timed are numbers. In a CSV both
//! are digits. A seed is a number up to 2^53 and text above, so that no reader rounds it.

use serde::{Deserialize, Deserializer, Serializer};

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

/// Writes a count in a column of exact ones.
pub(super) fn exactly<S: Serializer>(
    count: &impl ToString,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&count.to_string())
}

/// Writes a count in a column of exact ones, where it may be missing.
pub(super) fn exactly_if_known<S: Serializer>(
    count: &Option<u128>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match count {
        Some(count) => exactly(count, serializer),
        None => serializer.serialize_none(),
    }
}
