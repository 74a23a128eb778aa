//! The cards that a hand leaves.
//!
//! In the deck each card is in (v - 1)/2 sets, and each two cards are together in one. So a hand of `k`
//! cards with `s` sets meets k(v - 1)/2 - C(k,2) + s sets, and the v - k cards that it leaves hold the
//! others. What is known of hands of `k` cards is known of hands of v - k.

use crate::card::Deck;

/// The sets among the cards that a hand of `cards` cards with `sets` sets leaves; nothing if no hand
/// is like that.
///
/// ```
/// use setodds_engine::{card::Deck, exact::complement::sets_left};
/// assert_eq!(sets_left(Deck::GAME, 0, 0), Some(1080));
/// assert_eq!(sets_left(Deck::GAME, 69, 660), Some(6));
/// ```
#[must_use]
pub fn sets_left(deck: Deck, cards: usize, sets: usize) -> Option<usize> {
    let met = cards * (deck.size() - 1) / 2 + sets;
    (deck.sets() + cards * cards.saturating_sub(1) / 2).checked_sub(met)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::detect::Strategy;

    #[test]
    fn it_is_what_is_counted() {
        for deck in [2, 3, 4].map(|features| Deck::new(features).unwrap()) {
            let count = |cards: &[Card]| Strategy::Naive.detector(deck).count(cards);
            for cards in [0, 1, 3, 5, 8] {
                let (hand, rest): (Vec<_>, Vec<_>) =
                    deck.cards().partition(|card| card.index() * 5 % deck.size() < cards);
                let left = sets_left(deck, hand.len(), count(&hand));
                assert_eq!(left, Some(count(&rest)), "{} {cards}", deck.features());
            }
        }
        assert_eq!(sets_left(Deck::GAME, 40, 2000), None);
    }
}
