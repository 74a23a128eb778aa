//! Checks that written values are parsed back to equal values.

use proptest::prelude::{Strategy as Arbitrary, any, prop};
use proptest::{prop_assert, prop_assert_eq, proptest};
use setodds_engine::card::{Card, Deck};
use setodds_engine::deal::Seed;
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::measure::{Key, Measure};
use setodds_engine::pack::Pack;
use setodds_engine::run::Shard;
use setodds_engine::stats::Confidence;
use setodds_engine::stats::precision::Precision;
use setodds_engine::tally::TallyKey;
use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Returns whether the text form of a value, with and without surrounding spaces, is parsed back to
/// it.
fn is_read_back<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(value: &T) -> bool {
    let text = value.to_string();
    [text.parse(), format!(" {text} ").parse()].iter().all(|read| read.as_ref().ok() == Some(value))
}

fn measure() -> impl Arbitrary<Value = Measure> {
    prop::sample::select(Measure::ALL.to_vec())
}

proptest! {
    /// Checks that overlapping ranges in any order denote the numbers in them.
    #[test]
    fn hand_sizes_are_a_set_of_numbers(
        ranges in prop::collection::vec((0_usize..=60, 0_usize..4), 1..8),
    ) {
        let numbers: BTreeSet<usize> =
            ranges.iter().flat_map(|&(first, more)| first..=first + more).collect();
        let text = |&(first, more): &(usize, usize)| match more {
            0 => first.to_string(),
            _ => format!("{first}-{}", first + more),
        };
        let text = ranges.iter().map(text).collect::<Vec<_>>().join(",");
        let sizes: Sizes = text.parse().unwrap();
        prop_assert!(sizes.iter().eq(numbers.iter().copied()), "{}", text);
        prop_assert!(is_read_back(&sizes));
        prop_assert!(sizes.to_string().len() <= text.len());
    }

    #[test]
    fn shards_and_seeds_are_read_back(
        of in 1_u64..=1_000_000, number in any::<prop::sample::Index>(), seed in any::<u64>(),
    ) {
        let number = 1 + number.index(of.try_into().unwrap()) as u64;
        prop_assert!(is_read_back(&Shard::new(number, of).unwrap()));
        prop_assert!(is_read_back(&Seed(seed)));
    }

    #[test]
    fn names_of_measures_are_read_back(measure in measure(), cards in 0_usize..=729) {
        let key = Key { cards, measure };
        prop_assert_eq!(Key::named(&key.name()), Some(key));
    }

    /// Checks that a level is parsed back to the last bit, and a precision, which is written in
    /// percent, to twelve digits.
    #[test]
    fn levels_and_precisions_are_read_back(part in 1e-9..1.0_f64, digits in 1_usize..10) {
        if let Ok(confidence) = Confidence::new(part) {
            prop_assert!(is_read_back(&confidence));
        }
        let precision = Precision::new(part).unwrap();
        let read: Precision = precision.to_string().parse().unwrap();
        prop_assert!((read.value() / part - 1.0).abs() < 1e-11);
        let rounded = format!("{part:.digits$e}").parse::<Precision>();
        prop_assert!(rounded.is_err() || is_read_back(&rounded.unwrap()));
    }

    #[test]
    fn missing_cards_are_read_back(
        features in 2_usize..=6, missing in prop::collection::btree_set(0_usize..729, 1..20),
    ) {
        let deck = Deck::new(features).unwrap();
        let missing: BTreeSet<usize> = missing.into_iter().map(|it| it % deck.size()).collect();
        let cards = missing.iter().map(|&index| Card::new(index, deck).unwrap());
        let Ok(pack) = Pack::without(deck, cards) else { return Ok(()) };
        prop_assert_eq!(Pack::read(deck, &pack.to_string()), Ok(pack));
        prop_assert_eq!(pack.size() + missing.len(), deck.size());
        prop_assert!(pack.cards().all(|card| !missing.contains(&card.index())));
    }
}
