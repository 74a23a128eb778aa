//! What is known of the measures of a hand, to the 30 decimals that more than suit a float.
//!
//! The probabilities of the sizes of random caps are fractions of some hundred digits; here they
//! are rounded to 30 decimals. Those of every other measure are exact, as [`known`] has them.

use super::known::{self, mean_of, range};
use super::tables;
use crate::card::Deck;
use crate::measure::{Key, Measure};
use crate::stats::Ratio;

/// The probability of a value, where it is known, to 30 decimals at least.
///
/// ```
/// use setodds_engine::{card::Deck, exact::{decimals, known}, measure::{Key, Measure}};
/// let key = Key { cards: 81, measure: Measure::GreedyCap };
/// let seventeen = decimals::probability(Deck::GAME, key, 17).expect("a table has it");
/// assert!((seventeen.value() - 0.600_636).abs() < 1e-6);
/// assert_eq!(known::probability(Deck::GAME, key, 17), None);
/// ```
#[must_use]
pub fn probability(deck: Deck, key: Key, value: usize) -> Option<Ratio> {
    match key.measure {
        Measure::GreedyCap if key.fits(deck) && range(deck, key).contains(&value) => {
            tables::random_cap(deck, value).map(|(_, rounded)| rounded)
        }
        _ => known::probability(deck, key, value),
    }
}

/// The probabilities of 0, 1, 2, ..., where all are known, to 30 decimals at least.
#[must_use]
pub fn distribution(deck: Deck, key: Key) -> Option<Vec<Ratio>> {
    match key.measure {
        Measure::GreedyCap => {
            (0..=*range(deck, key).end()).map(|value| probability(deck, key, value)).collect()
        }
        _ => known::distribution(deck, key),
    }
}

/// The mean, where it is known, of probabilities to 30 decimals at least.
#[must_use]
pub fn mean(deck: Deck, key: Key) -> Option<Ratio> {
    match key.measure {
        Measure::GreedyCap => mean_of(distribution(deck, key)?),
        _ => known::mean(deck, key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_known_of_more_cards_than_the_deck_has() {
        for measure in Measure::ALL {
            let key = Key { cards: 82, measure };
            assert_eq!(probability(Deck::GAME, key, 17), None, "{measure}");
            assert_eq!(distribution(Deck::GAME, key), None, "{measure}");
            assert_eq!(mean(Deck::GAME, key), None, "{measure}");
        }
    }

    #[test]
    fn what_is_rounded_is_not_called_exact() {
        let key = Key { cards: 81, measure: Measure::GreedyCap };
        assert_eq!(known::probability(Deck::GAME, key, 19), Some(Ratio::ZERO));
        assert_eq!(known::probability(Deck::GAME, key, 17), None);
        assert_eq!(known::distribution(Deck::GAME, key), None);
        assert_eq!(known::mean(Deck::GAME, key), None);
        assert!((mean(Deck::GAME, key).unwrap().value() - 17.215_375_556_384_1).abs() < 1e-12);
        let (three, key) = (Deck::new(3).unwrap(), Key { cards: 27, ..key });
        assert_eq!(known::probability(three, key, 9), Some(Ratio::new(5671, 18564)));
        assert_eq!(known::mean(three, key), Some(Ratio::new(8 * 12893 + 9 * 5671, 18564)));
    }
}
