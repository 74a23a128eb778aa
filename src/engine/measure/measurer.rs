//! The measures of one deal after another.

use super::set_list::SetList;
use super::{Key, Measure, Measures};
use crate::card::{Card, Deck, ThirdCards};
use crate::detect::{Detector, Strategy};
use crate::hand::sizes::{Sizes, SizesError};
use crate::tally::{Tallies, Tally};
use std::ops::Range;

/// Some measures of hands of some sizes, whose sets are counted by one strategy.
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
    pub(super) sizes: Sizes,
    measures: Measures,
    strategy: Strategy,
    pub(super) detector: Box<dyn Detector>,
    pub(super) thirds: ThirdCards,
}

/// A measure that is not there for the hands asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeasureError {
    /// A hand larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// All hands are too small.
    #[error("`{measure}` is defined for {}", defined_for(*measure, *deck))]
    TooSmall {
        /// The measure.
        measure: Measure,
        /// The deck.
        deck: Deck,
    },
    /// A hand is too large.
    #[error(
        "`{measure}` is there for hands of up to {most} cards, not {cards}; give at most {most}"
    )]
    TooLarge {
        /// The measure.
        measure: Measure,
        /// The hand size.
        cards: usize,
        /// The largest hand size.
        most: usize,
    },
}

/// For which hands a measure is defined, and what to do.
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
    /// Measures of hands of these sizes. Each measure skips the hands for which it is not defined,
    /// and those too large for it that only another measure needs: `12,81` asks for the largest cap
    /// of 12 cards and the greedy cap of 81.
    ///
    /// # Errors
    ///
    /// When a hand is larger than the deck, or a measure is defined for none of the sizes, or takes
    /// too long for one that no other measure needs.
    pub fn new(
        deck: Deck,
        sizes: Sizes,
        measures: Measures,
        strategy: Strategy,
    ) -> Result<Self, MeasureError> {
        let sizes = sizes.within(deck)?;
        measures.iter().try_for_each(|measure| check(measure, &sizes, &measures, deck))?;
        let detector = strategy.detector(deck);
        let thirds = ThirdCards::new(deck);
        Ok(Self { deck, sizes, measures, strategy, detector, thirds })
    }

    /// The deck.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The hand sizes.
    #[must_use]
    pub const fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    /// The measures.
    #[must_use]
    pub const fn measures(&self) -> &Measures {
        &self.measures
    }

    /// What is tallied: each measure of each hand size for which it is there.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.measures.iter().flat_map(|measure| {
            let served = measure.sizes(self.deck);
            let sizes = self.sizes.iter().filter(move |cards| served.contains(cards));
            sizes.map(move |cards| Key { cards, measure })
        })
    }

    /// The strategy that counts sets.
    #[must_use]
    pub const fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// A recorder that has seen nothing yet.
    #[must_use]
    pub fn recorder(&self) -> Recorder<'_> {
        let part = |measure: Measure| {
            let keys = self.keys().filter(move |key| key.measure == measure);
            let tallies = keys.map(|key| (key, Tally::default())).collect();
            ((measure.definition().evaluator)(self), tallies)
        };
        let reads_sets = self.measures.iter().any(|measure| measure.definition().reads_sets);
        let listed = if reads_sets { self.sizes.largest() } else { 0 };
        Recorder {
            measurer: self,
            sets: SetList::new(self.deck, listed),
            reads_sets,
            parts: self.measures.iter().map(part).collect(),
        }
    }
}

/// Checks that a measure is there for the hand sizes that are meant for it.
fn check(
    measure: Measure,
    sizes: &Sizes,
    measures: &Measures,
    deck: Deck,
) -> Result<(), MeasureError> {
    let (least, most) = measure.sizes(deck).into_inner();
    // Sizes beyond `most` are meant for others, if another measure needs hands so large.
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

/// Tallies one measure of a deal for every hand size, sizes rising, from the cards and the sets,
/// which are listed if a measure reads them.
pub(super) type Evaluator<'a> = Box<dyn FnMut(&[Card], &SetList, &mut [(Key, Tally)]) + 'a>;

/// Calls `advance` for each hand size with the deal, its sets, the places of the cards that are new
/// since the size before, from 0 on for the first, and the tally of the size. The loop is compiled
/// for each measure, so that a deal takes one dynamic call, whatever the number of sizes.
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

/// Tallies the measures of one deal after another.
pub struct Recorder<'a> {
    measurer: &'a Measurer,
    sets: SetList,
    reads_sets: bool,
    /// Each measure, with a tally for each hand size, sizes rising.
    parts: Vec<(Evaluator<'a>, Vec<(Key, Tally)>)>,
}

impl Recorder<'_> {
    /// Records a deal: different cards in the order in which they were dealt, as many as the
    /// largest hand size.
    ///
    /// # Panics
    ///
    /// When there are fewer cards, or more.
    #[inline]
    pub fn record(&mut self, hand: &[Card]) {
        let Measurer { sizes, thirds, .. } = self.measurer;
        assert_eq!(hand.len(), sizes.largest(), "a deal has as many cards as the largest hand");
        if self.reads_sets {
            self.sets.list(hand, thirds);
        }
        for (evaluate, tallies) in &mut self.parts {
            evaluate(hand, &self.sets, tallies);
        }
    }

    /// What was recorded.
    #[must_use]
    pub fn finish(self) -> Tallies<Key> {
        self.parts.into_iter().flat_map(|(_, tallies)| tallies).collect()
    }
}

impl std::fmt::Debug for Recorder<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recorder").finish_non_exhaustive()
    }
}
