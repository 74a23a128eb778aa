use super::*;
use crate::detect::Strategy;
use crate::stats::power;
use std::collections::{BTreeMap, BTreeSet};

fn construction(features: usize, cards: usize, sets: usize) -> Construction {
    let deck = Deck::new(features).unwrap();
    Construction::new(deck, Wanted { cards, sets }, Threads::ONE).unwrap().unwrap()
}

/// Makes hands of all sizes, both ways; their number is checked against the exact tables where
/// they are made.
#[test]
fn all_hands_are_made_and_hold_as_many_sets_as_wanted() {
    for (features, sizes) in [(2, 0..=9), (3, 0..=7), (3, 20..=27), (4, 3..=6), (4, 78..=81)] {
        let deck = Deck::new(features).unwrap();
        let detector = Strategy::Naive.detector(deck);
        for cards in sizes {
            let known = counts(deck, cards).unwrap().into_iter().enumerate();
            for (sets, hands) in known.filter(|&(_, hands)| hands > 0) {
                let construction = construction(features, cards, sets);
                assert_eq!(construction.hands(), hands);
                let hand = construction.hand(Seed(5));
                assert_eq!(hand.iter().collect::<BTreeSet<_>>().len(), cards);
                assert_eq!(detector.count(&hand), sets);
            }
        }
    }
}

/// Hands full of sets, caps, and hands of more than half the deck.
#[test]
fn rare_hands_are_made() {
    for (features, cards, sets) in [(4, 24, 81), (4, 20, 0), (4, 57, 315), (5, 13, 16), (6, 9, 12)]
    {
        let deck = Deck::new(features).unwrap();
        let wanted = Wanted { cards, sets };
        let made = Construction::of_rare(deck, wanted, Threads::available()).unwrap();
        let hand = made.unwrap().hand(Seed(1));
        assert_eq!(Strategy::Naive.detector(deck).count(&hand), sets);
    }
    let often = Wanted { cards: 12, sets: 14 };
    let often = Construction::of_rare(Deck::GAME, often, Threads::ONE).unwrap();
    assert!(often.is_none(), "one deal in 23 million");
}

/// Planes are one deal in 223 million.
#[test]
fn hands_can_be_listed_that_are_not_rare() {
    let plane = Wanted { cards: 9, sets: 12 };
    let planes = |it| Construction::rarer_than(it, Deck::GAME, plane, Threads::ONE).unwrap();
    assert!(planes(222_981_055).is_some_and(|it| !it.is_rare() && it.hands() == 1170));
    assert!(planes(222_981_056).is_none());
    assert!(construction(5, 9, 12).is_rare());
    // All of them differ in three features after some affine map, one of 3.6 billion deals so.
    let fitting = planes(1).and_then(|it| it.differing(3)).unwrap();
    assert!(fitting.is_rare() && fitting.hands() == 1170);
}

/// All ordered hands of three cards with a set, and all hands of five cards with two sets, are
/// equally likely: chi-square stays within five standard deviations of its mean.
#[test]
fn hands_are_uniform() {
    for (features, cards, sets, in_order) in [(2, 3, 1, true), (3, 5, 2, false)] {
        let construction = construction(features, cards, sets);
        let orders = if in_order { (1..=cards).product() } else { 1 };
        let cells = usize::try_from(construction.hands()).unwrap() * orders;
        let (mut seen, each) = (BTreeMap::<Vec<Card>, u32>::new(), 40);
        for seed in 0..(each * cells) as u64 {
            let mut hand = construction.hand(Seed(seed));
            if !in_order {
                hand.sort_unstable();
            }
            *seen.entry(hand).or_default() += 1;
        }
        assert_eq!(seen.len(), cells);
        let expected = each as f64;
        let error = |&count: &u32| power(f64::from(count) - expected, 2) / expected;
        let (chi_square, degrees) = (seen.values().map(error).sum::<f64>(), cells as f64 - 1.0);
        assert!((chi_square - degrees).abs() < 5.0 * (2.0 * degrees).sqrt(), "{chi_square}");
    }
}

/// A list of classes is kept where at least one has such hands, with the others left out.
#[test]
fn hands_whose_sets_differ_in_some_features_are_among_those_drawn() {
    let [few, plane] = [(21, 3), (9, 12)].map(|(cards, sets)| construction(4, cards, sets));
    let all = few.hands();
    let few = few.differing(4).unwrap();
    assert!((1..=all).contains(&few.hands()));
    assert_eq!(few.draws(Seed(1)).next(), Some(few.hand(Seed(1))));
    let detector = Strategy::Naive.detector(Deck::GAME);
    let differ = |hand: &Vec<Card>| {
        detector.sets(hand).into_iter().all(|[a, b, _]| {
            let digits = hand[a].digits(Deck::GAME).zip(hand[b].digits(Deck::GAME));
            digits.filter(|(a, b)| a != b).count() == 4
        })
    };
    assert!(few.draws(Seed(1)).take(1000).filter(differ).count() > 20);
    assert!(plane.clone().differing(4).is_none() && plane.differing(3).is_some());
}

/// Random words of the hands are their own: with those of the planes, each of these hands of
/// eight cards would be a part of the plane of its seed.
#[test]
fn hands_with_other_cards_or_sets_have_their_own_random_words() {
    let [part, plane] = [(8, 8), (9, 12)].map(|(cards, sets)| construction(6, cards, sets));
    let is_part = |seed: &u64| {
        let plane = plane.hand(Seed(*seed));
        part.hand(Seed(*seed)).iter().all(|card| plane.contains(card))
    };
    assert_eq!((0..20).filter(is_part).count(), 0);
}

/// The golden values of construction: if they change, seeds give other hands. A row may have
/// the first cards alone; the fifth hand is what a smaller one leaves in the deck.
#[test]
fn the_hand_of_a_seed_never_changes() {
    type Wanted = (usize, usize, usize);
    let golden: [(Wanted, u64, &[usize]); 6] = [
        ((4, 9, 12), 1, &[41, 65, 47, 17, 35, 80, 2, 59, 23]),
        ((4, 9, 12), 2, &[17, 21, 56, 76, 1, 50, 27, 69, 43]),
        ((3, 5, 2), 1, &[0, 12, 5, 20, 7]),
        (
            (4, 20, 0),
            1,
            &[1, 3, 33, 60, 69, 2, 53, 48, 38, 62, 4, 20, 18, 80, 42, 35, 14, 65, 12, 75],
        ),
        ((4, 57, 315), 1, &[43, 72, 51, 38, 64, 18, 71, 24, 78]),
        ((6, 9, 12), 1, &[291, 13, 335, 466, 663, 545, 215, 135, 613]),
    ];
    for ((features, cards, sets), seed, expected) in golden {
        let hand = construction(features, cards, sets).hand(Seed(seed));
        let hand: Vec<usize> = hand.iter().map(|card| card.index()).collect();
        assert_eq!(&hand[..expected.len()], expected, "{features}: {cards}, {sets}");
    }
}

#[test]
fn hands_that_cannot_be_are_not_rare() {
    let wanted = Wanted { cards: 4, sets: 2 };
    assert!(Construction::rarer_than(1, Deck::GAME, wanted, Threads::ONE).unwrap().is_none());
}
