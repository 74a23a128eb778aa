//! Finds hands with a prescribed number of sets (the Rosetta Code "Set puzzle") by dealing.
//!
//! The answer is the first hand, in the numbering of the deals of the seed, with exactly the
//! required number of sets. Blocks are searched in parallel, lowest first, until there is a hit.
//! Blocks below the hit that are still missing are then searched as well, so the answer does not
//! depend on the number of threads.
//!
//! [`Deals`] counts the sets of all hands of a block, 64 at a time. Only a block with a hit is
//! dealt again, hand by hand, to find it.
//!
//! ```
//! use setodds_engine::{card::Deck, deal::Seed, puzzle::{Puzzle, Target, solve}};
//! use setodds_engine::run::{StopFlag, ThreadPool, Threads};
//! let puzzle = Puzzle::new(Deck::GAME, Target { cards: 12, sets: 6 }, Seed(1), 1_000_000)?;
//! let pool = ThreadPool::new(Threads::available())?;
//! let result = solve(&puzzle, &pool, &StopFlag::default(), &|_| {})?;
//! let (deal, hand) = result.tally().0.expect("one of a million hands has six sets");
//! assert!(deal < 1000 && hand.len() == 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::card::{Card, Deck, number_of_cards};
use crate::deal::{Deals, DealsError, Engine, SCHEME, Seed, deal_block};
use crate::detect::Strategy;
use crate::exact::impossible::{Impossible, impossible};
use crate::exact::known;
use crate::hand::sizes::Sizes;
use crate::measure::{Key, MeasureError, Measurer, Measures};
use crate::pack::Pack;
use crate::run::{Blocks, Job, Kernel, Observer, Partial, Plan, RunError, StopFlag, ThreadPool};
use crate::stats::{Ratio, to_float};
use crate::tally::Merge;
use rand::Rng;

/// Search for a hand with a given number of sets among the deals of a seed.
#[derive(Debug)]
pub struct Puzzle {
    deck: Deck,
    target: Target,
    seed: Seed,
    plan: Plan,
    simulation: Deals,
}

/// Required hand: `cards` cards with exactly `sets` sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The number of cards in the hand.
    pub cards: usize,
    /// The number of sets in the hand.
    pub sets: usize,
}

/// Error for a puzzle that cannot have an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The hand is larger than the pack.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// The number of deals is 0.
    #[error(transparent)]
    Deals(#[from] DealsError),
    /// No hand of this size has this number of sets, for the given reason.
    #[error(
        "no hand of {cards} holds exactly {1} {sets} ({2}); ask for another number",
        cards = number_of_cards(*.0), sets = if *.1 == 1 { "set" } else { "sets" }
    )]
    Impossible(usize, usize, #[source] Impossible),
}

impl Puzzle {
    /// Creates a search for a hand among the first `deals` deals of a seed.
    ///
    /// # Errors
    ///
    /// Returns an error if the hand is larger than the pack, if `deals` is 0, or if it is known
    /// that no hand of this size has this number of sets.
    pub fn new(
        pack: impl Into<Pack>,
        target: Target,
        seed: Seed,
        deals: u64,
    ) -> Result<Self, PuzzleError> {
        let Target { cards, sets } = target;
        let pack = pack.into();
        let deck = pack.deck();
        let measurer =
            Measurer::new(pack, Sizes::one(cards), Measures::default(), Strategy::default())?;
        let simulation = Deals::new(measurer, seed, deals)?;
        if let Some(reason) = impossible(deck, Key::sets(cards), sets) {
            return Err(PuzzleError::Impossible(cards, sets, reason));
        }
        let job = Job::new("puzzle")
            .with("scheme", SCHEME)
            .with("features", deck.features())
            .with("cards", cards)
            .with("sets", sets)
            .with("seed", seed)
            .with_some("without", pack.as_reduced());
        let plan = Plan::new(job, u128::from(deals), simulation.plan().units_per_block());
        Ok(Self { deck, target, seed, plan, simulation })
    }

    /// Selects another engine for the search.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine cannot count hands of this size.
    pub fn with_engine(self, engine: Engine) -> Result<Self, DealsError> {
        Ok(Self { simulation: self.simulation.with_engine(engine)?, ..self })
    }

    /// Returns the seed of puzzle `number` in a series of puzzles with a common seed.
    #[must_use]
    pub fn seed_of(seed: Seed, number: u64) -> Seed {
        Seed(seed.stream(b"numbered puzzles", number).next_u64())
    }

    /// Returns the probability that a deal has the required number of sets, or `None` if it is
    /// unknown.
    #[must_use]
    pub fn probability(&self) -> Option<Ratio> {
        if !self.has_full_deck() {
            return None;
        }
        known::probability(self.deck, Key::sets(self.target.cards), self.target.sets)
    }

    fn has_full_deck(&self) -> bool {
        self.simulation.measurer().pack().is_full()
    }

    /// Returns the number of standard deviations by which the required number of sets exceeds the
    /// mean, negative if it is below the mean. Returns 0 if the mean is unknown, because the deck
    /// lacks some cards, or if all hands of this size have equally many sets.
    #[must_use]
    pub fn deviations_from_mean(&self) -> f64 {
        if !self.has_full_deck() {
            return 0.0;
        }
        let deviation = known::variance_sets(self.deck, self.target.cards).value().sqrt();
        let distance = to_float(self.target.sets as u128)
            - known::mean_sets(self.deck, self.target.cards).value();
        if deviation > 0.0 { distance / deviation } else { 0.0 }
    }
}

impl Kernel for Puzzle {
    type Tally = FirstHit;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> FirstHit {
        let mut count = self.simulation.worker();
        move |block| {
            let counted = count(block);
            let sets = counted.get(Key::sets(self.target.cards));
            // Most blocks have no hit.
            match sets.map_or(0, |sets| sets.count(self.target.sets)) {
                0 => FirstHit::default(),
                _ => self.find(block),
            }
        }
    }
}

impl Puzzle {
    /// Deals a block hand by hand, and returns the first hand that solves the puzzle, if any.
    fn find(&self, block: u64) -> FirstHit {
        let detector = Strategy::default().detector(self.deck);
        let (pack, cards) = (*self.simulation.measurer().pack(), self.target.cards);
        let (mut hit, mut deal) = (FirstHit::default(), self.plan.first_unit(block));
        deal_block(self.seed, block, pack, cards, self.plan.units_in(block), |hand| {
            if hit.0.is_none() && detector.count(hand) == self.target.sets {
                hit.0 = Some((deal, hand.to_vec()));
            }
            deal += 1;
        });
        hit
    }
}

/// First deal that solves a puzzle: its number, counted from 0, and its cards in the order of
/// dealing; `None` if no deal so far solves it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FirstHit(pub Option<(u128, Vec<Card>)>);

impl Merge for FirstHit {
    fn merge(&mut self, other: Self) {
        self.0 = match (self.0.take(), other.0) {
            (Some(mine), Some(theirs)) => Some(mine.min(theirs)),
            (mine, theirs) => mine.or(theirs),
        };
    }
}

/// Returns a number of sets that is frequent enough to be found by dealing: half the number of
/// cards if that is, otherwise the nearest smaller one, or the nearest larger one if all smaller
/// ones are too rare. Where probabilities are unknown, any number that may be possible will do.
///
/// ```
/// use setodds_engine::{card::Deck, puzzle::usual_sets};
/// assert_eq!(usual_sets(Deck::GAME, 12), 6);
/// // Hands of 40 cards have about 125 sets, and hardly ever 20.
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

/// Solves a puzzle: deals until a hand is found, all deals are done, or `stop` is requested.
///
/// # Errors
///
/// Does not fail: the partial result belongs to the plan of the puzzle.
pub fn solve(
    puzzle: &Puzzle,
    pool: &ThreadPool,
    stop: &StopFlag,
    observer: &Observer<'_, FirstHit>,
) -> Result<Partial<FirstHit>, RunError> {
    let mut partial = Partial::new(puzzle.plan.clone());
    // A separate flag: the caller's may serve other searches, which a hit here must not stop.
    let end = StopFlag::default();
    let observed = |partial: &Partial<FirstHit>| {
        observer(partial);
        if stop.is_requested() {
            end.request();
        }
    };
    if !stop.is_requested() {
        let (kernel, all) = (UntilHit { puzzle, end: &end }, puzzle.plan.all_blocks());
        pool.resume(&kernel, &mut partial, &all, &end, &observed)?;
        if partial.tally().0.is_some() {
            let below = Blocks::below(partial.finished().end());
            pool.resume(puzzle, &mut partial, &below, &StopFlag::default(), observer)?;
        }
    }
    Ok(partial)
}

/// Kernel of a puzzle that stops its run at the first hit.
struct UntilHit<'a> {
    puzzle: &'a Puzzle,
    end: &'a StopFlag,
}

impl Kernel for UntilHit<'_> {
    type Tally = FirstHit;

    fn plan(&self) -> &Plan {
        &self.puzzle.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> FirstHit {
        let mut search = self.puzzle.worker();
        move |block| {
            let hit = search(block);
            if hit.0.is_some() {
                self.end.request();
            }
            hit
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::{deal_block, deals_per_block};
    use crate::run::Threads;
    use std::num::NonZeroUsize;

    fn pool(threads: usize) -> ThreadPool {
        ThreadPool::new(Threads::new(NonZeroUsize::new(threads).unwrap())).unwrap()
    }

    fn solved(cards: usize, sets: usize, threads: usize) -> Option<(u128, Vec<Card>)> {
        let puzzle = Puzzle::new(Deck::GAME, Target { cards, sets }, Seed(1), 10_000_000).unwrap();
        solve(&puzzle, &pool(threads), &StopFlag::default(), &|_| {}).unwrap().tally().0
    }

    #[test]
    fn the_first_hand_is_found_whatever_the_threads() {
        let detector = Strategy::Naive.detector(Deck::GAME);
        // The sets of 60 cards are too many for a byte.
        for (cards, sets) in [(9, 4), (12, 6), (12, 9), (3, 1), (0, 0), (21, 20), (60, 433)] {
            let per_block = deals_per_block(cards);
            let first = (0..).find_map(|block| {
                let (mut first, mut deal) = (None, u128::from(block * per_block));
                deal_block(Seed(1), block, Deck::GAME, cards, per_block, |hand| {
                    if first.is_none() && detector.count(hand) == sets {
                        first = Some((deal, hand.to_vec()));
                    }
                    deal += 1;
                });
                first
            });
            assert_eq!(solved(cards, sets, 1), first);
            assert_eq!(solved(cards, sets, 5), first);
        }
    }

    #[test]
    fn a_stop_flag_serves_several_puzzles() {
        let puzzle =
            Puzzle::new(Deck::GAME, Target { cards: 12, sets: 6 }, Seed(1), 100_000).unwrap();
        let stop = StopFlag::default();
        let solve = || solve(&puzzle, &pool(1), &stop, &|_| {}).unwrap().tally().0;
        let first = solve();
        assert!(first.is_some() && !stop.is_requested());
        assert_eq!(solve(), first);
    }

    #[test]
    fn a_search_can_be_stopped() {
        let puzzle =
            Puzzle::new(Deck::GAME, Target { cards: 9, sets: 12 }, Seed(1), 1_000_000_000_000)
                .unwrap();
        let stop = StopFlag::default();
        let stop_soon = |_: &Partial<FirstHit>| stop.request();
        let partial = solve(&puzzle, &pool(1), &stop, &stop_soon).unwrap();
        assert!(partial.units_done() < puzzle.plan.units());
        let partial = solve(&puzzle, &pool(1), &stop, &|_| {}).unwrap();
        assert_eq!(partial.units_done(), 0, "nothing is dealt once a stop was asked for");
    }

    #[test]
    fn the_impossible_is_refused_with_the_reason() {
        let reason = |features, cards, sets| {
            let deck = Deck::new(features).unwrap();
            Puzzle::new(deck, Target { cards, sets }, Seed(0), 1)
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default()
        };
        assert!(reason(4, 12, 15).contains("14 at most, exactly known"));
        assert!(reason(4, 21, 0).contains("every hand of over 20 cards holds a set"));
        assert!(reason(4, 7, 4).contains("some have more, none has that many"));
        assert!(reason(4, 20, 61).contains("47 at most, exactly known"));
        assert!(reason(4, 80, 1000).contains("1040 at least, exactly known"));
        assert!(reason(4, 2, 1).contains("0 at most"));
        assert!(reason(4, 30, 141).contains("119 at most, exactly known"));
        assert!(reason(4, 40, 254).contains("167 at most, exactly known"));
        assert!(reason(5, 40, 254).contains("253 at most, as two cards"));
        assert!(reason(4, 82, 1).contains("82 cards are more than the 81"));
        for possible in [(4, 80, 1040), (4, 12, 14), (5, 10, 3), (4, 0, 0)] {
            assert_eq!(reason(possible.0, possible.1, possible.2), "", "{possible:?}");
        }
    }

    #[test]
    fn the_earlier_hit_counts() {
        let hit = |deal| FirstHit(Some((deal, vec![Card::default()])));
        for (a, b) in
            [(hit(3), hit(7)), (hit(7), hit(3)), (hit(3), FirstHit(None)), (FirstHit(None), hit(3))]
        {
            let mut sum = a;
            sum.merge(b);
            assert_eq!(sum, hit(3));
        }
        let mut none = FirstHit::default();
        none.merge(FirstHit::default());
        assert_eq!(none, FirstHit(None));
    }

    #[test]
    fn usual_is_half_the_cards_where_that_is_not_rare() {
        for cards in [3, 9, 12, 15, 21, 23] {
            assert_eq!(usual_sets(Deck::GAME, cards), cards / 2);
        }
        // All cards have all sets; two cards have none.
        for (cards, sets) in [(81, 1080), (2, 0), (0, 0)] {
            assert_eq!(usual_sets(Deck::GAME, cards), sets);
        }
    }

    #[test]
    fn deviations_are_from_the_mean_of_all_hands() {
        let target = Target { cards: 12, sets: 6 };
        let puzzle = Puzzle::new(Deck::GAME, target, Seed(1), 1).unwrap();
        assert!((puzzle.deviations_from_mean() - 2.336_458_824_624_85).abs() < 1e-12);
    }
}
