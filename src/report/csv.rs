//! Tidy CSV: a header, then one observation a row.

use serde::Serialize;
use std::io::{self, Write};

/// A row of some table.
pub trait Row: Serialize {
    /// The names of its fields, in order: the header, even of a table without rows.
    const COLUMNS: &'static [&'static str];
}

impl<R: Row> Row for &R {
    const COLUMNS: &'static [&'static str] = R::COLUMNS;
}

/// Writes a header and rows.
///
/// # Errors
///
/// When the writer fails.
pub fn write<R: Row>(rows: impl IntoIterator<Item = R>, writer: impl Write) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(writer);
    writer.write_record(R::COLUMNS).map_err(into_io)?;
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
    use crate::report::hands::{CardRow, SetRow};

    /// The columns are the names of the fields, as serde sees them.
    fn check_columns<R: Row>(row: &R) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(row).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        assert_eq!(text.lines().next(), Some(R::COLUMNS.join(",").as_str()));
    }

    #[test]
    fn columns_are_the_fields() {
        let text = String::new;
        let (hand, card, digits, bits) = (text(), text(), text(), text());
        check_columns(&CardRow { hand, card, digits, bits, index: 0 });
        let (hand, card1, card2, card3) = (text(), text(), text(), text());
        check_columns(&SetRow { hand, set: 1, card1, card2, card3 });
    }

    #[test]
    fn a_table_without_rows_has_a_header() {
        let mut bytes = Vec::new();
        write::<SetRow>([], &mut bytes).unwrap();
        assert_eq!(bytes, b"hand,set,card1,card2,card3\n");
    }

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
        check_columns(&row);
        let mut bytes = Vec::new();
        write([row], &mut bytes).unwrap();
        assert_eq!(
            String::from_utf8(bytes).unwrap(),
            "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
             exact_probability\n\
             4,12,sets,0,1180591620717411303425,2361183241434822606848,0.5,,,1e-9\n"
        );
    }
}
