//! `setodds odds --guarantee`: how many cards always hold some number of sets.

use super::failure::{Failure, OrFail};
use super::provenance::answer;
use crate::card::Deck;
use crate::extreme::guarantee;
use crate::measure::Measure;
use crate::report::document::Report;
use crate::report::guarantees::GuaranteeRow;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Values of a measure that all hands shall have or exceed: `sets=5`, `disjoint-sets=1-27`.
#[derive(Clone, Debug)]
pub(super) struct Guaranteed {
    measure: Measure,
    values: RangeInclusive<usize>,
}

impl FromStr for Guaranteed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || {
            format!(
                "`{text}` is not a valid guarantee; give MEASURE=VALUE, like sets=5, or a range \
                 like disjoint-sets=1-27"
            )
        };
        let (name, values) = text.split_once('=').ok_or_else(invalid)?;
        let measure =
            name.trim().parse().map_err(|error: <Measure as FromStr>::Err| error.to_string())?;
        let (first, last) = values.split_once('-').unwrap_or((values, values));
        let number = |text: &str| text.trim().parse().map_err(|_| invalid());
        let values = number(first)?..=number(last)?;
        if values.is_empty() { Err(invalid()) } else { Ok(Self { measure, values }) }
    }
}

/// For each value the fewest cards that always have it.
pub(super) fn guarantees(deck: Deck, all: &[Guaranteed]) -> Result<Report<'static>, Failure> {
    let values = all.iter().flat_map(|it| it.values.clone().map(|value| (it.measure, value)));
    let row = |(measure, value)| guarantee(deck, measure, value).map(GuaranteeRow::from);
    let rows = values.map(row).collect::<Result<Vec<_>, _>>().or_usage()?;
    Ok(Report::new("Guaranteed values", &answer(None, None), "guarantees", rows))
}
