//! The fewest and the most sets that so many cards can hold, and a hand for each.
//!
//! Which numbers these are, and how many hands there are of each, is read off the exact distribution: it proves them.
//! An example is found by local search. A step exchanges a card of the hand for one of the deck; it is made if it
//! brings the number of sets no further from the goal, and else with a probability that falls with the distance, from
//! generous to strict over and over (annealing in whole numbers). What is found is counted by the definition before it
//! is returned. The search is a function of the seed.

use crate::card::{Card, Deck, ThirdCards};
use crate::deal::Seed;
use crate::detect::Strategy;
use crate::exact::known;
use crate::hand::sizes::{Sizes, SizesError};
use crate::run::StopFlag;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

/// Which end of the distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The fewest sets.
    Least,
    /// The most sets.
    Most,
}

impl End {
    /// The name, as in CSVs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Least => "least",
            Self::Most => "most",
        }
    }
}

/// The hands of one size with the fewest or the most sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// Cards in the hand.
    pub cards: usize,
    /// Which end.
    pub end: End,
    /// The number of sets.
    pub sets: usize,
    /// The hands that hold so many.
    pub hands: u128,
    /// One of them, sorted; missing if the search gave up.
    pub example: Option<Vec<Card>>,
}

/// Hands whose extremes are not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExtremeError {
    /// A hand larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// Hands that nobody has counted.
    #[error(
        "the hands of {0} cards are not counted, so that nobody knows the fewest and the most sets in them; \
         `setodds odds {0}` tells what is known"
    )]
    Unknown(usize),
}

/// The extremes of some hand sizes, the fewest sets first; nothing if cancelled.
///
/// # Errors
///
/// When a hand is larger than the deck, or its distribution is not known.
pub fn extremes(
    deck: Deck,
    sizes: &Sizes,
    seed: Seed,
    stop: &StopFlag,
) -> Result<Option<Vec<Extreme>>, ExtremeError> {
    let sizes = sizes.clone().within(deck)?;
    let counts = |cards| known::counts(deck, cards).ok_or(ExtremeError::Unknown(cards));
    let all = sizes.iter().map(|cards| Ok((cards, counts(cards)?)));
    let all = all.collect::<Result<Vec<_>, ExtremeError>>()?;
    let mut found = Vec::new();
    for (cards, counts) in all {
        for end in [End::Least, End::Most] {
            let possible = |&sets: &usize| counts[sets] > 0;
            let sets = match end {
                End::Least => (0..counts.len()).find(possible),
                End::Most => (0..counts.len()).rfind(possible),
            };
            let Some(sets) = sets else { continue };
            let example = Search::new(deck, cards, seed).find(sets, stop);
            if stop.is_requested() {
                return Ok(None);
            }
            found.push(Extreme { cards, end, sets, hands: counts[sets], example });
        }
    }
    Ok(Some(found))
}

/// Steps before a search gives up.
const STEPS: u64 = 1 << 26;
/// Steps with the same strictness.
const ROUND: u64 = 1 << 10;
/// How strict it gets: a step that is worse by one is made with a probability of 2 to minus 1, 2, ... these.
const STRICTEST: u64 = 8;

/// A hand on its way.
struct Search {
    deck: Deck,
    random: ChaCha8Rng,
    /// The third card of each pair.
    thirds: ThirdCards,
    /// The cards of the deck: first those of the hand, then all others.
    cards: Vec<usize>,
    hand: usize,
    held: Vec<bool>,
    /// For each card of the deck the pairs of the hand, without it, that it completes.
    completes: Vec<i64>,
    sets: i64,
}

impl Search {
    /// A random hand.
    fn new(deck: Deck, cards: usize, seed: Seed) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed.0);
        random.set_stream(cards as u64);
        let mut search = Self {
            deck,
            random,
            thirds: ThirdCards::new(deck),
            cards: (0..deck.size()).collect(),
            hand: 0,
            held: vec![false; deck.size()],
            completes: vec![0; deck.size()],
            sets: 0,
        };
        for place in 0..cards {
            let other = search.random.random_range(place..deck.size());
            search.cards.swap(place, other);
            search.add(search.cards[place]);
            search.hand += 1;
        }
        search
    }

    fn third(&self, one: usize, other: usize) -> usize {
        self.thirds.third(Card::at(one), Card::at(other)).index()
    }

    /// Takes a card up that is not in the hand.
    fn add(&mut self, card: usize) {
        self.sets += self.completes[card];
        self.change(card, 1);
        self.held[card] = true;
    }

    /// Lays a card down.
    fn remove(&mut self, card: usize) {
        self.held[card] = false;
        self.change(card, -1);
        self.sets -= self.completes[card];
    }

    /// The pairs of a card and the others of the hand.
    fn change(&mut self, card: usize, by: i64) {
        for other in 0..self.deck.size() {
            if self.held[other] && other != card {
                let third = self.third(card, other);
                self.completes[third] += by;
            }
        }
    }

    /// Walks until the hand holds so many sets.
    fn find(mut self, goal: usize, stop: &StopFlag) -> Option<Vec<Card>> {
        let goal = i64::try_from(goal).ok()?;
        for step in 0..STEPS {
            if self.sets == goal {
                return self.example(goal);
            }
            if self.hand == self.deck.size() || step % ROUND == 0 && stop.is_requested() {
                return None;
            }
            self.step(goal, 1 + step / ROUND % STRICTEST);
        }
        None
    }

    fn step(&mut self, goal: i64, strictness: u64) {
        let (from, to) = (
            self.random.random_range(0..self.hand),
            self.random.random_range(self.hand..self.deck.size()),
        );
        let (old, new) = (self.cards[from], self.cards[to]);
        // The new card completes no pair that the old one is part of.
        let lost = i64::from(self.held[self.third(old, new)]);
        let sets = self.sets - self.completes[old] + self.completes[new] - lost;
        let worse = (sets - goal).abs() - (self.sets - goal).abs();
        let zeros = u64::from(self.random.next_u64().leading_zeros());
        if worse <= 0 || zeros >= strictness.saturating_mul(worse.unsigned_abs()) {
            self.remove(old);
            self.add(new);
            self.cards.swap(from, to);
        }
    }

    /// The hand, if the definition finds as many sets in it.
    fn example(&self, goal: i64) -> Option<Vec<Card>> {
        let mut hand = self.cards[..self.hand].to_vec();
        hand.sort_unstable();
        let cards = hand.iter().map(|&index| Card::new(index, self.deck));
        let cards = cards.collect::<Result<Vec<Card>, _>>().ok()?;
        let sets = Strategy::Naive.detector(self.deck).count(&cards);
        (i64::try_from(sets) == Ok(goal)).then_some(cards)
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

    /// Every example holds as many sets as it should: the fewest and the most that any hand holds.
    #[test]
    fn every_extreme_of_small_decks_has_an_example() {
        for (features, sizes) in [(2, "0-9"), (3, "0-27"), (4, "0-12,81")] {
            let deck = Deck::new(features).unwrap();
            for Extreme { cards, end, sets, hands, example } in of(features, sizes).unwrap() {
                let example = example.unwrap_or_else(|| panic!("{features} {cards} {end:?}"));
                assert_eq!(example.len(), cards);
                assert_eq!(Strategy::DigitSum.detector(deck).count(&example), sets);
                assert_eq!(known::hands_with(deck, cards, sets), Some(hands));
                let beyond = match end {
                    End::Least => 0..sets,
                    End::Most => sets + 1..deck.sets() + 1,
                };
                for other in beyond {
                    assert_eq!(known::hands_with(deck, cards, other), Some(0), "{cards} {other}");
                }
            }
        }
    }

    #[test]
    fn the_search_is_a_function_of_the_seed() {
        assert_eq!(of(4, "9").unwrap(), of(4, "9").unwrap());
    }

    #[test]
    fn what_nobody_knows_is_refused() {
        assert_eq!(of(4, "30"), Err(ExtremeError::Unknown(30)));
        assert!(matches!(of(4, "82"), Err(ExtremeError::Sizes(_))));
    }
}
