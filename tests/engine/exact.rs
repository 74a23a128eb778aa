//! Counts all hands: compares both methods with each other and with published values.

use crate::published_values;
use crate::{part, threads};
use setodds_engine::card::Deck;
use setodds_engine::detect::Strategy;
use setodds_engine::exact::Exhaustive;
use setodds_engine::exact::classes::ByClasses;
use setodds_engine::exact::hands::Enumeration;
use setodds_engine::measure::{Key, Measures};
use setodds_engine::run::{Blocks, Kernel, StopFlag, ThreadPool, execute};
use setodds_engine::symmetry::{Family, Search, Space};
use setodds_engine::tally::Tallies;

fn count<E: Exhaustive>(method: &E, number: usize) -> Tallies<Key> {
    let partial = execute(method, threads(number)).unwrap();
    method.finish(&partial.tally()).unwrap()
}

/// Checks that a method reproduces every published number.
fn reproduces_the_published<E: Exhaustive>(features: usize, method: &E) {
    let all = count(method, 2);
    let mut compared = 0;
    for row in published_values::hands().iter().filter(|row| row.features == features) {
        if let Some(tally) = all.get(Key::sets(row.cards)) {
            assert_eq!(tally.count(row.sets), row.hands, "{row:?}");
            compared += 1;
        }
    }
    assert!(compared > 6);
}

#[test]
fn every_strategy_reproduces_what_is_published() {
    for strategy in Strategy::ALL {
        let is_fast = strategy == Strategy::default();
        let [three, four] = if is_fast { ["0-8,20-27", "0-5"] } else { ["2-6", "0-4"] };
        for (features, sizes) in [(2, "0-9"), (3, three), (4, four)] {
            let deck = Deck::new(features).unwrap();
            let hands = Enumeration::new(deck, sizes.parse().unwrap(), strategy).unwrap();
            reproduces_the_published(features, &hands);
        }
    }
}

#[test]
fn classes_agree_with_counting_hand_by_hand() {
    for (features, sizes) in [(2, "0-9"), (3, "0-8,22-27"), (4, "0-5")] {
        let (deck, strategy) = (Deck::new(features).unwrap(), Strategy::default());
        let by_hand = Enumeration::new(deck, sizes.parse().unwrap(), strategy).unwrap();
        assert_eq!(count(&by_classes(deck, sizes), 2), count(&by_hand, 2), "{features}");
    }
}

/// Returns a count of all hands of these sizes by one hand of each class, to which all needed
/// classes have been added.
fn by_classes(deck: Deck, sizes: &str) -> ByClasses {
    let mut all = ByClasses::new(deck, sizes.parse().unwrap(), &Measures::default()).unwrap();
    let (space, pool) = (Space::new(deck), ThreadPool::new(threads(2)).unwrap());
    let mut search = Search::new(&space, Family::Hands);
    all.add(&search).unwrap();
    while search.cards() < all.max_cards() {
        search.step(&pool, &StopFlag::default());
        all.add(&search).unwrap();
    }
    all
}

#[test]
fn neither_threads_nor_company_change_a_count() {
    let expected = count(&by_classes(Deck::GAME, "8"), 1);
    assert_eq!(count(&by_classes(Deck::GAME, "8"), 5), expected);
    let together = count(&by_classes(Deck::GAME, "6-9"), 2);
    assert_eq!(together.get(Key::sets(8)), expected.get(Key::sets(8)));
}

#[test]
fn a_count_can_be_resumed_and_shared() {
    let classes = by_classes(Deck::GAME, "7-10");
    let run = |from, to| part(&classes, &Blocks::below(to).without(&Blocks::below(from)));
    let blocks = classes.plan().blocks();
    let mut whole = run(3, blocks);
    assert!(classes.finish(&whole.tally()).is_err(), "a part is no result");
    whole.merge(run(0, 3)).unwrap();
    assert_eq!(classes.finish(&whole.tally()).unwrap(), count(&classes, 2));
}
