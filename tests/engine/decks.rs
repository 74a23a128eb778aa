//! Compares decks without some cards with brute force, and with the full decks to which they are
//! equivalent.

use super::threads;
use setodds_engine::card::{Card, Deck};
use setodds_engine::deal::{Deals, Seed, deal_block};
use setodds_engine::detect::Strategy;
use setodds_engine::exact::known;
use setodds_engine::measure::{Key, Measure, Measurer};
use setodds_engine::pack::Pack;
use setodds_engine::puzzle::{Puzzle, Target, solve};
use setodds_engine::run::{StopFlag, ThreadPool, execute};
use setodds_engine::tally::{Tallies, Tally};
use std::collections::BTreeMap;

/// Measures that are defined for small hands of decks without some cards.
const MEASURES: [Measure; 5] = [
    Measure::Sets,
    Measure::InSets,
    Measure::DisjointSets,
    Measure::LargestCap,
    Measure::Ultrasets,
];

fn deck(features: usize) -> Deck {
    Deck::new(features).unwrap()
}

fn without(features: usize, missing: &str) -> Pack {
    Pack::read(deck(features), missing).unwrap()
}

/// Returns the game's deck reduced to some cards.
fn only(is_left: impl Fn(Card) -> bool) -> Pack {
    Pack::without(Deck::GAME, Deck::GAME.cards().filter(|&card| !is_left(card))).unwrap()
}

fn dealt(pack: impl Into<Pack>, sizes: &str, seed: u64, deals: u64) -> Tallies<Key> {
    let measures = MEASURES.into_iter().collect();
    let sizes = sizes.parse().unwrap();
    let measurer = Measurer::new(pack, sizes, measures, Strategy::default()).unwrap();
    execute(&Deals::new(measurer, Seed(seed), deals).unwrap(), threads(2)).unwrap().into_tally()
}

/// Checks that the dealt proportion of each value is within four standard deviations of its exact
/// probability.
fn assert_dealt(tally: &Tally, exact: &Tally, what: &str) {
    let (deals, all) = (tally.total() as f64, exact.total() as f64);
    let largest = tally.largest().max(exact.largest()).unwrap();
    for value in 0..=largest {
        let probability = exact.count(value) as f64 / all;
        let deviation = (deals * probability * (1.0 - probability)).sqrt();
        let distance = (tally.count(value) as f64 - deals * probability).abs();
        assert!(distance <= 4.0 * deviation, "{what}, value {value}: {distance} of {deviation}");
    }
}

/// Calls `see` with each hand of a size.
fn all_hands(cards: &[Card], size: usize, hand: &mut Vec<Card>, see: &mut impl FnMut(&[Card])) {
    if hand.len() == size {
        return see(hand);
    }
    for (place, &card) in cards.iter().enumerate() {
        hand.push(card);
        all_hands(&cards[place + 1..], size, hand, see);
        hand.pop();
    }
}

#[test]
fn deals_of_small_decks_are_those_of_all_hands() {
    for (features, missing, size) in [
        (4, "@0-69", 5),
        (4, "@1,3-20,22-39,41-80", 4),
        (2, "@4", 4),
        (3, "@0,5,7-20", 6),
        (5, "@9-236", 7),
    ] {
        let pack = without(features, missing);
        let measures = || MEASURES.into_iter().collect();
        let sizes = || size.to_string().parse().unwrap();
        let measurer = Measurer::new(pack, sizes(), measures(), Strategy::Naive).unwrap();
        let (mut recorder, cards) = (measurer.recorder(), pack.cards().collect::<Vec<_>>());
        all_hands(&cards, size, &mut Vec::new(), &mut |hand| recorder.record(hand));
        let (exact, found) = (recorder.finish(), dealt(pack, &size.to_string(), 11, 200_000));
        for (key, exact) in exact.iter() {
            let tally = found.get(key).unwrap();
            assert_dealt(tally, exact, &format!("without {missing}: {key:?}"));
        }
        assert_eq!(exact.iter().count(), MEASURES.len());
    }
}

/// Checks that every ordered hand of three of the remaining five cards is equally frequent.
#[test]
fn hands_of_a_small_deck_are_uniform() {
    let pack = without(4, "@0-33,35-60,62-69,71-79");
    assert_eq!(pack.size(), 4);
    let (mut counts, deals) = (BTreeMap::new(), 240_000);
    for block in 0..deals / 16_000 {
        deal_block(Seed(4), block, pack, 3, 16_000, |hand| {
            *counts.entry(hand.to_vec()).or_insert(0_u32) += 1;
        });
    }
    let expected = deals as f64 / 24.0;
    assert_eq!(counts.len(), 24);
    let deviation = expected.sqrt();
    assert!(counts.values().all(|&count| (f64::from(count) - expected).abs() < 4.0 * deviation));
}

/// Checks that the nine cards of any plane are equivalent to a deck of two features.
#[test]
fn a_plane_of_four_features_is_a_deck_of_two() {
    let first = only(|card| card.index() < 9);
    assert_eq!(dealt(first, "3-6", 5, 50_000), dealt(deck(2), "3-6", 5, 50_000));
    let [corner, one, other]: [[usize; 4]; 3] = [[1, 0, 2, 1], [0, 1, 1, 2], [2, 2, 0, 1]];
    let points = (0..9).map(|point: usize| {
        let digit = |at: usize| corner[at] + point / 3 * one[at] + point % 3 * other[at];
        Card::from_digits((0..4).map(|at| [0, 1, 2][digit(at) % 3]))
    });
    let points: Vec<Card> = points.collect();
    let skew = dealt(only(|card| points.contains(&card)), "3-6", 5, 200_000);
    for cards in 3..=6 {
        let exact = Tally::from(known::counts(deck(2), cards).unwrap());
        assert_dealt(skew.get(Key::sets(cards)).unwrap(), &exact, "a skew plane");
    }
}

/// Checks that a Junior deck, all solid, is equivalent to a deck of three features: the same seed
/// deals the same hands, whichever feature is missing.
#[test]
fn a_junior_deck_deals_as_three_features() {
    let three = dealt(deck(3), "3-12", 8, 100_000);
    for place in [27, 9, 3, 1] {
        let junior = only(|card| card.index() / place % 3 == 0);
        assert_eq!(junior.size(), 27);
        assert_eq!(dealt(junior, "3-12", 8, 100_000), three, "{place}");
    }
    let exact = Tally::from(known::counts(deck(3), 9).unwrap());
    let skew = only(|card| {
        (0..4).map(|at| usize::from(card.digit(at, Deck::GAME))).sum::<usize>() % 3 == 1
    });
    assert_dealt(dealt(skew, "9", 8, 100_000).get(Key::sets(9)).unwrap(), &exact, "a hyperplane");
}

#[test]
fn puzzles_are_of_the_cards_that_are_left() {
    let pack = without(4, "@0-26,80");
    let puzzle = Puzzle::new(pack, Target { cards: 9, sets: 4 }, Seed(1), 1_000_000).unwrap();
    let solved =
        solve(&puzzle, &ThreadPool::new(threads(2)).unwrap(), &StopFlag::default(), &|_| {})
            .unwrap();
    let (_, hand) = solved.tally().0.unwrap();
    assert!(hand.iter().all(|&card| !pack.missing().contains(card)));
    assert_eq!(Strategy::Naive.detector(Deck::GAME).count(&hand), 4);
    assert_eq!((puzzle.probability(), puzzle.deviations_from_mean()), (None, 0.0));
}
