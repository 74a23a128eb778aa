//! Which hand sizes are counted by triples: each new card is tried with all pairs of cards before
//! it, 64 hands at a time.
//!
//! That serves all smaller sizes on the way, so it is the way for many sizes of few cards. The sets
//! of the deck, which are looked for in 512 hands at once ([`crate::measure::BatchRecorder`]), are
//! fewer than the triples of large hands.
//!
//! But a whole deck that is dealt can also be read from its end. Each of the L lines of AG(n,3)
//! lies in the hand, or meets the cards that it leaves, or lies among these. Each card is on
//! (v - 1)/2 lines, and two cards are on one, so by inclusion and exclusion a hand that leaves r
//! cards holds
//!
//! ```text
//! L - r (v - 1)/2 + r (r - 1)/2 - sets among the r cards
//! ```
//!
//! sets. So the largest sizes cost what the smallest do, and of the whole deck nothing is counted.

use super::histogram::Histogram;
use crate::card::Deck;
use crate::detect::lanes::LARGEST_HAND;
use crate::hand::Pack;
use crate::hand::sizes::Sizes;
use crate::measure::Key;
use crate::tally::Tallies;

/// What it costs to look for a set of the deck, in triples. Measured with AVX-512 and with AVX2.
const TRIPLES_PER_SET: usize = 2;

/// What it costs to give a card to the hands in which sets of the deck are looked for, in triples.
const TRIPLES_PER_CARD: usize = 128;

/// Hand sizes that are counted by triples.
#[derive(Clone, Debug)]
pub(crate) struct TripleSizes {
    /// Those counted by the cards of the hand.
    pub(super) dealt: Sizes,
    /// Those counted by the cards that the hand leaves of the whole deck, larger than all others.
    pub(super) leaving: Sizes,
}

impl From<Sizes> for TripleSizes {
    /// All are counted by the cards of the hand.
    fn from(dealt: Sizes) -> Self {
        Self { dealt, leaving: Sizes::from_iter([]) }
    }
}

impl TripleSizes {
    /// Those of the sizes for which triples are the cheaper way, in hands dealt from a pack.
    pub(super) fn cheapest(sizes: &Sizes, pack: &Pack) -> Self {
        let (deck, all) = (pack.deck(), sizes.iter().collect::<Vec<_>>());
        let is_whole = pack.is_full() && sizes.largest() == deck.size();
        let fits = |cards: usize| cards <= LARGEST_HAND;
        // The sizes before the first place are `dealt`, those from the second place on `leaving`.
        let first = (0..=all.len()).filter(|&end| all[..end].iter().all(|&cards| fits(cards)));
        let choices = first.flat_map(|end| (end..=all.len()).map(move |start| [end, start]));
        let can_leave = |&cards: &usize| is_whole && fits(deck.size() - cards);
        let choices = choices.filter(|&[_, start]| all[start..].iter().all(can_leave));
        let cost = |[end, start]: [usize; 2]| {
            let most = all[..end].last().copied().unwrap_or(0);
            let left = all.get(start).map_or(0, |cards| deck.size() - cards);
            let others = deck.sets() * TRIPLES_PER_SET * (start - end);
            let given = if start > end { all[start - 1] * TRIPLES_PER_CARD } else { 0 };
            triples(most) + triples(left) + others + given
        };
        let [end, start] = choices.min_by_key(|&choice| cost(choice)).unwrap_or([0, all.len()]);
        let sizes = |some: &[usize]| some.iter().copied().collect();
        Self { dealt: sizes(&all[..end]), leaving: sizes(&all[start..]) }
    }

    /// All sizes, rising.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.dealt.iter().chain(self.leaving.iter())
    }

    /// The most cards that a hand leaves whose sets are counted by them.
    pub(super) fn most_left(&self, deck: Deck) -> usize {
        self.leaving.iter().next().map_or(0, |least| deck.size() - least)
    }

    /// Tallies the sets of hands of each size from what was counted of these sizes, in their order.
    pub(super) fn tally(&self, deck: Deck, counted: &[Histogram], into: &mut Tallies<Key>) {
        let (dealt, leaving) = counted.split_at(self.dealt.iter().len());
        for (cards, counts) in self.dealt.iter().zip(dealt) {
            counts.add_to(into.of(Key::sets(cards)));
        }
        for (cards, counts) in self.leaving.iter().zip(leaving) {
            let (most, tally) = (most_sets(deck, cards), into.of(Key::sets(cards)));
            // The more sets the cards left hold, the fewer the hand does; so these rise.
            for (sets, hands) in counts.iter().rev().filter(|&(_, hands)| hands > 0) {
                tally.add(most - sets, hands.into());
            }
        }
    }
}

/// The triples of a number of cards.
const fn triples(cards: usize) -> usize {
    cards * cards.saturating_sub(1) * cards.saturating_sub(2) / 6
}

/// The number of sets in a hand of `cards` cards, if the cards that it leaves hold none.
fn most_sets(deck: Deck, cards: usize) -> usize {
    let left = deck.size() - cards;
    deck.sets() + left * left.saturating_sub(1) / 2 - left * (deck.size() - 1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::detect::Strategy;

    fn cheapest(pack: impl Into<Pack>, sizes: &str) -> [String; 2] {
        let found = TripleSizes::cheapest(&sizes.parse().unwrap(), &pack.into());
        [found.dealt, found.leaving].map(|sizes| sizes.to_string())
    }

    #[test]
    fn many_sizes_are_counted_by_triples_and_single_large_ones_are_not() {
        let expected = |dealt: &str, leaving: &str| [dealt, leaving].map(str::to_owned);
        assert_eq!(cheapest(Deck::GAME, "12"), expected("12", ""));
        assert_eq!(cheapest(Deck::GAME, "3-21"), expected("3-21", ""));
        assert_eq!(cheapest(Deck::GAME, "60"), expected("", ""));
        assert_eq!(cheapest(Deck::GAME, "81"), expected("", "81"));
        assert_eq!(cheapest(Deck::GAME, "3-81"), expected("3-40", "41-81"));
        assert_eq!(cheapest(Deck::new(3).unwrap(), "9-27"), expected("9-13", "14-27"));
        assert_eq!(cheapest(Deck::new(2).unwrap(), "0-9"), expected("0-4", "5-9"));
        // The rest of the deck is not dealt, or not all of it is a rest.
        assert_eq!(cheapest(Deck::GAME, "3,80"), expected("3", ""));
        let without = Pack::read(Deck::GAME, "@80").unwrap();
        assert_eq!(cheapest(without, "3,80"), expected("3", ""));
    }

    /// Against the definition: each card of the deck is in the hand or left, in an order in which
    /// both hold sets.
    #[test]
    fn the_sets_of_a_hand_are_known_from_the_cards_that_it_leaves() {
        for deck in Deck::all() {
            let detector = Strategy::default().detector(deck);
            let strides = (0..deck.size()).map(|place| place * 7 % deck.size());
            let cards: Vec<_> = strides.map(|index| Card::new(index, deck).unwrap()).collect();
            for left in 0..deck.size().min(100) {
                let (rest, hand) = cards.split_at(left);
                let expected = most_sets(deck, hand.len()) - detector.count(rest);
                assert_eq!(detector.count(hand), expected, "{left} left of {deck:?}");
            }
        }
    }
}
