//! The measures of one deal after another.

use super::listing::{Deal, Listing, Thirds};
use super::{Context, Gauge, Key, Measure, Measures};
use crate::card::{Card, Deck};
use crate::detect::{Detector, Strategy};
use crate::hand::sizes::{Sizes, SizesError};
use crate::tally::{Merge, Tallies, Tally};

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
pub struct Measurer {
    deck: Deck,
    sizes: Sizes,
    measures: Measures,
    strategy: Strategy,
    detector: Box<dyn Detector>,
    thirds: Thirds,
}

/// A measure of hands for which it is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeasureError {
    /// A hand larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// All hands are too small.
    #[error(
        "`{measure}` is defined for hands of {least} to {size} cards of a deck of {features} \
         features; give at least one such size"
    )]
    TooSmall {
        /// The measure.
        measure: Measure,
        /// The smallest hand size.
        least: usize,
        /// The cards of the deck.
        size: usize,
        /// The features of the deck.
        features: usize,
    },
    /// There is no hand of the whole deck.
    #[error(
        "`{measure}` is defined for the whole deck of {features} features, {size} cards; leave the \
         hand size out, or give {size} as well"
    )]
    NotWhole {
        /// The measure.
        measure: Measure,
        /// The cards of the deck.
        size: usize,
        /// The features of the deck.
        features: usize,
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

impl Measurer {
    /// Measures of hands of these sizes. A measure that is not defined for small hands leaves them
    /// out; one that cannot be computed for large hands leaves those out that are there for another.
    ///
    /// # Errors
    ///
    /// When a hand is larger than the deck, a measure is defined for none of the sizes, or one is
    /// beyond what can be computed.
    pub fn new(
        deck: Deck,
        sizes: Sizes,
        measures: Measures,
        strategy: Strategy,
    ) -> Result<Self, MeasureError> {
        let sizes = sizes.within(deck)?;
        for measure in measures.iter() {
            check(measure, largest_for(measure, &sizes, &measures, deck), deck)?;
        }
        let detector = strategy.detector(deck);
        let thirds = Thirds::new(deck);
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
        let of = |measure: Measure| {
            let served = measure.sizes(self.deck);
            let sizes = self.sizes.iter().filter(move |cards| served.contains(cards));
            sizes.map(move |cards| Key { cards, measure })
        };
        self.measures.iter().flat_map(of)
    }

    /// The strategy that counts sets.
    #[must_use]
    pub const fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// A recorder that has seen nothing yet.
    #[must_use]
    pub fn recorder(&self) -> Recorder<'_> {
        let (deck, largest) = (self.deck, self.sizes.largest());
        let (thirds, detector) = (&self.thirds, self.detector.as_ref());
        let context = Context { deck, largest, detector, thirds };
        let part = |measure: Measure| {
            let served = measure.sizes(deck);
            let sizes = self.sizes.iter().filter(|cards| served.contains(cards));
            let tallies = sizes.map(|cards| (cards, Tally::default())).collect();
            Part { measure, gauge: measure.gauge(context), tallies }
        };
        let listed = self.measures.iter().any(Measure::is_from_listed_sets);
        Recorder {
            listing: listed.then(|| Listing::new(thirds, largest)),
            parts: self.measures.iter().map(part).collect(),
        }
    }
}

impl std::fmt::Debug for Measurer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Measurer")
            .field("deck", &self.deck)
            .field("sizes", &self.sizes)
            .field("measures", &self.measures)
            .field("strategy", &self.strategy)
            .finish_non_exhaustive()
    }
}

/// The largest hand size for a measure, without those so large that only other measures can need
/// them: as large as another one asks for at least, and more than this one can do.
fn largest_for(measure: Measure, sizes: &Sizes, measures: &Measures, deck: Deck) -> usize {
    let most = *measure.sizes(deck).end();
    let others = measures.iter().map(|other| *other.sizes(deck).start());
    let beyond = others.filter(|&least| least > most).min().unwrap_or(usize::MAX);
    sizes.iter().filter(|&cards| cards < beyond).last().unwrap_or(sizes.largest())
}

fn check(measure: Measure, largest: usize, deck: Deck) -> Result<(), MeasureError> {
    let (least, most) = measure.sizes(deck).into_inner();
    let (size, features) = (deck.size(), deck.features());
    if largest < least && least == size {
        return Err(MeasureError::NotWhole { measure, size, features });
    }
    if largest < least {
        return Err(MeasureError::TooSmall { measure, least, size, features });
    }
    if largest > most {
        return Err(MeasureError::TooLarge { measure, cards: largest, most });
    }
    Ok(())
}

/// Tallies the measures of one deal after another.
pub struct Recorder<'a> {
    /// Missing when nobody asks which the sets are.
    listing: Option<Listing<'a>>,
    parts: Vec<Part<'a>>,
}

/// One measure, with a tally for each hand size.
struct Part<'a> {
    measure: Measure,
    gauge: Box<dyn Gauge + 'a>,
    tallies: Vec<(usize, Tally)>,
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
        let deal = match &mut self.listing {
            Some(listing) => listing.list(hand),
            None => Deal::unlisted(hand),
        };
        for part in &mut self.parts {
            part.gauge.record(&deal, &mut part.tallies);
        }
    }

    /// What was recorded.
    #[must_use]
    pub fn finish(self) -> Tallies<Key> {
        let mut all = Tallies::default();
        for Part { measure, tallies, .. } in self.parts {
            for (cards, tally) in tallies {
                all.of(Key { cards, measure }).merge(tally);
            }
        }
        all
    }
}

impl std::fmt::Debug for Recorder<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recorder").finish_non_exhaustive()
    }
}
