//! How many cards guarantee a value: every number and every hand, counted by the definition.

mod disjoint;
mod proofs;
mod sums;

use crate::measures::oracle::Oracle;
use disjoint::{holds_disjoint, sets_of, sets_within};
use setodds_engine::card::{Card, Deck};
use setodds_engine::deal::{Seed, deal_block};
use setodds_engine::exact::known;
use setodds_engine::extreme::{GUARANTEED, GuaranteeError, guarantee};
use setodds_engine::measure::{Key, Measure};
use setodds_engine::run::{StopFlag, ThreadPool};
use setodds_engine::symmetry::{Class, Family, Search, Space};

/// A row of the table: its deck and measure, the bounds of the lowest value, and a hand.
struct Row {
    deck: Deck,
    measure: Measure,
    cards: usize,
    least: usize,
    most: usize,
    hand: u128,
}

/// The rows of `fewest.csv`, read once more.
fn rows() -> Vec<Row> {
    let read = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |place: usize| fields[place].parse().unwrap();
        Row {
            deck: Deck::new(number(0)).unwrap(),
            measure: fields[1].parse().unwrap(),
            cards: number(2),
            least: number(3),
            most: number(4),
            hand: u128::from_str_radix(fields[5], 16).unwrap(),
        }
    };
    include_str!("../../../src/engine/extreme/fewest.csv").lines().skip(1).map(read).collect()
}

/// The rows of the game's deck and one measure.
fn rows_of(measure: Measure) -> Vec<Row> {
    rows().into_iter().filter(|row| row.deck == Deck::GAME && row.measure == measure).collect()
}

/// The indices of the cards of a hand.
fn indices(hand: u128) -> impl Iterator<Item = usize> + Clone {
    (0..128).filter(move |card| hand >> card & 1 == 1)
}

fn cards(hand: u128, deck: Deck) -> Vec<Card> {
    indices(hand).map(|index| Card::new(index, deck).unwrap()).collect()
}

fn bits(hand: &[Card]) -> u128 {
    hand.iter().fold(0, |bits, card| bits | 1 << card.index())
}

/// A hand of each class, by the number of cards.
fn classes(deck: Deck, family: Family, largest: usize) -> Vec<Vec<u128>> {
    let (space, pool) = (Space::new(deck), ThreadPool::new(crate::threads(2)).unwrap());
    let mut search = Search::new(&space, family);
    let hand = |class: Class| bits(&class.form().iter().collect::<Vec<_>>());
    let mut sizes = vec![search.classes().iter().map(hand).collect()];
    while search.cards() < largest {
        search.step(&pool, &StopFlag::default());
        sizes.push(search.classes().iter().map(hand).collect());
    }
    sizes
}

/// The value of a hand by the definition.
fn value(measure: Measure, hand: &[Card], oracle: &Oracle) -> usize {
    match oracle.outcomes(measure, hand)[..] {
        [value] => value,
        _ => unreachable!("these measures have one value for each hand"),
    }
}

/// Whether a hand has exactly a value. Of more than 24 cards the oracle takes too long for disjoint
/// sets.
fn has_value(measure: Measure, hand: &[Card], expected: usize, oracle: &Oracle) -> bool {
    if measure != Measure::DisjointSets || hand.len() <= 24 {
        return value(measure, hand, oracle) == expected;
    }
    let sets = sets_within(bits(hand), &sets_of(oracle.deck));
    holds_disjoint(&sets, expected, oracle.deck)
        && !holds_disjoint(&sets, expected + 1, oracle.deck)
}

#[test]
fn every_hand_of_the_table_has_the_value_of_its_row() {
    let mut before: Option<Row> = None;
    for row in rows() {
        let Row { deck, measure, cards: size, least, most, hand } = row;
        let hand = cards(hand, deck);
        assert_eq!(hand.len(), size, "{measure} {size}");
        assert!(least <= most, "{measure} {size}");
        assert!(has_value(measure, &hand, most, &Oracle::new(deck)), "{measure} {size}");
        let before = before.replace(row).filter(|it| (it.deck, it.measure) == (deck, measure));
        if let Some(before) = before {
            assert_eq!(before.cards + 1, size, "{measure}");
            assert!(before.least <= least && before.most <= most, "{measure} {size}");
        }
    }
}

/// Every value of two features, from all 512 hands.
#[test]
fn two_features_are_what_all_hands_say() {
    let deck = Deck::new(2).unwrap();
    let (oracle, all) = (Oracle::new(deck), deck.cards().collect::<Vec<_>>());
    for measure in GUARANTEED {
        let lowest = |size: usize| {
            let hands = (0..1_u128 << 9).filter(|hand| hand.count_ones() as usize == size);
            hands.map(|hand| value(measure, &cards(hand, deck), &oracle)).min().unwrap()
        };
        let lowest: Vec<usize> = (0..=9).map(lowest).collect();
        for wanted in 1..=value(measure, &all, &oracle) {
            let expected = lowest.iter().position(|&value| value >= wanted).unwrap();
            check(deck, measure, wanted, expected, &oracle);
        }
    }
}

/// Three features, from the exact distributions; those of ghost sets end with 12 cards, and of
/// larger hands all classes are counted.
#[test]
fn three_features_are_what_all_hands_say() {
    let deck = Deck::new(3).unwrap();
    let (oracle, all) = (Oracle::new(deck), deck.cards().collect::<Vec<_>>());
    let classes = classes(deck, Family::Hands, 27);
    for measure in GUARANTEED {
        let of_class = |&hand: &u128| value(measure, &cards(hand, deck), &oracle);
        let lowest = |size: usize| match measure {
            Measure::GhostSets if size > 12 => classes[size].iter().map(of_class).min().unwrap(),
            _ => exact_lowest(deck, measure, size),
        };
        let lowest: Vec<usize> = (0..=27).map(lowest).collect();
        let last = value(measure, &all, &oracle);
        // All of the thousands of numbers of ghost sets have one of 27 answers.
        for wanted in (1..=last).step_by((last / 200).max(1)) {
            let expected = lowest.iter().position(|&value| value >= wanted).unwrap();
            check(deck, measure, wanted, expected, &oracle);
        }
    }
}

/// The lowest value that hands of a size have, from the exact distribution.
fn exact_lowest(deck: Deck, measure: Measure, cards: usize) -> usize {
    let key = Key { cards, measure };
    let occurs = |&value: &usize| known::probability(deck, key, value).unwrap().numerator() > 0;
    (0..).find(occurs).unwrap()
}

/// The number of cards is exactly known, and one card less comes with a hand that does not do.
fn check(deck: Deck, measure: Measure, wanted: usize, expected: usize, oracle: &Oracle) {
    let found = guarantee(deck, measure, wanted).unwrap();
    assert_eq!((found.at_least, found.at_most), (expected, expected), "{measure} {wanted}");
    let hand = found.example.unwrap();
    assert_eq!(hand.len(), expected - 1, "{measure} {wanted}");
    assert!(found.example_value < wanted, "{measure} {wanted}");
    assert!(has_value(measure, &hand, found.example_value, oracle), "{measure} {wanted}");
}

#[test]
fn the_game_agrees_with_its_exact_distributions() {
    let known = [
        (Measure::InSets, 18),
        (Measure::DisjointSets, 18),
        (Measure::Ultrasets, 18),
        (Measure::GhostSets, 12),
    ];
    for (measure, largest) in known {
        for row in rows_of(measure).iter().filter(|row| row.cards <= largest) {
            let lowest = exact_lowest(row.deck, measure, row.cards);
            assert_eq!((row.least, row.most), (lowest, lowest), "{measure} {}", row.cards);
        }
    }
}

#[test]
fn the_game_has_the_known_numbers() {
    let oracle = Oracle::new(Deck::GAME);
    for (wanted, expected) in (1..).zip([21, 22, 23, 25, 27, 29, 32, 34]) {
        check(Deck::GAME, Measure::DisjointSets, wanted, expected, &oracle);
    }
    for (wanted, expected) in (22..).zip([68, 71, 74, 77, 79, 81]) {
        check(Deck::GAME, Measure::DisjointSets, wanted, expected, &oracle);
    }
    let others = [
        (Measure::Sets, 1, 21),
        (Measure::Sets, 3, 21),
        (Measure::Sets, 4, 22),
        (Measure::Sets, 1080, 81),
        (Measure::InSets, 1, 21),
        (Measure::InSets, 9, 23),
        (Measure::Ultrasets, 1, 10),
        (Measure::GhostSets, 1, 13),
    ];
    for (measure, wanted, expected) in others {
        check(Deck::GAME, measure, wanted, expected, &oracle);
    }
    let ninth = guarantee(Deck::GAME, Measure::DisjointSets, 9).unwrap();
    assert_eq!((ninth.at_least, ninth.at_most), (35, 37));
}

/// Bounds from below that are not computed follow from others.
#[test]
fn lower_bounds_of_the_game_follow_from_proved_ones() {
    let disjoint = rows_of(Measure::DisjointSets);
    let least = |cards: usize| disjoint.iter().find(|row| row.cards == cards).unwrap().least;
    for cards in 35..68 {
        // A set taken away leaves the others; a card less breaks one of them.
        assert_eq!(least(cards), (least(cards - 3) + 1).max(least(cards + 1) - 1), "{cards}");
    }
    let ultrasets = rows_of(Measure::Ultrasets);
    for pair in ultrasets.windows(2).filter(|pair| pair[1].cards > 18) {
        let cards = pair[1].cards;
        // Of k hands with a card less, each ultraset is in k - 4.
        let by_cards = (pair[0].least * cards).div_ceil(cards - 4);
        // Two pairs with the same third card are an ultraset; there are 81 third cards.
        let pairs = cards * (cards - 1) / 2;
        let (each, rest) = (pairs / 81, pairs % 81);
        let by_pairs = 81 * (each * (each - 1) / 2) + rest * each;
        assert_eq!(pair[1].least, by_cards.max(by_pairs), "{cards}");
    }
}

#[test]
fn what_is_not_known_is_refused() {
    let refusal = |features, measure, value| {
        guarantee(Deck::new(features).unwrap(), measure, value).unwrap_err()
    };
    assert_eq!(refusal(4, Measure::Sets, 0), GuaranteeError::Zero(Measure::Sets));
    let too_many =
        GuaranteeError::TooMany { measure: Measure::DisjointSets, value: 28, cards: 81, most: 27 };
    assert_eq!(refusal(4, Measure::DisjointSets, 28), too_many);
    let measure = Measure::LargestCap;
    assert_eq!(refusal(4, measure, 1), GuaranteeError::Measure(measure));
    let unknown = |measure, value, features, known| GuaranteeError::Unknown {
        measure,
        value,
        features,
        known,
    };
    assert_eq!(refusal(5, Measure::Sets, 2), unknown(Measure::Sets, 2, 5, 1));
    assert_eq!(refusal(4, Measure::GhostSets, 2), unknown(Measure::GhostSets, 2, 4, 1));
    assert_eq!(refusal(5, Measure::Ultrasets, 1), unknown(Measure::Ultrasets, 1, 5, 0));
    for (features, cards) in [(5, 46), (6, 113)] {
        let found = guarantee(Deck::new(features).unwrap(), Measure::InSets, 3).unwrap();
        assert_eq!((found.at_least, found.at_most, found.example), (cards, cards, None));
    }
}

/// The solver for large hands, on small ones.
#[test]
fn disjoint_sets_are_counted_as_by_the_definition() {
    for (features, size) in [(2, 6), (2, 9), (3, 12), (3, 20), (4, 12), (4, 24)] {
        let deck = Deck::new(features).unwrap();
        let (oracle, all) = (Oracle::new(deck), sets_of(deck));
        deal_block(Seed(1), 0, deck, size, 200, |hand| {
            let expected = value(Measure::DisjointSets, hand, &oracle);
            let sets = sets_within(bits(hand), &all);
            let most = (1..).find(|&goal| !holds_disjoint(&sets, goal, deck)).unwrap() - 1;
            assert_eq!(most, expected, "{hand:?}");
        });
    }
}
