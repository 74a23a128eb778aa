//! Reference implementations that follow the definitions literally.

use setodds_engine::card::{Card, Deck};
use setodds_engine::detect::{Detector, Strategy};
use setodds_engine::measure::Measure;
use std::collections::HashMap;

/// Reference implementation of all measures, with the naive detector.
pub(crate) struct Oracle {
    pub(crate) deck: Deck,
    pub(crate) naive: Box<dyn Detector>,
}

impl Oracle {
    pub(crate) fn new(deck: Deck) -> Self {
        Self { deck, naive: Strategy::Naive.detector(deck) }
    }

    /// Returns the positions of the cards of each set.
    pub(crate) fn sets(&self, hand: &[Card]) -> Vec<[usize; 3]> {
        let mut sets = Vec::new();
        for a in 0..hand.len() {
            for b in a + 1..hand.len() {
                for c in b + 1..hand.len() {
                    if self.naive.is_set(hand[a], hand[b], hand[c]) {
                        sets.push([a, b, c]);
                    }
                }
            }
        }
        sets
    }

    /// Returns the values that a hand adds to the tally of a measure.
    pub(crate) fn outcomes(&self, measure: Measure, hand: &[Card]) -> Vec<usize> {
        let sets = self.sets(hand);
        match measure {
            Measure::Sets => vec![sets.len()],
            Measure::FirstSet => {
                let holds = |cards: &usize| self.naive.count(&hand[..*cards]) > 0;
                vec![(0..=hand.len()).find(holds).unwrap()]
            }
            Measure::InSets => {
                let inside = |place: &usize| sets.iter().any(|set| set.contains(place));
                vec![(0..hand.len()).filter(inside).count()]
            }
            Measure::DisjointSets => vec![most_disjoint(&sets)],
            Measure::SetTypes => {
                sets.iter().map(|&[a, b, _]| self.kind(hand[a], hand[b])).collect()
            }
            Measure::LargestCap => vec![largest_cap(&sets, hand.len())],
            Measure::GreedyCap => vec![self.greedy_cap(hand).len()],
            Measure::Ultrasets => vec![ultrasets(hand)],
        }
    }

    /// Returns the cards that form no set with two earlier cards of the greedy cap.
    pub(crate) fn greedy_cap(&self, hand: &[Card]) -> Vec<Card> {
        let mut kept = Vec::new();
        for &card in hand {
            kept.push(card);
            if self.naive.count(&kept) > 0 {
                kept.pop();
            }
        }
        kept
    }

    fn kind(&self, a: Card, b: Card) -> usize {
        a.digits(self.deck).zip(b.digits(self.deck)).filter(|(a, b)| a != b).count()
    }
}

/// Counts ultrasets: tries all four cards, with each choice of the partner of the first.
fn ultrasets(hand: &[Card]) -> usize {
    let mut count = 0;
    for (d, &fourth) in hand.iter().enumerate() {
        for (c, &third) in hand[..d].iter().enumerate() {
            for (b, &second) in hand[..c].iter().enumerate() {
                for &first in &hand[..b] {
                    let pairings =
                        [[second, third, fourth], [third, second, fourth], [fourth, second, third]];
                    let is_one = |[with, a, b]: &[Card; 3]| first.third(*with) == a.third(*b);
                    count += pairings.iter().filter(|cards| is_one(cards)).count();
                }
            }
        }
    }
    count
}

/// Returns the maximum number of disjoint sets. The first remaining card is either in one of its
/// sets or in none.
fn most_disjoint(sets: &[[usize; 3]]) -> usize {
    fn most(left: u64, sets: &[(u64, u64)], known: &mut HashMap<u64, usize>) -> usize {
        if left == 0 || sets.is_empty() {
            return 0;
        }
        if let Some(&most) = known.get(&left) {
            return most;
        }
        let first = left & left.wrapping_neg();
        let mut best = most(left & !first, sets, known);
        for &(lowest, set) in sets {
            if lowest == first && set & !left == 0 {
                best = best.max(1 + most(left & !set, sets, known));
            }
        }
        known.insert(left, best);
        best
    }
    let bits = |&[a, b, c]: &[usize; 3]| (1 << a, 1 << a | 1 << b | 1 << c);
    let sets: Vec<(u64, u64)> = sets.iter().map(bits).collect();
    let all = sets.iter().fold(0, |all, &(_, set)| all | set);
    most(all, &sets, &mut HashMap::new())
}

/// Returns the size of the largest cap. Tries all subsets of small hands; otherwise, the last
/// remaining card is included or not, and the cap must not contain all cards of a set.
fn largest_cap(sets: &[[usize; 3]], cards: usize) -> usize {
    fn most(places: usize, chosen: u64, sets: &[u64], known: usize) -> usize {
        let size = chosen.count_ones() as usize;
        if size + places <= known {
            return known;
        }
        let Some(last) = places.checked_sub(1) else { return size };
        let with = chosen | 1 << last;
        let fits = sets.iter().all(|&set| set & with != set);
        let known = if fits { most(last, with, sets, known) } else { known };
        most(last, chosen, sets, known)
    }
    let bits = |&[a, b, c]: &[usize; 3]| 1_u64 << a | 1 << b | 1 << c;
    let sets: Vec<u64> = sets.iter().map(bits).collect();
    if cards <= 12 {
        let caps = (0..1_u64 << cards).filter(|&hand| sets.iter().all(|&set| set & hand != set));
        return caps.map(|hand| hand.count_ones() as usize).max().unwrap();
    }
    most(cards, 0, &sets, 0)
}
