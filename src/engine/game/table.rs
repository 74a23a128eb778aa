//! The cards on the table and their sets, kept up to date card by card.
//!
//! A new card brings the sets that it makes with two cards that lie there; taken cards lose theirs.
//! So no set is looked for twice. The sets stand in this order, which the naive game has, too: by
//! the last dealt of their cards, and those with the same last card by the one dealt before it. New
//! sets belong at the end, and what is left of a list keeps its order; only where a new card makes
//! several sets, these have to be put in order.

use super::geometry::{Geometry, PADDED_DECK, PER_WORD, PLANE, PLANES, Triple};

/// Room for the sets of any table: with 21 cards from the start there are at most 70, and 114 cards
/// (six features) of which 111 hold no set have at most 3 x 56.
pub(super) const MAX_SETS: usize = 256;

/// The first sets are kept or dropped without a branch on how many there are.
const USUAL_SETS: usize = 4;

/// The first new sets are added without a branch on how many there are.
const USUAL_NEW: usize = 3;

/// Cards on the table.
#[derive(Debug)]
pub(super) struct PlaneTable<'g, const L: usize> {
    geometry: &'g Geometry<L>,
    /// The cards that lie there, nine bits for each plane.
    planes: [u16; PLANES],
    /// 1 for a card that lies there, 0 for all others.
    present: [u8; PADDED_DECK],
    /// When a card was dealt.
    position: [usize; PADDED_DECK],
    sets: [Triple; MAX_SETS],
    number: usize,
}

impl<'g, const L: usize> PlaneTable<'g, L> {
    pub(super) fn new(geometry: &'g Geometry<L>) -> Self {
        Self {
            geometry,
            planes: [0; PLANES],
            present: [0; PADDED_DECK],
            position: [0; PADDED_DECK],
            sets: [Triple::default(); MAX_SETS],
            number: 0,
        }
    }

    /// Takes all cards away.
    pub(super) fn clear(&mut self) {
        self.planes[..2 * L - 1].fill(0);
        self.present[..(2 * L - 1) * PLANE].fill(0);
        self.number = 0;
    }

    /// The sets, in their order.
    #[inline(always)]
    pub(super) fn sets(&self) -> &[Triple] {
        &self.sets[..self.number % MAX_SETS]
    }

    /// The features of the deck.
    #[inline(always)]
    pub(super) const fn features(&self) -> usize {
        self.geometry.features()
    }

    /// The number of features in which the cards of a set differ.
    #[inline(always)]
    pub(super) fn differing(&self, set: Triple) -> usize {
        let [a, b, _] = set.cards();
        self.geometry.differing(a, b)
    }

    /// When a card was dealt, counted from 0.
    #[inline(always)]
    pub(super) const fn position(&self, card: usize) -> usize {
        self.position[card % PADDED_DECK]
    }

    /// Lays down three cards, the first of them dealt at this position.
    #[inline(always)]
    pub(super) fn place(&mut self, cards: [usize; 3], position: usize) {
        let before = self.number;
        if L > PER_WORD {
            for (card, position) in cards.into_iter().zip(position..) {
                (0..L.div_ceil(PER_WORD)).for_each(|word| self.add_all(word, card));
                self.put(card, position);
            }
            self.arrange(before);
            return;
        }
        let mut new = NewSets { words: [0; 3], cards };
        for ((card, word), position) in cards.into_iter().zip(&mut new.words).zip(position..) {
            *word = self.geometry.sets_with(&self.planes, card, 0);
            self.put(card, position);
        }
        let several = new.words.iter().any(|&word| word & word.wrapping_sub(1) != 0);
        for _ in 0..USUAL_NEW {
            self.add_next(&mut new);
        }
        while new.words != [0; 3] {
            self.add_next(&mut new);
        }
        if several {
            self.arrange(before);
        }
    }

    /// Puts the sets from one on in their order.
    fn arrange(&mut self, from: usize) {
        let position = &self.position;
        self.sets[from..self.number % MAX_SETS].sort_unstable_by_key(|set| {
            let [last, a, b] = set.cards().map(|card| position[card % PADDED_DECK]);
            (last, a.max(b))
        });
    }

    /// Puts a card on the table.
    #[inline(always)]
    fn put(&mut self, card: usize, position: usize) {
        let place = self.geometry.place(card);
        self.planes[usize::from(place.plane)] |= place.bit;
        self.present[card % PADDED_DECK] = 1;
        self.position[card % PADDED_DECK] = position;
    }

    /// Adds all sets of a word.
    #[inline(always)]
    fn add_all(&mut self, word: usize, card: usize) {
        let mut bits = self.geometry.sets_with(&self.planes, card, word);
        while bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            self.sets[self.number % MAX_SETS] = self.geometry.set(card, word, bit);
            self.number += 1;
        }
    }

    /// Adds the next set that was found, or nothing if there is none, without a branch.
    #[inline(always)]
    fn add_next(&mut self, new: &mut NewSets) {
        let (card, bit, is_set) = new.next();
        self.sets[self.number % MAX_SETS] = self.geometry.only_word_set(card, bit);
        self.number += usize::from(is_set);
    }

    /// Takes a set; all sets that share a card with it are gone.
    #[inline(always)]
    pub(super) fn take(&mut self, set: Triple) {
        for card in set.cards() {
            let place = self.geometry.place(card);
            self.planes[usize::from(place.plane)] &= !place.bit;
            self.present[card % PADDED_DECK] = 0;
        }
        // Most tables have few sets: these without a branch, whether they are there or not.
        let (number, mut kept) = (self.number, 0);
        for place in 0..USUAL_SETS {
            let lies = self.keep(place, kept);
            kept += lies & usize::from(place < number);
        }
        for place in USUAL_SETS..number {
            kept += self.keep(place, kept);
        }
        self.number = kept;
    }

    /// Copies a set to where it is kept; 1 if all its cards lie there, else 0.
    #[inline(always)]
    fn keep(&mut self, from: usize, to: usize) -> usize {
        let set = self.sets[from % MAX_SETS];
        self.sets[to % MAX_SETS] = set;
        let [a, b, c] = set.cards();
        usize::from(self.present[a] & self.present[b] & self.present[c])
    }
}

/// Sets that were found with three new cards: a word of bits for each card.
struct NewSets {
    words: [u64; 3],
    cards: [usize; 3],
}

impl NewSets {
    /// The next set, as its card and its bit, and whether there is one, without a branch.
    #[inline(always)]
    fn next(&mut self) -> (usize, usize, bool) {
        let [a, b, c] = self.words;
        let (none, neither) = (a == 0, a | b == 0);
        let word = if none { b } else { a };
        let word = if neither { c } else { word };
        let card = if none { self.cards[1] } else { self.cards[0] };
        let card = if neither { self.cards[2] } else { card };
        let rest = word & word.wrapping_sub(1);
        self.words = [
            if none { 0 } else { rest },
            if none && !neither { rest } else { b },
            if neither { rest } else { c },
        ];
        (card, word.trailing_zeros() as usize, word != 0)
    }
}
