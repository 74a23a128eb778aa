//! Finds the minimum and the maximum number of sets in hands of a size, with an example of each.
//!
//! The exact distribution determines these numbers and the number of hands that attain them. An
//! example is found by simulated annealing: a step exchanges a card of the hand for another card of
//! the deck. It is accepted if the number of sets gets no further from the goal; otherwise, it is
//! accepted with a probability that falls with the increase of the distance and with decreasing
//! temperature, which goes from high to low again and again. The sets of an example are counted by
//! the definition before it is returned. The search is a function of the seed.
//!
//! ```
//! use setodds_engine::{card::Deck, deal::Seed, extreme::extremes, run::StopFlag};
//! let found = extremes(Deck::GAME, &"12".parse()?, Seed(1), &StopFlag::default())?;
//! let found = found.expect("not stopped");
//! assert_eq!([found[0].sets, found[1].sets], [0, 14]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::card::{Card, Deck, ThirdCards};
use crate::deal::Seed;
use crate::detect::Strategy;
use crate::exact::known::{self, sets_left};
use crate::hand::CardSet;
use crate::hand::sizes::{Sizes, SizesError};
use crate::name::named_enum;
use crate::random::index;
use crate::run::StopFlag;
use rand::Rng;
use rand::rngs::ChaCha8Rng;

named_enum! {
    /// Minimum or maximum of the number of sets in hands of one size.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum End: "end" {
        /// The minimum number of sets.
        Fewest = "fewest",
        /// The maximum number of sets.
        Most = "most",
    }
}

/// The result for one hand size: the minimum or maximum number of sets, the number of hands that
/// attain it, and an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// The number of cards in the hand.
    pub cards: usize,
    /// Whether this is the minimum or the maximum.
    pub end: End,
    /// The minimum or maximum number of sets.
    pub sets: usize,
    /// The number of hands that attain the minimum or maximum.
    pub hands: u128,
    /// A hand that attains the minimum or maximum, sorted; `None` if the search gave up.
    pub example: Option<Vec<Card>>,
}

/// Error for hand sizes whose extremes are not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExtremeError {
    /// The hand is larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// No exact distribution is known, because the hands of this size have not been counted.
    #[error("the fewest and the most sets in {cards} cards of {features} features are not known")]
    Unknown {
        /// The number of cards in the hand.
        cards: usize,
        /// The number of features of the deck.
        features: usize,
    },
}

/// Returns the minimum and then the maximum for each hand size, in increasing order of size, or
/// `None` if the search was stopped.
///
/// # Errors
///
/// Returns an error if a hand is larger than the deck, or its distribution is not known.
pub fn extremes(
    deck: Deck,
    sizes: &Sizes,
    seed: Seed,
    stop: &StopFlag,
) -> Result<Option<Vec<Extreme>>, ExtremeError> {
    let sizes = sizes.clone().within(deck)?;
    let mut all = Vec::new();
    for cards in sizes.iter() {
        let counts = known::counts(deck, cards);
        all.push(counts.ok_or(ExtremeError::Unknown { cards, features: deck.features() })?);
    }
    let mut found = Vec::new();
    for (cards, counts) in sizes.iter().zip(all) {
        for end in End::ALL {
            let sets = match end {
                End::Fewest => counts.iter().position(|&hands| hands > 0),
                End::Most => counts.iter().rposition(|&hands| hands > 0),
            };
            let Some(sets) = sets else { continue };
            let example = example(deck, cards, sets, seed, stop);
            if stop.is_requested() {
                return Ok(None);
            }
            found.push(Extreme { cards, end, sets, hands: counts[sets], example });
        }
    }
    Ok(Some(found))
}

/// Finds a hand with `sets` sets, or returns `None` if the search is stopped or gives up. The
/// complement of a hand determines its number of sets, so the smaller of the two is searched for.
fn example(
    deck: Deck,
    cards: usize,
    sets: usize,
    seed: Seed,
    stop: &StopFlag,
) -> Option<Vec<Card>> {
    let left = deck.size() - cards;
    if cards <= left {
        return Annealing::new(deck, cards, seed).find(sets, stop);
    }
    let others = Annealing::new(deck, left, seed).find(sets_left(deck, cards, sets)?, stop)?;
    Some(deck.cards().filter(|card| !others.contains(card)).collect())
}

/// Label of the random words of this search, which separates them from others of the same seed.
const PURPOSE: &[u8; 16] = b"extreme examples";

/// Number of annealing steps after which a search gives up.
const STEPS: u64 = 1 << 26;

/// Number of annealing steps at the same temperature.
const ROUND: u64 = 1 << 10;

/// Number of temperatures, from the highest to the lowest. At the `k`-th, counted from 1, a step
/// that takes the number of sets further from the goal by `d` is accepted with probability 2^(-kd).
const ROUNDS: u64 = 8;

/// Simulated annealing of a hand with at most half of the deck, changed card by card.
struct Annealing {
    deck: Deck,
    random: ChaCha8Rng,
    thirds: &'static ThirdCards,
    /// The cards of the deck: first those of the hand, then all others.
    cards: Vec<Card>,
    hand: usize,
    held: CardSet,
    /// For each card of the deck, the number of pairs of other cards of the hand that it completes
    /// to a set.
    completes: Vec<i64>,
    sets: i64,
}

impl Annealing {
    /// Returns the initial state of a search, with a random hand.
    fn new(deck: Deck, cards: usize, seed: Seed) -> Self {
        let mut search = Self {
            deck,
            random: seed.stream(PURPOSE, cards as u64),
            thirds: ThirdCards::for_deck(deck),
            cards: deck.cards().collect(),
            hand: 0,
            held: CardSet::default(),
            completes: vec![0; deck.size()],
            sets: 0,
        };
        for place in 0..cards {
            let other = place + search.index(deck.size() - place);
            search.cards.swap(place, other);
            search.hand += 1;
            search.change(search.cards[place], 1);
        }
        search
    }

    fn index(&mut self, length: usize) -> usize {
        index(length, || self.random.next_u64())
    }

    /// Updates the held cards and the counts when a card joins the hand (`by` is 1) or leaves it
    /// (`by` is -1).
    fn change(&mut self, card: Card, by: i64) {
        let _ = if by > 0 { self.held.insert(card) } else { self.held.remove(card) };
        // The card completes none of its own pairs, so its entry does not change below.
        self.sets += by * self.completes[card.index()];
        for third in self.thirds.with_each(card, &self.cards[..self.hand]) {
            // `third == card` only for the pair of the card with itself.
            if third != card {
                self.completes[third.index()] += by;
            }
        }
    }

    /// Changes the hand until it has `goal` sets, and returns it. Returns `None` if the search is
    /// stopped or gives up.
    fn find(mut self, goal: usize, stop: &StopFlag) -> Option<Vec<Card>> {
        let goal = i64::try_from(goal).ok()?;
        for step in 0..STEPS {
            if self.sets == goal {
                return self.example(goal);
            }
            if step % ROUND == 0 && stop.is_requested() {
                return None;
            }
            // Rounds get stricter and then start again: a lenient round escapes from a local
            // optimum.
            self.step(goal, 1 + step / ROUND % ROUNDS);
        }
        None
    }

    /// Chooses a random card of the hand and one outside it, and exchanges them if the step is
    /// accepted.
    fn step(&mut self, goal: i64, strictness: u64) {
        let from = self.index(self.hand);
        let to = self.hand + self.index(self.deck.size() - self.hand);
        let (old, new) = (self.cards[from], self.cards[to]);
        // The new card completes no pair with the old one once that is removed.
        let lost = i64::from(self.held.contains(self.thirds.third(old, new)));
        let change = self.completes[new.index()] - self.completes[old.index()] - lost;
        let worse = (self.sets + change - goal).abs() - (self.sets - goal).abs();
        // At least k leading zeros have probability 2^-k: the worse a step, the more rarely it is
        // accepted.
        let zeros = u64::from(self.random.next_u64().leading_zeros());
        if worse <= 0 || zeros >= strictness.saturating_mul(worse.unsigned_abs()) {
            self.change(old, -1);
            self.cards.swap(from, to);
            self.change(new, 1);
        }
    }

    /// Returns the hand after re-counting its sets with the naive detector, or `None` if the hand
    /// does not have `goal` sets.
    fn example(mut self, goal: i64) -> Option<Vec<Card>> {
        self.cards.truncate(self.hand);
        self.cards.sort_unstable();
        let sets = Strategy::Naive.detector(self.deck).count(&self.cards);
        (i64::try_from(sets) == Ok(goal)).then_some(self.cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(features: usize, sizes: &str) -> Result<Vec<Extreme>, ExtremeError> {
        let deck = Deck::new(features).unwrap();
        let found = extremes(deck, &sizes.parse().unwrap(), Seed(1), &StopFlag::default())?;
        Ok(found.unwrap())
    }

    /// Checks that every example has the extreme number of sets, and that no hand exceeds it.
    #[test]
    fn every_extreme_of_small_decks_has_an_example() {
        for (features, sizes) in [(2, "0-9"), (3, "0-27"), (4, "0-12,57,58,79-81")] {
            let deck = Deck::new(features).unwrap();
            for Extreme { cards, end, sets, hands, example } in of(features, sizes).unwrap() {
                let example = example.unwrap_or_else(|| panic!("{features} {cards} {end:?}"));
                assert_eq!(example.len(), cards);
                assert_eq!(Strategy::DigitSum.detector(deck).count(&example), sets);
                assert_eq!(known::hands_with(deck, cards, sets), Some(hands));
                let beyond = match end {
                    End::Fewest => 0..sets,
                    End::Most => sets + 1..deck.sets() + 1,
                };
                for other in beyond {
                    assert_eq!(known::hands_with(deck, cards, other), Some(0), "{cards} {other}");
                }
            }
        }
    }

    #[test]
    fn a_search_ends_when_asked_to() {
        let stop = StopFlag::default();
        let find = || Annealing::new(Deck::GAME, 12, Seed(1)).find(14, &stop);
        assert_eq!(find().map(|hand| hand.len()), Some(12));
        stop.request();
        assert_eq!(find(), None);
        assert_eq!(extremes(Deck::GAME, &Sizes::one(12), Seed(1), &stop), Ok(None));
    }

    #[test]
    fn the_search_is_a_function_of_the_seed() {
        assert_eq!(of(4, "9").unwrap(), of(4, "9").unwrap());
    }

    /// Pins the examples of a seed: a change gives other examples for known seeds.
    #[test]
    fn the_example_of_a_seed_never_changes() {
        let golden: [(usize, &str, [&[usize]; 2]); 3] = [
            (4, "6", [&[4, 22, 39, 52, 55, 67], &[21, 23, 30, 31, 32, 66]]),
            (3, "9", [&[3, 4, 6, 8, 10, 11, 14, 16, 18], &[2, 3, 7, 11, 12, 16, 20, 21, 25]]),
            (4, "78", [&[24, 42, 60], &[50, 64, 80]]),
        ];
        for (features, size, expected) in golden {
            for (extreme, expected) in of(features, size).unwrap().iter().zip(expected) {
                let example = extreme.example.as_deref().unwrap();
                let held: Vec<usize> = example.iter().map(|card| card.index()).collect();
                // For hands of most of the deck, compares the complement.
                let left = (0..81).filter(|card| !held.contains(card)).collect();
                let shown = if held.len() > 40 { left } else { held };
                assert_eq!(shown, expected, "{features} features, {size} cards");
            }
        }
    }

    #[test]
    fn what_nobody_knows_is_refused() {
        assert_eq!(of(5, "30"), Err(ExtremeError::Unknown { cards: 30, features: 5 }));
        assert!(matches!(of(4, "82"), Err(ExtremeError::Sizes(_))));
    }
}
