//! The whole result as one JSON document: provenance, summaries, rows.
//!
//! Counts are written as they are, beyond 64 bits, too; hence nothing here goes through
//! [`serde_json::Value`], which cannot hold them.

use super::distribution::{DistributionRow, Origin, Proportion, Summary};
use super::provenance::Provenance;
use crate::measure::Measure;
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
    /// Left out for the number of sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<&'static str>,
    exact: bool,
    no_set: Option<Proportion>,
    mean: f64,
    mean_standard_error: Option<f64>,
    exact_mean: Option<f64>,
    fit: Option<FitEntry>,
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
            measure: Some(summary.measure).filter(|&it| it != Measure::Sets).map(Measure::name),
            exact,
            no_set: summary.no_set.clone(),
            mean: summary.moments.mean,
            mean_standard_error: summary.moments.standard_error().filter(|_| !exact),
            exact_mean: summary.exact_mean.map(Ratio::value),
            fit: summary.fit.map(|fit| FitEntry {
                chi_square: fit.chi_square,
                degrees_of_freedom: fit.degrees_of_freedom,
                p_value: fit.p_value,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::measure::Key;
    use crate::report::distribution::Distribution;
    use crate::tally::Tally;

    #[test]
    fn counts_beyond_64_bits_are_written_exactly() {
        let mut tally = Tally::default();
        tally.add(1, (1 << 70) + 1);
        let origin = Origin::Enumerated;
        let key = Key::sets(30);
        let distribution = Distribution { deck: Deck::GAME, key, tally: &tally, origin };
        let mut bytes = Vec::new();
        let entry = SummaryEntry::new(&distribution.summary());
        write(&(distribution.rows(), entry), &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text.matches("1180591620717411303425").count(), 4, "{text}");
    }
}
