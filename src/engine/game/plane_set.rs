//! A set of cards, nine bits for each plane, with the number of sets among them: the cards on the
//! table, or those that remain in the game, on the table or in the deck.

use super::geometry::{Geometry, PER_WORD, PLANE, PLANES, Triple};

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

    /// All cards of the deck.
    pub(super) fn whole(geometry: &'g Geometry<L>) -> Self {
        let mut planes = [0; PLANES];
        planes[..2 * L - 1].fill(0b1_1111_1111);
        let cards = Geometry::<L>::SIZE;
        Self { geometry, planes, cards, sets: cards * (cards - 1) / 6 }
    }

    /// In how many sets of these cards the cards of a set are, all three counted together.
    #[inline]
    pub(super) fn met(&self, set: Triple) -> usize {
        set.cards().into_iter().map(|card| self.sets_with(card)).sum()
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

    /// Adds a card that is not there.
    pub(super) fn put(&mut self, card: usize) {
        self.sets += self.sets_with(card);
        self.cards += 1;
        let place = self.geometry.place(card);
        self.planes[usize::from(place.plane)] |= place.bit;
    }

    /// Takes a set away, whose cards are in `met` sets, all three counted together.
    pub(super) fn take(&mut self, set: Triple, met: usize) {
        // It is in the sets of each of its cards.
        self.sets -= met - 2;
        self.cards -= set.cards().len();
        for card in set.cards() {
            let place = self.geometry.place(card);
            self.planes[usize::from(place.plane)] &= !place.bit;
        }
    }

    /// The cards in the order of their indices.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        let planes = self.planes().iter().enumerate();
        planes.flat_map(|(plane, &cards)| bits(cards.into()).map(move |bit| PLANE * plane + bit))
    }

    /// All sets, in the order of their greatest cards.
    pub(super) fn all_sets(&self) -> Vec<Triple> {
        let (mut all, mut before) = (Vec::with_capacity(self.sets), [0; PLANES]);
        for card in self.iter().filter(|_| self.sets > 0) {
            for word in 0..L.div_ceil(PER_WORD) {
                let found = bits(self.geometry.sets_with(&before, card, word));
                all.extend(found.map(|bit| self.geometry.set(card, word, bit)));
            }
            let place = self.geometry.place(card);
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
