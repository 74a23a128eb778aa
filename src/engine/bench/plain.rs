//! Straightforward packed-mask loop, the baseline of benchmarks: a standard random number generator
//! and shuffle, a table of masks, and no other optimization.

use crate::card::{Card, Deck};
use crate::deal::Seed;
use crate::detect::Detector;
use crate::random::{index, words};
use crate::run::{Job, Kernel, Plan};
use crate::tally::Tally;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Baseline detector: tests all triples of cards of a hand by their packed masks.
#[derive(Debug)]
pub(super) struct PlainLoop {
    masks: Vec<u32>,
}

impl PlainLoop {
    pub(super) fn new(deck: Deck) -> Self {
        let mask = |card: Card| card.digits(deck).fold(0, |mask, digit| mask << 3 | 1 << digit);
        Self { masks: deck.cards().map(mask).collect() }
    }
}

impl Detector for PlainLoop {
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool {
        let [a, b, c] = [a, b, c].map(|card| self.masks[card.index()]);
        a | b | c == a ^ b ^ c
    }

    fn count(&self, hand: &[Card]) -> usize {
        let mut sets = 0;
        for i in 0..hand.len() {
            for j in i + 1..hand.len() {
                for k in j + 1..hand.len() {
                    sets += usize::from(self.is_set(hand[i], hand[j], hand[k]));
                }
            }
        }
        sets
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        for (place, completed) in completed[..hand.len()].iter_mut().enumerate() {
            *completed = self.count(&hand[..=place]) - self.count(&hand[..place]);
        }
    }
}

/// Kernel that deals hands and counts their sets with the baseline detector. The hands differ from
/// those that `simulate` deals for the same seed.
#[derive(Debug)]
pub(super) struct PlainDeals {
    deck: Deck,
    cards: usize,
    seed: Seed,
    counter: PlainLoop,
    plan: Plan,
}

impl PlainDeals {
    /// Creates a kernel of `deals` deals with `cards` cards each. A deal must not have more cards
    /// than the deck.
    pub(super) fn new(deck: Deck, cards: usize, seed: Seed, deals: u64) -> Self {
        let plan = Plan::new(Job::new("race"), deals.into(), 4096);
        Self { deck, cards, seed, counter: PlainLoop::new(deck), plan }
    }
}

impl Kernel for PlainDeals {
    type Tally = Tally;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tally {
        move |block| {
            let mut key = [0; 32];
            words(self.seed.0, b"setodds plain v1", block).fill_bytes(&mut key);
            let mut random = SmallRng::from_seed(key);
            let mut deck: Vec<Card> = self.deck.cards().collect();
            let mut tally = Tally::default();
            for _ in 0..self.plan.units_in(block) {
                for place in 0..self.cards {
                    let step = index(deck.len() - place, || random.next_u64());
                    deck.swap(place, place + step);
                }
                tally.record(self.counter.count(&deck[..self.cards]));
            }
            tally
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::deal_block;
    use crate::detect::Strategy;
    use crate::exact::known;
    use crate::measure::Key;
    use crate::stats::goodness::chi_square;
    use crate::tally::Merge;

    #[test]
    fn the_loop_finds_the_sets_of_the_definition() {
        for deck in Deck::all() {
            let (naive, counter) = (Strategy::Naive.detector(deck), PlainLoop::new(deck));
            deal_block(Seed(1), 0, deck, 9, 64, |hand| {
                assert_eq!(counter.count(hand), naive.count(hand), "{deck:?}");
                let [mut own, mut expected] = [[0; 9]; 2];
                counter.completed(hand, &mut own);
                naive.completed(hand, &mut expected);
                assert_eq!(own, expected, "{deck:?}");
            });
        }
    }

    #[test]
    fn the_loop_deals_and_counts_by_the_exact_law() {
        let exact = known::distribution(Deck::GAME, Key::sets(12)).unwrap();
        let deals = PlainDeals::new(Deck::GAME, 12, Seed(1), 20_000);
        let (mut worker, mut tally) = (deals.worker(), Tally::default());
        for block in 0..deals.plan().blocks() {
            tally.merge(worker(block));
        }
        assert_eq!(tally.total(), 20_000);
        let fit = chi_square(&tally, &exact).unwrap();
        assert!(fit.p_value > 0.001, "{fit:?}");
    }
}
