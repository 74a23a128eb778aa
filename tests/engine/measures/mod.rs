//! Compares every measure with an oracle written from its definition alone, on all hands of small
//! decks and on random hands of other decks.

pub(super) mod oracle;
mod whole_decks;

use oracle::Oracle;
use proptest::prelude::{Just, ProptestConfig, Strategy as Arbitrary, prop};
use proptest::proptest;
use setodds_engine::card::{Card, Deck};
use setodds_engine::combinations::{Combinations, binomial};
use setodds_engine::detect::Strategy;
use setodds_engine::exact::known;
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::measure::{HandCaps, Key, Measure, Measurer};
use setodds_engine::stats::Ratio;
use setodds_engine::tally::{Tallies, Tally};

/// Returns the measures that are defined for hands of a size.
fn served(deck: Deck, cards: usize) -> Vec<Measure> {
    let all = Measure::ALL.iter().copied();
    all.filter(|measure| measure.sizes(deck).contains(&cards)).collect()
}

fn measurer(deck: Deck, sizes: Sizes, measures: &[Measure]) -> Measurer {
    let measures = measures.iter().copied().collect();
    Measurer::new(deck, sizes, measures, Strategy::default()).unwrap()
}

/// Returns the tallies of all hands of a size, each compared with the oracle.
fn all_hands(features: usize, cards: usize) -> Tallies<Key> {
    let deck = Deck::new(features).unwrap();
    let (oracle, served) = (Oracle::new(deck), served(deck, cards));
    let measurer = measurer(deck, Sizes::one(cards), &served);
    let mut recorder = measurer.recorder();
    let mut expected: Vec<Tally> = vec![Tally::default(); served.len()];
    let mut hands = Combinations::starting_at(0, cards, deck.cards());
    loop {
        recorder.record(hands.get());
        for (&measure, tally) in served.iter().zip(&mut expected) {
            oracle.outcomes(measure, hands.get()).iter().for_each(|&value| tally.record(value));
        }
        if hands.advance().is_none() {
            break;
        }
    }
    let tallies = recorder.finish();
    for (&measure, tally) in served.iter().zip(&expected) {
        let found = tallies.get(Key { cards, measure }).cloned().unwrap_or_default();
        assert_eq!(&found, tally, "{features} {cards} {measure}");
    }
    tallies
}

/// Compares the exactly known values with the tallies of all hands.
fn check_known(features: usize, tallies: &Tallies<Key>) -> usize {
    let deck = Deck::new(features).unwrap();
    let mut known = 0;
    for (key, tally) in tallies.iter().filter(|(_, tally)| tally.total() > 0) {
        // The first set is known for hands in all orders, but these hands are in ascending order.
        if key.measure == Measure::FirstSet {
            continue;
        }
        for value in 0..=tally.largest().unwrap() + 1 {
            let found = Ratio::new(tally.count(value), tally.total());
            if let Some(exact) = known::probability(deck, key, value) {
                assert_eq!(exact, found, "{features} {key:?} {value}");
                known += 1;
            }
        }
        if let Some(exact) = known::mean(deck, key) {
            let sum = tally.iter().map(|(value, count)| value as u128 * count).sum();
            assert_eq!(exact, Ratio::new(sum, tally.total()), "{features} {key:?}");
        }
        if let Some(all) = known::distribution(deck, key) {
            let sum: f64 = all.iter().map(|ratio| ratio.value()).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{key:?}");
        }
    }
    known
}

#[test]
fn all_hands_of_two_features() {
    let known: usize = (0..=9).map(|cards| check_known(2, &all_hands(2, cards))).sum();
    assert!(known > 100, "{known}");
}

#[test]
fn all_small_hands_of_three_features() {
    let known: usize = (0..=6).map(|cards| check_known(3, &all_hands(3, cards))).sum();
    assert!(known > 40, "{known}");
}

/// Checks the variance of the proportion of a type against the formula in the documentation of
/// `set_types`: `p(1 - p) v(v - 1)/6 (h(3) - 3 h(5) + 2 h(6))`.
#[test]
fn sets_of_a_hand_are_as_dependent_as_documented() {
    for (features, cards) in [(2, 5), (2, 6), (2, 8), (2, 9), (3, 5), (3, 6)] {
        let deck = Deck::new(features).unwrap();
        let (oracle, size) = (Oracle::new(deck), deck.size() as f64);
        for kind in 1..=features {
            let key = Key { cards, measure: Measure::SetTypes };
            let p = known::probability(deck, key, kind).unwrap().value();
            let mut squares = 0.0;
            let mut hands = Combinations::starting_at(0, cards, deck.cards());
            loop {
                let kinds = oracle.outcomes(Measure::SetTypes, hands.get());
                let deviation =
                    kinds.iter().map(|&it| f64::from(u8::from(it == kind)) - p).sum::<f64>();
                squares += deviation * deviation;
                if hands.advance().is_none() {
                    break;
                }
            }
            let found = squares / binomial(deck.size(), cards).unwrap() as f64;
            let h = |m: usize| -> f64 {
                (0..m).map(|i| (cards as f64 - i as f64).max(0.0) / (size - i as f64)).product()
            };
            let dependent = h(3) - 3.0 * h(5) + 2.0 * h(6);
            let expected = p * (1.0 - p) * size * (size - 1.0) / 6.0 * dependent;
            assert!((found - expected).abs() < 1e-9, "{features} {cards} {kind}: {found}");
            let effect = key.design_effect(deck).unwrap().value();
            assert!((effect - dependent / h(3)).abs() < 1e-12, "{features} {cards}: {effect}");
        }
    }
    let effect = |cards| {
        let key = Key { cards, measure: Measure::SetTypes };
        key.design_effect(Deck::GAME).unwrap().value()
    };
    for (cards, expected) in [(3, 1.0), (12, 0.9662), (40, 0.5389), (60, 0.1748), (80, 0.0)] {
        assert!((effect(cards) - expected).abs() < 5e-5, "{cards}: {}", effect(cards));
    }
}

/// Compares the values that a dealt hand, whose first cards form the smaller hands, gives for each
/// size with the oracle.
fn check(features: usize, hand: &[Card], sizes: &[usize]) {
    let deck = Deck::new(features).unwrap();
    let oracle = Oracle::new(deck);
    let all: Sizes = sizes.iter().copied().chain([hand.len()]).collect();
    let measures = served(deck, hand.len());
    let together = measurer(deck, all.clone(), &measures);
    let mut recorder = together.recorder();
    // The next hand must not see any state of this one.
    recorder.record(&hand.iter().rev().copied().collect::<Vec<_>>());
    recorder.record(hand);
    let tallies = recorder.finish();
    for cards in all.iter() {
        // The oracle of caps takes too long for larger hands.
        let quick = |measure: &Measure| cards <= 20 || *measure != Measure::LargestCap;
        for measure in served(deck, cards).into_iter().filter(quick) {
            let reversed: Vec<Card> = hand.iter().rev().take(cards).copied().collect();
            let mut expected = oracle.outcomes(measure, &hand[..cards]);
            expected.extend(oracle.outcomes(measure, &reversed));
            let expected: Tally = expected.into_iter().collect();
            let found = tallies.get(Key { cards, measure }).cloned().unwrap_or_default();
            assert_eq!(found, expected, "{features} {cards} {measure}");

            let alone = measurer(deck, Sizes::one(cards), &[measure]);
            let mut recorder = alone.recorder();
            recorder.record(&reversed);
            recorder.record(&hand[..cards]);
            let alone = recorder.finish();
            assert_eq!(alone.get(Key { cards, measure }).cloned().unwrap_or_default(), expected);
        }
        let [sets, kinds] = [Measure::Sets, Measure::SetTypes]
            .map(|measure| tallies.get(Key { cards, measure }).cloned().unwrap_or_default());
        let sum: u128 = sets.iter().map(|(value, count)| value as u128 * count).sum();
        assert_eq!(kinds.total(), sum);
    }
}

/// Generates a hand of different cards in some order, and some smaller sizes.
fn hand(
    features: usize,
    most: usize,
) -> impl Arbitrary<Value = (Vec<Card>, Vec<prop::sample::Index>)> {
    let cards: Vec<Card> = Deck::new(features).unwrap().cards().collect();
    let most = cards.len().min(most);
    let hand = prop::sample::subsequence(cards, 0..=most).prop_shuffle();
    (hand, prop::collection::vec(proptest::arbitrary::any::<prop::sample::Index>(), 0..4))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Checks the returned largest cap: it has no set and the size that the oracle gives, removing
    /// the last card of the hand reduces the size by at most one, and the number of admitted cards
    /// is that of the definition.
    #[test]
    fn caps_of_hands_are_largest_caps(
        (features, (hand, _)) in
            (2_usize..=6).prop_flat_map(|n| (Just(n), hand(n, [9, 18, 20, 24, 26][n - 2])))
    ) {
        let deck = Deck::new(features).unwrap();
        let oracle = Oracle::new(deck);
        let caps = HandCaps::new(&hand, deck).unwrap();
        let cap: Vec<Card> = caps.largest.iter().map(|&place| hand[place]).collect();
        assert!(caps.largest.is_sorted() && oracle.naive.count(&cap) == 0);
        assert_eq!(vec![cap.len()], oracle.outcomes(Measure::LargestCap, &hand));
        assert_eq!(caps.is_cap(), oracle.naive.count(&hand) == 0);
        let joins = |card: &Card| {
            let more: Vec<Card> = hand.iter().copied().chain([*card]).collect();
            !hand.contains(card) && oracle.naive.count(&more) == 0
        };
        let admitted = caps.is_cap().then(|| deck.cards().filter(joins).count());
        assert_eq!((caps.admitted, caps.is_complete()), (admitted, admitted == Some(0)));
        if let Some(less) = hand.len().checked_sub(1) {
            let less = HandCaps::new(&hand[..less], deck).unwrap().largest.len();
            assert!(less == cap.len() || less + 1 == cap.len());
        }
    }

    #[test]
    fn random_hands_of_every_deck(
        (features, (hand, sizes)) in
            (2_usize..=6).prop_flat_map(|n| (Just(n), hand(n, [9, 24, 27, 34, 45][n - 2])))
    ) {
        let sizes: Vec<usize> = sizes.iter().map(|size| size.index(hand.len() + 1)).collect();
        check(features, &hand, &sizes);
    }
}

/// Regression test: a hand that once revealed a bug.
#[test]
fn a_hand_of_eight_cards() {
    let deck = Deck::new(3).unwrap();
    let hand = [4, 8, 9, 10, 17, 22, 24, 26].map(|index| Card::new(index, deck).unwrap());
    check(3, &hand, &[]);
}
