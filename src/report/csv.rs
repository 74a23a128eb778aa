//! Tidy CSV: a header, then one observation per row.

use super::cell::Cell;
use super::field::Field;
use std::io::{self, Write};

/// Row of a table, with the descriptions of its columns.
pub trait Row: Clone {
    /// The descriptions of the columns, in order.
    const FIELDS: &'static [Field];

    /// Returns the cells of the row, one per column.
    fn cells(self) -> Vec<Cell>;
}

/// Defines a row type that can be written and read. Its columns are its fields, in order; each
/// field is followed by its [description](Field), and its doc comment explains the column. An
/// `estimate` block adds the columns of an estimate, followed by the remaining fields. The `serde`
/// attributes of such a row apply to reading.
macro_rules! row {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[doc = $about:literal])+ $(#[serde($($serde:tt)*)])*
            pub $field:ident: $type:ty = $spec:expr,)*
        }
        estimate {
            $($(#[doc = $last_about:literal])+ $(#[serde($($last_serde:tt)*)])*
            pub $last:ident: $last_type:ty = $last_spec:expr,)*
        }
    ) => {
        $crate::report::csv::row! {
            @fields
            $(#[$meta])*
            pub struct $name {
                $($(#[doc = $about])+ $(#[serde($($serde)*)])* pub $field: $type = $spec,)*
                /// The number of observations counted in this row.
                #[serde(deserialize_with = "crate::report::cell::zero_if_missing")]
                pub count: u128 = $crate::report::field::COUNT,
                /// The number of all observations; empty if the probability is not a fraction of
                /// counts.
                #[serde(deserialize_with = "crate::report::cell::zero_if_missing")]
                pub total: u128 = $crate::report::field::COUNT.ranked(1),
                /// The count divided by the total.
                pub probability: f64 = $crate::report::field::PROBABILITY,
                /// The lower confidence limit; empty if the row is exact.
                pub ci_low: Option<f64> = $crate::report::field::LIMIT,
                /// The upper confidence limit; empty if the row is exact.
                pub ci_high: Option<f64> = $crate::report::field::LIMIT,
                $($(#[doc = $last_about])+ $(#[serde($($last_serde)*)])*
                pub $last: $last_type = $last_spec,)*
            }
            |row| {
                let [count, total] = row.estimate().counts();
                vec![
                    $(row.$field.into(),)*
                    count,
                    total,
                    row.probability.into(),
                    row.ci_low.into(),
                    row.ci_high.into(),
                    $(row.$last.into(),)*
                ]
            }
        }

        impl $name {
            /// Creates a row from the columns before the estimate, the estimate, and the columns
            /// after it.
            #[must_use]
            pub fn new(
                ($($field,)*): ($($type,)*),
                estimate: $crate::report::estimate::Estimate,
                ($($last,)*): ($($last_type,)*),
            ) -> Self {
                Self {
                    $($field,)*
                    count: estimate.count,
                    total: estimate.total,
                    probability: estimate.probability,
                    ci_low: estimate.limits.map(|limits| limits.low),
                    ci_high: estimate.limits.map(|limits| limits.high),
                    $($last,)*
                }
            }

            /// Returns the confidence limits, or `None` if the row is exact.
            #[must_use]
            pub fn limits(&self) -> Option<$crate::stats::proportion::Interval> {
                $crate::report::estimate::limits(self.ci_low, self.ci_high)
            }

            /// Returns the probability with its counts and limits.
            #[must_use]
            pub fn estimate(&self) -> $crate::report::estimate::Estimate {
                $crate::report::estimate::Estimate {
                    count: self.count,
                    total: self.total,
                    probability: self.probability,
                    limits: self.limits(),
                }
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[doc = $about:literal])+ $(#[serde($($serde:tt)*)])*
            pub $field:ident: $type:ty = $spec:expr,)*
        }
    ) => {
        $crate::report::csv::row! {
            @fields
            $(#[$meta])*
            pub struct $name {
                $($(#[doc = $about])+ $(#[serde($($serde)*)])* pub $field: $type = $spec,)*
            }
            |row| {
                vec![$({
                    let cell = $crate::report::cell::Cell::from(row.$field);
                    if $spec.is_exact { cell.into_exact() } else { cell }
                }),*]
            }
        }
    };
    (
        @fields
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[doc = $about:literal])+ $(#[serde($($serde:tt)*)])*
            pub $field:ident: $type:ty = $spec:expr,)*
        }
        |$row:ident| $cells:block
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Deserialize)]
        pub struct $name {
            $($(#[doc = $about])+ $(#[serde($($serde)*)])* pub $field: $type,)*
        }

        impl $crate::report::csv::Row for $name {
            const FIELDS: &'static [$crate::report::field::Field] = &[
                $($spec.named(stringify!($field), concat!($($about),+)),)*
            ];

            fn cells(self) -> Vec<$crate::report::cell::Cell> {
                let $row = self;
                $cells
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use $crate::report::csv::Row;
                let cells = self.clone().cells();
                $crate::report::cell::Record(Self::FIELDS, &cells).serialize(serializer)
            }
        }
    };
}

pub(super) use row;

/// Writes rows as CSV with a header.
///
/// # Errors
///
/// Fails if the writer fails.
pub fn write<'a, R: Row + 'a>(
    rows: impl IntoIterator<Item = &'a R>,
    to: &mut dyn Write,
) -> io::Result<()> {
    write_cells(R::FIELDS, rows.into_iter().cloned().map(R::cells), to)
}

/// Writes a header and the cells of rows as CSV. Rows are streamed: each is written before the next
/// one is computed.
pub(super) fn write_cells(
    fields: &[Field],
    rows: impl Iterator<Item = Vec<Cell>>,
    to: &mut dyn Write,
) -> io::Result<()> {
    // A column name that begins with `#` is quoted; otherwise its line would be read as a comment.
    let mut writer =
        csv::WriterBuilder::new().has_headers(false).comment(Some(b'#')).from_writer(to);
    writer.write_record(fields.iter().map(|field| field.name)).map_err(into_io)?;
    for row in rows {
        writer.serialize(row).map_err(into_io)?;
    }
    writer.flush()
}

/// Extracts the I/O error, so that a closed pipe can still be recognized.
fn into_io(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Measure;
    use crate::report::distribution::DistributionRow;
    use crate::report::estimate::Estimate;

    #[test]
    fn columns_stand_in_order_and_counts_stay_exact() {
        let half = Estimate::exact((1 << 70) + 1, 1 << 71);
        let row = DistributionRow::new((4, 12, Measure::Sets, 0), half, (Some(1e-9), None));
        let mut bytes = Vec::new();
        write([&row], &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(
            text,
            "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
             exact_probability,without\n\
             4,12,sets,0,1180591620717411303425,2361183241434822606848,0.5,,,1e-9,\n"
        );
        let again: Vec<DistributionRow> =
            csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect();
        assert_eq!(again, [row]);
    }
}
