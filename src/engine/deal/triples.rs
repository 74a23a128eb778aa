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
use crate::detect::lane_tests::MAX_HAND;
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure, Measurer};
use crate::tally::Tallies;

/// What it costs to look for a set of the deck, in triples. Measured with AVX-512 and with AVX2.
const TRIPLES_PER_SET: usize = 2;

/// What it costs to give a card to the hands in which sets of the deck are looked for, in triples.
const TRIPLES_PER_CARD: usize = 128;

/// What was counted in a block of hands.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockCounts {
    /// Hands by their number of sets, for each hand size in order.
    pub(crate) sets: Vec<Histogram>,
    /// Hands by the number of sets among the cards that they leave.
    pub(crate) left: Vec<Histogram>,
    /// Hands by the number of cards in sets.
    pub(crate) in_sets: Vec<Histogram>,
    /// Hands of the largest size by the cards before one completes a set, if that is wanted.
    pub(crate) clear: Option<Histogram>,
}

/// Hand sizes that are counted by triples.
#[derive(Clone, Debug)]
pub(crate) struct TripleSizes {
    /// Sizes counted by the cards of the hand.
    pub(super) dealt: Sizes,
    /// Sizes counted by the cards that the hand leaves of the whole deck, larger than all others.
    pub(super) leaving: Sizes,
    /// Sizes whose cards in sets are counted.
    pub(super) in_sets: Sizes,
}

impl Default for TripleSizes {
    fn default() -> Self {
        Sizes::from_iter([]).into()
    }
}

impl From<Sizes> for TripleSizes {
    /// All are counted by the cards of the hand.
    fn from(dealt: Sizes) -> Self {
        let [leaving, in_sets] = [(); 2].map(|()| Sizes::from_iter([]));
        Self { dealt, leaving, in_sets }
    }
}

impl TripleSizes {
    /// The sizes of each measure for which triples are the cheaper way.
    pub(super) fn cheapest(measurer: &Measurer) -> Self {
        let (pack, largest) = (measurer.pack(), measurer.sizes().largest());
        let deck = pack.deck();
        let is_whole = pack.is_full() && largest == deck.size();
        let sizes = |wanted| -> Vec<usize> {
            let keys = measurer.keys().filter(|key| key.measure == wanted);
            keys.map(|key| key.cards).collect()
        };
        let all = sizes(Measure::Sets);
        let [end, start] = cheapest(deck, &all, is_whole);
        let in_sets = sizes(Measure::InSets);
        let [few, _] = cheapest(deck, &in_sets, false);
        Self {
            dealt: all[..end].iter().copied().collect(),
            leaving: all[start..].iter().copied().collect(),
            in_sets: in_sets[..few].iter().copied().collect(),
        }
    }

    /// Whether a measure of hands of some size is counted.
    pub(super) fn count(&self, key: Key) -> bool {
        let has = |sizes: &Sizes| sizes.iter().any(|cards| cards == key.cards);
        match key.measure {
            Measure::Sets => has(&self.dealt) || has(&self.leaving),
            Measure::InSets => has(&self.in_sets),
            _ => false,
        }
    }

    /// The most cards that a hand leaves whose sets are counted by them.
    pub(super) fn most_left(&self, deck: Deck) -> usize {
        self.leaving.iter().next().map_or(0, |least| deck.size() - least)
    }

    /// Tallies what was counted of hands of each size.
    pub(super) fn tally(&self, deck: Deck, counted: &BlockCounts, into: &mut Tallies<Key>) {
        for (cards, counts) in self.dealt.iter().zip(&counted.sets) {
            counts.add_to(into.entry(Key::sets(cards)));
        }
        for (cards, counts) in self.leaving.iter().zip(&counted.left) {
            let (most, tally) = (most_sets(deck, cards), into.entry(Key::sets(cards)));
            // The more sets the cards left hold, the fewer the hand does; so these rise.
            for (sets, hands) in counts.iter().rev().filter(|&(_, hands)| hands > 0) {
                tally.add(most - sets, hands.into());
            }
        }
        for (cards, counts) in self.in_sets.iter().zip(&counted.in_sets) {
            counts.add_to(into.entry(Key { cards, measure: Measure::InSets }));
        }
    }
}

/// The place of the first of some rising hand sizes that is not counted card by card, and of the
/// first that is counted by the cards that hands leave, if all cards are dealt, so that the whole
/// costs least.
fn cheapest(deck: Deck, sizes: &[usize], is_whole: bool) -> [usize; 2] {
    let fits = |cards: usize| cards <= MAX_HAND;
    let ends = (0..=sizes.len()).filter(|&end| sizes[..end].iter().all(|&cards| fits(cards)));
    let choices = ends.flat_map(|end| (end..=sizes.len()).map(move |start| [end, start]));
    let can_leave = |&cards: &usize| is_whole && fits(deck.size() - cards);
    let choices = choices.filter(|&[_, start]| sizes[start..].iter().all(can_leave));
    let cost = |[end, start]: [usize; 2]| {
        let most = sizes[..end].last().copied().unwrap_or(0);
        let left = sizes.get(start).map_or(0, |cards| deck.size() - cards);
        let others = deck.sets() * TRIPLES_PER_SET * (start - end);
        let given = if start > end { sizes[start - 1] * TRIPLES_PER_CARD } else { 0 };
        triples(most) + triples(left) + others + given
    };
    choices.min_by_key(|&choice| cost(choice)).unwrap_or([0, sizes.len()])
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
    use crate::measure::Measures;
    use crate::pack::Pack;

    fn cheapest(pack: impl Into<Pack>, sizes: &str) -> [String; 2] {
        let (sizes, measures) = (sizes.parse().unwrap(), Measures::default());
        let measurer = Measurer::new(pack, sizes, measures, Strategy::default()).unwrap();
        let found = TripleSizes::cheapest(&measurer);
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

    #[test]
    fn the_smallest_large_hand_leaves_the_most_cards() {
        for (leaving, most) in [(vec![], 0), (vec![81], 0), (vec![41, 60, 81], 40)] {
            let leaving = leaving.into_iter().collect();
            let sizes = TripleSizes { leaving, ..TripleSizes::default() };
            assert_eq!(sizes.most_left(Deck::GAME), most);
        }
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
