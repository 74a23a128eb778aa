//! A set of cards, nine bits for each plane, with the number of sets among them: the cards on the
//! table, or those that remain in the game, on the table or in the deck.

use super::geometry::{Geometry, PER_WORD, PLANE, PLANES, Triple};
use crate::card::Deck;

/// Some cards and how many sets they hold.
#[derive(Clone, Debug)]
pub(super) struct PlaneSet {
    planes: [u16; PLANES],
    /// How many cards there are.
    pub(super) cards: usize,
    /// How many sets they hold.
    pub(super) sets: usize,
}

impl Default for PlaneSet {
    fn default() -> Self {
        Self { planes: [0; PLANES], cards: 0, sets: 0 }
    }
}

impl PlaneSet {
    /// All cards of a deck.
    pub(super) fn whole(deck: Deck) -> Self {
        let mut planes = [0; PLANES];
        planes[..deck.size() / PLANE].fill(0b1_1111_1111);
        Self { planes, cards: deck.size(), sets: deck.sets() }
    }

    /// In how many sets of these cards the cards of a set are, all three counted together.
    #[inline]
    pub(super) fn met<const L: usize>(&self, geometry: &Geometry<L>, set: Triple) -> usize {
        set.cards().into_iter().map(|card| self.sets_with(geometry, card)).sum()
    }

    /// How many sets a card makes with these cards.
    #[inline]
    fn sets_with<const L: usize>(&self, geometry: &Geometry<L>, card: usize) -> usize {
        let words = 0..L.div_ceil(PER_WORD);
        let sets = words.map(|word| geometry.sets_with(&self.planes, card, word).count_ones());
        sets.sum::<u32>() as usize
    }

    /// The bits of the planes, which tell sets of cards apart.
    pub(super) fn planes<const L: usize>(&self, _: &Geometry<L>) -> &[u16] {
        &self.planes[..2 * L - 1]
    }

    /// Adds a card that is not there.
    pub(super) fn put<const L: usize>(&mut self, geometry: &Geometry<L>, card: usize) {
        self.sets += self.sets_with(geometry, card);
        self.cards += 1;
        let place = geometry.place(card);
        self.planes[usize::from(place.plane)] |= place.bit;
    }

    /// Takes a set away.
    pub(super) fn take<const L: usize>(&mut self, geometry: &Geometry<L>, set: Triple) {
        // It is in the sets of each of its cards.
        self.sets -= self.met(geometry, set) - 2;
        self.cards -= set.cards().len();
        for card in set.cards() {
            let place = geometry.place(card);
            self.planes[usize::from(place.plane)] &= !place.bit;
        }
    }

    /// The cards in the order of their indices.
    pub(super) fn iter<const L: usize>(&self, of: &Geometry<L>) -> impl Iterator<Item = usize> {
        let planes = self.planes(of).iter().enumerate();
        planes.flat_map(|(plane, &cards)| bits(cards.into()).map(move |bit| PLANE * plane + bit))
    }

    /// All sets, in the order of their greatest cards.
    pub(super) fn all_sets<const L: usize>(&self, geometry: &Geometry<L>) -> Vec<Triple> {
        let (mut all, mut before) = (Vec::with_capacity(self.sets), [0; PLANES]);
        for card in self.iter(geometry).filter(|_| self.sets > 0) {
            for word in 0..L.div_ceil(PER_WORD) {
                let found = bits(geometry.sets_with(&before, card, word));
                all.extend(found.map(|bit| geometry.set(card, word, bit)));
            }
            let place = geometry.place(card);
            before[usize::from(place.plane)] |= place.bit;
        }
        all
    }
}

/// The numbers of the bits that are set, lowest first.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            lowest
        })
    })
}
