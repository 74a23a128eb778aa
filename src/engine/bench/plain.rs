//! Loops as they are first written down, to compare strategies with: a generator and a shuffle from
//! the shelf, tables, and no thought for speed but that.

use crate::card::{Card, Deck, ThirdCards};
use crate::deal::Seed;
use crate::detect::Detector;
use crate::hand::CardSet;
use crate::name::named_enum;
use crate::random::{index, words};
use crate::run::{Job, Kernel, Plan};
use crate::tally::Tally;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

named_enum! {
    /// A plain loop.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PlainLoop: "plain loop" {
        /// The packed masks of all three cards of a hand.
        PackedMask = "plain-packed-mask",
        /// The third card of all two cards of a hand, which is in it or not.
        ThirdCard = "plain-third-card",
    }
}

impl PlainLoop {
    /// The loop with its tables.
    pub(super) fn counter(self, deck: Deck) -> PlainCounter {
        let mask = |card: Card| card.digits(deck).fold(0, |mask, digit| mask << 3 | 1 << digit);
        PlainCounter {
            plain: self,
            masks: deck.cards().map(mask).collect(),
            thirds: ThirdCards::new(deck),
        }
    }
}

/// A plain loop with its tables.
#[derive(Debug)]
pub(super) struct PlainCounter {
    plain: PlainLoop,
    masks: Vec<u32>,
    thirds: ThirdCards,
}

impl PlainCounter {
    fn packed_mask(&self, hand: &[Card]) -> usize {
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

    fn third_card(&self, hand: &[Card]) -> usize {
        let (all, mut pairs): (CardSet, usize) = (hand.iter().copied().collect(), 0);
        for i in 0..hand.len() {
            for j in i + 1..hand.len() {
                pairs += usize::from(all.contains(self.thirds.third(hand[i], hand[j])));
            }
        }
        pairs / 3
    }
}

impl Detector for PlainCounter {
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool {
        let [a, b, c] = [a, b, c].map(|card| self.masks[card.index()]);
        a | b | c == a ^ b ^ c
    }

    fn count(&self, hand: &[Card]) -> usize {
        match self.plain {
            PlainLoop::PackedMask => self.packed_mask(hand),
            PlainLoop::ThirdCard => self.third_card(hand),
        }
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        for (place, completed) in completed[..hand.len()].iter_mut().enumerate() {
            *completed = self.count(&hand[..=place]) - self.count(&hand[..place]);
        }
    }
}

/// Deals hands whose sets a plain loop counts. They are other hands than those of the seed's deals.
#[derive(Debug)]
pub(super) struct PlainDeals {
    deck: Deck,
    cards: usize,
    seed: Seed,
    counter: PlainCounter,
    plan: Plan,
}

impl PlainDeals {
    /// A number of deals of hands of some cards, at most as many as the deck has.
    pub(super) fn new(plain: PlainLoop, deck: Deck, cards: usize, seed: Seed, deals: u64) -> Self {
        let plan = Plan::new(Job::new("race"), deals.into(), 4096);
        Self { deck, cards, seed, counter: plain.counter(deck), plan }
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
    fn plain_loops_find_the_sets_of_the_definition() {
        for deck in Deck::all() {
            let naive = Strategy::Naive.detector(deck);
            deal_block(Seed(1), 0, deck, 9, 64, |hand| {
                for counter in PlainLoop::ALL.map(|plain| plain.counter(deck)) {
                    assert_eq!(counter.count(hand), naive.count(hand), "{counter:?}");
                    assert_eq!(counter.sets(hand), naive.sets(hand), "{counter:?}");
                    let [mut own, mut expected] = [[0; 9]; 2];
                    counter.completed(hand, &mut own);
                    naive.completed(hand, &mut expected);
                    assert_eq!(own, expected, "{counter:?}");
                }
            });
        }
    }

    #[test]
    fn plain_loops_deal_and_count_by_the_exact_law() {
        let exact = known::distribution(Deck::GAME, Key::sets(12)).unwrap();
        for plain in PlainLoop::ALL {
            let deals = PlainDeals::new(plain, Deck::GAME, 12, Seed(1), 20_000);
            let (mut worker, mut tally) = (deals.worker(), Tally::default());
            for block in 0..deals.plan().blocks() {
                tally.merge(worker(block));
            }
            assert_eq!(tally.total(), 20_000);
            let fit = chi_square(&tally, &exact).unwrap();
            assert!(fit.p_value > 0.001, "{plain}: {fit:?}");
        }
    }
}
