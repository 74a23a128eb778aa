//! Compares published values one by one with the tables and with counts by the engine.

use crate::published::rows;
use serde::Deserialize;
use setodds_engine::cap::count;
use setodds_engine::card::{Card, Deck};
use setodds_engine::combinations::binomial;
use setodds_engine::detect::Strategy;
use setodds_engine::exact::known;
use setodds_engine::hand::sets;
use setodds_engine::hand::ultrasets::ultrasets;
use setodds_engine::measure::{Key, Measure};
use setodds_engine::run::{StopFlag, ThreadPool, Threads};
use setodds_engine::stats::Ratio;
use setodds_engine::symmetry::class_numbers;
use std::collections::BTreeSet;

/// Published number of hands.
#[derive(Debug, Deserialize)]
pub(super) struct Hands {
    pub(super) features: usize,
    pub(super) cards: usize,
    pub(super) sets: usize,
    pub(super) hands: u128,
}

/// Returns the published numbers of hands, by features, cards and sets.
pub(super) fn hands() -> Vec<Hands> {
    rows(include_str!("../published/hands.csv"))
}

fn counts(features: usize, cards: usize) -> Vec<u128> {
    known::counts(Deck::new(features).unwrap(), cards).unwrap()
}

#[test]
fn numbers_of_hands_are_those_of_the_tables() {
    let mut seen = BTreeSet::new();
    for row in hands() {
        let found = counts(row.features, row.cards).get(row.sets).copied().unwrap_or(0);
        assert_eq!(found, row.hands, "{row:?}");
        assert!(seen.insert((row.features, row.cards, row.sets)), "{row:?}");
    }
    assert!(seen.len() > 200);
}

/// Published number that follows from distributions.
#[derive(Debug, Deserialize)]
struct Fact {
    fact: String,
    features: usize,
    cards: Option<usize>,
    /// The number, with the published digits.
    value: String,
}

#[test]
fn facts_are_found_again() {
    let facts: Vec<Fact> = rows(include_str!("../published/facts.csv"));
    for fact in &facts {
        assert_eq!(found(fact), fact.value, "{fact:?}");
    }
    assert!(facts.len() > 80);
}

fn found(Fact { fact, features, cards, value }: &Fact) -> String {
    let (features, cards) = (*features, cards.unwrap_or(0));
    let deck = || Deck::new(features).unwrap();
    let ultrasets_of = Key { cards, measure: Measure::Ultrasets };
    let no_set_given = |given: usize| {
        let decimals = value.split_once('.').unwrap().1.len();
        let [all, first] = [cards, given].map(|cards| known::no_set(cards).unwrap().value());
        format!("{:.decimals$}", all / first)
    };
    match &**fact {
        "largest-cap" => deck().largest_cap().to_string(),
        "deck-sets" => sets_in_deck(features).to_string(),
        "classes" => class_numbers(deck())[cards].to_string(),
        "most-sets" => {
            counts(features, cards).iter().rposition(|&hands| hands > 0).unwrap().to_string()
        }
        "fourth-powers" => {
            let powers = (0_u128..).zip(counts(features, cards)).map(|(sets, it)| sets.pow(4) * it);
            powers.sum::<u128>().to_string()
        }
        "no-set-given-9" => no_set_given(9),
        "no-set-given-12" => no_set_given(12),
        "first-set-mean" => {
            let none = (0..=deck().largest_cap()).map(|cards| known::no_set(cards).unwrap());
            fraction(none.fold(Ratio::ZERO, |sum, none| sum.checked_add(none).unwrap()))
        }
        "deck-ultrasets" => {
            ultrasets(&deck().cards().collect::<Vec<_>>(), deck()).count().to_string()
        }
        "no-ultrasets" => {
            let none = known::probability(deck(), ultrasets_of, 0).unwrap();
            let hands = Ratio::new(binomial(deck().size(), cards).unwrap(), 1);
            fraction(none.checked_mul(hands).unwrap()).trim_end_matches("/1").to_owned()
        }
        "ultrasets-mean" => fraction(known::mean(deck(), ultrasets_of).unwrap()),
        other => panic!("not a known fact: {other}"),
    }
}

fn fraction(value: Ratio) -> String {
    let (numerator, denominator) = value.lowest_terms();
    format!("{numerator}/{denominator}")
}

/// Counts the sets in a deck of 1 to 6 features, one by one.
fn sets_in_deck(features: usize) -> usize {
    let deck = Deck::new(6).unwrap();
    let cards: Vec<Card> = deck.cards().take(3_usize.pow(features.try_into().unwrap())).collect();
    sets(&cards, deck).count()
}

/// Published numbers of the caps of one size.
#[derive(Debug, Deserialize)]
struct Caps {
    features: usize,
    cards: usize,
    caps: u128,
    classes: Option<usize>,
    complete_caps: Option<u128>,
    complete_classes: Option<usize>,
}

#[test]
fn caps_are_counted_as_published() {
    let published: Vec<Caps> = rows(include_str!("../published/caps.csv"));
    let pool = ThreadPool::new(Threads::available()).unwrap();
    for features in 2..=4 {
        let deck = Deck::new(features).unwrap();
        let counted =
            count(deck, deck.largest_cap() + 1, &pool, &StopFlag::default()).unwrap().unwrap();
        for row in published.iter().filter(|row| row.features == features) {
            let found = counted[row.cards];
            assert_eq!(found.caps, row.caps, "{row:?}");
            assert!(row.classes.is_none_or(|it| it == found.classes), "{row:?}");
            assert!(row.complete_caps.is_none_or(|it| it == found.complete_caps), "{row:?}");
            assert!(row.complete_classes.is_none_or(|it| it == found.complete_classes), "{row:?}");
        }
    }
    assert!(published.iter().any(|row| row.complete_caps == Some(682_344)));
}

/// Checks that the nonzero fourth powers of the field of 81 elements are a largest cap (arXiv
/// 2604.26989). Elements are polynomials modulo x^4 + x + 2 over the field of three elements: digit
/// `i` of a card's number in base 3 is the coefficient of x^i.
#[test]
fn fourth_powers_of_the_field_are_a_largest_cap() {
    /// x^4 = 2x + 1.
    const X4: usize = 7;
    fn add(a: usize, b: usize) -> usize {
        let third = card(a).third(card(b));
        third.third(card(0)).index()
    }
    fn card(index: usize) -> Card {
        Card::new(index, Deck::GAME).unwrap()
    }
    fn times(digit: usize, element: usize) -> usize {
        (0..digit).fold(0, |all, _| add(all, element))
    }
    fn product(a: usize, b: usize) -> usize {
        let digits = [27, 9, 3, 1].map(|unit| b / unit % 3);
        digits
            .into_iter()
            .fold(0, |all, digit| add(add(all % 27 * 3, times(all / 27, X4)), times(digit, a)))
    }
    for a in 1..81 {
        let row: BTreeSet<usize> = (1..81).map(|b| product(a, b)).collect();
        assert!(row.into_iter().eq(1..81), "the products of {a} are those of a field");
        assert!((1..81).all(|b| product(a, b) == product(b, a)), "{a}");
    }
    let square = |a| product(a, a);
    let powers: BTreeSet<usize> = (1..81).map(|a| square(square(a))).collect();
    let cards: Vec<Card> = powers.into_iter().map(card).collect();
    assert_eq!(cards.len(), 20);
    assert_eq!(Strategy::Naive.detector(Deck::GAME).count(&cards), 0);
}

/// J. Vinci's Table 1 of 2009 gives 6, 7 and 8 as the minimum number of sets of 22, 23 and 24
/// cards. The minimum is 4, 5 and 6, as these hands show.
#[test]
fn published_minima_are_refuted_by_hands() {
    let refuted = [
        (
            6,
            "0000 0002 0021 0112 0121 0201 0202 0220 1001 1010 1012 1112 1121 1222 2001 2010 2012 \
             2102 2110 2111 2201 2220",
        ),
        (
            7,
            "0000 0001 0020 0022 0101 0102 0110 0112 0221 0222 1000 1010 1012 1101 1112 1121 1122 \
             1200 1210 1221 2012 2121 2200",
        ),
        (
            8,
            "0000 0010 0011 0101 0102 0121 0200 0210 0211 1000 1020 1100 1101 1211 1221 1222 2001 \
             2011 2012 2110 2121 2210 2220 2221",
        ),
    ];
    for (published, hand) in refuted {
        let cards: Vec<Card> = hand
            .split(' ')
            .map(|digits| Card::new(usize::from_str_radix(digits, 3).unwrap(), Deck::GAME).unwrap())
            .collect();
        let sets = Strategy::Naive.detector(Deck::GAME).count(&cards);
        let fewest = counts(4, cards.len()).iter().position(|&hands| hands > 0);
        assert!(Some(sets) == fewest && sets < published, "{hand}");
    }
}
