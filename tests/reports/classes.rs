//! Compares distributions by classes with those of all hands, counted one by one, and of random
//! deals.

use super::summary;
use setodds_engine::card::Deck;
use setodds_engine::combinations::Combinations;
use setodds_engine::deal::{Deals, Seed};
use setodds_engine::detect::Strategy;
use setodds_engine::exact::Exhaustive;
use setodds_engine::exact::classes::ByClasses;
use setodds_engine::exact::known;
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::measure::{Key, Measure, Measurer, Measures};
use setodds_engine::run::{StopFlag, ThreadPool, Threads, execute};
use setodds_engine::symmetry::{Family, Search, Space};
use setodds_engine::tally::{Merge, Tallies};

fn measures() -> Measures {
    Measure::ALL.iter().copied().filter(|measure| measure.is_affine_invariant()).collect()
}

fn by_classes(deck: Deck, sizes: &str, measures: &Measures) -> Tallies<Key> {
    let mut all = ByClasses::new(deck, sizes.parse().unwrap(), measures).unwrap();
    let (space, pool) = (Space::new(deck), ThreadPool::new(Threads::available()).unwrap());
    let mut search = Search::new(&space, Family::Hands);
    loop {
        all.add(&search).unwrap();
        if search.cards() == all.max_cards() {
            break;
        }
        search.step(&pool, &StopFlag::default());
    }
    let counted = execute(&all, Threads::available()).unwrap();
    all.finish(&counted.into_tally()).unwrap()
}

/// Measures every hand on its own, by the definition of the distribution.
fn one_by_one(deck: Deck, cards: usize) -> Tallies<Key> {
    let measurer = Measurer::new(deck, Sizes::one(cards), measures(), Strategy::default()).unwrap();
    let (mut recorder, mut hands) =
        (measurer.recorder(), Combinations::starting_at(0, cards, deck.cards()));
    loop {
        recorder.record(hands.get());
        if hands.advance().is_none() {
            return recorder.finish();
        }
    }
}

#[test]
fn all_measures_of_all_hands_of_small_decks() {
    for (features, sizes, all) in [
        (2, "0-9", vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (3, "2-5,7", vec![2, 3, 4, 5, 7]),
        (4, "4", vec![4]),
    ] {
        let deck = Deck::new(features).unwrap();
        let mut expected = Tallies::default();
        all.into_iter().for_each(|cards| expected.merge(one_by_one(deck, cards)));
        assert_eq!(by_classes(deck, sizes, &measures()), expected, "{features} features");
    }
}

#[test]
fn the_tables_are_what_is_counted() {
    let counted = by_classes(Deck::GAME, "6-11", &measures());
    assert_eq!(counted.iter().count(), 6 * 5);
    for (key, tally) in counted.iter() {
        for (value, count) in tally.iter() {
            let own = setodds_engine::stats::Ratio::new(count, tally.total());
            assert_eq!(known::probability(Deck::GAME, key, value), Some(own), "{key:?} {value}");
        }
    }
}

#[test]
fn deals_agree_with_the_exact_distributions() {
    let sizes: Sizes = "6,9,12,15".parse().unwrap();
    let measurer = Measurer::new(Deck::GAME, sizes, measures(), Strategy::default()).unwrap();
    let simulation = Deals::new(measurer, Seed(5), 400_000).unwrap();
    let dealt = execute(&simulation, Threads::available()).unwrap();
    let mut fits = 0;
    for (key, tally) in dealt.tally().iter() {
        let fit = summary(Deck::GAME, key, tally).fit.unwrap();
        assert!(fit.p_value > 1e-4, "{key:?}: {fit:?}");
        fits += 1;
    }
    assert_eq!(fits, 20);
}
