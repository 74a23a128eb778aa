//! What is shown of some files.

use super::recognised::Recognised;
use super::table_error::TableError;
use crate::hand::sizes::Sizes;
use crate::measure::Measure;
use crate::report::columns::RenderTarget;
use crate::report::escape;
use crate::stats::Confidence;
use serde::de::DeserializeOwned;

/// The part of a CSV that is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The hand sizes to show; all when missing.
    pub cards: Option<Sizes>,
    /// The measure of a distribution to show; all when missing.
    pub measure: Option<Measure>,
    /// Lists the values between the smallest and the largest that no hand of a distribution has.
    pub gaps: bool,
    /// The level of the intervals.
    pub confidence: Confidence,
}

/// The part of some rows that is shown, and the target.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(crate) choice: &'a Choice,
    pub(crate) target: RenderTarget,
}

/// All rows of some files.
pub(crate) fn all<T: DeserializeOwned>(files: &[Recognised<'_>]) -> Result<Vec<T>, TableError> {
    let rows = files.iter().map(Recognised::some_rows).collect::<Result<Vec<Vec<T>>, _>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// The tables of several decks or policies one below the other, each with its name; one goes
/// without.
pub(crate) fn one_by_one(parts: Vec<(String, String)>) -> String {
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
