//! Compares counts by layers with the other methods and with the table.

use super::*;
use crate::layers::{Contradiction, LayersError};
use setodds_engine::detect::Strategy;
use setodds_engine::exact::Exhaustive;
use setodds_engine::exact::classes::ByClasses;
use setodds_engine::exact::hands::Enumeration;
use setodds_engine::exact::known::counts;
use setodds_engine::measure::Measures;
use setodds_engine::run::{Blocks, execute};
use setodds_engine::symmetry::{Family, Search, Space};
use setodds_engine::tally::Tally;
use std::fs;

fn deck(features: usize) -> Deck {
    Deck::new(features).unwrap()
}

fn threads(count: usize) -> Threads {
    Threads::new(count.try_into().unwrap())
}

fn layers_with(set: InstructionSet, features: usize, sizes: &str) -> Layers {
    let pool = ThreadPool::new(threads(2)).unwrap();
    Layers::new(deck(features), sizes.parse().unwrap(), set, &pool)
}

fn layers(features: usize, sizes: &str) -> Layers {
    layers_with(InstructionSet::widest(), features, sizes)
}

fn count(layers: &Layers, number: usize) -> Tallies<Key> {
    layers.finish(&execute(layers, threads(number)).unwrap().tally()).unwrap()
}

fn count_by<E: Exhaustive>(method: &E) -> Tallies<Key> {
    method.finish(&execute(method, threads(2)).unwrap().tally()).unwrap()
}

#[test]
fn the_tables_are_what_is_counted() {
    for (features, sizes) in [(2, "0-9"), (3, "0-27"), (4, "0-15,66-81")] {
        for (Key { cards, .. }, counted) in count(&layers(features, sizes), 2).iter() {
            let table = Tally::from(counts(deck(features), cards).unwrap());
            assert_eq!(counted, &table, "{features} {cards}");
        }
    }
}

#[test]
fn layers_agree_with_counting_hand_by_hand() {
    for (features, sizes) in [(2, "0-9"), (3, "0-8,22-27"), (4, "0-5")] {
        let (sizes_of_hands, strategy) = (sizes.parse().unwrap(), Strategy::default());
        let by_hand = Enumeration::new(deck(features), sizes_of_hands, strategy).unwrap();
        assert_eq!(count(&layers(features, sizes), 2), count_by(&by_hand), "{features}");
    }
}

#[test]
fn layers_agree_with_counting_class_by_class() {
    for (features, sizes) in [(3, "0-27"), (4, "6-9")] {
        let by_classes = by_classes(deck(features), sizes);
        assert_eq!(count(&layers(features, sizes), 2), count_by(&by_classes), "{features}");
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
fn neither_instructions_nor_threads_nor_company_change_a_count() {
    let expected = count(&layers(4, "10"), 1);
    for set in InstructionSet::available() {
        assert_eq!(count(&layers_with(set, 4, "10"), 5), expected, "{set}");
    }
    let together = count(&layers(4, "7-11"), 2);
    assert_eq!(together.get(Key::sets(10)), expected.get(Key::sets(10)));
}

#[test]
fn a_count_can_be_divided() {
    let layers = layers(4, "9-12");
    let run = |from, to| {
        let mut partial = Partial::new(layers.plan().clone());
        let blocks = Blocks::below(to).without(&Blocks::below(from));
        let pool = ThreadPool::new(threads(2)).unwrap();
        pool.resume(&layers, &mut partial, &blocks, &StopFlag::default(), &|_| {}).unwrap();
        partial
    };
    let mut whole = run(3, layers.plan().blocks());
    let error = layers.finish(&whole.tally()).unwrap_err();
    assert_eq!(error.what, Contradiction::LayerSizes, "a part is no result");
    whole.merge(run(0, 3)).unwrap();
    assert_eq!(layers.finish(&whole.tally()).unwrap(), count(&layers, 2));
}

#[test]
fn large_hands_follow_from_the_cards_that_they_leave() {
    let (small, large) = (layers(4, "0-8"), layers(4, "73-81"));
    assert_eq!(small.plan(), large.plan());
    let large = count(&large, 2);
    assert_eq!(large.get(Key::sets(81)).unwrap().count(1080), 1);
    assert_eq!(large.get(Key::sets(78)).unwrap().count(963), 85_320 - 1080);
}

#[test]
fn errors_say_which_hands_and_what() {
    let error = LayersError { cards: 12, what: Contradiction::Fraction };
    let text = "internal error: the 12-card hands do not add up (the equations of the hyperplanes \
                have no integer solution); please report it";
    assert_eq!(error.to_string(), text);
}

#[test]
fn numbers_are_written_as_in_the_reports() {
    for (value, text) in [
        (0.0, "0.0"),
        (1.0, "1.0"),
        (0.5, "0.5"),
        (0.0001, "0.0001"),
        (0.000_042_622_455, "0.000042622455"),
        (0.000_01, "0.00001"),
        (0.000_009_5, "9.5e-6"),
    ] {
        assert_eq!(decimal(value), text);
    }
}

/// Checks that checkpoints of other runs are neither used nor replaced.
#[test]
fn files_of_other_runs_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.part");
    let [small, large] = ["4", "5"].map(|sizes| layers(4, sizes));
    let file = ProgressFile::new(path.as_os_str());
    let partial = execute(&small, threads(1)).unwrap();
    file.save(&partial).unwrap();
    assert_eq!(file.load(small.plan()).unwrap(), partial);
    let error = file.load::<Tallies<layers::LayerSizes>>(large.plan()).unwrap_err();
    assert!(error.contains("belongs to another run") && error.contains("cards=5"), "{error}");
    let text = fs::read_to_string(&path).unwrap();
    let first = text.find("finished").unwrap();
    for cut in [text.len() - 4, first + 20] {
        fs::write(&path, &text[..cut]).unwrap();
        let error = file.load::<Tallies<layers::LayerSizes>>(small.plan()).unwrap_err();
        assert!(error.contains("was changed or damaged"), "{error}");
    }
    // Tallies of blocks that are not finished.
    for wrong in [text.replace("finished 0-0", "finished"), text.replace("short", "tally")] {
        fs::write(&path, wrong).unwrap();
        let error = file.load::<Tallies<layers::LayerSizes>>(small.plan()).unwrap_err();
        assert!(error.contains("was changed or damaged"), "{error}");
    }
    fs::write(&path, "mine").unwrap();
    let error = file.load::<Tallies<layers::LayerSizes>>(small.plan()).unwrap_err();
    assert!(error.contains("is not a partial result of setodds"), "{error}");
}
