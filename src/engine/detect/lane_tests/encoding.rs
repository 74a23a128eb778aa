//! Turns the number of a card into its digits in fields of bits, without a table.

use crate::card::Deck;
use crate::lanes::{Element, Lanes};

/// Writes the ternary digits of a number into fields of equal width, highest first.
///
/// The code starts as the number itself. When the digits above feature `f` are in their fields,
/// what is left of the number stands in the bits below them. Where that is at least 3^f, the digit
/// of `f` is at least 1, and where it is at least 2 3^f, it is 2: each time the difference between
/// the field's unit and 3^f is added, and the digit is in its field. There are `STEPS` steps, one
/// for each feature but the last, and where the deck has fewer, some that do nothing: a fixed
/// number is faster.
#[derive(Clone, Debug)]
pub(super) struct Encoding<C: Element, const STEPS: usize> {
    steps: [FeatureStep<C>; STEPS],
}

/// One feature.
#[derive(Clone, Debug, Default)]
struct FeatureStep<C: Element> {
    /// The bits that are not yet in fields.
    open: Lanes<C>,
    /// 3^f and twice that.
    thresholds: [Lanes<C>; 2],
    /// What the field's unit is more than 3^f.
    surcharge: Lanes<C>,
}

impl<C: Element, const STEPS: usize> Encoding<C, STEPS> {
    /// Fields of `width` bits, at least two, for each feature; the first digit is in the lowest.
    ///
    /// # Panics
    ///
    /// Panics if the fields of all features do not fit into `C`, or there are more features than
    /// steps.
    pub(super) fn new(deck: Deck, width: usize) -> Self {
        let lane = |number: usize| {
            let number = C::try_from(number).unwrap_or_else(|_| unreachable!("the fields fit"));
            Lanes::splat(number)
        };
        assert!(deck.features() <= STEPS + 1, "a step for each feature but the last");
        let step = |feature: usize| {
            let power = (0..feature).fold(1, |power, _| 3 * power);
            let unit = 1 << (width * feature);
            FeatureStep {
                open: lane((unit << width) - 1),
                thresholds: [lane(power), lane(2 * power)],
                surcharge: lane(unit - power),
            }
        };
        // Steps beyond those of the deck change nothing.
        let mut steps = (1..deck.features()).rev().map(step);
        Self { steps: std::array::from_fn(|_| steps.next().unwrap_or_default()) }
    }

    /// The codes of cards.
    #[inline(always)]
    pub(super) fn encode(&self, numbers: &Lanes<C>) -> Lanes<C> {
        let mut codes = *numbers;
        for step in &self.steps {
            let rest = codes.zip(&step.open, |code, open| code & open);
            for threshold in &step.thresholds {
                // Both are below half the range of `C`, where the signed comparison is right.
                let reached =
                    rest.zip(threshold, |rest, threshold| C::mask(rest.signed_ge(threshold)));
                codes.add(&reached.zip(&step.surcharge, |reached, surcharge| reached & surcharge));
            }
        }
        codes
    }
}
