//! Sequences by their definitions.

use super::kinds::GOLAY;
use super::*;
use crate::card::Card;
use std::collections::BTreeSet;

fn terms(name: &str) -> Vec<String> {
    let found = sequence(name, &StopFlag::default()).unwrap().unwrap();
    found.terms.iter().map(ToString::to_string).collect()
}

#[test]
fn names_differ_and_all_are_there() {
    let names = names();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    assert!(matches!(
        sequence("sets-9", &StopFlag::default()),
        Err(SequenceError::Unknown(name)) if name == "sets-9"
    ));
}

/// All subsets of the deck of two features, by the definition.
#[test]
fn terms_of_two_features_are_those_of_all_hands() {
    let deck = Deck::new(2).unwrap();
    let lines: Vec<u32> = (0..9)
        .flat_map(|a| (0..a).map(move |b| (a, b)))
        .filter_map(|(a, b)| {
            let [first, second] = [a, b].map(|it| Card::new(it, deck).unwrap());
            let third = first.third(second).index();
            (third > a).then_some(1 << a | 1 << b | 1 << third)
        })
        .collect();
    let mut rows = vec![vec![0_u32; 13]; 10];
    let [mut caps, mut complete] = [[0_u32; 10]; 2];
    for hand in 0..512_u32 {
        let sets = lines.iter().filter(|&&line| line & hand == line).count();
        let cards = hand.count_ones() as usize;
        rows[cards][sets] += 1;
        let is_cap = |hand: u32| lines.iter().all(|&line| line & hand != line);
        let is_complete = (0..9).all(|card| hand >> card & 1 == 1 || !is_cap(hand | 1 << card));
        caps[cards] += u32::from(is_cap(hand));
        complete[cards] += u32::from(is_cap(hand) && is_complete);
    }
    let text = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>();
    for row in &mut rows {
        row.truncate(row.iter().rposition(|&hands| hands > 0).unwrap() + 1);
    }
    assert_eq!(terms("hands-by-sets-2"), text(&rows.concat()));
    let fewest = rows.iter().map(|row| row.iter().position(|&hands| hands > 0).unwrap());
    let fewest: Vec<usize> = fewest.collect();
    assert_eq!(terms("fewest-sets-2"), fewest.iter().map(usize::to_string).collect::<Vec<_>>());
    let most = rows[3..].iter().map(|row| (row.len() - 1).to_string());
    assert_eq!(terms("most-sets-2"), most.collect::<Vec<_>>());
    assert_eq!(terms("caps-2"), text(&caps[..5]));
    assert_eq!(terms("complete-caps-2"), text(&complete[..5]));
    assert_eq!(terms("all-caps")[2], caps.iter().sum::<u32>().to_string());
    assert_eq!(terms("all-complete-caps")[2], complete.iter().sum::<u32>().to_string());
    let always = |sets| (0..=9).find(|&cards| fewest[cards] >= sets).unwrap().to_string();
    assert_eq!(terms("always-sets-2"), (1..=12).map(always).collect::<Vec<_>>());
}

/// All orders of the deck end with some card that makes the first set.
#[test]
fn first_sets_are_there_in_all_orders() {
    for features in [2, 3, 4] {
        let deck = Deck::new(features).unwrap();
        let first = sequence(&format!("first-set-{features}"), &StopFlag::default());
        let first = first.unwrap().unwrap();
        let orders = |cards: usize| (1..=cards).map(BigUint::from).product::<BigUint>();
        let all = (3..).zip(&first.terms).map(|(cards, ways)| ways * orders(deck.size() - cards));
        assert_eq!(all.sum::<BigUint>(), orders(deck.size()));
    }
}

/// Each other card is the third of two, so that the cap is complete.
#[test]
fn the_golay_cap_is_complete() {
    let deck = Deck::new(5).unwrap();
    let cap = GOLAY.map(|index| Card::new(index, deck).unwrap());
    let third = |i: usize, j: usize| cap[i].third(cap[j]).index();
    let pairs = (0..22).flat_map(|i| (0..i).map(move |j| (i, j)));
    let thirds: BTreeSet<usize> = pairs.map(|(i, j)| third(i, j)).collect();
    assert!(GOLAY.iter().all(|card| !thirds.contains(card)), "no set");
    assert_eq!(thirds.len(), 243 - 22, "no card can be added");
}
