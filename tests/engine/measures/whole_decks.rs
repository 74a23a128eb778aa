//! Checks known distributions, and measures of whole decks: the first set, disjoint sets, greedy
//! caps.

use super::measurer;
use super::oracle::Oracle;
use setodds_engine::card::{Card, Deck};
use setodds_engine::deal::{Deals, Seed, deal_block};
use setodds_engine::detect::Strategy;
use setodds_engine::exact::known;
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::measure::{HandCaps, Key, Measure, MeasureError, Measurer, Measures};
use setodds_engine::run::Kernel;
use setodds_engine::stats::Ratio;
use setodds_engine::tally::{Merge, Tallies, Tally};
use std::collections::HashMap;

/// Compares the first set over all orders of the cards with the exact distribution.
#[test]
fn the_first_set_has_the_known_distribution() {
    // By hand: 12 of 84 triples are sets; of 126 hands of four cards 54 contain none, of five none.
    let deck = Deck::new(2).unwrap();
    let key = Key { cards: 5, measure: Measure::FirstSet };
    for (value, parts) in [0, 0, 0, 12, 36, 36, 0].into_iter().enumerate() {
        let exact = known::probability(deck, key, value).unwrap();
        assert_eq!(exact, Ratio::new(parts, 84), "{value}");
    }
    let key = Key { cards: 21, measure: Measure::FirstSet };
    let known = |value| known::probability(Deck::GAME, key, value);
    assert_eq!(known(3).unwrap(), Ratio::new(1, 79));
    let all: u128 = (0..=81).map(|value| known(value).unwrap().numerator().min(1)).sum();
    assert_eq!(all, 19, "from 3 to 21 cards");
    // The published expectation, 8.2391779622804 cards.
    let expected = Ratio::new(1_483_035_297_619_892_223, 179_997_968_779_087_690);
    assert_eq!(known::mean(Deck::GAME, key), Some(expected));
    let none_of_twelve = 1.0 - (3..=12).map(|value| known(value).unwrap().value()).sum::<f64>();
    let exact = 2_284_535_476_080.0 / 70_724_320_184_700.0;
    assert!((none_of_twelve - exact).abs() < 1e-15);
    assert_eq!(known(22), Some(Ratio::new(0, 1)));
    let small = Deck::new(3).unwrap();
    assert!(known::mean(small, Key { cards: 10, measure: Measure::FirstSet }).is_some());
}

#[test]
fn whole_decks_can_be_taken_apart() {
    for features in 2..=4 {
        let deck = Deck::new(features).unwrap();
        let measurer = measurer(deck, Sizes::one(deck.size()), &[Measure::DisjointSets]);
        let mut recorder = measurer.recorder();
        recorder.record(&deck.cards().collect::<Vec<_>>());
        let key = Key { cards: deck.size(), measure: Measure::DisjointSets };
        assert_eq!(recorder.finish().get(key).unwrap().count(deck.size() / 3), 1);
    }
}

#[test]
fn measures_are_refused_where_they_are_not_there() {
    let new = |features, sizes: &str, measures: &[Measure]| {
        let measures: Measures = measures.iter().copied().collect();
        let deck = Deck::new(features).unwrap();
        Measurer::new(deck, sizes.parse().unwrap(), measures, Strategy::Naive)
    };
    let first = [Measure::Sets, Measure::FirstSet];
    let error = new(4, "3-20", &first).unwrap_err();
    assert!(matches!(error, MeasureError::TooSmall { measure: Measure::FirstSet, .. }));
    assert!(error.to_string().contains("hands of 21 to 81 cards"), "{error}");
    assert!(new(4, "3-21", &first).is_ok());
    for (features, least) in [(2, 5), (3, 10), (4, 21), (5, 46), (6, 113)] {
        assert!(new(features, &least.to_string(), &first).is_ok());
        assert!(new(features, &(least - 1).to_string(), &first).is_err());
    }
    assert!(matches!(new(4, "82", &[Measure::Sets]), Err(MeasureError::Sizes(_))));
    assert!(new(4, "0-2", &[Measure::SetTypes]).is_err());
    let error = new(6, "729", &[Measure::DisjointSets]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("`disjoint-sets` is defined for hands of up to 128 cards, not 729")
    );
}

/// Checks hands that fill a deck, or a flat of a larger deck.
#[test]
fn whole_decks_have_their_largest_caps() {
    for features in 2..=3 {
        let deck = Deck::new(features).unwrap();
        let all: Vec<Card> = deck.cards().collect();
        let caps = HandCaps::new(&all, deck).unwrap();
        assert_eq!((caps.largest.len(), caps.admitted), (deck.largest_cap(), None));
        let cap: Vec<Card> = caps.largest.iter().map(|&place| all[place]).collect();
        assert!(HandCaps::new(&cap, deck).unwrap().is_complete());
        for wider in (features + 1..=6).map(|features| Deck::new(features).unwrap()) {
            let flat: Vec<Card> = wider.cards().take(deck.size()).collect();
            let caps = HandCaps::new(&flat, wider).unwrap();
            assert_eq!(caps.largest.len(), deck.largest_cap());
        }
    }
    let hand: Vec<Card> = Deck::GAME.cards().take(46).collect();
    let error = HandCaps::new(&hand, Deck::GAME).unwrap_err().to_string();
    assert!(
        error.contains("`largest-cap` is defined for hands of up to 45 cards, not 46"),
        "{error}"
    );
}

/// Checks that every deal gives a complete cap, the one given by the definition.
#[test]
fn greedy_caps_are_complete_and_those_of_the_definition() {
    for (features, deals) in [(2, 200), (3, 200), (4, 50), (5, 5), (6, 1)] {
        let deck = Deck::new(features).unwrap();
        let oracle = Oracle::new(deck);
        let measurer = measurer(deck, Sizes::one(deck.size()), &[Measure::GreedyCap]);
        let (mut recorder, mut expected) = (measurer.recorder(), Tally::default());
        deal_block(Seed(8), 0, deck, deck.size(), deals, |hand| {
            let cap = oracle.greedy_cap(hand);
            let mut alone = measurer.recorder();
            alone.record(hand);
            let key = Key { cards: deck.size(), measure: Measure::GreedyCap };
            assert_eq!(alone.finish().get(key).unwrap().largest(), Some(cap.len()));
            if let Ok(caps) = HandCaps::new(&cap, deck) {
                assert!(caps.is_complete(), "{cap:?}");
            }
            recorder.record(hand);
            expected.record(cap.len());
        });
        let tallies = recorder.finish();
        let key = Key { cards: deck.size(), measure: Measure::GreedyCap };
        assert_eq!(tallies.get(key), Some(&expected));
    }
}

/// Returns the exact distribution of greedy caps: each card that can extend a cap is equally
/// likely. Caps are sets of cards, an integer with one bit per card, and are enumerated size by
/// size.
fn growing_caps(deck: Deck) -> Vec<f64> {
    let cards: Vec<Card> = deck.cards().collect();
    let third = |a: usize, b: usize| 1_u32 << cards[a].third(cards[b]).index();
    let members = |cap: u32| (0..cards.len()).filter(move |&card| cap >> card & 1 == 1);
    let (mut sizes, mut caps) = (Vec::new(), HashMap::from([(0_u32, 1.0)]));
    while !caps.is_empty() {
        let (mut complete, mut larger) = (0.0, HashMap::new());
        for (&cap, &probability) in &caps {
            let pairs = members(cap).flat_map(|a| members(cap).map(move |b| (a, b)));
            let barred = pairs.fold(cap, |barred, (a, b)| barred | third(a, b));
            let free: Vec<usize> = members(!barred).collect();
            if free.is_empty() {
                complete += probability;
            }
            for &card in &free {
                *larger.entry(cap | 1 << card).or_insert(0.0) += probability / free.len() as f64;
            }
        }
        sizes.push(complete);
        caps = larger;
    }
    sizes
}

#[test]
fn greedy_caps_have_the_distribution_of_growing_caps() {
    for (features, deals) in [(2, 2_000), (3, 100_000)] {
        let deck = Deck::new(features).unwrap();
        let exact = growing_caps(deck);
        assert!((exact.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let measurer = measurer(deck, Sizes::one(deck.size()), &[Measure::GreedyCap]);
        let simulation = Deals::new(measurer, Seed(9), deals).unwrap();
        let (mut tally, mut worker) = (Tallies::default(), simulation.worker());
        let blocks = 0..simulation.plan().blocks();
        blocks.for_each(|block| tally.merge(worker(block)));
        let key = Key { cards: deck.size(), measure: Measure::GreedyCap };
        for (value, &p) in exact.iter().enumerate() {
            let share = tally.get(key).unwrap().count(value) as f64 / deals as f64;
            let error = (p * (1.0 - p) / deals as f64).sqrt();
            assert!((share - p).abs() <= 4.5 * error + 1e-12, "{features} {value}: {share} {p}");
            let known = known::probability(deck, key, value);
            assert!(known.is_none_or(|known| (known.value() - p).abs() < 1e-9), "{value}");
        }
    }
}

/// Checks that cards beyond the maximum of a measure do not change it.
#[test]
fn disjoint_sets_go_with_greedy_caps_of_large_decks() {
    let deck = Deck::new(5).unwrap();
    let tally = |sizes: &str, measures: &[Measure]| {
        let measurer = measurer(deck, sizes.parse().unwrap(), measures);
        let (mut recorder, largest) = (measurer.recorder(), measurer.sizes().largest());
        let deals = |hand: &[Card]| recorder.record(&hand[..largest]);
        deal_block(Seed(3), 0, deck, deck.size(), 50, deals);
        recorder.finish().get(Key { cards: 40, measure: Measure::DisjointSets }).cloned()
    };
    let both = tally("40,243", &[Measure::DisjointSets, Measure::GreedyCap]);
    assert!(both.is_some() && both == tally("40", &[Measure::DisjointSets]));
}

/// Checks that measures of the whole deck can be combined with measures for which the whole deck is
/// too large.
#[test]
fn greedy_caps_go_with_caps_of_small_hands() {
    let both = [Measure::LargestCap, Measure::GreedyCap];
    let measurer = measurer(Deck::GAME, "12,81".parse().unwrap(), &both);
    let keys: Vec<Key> = measurer.keys().collect();
    let key = |cards, measure| Key { cards, measure };
    assert_eq!(keys, [key(12, Measure::LargestCap), key(81, Measure::GreedyCap)]);
    let new = |sizes: &str, measures: &[Measure]| {
        let measures: Measures = measures.iter().copied().collect();
        Measurer::new(Deck::GAME, sizes.parse().unwrap(), measures, Strategy::Naive).unwrap_err()
    };
    let too_large = |error| matches!(error, MeasureError::TooLarge { most: 36, .. });
    assert!(too_large(new("12,37,81", &both)) && too_large(new("81", &both)));
    assert!(too_large(new("12,81", &[Measure::LargestCap])));
    let error = new("12", &both).to_string();
    assert!(error.starts_with("`greedy-cap` is defined for the whole deck"), "{error}");
}
