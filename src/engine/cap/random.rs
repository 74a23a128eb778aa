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
//! What the numbers must be: they add up to 1; with two features a random complete cap always has 4 cards; and
//! deals agree (`simulate --measure greedy-cap`).

use crate::card::Deck;
use crate::run::{Cancel, Crew, Outcome, RunError, Silent};
use crate::symmetry::extension::{Among, Search, enlarged};
use crate::symmetry::{Class, Form, Space};
use num_bigint::BigUint;

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

/// The sizes that random complete caps of a deck can have, with their probabilities; nothing when it is
/// interrupted. Up to four features it is a matter of a second, beyond there are too many caps.
///
/// # Errors
///
/// As [`Search::step`].
pub fn sizes<const WORDS: usize>(
    deck: Deck,
    crew: &Crew,
    cancel: &Cancel,
) -> Result<Option<Vec<RandomCap>>, RunError> {
    let space = Space::new(deck);
    let mut search = Search::<WORDS>::new(&space, Among::Caps);
    let (mut shares, mut denominator) = (vec![BigUint::from(1_u32)], BigUint::from(1_u32));
    let mut sizes = Vec::new();
    while !search.classes().is_empty() {
        let before = search.clone();
        let flow = Flow::of(&before, crew);
        let complete = flow.complete(&shares);
        if complete != BigUint::ZERO {
            sizes.push(reduced(before.cards(), complete, denominator.clone()));
        }
        if search.step(crew, cancel, &Silent)? == Outcome::Interrupted {
            return Ok(None);
        }
        shares = flow.next(&shares, search.classes());
        denominator *= flow.multiple;
    }
    Ok(Some(sizes))
}

/// Where the probability of each class goes.
struct Flow<const WORDS: usize> {
    /// For each class, the canonical forms of its hands with one card more, card by card.
    larger: Vec<Vec<Form<WORDS>>>,
    /// A common multiple of their numbers.
    multiple: u128,
}

impl<const WORDS: usize> Flow<WORDS> {
    fn of(search: &Search<'_, WORDS>, crew: &Crew) -> Self {
        const CHUNK: usize = 32;
        let chunks: Vec<&[Class<WORDS>]> = search.classes().chunks(CHUNK).collect();
        let larger = crew.map(&chunks, |classes| enlarged(search.space(), classes)).concat();
        let numbers = larger.iter().map(|forms| forms.len() as u128);
        let multiple = numbers.filter(|&number| number > 0).fold(1, common_multiple);
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
            let part = share * self.multiple / forms.len().max(1);
            for form in forms {
                let place = classes.binary_search_by_key(form, |class| class.form);
                next[place.expect("all larger caps are listed")] += &part;
            }
        }
        next
    }
}

fn common_multiple(a: u128, b: u128) -> u128 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

fn reduced(cards: usize, numerator: BigUint, denominator: BigUint) -> RandomCap {
    let (mut x, mut y) = (numerator.clone(), denominator.clone());
    while y != BigUint::ZERO {
        let rest = x % &y;
        (x, y) = (y, rest);
    }
    RandomCap { cards, numerator: numerator / &x, denominator: denominator / x }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Threads;

    fn all<const WORDS: usize>(features: usize) -> Vec<RandomCap> {
        let crew = Crew::new(Threads::available()).unwrap();
        let deck = Deck::new(features).unwrap();
        sizes::<WORDS>(deck, &crew, &Cancel::default()).unwrap().unwrap()
    }

    #[test]
    fn probabilities_add_up_to_one() {
        for (features, cards) in [(2, vec![4]), (3, vec![8, 9]), (4, vec![15, 16, 17, 18, 20])] {
            let sizes = all::<2>(features);
            assert!(sizes.iter().map(|size| size.cards).eq(cards));
            let common: BigUint = sizes.iter().map(|size| size.denominator.clone()).product();
            let sum: BigUint =
                sizes.iter().map(|size| &size.numerator * (&common / &size.denominator)).sum();
            assert_eq!(sum, common);
            let scaled: u128 = sizes.iter().map(RandomCap::scaled).sum();
            assert!(scaled.abs_diff(SCALE) < 10);
        }
    }

    /// AG(3,3) by all ways to choose, cap by cap, without classes.
    #[test]
    fn three_features_agree_with_a_walk_over_all_caps() {
        let deck = Deck::new(3).unwrap();
        let thirds: Vec<usize> = deck.third_cards().iter().map(|card| card.index()).collect();
        let free = |cap: u32| {
            let inside = (0..27).filter(|card| cap >> card & 1 == 1).collect::<Vec<usize>>();
            let pairs = inside.iter().flat_map(|&a| inside.iter().map(move |&b| (a, b)));
            let taken: u32 = pairs.fold(cap, |taken, (a, b)| taken | 1 << thirds[a * 27 + b]);
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
