//! Two measures of each hand as a kernel: deal, measure, tally the pairs of values.

use super::deals::plan;
use super::{DealsError, SCHEME, Seed, deal_block};
use crate::card::Deck;
use crate::detect::Strategy;
use crate::hand::Pack;
use crate::hand::sizes::Sizes;
use crate::measure::{Measure, MeasureError, Measurer};
use crate::name::UnknownName;
use crate::run::{Job, Kernel, Plan};
use crate::tally::{Frequencies, Named};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Random deals of one deck by the values that two measures have in the same hand.
///
/// The hands are those of [`Deals`](super::Deals) with the same seed, so each measure takes its
/// values just as often as there.
///
/// ```
/// use setodds_engine::card::Deck;
/// use setodds_engine::deal::{CrossDeals, PairOfValues, Seed};
/// use setodds_engine::detect::Strategy;
/// use setodds_engine::run::{Threads, execute};
///
/// let (crossed, strategy) = ("sets,in-sets".parse()?, Strategy::default());
/// let (deck, sizes) = (Deck::GAME, "12".parse()?);
/// let deals = CrossDeals::new(deck, sizes, crossed, strategy, Seed(1), 10_000)?;
/// let pairs = execute(&deals, Threads::available())?.into_tally().into_counts()?;
/// // Two sets have five cards if they share one, which is the more frequent case, else six.
/// let two = |in_sets| pairs[&PairOfValues { cards: 12, first: 2, second: in_sets }];
/// assert!(two(6) > 100 && two(5) > two(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CrossDeals {
    measurer: Measurer,
    crossed: MeasurePair,
    seed: Seed,
    plan: Plan,
}

/// Two different measures, each of which has one value in a hand: `sets,in-sets`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasurePair([Measure; 2]);

impl MeasurePair {
    /// Two measures.
    ///
    /// # Errors
    ///
    /// When they are one, or one of them counts something else than hands.
    pub fn new(first: Measure, second: Measure) -> Result<Self, CrossError> {
        match [first, second] {
            _ if first == second => Err(CrossError::Itself(first)),
            [Measure::SetTypes, _] | [_, Measure::SetTypes] => {
                Err(CrossError::NotOfHands(Measure::SetTypes))
            }
            pair => Ok(Self(pair)),
        }
    }

    /// The first and the second measure.
    #[must_use]
    pub const fn measures(self) -> [Measure; 2] {
        self.0
    }

    /// The default hand size: the larger of those of the two measures.
    #[doc(hidden)]
    #[must_use]
    pub fn usual_size(self, deck: Deck) -> usize {
        self.0.map(|measure| measure.usual_size(deck)).into_iter().max().unwrap_or_default()
    }
}

impl fmt::Display for MeasurePair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.map(Measure::name).join(","))
    }
}

impl FromStr for MeasurePair {
    type Err = CrossError;

    fn from_str(text: &str) -> Result<Self, CrossError> {
        let measures = text.split(',').map(|name| name.trim().parse());
        match measures.collect::<Result<Vec<Measure>, _>>()?[..] {
            [first, second] => Self::new(first, second),
            _ => Err(CrossError::Unreadable(text.to_owned())),
        }
    }
}

/// The values of two measures in hands of some size: sorted by the size, then by the first value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairOfValues {
    /// Cards in the hand.
    pub cards: usize,
    /// The value of the first measure.
    pub first: usize,
    /// The value of the second measure.
    pub second: usize,
}

impl Named for PairOfValues {
    /// `12 2 5`
    fn name(&self) -> String {
        format!("{} {} {}", self.cards, self.first, self.second)
    }

    fn named(name: &str) -> Option<Self> {
        let mut numbers = name.split(' ').map(|number| number.parse().ok());
        let (cards, first, second) = (numbers.next()??, numbers.next()??, numbers.next()??);
        numbers.next().is_none().then_some(Self { cards, first, second })
    }
}

/// Why two measures cannot be crossed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CrossError {
    /// Text that names one measure, or more than two.
    #[error("`{0}` is not a valid pair of measures; give two, like sets,in-sets")]
    Unreadable(String),
    /// A name that no measure has.
    #[error(transparent)]
    UnknownMeasure(#[from] UnknownName),
    /// There is nothing to deal.
    #[error(transparent)]
    Deals(#[from] DealsError),
    /// The deck has no hands of this size.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// The two measures are one.
    #[error("`{0}` is crossed with itself; give two different measures")]
    Itself(Measure),
    /// A measure that has no single value in a hand.
    #[error("`{0}` counts sets, not hands, so it has no value in a hand to cross; give another")]
    NotOfHands(Measure),
    /// A measure that is not defined for all hand sizes.
    #[error(
        "`{measure}` is defined for hands of {least} to {most} cards, not {cards}; give sizes for \
         which both measures are"
    )]
    Size {
        /// The measure.
        measure: Measure,
        /// The hand size.
        cards: usize,
        /// The smallest hands for which it is defined.
        least: usize,
        /// The largest ones.
        most: usize,
    },
}

impl CrossDeals {
    /// A run of `deals` deals of hands of some sizes, whose sets are counted by a strategy.
    ///
    /// # Errors
    ///
    /// When a hand is larger than the deck, a measure is not defined for all of the hands, or
    /// `deals` is 0.
    pub fn new(
        pack: impl Into<Pack>,
        sizes: Sizes,
        crossed: MeasurePair,
        strategy: Strategy,
        seed: Seed,
        deals: u64,
    ) -> Result<Self, CrossError> {
        let pack = pack.into();
        check(pack.deck(), &sizes, crossed)?;
        let measurer = Measurer::new(pack, sizes, crossed.0.into_iter().collect(), strategy)?;
        let job = Job::new("simulate")
            .with("scheme", SCHEME)
            .with("features", pack.deck().features())
            .with("cards", measurer.sizes())
            .with("cross", crossed)
            .with("seed", seed)
            .with_some("without", pack.as_reduced());
        let plan = plan(job, deals, measurer.sizes().largest())?;
        Ok(Self { measurer, crossed, seed, plan })
    }

    /// Whether a tally can be that of `deals` deals: each has one pair of values in each hand size.
    #[doc(hidden)]
    #[must_use]
    pub fn fits(&self, pairs: &Frequencies<PairOfValues>, deals: u128) -> bool {
        let Ok(counts) = pairs.counts() else { return true };
        let mut totals: BTreeMap<usize, u128> = BTreeMap::new();
        counts.iter().for_each(|(pair, count)| *totals.entry(pair.cards).or_default() += count);
        let sizes = self.measurer.sizes().iter().filter(|_| deals > 0);
        totals.into_iter().eq(sizes.map(|cards| (cards, deals)))
    }
}

/// Checks that both measures are defined for all hand sizes of the deck.
fn check(deck: Deck, sizes: &Sizes, crossed: MeasurePair) -> Result<(), CrossError> {
    for measure in crossed.0 {
        let own = measure.sizes(deck);
        let size = sizes.iter().find(|cards| *cards <= deck.size() && !own.contains(cards));
        if let Some(cards) = size {
            let (least, most) = own.into_inner();
            return Err(CrossError::Size { measure, cards, least, most });
        }
    }
    Ok(())
}

impl Kernel for CrossDeals {
    type Tally = Frequencies<PairOfValues>;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Self::Tally {
        let (pack, sizes) = (*self.measurer.pack(), self.measurer.sizes());
        let (mut recorder, mut pairs) = (self.measurer.recorder(), Vec::new());
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        move |block| {
            pairs.clear();
            let deals = self.plan.units_in(block);
            deal_block(self.seed, block, pack, sizes.largest(), deals, |hand| {
                firsts.clear();
                seconds.clear();
                recorder.values(hand, |key, value| {
                    let is_first = key.measure == self.crossed.0[0];
                    if is_first { &mut firsts } else { &mut seconds }.push(value);
                });
                // Both have a value for each size, sizes rising.
                let values = firsts.iter().zip(&seconds);
                pairs.extend(
                    sizes.iter().zip(values).map(|(cards, (&first, &second))| PairOfValues {
                        cards,
                        first,
                        second,
                    }),
                );
            });
            Frequencies::of(&mut pairs)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_have_names() {
        let pair = PairOfValues { cards: 12, first: 2, second: 5 };
        assert_eq!(PairOfValues::named(&pair.name()), Some(pair));
        for wrong in ["", "12", "12 2", "12 2 5 1", "12 2 x", "12  2 5"] {
            assert_eq!(PairOfValues::named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn measures_without_a_value_in_each_hand_are_not_crossed() {
        let refused = |sizes: &str, crossed: &str| {
            let deals = crossed.parse().and_then(|crossed| {
                let (sizes, strategy) = (sizes.parse().unwrap(), Strategy::default());
                CrossDeals::new(Deck::GAME, sizes, crossed, strategy, Seed(1), 10)
            });
            deals.unwrap_err().to_string()
        };
        for (sizes, crossed, expected) in [
            ("12", "sets", "`sets` is not a valid pair of measures"),
            ("12", "sets,in-sets,sets", "is not a valid pair of measures; give two"),
            ("12", "sets,caps", "unknown measure `caps`"),
            ("12", "sets,sets", "`sets` is crossed with itself"),
            ("12", "sets,set-types", "`set-types` counts sets, not hands"),
            ("12,21", "sets,first-set", "`first-set` is defined for hands of 21 to 81 cards"),
            ("81", "largest-cap,greedy-cap", "defined for hands of 0 to 36 cards, not 81"),
            ("82", "sets,in-sets", "82 cards are more than the 81"),
        ] {
            let error = refused(sizes, crossed);
            assert!(error.contains(expected), "{error}");
        }
        let pair: MeasurePair = "sets, first-set".parse().unwrap();
        assert_eq!(
            (pair.to_string().as_str(), pair.usual_size(Deck::GAME)),
            ("sets,first-set", 21)
        );
    }
}
