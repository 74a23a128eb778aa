//! A smallest *transversal* of a hand: cards that meet every set, which is what a largest cap
//! inside the hand leaves out. It is updated card by card:
//!
//! ```text
//! for each card that completes sets:
//!     if the transversal misses one of them:
//!         if as many of the earlier cards meet all sets so far:
//!             they are the transversal
//!         else the card joins it
//! ```
//!
//! That is right, as a transversal of more cards meets the sets of fewer: it never gets smaller,
//! and one card more is always enough. If a smallest one does without the new card, it consists of
//! earlier cards, so the search drops the new card from its sets, of which two cards are left.
//! Whether `most` cards meet all constraints (what is left of sets) is found by branch and bound:
//!
//! 1. *Reduce.* A card of degree one is dropped from its constraint if there is another card, which
//!    does at least as well. A constraint with one card forces it.
//! 2. *Bound.* Pairwise disjoint constraints take a card each, and no card meets more constraints
//!    than the maximum degree.
//! 3. *Branch* on a card of maximum degree: it is taken, or its constraints lose it.
//!
//! The transversal of k cards has k - m cards at least, m being the largest cap of the deck, which
//! is known: no search looks for fewer.

use super::degrees::{Degrees, lowest, retain_from};
use super::set_list::Place;

/// A smallest transversal of the cards so far, one bit for each place.
pub(super) struct Transversal {
    cards: u64,
    /// The sets so far.
    sets: Vec<u64>,
    /// The constraints of all levels of the search, those of the deepest last.
    open: Vec<u64>,
    /// No cap is larger.
    largest_cap: usize,
}

impl Transversal {
    /// Of no cards; no cap of those that follow has more than `largest_cap`. There may be up to 64.
    pub(super) fn new(largest_cap: usize) -> Self {
        Self { cards: 0, sets: Vec::new(), open: Vec::new(), largest_cap }
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

    /// Adds the sets that follow, in the order in which they are listed.
    pub(super) fn extend(&mut self, completed: &[[Place; 3]]) {
        completed.chunk_by(|one, other| one[2] == other[2]).for_each(|sets| self.add(sets));
    }

    /// Adds the sets that one card completes.
    fn add(&mut self, completed: &[[Place; 3]]) {
        let (mut missed, mut last) = (false, 0);
        for &[a, b, c] in completed {
            let set = 1 << a | 1 << b | 1 << c;
            (missed, last) = (missed || self.cards & set == 0, c);
            self.sets.push(set);
        }
        if missed && !self.does_without(last) {
            self.cards |= 1 << last;
        }
    }

    /// Whether as many cards as now meet all sets without the last card; then they are the
    /// transversal.
    fn does_without(&mut self, last: Place) -> bool {
        let most = self.cards.count_ones();
        // With as many, the cap would be larger than the largest of the deck.
        if most == 0 || usize::from(last) + 1 > self.largest_cap + most as usize {
            return false;
        }
        self.open.clear();
        self.open.extend(self.sets.iter().map(|&set| set & !(1 << last)));
        self.search(0, 0, most)
    }

    /// Whether `most` cards meet the constraints from `from` on; if so, they are the transversal,
    /// with those that are `taken`.
    fn search(&mut self, from: usize, taken: u64, most: u32) -> bool {
        let Some((taken, most, degrees)) = self.reduce(from, taken, most) else {
            return false;
        };
        let open = &self.open[from..];
        if open.is_empty() {
            self.cards = taken;
            return true;
        }
        if most == 1 {
            let common = open.iter().fold(u64::MAX, |common, &cards| common & cards);
            if common != 0 {
                self.cards = taken | lowest(common);
            }
            return common != 0;
        }
        let (card, degree) = degrees.max_degree();
        if open.len() > most as usize * degree as usize || disjoint(open) > most {
            return false;
        }
        self.descend(from, |cards| (cards & card == 0).then_some(cards), taken | card, most - 1)
            || self.descend(from, |cards| Some(cards & !card), taken, most)
    }

    /// Searches on with changed constraints.
    #[inline]
    fn descend(
        &mut self,
        from: usize,
        change: impl Fn(u64) -> Option<u64>,
        taken: u64,
        most: u32,
    ) -> bool {
        let end = self.open.len();
        for place in from..end {
            if let Some(cards) = change(self.open[place]) {
                self.open.push(cards);
            }
        }
        let found = self.search(end, taken, most);
        self.open.truncate(end);
        found
    }

    /// Takes forced cards, until there are none. `None` if they are more than `most`, or exactly
    /// `most` and constraints are left.
    #[inline]
    fn reduce(
        &mut self,
        from: usize,
        mut taken: u64,
        mut most: u32,
    ) -> Option<(u64, u32, Degrees<u64>)> {
        loop {
            let degrees = Degrees::of(&self.open[from..]);
            let (degree_one, mut forced) = (degrees.degree_one(), 0);
            for cards in &mut self.open[from..] {
                let others = *cards & !degree_one;
                *cards = if others == 0 { lowest(*cards) } else { others };
                if lowest(*cards) == *cards {
                    forced |= *cards;
                }
            }
            taken |= forced;
            most = most.checked_sub(forced.count_ones())?;
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
            if cards & used == 0 && (lowest(second) == second) == is_pair {
                used |= cards;
                disjoint += 1;
            }
        }
    }
    disjoint
}
