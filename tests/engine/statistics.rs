//! Tests of custom statistics: they see the same hands as the built-in measures, and their tallies
//! agree with those of all hands.

use crate::{part, threads};
use setodds_engine::card::{Card, Deck};
use setodds_engine::combinations::{Combinations, binomial};
use setodds_engine::deal::{Deals, Seed, StatisticDeals, StatisticError};
use setodds_engine::detect::Strategy;
use setodds_engine::hand;
use setodds_engine::measure::{Key, Measure, Measurer};
use setodds_engine::run::{
    Kernel, Partial, Plan, SavedTally, Shard, execute, read_tally, write_tallies,
};
use setodds_engine::stats::{Ratio, goodness::chi_square, proportion::interval};
use setodds_engine::tally::{Frequencies, Tallies, Tally, TooManyValues};
use std::collections::BTreeMap;

const DEALS: u64 = 150_000;

/// Tallies a measure with the kernel of the built-in measures.
fn built_in(deck: Deck, sizes: &str, measures: &[Measure], deals: u64) -> Tallies<Key> {
    let measures = measures.iter().copied().collect();
    let measurer = Measurer::new(deck, sizes.parse().unwrap(), measures, Strategy::default());
    let deals = Deals::new(measurer.unwrap(), Seed(3), deals).unwrap();
    execute(&deals, threads(2)).unwrap().into_tally()
}

/// Tallies a custom statistic of the hands of a seed, dealt on some threads.
fn tally(
    (deck, cards, deals): (Deck, usize, u64),
    seed: u64,
    count: usize,
    statistic: impl Fn(&[Card]) -> u64 + Sync,
) -> Result<BTreeMap<u64, u128>, TooManyValues> {
    let deals = StatisticDeals::new("own", deck, cards, Seed(seed), deals, statistic).unwrap();
    execute(&deals, threads(count)).unwrap().into_tally().into_counts()
}

/// Returns the statistic of the number of sets, by definition.
fn sets(deck: Deck) -> impl Fn(&[Card]) -> u64 + Sync {
    let detector = Strategy::Naive.detector(deck);
    move |hand| detector.count(hand).try_into().unwrap()
}

fn dense(counts: &BTreeMap<u64, u128>) -> Tally {
    counts.iter().map(|(&value, &count)| (usize::try_from(value).unwrap(), count)).collect()
}

/// Writes the tallies of a part as text, and reads them back as a part of a plan.
fn through_text<T: SavedTally>(partial: &Partial<T>, plan: &Plan) -> Partial<T> {
    let mut text = Vec::new();
    write_tallies(partial, &mut text).unwrap();
    let (mut full, mut short) = (T::default(), None);
    for line in String::from_utf8(text).unwrap().lines() {
        let (word, rest) = line.split_once(' ').unwrap();
        read_tally(word, rest, &mut full, &mut short).unwrap();
    }
    let finished = partial.finished().clone();
    let read = Partial::restored(partial.plan().clone(), finished, full, short).unwrap();
    read.extended(plan.clone()).unwrap()
}

#[test]
fn a_function_that_counts_sets_tallies_what_the_measure_does() {
    for (features, cards) in [(2, 4), (3, 9), (4, 12), (4, 21), (5, 12), (6, 40)] {
        let deck = Deck::new(features).unwrap();
        let expected = built_in(deck, &cards.to_string(), &[Measure::Sets], DEALS / 10);
        let expected = expected.get(Key::sets(cards)).unwrap();
        for count in [1, 2, 7] {
            let counts = tally((deck, cards, DEALS / 10), 3, count, sets(deck)).unwrap();
            assert_eq!(&dense(&counts), expected, "{features} {cards} {count}");
        }
    }
}

/// Merges shards in any order, each saved and read back, and resumes and extends a run.
#[test]
fn shards_and_saved_runs_are_the_whole() {
    let of = |deals| StatisticDeals::new("sets", Deck::GAME, 12, Seed(3), deals, sets(Deck::GAME));
    let (whole, shorter) = (of(DEALS).unwrap(), of(DEALS - 40_000).unwrap());
    let expected = built_in(Deck::GAME, "12", &[Measure::Sets], DEALS);
    let check = |partial: Partial<Frequencies>| {
        assert!(partial.is_complete());
        let counts = partial.into_tally().into_counts().unwrap();
        assert_eq!(Some(&dense(&counts)), expected.get(Key::sets(12)));
    };
    for number in [1, 3, 10, 40] {
        let mut all = Partial::new(whole.plan().clone());
        for shard in (1..=number).rev() {
            let blocks = Shard::new(shard, number).unwrap().blocks(whole.plan());
            all.merge(through_text(&part(&whole, &blocks), whole.plan())).unwrap();
        }
        check(all);
    }
    let blocks = shorter.plan().all_blocks();
    let mut resumed = through_text(&part(&shorter, &blocks), whole.plan());
    let missing = whole.plan().all_blocks().without(resumed.finished());
    resumed.merge(part(&whole, &missing)).unwrap();
    check(resumed);
}

#[test]
fn files_of_another_statistic_are_refused() {
    let of = |name: &str| StatisticDeals::new(name, Deck::GAME, 12, Seed(3), 1000, |_| 0);
    let (own, other) = (of("one").unwrap(), of("two").unwrap());
    let mut all = Partial::new(own.plan().clone());
    let foreign = part(&other, &other.plan().all_blocks());
    let error = all.merge(foreign).unwrap_err().to_string();
    assert!(error.ends_with("statistic is `two` there and `one` here"), "{error}");
    for name in ["", "two words", "a\nb"] {
        assert_eq!(of(name).unwrap_err(), StatisticError::Name(name.to_owned()));
    }
}

/// Checks that a statistic with a different value for each hand ends the run long before its last
/// deal.
#[test]
fn too_many_values_end_the_run() {
    let number = |hand: &[Card]| hand.iter().fold(0, |sum, card| 81 * sum + card.index() as u64);
    assert_eq!(tally((Deck::GAME, 9, 10_u64.pow(15)), 1, 2, number), Err(TooManyValues));
    // A file holds a million values, but not one more.
    let mut most: Frequencies = (0..1_000_000).map(|value| (u64::MAX - value, 1)).collect();
    let mut text = Vec::new();
    most.write_lines("tally", &mut text).unwrap();
    let mut read = Frequencies::default();
    for line in String::from_utf8(text).unwrap().lines() {
        read.read_line(line.strip_prefix("tally ").unwrap()).unwrap();
    }
    assert_eq!(read, most);
    assert_eq!((read.read_line("5: 1"), read.read_line("4: 1")), (None, None));
    most.add(5, 1);
    let error = most.write_lines("tally", &mut Vec::new()).unwrap_err().to_string();
    assert!(error.starts_with("there are more than 1000000 different values"), "{error}");
    for wrong in ["", "5", "5:1", "x: 1", "5: x", "5: 0", "-1: 1", "18446744073709551616: 1"] {
        assert_eq!(Frequencies::default().read_line(wrong), None, "{wrong}");
    }
    let mut twice = Frequencies::default();
    assert_eq!((twice.read_line("5: 1"), twice.read_line("5: 1")), (Some(()), None));
}

/// Tallies a function of the hand over all hands of a size.
fn all_hands<V: Ord>(deck: Deck, cards: usize, of: impl Fn(&[Card]) -> V) -> BTreeMap<V, u128> {
    let (mut counts, mut hands) =
        (BTreeMap::new(), Combinations::starting_at(0, cards, deck.cards()));
    loop {
        *counts.entry(of(hands.get())).or_default() += 1;
        if hands.advance().is_none() {
            return counts;
        }
    }
}

/// Checks that deals of a small deck fit the distribution over all of its hands, and take only
/// values that some hand has.
fn check_fit<V: Ord + Copy + std::fmt::Debug>(
    dealt: &BTreeMap<V, u128>,
    exact: &BTreeMap<V, u128>,
) {
    assert!(dealt.keys().all(|value| exact.contains_key(value)), "{dealt:?} {exact:?}");
    let total: u128 = exact.values().sum();
    let ratios: Vec<Ratio> = exact.values().map(|&count| Ratio::new(count, total)).collect();
    let count = |value: &V| dealt.get(value).copied().unwrap_or(0);
    let tally: Tally = exact.keys().map(count).enumerate().collect();
    let fit = chi_square(&tally, &ratios).unwrap();
    assert!(fit.p_value > 1e-4, "{fit:?} {dealt:?} {exact:?}");
}

#[test]
fn small_decks_are_dealt_as_all_of_their_hands_are() {
    for (features, cards) in [(2, 4), (2, 5), (3, 4), (3, 5)] {
        let deck = Deck::new(features).unwrap();
        // Two measures at once: the number of sets, and the number of cards that belong to one.
        let sets_and_cards = |hand: &[Card]| {
            let sets: Vec<[usize; 3]> = hand::sets(hand, deck).collect();
            let is_inside = |place: &usize| sets.iter().any(|set| set.contains(place));
            (100 * sets.len() + (0..cards).filter(is_inside).count()) as u64
        };
        // A function of the features: the sum of the first digits.
        let sum = |hand: &[Card]| hand.iter().map(|card| u64::from(card.digit(0, deck))).sum();
        let dealt = tally((deck, cards, DEALS), 4, 2, sets_and_cards).unwrap();
        check_fit(&dealt, &all_hands(deck, cards, sets_and_cards));
        let dealt = tally((deck, cards, DEALS), 4, 2, sum).unwrap();
        check_fit(&dealt, &all_hands(deck, cards, sum));
    }
}

/// Returns 0 unless exactly one card of a hand is red; otherwise 2 if that card belongs to a set,
/// or 1 if not.
fn only_red_card(deck: Deck, hand: &[Card]) -> u64 {
    let mut red = hand.iter().filter(|card| card.digit(2, deck) == 0);
    let (Some(&red), None) = (red.next(), red.next()) else { return 0 };
    let completes = |&card: &Card| card != red && hand.contains(&red.third(card));
    if hand.iter().any(completes) { 2 } else { 1 }
}

/// Returns the exact probabilities that exactly one card of a hand is red and that card is in no
/// set, or in a set. The sets with this card partition the cards of other colours into pairs; it is
/// in no set if the hand contains no such pair.
fn exact_only_red_card(deck: Deck, cards: usize) -> [Ratio; 2] {
    let (red, pairs, others) = (deck.size() / 3, deck.size() / 3, cards - 1);
    let choose = |n, k| binomial(n, k).unwrap();
    let all = choose(2 * pairs, others);
    let broken = choose(pairs, others) << others;
    let hands = choose(deck.size(), cards);
    [broken, all - broken].map(|count| Ratio::new(red as u128 * count, hands))
}

#[test]
fn how_often_the_only_red_card_is_part_of_a_set() {
    // By formula and by all hands.
    let deck = Deck::new(3).unwrap();
    for cards in [1, 4, 6] {
        let counts = all_hands(deck, cards, |hand| only_red_card(deck, hand));
        let total = counts.values().sum();
        let found = [1, 2].map(|value| Ratio::new(counts.get(&value).copied().unwrap_or(0), total));
        assert_eq!(found, exact_only_red_card(deck, cards), "{cards}");
    }
    // By formula and by deals.
    const MILLION: u64 = 1_000_000;
    let of_hand = |hand: &[Card]| only_red_card(Deck::GAME, hand);
    let counts = tally((Deck::GAME, 12, MILLION), 1, 2, of_hand).unwrap();
    for (value, exact) in [1, 2].into_iter().zip(exact_only_red_card(Deck::GAME, 12)) {
        let limits = interval(counts[&value], MILLION.into(), "0.9999".parse().unwrap());
        assert!(limits.low < exact.value() && exact.value() < limits.high, "{value} {limits:?}");
    }
}
