//! The sets of a hand, one by one.

use crate::card::{Card, Deck, ThirdCards};

/// Finds the sets in a hand of different cards: the places of the cards of each, rising, in
/// lexicographic order.
///
/// Looks up the third card of each pair. [`Strategy`](crate::detect::Strategy) has faster ways to
/// count the sets of many hands.
///
/// ```
/// use setodds_engine::{card::Deck, hand::sets};
/// let plane: Vec<_> = Deck::GAME.cards().take(9).collect();
/// assert_eq!(sets(&plane, Deck::GAME).count(), 12);
/// assert_eq!(sets(&plane, Deck::GAME).next(), Some([0, 1, 2]));
/// ```
///
/// # Panics
///
/// When a card is not in the deck.
pub fn sets(hand: &[Card], deck: Deck) -> impl Iterator<Item = [usize; 3]> {
    let thirds = ThirdCards::of(deck);
    let mut places = vec![None; deck.size()];
    for (place, card) in hand.iter().enumerate() {
        places[card.index()] = Some(place);
    }
    let pairs = (0..hand.len()).flat_map(|a| (a + 1..hand.len()).map(move |b| (a, b)));
    pairs.filter_map(move |(a, b)| {
        let c = places[thirds.third(hand[a], hand[b]).index()]?;
        (b < c).then_some([a, b, c])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::{Seed, deal_block};
    use crate::detect::Strategy;

    #[test]
    fn sets_are_the_triples_that_the_definition_accepts() {
        for deck in Deck::all() {
            let naive = Strategy::Naive.detector(deck);
            for cards in [0, 1, 2, 3, 9, deck.size().min(30)] {
                deal_block(Seed(1), 0, deck, cards, 16, |hand| {
                    let mut expected = Vec::new();
                    for a in 0..cards {
                        for b in a + 1..cards {
                            let all = (b + 1..cards).map(|c| [a, b, c]);
                            expected.extend(
                                all.filter(|&[a, b, c]| naive.is_set(hand[a], hand[b], hand[c])),
                            );
                        }
                    }
                    assert!(sets(hand, deck).eq(expected), "{hand:?}");
                });
            }
            let all: Vec<Card> = deck.cards().collect();
            assert_eq!(sets(&all, deck).count(), deck.sets());
        }
    }
}
