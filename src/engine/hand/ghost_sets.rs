//! Ghost sets: six cards whose values add up to 0 modulo 3 in every feature.
//!
//! However they are split into three pairs, the third cards of the pairs add up to 0, too: they are
//! a set, or one card three times.
//!
//! The number of six cards of a deck of `v` that add up to zero is the mean of the coefficients of
//! `x^6` over all characters: C(v, 6) for the trivial one, and for the others C(v/3, 2), that of
//! `(1 + x^3)^(v/3)`. So a deck has `(C(v, 6) + (v - 1) C(v/3, 2)) / v` ghost sets, 4,007,016 with
//! four features.

use super::combinations::binomial;
use crate::card::{Card, Deck, ThirdCards};

/// The cards of a ghost set.
pub(crate) const CARDS: usize = 6;

/// The ghost sets in a hand of a deck one by one, as places in the hand in rising order: the
/// largest deck has 2.8 * 10^11.
///
/// ```
/// use setodds_engine::{card::Deck, hand::ghost_sets::ghost_sets};
/// let deck = Deck::new(2)?;
/// let all: Vec<_> = deck.cards().collect();
/// assert_eq!(ghost_sets(&all, deck).count(), 12);
/// # Ok::<(), setodds_engine::card::DeckError>(())
/// ```
///
/// # Panics
///
/// When a card is not in the deck.
pub fn ghost_sets(hand: &[Card], deck: Deck) -> impl Iterator<Item = [usize; 6]> + use<> {
    assert!(hand.iter().all(|card| card.index() < deck.size()), "cards of the deck");
    let (hand, thirds) = (hand.to_vec(), ThirdCards::new(deck));
    let mut places = vec![None; deck.size()];
    hand.iter().enumerate().for_each(|(place, card)| places[card.index()] = Some(place));
    fives(hand.len()).filter_map(move |five| {
        let [a, b, c, d, e] = five.map(|place| hand[place]);
        let pair = thirds.third(thirds.third(a, b), thirds.third(c, d));
        let last = places[thirds.third(pair, e).index()].filter(|&last| last > five[4])?;
        Some([five[0], five[1], five[2], five[3], five[4], last])
    })
}

/// How many ghost sets a hand of a deck has.
///
/// ```
/// use setodds_engine::{card::Deck, hand::ghost_sets::number};
/// assert_eq!(number(&Deck::GAME.cards().collect::<Vec<_>>(), Deck::GAME), 4_007_016);
/// ```
///
/// # Panics
///
/// When a card is not in the deck.
#[must_use]
pub fn number(hand: &[Card], deck: Deck) -> usize {
    assert!(hand.iter().all(|card| card.index() < deck.size()), "cards of the deck");
    let (mut sums, thirds) = (Sums::new(deck), ThirdCards::new(deck));
    hand.iter().map(|&card| sums.add(card, &thirds)).sum()
}

/// How many ghost sets a deck has.
pub(crate) fn in_deck(deck: Deck) -> Option<u128> {
    let size = deck.size() as u128;
    let others = (size - 1).checked_mul(binomial(deck.size() / 3, 2)?)?;
    Some((binomial(deck.size(), CARDS)? + others) / size)
}

/// The card whose values are all 0.
const ZERO: Card = Card::at(0);

/// Five places of a hand in rising order, the last rising first.
fn fives(cards: usize) -> impl Iterator<Item = [usize; 5]> {
    let all = move |from: usize| from..cards;
    all(0).flat_map(move |a| {
        all(a + 1).flat_map(move |b| {
            all(b + 1).flat_map(move |c| {
                all(c + 1).flat_map(move |d| all(d + 1).map(move |e| [a, b, c, d, e]))
            })
        })
    })
}

/// The subsets of one to five cards by their sums.
///
/// The third card of `a` and `b` is `-a - b`. So sums of an even number of cards are kept as they
/// are, and those of an odd number negated.
#[derive(Debug)]
pub(crate) struct Sums {
    by_sum: [Vec<usize>; CARDS - 1],
}

impl Sums {
    /// No cards yet.
    pub(crate) fn new(deck: Deck) -> Self {
        Self { by_sum: std::array::from_fn(|_| vec![0; deck.size()]) }
    }

    pub(crate) fn clear(&mut self) {
        self.by_sum.iter_mut().for_each(|counts| counts.fill(0));
    }

    /// Adds a card; how many ghost sets it makes with those before it.
    #[inline]
    pub(crate) fn add(&mut self, card: Card, thirds: &ThirdCards) -> usize {
        let negated = thirds.third(card, ZERO);
        let made = self.by_sum[CARDS - 2][card.index()];
        for cards in (1..CARDS - 1).rev() {
            let (fewer, more) = self.by_sum.split_at_mut(cards);
            let row = thirds.row(if cards % 2 == 1 { negated } else { card });
            for (&count, to) in fewer[cards - 1].iter().zip(row) {
                more[0][to.index()] += count;
            }
        }
        self.by_sum[0][negated.index()] += 1;
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::combinations::Combinations;

    /// By the definition, over all hands of six cards.
    #[test]
    fn six_cards_are_a_ghost_set_if_their_digits_add_up() {
        for features in [2, 3] {
            let deck = Deck::new(features).unwrap();
            let mut hands = Combinations::starting_at(0, CARDS, deck.cards());
            let mut found = 0;
            loop {
                let sum = |feature| -> usize {
                    hands.get().iter().map(|card| usize::from(card.digit(feature, deck))).sum()
                };
                let adds_up = (0..features).all(|feature| sum(feature) % 3 == 0);
                assert_eq!(number(hands.get(), deck), usize::from(adds_up));
                found += u128::from(adds_up);
                if hands.advance().is_none() {
                    break;
                }
            }
            assert_eq!(Some(found), in_deck(deck));
        }
    }

    #[test]
    fn decks_have_as_many_as_the_characters_tell() {
        let expected = [12, 10_998, 4_007_016, 1_105_827_228, 280_121_557_716];
        assert!(Deck::all().map(in_deck).eq(expected.map(Some)));
    }

    #[test]
    fn cleared_sums_are_those_of_no_cards() {
        let (deck, thirds) = (Deck::new(2).unwrap(), ThirdCards::new(Deck::new(2).unwrap()));
        let mut sums = Sums::new(deck);
        for _ in 0..2 {
            assert_eq!(deck.cards().map(|card| sums.add(card, &thirds)).sum::<usize>(), 12);
            sums.clear();
        }
    }

    /// The third cards of any three pairs of them are a set or one card.
    #[test]
    fn each_is_found_once_and_its_pairs_agree() {
        let hand: Vec<Card> = (0..21).map(|it| Card::at(it * 29 % 81)).collect();
        let all: Vec<[usize; 6]> = ghost_sets(&hand, Deck::GAME).collect();
        assert_eq!(all.len(), number(&hand, Deck::GAME));
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        for places in all {
            let [a, b, c, d, e, f] = places.map(|place| hand[place]);
            for pairs in [[(a, b), (c, d), (e, f)], [(a, f), (b, d), (c, e)]] {
                let [x, y, z] = pairs.map(|(one, other)| one.third(other));
                assert!(x.third(y) == z);
            }
        }
    }
}
