//! Conversion of card numbers into bit fields, one per ternary digit, without a table.

use crate::card::Deck;
use crate::lanes::{Element, Lanes};

/// Encoder that writes the ternary digits of a card number into bit fields of equal width.
///
/// The code starts as the number itself, and digits are moved into their fields from the highest
/// down. Once the digits above digit `f` are in their fields, the bits below hold the rest of the
/// number. If the rest is at least 3^f, digit `f` is at least 1, and if it is at least 2 3^f, the
/// digit is 2: for each threshold reached, adding the difference between the field's unit and 3^f
/// moves one unit of the digit into its field. There are `STEPS` steps, one for each digit but the
/// last; for decks with fewer features some steps do nothing, because a fixed number of steps is
/// faster.
#[derive(Clone, Debug)]
pub(super) struct Encoding<C: Element, const STEPS: usize> {
    steps: [FeatureStep<C>; STEPS],
}

/// Constants for moving one ternary digit of a card number into its bit field.
#[derive(Clone, Debug, Default)]
struct FeatureStep<C: Element> {
    /// Mask of the bits that hold the part of the number not yet converted.
    open: Lanes<C>,
    /// The thresholds 3^f and 2 3^f for the digits 1 and 2.
    thresholds: [Lanes<C>; 2],
    /// The difference between the unit of the bit field of digit f and 3^f.
    surcharge: Lanes<C>,
}

impl<C: Element, const STEPS: usize> Encoding<C, STEPS> {
    /// Creates an encoder with a field of `width` bits, at least two, for each digit; the lowest
    /// field holds the lowest digit.
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
        // The default step changes nothing.
        let mut steps = (1..deck.features()).rev().map(step);
        Self { steps: std::array::from_fn(|_| steps.next().unwrap_or_default()) }
    }

    /// Returns the codes of the cards with the given numbers.
    #[inline(always)]
    pub(super) fn encode(&self, numbers: &Lanes<C>) -> Lanes<C> {
        let mut codes = *numbers;
        for step in &self.steps {
            let rest = codes.zip(&step.open, |code, open| code & open);
            for threshold in &step.thresholds {
                // Both are below half the range of `C`, so the signed comparison is correct.
                let reached =
                    rest.zip(threshold, |rest, threshold| C::mask(rest.signed_ge(threshold)));
                codes.add(&reached.zip(&step.surcharge, |reached, surcharge| reached & surcharge));
            }
        }
        codes
    }
}
