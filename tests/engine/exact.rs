//! All hands counted: every method against the others and against what is published.

use crate::published;
use crate::{part, threads};
use setodds_engine::card::Deck;
use setodds_engine::deal::InstructionSet;
use setodds_engine::detect::Strategy;
use setodds_engine::exact::Exhaustive;
use setodds_engine::exact::classes::ByClasses;
use setodds_engine::exact::hands::{Enumeration, Walk};
use setodds_engine::exact::layers::{Layers, LayersError};
use setodds_engine::measure::{Key, Measures};
use setodds_engine::run::{Blocks, Kernel, StopFlag, ThreadPool, Threads, execute};
use setodds_engine::symmetry::{Family, Search, Space};
use setodds_engine::tally::Tallies;

fn count<E: Exhaustive>(method: &E, number: usize) -> Tallies<Key> {
    let partial = execute(method, threads(number)).unwrap();
    method.finish(&partial.tally()).unwrap()
}

fn layers(features: usize, sizes: &str) -> Result<Layers, LayersError> {
    let sizes = sizes.parse().unwrap();
    Layers::new(Deck::new(features).unwrap(), sizes, Threads::available())
}

/// Every number that is published is found.
fn reproduces_the_published<E: Exhaustive>(features: usize, method: &E) {
    let all = count(method, 2);
    let mut compared = 0;
    for row in published::hands().iter().filter(|row| row.features == features) {
        if let Some(tally) = all.get(Key::sets(row.cards)) {
            assert_eq!(tally.count(row.sets), row.hands, "{row:?}");
            compared += 1;
        }
    }
    assert!(compared > 6);
}

#[test]
fn layers_reproduce_what_is_published() {
    for (features, sizes) in [(2, "0-9"), (3, "0-27"), (4, "0-12,14,78-81")] {
        reproduces_the_published(features, &layers(features, sizes).unwrap());
    }
}

#[test]
fn every_strategy_reproduces_what_is_published() {
    for strategy in Strategy::ALL {
        let is_fast = strategy == Strategy::default();
        let [three, four] = if is_fast { ["0-8,20-27", "0-5"] } else { ["2-6", "0-4"] };
        for (features, sizes) in [(2, "0-9"), (3, three), (4, four)] {
            let (deck, walk) = (Deck::new(features).unwrap(), Walk::EachHand(strategy));
            let hands = Enumeration::new(deck, sizes.parse().unwrap(), walk).unwrap();
            reproduces_the_published(features, &hands);
        }
    }
}

#[test]
fn layers_agree_with_counting_card_by_card() {
    for (features, sizes) in [(2, "0-9"), (3, "0-9,22-27"), (4, "0-5")] {
        let deck = Deck::new(features).unwrap();
        let by_hand = Enumeration::new(deck, sizes.parse().unwrap(), Walk::Prefixes).unwrap();
        let layers = layers(features, sizes).unwrap();
        assert_eq!(count(&layers, 2), count(&by_hand, 2), "{features}");
    }
}

#[test]
fn layers_agree_with_counting_class_by_class() {
    for (features, sizes) in [(3, "0-27"), (4, "6-9")] {
        let by_classes = by_classes(Deck::new(features).unwrap(), sizes);
        let layers = layers(features, sizes).unwrap();
        assert_eq!(count(&layers, 2), count(&by_classes, 2), "{features}");
    }
}

/// The count from one hand of each class.
fn by_classes(deck: Deck, sizes: &str) -> ByClasses {
    let mut all = ByClasses::new(deck, sizes.parse().unwrap(), &Measures::default()).unwrap();
    let (space, pool) = (Space::new(deck), ThreadPool::new(threads(2)).unwrap());
    let mut search = Search::new(&space, Family::Hands);
    all.add(&search).unwrap();
    while search.cards() < all.most() {
        search.step(&pool, &StopFlag::default());
        all.add(&search).unwrap();
    }
    all
}

#[test]
fn neither_instructions_nor_threads_nor_company_change_a_count() {
    let expected = count(&layers(4, "10").unwrap(), 1);
    for set in InstructionSet::available() {
        let layers = layers(4, "10").unwrap().with_instructions(set);
        assert_eq!(count(&layers, 5), expected, "{set}");
    }
    let together = count(&layers(4, "7-11").unwrap(), 2);
    assert_eq!(together.get(Key::sets(10)), expected.get(Key::sets(10)));
}

#[test]
fn a_count_can_be_resumed_and_shared() {
    let layers = layers(4, "9-12").unwrap();
    let run = |from, to| part(&layers, &Blocks::below(to).without(&Blocks::below(from)));
    let blocks = layers.plan().blocks();
    let mut whole = run(3, blocks);
    assert!(layers.finish(&whole.tally()).is_err(), "a part is no result");
    whole.merge(run(0, 3)).unwrap();
    assert_eq!(layers.finish(&whole.tally()).unwrap(), count(&layers, 2));
}

#[test]
fn what_is_left_follows() {
    let (small, large) = (layers(4, "0-8").unwrap(), layers(4, "73-81").unwrap());
    assert_eq!(small.leaves(), large.leaves());
    let large = count(&large, 2);
    assert_eq!(large.get(Key::sets(81)).unwrap().count(1080), 1);
    assert_eq!(large.get(Key::sets(78)).unwrap().count(963), 85_320 - 1080);
}

#[test]
fn what_cannot_be_counted_is_refused() {
    assert_eq!(layers(5, "6").unwrap_err(), LayersError::Features(5));
    assert!(matches!(layers(4, "82"), Err(LayersError::Sizes(_))));
}

#[test]
fn estimates_grow_with_the_work() {
    let estimate = |sizes| layers(4, sizes).unwrap().estimate(threads(1), threads(1)).unwrap();
    assert!(estimate("18") > 100 * estimate("12"));
}
