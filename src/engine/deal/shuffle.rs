//! Deals hands in groups of 64 and passes them on one by one.

use super::Seed;
use super::lane_dealer::{LaneDealer, LaneGroups};
use crate::card::Card;
use crate::lanes::{InstructionSet, LANES};
use crate::pack::Pack;

/// Deals the first `deals` hands of a block and calls `visit` with each, a slice of `cards` cards
/// in order of dealing.
///
/// ```
/// use setodds_engine::{card::Deck, deal::{Seed, deal_block}};
/// let mut hands = Vec::new();
/// deal_block(Seed(1), 0, Deck::GAME, 12, 3, |hand| hands.push(hand.to_vec()));
/// assert!(hands.len() == 3 && hands.iter().all(|hand| hand.len() == 12));
/// ```
///
/// # Panics
///
/// Panics if a hand has more cards than the pack.
pub fn deal_block(
    seed: Seed,
    block: u64,
    pack: impl Into<Pack>,
    cards: usize,
    deals: u64,
    mut visit: impl FnMut(&[Card]),
) {
    let pack = pack.into();
    assert!(cards <= pack.size(), "no more cards than the deck has");
    let dealer = LaneDealer::new(&pack, cards);
    let mut groups = LaneGroups::<u16>::new(InstructionSet::widest(), dealer);
    groups.start(seed, block);
    let mut hand = vec![Card::default(); cards];
    let mut left = deals;
    while left > 0 {
        let group = groups.deal();
        for deal in (0..LANES).take(usize::try_from(left).unwrap_or(LANES)) {
            for (card, numbers) in hand.iter_mut().zip(group) {
                *card = Card::at(numbers.0[deal].into());
            }
            visit(&hand);
        }
        left = left.saturating_sub(LANES as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::deal::deals_per_block;
    use crate::deal::draws::Bound;
    use crate::deal::generators::Generators;
    use crate::hand::CardSet;
    use crate::lanes::Lanes;
    use crate::stats::power;
    use std::collections::BTreeMap;

    fn indices(
        seed: u64,
        block: u64,
        features: usize,
        cards: usize,
        deals: u64,
    ) -> Vec<Vec<usize>> {
        let mut hands = Vec::new();
        deal_block(Seed(seed), block, Deck::new(features).unwrap(), cards, deals, |hand| {
            hands.push(hand.iter().map(|card| card.index()).collect());
        });
        hands
    }

    /// Deals by definition (Fisher-Yates): each draw takes a card of the pile, and the last card
    /// takes its position.
    #[test]
    fn hands_are_those_of_a_shuffled_pile() {
        let full = [(2, 9), (3, 27), (4, 12), (4, 81), (5, 40), (5, 243), (6, 7)];
        let full = full.map(|(features, cards)| (Deck::new(features).unwrap().into(), cards));
        let some = [(2, "@0,8", 7), (4, "@0,27-53", 12), (4, "@3,70", 79), (6, "@1-600", 128)];
        let some = some.map(|(features, missing, cards)| {
            (Pack::read(Deck::new(features).unwrap(), missing).unwrap(), cards)
        });
        for (pack, cards) in full.into_iter().chain(some) {
            let (mut generators, mut expected) = (Generators::for_block(Seed(8), 3), Vec::new());
            for _ in 0..10 {
                let bounds = Bound::for_deal(pack.size(), cards);
                let draws: Vec<_> = bounds.iter().map(|it| it.draw(&mut generators)).collect();
                expected.extend((0..LANES).map(|deal| {
                    let mut pile: Vec<Card> = pack.cards().collect();
                    let take = |draws: &Lanes<u16>| pile.swap_remove(draws.0[deal].into());
                    draws.iter().map(take).collect::<Vec<_>>()
                }));
            }
            expected.truncate(600);
            let mut hands = Vec::new();
            deal_block(Seed(8), 3, pack, cards, 600, |hand| hands.push(hand.to_vec()));
            assert!(hands == expected, "{cards} cards without {pack}");
        }
    }

    /// Golden values of the sampling scheme; a change would require a new scheme. They were
    /// computed twice, by this program and by a Python program written from the specification
    /// alone.
    #[test]
    fn the_deals_of_a_seed_never_change() {
        assert_eq!(
            indices(1, 0, 4, 21, 1)[0],
            [56, 27, 4, 40, 73, 12, 63, 29, 53, 30, 66, 33, 37, 20, 44, 34, 57, 60, 17, 74, 67]
        );
        let last = |deals: Vec<Vec<usize>>| deals.last().cloned().unwrap_or_default();
        let golden = [
            (last(indices(1, 0, 4, 12, 3)), vec![70, 43, 55, 21, 34, 20, 27, 16, 26, 9, 73, 49]),
            (last(indices(1, 1, 4, 12, 1)), vec![31, 5, 79, 34, 60, 57, 53, 35, 38, 62, 78, 24]),
            (last(indices(2, 0, 4, 12, 1)), vec![28, 35, 74, 56, 66, 41, 10, 79, 58, 72, 0, 24]),
            (last(indices(1, 0, 6, 5, 66)), vec![664, 623, 107, 28, 57]),
            (last(indices(u64::MAX, u64::MAX, 2, 9, 1)), vec![6, 5, 2, 3, 1, 4, 7, 8, 0]),
        ];
        for (found, expected) in golden {
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_hand_has_no_card_twice_and_a_whole_deck_has_all() {
        for features in 2..=6 {
            let size = 3_usize.pow(u32::try_from(features).unwrap());
            let deck = Deck::new(features).unwrap();
            deal_block(Seed(3), 9, deck, size, 100, |hand| {
                assert_eq!(hand.iter().copied().collect::<CardSet>().len(), size);
            });
        }
    }

    /// All 9 * 8 * 7 = 504 ordered hands of three cards are equally likely: chi-square with 503
    /// degrees of freedom is within five standard deviations of its mean.
    #[test]
    fn ordered_hands_are_uniform() {
        let mut counts: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
        let deals = 504 * 2000;
        for hand in (0..).flat_map(|block| indices(11, block, 2, 3, 16384)).take(deals) {
            *counts.entry(hand).or_default() += 1;
        }
        assert_eq!(counts.len(), 504);
        let chi_square: f64 =
            counts.values().map(|&count| power(f64::from(count) - 2000.0, 2) / 2000.0).sum();
        assert!((chi_square - 503.0).abs() < 5.0 * (2.0 * 503.0_f64).sqrt(), "{chi_square}");
    }

    /// Every card is equally likely at every position of a shuffled deck.
    #[test]
    fn every_card_comes_to_every_place() {
        let mut counts = vec![[0_u32; 81]; 81];
        let deals = deals_per_block(81) * 80;
        for block in 0..80 {
            deal_block(Seed(2), block, Deck::GAME, 81, deals / 80, |hand| {
                for (place, card) in hand.iter().enumerate() {
                    counts[place][card.index()] += 1;
                }
            });
        }
        let expected = deals as f64 / 81.0;
        let chi_square: f64 =
            counts.iter().flatten().map(|&c| power(f64::from(c) - expected, 2) / expected).sum();
        let degrees = 80.0 * 80.0;
        assert!((chi_square - degrees).abs() < 5.0 * (2.0_f64 * degrees).sqrt(), "{chi_square}");
    }
}
