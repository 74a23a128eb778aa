//! Integer sequences under `reports/sequences`, as files for the OEIS: a line `n a(n)` for each
//! term. They are compared with the tables and with entries of the OEIS.

use crate::published::rows;
use num_bigint::BigUint;
use serde::Deserialize;
use setodds_engine::cap::{CapCount, count};
use setodds_engine::card::Deck;
use setodds_engine::exact::known;
use setodds_engine::run::{StopFlag, ThreadPool, Threads};
use setodds_engine::stats::Ratio;
use setodds_engine::symmetry::class_numbers;
use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    fs::read_to_string(reports.join(path)).unwrap()
}

/// Checks that a file contains these terms, in this order.
fn check<T: Into<BigUint>>(name: &str, offset: usize, terms: impl IntoIterator<Item = T>) {
    let lines = (offset..).zip(terms).map(|(n, term)| format!("{n} {}\n", term.into()));
    assert_eq!(read(&format!("sequences/{name}.txt")), lines.collect::<String>(), "{name}");
}

/// Returns the numbers of hands with 0, 1, 2, ... sets, up to the maximum that occurs.
fn counts(deck: Deck, cards: usize) -> Vec<u128> {
    let mut counts = known::counts(deck, cards).unwrap();
    counts.truncate(counts.iter().rposition(|&hands| hands > 0).unwrap() + 1);
    counts
}

#[test]
fn sequences_of_hands_are_those_of_the_tables() {
    for features in 2..=4 {
        let deck = Deck::new(features).unwrap();
        let all: Vec<Vec<u128>> = (0..=deck.size()).map(|cards| counts(deck, cards)).collect();
        let fewest = |hands: &Vec<u128>| hands.iter().position(|&hands| hands > 0).unwrap();
        let fewest: Vec<usize> = all.iter().map(fewest).collect();
        let name = |name: &str| format!("{name}-{features}");
        check(&name("fewest-sets"), 0, fewest.clone());
        check(&name("most-sets"), 3, all[3..].iter().map(|hands| hands.len() - 1));
        check(&name("hands-by-sets"), 0, all.concat());
        // The minimum never decreases: a hand keeps its sets when cards are added.
        let always = |sets: usize| fewest.partition_point(|&fewest| fewest < sets);
        check(&name("always-sets"), 1, (1..=deck.sets()).map(always));

        // All ways to lay out a cap and any further card, minus those that lay out a larger cap.
        let largest = deck.largest_cap();
        let first_set = (3..=largest + 1).map(|cards| {
            let orders: BigUint = (1..cards).product();
            let ways = all[cards - 1][0] * (deck.size() + 1 - cards) as u128;
            let larger = if cards <= largest { all[cards][0] * cards as u128 } else { 0 };
            orders * (ways - larger)
        });
        check(&name("first-set"), 3, first_set);

        let mean_squares = all.iter().map(|hands| {
            let squares = (0_u128..).zip(hands).map(|(sets, count)| sets * sets * count);
            Ratio::new(squares.sum(), hands.iter().sum()).lowest_terms()
        });
        let (numerators, denominators): (Vec<_>, Vec<_>) = mean_squares.unzip();
        check(&name("second-moment-numerators"), 0, numerators);
        check(&name("second-moment-denominators"), 0, denominators);
    }
}

/// Bounds of the lowest value of a measure in hands of a size.
#[derive(Deserialize)]
struct Lowest {
    features: usize,
    measure: String,
    cards: usize,
    least: usize,
    most: usize,
}

/// Checks the smallest hand size that guarantees n disjoint sets, as far as the bounds agree.
#[test]
fn disjoint_sets_that_are_always_held_are_those_of_the_bounds() {
    let all: Vec<Lowest> = rows(&read("caps/fewest.csv"));
    for features in 2..=4 {
        let is_own = |row: &&Lowest| row.features == features && row.measure == "disjoint-sets";
        let own: Vec<&Lowest> = all.iter().filter(is_own).collect();
        let fewest = |sets| {
            let enough = own.iter().find(|row| row.least >= sets)?.cards;
            let too_few = own.iter().rev().find(|row| row.most < sets)?.cards;
            (too_few + 1 == enough).then_some(enough)
        };
        check(&format!("always-disjoint-sets-{features}"), 1, (1..).map_while(fewest));
    }
}

#[test]
fn sequences_of_classes_are_counted() {
    for features in 2..=6 {
        let numbers = class_numbers(Deck::new(features).unwrap());
        check(&format!("classes-{features}"), 0, numbers);
    }
}

#[test]
fn sequences_of_caps_are_counted() {
    let pool = ThreadPool::new(Threads::available()).unwrap();
    let of_deck = |features| {
        let deck = Deck::new(features).unwrap();
        count(deck, deck.largest_cap(), &pool, &StopFlag::default()).unwrap().unwrap()
    };
    let all: Vec<Vec<CapCount>> = (2..=4).map(of_deck).collect();
    for (features, caps) in (2..).zip(&all) {
        let name = |name: &str| format!("{name}-{features}");
        check(&name("caps"), 0, caps.iter().map(|row| row.caps));
        check(&name("cap-classes"), 0, caps.iter().map(|row| row.classes));
        check(&name("complete-caps"), 0, caps.iter().map(|row| row.complete_caps));
        check(&name("complete-cap-classes"), 0, caps.iter().map(|row| row.complete_classes));
    }
    // The decks of 0 and 1 feature, a single card and a single set, come first: for one card all
    // hands are caps, for three cards all except the deck.
    let sums = |of: fn(&CapCount) -> u128| all.iter().map(move |caps| caps.iter().map(of).sum());
    check("all-caps", 0, [2, 7].into_iter().chain(sums(|row| row.caps)));
    check("all-complete-caps", 0, [1, 3].into_iter().chain(sums(|row| row.complete_caps)));
    let classes = sums(|row| row.complete_classes as u128);
    check("all-complete-cap-classes", 0, [1, 1].into_iter().chain(classes));
    // For five features it has 22 cards: `k` cards cover at most C(k,2) others, so C(k,2) + k must
    // be at least 243, and the first hand in `reports/caps/complete-5.txt` attains that bound.
    let smallest = |caps: &Vec<CapCount>| {
        caps.iter().find(|row| row.complete_caps > 0).map(|row| row.cards).unwrap()
    };
    let of_five = read("caps/complete-5.txt").lines().next().unwrap().split(' ').count();
    let smallest = [1, 2].into_iter().chain(all.iter().map(smallest)).chain([of_five]);
    check("smallest-complete-caps", 0, smallest);
}

#[test]
fn sequences_of_decks_follow_from_formulas() {
    let lines = (1..=19).map(|features| {
        let points = BigUint::from(3_u8).pow(features);
        &points * (&points - 1_u8) / 6_u8
    });
    check("sets", 0, lines);
    check("largest-caps", 0, [1, 2].into_iter().chain(Deck::all().map(Deck::largest_cap)));
}

/// Entry of the OEIS.
#[derive(Deserialize)]
struct Entry {
    sequence: String,
    offset: usize,
    terms: String,
}

#[test]
fn files_begin_as_the_entries_of_the_oeis() {
    let entries: Vec<Entry> = rows(include_str!("../published/oeis.csv"));
    for Entry { sequence, offset, terms } in &entries {
        let terms = (*offset..).zip(terms.split(','));
        let beginning: String = terms.map(|(n, term)| format!("{n} {term}\n")).collect();
        assert!(read(&format!("sequences/{sequence}.txt")).starts_with(&beginning), "{sequence}");
    }
    assert_eq!(entries.len(), 4);
}

/// Checks that each file has a line for each term, numbered without a gap.
#[test]
fn every_sequence_is_checked() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/sequences");
    let files = fs::read_dir(directory).unwrap().map(|file| file.unwrap().file_name());
    let sequences = files.filter(|name| name.to_string_lossy().ends_with(".txt"));
    assert_eq!(sequences.count(), 3 * 8 + 5 + 3 * 4 + 3 + 3);
}
