//! Evaluation of measures for batches of up to 512 hands: from counts for all hands at once
//! ([`Incidence`]) where the counts determine the measure, and hand by hand otherwise.

use super::incidence::{Incidence, Marks};
use super::measurer::MeasureTallies;
use super::{Key, Measurer, Recorder};
use crate::card::Card;
use crate::hand::sizes::Sizes;
use crate::lanes::{BATCH, Bits, InstructionSet, LANES, Lanes};
use crate::tally::Tallies;
use std::array;

/// A batch of up to 512 hands, in groups of 64.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch<'a> {
    /// For each group of 64 hands, the numbers of their first cards, of their second cards, and so
    /// on.
    pub(crate) columns: &'a [Lanes<u16>],
    /// The number of cards in a hand.
    pub(crate) cards: usize,
    /// The number of valid hands, at most 512.
    pub(crate) hands: usize,
}

impl Batch<'_> {
    /// Returns an iterator over the cards of the hand with the given index.
    pub(crate) fn hand(&self, hand: usize) -> impl Iterator<Item = Card> + '_ {
        let columns = &self.columns[hand / LANES * self.cards..][..self.cards];
        columns.iter().map(move |cards| Card::at(cards.0[hand % LANES].into()))
    }
}

/// Recorder that tallies measures of one batch of hands after another.
pub(crate) struct BatchRecorder<'a> {
    recorder: Recorder<'a>,
    incidence: Option<Incidence>,
    /// Which cards in sets must be counted for the measures.
    marks: Marks,
    /// The hand sizes that are counted for the whole batch at once.
    sizes: Sizes,
    /// For each measure and hand, the index of the first hand size that is evaluated hand by hand,
    /// or `DONE` if there is none.
    starts: Vec<[u16; BATCH]>,
    /// Scratch space for the cards of one hand.
    hand: Vec<Card>,
}

/// Limit for batch counting, which visits all sets of the deck for each hand size: it is used if
/// there are at most this many visits per pair of cards in the largest hand. Otherwise hands are
/// evaluated one by one.
const SETS_PER_PAIR: usize = 200;

/// Sentinel: the batch has tallied the measure completely, so no hand size is left to evaluate.
const DONE: u16 = u16::MAX;

impl<'a> BatchRecorder<'a> {
    /// Creates a recorder for the keys of a measurer for which `includes` returns `true`. Without
    /// `instructions`, or if counting for the whole batch does not pay, it evaluates all hands one
    /// by one.
    pub(crate) fn new(
        measurer: &'a Measurer,
        instructions: Option<InstructionSet>,
        includes: impl Fn(Key) -> bool,
    ) -> Self {
        let recorder = measurer.recorder_for(includes);
        let with_batch = recorder.parts.iter().filter(|part| part.batch_evaluation().is_some());
        let marks = with_batch
            .clone()
            .filter_map(MeasureTallies::batch_evaluation)
            .map(|it| it.marks)
            .max();
        let keys = with_batch.flat_map(|part| &part.tallies).map(|(key, _)| key.cards);
        let sizes: Sizes = keys.collect();
        let (deck, cards) = (measurer.deck(), measurer.sizes().largest());
        let pays = deck.sets() * sizes.iter().len() <= SETS_PER_PAIR * cards * cards / 2;
        let instructions = instructions.filter(|_| pays && marks.is_some());
        Self {
            starts: vec![[0; BATCH]; recorder.parts.len()],
            incidence: instructions.map(|set| Incidence::new(deck, set)),
            marks: marks.unwrap_or(Marks::None),
            sizes,
            recorder,
            hand: Vec::new(),
        }
    }

    /// Returns whether the recorder has no measures to record.
    pub(crate) fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Records all hands of a batch.
    pub(crate) fn record(&mut self, batch: &Batch<'_>) {
        if self.incidence.is_some() {
            let open = self.record_counts(batch);
            open.iter().for_each(|hand| self.record_hand(batch, hand));
        } else {
            // Consecutive hands are close together in memory.
            (0..batch.hands).for_each(|hand| self.record_hand(batch, hand));
        }
    }

    /// Records the measures of a hand that the counts for the whole batch do not determine.
    fn record_hand(&mut self, batch: &Batch<'_>, hand: usize) {
        self.hand.clear();
        self.hand.extend(batch.hand(hand));
        let starts = self.starts.iter().map(|starts| usize::from(starts[hand]));
        self.recorder.record_from(&self.hand, starts);
    }

    /// Records all measures that the counts for the whole batch determine, size by size, and
    /// returns the hands that have measures left to record.
    fn record_counts(&mut self, batch: &Batch<'_>) -> Bits {
        let all = Bits::first(batch.hands);
        let Some(incidence) = &mut self.incidence else { return all };
        incidence.clear();
        let mut left = Vec::new();
        for (part, starts) in self.recorder.parts.iter().zip(&mut self.starts) {
            let counted = part.batch_evaluation().is_some();
            starts.fill(if counted { DONE } else { 0 });
            left.push(if counted { all } else { Bits::default() });
        }
        let (mut from, none) = (0, Lanes::default());
        for cards in self.sizes.iter() {
            for place in from..cards {
                let numbers = array::from_fn(|group| {
                    batch.columns.get(group * batch.cards + place).unwrap_or(&none)
                });
                incidence.insert(&all, numbers);
            }
            from = cards;
            incidence.count(self.marks);
            let parts = self.recorder.parts.iter_mut().zip(&mut self.starts).zip(&mut left);
            for ((part, starts), left) in parts {
                let Some(evaluation) = part.batch_evaluation() else { continue };
                let place = part.tallies.iter().position(|(key, _)| key.cards == cards);
                let Some(place) = place else { continue };
                let tally = &mut part.tallies[place].1;
                let open = (evaluation.tally)(&incidence.counts, cards, left, tally);
                let start = u16::try_from(place).unwrap_or(DONE);
                open.iter().for_each(|hand| starts[hand] = start);
                *left = left.and_not(&open);
            }
        }
        left.iter().fold(Bits::default(), |open, left| open.or(&all.and_not(left)))
    }

    /// Returns the tallies recorded since the last call, and resets them.
    pub(crate) fn take(&mut self) -> Tallies<Key> {
        self.recorder.take()
    }
}
