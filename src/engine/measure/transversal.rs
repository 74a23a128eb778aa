//! A smallest *transversal* of a hand: cards that meet every set, which is what a largest cap inside
//! the hand leaves out. It is kept up to date from card to card, as the sets of a deal are listed by the card that completes them:
//!
//! ```text
//! for each card that completes sets:
//!     if the transversal misses one of them:
//!         if as many of the earlier cards meet all sets so far:
//!             they are the transversal
//!         else the card joins it
//! ```
//!
//! That is right, as a transversal of more cards meets the sets of fewer: it never gets smaller, and
//! one card more is always enough. If a smallest one can do without the new card, the cards
//! that the search may take are the earlier ones, and from the new sets only two cards are left.
//! Whether `most` cards meet all constraints (what is left of sets) is found by branch and bound:
//!
//! 1. A card in a single constraint is left out of it, if there is another: that one does at least as
//!    well. A constraint with one card forces it.
//! 2. Constraints that are pairwise disjoint take a card each, and no card meets more of
//!    them than the commonest does.
//! 3. Else the commonest card is taken, or it is not and its constraints lose it.
//!
//! The transversal of k cards has k - m cards at least, m being the largest cap of the deck, which
//! is known: no search looks for fewer.

use super::degrees::{Degrees, lowest};
use super::listing::Place;
use crate::lanes::Element;

/// A smallest transversal of the cards so far, one bit for each place.
pub(super) struct Transversal<B> {
    cards: B,
    /// The sets so far.
    sets: Vec<B>,
    /// The constraints of all levels of the search, those of the deepest last.
    open: Vec<B>,
    /// No cap is larger.
    largest_cap: usize,
}

impl<B: Element> Transversal<B> {
    /// Of no cards; no cap of those that follow has more than `largest_cap`.
    pub(super) fn new(largest_cap: usize) -> Self {
        Self { cards: B::default(), sets: Vec::new(), open: Vec::new(), largest_cap }
    }

    /// Starts anew.
    pub(super) fn clear(&mut self) {
        self.cards = B::default();
        self.sets.clear();
    }

    /// How many cards it has.
    pub(super) fn len(&self) -> usize {
        self.cards.count_ones() as usize
    }

    /// Whether it has the card at this place.
    pub(super) fn contains(&self, place: Place) -> bool {
        meet(self.cards, card(place))
    }

    /// Takes in the sets that follow, in the order in which they are listed.
    pub(super) fn extend(&mut self, completed: &[[Place; 3]]) {
        completed.chunk_by(|one, other| one[2] == other[2]).for_each(|sets| self.add(sets));
    }

    /// Adds the sets that one card completes.
    fn add(&mut self, completed: &[[Place; 3]]) {
        let (mut missed, mut last) = (false, 0);
        for &[a, b, c] in completed {
            let set = card::<B>(a) | card(b) | card(c);
            (missed, last) = (missed || !meet(self.cards, set), c);
            self.sets.push(set);
        }
        if missed && !self.spares(last) {
            self.cards = self.cards | card(last);
        }
    }

    /// Whether as many cards as now meet all sets without the last card; then they are the
    /// transversal.
    fn spares(&mut self, last: Place) -> bool {
        let most = self.cards.count_ones();
        if most == 0 || usize::from(last) + 1 > self.largest_cap + most as usize {
            return false;
        }
        self.open.clear();
        self.open.extend(self.sets.iter().map(|&set| set & !card::<B>(last)));
        self.search(0, B::default(), most)
    }

    /// Whether `most` cards meet the constraints from `from` on; if so, they are the transversal,
    /// with those that are `taken`.
    fn search(&mut self, from: usize, taken: B, most: u32) -> bool {
        let Some((taken, most, degrees)) = self.take_the_forced(from, taken, most) else {
            return false;
        };
        let open = &self.open[from..];
        if open.is_empty() {
            self.cards = taken;
            return true;
        }
        if most == 1 {
            let common = open.iter().fold(B::MAX, |common, &cards| common & cards);
            if common != B::default() {
                self.cards = taken | lowest(common);
            }
            return common != B::default();
        }
        let (card, degree) = degrees.commonest();
        if open.len() > most as usize * degree as usize || disjoint(open) > most {
            return false;
        }
        self.descend(from, |cards| (!meet(cards, card)).then_some(cards), taken | card, most - 1)
            || self.descend(from, |cards| Some(cards & !card), taken, most)
    }

    /// Goes on with changed constraints.
    #[inline]
    fn descend(
        &mut self,
        from: usize,
        change: impl Fn(B) -> Option<B>,
        taken: B,
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

    /// Takes cards that are as good as any other, while there are such; nothing, if they are more
    /// than `most`, or what is left is more than none.
    #[inline]
    fn take_the_forced(
        &mut self,
        from: usize,
        mut taken: B,
        mut most: u32,
    ) -> Option<(B, u32, Degrees<B>)> {
        loop {
            let degrees = Degrees::of(&self.open[from..]);
            let (alone, mut forced) = (degrees.alone(), B::default());
            for cards in &mut self.open[from..] {
                let others = *cards & !alone;
                *cards = if others == B::default() { lowest(*cards) } else { others };
                if lowest(*cards) == *cards {
                    forced = forced | *cards;
                }
            }
            taken = taken | forced;
            most = most.checked_sub(forced.count_ones())?;
            if forced == B::default() {
                return (most > 0 || self.open.len() == from).then_some((taken, most, degrees));
            }
            let mut end = from;
            for place in from..self.open.len() {
                self.open[end] = self.open[place];
                end += usize::from(!meet(self.open[place], forced));
            }
            self.open.truncate(end);
        }
    }
}

/// Some pairwise disjoint constraints: how many, first of those with two cards.
fn disjoint<B: Element>(open: &[B]) -> u32 {
    let (mut used, mut disjoint) = (B::default(), 0);
    for size in 2..=3 {
        for &cards in open.iter().filter(|cards| cards.count_ones() == size) {
            if !meet(cards, used) {
                used = used | cards;
                disjoint += 1;
            }
        }
    }
    disjoint
}

/// The card at a place.
#[inline]
fn card<B: Element>(place: Place) -> B {
    B::ONE << u32::from(place)
}

/// Whether they have a card in common.
#[inline]
fn meet<B: Element>(one: B, other: B) -> bool {
    one & other != B::default()
}
