//! From draws to hands: Fisher-Yates, a card a draw.

use super::Seed;
use super::draws::{Bound, Draw};
use super::generators::Generators;
use crate::card::{Card, Deck};
use crate::lanes::{InstructionSet, LANES, Lanes};

/// For hands of less than one card in this many of the deck, it is faster to restore only the
/// places that changed than the whole pile.
const FEW: usize = 4;

/// Deals `deals` hands of `cards` cards, the first of a block, and shows each in its order of
/// dealing.
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
/// When there are more cards than in the deck.
pub fn deal_block(
    seed: Seed,
    block: u64,
    deck: Deck,
    cards: usize,
    deals: u64,
    mut see: impl FnMut(&[Card]),
) {
    assert!(cards <= deck.size(), "no more cards than the deck has");
    let mut generators = Generators::of_block(seed, block);
    let bounds = Bound::of_deal(deck.size(), cards);
    let mut draws = vec![Lanes::default(); cards];
    let mut pile = Pile::new(deck, cards);
    let (set, mut left) = (InstructionSet::widest(), deals);
    while left > 0 {
        let (generators, rows) = (&mut generators, &mut draws);
        set.run(Draw { bounds: &bounds, generators, rows, finish: |row| row });
        for deal in (0..LANES).take(usize::try_from(left).unwrap_or(LANES)) {
            see(pile.deal(draws.iter().map(|row| usize::from(row.0[deal]))));
        }
        left = left.saturating_sub(LANES as u64);
    }
}

/// A pile of cards, in its first order between deals.
struct Pile {
    sorted: Vec<Card>,
    cards: Vec<Card>,
    hand: Vec<Card>,
}

impl Pile {
    fn new(deck: Deck, hand: usize) -> Self {
        let sorted: Vec<Card> = deck.cards().collect();
        Self { cards: sorted.clone(), sorted, hand: vec![Card::default(); hand] }
    }

    /// Takes the card at each of the places, which the last card of the pile fills.
    #[inline]
    fn deal(&mut self, places: impl Iterator<Item = usize> + Clone) -> &[Card] {
        let lasts = (0..self.cards.len()).rev();
        for ((slot, place), last) in self.hand.iter_mut().zip(places.clone()).zip(lasts) {
            *slot = self.cards[place];
            self.cards[place] = self.cards[last];
        }
        if self.hand.len() < self.cards.len() / FEW {
            places.for_each(|place| self.cards[place] = self.sorted[place]);
        } else {
            self.cards.copy_from_slice(&self.sorted);
        }
        &self.hand
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::deals_per_block;
    use crate::hand::CardSet;
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

    /// The golden values of the sampling scheme: if they change, it is another scheme. They were
    /// found twice, by this program and by one in Python written from the description alone.
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

    /// All 9 * 8 * 7 = 504 ordered hands of three are equally likely: chi-square with 503 degrees
    /// of freedom stays within five standard deviations of its mean.
    #[test]
    fn ordered_hands_are_uniform() {
        let mut counts: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
        let deals = 504 * 2000;
        for hand in (0..).flat_map(|block| indices(11, block, 2, 3, 16384)).take(deals) {
            *counts.entry(hand).or_default() += 1;
        }
        assert_eq!(counts.len(), 504);
        let chi_square: f64 =
            counts.values().map(|&count| (f64::from(count) - 2000.0).powi(2) / 2000.0).sum();
        assert!((chi_square - 503.0).abs() < 5.0 * (2.0 * 503.0_f64).sqrt(), "{chi_square}");
    }

    /// Every card is equally often at every place of a whole shuffled deck.
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
            counts.iter().flatten().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum();
        let degrees = 80.0 * 80.0;
        assert!((chi_square - degrees).abs() < 5.0 * (2.0_f64 * degrees).sqrt(), "{chi_square}");
    }
}
