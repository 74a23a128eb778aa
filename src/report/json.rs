//! The whole result as one JSON document: provenance, summaries, rows.
//!
//! Counts are written as they are, beyond 64 bits, too; hence nothing here goes through
//! [`serde_json::Value`], which cannot hold them.

use super::distribution::{DistributionRow, Origin, Summary};
use super::provenance::Provenance;
use crate::stats::Ratio;
use serde::Serialize;
use std::io::{self, Write};

/// Writes a JSON document, indented, with a line end.
///
/// # Errors
///
/// When the writer fails.
pub fn write(document: &impl Serialize, mut writer: impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut writer, document)?;
    writeln!(writer)
}

/// The document of some distributions.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    provenance: &'a Provenance,
    summary: Vec<SummaryEntry>,
    rows: &'a [DistributionRow],
}

impl<'a> Document<'a> {
    /// The document of distributions with these summaries and rows.
    #[must_use]
    pub fn new(
        provenance: &'a Provenance,
        summaries: &[Summary],
        rows: &'a [DistributionRow],
    ) -> Self {
        Self { provenance, summary: summaries.iter().map(SummaryEntry::new).collect(), rows }
    }
}

#[derive(Debug, Serialize)]
struct SummaryEntry {
    features: usize,
    cards: usize,
    exact: bool,
    no_set: Share,
    mean: f64,
    mean_standard_error: Option<f64>,
    exact_mean: f64,
    fit: Option<FitEntry>,
}

#[derive(Debug, Serialize)]
struct Share {
    count: u128,
    total: u128,
    probability: f64,
    ci_low: Option<f64>,
    ci_high: Option<f64>,
    exact_probability: Option<f64>,
}

#[derive(Debug, Serialize)]
struct FitEntry {
    chi_square: f64,
    degrees_of_freedom: usize,
    p_value: f64,
}

impl SummaryEntry {
    fn new(summary: &Summary) -> Self {
        let exact = summary.origin == Origin::Enumerated;
        Self {
            features: summary.features,
            cards: summary.cards,
            exact,
            no_set: Share {
                count: summary.no_set.part,
                total: summary.no_set.whole,
                probability: summary.no_set.value(),
                ci_low: summary.no_set_interval.map(|limits| limits.low),
                ci_high: summary.no_set_interval.map(|limits| limits.high),
                exact_probability: summary.no_set_exact.map(Ratio::value),
            },
            mean: summary.moments.mean,
            mean_standard_error: summary.moments.standard_error().filter(|_| !exact),
            exact_mean: summary.exact_mean.value(),
            fit: summary.fit.map(|fit| FitEntry {
                chi_square: fit.chi_square,
                degrees_of_freedom: fit.degrees,
                p_value: fit.p_value,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::report::distribution::Distribution;
    use crate::tally::Tally;

    #[test]
    fn counts_beyond_64_bits_are_written_exactly() {
        let mut tally = Tally::default();
        tally.add(1, (1 << 70) + 1);
        let origin = Origin::Enumerated;
        let distribution = Distribution { deck: Deck::GAME, cards: 30, tally: &tally, origin };
        let mut bytes = Vec::new();
        let entry = SummaryEntry::new(&distribution.summary());
        write(&(distribution.rows(), entry), &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text.matches("1180591620717411303425").count(), 4, "{text}");
    }
}
