//! JSON record with the summary statistics of a distribution.

use super::{DistributionRow, Origin, Summary};
use crate::measure::Measure;
use crate::report::cell::Record;
use crate::report::csv::Row;
use crate::stats::Ratio;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::json;

impl Serialize for Summary {
    /// Serializes the summary statistics; the measure is omitted if it is the number of sets.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let exact = self.origin == Origin::Enumerated;
        let error = self.moments.standard_error().filter(|_| !exact);
        let fit = self.fit.map(|fit| {
            json!({
                "chi_square": fit.chi_square,
                "degrees_of_freedom": fit.degrees_of_freedom,
                "p_value": fit.p_value,
            })
        });
        // The columns from `count` to `exact_probability`.
        let column = |name| DistributionRow::FIELDS.iter().position(|field| field.name == name);
        let first = column("count").expect("a column of the row");
        let last = column("exact_probability").expect("a column of the row");
        let cells = self.no_set.clone().map(Row::cells);
        let no_set = cells
            .as_ref()
            .map(|cells| Record(&DistributionRow::FIELDS[first..=last], &cells[first..=last]));
        let mut entry = serializer.serialize_map(None)?;
        entry.serialize_entry("features", &self.features)?;
        entry.serialize_entry("cards", &self.cards)?;
        if self.measure != Measure::Sets {
            entry.serialize_entry("measure", self.measure.name())?;
        }
        entry.serialize_entry("exact", &exact)?;
        entry.serialize_entry("no_set", &no_set)?;
        entry.serialize_entry("mean", &self.moments.mean)?;
        entry.serialize_entry("mean_standard_error", &error)?;
        entry.serialize_entry("exact_mean", &self.exact_mean.map(Ratio::value))?;
        entry.serialize_entry("fit", &fit)?;
        entry.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::measure::Key;
    use crate::report::distribution::Distribution;
    use crate::stats::Confidence;
    use crate::tally::Tally;

    /// Serializes the rows and the summary of hands that each hold one set.
    fn document(count: u128, origin: Origin) -> String {
        let mut tally = Tally::default();
        tally.add(1, count);
        let key = Key::sets(30);
        let distribution = Distribution { pack: Deck::GAME.into(), key, tally: &tally, origin };
        serde_json::to_string_pretty(&(distribution.rows(), distribution.summary())).unwrap()
    }

    #[test]
    fn counts_beyond_64_bits_are_written_exactly() {
        let counted = document((1 << 70) + 1, Origin::Enumerated);
        assert_eq!(counted.matches(": \"1180591620717411303425\"").count(), 4, "{counted}");
        let dealt = document((1 << 70) + 1, Origin::Sampled(Confidence::default()));
        assert_eq!(dealt.matches(": 1180591620717411303425").count(), 4, "{dealt}");
    }

    /// The origin of a number decides how it is written, not its size.
    #[test]
    fn small_exact_counts_are_text_too() {
        let counted = document(7, Origin::Enumerated);
        assert!(counted.contains("\"count\": \"0\"") && counted.contains("\"total\": \"7\""));
        let dealt = document(7, Origin::Sampled(Confidence::default()));
        assert!(dealt.contains("\"count\": 0") && dealt.contains("\"total\": 7"), "{dealt}");
    }
}
