//! Runs in parts: regardless of the division into blocks and the order of merging, the result is
//! that of the whole run.

use crate::part;
use proptest::prelude::{Just, ProptestConfig, Strategy as Arbitrary, any, prop};
use proptest::{prop_assert, prop_assert_eq, proptest};
use setodds_engine::card::Deck;
use setodds_engine::deal::{Deals, Seed};
use setodds_engine::detect::Strategy;
use setodds_engine::exact::hands::Enumeration;
use setodds_engine::game::{Games, Policy, Rules};
use setodds_engine::measure::{Measure, Measurer};
use setodds_engine::run::{Blocks, Kernel, Partial};
use std::fmt::Debug;

/// Merges the parts of a run in a tree: merges two neighbours of a list repeatedly, until one part
/// is left.
fn merged<T: setodds_engine::tally::Merge>(
    mut parts: Vec<Partial<T>>,
    places: &[prop::sample::Index],
) -> Partial<T> {
    for place in places {
        if parts.len() > 1 {
            let at = place.index(parts.len() - 1);
            let next = parts.remove(at + 1);
            parts[at].merge(next).unwrap();
        }
    }
    let mut all = parts.remove(0);
    parts.into_iter().for_each(|part| all.merge(part).unwrap());
    all
}

/// Checks that the parts of a run, merged in any order, give the whole run, although each block is
/// computed only once.
fn check<K: Kernel<Tally: PartialEq + Debug>>(kernel: &K) {
    let blocks = kernel.plan().blocks();
    assert!((4..60).contains(&blocks), "{blocks} blocks");
    let block = |number: u64| Blocks::below(number + 1).without(&Blocks::below(number));
    let parts: Vec<_> = (0..blocks).map(|number| part(kernel, &block(number))).collect();
    let whole = part(kernel, &Blocks::below(blocks));
    let places = prop::collection::vec(any::<prop::sample::Index>(), 0..parts.len());
    proptest!(
        ProptestConfig::with_cases(64),
        |(parts in Just(parts).prop_shuffle(), places in places)| {
            let (mut twice, some) = (parts[0].clone(), parts[0].clone());
            let all = merged(parts, &places);
            prop_assert_eq!(&all, &whole);
            prop_assert!(all.is_complete() && twice.merge(some).is_err());
        }
    );
}

#[test]
fn deals_are_merged_in_any_order() {
    let measures = [Measure::Sets, Measure::SetTypes, Measure::LargestCap];
    let sizes = "9,12".parse().unwrap();
    let measures = measures.into_iter().collect();
    let measurer = Measurer::new(Deck::GAME, sizes, measures, Strategy::default()).unwrap();
    check(&Deals::new(measurer, Seed(5), 70_000).unwrap());
}

#[test]
fn games_are_merged_in_any_order() {
    let policies = [Policy::Random, Policy::First];
    check(&Games::new(Rules::default(), &policies, Seed(5), 17_000).unwrap());
}

#[test]
fn enumerated_hands_are_merged_in_any_order() {
    let deck = Deck::new(3).unwrap();
    check(&Enumeration::new(deck, "5-8".parse().unwrap(), Strategy::default()).unwrap());
}
