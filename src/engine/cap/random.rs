//! The size of a random complete cap, exactly.
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
//! What the numbers must be: they add up to 1, which is checked on every run; with two features a
//! random complete cap always has 4 cards; and deals agree (`simulate --measure greedy-cap`).

use super::CapError;
use crate::card::Deck;
use crate::hand::CardSet;
use crate::run::{Outcome, StopFlag, ThreadPool};
use crate::stats::Ratio;
use crate::symmetry::{ClassSet, Family, Search, Space, enlarged};
use num_bigint::BigUint;
use num_integer::Integer;
use std::collections::BTreeSet;

/// The probability that a random complete cap has a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomCap {
    /// Cards in the cap.
    pub cards: usize,
    /// The numerator of the probability in lowest terms.
    pub numerator: BigUint,
    /// The denominator.
    pub denominator: BigUint,
}

impl RandomCap {
    fn new(cards: usize, numerator: &BigUint, denominator: &BigUint) -> Self {
        let divisor = numerator.gcd(denominator);
        Self { cards, numerator: numerator / &divisor, denominator: denominator / divisor }
    }

    /// The probability, rounded to 30 decimals.
    #[must_use]
    pub fn probability(&self) -> Ratio {
        Ratio::rounded(&self.numerator, &self.denominator)
    }
}

/// The sizes that random complete caps of a deck can have, with their probabilities; nothing when
/// it is interrupted. Up to four features it is a matter of a second, beyond there are too many
/// caps.
///
/// # Errors
///
/// When the probabilities do not add up to 1.
pub fn random_cap_sizes(
    deck: Deck,
    pool: &ThreadPool,
    stop: &StopFlag,
) -> Result<Option<Vec<RandomCap>>, CapError> {
    let space = Space::new(deck);
    let mut search = Search::new(&space, Family::Caps);
    // The probability of each class is its part over the denominator.
    let (mut parts, mut denominator) = (vec![BigUint::from(1_u32)], BigUint::from(1_u32));
    let mut sizes = Vec::new();
    while !search.classes().is_empty() {
        let flow = Flow::of(&search, pool);
        let complete = flow.complete(&parts);
        if complete != BigUint::ZERO {
            sizes.push(RandomCap::new(search.cards(), &complete, &denominator));
        }
        if search.step(pool, stop) == Outcome::Interrupted {
            return Ok(None);
        }
        parts = flow.next(&parts, search.classes());
        denominator *= flow.multiple;
    }
    check(&sizes)?;
    Ok(Some(sizes))
}

/// Checks that the probabilities add up to 1, exactly.
fn check(sizes: &[RandomCap]) -> Result<(), CapError> {
    let one = BigUint::from(1_u32);
    let common = sizes.iter().fold(one, |all, size| all.lcm(&size.denominator));
    let parts = sizes.iter().map(|size| &size.numerator * (&common / &size.denominator));
    if parts.sum::<BigUint>() == common { Ok(()) } else { Err(CapError::Sum) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, ThirdCards};
    use crate::run::Threads;

    fn all(features: usize) -> Vec<RandomCap> {
        let pool = ThreadPool::new(Threads::available()).unwrap();
        let deck = Deck::new(features).unwrap();
        random_cap_sizes(deck, &pool, &StopFlag::default()).unwrap().unwrap()
    }

    #[test]
    fn probabilities_add_up_to_one() {
        for (features, cards) in [(2, vec![4]), (3, vec![8, 9]), (4, vec![15, 16, 17, 18, 20])] {
            let mut sizes = all(features);
            assert!(sizes.iter().map(|size| size.cards).eq(cards));
            assert_eq!(check(&sizes), Ok(()));
            sizes[0].numerator += 1_u32;
            assert_eq!(check(&sizes), Err(CapError::Sum), "{features}");
            sizes[0].numerator -= 1_u32;
            let decimals = |size: &RandomCap| size.probability().numerator();
            assert!(sizes.iter().map(decimals).sum::<u128>().abs_diff(10_u128.pow(30)) < 10);
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
        let mut level = std::collections::HashMap::from([(0_u32, 1.0_f64)]);
        let mut ended = [0.0; 11];
        for size in &mut ended {
            let mut next = std::collections::HashMap::new();
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
        for size in all(3) {
            let own = size.probability().value();
            assert!((own - ended[size.cards]).abs() < 1e-12, "{size:?}");
        }
    }
}
