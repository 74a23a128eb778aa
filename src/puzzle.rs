//! Hands with a prescribed number of sets (the Rosetta Code "Set puzzle"): deal until one comes.
//!
//! The answer is the first hand, in the numbering of the deals of the seed, that holds exactly the
//! wanted number of sets. Blocks are searched in parallel; as they are started in order and a
//! started block is finished, nothing below the first hit is ever skipped, so the answer is the
//! same for any number of threads.

use crate::card::{Card, Deck};
use crate::deal::{SCHEME, Seed, deal_block, deals_per_block};
use crate::detect::{Detector, Strategy};
use crate::exact::known;
use crate::hand::sizes::{Sizes, SizesError};
use crate::run::{Cancel, Kernel, Plan};
use crate::stats::Ratio;
use crate::tally::Monoid;

/// A search for a hand of `cards` cards with exactly `sets` sets among so many deals.
pub struct Puzzle {
    deck: Deck,
    cards: usize,
    sets: usize,
    seed: Seed,
    deals: u64,
    detector: Box<dyn Detector>,
    found: Cancel,
}

/// A puzzle that has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// A hand larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// No hand is like that.
    #[error(
        "no hand of {cards} cards holds exactly {sets} sets ({reason}); ask for another number"
    )]
    Impossible {
        /// The hand size.
        cards: usize,
        /// The number of sets.
        sets: usize,
        /// How one knows.
        reason: String,
    },
}

/// The place of the first hit: block, place in the block, hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FirstHit(Option<Hit>);

type Hit = (u64, u64, Vec<Card>);

impl FirstHit {
    /// The number of the deal, counted from 0, and its cards in dealing order.
    #[must_use]
    pub fn deal(&self, deals_per_block: u64) -> Option<(u128, &[Card])> {
        let (block, place, hand) = self.0.as_ref()?;
        Some((u128::from(*block) * u128::from(deals_per_block) + u128::from(*place), hand))
    }
}

impl Monoid for FirstHit {
    fn merge(&mut self, other: Self) {
        self.0 = match (self.0.take(), other.0) {
            (Some(mine), Some(theirs)) => Some(mine.min(theirs)),
            (mine, theirs) => mine.or(theirs),
        };
    }
}

impl Puzzle {
    /// A search; `found` is asked to stop as soon as a hand is there.
    ///
    /// # Errors
    ///
    /// When the hand is larger than the deck, or it is known that no such hand exists.
    pub fn new(
        deck: Deck,
        (cards, sets): (usize, usize),
        seed: Seed,
        deals: u64,
        found: Cancel,
    ) -> Result<Self, PuzzleError> {
        Sizes::one(cards).within(deck)?;
        if let Some(reason) = impossible(deck, cards, sets) {
            return Err(PuzzleError::Impossible { cards, sets, reason });
        }
        let detector = Strategy::ThirdCard.detector(deck, cards);
        Ok(Self { deck, cards, sets, seed, deals, detector, found })
    }

    /// The probability that a deal is an answer, where it is known.
    #[must_use]
    pub fn probability(&self) -> Option<Ratio> {
        known::probability(self.deck, self.cards, self.sets)
    }
}

/// Why no hand of `cards` cards holds exactly `sets` sets, if that is known.
fn impossible(deck: Deck, cards: usize, sets: usize) -> Option<String> {
    if known::hands_with(deck, cards, sets) == Some(0) {
        return Some(match known::distribution(deck, cards) {
            Some(all) => format!("of 0 to {}, exactly known", all.len() - 1),
            None => format!("every hand of over {} cards holds a set", known::largest_cap(deck)),
        });
    }
    // Two cards are in one set at most: a card is in (k - 1)/2 sets at most, each counted thrice.
    let most = cards * (cards.saturating_sub(1) / 2) / 3;
    if sets > most {
        return Some(format!("{most} at most, as two cards share at most one set"));
    }
    // The sets that a hand misses meet one of the other cards: at most (v - 1)/2 for each.
    let missed = (deck.size() - cards) * (deck.size() - 1) / 2;
    let least = deck.sets().saturating_sub(missed);
    (sets < least).then(|| format!("{least} at least, as so few cards are left out"))
}

impl Kernel for Puzzle {
    type Tally = FirstHit;

    fn plan(&self) -> Plan {
        let Self { deck, cards, sets, seed, .. } = self;
        let features = deck.features();
        let job = format!(
            "puzzle scheme={SCHEME} features={features} cards={cards} sets={sets} seed={seed}"
        );
        Plan::new(job, u128::from(self.deals), deals_per_block(self.cards))
    }

    fn run(&self, block: u64) -> FirstHit {
        let mut hit = None;
        let mut place = 0;
        let deals = self.plan().units_in(block);
        deal_block(self.seed, block, self.deck, self.cards, deals, |hand| {
            if hit.is_none() && self.detector.count(hand) == self.sets {
                hit = Some((block, place, hand.to_vec()));
                self.found.request();
            }
            place += 1;
        });
        FirstHit(hit)
    }
}

impl std::fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Puzzle").field("plan", &self.plan()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Partial, Silent, Threads, execute};
    use std::num::NonZeroUsize;

    fn solve(cards: usize, sets: usize, threads: usize) -> Option<(u128, Vec<Card>)> {
        let found = Cancel::default();
        let puzzle =
            Puzzle::new(Deck::GAME, (cards, sets), Seed(1), 10_000_000, found.clone()).unwrap();
        let mut partial = Partial::new(puzzle.plan());
        let threads = Threads::new(NonZeroUsize::new(threads).unwrap());
        execute(&puzzle, &mut partial, threads, &found, &Silent).unwrap();
        let per_block = puzzle.plan().units_per_block();
        partial.tally().deal(per_block).map(|(deal, hand)| (deal, hand.to_vec()))
    }

    #[test]
    fn the_first_hand_is_found_whatever_the_threads() {
        let detector = Strategy::Naive.detector(Deck::GAME, 12);
        for (cards, sets) in [(9, 4), (12, 6), (12, 9), (3, 1), (21, 20)] {
            let (deal, hand) = solve(cards, sets, 1).unwrap();
            assert_eq!(detector.count(&hand), sets);
            assert_eq!(solve(cards, sets, 5), Some((deal, hand)));
        }
    }

    #[test]
    fn the_impossible_is_refused_with_the_reason() {
        let reason = |features, cards, sets| {
            let deck = Deck::new(features).unwrap();
            Puzzle::new(deck, (cards, sets), Seed(0), 1, Cancel::default())
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default()
        };
        assert!(reason(4, 12, 15).contains("of 0 to 14, exactly known"));
        assert!(reason(4, 21, 0).contains("every hand of over 20 cards holds a set"));
        assert!(reason(4, 7, 4).contains("of 0 to 5"));
        assert!(reason(4, 20, 61).contains("60 at most"));
        assert!(reason(4, 80, 1000).contains("1040 at least"));
        assert!(reason(4, 2, 1).contains("of 0 to 0"));
        assert!(reason(4, 82, 1).contains("82 cards are more than the 81"));
        for possible in [(4, 80, 1040), (4, 12, 14), (5, 10, 3), (4, 0, 0)] {
            assert_eq!(reason(possible.0, possible.1, possible.2), "", "{possible:?}");
        }
    }
}
