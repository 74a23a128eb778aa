//! The sizes of random complete caps: the table that the program carries, computed again.
//!
//! Go through a shuffled deck and keep each card that makes no set with those kept: the next card
//! kept is any of the `f` cards that can be added, each with probability 1/f. So the probability of
//! reaching a cap is
//!
//! ```text
//! p(C) = sum over the cards c of C of p(C without c)/f(C without c)
//! ```
//!
//! and that of ending with `k` cards is the sum of p over all complete caps of `k` cards. Caps of a
//! class are equally probable, so it is enough to follow the classes: the probability of a class
//! flows in equal parts to the classes of its hands with one card more. All probabilities of one
//! size have a common denominator, the product of the least common multiples of the `f` of all
//! smaller sizes, so that everything is whole numbers of some hundred digits.
//!
//! Independently of the table, the numbers must add up to 1; with two features a random complete
//! cap always has 4 cards; and deals agree (`simulate --measure greedy-cap`).

use super::known;
use crate::card::{Card, Deck, ThirdCards};
use crate::hand::CardSet;
use crate::run::{StopFlag, ThreadPool, Threads};
use crate::stats::BigRatio;
use crate::symmetry::{ClassSet, Family, Search, Space, enlarged};
use num_bigint::BigUint;
use num_integer::Integer;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// For each size that a random complete cap can have, its probability.
fn sizes(deck: Deck) -> BTreeMap<usize, BigRatio> {
    let (space, pool) = (Space::new(deck), ThreadPool::new(Threads::available()).unwrap());
    let mut search = Search::new(&space, Family::Caps);
    // The probability of each class is its part over the denominator.
    let (mut parts, mut denominator) = (vec![BigUint::from(1_u32)], BigUint::from(1_u32));
    let mut sizes = BTreeMap::new();
    while !search.classes().is_empty() {
        let flow = Flow::of(&search, &pool);
        let complete = flow.complete(&parts);
        if complete != BigUint::ZERO {
            let probability = BigRatio::new(complete.into(), denominator.clone().into());
            sizes.insert(search.cards(), probability);
        }
        search.step(&pool, &StopFlag::default());
        parts = flow.next(&parts, search.classes());
        denominator *= flow.multiple;
    }
    sizes
}

/// Transitions from each class to the classes with one card more.
struct Flow {
    /// For each class, the canonical forms of its hands with one card more, card by card.
    larger: Vec<Vec<CardSet>>,
    /// A common multiple of their numbers.
    multiple: BigUint,
}

impl Flow {
    fn of(search: &Search<'_>, pool: &ThreadPool) -> Self {
        let larger = search.map(pool, enlarged);
        // A set: hundreds of thousands of classes have at most some hundred different numbers.
        let numbers: BTreeSet<usize> = larger.iter().map(Vec::len).filter(|&it| it > 0).collect();
        let one = BigUint::from(1_u32);
        let multiple = numbers.into_iter().fold(one, |all, it| all.lcm(&it.into()));
        Self { larger, multiple }
    }

    /// The parts of the classes that are complete.
    fn complete(&self, parts: &[BigUint]) -> BigUint {
        let complete = self.larger.iter().zip(parts).filter(|(forms, _)| forms.is_empty());
        complete.map(|(_, part)| part).sum()
    }

    /// The parts of the classes with one card more, which stand in the order of their forms.
    fn next(&self, parts: &[BigUint], classes: &ClassSet) -> Vec<BigUint> {
        let mut next = vec![BigUint::ZERO; classes.len()];
        let all: Vec<CardSet> = classes.iter().map(|class| class.form).collect();
        for (forms, part) in self.larger.iter().zip(parts) {
            let part = part * &self.multiple / forms.len().max(1);
            for form in forms {
                let place = all.binary_search(form);
                next[place.expect("all larger caps are listed")] += &part;
            }
        }
        next
    }
}

#[test]
fn the_table_is_what_is_computed() {
    for (features, expected) in [(2, vec![4]), (3, vec![8, 9]), (4, vec![15, 16, 17, 18, 20])] {
        let deck = Deck::new(features).unwrap();
        let sizes = sizes(deck);
        assert!(sizes.keys().eq(&expected), "{features} features: {:?}", sizes.keys());
        let one = BigRatio::new(1.into(), 1.into());
        assert_eq!(sizes.values().cloned().sum::<BigRatio>(), one, "{features} features");
        for cards in 0..=deck.largest_cap() {
            let computed = sizes.get(&cards).cloned();
            let never = BigRatio::new(0.into(), 1.into());
            let table = known::random_cap(deck, cards);
            assert_eq!(table, computed.or(Some(never)), "{features} features, {cards} cards");
        }
    }
}

/// AG(3,3) by all ways to choose, cap by cap, without classes.
#[test]
fn three_features_agree_with_a_walk_over_all_caps() {
    let thirds = ThirdCards::new(Deck::new(3).unwrap());
    let third = |a, b| thirds.third(Card::at(a), Card::at(b)).index();
    let free = |cap: u32| {
        let inside = (0..27).filter(|card| cap >> card & 1 == 1).collect::<Vec<usize>>();
        let pairs = inside.iter().flat_map(|&a| inside.iter().map(move |&b| (a, b)));
        let taken: u32 = pairs.fold(cap, |taken, (a, b)| taken | 1 << third(a, b));
        !taken & ((1 << 27) - 1)
    };
    let mut level = HashMap::from([(0_u32, 1.0_f64)]);
    let mut ended = [0.0; 11];
    for size in &mut ended {
        let mut next = HashMap::new();
        for (cap, probability) in level {
            let free = free(cap);
            if free == 0 {
                *size += probability;
            }
            for card in (0..27).filter(|card| free >> card & 1 == 1) {
                let part = probability / f64::from(free.count_ones());
                *next.entry(cap | 1 << card).or_insert(0.0) += part;
            }
        }
        level = next;
    }
    for (cards, probability) in sizes(Deck::new(3).unwrap()) {
        assert!((probability.value() - ended[cards]).abs() < 1e-12, "{cards}: {probability:?}");
    }
}
