//! The whole result as one JSON document: provenance, summaries, rows.

use super::distribution::{DistributionRow, Origin, Summary};
use super::provenance::Provenance;
use crate::stats::proportion::Interval;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes a JSON document, indented, with a line end.
///
/// # Errors
///
/// When the writer fails.
pub fn write(document: &impl serde::Serialize, mut writer: impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut writer, document)?;
    writeln!(writer)
}

/// The document of some distributions.
#[must_use]
pub fn document(provenance: &Provenance, summaries: &[Summary], rows: &[DistributionRow]) -> Value {
    let summaries: Vec<Value> = summaries.iter().map(summary).collect();
    json!({ "provenance": provenance, "summary": summaries, "rows": rows })
}

fn summary(summary: &Summary) -> Value {
    let limits = |limits: Interval| json!({ "low": limits.low, "high": limits.high });
    json!({
        "features": summary.features,
        "cards": summary.cards,
        "exact": summary.origin == Origin::Enumerated,
        "no_set": {
            "count": summary.no_set.part,
            "total": summary.no_set.whole,
            "probability": summary.no_set.value(),
            "interval": summary.no_set_interval.map(limits),
            "exact_probability": summary.no_set_exact.map(crate::stats::Ratio::value),
        },
        "mean": summary.moments.mean,
        "mean_standard_error": match summary.origin {
            Origin::Sampled(_) => summary.moments.standard_error(),
            Origin::Enumerated => None,
        },
        "exact_mean": summary.exact_mean.value(),
        "fit": summary.fit.map(|fit| json!({
            "chi_square": fit.chi_square,
            "degrees_of_freedom": fit.degrees,
            "p_value": fit.p_value,
        })),
    })
}
