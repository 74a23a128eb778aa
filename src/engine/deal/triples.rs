//! Selection of the hand sizes whose sets are counted by testing triples of cards: each new card is
//! tested with all pairs of cards before it, in 64 hands at a time.
//!
//! Counting by triples also yields all smaller sizes, so it is best for many small sizes. For large
//! hands it is cheaper to test which sets of the deck they hold, in 512 hands at once
//! ([`crate::measure::BatchRecorder`]), because the deck has fewer sets than these hands have
//! triples.
//!
//! If the whole deck is dealt, the sets of a large hand also follow from the sets among the cards
//! left in the deck. Each card is on (v - 1)/2 of the L lines of AG(n,3), and two cards are on one,
//! so by inclusion and exclusion the number of sets in a hand that leaves r cards is
//!
//! ```text
//! L - r (v - 1)/2 + r (r - 1)/2 - sets among the r cards
//! ```
//!
//! So the largest sizes cost as much as the smallest, and the whole deck costs nothing.

use super::histogram::Histogram;
use crate::card::Deck;
use crate::detect::lane_tests::MAX_HAND;
use crate::measure::{Key, Measure, Measurer};
use crate::tally::Tallies;

/// The cost of testing one set of the deck in 64 hands, relative to testing one triple.
///
/// Together with [`TRIPLES_PER_CARD`], determines the hand size from which counting by triples is
/// slower than testing the sets of the deck: 29 cards in the game. Minimum of five runs in seconds
/// on a Xeon at 2.80 GHz, by triples and by sets of the deck:
///
/// | cards | AVX-512    | AVX2       | SSE2 (4M deals) |
/// |-------|------------|------------|-----------------|
/// | 26    | 0.24, 0.25 | 0.33, 0.35 | 0.34, 0.36      |
/// | 28    | 0.25, 0.33 | 0.49, 0.52 | 0.48, 0.38      |
/// | 30    | 0.32, 0.31 | 0.42, 0.33 | 0.63, 0.58      |
/// | 32    | 0.45, 0.35 | 0.52, 0.36 | 0.79, 0.55      |
///
/// To repeat the measurement, set `TRIPLES_PER_CARD` to a million, then to 0, and compare the time
/// of
///
/// ```sh
/// setodds simulate --cards K --seed 1 --deals 8M --threads 1 --engine lanes-avx512
/// ```
const TRIPLES_PER_SET: usize = 2;

/// The cost of inserting one card into 64 hands whose sets are counted by testing the sets of the
/// deck, relative to testing one triple.
const TRIPLES_PER_CARD: usize = 45;

/// Histogram of a measure in one block, for hands of one size.
#[derive(Clone, Debug)]
pub(super) struct SizeCounts {
    pub(super) cards: usize,
    pub(super) counts: Histogram,
}

impl SizeCounts {
    pub(super) fn new(cards: usize) -> Self {
        Self { cards, counts: Histogram::default() }
    }
}

/// The counts of a block that are computed by testing triples of cards; hand sizes are in
/// increasing order.
#[derive(Clone, Debug, Default)]
pub(super) struct TripleCounts {
    /// Histograms of the number of sets, for the hand sizes in which the sets are counted directly,
    /// among the cards of the hand.
    pub(super) dealt: Vec<SizeCounts>,
    /// Histograms of the number of sets among the cards left in the deck, for the hand sizes in
    /// which the number of sets in the hand is computed from that. These sizes are larger than
    /// those in `dealt`.
    pub(super) leaving: Vec<SizeCounts>,
    /// Histograms of the number of cards in sets, one for each hand size.
    pub(super) in_sets: Vec<SizeCounts>,
    /// Histogram of deals by the number of cards before the card that completes the first set, or
    /// `None` if it is not requested.
    pub(super) before_set: Option<Histogram>,
}

impl TripleCounts {
    /// Creates empty histograms for the hand sizes of each measure for which testing triples of
    /// cards is cheaper than testing the sets of the deck.
    pub(super) fn cheapest(measurer: &Measurer) -> Self {
        let (deck, largest) = (measurer.deck(), measurer.sizes().largest());
        let is_whole = measurer.pack().is_full() && largest == deck.size();
        let sizes = |measure| -> Vec<usize> {
            let keys = measurer.keys().filter(|key| key.measure == measure);
            keys.map(|key| key.cards).collect()
        };
        let counted = |sizes: &[usize]| sizes.iter().copied().map(SizeCounts::new).collect();
        let (sets, in_sets) = (sizes(Measure::Sets), sizes(Measure::InSets));
        let [end, start] = cheapest(deck, &sets, is_whole);
        let [few, _] = cheapest(deck, &in_sets, false);
        let counts_first_set = measurer.measures().iter().any(|it| it == Measure::FirstSet);
        Self {
            dealt: counted(&sets[..end]),
            leaving: counted(&sets[start..]),
            in_sets: counted(&in_sets[..few]),
            before_set: counts_first_set.then(Histogram::default),
        }
    }

    /// Returns whether the measure and hand size of a key are counted by testing triples of cards.
    pub(super) fn has(&self, key: Key) -> bool {
        let has = |sizes: &[SizeCounts]| sizes.iter().any(|size| size.cards == key.cards);
        match key.measure {
            Measure::Sets => has(&self.dealt) || has(&self.leaving),
            Measure::InSets => has(&self.in_sets),
            Measure::FirstSet => self.before_set.is_some(),
            _ => false,
        }
    }

    /// Returns the largest number of dealt cards among which sets are counted.
    pub(super) fn max_dealt(&self, deck: Deck) -> usize {
        // A hand with one card more than the largest cap always holds a set, so it need not be
        // counted.
        let before_set = self.before_set.as_ref().map_or(0, |_| deck.largest_cap());
        self.dealt.last().map_or(0, |size| size.cards).max(before_set)
    }

    /// Returns the largest number of cards left in the deck among which sets are counted.
    pub(super) fn max_left(&self, deck: Deck) -> usize {
        self.leaving.first().map_or(0, |size| deck.size() - size.cards)
    }

    pub(super) fn histograms(&mut self) -> impl Iterator<Item = &mut Histogram> {
        let sizes = self.dealt.iter_mut().chain(&mut self.leaving).chain(&mut self.in_sets);
        sizes.map(|size| &mut size.counts).chain(&mut self.before_set)
    }

    /// Adds the counts of a block to the tallies.
    pub(super) fn tally(&self, measurer: &Measurer, into: &mut Tallies<Key>) {
        for size in &self.dealt {
            size.counts.add_to(into.entry(Key::sets(size.cards)));
        }
        for &SizeCounts { cards, ref counts } in &self.leaving {
            let (most, tally) = (max_sets(measurer.deck(), cards), into.entry(Key::sets(cards)));
            // The hand holds fewer sets if the cards left hold more; in reverse order the values
            // increase.
            for (sets, hands) in counts.iter().rev().filter(|&(_, hands)| hands > 0) {
                tally.add(most - sets, hands.into());
            }
        }
        for &SizeCounts { cards, ref counts } in &self.in_sets {
            counts.add_to(into.entry(Key { cards, measure: Measure::InSets }));
        }
        if let Some(before_set) = &self.before_set {
            for key in measurer.keys().filter(|key| key.measure == Measure::FirstSet) {
                let tally = into.entry(key);
                for (cards, hands) in before_set.iter().filter(|&(_, hands)| hands > 0) {
                    // The next card completes the first set.
                    tally.add(cards + 1, hands.into());
                }
            }
        }
    }
}

/// Splits increasing hand sizes into three ranges and returns their boundaries `[end, start]`:
/// sizes before `end` are counted among the dealt cards, sizes from `start` on among the cards left
/// in the deck (only possible if the whole deck is dealt), and sizes between by testing the sets of
/// the deck. For several sizes, minimizes the total cost.
fn cheapest(deck: Deck, sizes: &[usize], is_whole: bool) -> [usize; 2] {
    let testing_cost = |sizes: &[usize]| match sizes {
        [] => 0,
        [.., most] => deck.sets() * TRIPLES_PER_SET * sizes.len() + most * TRIPLES_PER_CARD,
    };
    if let &[cards] = sizes {
        // The whole deck leaves no card and needs no counting.
        let is_left = is_whole && cards == deck.size();
        let is_dealt = cards <= MAX_HAND && triple_count(cards) <= testing_cost(sizes);
        return [usize::from(is_dealt && !is_left), usize::from(!is_left)];
    }
    let mut least = ([0, sizes.len()], testing_cost(sizes));
    for end in 0..=sizes.len() {
        let dealt = sizes[..end].last().copied().unwrap_or(0);
        for start in end..=sizes.len() {
            let left = sizes.get(start).map_or(0, |cards| deck.size() - cards);
            let is_possible = dealt <= MAX_HAND && left <= MAX_HAND;
            let cost = triple_count(dealt) + triple_count(left) + testing_cost(&sizes[end..start]);
            if is_possible && (is_whole || start == sizes.len()) && cost < least.1 {
                least = ([end, start], cost);
            }
        }
    }
    least.0
}

/// Returns the number of triples of `cards` cards.
const fn triple_count(cards: usize) -> usize {
    cards * cards.saturating_sub(1) * cards.saturating_sub(2) / 6
}

/// Returns the number of sets in a hand of `cards` cards if the cards left in the deck hold no set.
fn max_sets(deck: Deck, cards: usize) -> usize {
    let left = deck.size() - cards;
    deck.sets() + left * left.saturating_sub(1) / 2 - left * (deck.size() - 1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::detect::Strategy;
    use crate::hand::sizes::Sizes;
    use crate::measure::Measures;
    use crate::pack::Pack;

    fn cheapest(pack: impl Into<Pack>, sizes: &str) -> [String; 2] {
        let (sizes, measures) = (sizes.parse().unwrap(), Measures::default());
        let measurer = Measurer::new(pack, sizes, measures, Strategy::default()).unwrap();
        let found = TripleCounts::cheapest(&measurer);
        let sizes = [found.dealt, found.leaving];
        sizes.map(|sizes| sizes.iter().map(|size| size.cards).collect::<Sizes>().to_string())
    }

    #[test]
    fn many_sizes_are_counted_by_triples_and_single_large_ones_are_not() {
        let expected = |dealt: &str, leaving: &str| [dealt, leaving].map(str::to_owned);
        assert_eq!(cheapest(Deck::GAME, "12"), expected("12", ""));
        assert_eq!(cheapest(Deck::GAME, "3-21"), expected("3-21", ""));
        assert_eq!(cheapest(Deck::GAME, "28"), expected("28", ""));
        assert_eq!(cheapest(Deck::GAME, "29"), expected("", ""));
        assert_eq!(cheapest(Deck::GAME, "60"), expected("", ""));
        assert_eq!(cheapest(Deck::GAME, "81"), expected("", "81"));
        assert_eq!(cheapest(Deck::GAME, "3-81"), expected("3-40", "41-81"));
        assert_eq!(cheapest(Deck::new(3).unwrap(), "9-27"), expected("9-13", "14-27"));
        assert_eq!(cheapest(Deck::new(2).unwrap(), "0-9"), expected("0-4", "5-9"));
        // The rest of the deck is not dealt, or cards are missing from it.
        assert_eq!(cheapest(Deck::GAME, "3,80"), expected("3", ""));
        let without = Pack::read(Deck::GAME, "@80").unwrap();
        assert_eq!(cheapest(without, "3,80"), expected("3", ""));
    }

    #[test]
    fn the_smallest_large_hand_leaves_the_most_cards() {
        for (leaving, most) in [(vec![], 0), (vec![81], 0), (vec![41, 60, 81], 40)] {
            let leaving = leaving.into_iter().map(SizeCounts::new).collect();
            let counts = TripleCounts { leaving, ..TripleCounts::default() };
            assert_eq!(counts.max_left(Deck::GAME), most);
        }
    }

    /// Splits the deck into a hand and the cards left, both with sets, and compares with a
    /// detector.
    #[test]
    fn the_sets_of_a_hand_are_known_from_the_cards_that_it_leaves() {
        for deck in Deck::all() {
            let detector = Strategy::default().detector(deck);
            let strides = (0..deck.size()).map(|place| place * 7 % deck.size());
            let cards: Vec<_> = strides.map(|index| Card::new(index, deck).unwrap()).collect();
            for left in 0..deck.size().min(100) {
                let (rest, hand) = cards.split_at(left);
                let expected = max_sets(deck, hand.len()) - detector.count(rest);
                assert_eq!(detector.count(hand), expected, "{left} left of {deck:?}");
            }
        }
    }
}
