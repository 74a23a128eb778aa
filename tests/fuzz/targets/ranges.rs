//! Parses any text as a number, a range or a condition, as in options and in cells of CSVs; invalid
//! text gives an error message. Values are written in a form that is parsed back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds_engine::card::Deck;
use setodds_engine::deal::Seed;
use setodds_engine::pack::Pack;
use setodds_engine::hand::sizes::Sizes;
use setodds::report::question::{Given, SetCounts};
use setodds_engine::run::Shard;
use setodds_engine::stats::Confidence;
use setodds_engine::stats::precision::Precision;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Parses a text, and checks that the value is written in a form that is parsed back.
fn read<T>(text: &str) -> Option<T>
where
    T: FromStr<Err: Display> + Display + PartialEq + Debug,
{
    match text.parse::<T>() {
        Ok(value) => {
            assert_eq!(value.to_string().parse().ok().as_ref(), Some(&value));
            Some(value)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

fuzz_target!(|text: &str| {
    read::<SetCounts>(text);
    read::<Given>(text);
    read::<Seed>(text);
    read::<Shard>(text);
    read::<Confidence>(text);
    // A precision is written in percent with limited digits, so another number may be parsed back.
    if let Ok(precision) = text.parse::<Precision>() {
        assert!(precision.to_string().parse::<Precision>().is_ok());
    }
    if let Some(sizes) = read::<Sizes>(text) {
        assert!(sizes.iter().is_sorted_by(|one, next| one < next));
    }
    match Pack::read(Deck::GAME, text) {
        Ok(pack) if !pack.is_full() => {
            assert_eq!(Pack::read(Deck::GAME, &pack.to_string()).ok(), Some(pack));
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
