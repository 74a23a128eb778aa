//! Evaluation of measures for one deal after another.

use super::set_list::SetList;
use super::{BatchEvaluation, Key, Measure, Measures};
use crate::card::{Card, Deck};
use crate::detect::{Detector, Strategy};
use crate::hand::sizes::{Sizes, SizesError};
use crate::pack::Pack;
use crate::tally::{Tallies, Tally};
use std::ops::Range;

/// A selection of measures and hand sizes for a deck, with the strategy that counts sets.
///
/// ```
/// use setodds_engine::{card::Deck, detect::Strategy};
/// use setodds_engine::measure::{Key, Measure, Measurer, Measures};
///
/// let measures = [Measure::Sets, Measure::InSets].into_iter().collect();
/// let measurer = Measurer::new(Deck::GAME, "3,5".parse()?, measures, Strategy::default())?;
/// let hand: Vec<_> = Deck::GAME.cards().take(5).collect(); // 0000, 0001, 0002, 0010, 0011
/// let mut recorder = measurer.recorder();
/// recorder.record(&hand);
/// let tallies = recorder.finish();
/// let in_sets = tallies.get(Key { cards: 5, measure: Measure::InSets }).expect("recorded");
/// assert_eq!(in_sets.count(3), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Measurer {
    pub(super) deck: Deck,
    pack: Pack,
    pub(super) sizes: Sizes,
    measures: Measures,
    strategy: Strategy,
    pub(super) detector: Box<dyn Detector>,
}

/// Error for a measure that is not defined for the requested hand sizes or deck, or for a hand
/// larger than the deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// A hand size exceeds the number of cards that can be dealt.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// All hand sizes are too small for the measure.
    #[error("`{measure}` is defined for {}", defined_for(*measure, *deck))]
    TooSmall { measure: Measure, deck: Deck },
    /// A hand size is too large for the measure.
    #[error(
        "`{measure}` is defined for hands of up to {most} cards, not {cards}; give at most {most}"
    )]
    TooLarge {
        measure: Measure,
        /// The hand size that is too large for the measure.
        cards: usize,
        /// The largest hand size that is supported.
        most: usize,
    },
    /// The deck has missing cards, but the measure is defined for full decks only. Holds the
    /// measure and the reason.
    #[error(
        "`{0}` is defined for full decks only, as {1}; deal all cards, or give another measure"
    )]
    FullDeck(Measure, &'static str),
}

/// Returns the part of an error message that says for which hands a measure is defined and what to
/// do.
fn defined_for(measure: Measure, deck: Deck) -> String {
    let (least, size, features) = (*measure.sizes(deck).start(), deck.size(), deck.features());
    if least < size {
        format!(
            "hands of {least} to {size} cards of a deck of {features} features; give at least one \
             such size"
        )
    } else {
        format!(
            "the whole deck of {features} features, {size} cards; leave the hand size out, or give \
             {size} as well"
        )
    }
}

impl Measurer {
    /// Creates a measurer for the given hand sizes. Each measure skips the sizes for which it is
    /// not defined, and sizes too large for it if another measure needs them: with `12,81`, the
    /// largest cap is evaluated for 12 cards and the greedy cap for 81.
    ///
    /// # Errors
    ///
    /// Returns an error if a hand is larger than the pack, if a measure is defined for none of the
    /// sizes, if it takes too long for a size that no other measure needs, or if it needs a full
    /// deck and cards are missing.
    pub fn new(
        pack: impl Into<Pack>,
        sizes: Sizes,
        measures: Measures,
        strategy: Strategy,
    ) -> Result<Self, MeasureError> {
        let pack = pack.into();
        let deck = pack.deck();
        for measure in measures.iter().filter(|_| !pack.is_full()) {
            if let Some(why) = measure.full_deck_reason() {
                return Err(MeasureError::FullDeck(measure, why));
            }
        }
        let sizes = pack.check_sizes(sizes)?;
        for measure in measures.iter() {
            check(measure, &sizes, &measures, deck)?;
        }
        let detector = strategy.detector(deck);
        Ok(Self { deck, pack, sizes, measures, strategy, detector })
    }

    /// Returns the full deck, including missing cards.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// Returns the cards from which the hands are dealt.
    #[must_use]
    pub const fn pack(&self) -> &Pack {
        &self.pack
    }

    /// Returns the hand sizes, also those that some measures skip.
    #[must_use]
    pub const fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    #[must_use]
    pub const fn measures(&self) -> &Measures {
        &self.measures
    }

    /// Returns an iterator over the keys that are tallied: each measure with each hand size for
    /// which it is defined.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.measures.iter().flat_map(|measure| {
            let served = measure.sizes(self.deck);
            let sizes = self.sizes.iter().filter(move |cards| served.contains(cards));
            sizes.map(move |cards| Key { cards, measure })
        })
    }

    /// Returns the strategy that counts sets.
    #[must_use]
    pub const fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// Creates a recorder with empty tallies for all keys.
    #[must_use]
    pub fn recorder(&self) -> Recorder<'_> {
        self.recorder_for(|_| true)
    }

    /// Creates a recorder with empty tallies for the keys for which `includes` returns `true`.
    pub(super) fn recorder_for(&self, includes: impl Fn(Key) -> bool) -> Recorder<'_> {
        let mut parts = Vec::new();
        for measure in self.measures.iter() {
            let keys = self.keys().filter(|key| key.measure == measure && includes(*key));
            let tallies: Vec<_> = keys.map(|key| (key, Tally::default())).collect();
            if !tallies.is_empty() {
                let evaluate = (measure.definition().evaluator)(self);
                parts.push(MeasureTallies { measure, evaluate, tallies });
            }
        }
        let reads_sets = parts.iter().any(|part| part.measure.definition().reads_sets);
        let listed = if reads_sets { self.sizes.largest() } else { 0 };
        Recorder { measurer: self, sets: SetList::new(self.deck, listed), reads_sets, parts }
    }
}

/// Returns an error if a measure is defined for none of the hand sizes, or if a size that no other
/// measure needs is too large for it.
fn check(
    measure: Measure,
    sizes: &Sizes,
    measures: &Measures,
    deck: Deck,
) -> Result<(), MeasureError> {
    let (least, most) = measure.sizes(deck).into_inner();
    // Sizes from `beyond` on are meant for another measure, which is defined only for such large
    // hands.
    let others = measures.iter().map(|other| *other.sizes(deck).start());
    let beyond = others.filter(|&least| least > most).min().unwrap_or(usize::MAX);
    let own = sizes.iter().filter(|&cards| cards < beyond).last();
    let cards = own.unwrap_or(sizes.largest());
    match cards {
        _ if cards < least => Err(MeasureError::TooSmall { measure, deck }),
        _ if cards > most => Err(MeasureError::TooLarge { measure, cards, most }),
        _ => Ok(()),
    }
}

/// Function that tallies one measure of a deal for every hand size in increasing order. Its
/// arguments are the cards, the list of sets (filled only if a measure reads it), and one tally per
/// hand size.
pub(super) type Evaluator<'a> = Box<dyn FnMut(&[Card], &SetList, &mut [(Key, Tally)]) + 'a>;

/// Creates an evaluator that calls `advance` for each hand size, with the deal, its sets, the range
/// of positions added since the previous size (from 0 on for the first), and the tally of the size.
/// The loop is compiled for each measure, so a deal takes one dynamic call, whatever the number of
/// sizes.
pub(super) fn by_size<'a>(
    mut advance: impl FnMut(&[Card], &SetList, Range<usize>, &mut Tally) + 'a,
) -> Evaluator<'a> {
    Box::new(move |hand, sets, tallies| {
        let mut from = 0;
        for (key, tally) in tallies {
            advance(hand, sets, from..key.cards, tally);
            from = key.cards;
        }
    })
}

/// Recorder that evaluates measures of one deal after another and tallies their values.
pub struct Recorder<'a> {
    pub(super) measurer: &'a Measurer,
    sets: SetList,
    reads_sets: bool,
    pub(super) parts: Vec<MeasureTallies<'a>>,
}

/// A measure with its evaluator and one tally for each hand size, in increasing order.
pub(super) struct MeasureTallies<'a> {
    measure: Measure,
    evaluate: Evaluator<'a>,
    pub(super) tallies: Vec<(Key, Tally)>,
}

impl MeasureTallies<'_> {
    /// Returns the batch evaluation of the measure, or `None` if it has to be evaluated hand by
    /// hand.
    pub(super) fn batch_evaluation(&self) -> Option<&'static BatchEvaluation> {
        self.measure.definition().batch_evaluation.as_ref()
    }
}

impl Recorder<'_> {
    /// Records a deal: different cards in order of dealing, exactly as many as the largest hand
    /// size.
    ///
    /// # Panics
    ///
    /// Panics if the number of cards is not the largest hand size. Panics if a card is not in the
    /// deck, unless no measure reads it.
    #[inline]
    pub fn record(&mut self, hand: &[Card]) {
        self.record_from(hand, std::iter::repeat(0));
    }

    /// Records a deal; `starts` gives, for each measure, the index of the first hand size to tally.
    #[inline]
    pub(super) fn record_from(&mut self, hand: &[Card], starts: impl Iterator<Item = usize>) {
        let largest = self.measurer.sizes.largest();
        assert_eq!(hand.len(), largest, "a deal has as many cards as the largest hand");
        if self.reads_sets {
            self.sets.list(hand);
        }
        for (part, start) in self.parts.iter_mut().zip(starts) {
            if let Some(tallies @ [_, ..]) = part.tallies.get_mut(start..) {
                (part.evaluate)(hand, &self.sets, tallies);
            }
        }
    }

    /// Returns the recorded tallies.
    #[must_use]
    pub fn finish(mut self) -> Tallies<Key> {
        self.take()
    }

    /// Returns the tallies recorded since the last call, and resets them.
    pub(super) fn take(&mut self) -> Tallies<Key> {
        let tallies = self.parts.iter_mut().flat_map(|part| &mut part.tallies);
        tallies.map(|(key, tally)| (*key, std::mem::take(tally))).collect()
    }
}

impl std::fmt::Debug for Recorder<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recorder").finish_non_exhaustive()
    }
}
