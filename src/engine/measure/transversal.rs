//! A smallest *transversal* of a hand: a set of cards that meets every set of the hand. It is the
//! complement of a largest cap in the hand. It is updated when cards are added:
//!
//! ```text
//! if the transversal misses one of the new sets:
//!     the cards that complete new sets join it
//!     while fewer cards meet all sets so far: they are the transversal
//! ```
//!
//! A transversal of a larger hand also meets the sets of the smaller one, so the minimum never
//! decreases. With one new card there is at most one step down, and a smaller transversal does not
//! contain the new card, so the search drops the new card from its sets, which leaves two cards
//! each. Smaller transversals are found by branch and bound on constraints (the cards of each set
//! that have not been dropped):
//!
//! 1. *Reduce.* A card of degree one is dropped from its constraint if that has another card, which
//!    meets at least as many constraints. A constraint with a single card forces that card.
//! 2. *Bound.* Pairwise disjoint constraints need one card each, and the number of constraints that
//!    m cards meet is at most the sum of the m highest degrees.
//! 3. *Branch* on a card of maximum degree: take it, or remove it from its constraints.
//!
//! A transversal of a hand of k cards has at least k - m cards, where m is the known size of the
//! largest cap of the deck, so no search looks for fewer.

use super::degrees::{Degrees, lowest, retain_from};
use std::hint::select_unpredictable;

/// A smallest transversal of the cards so far: a smallest set of cards that meets every set, stored
/// as one bit for each position of the hand.
pub(super) struct Transversal {
    cards: u64,
    /// The sets of the hand so far, as bit masks of positions.
    sets: Vec<u64>,
    /// Stack of the constraints of all levels of the search, the deepest level last.
    open: Vec<u64>,
    /// An upper bound for the size of a cap in the hand.
    largest_cap: usize,
    /// A lower bound for the size of the transversal that the search looks for.
    min_len: usize,
}

impl Transversal {
    /// Creates the transversal of a hand without cards, which is empty. At most 64 cards may be
    /// added to the hand, and no cap among them may have more than `largest_cap` cards.
    pub(super) fn new(largest_cap: usize) -> Self {
        Self { cards: 0, sets: Vec::new(), open: Vec::new(), largest_cap, min_len: 0 }
    }

    /// Resets the transversal to a hand without cards.
    pub(super) fn clear(&mut self) {
        self.cards = 0;
        self.sets.clear();
    }

    /// Returns the number of cards in the transversal.
    pub(super) fn len(&self) -> usize {
        self.cards.count_ones() as usize
    }

    /// Returns whether the transversal contains the card at the given position of the hand.
    pub(super) fn contains(&self, place: usize) -> bool {
        self.cards >> place & 1 == 1
    }

    /// Adds the given sets to the sets of the hand and updates the transversal, card by card. They
    /// must be sorted by the card that completes them.
    pub(super) fn extend(&mut self, completed: &[[usize; 3]]) {
        completed.chunk_by(|one, other| one[2] == other[2]).for_each(|sets| self.add(sets));
    }

    /// Adds the sets that one or more new cards complete to the sets of the hand, and updates the
    /// transversal once for all of them.
    pub(super) fn add(&mut self, completed: &[[usize; 3]]) {
        let (mut missed, mut new) = (false, 0_u64);
        for &[a, b, c] in completed {
            let set = 1 << a | 1 << b | 1 << c;
            missed |= self.cards & set == 0;
            new |= 1 << c;
            self.sets.push(set);
        }
        if missed {
            self.join(new);
        }
    }

    /// Adds the `new` cards, which complete new sets, to the transversal, and minimizes it.
    fn join(&mut self, new: u64) {
        // A smaller transversal lacks the single new card: otherwise its other cards would meet all
        // old sets and would be fewer than the smallest transversal before.
        let dropped = if new.is_power_of_two() { new } else { 0 };
        self.open.clear();
        self.open.extend(self.sets.iter().map(|&set| set & !dropped));
        let places = new.ilog2() as usize + 1;
        // A transversal also meets the old sets, and the cards outside it are a cap.
        self.min_len = self.len().max(places.saturating_sub(self.largest_cap)).max(1);
        self.cards |= new;
        if dropped == 0 {
            self.min_len = self.min_len.max(disjoint(&self.open) as usize);
        }
        if self.len() > self.min_len {
            self.search(0, 0);
        }
    }

    /// Searches for smaller transversals that consist of the cards `taken` and further cards that
    /// meet the constraints from index `from` of the stack on. Returns `true` once the lower bound
    /// is reached, which ends the whole search.
    fn search(&mut self, from: usize, mut taken: u64) -> bool {
        loop {
            let Some((with_forced, most, degrees)) = self.reduce(from, taken) else {
                return false;
            };
            taken = with_forced;
            let open = &self.open[from..];
            if open.is_empty() {
                self.cards = taken;
                return self.len() <= self.min_len;
            }
            // A single further card must be in all constraints.
            if most == 1 {
                let common = open.iter().fold(u64::MAX, |common, &cards| common & cards);
                if common != 0 {
                    self.cards = taken | lowest(common);
                }
                return self.len() <= self.min_len;
            }
            // The number of constraints that the remaining cards meet is at most the sum of their
            // degrees, and disjoint constraints need one card each.
            if open.len() > degrees.highest(most) as usize || disjoint(open) > most {
                return false;
            }
            let (card, _) = degrees.max_degree();
            // First branch: take the card. Second branch: remove it from its constraints.
            let end = self.open.len();
            self.open.extend_from_within(from..);
            retain_from(&mut self.open, end, |cards| cards & card == 0);
            if self.search(end, taken | card) {
                return true;
            }
            self.open.truncate(end);
            self.open[from..].iter_mut().for_each(|cards| *cards &= !card);
        }
    }

    /// Takes forced cards until none is left. Returns the cards taken, how many more may be taken,
    /// and the degrees of the cards in the remaining constraints; or `None` if the transversal
    /// would not get smaller.
    #[inline]
    fn reduce(&mut self, from: usize, mut taken: u64) -> Option<(u64, u32, Degrees<u64>)> {
        loop {
            let degrees = Degrees::new(&self.open[from..]);
            let (degree_one, mut forced) = (degrees.degree_one(), 0);
            for cards in &mut self.open[from..] {
                // Any other card of the constraint meets all constraints that a card of degree one
                // meets.
                let others = *cards & !degree_one;
                *cards = if others == 0 { lowest(*cards) } else { others };
                let is_single = lowest(*cards) == *cards;
                forced |= *cards & u64::from(is_single).wrapping_neg();
            }
            taken |= forced;
            let most = (self.cards.count_ones() - 1).checked_sub(taken.count_ones())?;
            if forced == 0 {
                return (most > 0 || self.open.len() == from).then_some((taken, most, degrees));
            }
            retain_from(&mut self.open, from, |cards| cards & forced == 0);
        }
    }
}

/// Returns the number of pairwise disjoint constraints in a greedy selection that prefers
/// constraints with two cards.
fn disjoint(open: &[u64]) -> u32 {
    let (mut used, mut disjoint) = (0, 0);
    for is_pair in [true, false] {
        for &cards in open {
            let second = cards ^ lowest(cards);
            let chosen = (cards & used == 0) & ((lowest(second) == second) == is_pair);
            // A branch would often be mispredicted.
            used |= select_unpredictable(chosen, cards, 0);
            disjoint += u32::from(chosen);
        }
    }
    disjoint
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Deck};
    use crate::measure::set_list::SetList;
    use proptest::prelude::*;

    #[test]
    fn disjoint_constraints_are_counted_and_pairs_chosen_first() {
        assert_eq!(disjoint(&[]), 0);
        assert_eq!(disjoint(&[0b11, 0b1100, 0b110]), 2);
        assert_eq!(disjoint(&[0b1110, 0b11, 0b11000]), 2);
        assert_eq!(disjoint(&[0b111, 0b111_000, 0b100_001]), 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Compares adding sets card by card, at once and in two parts, for hands too large for
        /// brute force.
        #[test]
        fn sets_can_be_added_in_any_parts(
            hand in prop::sample::subsequence(Deck::GAME.cards().collect::<Vec<Card>>(), 15..=30)
                .prop_shuffle(),
            part in 0_usize..30,
        ) {
            let (cards, part) = (hand.len(), part.min(hand.len()));
            let mut sets = SetList::new(Deck::GAME, cards);
            sets.list(&hand);
            let mut singly = Transversal::new(Deck::GAME.largest_cap());
            singly.extend(sets.within(cards));
            for part in [0, part] {
                let mut transversal = Transversal::new(Deck::GAME.largest_cap());
                transversal.add(sets.completed(0..part));
                transversal.add(sets.completed(part..cards));
                prop_assert_eq!(transversal.len(), singly.len());
                for set in sets.within(cards) {
                    prop_assert!(set.iter().any(|&place| transversal.contains(place)));
                }
            }
        }
    }
}
