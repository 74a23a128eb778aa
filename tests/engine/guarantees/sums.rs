//! Hands without some cards that add up to zero, or to the same card, extended card by card.

use setodds_engine::card::{Card, Deck};
use setodds_engine::hand::CardSet;
use setodds_engine::hand::combinations::Combinations;
use setodds_engine::symmetry::{Space, canonical};
use std::collections::BTreeMap;

/// For each size the classes of hands that have a property which their parts have, too, and how
/// many hands they are.
fn extended(is_kept: impl Fn(&[Card], Card) -> bool) -> Vec<(usize, u128)> {
    let space = Space::new(Deck::GAME);
    let mut level = BTreeMap::from([(Vec::new(), 1)]);
    let mut sizes = vec![(1, 1)];
    while !level.is_empty() {
        let mut next = BTreeMap::new();
        for hand in level.keys() {
            for card in Deck::GAME.cards().filter(|card| !hand.contains(card)) {
                if is_kept(hand, card) {
                    let set: CardSet = hand.iter().copied().chain([card]).collect();
                    let found = canonical(&space, &set);
                    next.insert(found.form.iter().collect::<Vec<Card>>(), found.orbit);
                }
            }
        }
        sizes.push((next.len(), next.values().sum()));
        level = next;
    }
    sizes.pop();
    sizes
}

fn card(index: usize) -> Card {
    Card::new(index, Deck::GAME).unwrap()
}

/// The sum of two cards, digit by digit modulo 3.
fn plus(one: Card, other: Card) -> Card {
    let digits = [one, other].map(|card| card.digits(Deck::GAME).collect::<Vec<u8>>());
    let sum = digits[0].iter().zip(&digits[1]).map(|(a, b)| (a + b) % 3);
    card(sum.fold(0, |index, digit| 3 * index + usize::from(digit)))
}

/// Whether a card makes `wanted` cards with others that add up to zero.
fn makes_zero(wanted: usize, hand: &[Card], new: Card) -> bool {
    if hand.len() + 1 < wanted {
        return false;
    }
    let mut others = Combinations::starting_at(0, wanted - 1, hand.iter().copied());
    loop {
        if others.get().iter().copied().fold(new, plus) == card(0) {
            return true;
        }
        if others.advance().is_none() {
            return false;
        }
    }
}

/// The Harborth constants of C3^4: how many cards always hold three, or six, that add up to zero.
/// Three are a set, six a ghost set.
#[test]
fn thirteen_cards_always_hold_six_that_add_up_to_zero() {
    let sizes = extended(|hand, card| !makes_zero(6, hand, card));
    assert_eq!(sizes.len() - 1, 12, "{sizes:?}");
}

/// The third of these constants, for nine cards.
#[test]
#[ignore = "takes minutes"]
fn fourteen_cards_always_hold_nine_that_add_up_to_zero() {
    let sizes = extended(|hand, card| !makes_zero(9, hand, card));
    assert_eq!(sizes.len() - 1, 13, "{sizes:?}");
    assert_eq!(
        sizes[9..],
        [
            (352, 257_666_994_000),
            (1356, 1_646_491_902_120),
            (3520, 5_602_663_808_352),
            (1749, 2_754_540_846_720),
            (34, 39_876_183_360),
        ]
    );
}

/// Thirteen cards without nine that add up to zero.
#[test]
fn thirteen_cards_may_lack_nine_that_add_up_to_zero() {
    let hand = [0, 1, 2, 3, 4, 5, 6, 9, 10, 27, 30, 34, 55].map(card);
    for (place, &new) in hand.iter().enumerate() {
        assert!(!makes_zero(9, &hand[..place], new), "{new}");
    }
}

/// Hands without an ultraset: no two pairs have the same sum. Those that have no set, either, are a
/// single class at nine cards.
#[test]
fn nine_cards_may_lack_an_ultraset() {
    let new_sums = |hand: &[Card], card: Card| {
        let sums = |cards: &[Card]| -> Vec<Card> {
            let pairs = (1..cards.len()).flat_map(|it| cards[..it].iter().map(move |&a| (a, it)));
            pairs.map(|(a, it)| plus(a, cards[it])).collect()
        };
        let old = sums(hand);
        let new: Vec<Card> = hand.iter().map(|&other| plus(other, card)).collect();
        new.iter().all(|sum| !old.contains(sum))
    };
    let all = extended(new_sums);
    assert_eq!(all.iter().map(|it| it.0).collect::<Vec<_>>(), [1, 1, 1, 2, 2, 3, 6, 6, 5, 2]);
    let hands = [1_600_560, 20_925_216, 169_019_136, 668_697_120, 750_578_400, 19_712_160];
    assert_eq!(all[4..].iter().map(|it| it.1).collect::<Vec<_>>(), hands);
    let capped = extended(|hand, card| new_sums(hand, card) && !makes_zero(3, hand, card));
    assert_eq!(capped.iter().map(|it| it.0).collect::<Vec<_>>(), [1, 1, 1, 1, 1, 2, 3, 1, 1, 1]);
    assert_eq!(capped[9].1, 13_646_880);
}
