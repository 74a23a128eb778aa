//! Checks the exact tables that are compiled into the program, and the numbers in their README.

use serde::Deserialize;
use setodds_engine::card::{Card, Deck};
use setodds_engine::detect::Strategy;
use setodds_engine::exact::known::counts;
use setodds_engine::exact::self_check::check;
use setodds_engine::extreme::End;
use setodds_engine::tally::Tally;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/exact-sets");
    fs::read_to_string(root.join(name)).unwrap()
}

fn tally(deck: Deck, cards: usize) -> Tally {
    let mut tally = Tally::default();
    for (sets, hands) in counts(deck, cards).unwrap().into_iter().enumerate() {
        tally.add(sets, hands);
    }
    tally
}

#[test]
fn every_table_adds_up() {
    for (features, largest) in [(2, 9), (3, 27), (4, 81), (5, 13), (6, 12)] {
        let deck = Deck::new(features).unwrap();
        let complements = deck.size() - largest..=deck.size();
        for cards in (0..=largest).chain(complements).collect::<BTreeSet<_>>() {
            check(deck, cards, &tally(deck, cards)).unwrap();
        }
    }
}

/// Row of the report of all hands of the game.
#[derive(Debug, Deserialize)]
struct Row {
    cards: usize,
    value: usize,
    count: u128,
}

#[test]
fn the_table_of_the_game_is_that_of_its_report() {
    let text = read("features-4.csv");
    let mut rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    for cards in 0..=81 {
        for (sets, hands) in counts(Deck::GAME, cards).unwrap().into_iter().enumerate() {
            let row: Row = rows.next().unwrap().unwrap();
            assert_eq!((row.cards, row.value, row.count), (cards, sets, hands));
        }
    }
    assert!(rows.next().is_none());
}

#[test]
fn tables_of_measures_of_the_game_are_columns_of_their_reports() {
    let report = read("../classes/measures-4.csv");
    let columns = report.lines().map(|row| row.split(',').take(5).collect::<Vec<_>>().join(","));
    let carried = read("../../src/engine/exact/known/measures-4.csv");
    assert!(columns.eq(carried.lines().map(str::to_owned)));
}

/// Hand with the minimum or maximum number of sets.
#[derive(Debug, Deserialize)]
struct Extreme {
    features: usize,
    cards: usize,
    extreme: String,
    sets: usize,
    hands: u128,
    witness: String,
}

fn extremes() -> Vec<Extreme> {
    let text = read("extremes.csv");
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

#[test]
fn the_extremes_are_those_of_the_tables_and_have_witnesses() {
    let all = extremes();
    assert_eq!(all.len(), 2 * 79, "make it anew: setodds extremes --cards 3-81");
    for Extreme { features, cards, extreme, sets, hands, witness } in all {
        let deck = Deck::new(features).unwrap();
        let counts = counts(deck, cards).unwrap();
        let mut possible = (0..counts.len()).filter(|&sets| counts[sets] > 0);
        let expected = match extreme.parse().unwrap() {
            End::Fewest => possible.next(),
            End::Most => possible.next_back(),
        };
        assert_eq!((Some(sets), counts[sets]), (expected, hands), "{cards} {extreme}");

        let mut hand: Vec<Card> = witness
            .split(' ')
            .map(|card| Card::new(usize::from_str_radix(card, 3).unwrap(), deck).unwrap())
            .collect();
        assert_eq!(Strategy::Naive.detector(deck).count(&hand), sets, "{witness}");
        hand.dedup();
        assert_eq!(hand.len(), cards);
    }
}

/// Checks that three features allow the same numbers of sets as four (OEIS A380167).
#[test]
fn four_features_hold_no_more_sets_than_three() {
    for cards in 3..=27 {
        let most = |features| counts(Deck::new(features).unwrap(), cards).unwrap().len() - 1;
        assert_eq!(most(4), most(3), "{cards}");
    }
}

/// Checks the numbers in the README.
#[test]
fn hands_of_21_cards_hold_three_sets_or_more() {
    let (readme, table) = (read("README.md"), read("features-4.csv"));
    for row in table.lines().filter(|row| row.starts_with("4,21,sets,")).take(4) {
        let start: Vec<&str> = row.split(',').take(5).collect();
        assert!(readme.contains(&start.join(",")), "{row}");
    }
}

/// Checks that each hand covers every card: it contains the card or two cards that form a set with
/// it, never both.
#[test]
fn complete_caps_in_the_reports_are_complete() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/caps");
    let five = [22].into_iter().chain(28..=42).chain([45]).collect();
    for (features, expected) in [(5, five), (6, vec![44])] {
        let deck = Deck::new(features).unwrap();
        let text = fs::read_to_string(directory.join(format!("complete-{features}.txt"))).unwrap();
        let card = |code: &str| Card::from_digits(code.bytes().map(|digit| digit - b'0'));
        let hands: Vec<Vec<Card>> =
            text.lines().map(|line| line.split(' ').map(card).collect()).collect();
        assert_eq!(hands.iter().map(Vec::len).collect::<Vec<_>>(), expected);
        for hand in hands {
            let pairs = (0..hand.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
            let thirds: BTreeSet<Card> = pairs.map(|(i, j)| hand[i].third(hand[j])).collect();
            assert!(deck.cards().all(|card| hand.contains(&card) != thirds.contains(&card)));
        }
    }
}
