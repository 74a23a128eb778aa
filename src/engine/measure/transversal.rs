//! A smallest *transversal* of a hand: cards that meet every set, which is what a largest cap
//! inside the hand leaves out. It is updated when cards are added:
//!
//! ```text
//! if the transversal misses one of the new sets:
//!     the cards that complete new sets join it
//!     while fewer cards meet all sets so far: they are the transversal
//! ```
//!
//! A transversal of more cards meets the sets of fewer: it never gets smaller. With one new card
//! there is only one step down, and one that takes it does without the new card, so the search
//! drops that from its sets, of which two cards are left. Smaller transversals are found by branch
//! and bound on constraints (what is left of sets):
//!
//! 1. *Reduce.* A card of degree one is dropped from its constraint if there is another card, which
//!    does at least as well. A constraint with one card forces it.
//! 2. *Bound.* Pairwise disjoint constraints take a card each, and m cards meet at most as many
//!    constraints as the m highest degrees add up to.
//! 3. *Branch* on a card of maximum degree: it is taken, or its constraints lose it.
//!
//! The transversal of k cards has k - m cards at least, m being the largest cap of the deck, which
//! is known: no search looks for fewer.

use super::degrees::{Degrees, lowest, retain_from};
use std::hint::select_unpredictable;

/// A smallest transversal of the cards so far, one bit for each place.
pub(super) struct Transversal {
    cards: u64,
    /// The sets so far.
    sets: Vec<u64>,
    /// The constraints of all levels of the search, those of the deepest last.
    open: Vec<u64>,
    /// No cap is larger.
    largest_cap: usize,
    /// No transversal is smaller.
    least: usize,
}

impl Transversal {
    /// A search without cards. At most 64 may follow, none of whose caps has more than
    /// `largest_cap` cards.
    pub(super) fn new(largest_cap: usize) -> Self {
        Self { cards: 0, sets: Vec::new(), open: Vec::new(), largest_cap, least: 0 }
    }

    /// Starts over, with no cards.
    pub(super) fn clear(&mut self) {
        self.cards = 0;
        self.sets.clear();
    }

    /// How many cards it has.
    pub(super) fn len(&self) -> usize {
        self.cards.count_ones() as usize
    }

    /// Whether it has the card at this place.
    pub(super) fn contains(&self, place: usize) -> bool {
        self.cards >> place & 1 == 1
    }

    /// Adds the sets that follow, in the order in which they are listed, card by card.
    pub(super) fn extend(&mut self, completed: &[[usize; 3]]) {
        completed.chunk_by(|one, other| one[2] == other[2]).for_each(|sets| self.add(sets));
    }

    /// Adds the sets that some more cards complete, all at once.
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

    /// The cards that complete new sets join the transversal, which is made as small as can be.
    fn join(&mut self, new: u64) {
        // A smaller transversal lacks the single new card: otherwise its other cards would meet all
        // old sets, and they would be fewer than those of the smallest transversal before.
        let dropped = if new.is_power_of_two() { new } else { 0 };
        self.open.clear();
        self.open.extend(self.sets.iter().map(|&set| set & !dropped));
        let places = new.ilog2() as usize + 1;
        // A transversal meets the old sets, too, and the cards that it leaves are a cap.
        self.least = self.len().max(places.saturating_sub(self.largest_cap)).max(1);
        self.cards |= new;
        if dropped == 0 {
            self.least = self.least.max(disjoint(&self.open) as usize);
        }
        if self.len() > self.least {
            self.search(0, 0);
        }
    }

    /// Makes the transversal smaller as long as that is possible with the cards that are `taken`
    /// and some more that meet the constraints from `from` on; whether it is as small as can be.
    fn search(&mut self, from: usize, mut taken: u64) -> bool {
        loop {
            let Some((with_forced, most, degrees)) = self.reduce(from, taken) else {
                return false;
            };
            taken = with_forced;
            let open = &self.open[from..];
            if open.is_empty() {
                self.cards = taken;
                return self.len() <= self.least;
            }
            // One more card must be in all constraints.
            if most == 1 {
                let common = open.iter().fold(u64::MAX, |common, &cards| common & cards);
                if common != 0 {
                    self.cards = taken | lowest(common);
                }
                return self.len() <= self.least;
            }
            // Cards meet at most as many constraints as their degrees add up to, and disjoint
            // constraints need a card each.
            if open.len() > degrees.highest(most) as usize || disjoint(open) > most {
                return false;
            }
            let (card, _) = degrees.max_degree();
            // First it is taken; then its constraints lose it.
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

    /// Takes forced cards until none is left; returns how many more cards may be taken. `None` if
    /// the transversal would not get smaller.
    #[inline]
    fn reduce(&mut self, from: usize, mut taken: u64) -> Option<(u64, u32, Degrees<u64>)> {
        loop {
            let degrees = Degrees::new(&self.open[from..]);
            let (degree_one, mut forced) = (degrees.degree_one(), 0);
            for cards in &mut self.open[from..] {
                // Another card of the constraint meets all that a card of degree one meets.
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

/// The number of some pairwise disjoint constraints, chosen greedily, those with two cards first.
fn disjoint(open: &[u64]) -> u32 {
    let (mut used, mut disjoint) = (0, 0);
    for is_pair in [true, false] {
        for &cards in open {
            let second = cards ^ lowest(cards);
            let chosen = (cards & used == 0) & ((lowest(second) == second) == is_pair);
            // Without a branch, which would often be mispredicted.
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

        /// Hands too large to go through all their subsets: card by card, at once and in two parts.
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
