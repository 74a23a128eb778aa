//! Enumeration of the sets of a hand. The tests of the detection strategies compare it with the
//! definition of a set.

use crate::card::{Card, Deck, ThirdCards};

/// Finds the sets in a hand of different cards. Each set is returned as the increasing positions of
/// its cards in the hand; the sets are in lexicographic order.
///
/// Looks up the third card of each pair. To count the sets of many hands,
/// [`Strategy`](crate::detect::Strategy) has faster methods.
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
/// Panics if a card is not in the deck.
pub fn sets(hand: &[Card], deck: Deck) -> impl Iterator<Item = [usize; 3]> {
    let thirds = ThirdCards::for_deck(deck);
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
