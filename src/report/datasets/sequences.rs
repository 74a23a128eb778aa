//! Integer sequences: a row for each.

use super::Listed;
use crate::oeis::Sequence;
use crate::report::csv::row;
use crate::report::field::{NUMBER, TEXT};

row! {
    /// A sequence of integers: a row of the CSV, columns in this order.
    pub struct SequenceRow {
        /// Its name.
        pub sequence: String = TEXT.key(),
        /// The index of the first term.
        pub offset: usize = NUMBER,
        /// The number of terms.
        pub terms: usize = NUMBER,
        /// The first terms.
        pub first_terms: String = TEXT,
        /// Its number in the OEIS, where it has one.
        pub oeis: Option<String> = TEXT,
        /// The number of terms that it had there when they were compared.
        pub oeis_terms: Option<usize> = NUMBER.ranked(1),
        /// What the terms are.
        pub title: String = TEXT.ranked(2),
    }
}

impl Listed for SequenceRow {}

/// The characters of first terms at most, unless the first term alone has more.
const ROOM: usize = 24;

impl SequenceRow {
    /// The row of a sequence.
    #[must_use]
    pub fn new(sequence: &Sequence) -> Self {
        let mut first_terms = String::new();
        for term in &sequence.terms {
            let next = format!("{}{term}", if first_terms.is_empty() { "" } else { ", " });
            if !first_terms.is_empty() && first_terms.len() + next.len() > ROOM {
                break;
            }
            first_terms += &next;
        }
        Self {
            sequence: sequence.name.clone(),
            offset: sequence.offset,
            terms: sequence.terms.len(),
            first_terms,
            oeis: sequence.published.map(|entry| entry.number.to_owned()),
            oeis_terms: sequence.published.map(|entry| entry.terms),
            title: sequence.title.clone(),
        }
    }
}
