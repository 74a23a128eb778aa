//! The number of sets in puzzles for which none is given.

use crate::card::Deck;
use crate::exact::impossible::impossible;
use crate::exact::known;
use crate::measure::Key;

/// Half the number of cards, or the nearest number of sets that is frequent enough to be found by
/// dealing.
///
/// ```
/// use setodds_engine::{card::Deck, puzzle::usual_sets};
/// assert_eq!(usual_sets(Deck::GAME, 12), 6);
/// // Hands of 40 cards have 100 sets or so, and hardly ever 20.
/// assert!(usual_sets(Deck::GAME, 40) > 20);
/// ```
#[must_use]
pub fn usual_sets(deck: Deck, cards: usize) -> usize {
    const RARE: f64 = 1e-6;
    let (half, key) = (cards / 2, Key::sets(cards));
    let is_usual = |&sets: &usize| match known::probability(deck, key, sets) {
        Some(probability) => probability.value() > RARE,
        None => impossible(deck, key, sets).is_none(),
    };
    (0..=half).rev().chain(half..=deck.sets()).find(is_usual).unwrap_or(half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::Seed;
    use crate::puzzle::{Puzzle, Wanted};

    #[test]
    fn usual_is_half_the_cards_where_that_is_not_rare() {
        for cards in [3, 9, 12, 15, 21, 23] {
            assert_eq!(usual_sets(Deck::GAME, cards), cards / 2);
        }
        // All cards have all sets; two have none.
        for (cards, sets) in [(81, 1080), (2, 0), (0, 0)] {
            assert_eq!(usual_sets(Deck::GAME, cards), sets);
        }
    }

    #[test]
    fn deviations_are_from_the_mean_of_all_hands() {
        let wanted = Wanted { cards: 12, sets: 6 };
        let puzzle = Puzzle::new(Deck::GAME, wanted, Seed(1), 1).unwrap();
        assert!((puzzle.deviations_from_mean() - 2.336_458_824_624_85).abs() < 1e-12);
    }
}
