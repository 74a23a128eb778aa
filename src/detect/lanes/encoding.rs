//! From the number of a card to a code with one field for each feature, without a table.

use crate::card::Deck;
use crate::lanes::{Lane, Word};

/// Takes the ternary digits off a number, highest first, and adds up what each stands for.
///
/// The sum starts with the number itself. Where the rest of the number is at least `threshold` = d
/// 3^f, the digit is d: `surcharge` is what its field stands for beyond d 3^f.
#[derive(Clone, Debug)]
pub(super) struct Encoding<C> {
    base: Lane<C>,
    steps: Vec<Step<C>>,
}

#[derive(Clone, Debug)]
struct Step<C> {
    threshold: Lane<C>,
    surcharge: Lane<C>,
}

impl<C: Word> Encoding<C> {
    /// The encoding in which digit `d` of feature `f` stands for `field(f, d)`, for codes and cards
    /// that fit into `C`.
    ///
    /// # Panics
    ///
    /// When they do not fit.
    pub(super) fn new(deck: Deck, field: impl Fn(usize, usize) -> usize) -> Self {
        let lane = |number: usize| {
            let number = C::try_from(number).unwrap_or_else(|_| unreachable!("codes fit"));
            Lane::splat(number)
        };
        let power = |feature: usize| (0..feature).fold(1, |power, _| 3 * power);
        let features = (0..deck.features()).rev();
        let digits = features.flat_map(|feature| [(feature, 2), (feature, 1)]);
        let mut steps: Vec<Step<C>> = digits
            .map(|(feature, digit)| {
                let threshold = lane(digit * power(feature));
                let beyond = lane(field(feature, digit) - field(feature, 0));
                Step { surcharge: beyond.zip(&threshold, C::minus), threshold }
            })
            .collect();
        while steps.pop_if(|step| !step.surcharge.any()).is_some() {}
        Self { base: lane((0..deck.features()).map(|feature| field(feature, 0)).sum()), steps }
    }

    /// The codes of cards.
    #[inline(always)]
    pub(super) fn encode(&self, numbers: &Lane<C>) -> Lane<C> {
        let mut codes = numbers.zip(&self.base, C::plus);
        let mut rest = *numbers;
        for step in &self.steps {
            let lower = rest.below(&step.threshold);
            codes.add(&lower.zip(&step.surcharge, |lower, surcharge| !lower & surcharge));
            // Where the rest was lower, this wraps round and is larger.
            rest = rest.zip(&rest.zip(&step.threshold, C::minus), Ord::min);
        }
        codes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_of_every_deck_has_its_digits() {
        for deck in (2..=6).map(|features| Deck::new(features).unwrap()) {
            let octal = |feature: usize, digit: usize| (1 << digit) << (3 * feature);
            let quaternary = |feature: usize, digit: usize| digit << (2 * feature);
            let encodings = [
                (Encoding::<u32>::new(deck, octal), octal as fn(usize, usize) -> usize),
                (Encoding::<u32>::new(deck, quaternary), quaternary),
            ];
            for (encoding, field) in encodings {
                for card in 0..deck.size() {
                    let code = encoding.encode(&Lane::splat(u32::try_from(card).unwrap())).0[0];
                    let digit =
                        |feature: usize| card / 3_usize.pow(feature.try_into().unwrap()) % 3;
                    let fields = (0..deck.features()).map(|feature| field(feature, digit(feature)));
                    assert_eq!(usize::try_from(code).unwrap(), fields.sum::<usize>());
                }
            }
        }
    }
}
