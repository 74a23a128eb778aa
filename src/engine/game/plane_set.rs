//! A set of cards, nine bits for each plane, with the number of sets among them: the cards on the
//! table, or those that remain in the game, on the table or in the deck.

use super::geometry::{Geometry, PER_WORD, PLANE, PLANES, Triple};
use super::remaining::Remaining;
use crate::card::Card;
use crate::lanes::{Arithmetic, Portable, set_bits};

/// Some cards and how many sets they hold.
#[derive(Clone, Debug)]
pub(super) struct PlaneSet<'g, const L: usize> {
    geometry: &'g Geometry<L>,
    planes: [u16; PLANES],
    /// How many cards there are.
    pub(super) cards: usize,
    /// How many sets they hold.
    pub(super) sets: usize,
}

impl<'g, const L: usize> PlaneSet<'g, L> {
    /// No card.
    pub(super) const fn empty(geometry: &'g Geometry<L>) -> Self {
        Self { geometry, planes: [0; PLANES], cards: 0, sets: 0 }
    }

    /// Some cards, none of them twice.
    pub(super) fn of(geometry: &'g Geometry<L>, cards: impl IntoIterator<Item = Card>) -> Self {
        let mut set = Self::empty(geometry);
        cards.into_iter().for_each(|card| set.put(card.index()));
        set
    }

    /// How many sets a card makes with these cards.
    #[inline]
    fn sets_with(&self, card: usize) -> usize {
        let words = 0..L.div_ceil(PER_WORD);
        let sets = words.map(|word| self.geometry.sets_with(&self.planes, card, word).count_ones());
        sets.sum::<u32>() as usize
    }

    /// The bits of the planes, which tell sets of cards apart.
    pub(super) fn planes(&self) -> &[u16] {
        &self.planes[..2 * L - 1]
    }

    /// Adds a card, which must not be in the set.
    pub(super) fn put(&mut self, card: usize) {
        self.sets += self.sets_with(card);
        self.cards += 1;
        let place = self.geometry.place(card);
        self.planes[usize::from(place.plane)] |= place.bit;
    }

    /// All sets.
    pub(super) fn all_sets(&self) -> Vec<Triple> {
        let mut all = Vec::with_capacity(self.sets);
        self.each_set(Portable, |set| all.push(set));
        all
    }
}

impl<const L: usize> Remaining for PlaneSet<'_, L> {
    fn numbers(&self) -> [usize; 2] {
        [self.cards, self.sets]
    }

    #[inline]
    fn sets_sharing_a_card(&self, set: Triple) -> usize {
        set.cards().into_iter().map(|card| self.sets_with(card)).sum()
    }

    fn take(&mut self, set: Triple, _: impl Arithmetic) {
        // It is in the sets of each of its cards.
        self.sets -= self.sets_sharing_a_card(set) - 2;
        self.cards -= set.cards().len();
        for card in set.cards() {
            let place = self.geometry.place(card);
            self.planes[usize::from(place.plane)] &= !place.bit;
        }
    }

    fn each_card(&self, _: impl Arithmetic, mut see: impl FnMut(usize)) {
        for (plane, &cards) in self.planes().iter().enumerate() {
            set_bits(cards.into()).for_each(|bit| see(PLANE * plane + bit));
        }
    }

    fn each_set(&self, _: impl Arithmetic, mut see: impl FnMut(Triple)) {
        if self.sets == 0 {
            return;
        }
        let mut before = [0; PLANES];
        self.each_card(Portable, |card| {
            for word in 0..L.div_ceil(PER_WORD) {
                let found = set_bits(self.geometry.sets_with(&before, card, word));
                found.for_each(|bit| see(self.geometry.set(card, word, bit)));
            }
            let place = self.geometry.place(card);
            before[usize::from(place.plane)] |= place.bit;
        });
    }
}
