//! Published values with their sources, for comparison with the engine's results.
//!
//! Sources of the hands and caps:
//!
//! * `settergren`: n = 4, up to 12 cards; R. Settergren, "Enumerating Deals in the Game of SET",
//!   2020.
//! * `knuth`: n = 4, hands without a set, which are caps, and their classes by size; D. Knuth,
//!   SETSET-ALL, 2001, run again. The maximum 20: G. Pellegrino, "Sul massimo ordine delle calotte
//!   in S(4,3)", 1971.
//! * `subsets`: n = 2 and 3, all 2^9 and 2^27 subsets, enumerated.
//!
//! Sources of `facts.csv`: the sequences A016142, A090245, A182240 and A380167 of the OEIS; problem
//! 818 of Project Euler, which gives these two values; J. Stevens and D. Wilson, arXiv 2501.12565,
//! 2025 (up to 12 cards proved); Settergren again; and `public`, values without a known author: the
//! first set and the ultrasets. `oeis.csv` holds entries of the OEIS as they were in 2026.

pub(crate) mod games;

use serde::de::DeserializeOwned;

/// Parses the rows of a CSV.
pub(crate) fn rows<T: DeserializeOwned>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes()).into_deserialize().map(Result::unwrap).collect()
}
