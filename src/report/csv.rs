//! Tidy CSV: a header, then one observation a row.

use serde::Serialize;
use std::io::{self, Write};

/// Writes rows with a header made of their field names.
///
/// # Errors
///
/// When the writer fails.
pub fn write<R: Serialize>(rows: &[R], writer: impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(writer);
    for row in rows {
        writer.serialize(row).map_err(into_io)?;
    }
    writer.flush()
}

/// The plain error, so that a closed pipe is still known as one.
fn into_io(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::distribution::DistributionRow;

    #[test]
    fn columns_stand_in_order_and_counts_stay_exact() {
        let row = DistributionRow {
            features: 4,
            cards: 12,
            measure: "sets",
            value: 0,
            count: (1 << 70) + 1,
            total: 1 << 71,
            probability: 0.5,
            ci_low: None,
            ci_high: None,
            exact_probability: Some(1e-9),
        };
        let mut bytes = Vec::new();
        write(&[row], &mut bytes).unwrap();
        assert_eq!(
            String::from_utf8(bytes).unwrap(),
            "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
             exact_probability\n\
             4,12,sets,0,1180591620717411303425,2361183241434822606848,0.5,,,1e-9\n"
        );
    }
}
