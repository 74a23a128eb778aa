//! The size of a random complete cap, exactly.
//!
//! Who goes through a shuffled deck and keeps each card that makes no set with those kept, keeps next any of the
//! `f` cards that can be added, each with probability 1/f. So the probability of having come to a cap is
//!
//! ```text
//! p(C) = sum over the cards c of C of p(C without c)/f(C without c)
//! ```
//!
//! and that of ending with `k` cards is the sum of p over all complete caps of `k` cards. Caps of a class are
//! equally probable, so it is enough to follow the classes: the probability of a class flows in equal parts to
//! the classes of its hands with one card more. All probabilities of one size have a common denominator, the
//! product of the least common multiples of the `f` of all smaller sizes, so that everything is whole numbers of
//! some hundred digits.
//!
//! What the numbers must be: they add up to 1, which is checked on every run; with two features a
//! random complete cap always has 4 cards; and deals agree (`simulate --measure greedy-cap`).

use crate::card::Deck;
use crate::run::{Outcome, RunError, Silent, StopFlag, ThreadPool};
use crate::symmetry::{Class, Family, Form, Search, Space, enlarged};
use num_bigint::BigUint;
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
    /// The probability times 10^30, rounded.
    #[must_use]
    pub fn scaled(&self) -> u128 {
        let scaled = &self.numerator * (2 * SCALE) / &self.denominator;
        u128::try_from(scaled).map_or(SCALE, |twice| twice.div_ceil(2))
    }
}

/// What [`RandomCap::scaled`] multiplies with.
pub const SCALE: u128 = 10_u128.pow(30);

/// Why the probabilities are not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RandomCapError {
    /// A defect of the program.
    #[error(
        "internal error: the probabilities of the sizes of random complete caps do not add up to \
         1; please report it"
    )]
    Sum,
    /// The search could not run.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// The sizes that random complete caps of a deck can have, with their probabilities; nothing when it is
/// interrupted. Up to four features it is a matter of a second, beyond there are too many caps.
///
/// # Errors
///
/// As [`Search::step`], and when the probabilities do not add up to 1.
pub fn sizes<const WORDS: usize>(
    deck: Deck,
    pool: &ThreadPool,
    stop: &StopFlag,
) -> Result<Option<Vec<RandomCap>>, RandomCapError> {
    let space = Space::new(deck);
    let mut search = Search::<WORDS>::new(&space, Family::Caps);
    let (mut shares, mut denominator) = (vec![BigUint::from(1_u32)], BigUint::from(1_u32));
    let mut sizes = Vec::new();
    while !search.classes().is_empty() {
        let flow = Flow::of(&search, pool);
        let complete = flow.complete(&shares);
        if complete != BigUint::ZERO {
            sizes.push(reduced(search.cards(), complete, denominator.clone()));
        }
        if search.step(pool, stop, &Silent)? == Outcome::Interrupted {
            return Ok(None);
        }
        shares = flow.next(&shares, search.classes());
        denominator *= flow.multiple;
    }
    check(&sizes)?;
    Ok(Some(sizes))
}

/// Checks that the probabilities add up to 1, exactly.
fn check(sizes: &[RandomCap]) -> Result<(), RandomCapError> {
    let one = BigUint::from(1_u32);
    let common = sizes.iter().fold(one, |all, size| common_multiple(all, &size.denominator));
    let parts = sizes.iter().map(|size| &size.numerator * (&common / &size.denominator));
    if parts.sum::<BigUint>() == common { Ok(()) } else { Err(RandomCapError::Sum) }
}

/// Where the probability of each class goes.
struct Flow<const WORDS: usize> {
    /// For each class, the canonical forms of its hands with one card more, card by card.
    larger: Vec<Vec<Form<WORDS>>>,
    /// A common multiple of their numbers.
    multiple: BigUint,
}

impl<const WORDS: usize> Flow<WORDS> {
    fn of(search: &Search<'_, WORDS>, pool: &ThreadPool) -> Self {
        const CHUNK: usize = 32;
        let chunks: Vec<&[Class<WORDS>]> = search.classes().chunks(CHUNK).collect();
        let larger = pool.map(&chunks, |classes| enlarged(search.space(), classes)).concat();
        // A set: hundreds of thousands of classes have at most some hundred different numbers.
        let numbers: BTreeSet<usize> = larger.iter().map(Vec::len).filter(|&it| it > 0).collect();
        let one = BigUint::from(1_u32);
        let multiple = numbers.into_iter().fold(one, |all, it| common_multiple(all, &it.into()));
        Self { larger, multiple }
    }

    /// The share of the classes that are complete.
    fn complete(&self, shares: &[BigUint]) -> BigUint {
        let complete = self.larger.iter().zip(shares).filter(|(forms, _)| forms.is_empty());
        complete.map(|(_, share)| share).sum()
    }

    /// The shares of the classes with one card more, which stand in the order of their forms.
    fn next(&self, shares: &[BigUint], classes: &[Class<WORDS>]) -> Vec<BigUint> {
        let mut next = vec![BigUint::ZERO; classes.len()];
        for (forms, share) in self.larger.iter().zip(shares) {
            let part = share * &self.multiple / forms.len().max(1);
            for form in forms {
                let place = classes.binary_search_by_key(form, |class| class.form);
                next[place.expect("all larger caps are listed")] += &part;
            }
        }
        next
    }
}

/// The least common multiple of two numbers above zero.
fn common_multiple(a: BigUint, b: &BigUint) -> BigUint {
    let divisor = common_divisor(a.clone(), b.clone());
    a / divisor * b
}

/// The greatest common divisor of two numbers, by Euclid.
fn common_divisor(mut a: BigUint, mut b: BigUint) -> BigUint {
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

fn reduced(cards: usize, numerator: BigUint, denominator: BigUint) -> RandomCap {
    let divisor = common_divisor(numerator.clone(), denominator.clone());
    RandomCap { cards, numerator: numerator / &divisor, denominator: denominator / divisor }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, ThirdCards};
    use crate::run::Threads;

    fn all<const WORDS: usize>(features: usize) -> Vec<RandomCap> {
        let pool = ThreadPool::new(Threads::available()).unwrap();
        let deck = Deck::new(features).unwrap();
        sizes::<WORDS>(deck, &pool, &StopFlag::default()).unwrap().unwrap()
    }

    #[test]
    fn probabilities_add_up_to_one() {
        for (features, cards) in [(2, vec![4]), (3, vec![8, 9]), (4, vec![15, 16, 17, 18, 20])] {
            let mut sizes = all::<2>(features);
            assert!(sizes.iter().map(|size| size.cards).eq(cards));
            assert_eq!(check(&sizes), Ok(()));
            sizes[0].numerator += 1_u32;
            assert_eq!(check(&sizes), Err(RandomCapError::Sum), "{features}");
            sizes[0].numerator -= 1_u32;
            let scaled: u128 = sizes.iter().map(RandomCap::scaled).sum();
            assert!(scaled.abs_diff(SCALE) < 10);
        }
    }

    /// A deck of five features has caps that admit up to 242 cards: the multiple of such numbers
    /// has 101 digits.
    #[test]
    fn common_multiples_pass_128_bits() {
        let numbers = 1..=242_u32;
        let all =
            numbers.clone().fold(BigUint::from(1_u32), |all, it| common_multiple(all, &it.into()));
        assert!(all.bits() > 128);
        assert!(numbers.map(BigUint::from).all(|number| &all % number == BigUint::ZERO));
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
            for (cap, share) in level {
                let free = free(cap);
                if free == 0 {
                    *size += share;
                }
                for card in (0..27).filter(|card| free >> card & 1 == 1) {
                    let part = share / f64::from(free.count_ones());
                    *next.entry(cap | 1 << card).or_insert(0.0) += part;
                }
            }
            level = next;
        }
        for size in all::<1>(3) {
            let own = size.scaled() as f64 / SCALE as f64;
            assert!((own - ended[size.cards]).abs() < 1e-12, "{size:?}");
        }
    }
}
