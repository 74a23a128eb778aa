//! Counting of sets in 64 hands at a time as they are dealt. The hands can also be passed on in
//! batches, for other measures.

use super::generators::Generators;
use super::histogram::Histogram;
use super::lane_dealer::LaneDealer;
use super::triples::{SizeCounts, TripleCounts};
use crate::detect::lane_tests::{CardsInSets, LaneTest, MAX_HAND, running_totals};
use crate::lanes::{Arithmetic, BATCH, Element, InstructionSet, LANES, Lanes, Task};
use crate::measure::Batch;
use crate::pack::Pack;

/// Dealer that deals the hands of one block after another and counts their sets with a `LaneTest`,
/// which tests 64 hands at once.
pub(super) struct Counter<T: LaneTest> {
    set: InstructionSet,
    test: T,
    /// The number of cards dealt to each hand.
    cards: usize,
    dealer: LaneDealer<T::Number>,
    /// The cards of the current batch of hands, or `None` if the hands are not passed on to other
    /// measures.
    columns: Option<Vec<Lanes<u16>>>,
    /// Scratch space for the encoded cards of 64 hands.
    encoded: Vec<T::Card>,
    /// For each position in a hand, the number of sets among the cards up to that position.
    totals: Vec<Lanes<T::Code>>,
    /// Scratch space for the cards left in the deck, in reverse order of dealing.
    left: Vec<Lanes<T::Number>>,
    /// For each position in `left`, the number of sets among the cards up to that position.
    left_totals: Vec<Lanes<T::Code>>,
    /// Scratch space for the count of cards in sets.
    in_sets: CardsInSets<T>,
    /// The counts of the hands in the last block that was dealt.
    pub(super) counts: TripleCounts,
}

impl<T: LaneTest> Counter<T> {
    /// Creates a counter for hands of `cards` cards, which passes the hands on if
    /// `collects_batches` is `true`.
    ///
    /// # Panics
    ///
    /// Panics if sets would be counted among more than [`MAX_HAND`] cards, where their number might
    /// overflow a byte. Finding the first set of a deal has no such limit.
    pub(super) fn new(
        pack: &Pack,
        cards: usize,
        counts: TripleCounts,
        collects_batches: bool,
        set: InstructionSet,
    ) -> Self {
        let dealt = counts.max_dealt(pack.deck());
        let left = counts.max_left(pack.deck());
        let in_sets = counts.in_sets.last().map_or(0, |size| size.cards);
        // Deals up to the first set are exempt: for caps larger than `MAX_HAND`, sets are counted
        // in more than a byte.
        let largest = counts.dealt.last().map_or(0, |size| size.cards).max(left).max(in_sets);
        assert!(largest <= MAX_HAND, "lanes cannot count the sets of {largest} cards");
        Self {
            set,
            test: T::new(pack.deck()),
            cards,
            dealer: LaneDealer::new(pack, cards),
            columns: collects_batches.then(Vec::new),
            encoded: vec![T::Card::default(); dealt.max(left)],
            totals: vec![Lanes::default(); dealt],
            left: vec![Lanes::default(); left],
            left_totals: vec![Lanes::default(); left],
            in_sets: CardsInSets::new(in_sets),
            counts,
        }
    }

    /// Deals the first `hands` hands of a block from its random number generators and replaces
    /// `counts` with the counts of these hands. Calls `visit` with each batch of hands if hands are
    /// passed on.
    pub(super) fn count(
        &mut self,
        mut generators: Generators,
        hands: u64,
        mut visit: impl FnMut(&Batch<'_>),
    ) {
        let (set, cards) = (self.set, self.cards);
        self.counts.histograms().for_each(Histogram::clear);
        // Hands that are not passed on are counted in one batch.
        for hands in
            split_into_parts(hands, if self.columns.is_some() { BATCH } else { usize::MAX })
        {
            set.run(CountTask { counter: self, generators: &mut generators, hands });
            if let Some(columns) = &mut self.columns {
                visit(&Batch { columns, cards, hands });
                columns.clear();
            }
        }
        self.counts.histograms().for_each(Histogram::finish);
    }

    /// Adds the first `hands` of 64 hands to the histograms of `counts`, using the running totals
    /// of their sets.
    #[inline(always)]
    fn record(&mut self, hands: usize) {
        for size in &mut self.counts.dealt {
            record_last(size.cards, &self.totals, &mut size.counts, hands);
        }
        for size in &mut self.counts.leaving {
            // All cards of the deck are dealt, so `self.cards` is its size.
            record_last(self.cards - size.cards, &self.left_totals, &mut size.counts, hands);
        }
        if let Some(before_set) = &mut self.counts.before_set {
            let mut without = Lanes::<T::Code>::default();
            for total in &self.totals {
                without.add(&total.map(|sets| T::Code::from(sets == T::Code::default())));
            }
            before_set.record(&without, 0..hands);
        }
    }
}

/// Adds the number of sets in the first `cards` cards of each of the first `hands` hands to a
/// histogram; `totals` holds the number of sets up to each position.
#[inline(always)]
fn record_last<T: Element>(cards: usize, totals: &[Lanes<T>], into: &mut Histogram, hands: usize) {
    match cards.checked_sub(1) {
        Some(last) => into.record(&totals[last], 0..hands),
        None => into.record(&Lanes::<u8>::default(), 0..hands),
    }
}

/// Task that deals and counts hands in groups of 64, compiled for each instruction set.
struct CountTask<'a, T: LaneTest> {
    counter: &'a mut Counter<T>,
    generators: &'a mut Generators,
    hands: usize,
}

impl<T: LaneTest> Task for CountTask<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        for hands in split_into_parts(self.hands as u64, LANES) {
            let Counter {
                test,
                dealer,
                columns,
                encoded,
                totals,
                left,
                left_totals,
                in_sets,
                counts,
                ..
            } = &mut *self.counter;
            let cards = dealer.deal(self.generators, arithmetic);
            if let Some(columns) = columns {
                columns.extend(cards.iter().map(|cards| cards.map(Into::into)));
            }
            count_in_sets(test, cards, hands, in_sets, &mut counts.in_sets, arithmetic);
            running_totals(test, &cards[..totals.len()], encoded, totals, arithmetic);
            if !left.is_empty() {
                left.iter_mut().zip(cards.iter().rev()).for_each(|(left, card)| *left = *card);
                running_totals(test, left, encoded, left_totals, arithmetic);
            }
            self.counter.record(hands);
        }
    }
}

/// Counts, for each hand size, the cards in sets of each of the first `hands` of 64 hands, and adds
/// these numbers to the histogram of the size. The sizes must be increasing.
#[inline(always)]
fn count_in_sets<T: LaneTest, A: Arithmetic>(
    test: &T,
    cards: &[Lanes<T::Number>],
    hands: usize,
    in_sets: &mut CardsInSets<T>,
    sizes: &mut [SizeCounts],
    arithmetic: A,
) {
    in_sets.clear();
    let mut added = 0;
    for size in sizes {
        for card in &cards[added..size.cards] {
            in_sets.add(test, card, arithmetic);
        }
        added = size.cards;
        size.counts.record(&in_sets.number(), 0..hands);
    }
}

/// Returns an iterator over the sizes of the parts into which a number of hands is split: `most`
/// hands each, except that the last part may be smaller.
pub(super) fn split_into_parts(hands: u64, most: usize) -> impl Iterator<Item = usize> {
    let starts = (0..hands).step_by(most);
    starts.map(move |start| usize::try_from(hands - start).map_or(most, |left| left.min(most)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::detect::lane_tests::NarrowThirdCard;

    fn counter(cards: usize, counts: TripleCounts) -> Counter<NarrowThirdCard> {
        Counter::new(&Deck::GAME.into(), cards, counts, false, InstructionSet::Baseline)
    }

    #[test]
    fn the_largest_hand_has_a_counter() {
        let dealt = vec![SizeCounts::new(MAX_HAND)];
        let counter = counter(MAX_HAND, TripleCounts { dealt, ..TripleCounts::default() });
        assert_eq!(counter.totals.len(), MAX_HAND);
    }

    #[test]
    #[should_panic(expected = "cannot count the sets of 41 cards")]
    fn larger_hands_have_none() {
        let dealt = vec![SizeCounts::new(MAX_HAND + 1)];
        counter(MAX_HAND + 1, TripleCounts { dealt, ..TripleCounts::default() });
    }

    /// The limit also applies to the cards left in the deck.
    #[test]
    #[should_panic(expected = "cannot count the sets of 41 cards")]
    fn hands_that_leave_more_have_none() {
        let whole = Deck::GAME.size();
        let leaving = vec![SizeCounts::new(whole - MAX_HAND - 1)];
        counter(whole, TripleCounts { leaving, ..TripleCounts::default() });
    }
}
