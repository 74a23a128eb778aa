//! One game that has left the others: some cards without a set, and three more.
//!
//! A game alone needs one or two deals until it can go with the others again, so nothing must be
//! prepared that takes longer than that. The cards have stamps in the order of dealing. A new card is
//! combined with each card on the table, all third cards at once, and it makes a set where the third
//! card has an earlier stamp than the other one. All of it fits into a few lines of the cache, and the
//! new sets of three cards into one word of bits.

use super::table::{Taking, digits_that_differ, swapped, third};
use crate::game::play::{Due, Progress, Witness};
use crate::game::rules::DEALT;
use crate::game::words::Words;

/// Room for the cards on the table: at most 21.
const ROOM: usize = 32;

/// The most cards that a new card can be combined with, so that the bits of three fit into a word.
const MOST: usize = 21;

/// Room for the sets of the table: 21 cards have at most 70.
const SETS: usize = 128;

/// A card with this stamp does not lie on the table.
const ABSENT: u8 = u8::MAX;

/// The cards of a table and their sets.
#[derive(Debug)]
pub(super) struct Alone {
    taking: Taking,
    /// The cards in the order of dealing, the same with their bits exchanged, and their stamps; behind
    /// the last card the stamps are zero.
    cards: [u8; ROOM],
    swapped: [u8; ROOM],
    stamps: [u8; ROOM],
    number: usize,
    /// The stamp of each code.
    stamp_of: [u8; 256],
    /// The stamp of the next card.
    next: u8,
    /// In their order.
    sets: [Set; SETS],
    found: usize,
}

/// Three cards, the first dealt first, and a bit for the stamp of each.
#[derive(Clone, Copy, Debug, Default)]
struct Set {
    cards: [u8; 3],
    stamps: u128,
}

impl Alone {
    pub(super) const fn new(taking: Taking) -> Self {
        Self {
            taking,
            cards: [0; ROOM],
            swapped: [0; ROOM],
            stamps: [0; ROOM],
            number: 0,
            stamp_of: [ABSENT; 256],
            next: 0,
            sets: [Set { cards: [0; 3], stamps: 0 }; SETS],
            found: 0,
        }
    }

    /// Plays on where there is no set among as many cards as at the start, given in the order of
    /// dealing, until there are fewer and three are to be dealt, or the game ends; whether it goes
    /// on.
    pub(super) fn play(
        &mut self,
        progress: &mut Progress,
        cards: &[u8],
        dealt: impl Fn(usize) -> u8,
        words: &mut Words,
        witness: &mut impl Witness,
    ) -> bool {
        self.clear();
        cards.iter().for_each(|&card| self.put(card));
        progress.extra_deals += 1;
        loop {
            let first = progress.next * DEALT;
            self.lay([dealt(first), dealt(first + 1), dealt(first + 2)]);
            progress.deal();
            loop {
                match self.look(progress, words, witness) {
                    Due::Look => {}
                    Due::Deal if progress.lacks_cards() => return true,
                    Due::Deal => break,
                    Due::End => return false,
                }
            }
        }
    }

    /// The cards on the table, in the order of dealing.
    #[inline(always)]
    pub(super) fn cards(&mut self) -> &[u8] {
        self.close_ranks();
        &self.cards[..self.number % ROOM]
    }

    /// Takes everything away.
    fn clear(&mut self) {
        for &card in &self.cards[..self.number % ROOM] {
            self.stamp_of[usize::from(card)] = ABSENT;
        }
        self.stamps = [0; ROOM];
        (self.number, self.next, self.found) = (0, 0, 0);
    }

    #[inline(always)]
    fn put(&mut self, card: u8) {
        let place = self.number % ROOM;
        self.cards[place] = card;
        self.swapped[place] = swapped(card);
        self.stamps[place] = self.next;
        self.stamp_of[usize::from(card)] = self.next;
        self.number += 1;
        self.next += 1;
    }

    /// Lays down three cards and finds their sets.
    #[inline(always)]
    fn lay(&mut self, cards: [u8; DEALT]) {
        self.close_ranks();
        let mut thirds = [[0; ROOM]; DEALT];
        let mut hits = 0_u64;
        for (number, (card, thirds)) in cards.into_iter().zip(&mut thirds).enumerate() {
            let exchanged = swapped(card);
            for place in 0..ROOM {
                thirds[place] = third(card, exchanged, self.cards[place], self.swapped[place]);
            }
            for place in 0..MOST {
                let earlier = self.stamp_of[usize::from(thirds[place])] < self.stamps[place];
                hits |= u64::from(earlier) << (MOST * number + place);
            }
            self.put(card);
        }
        while hits != 0 {
            let bit = hits.trailing_zeros() as usize;
            let (number, place) = (bit / MOST, bit % MOST);
            self.add([thirds[number % DEALT][place], self.cards[place], cards[number % DEALT]]);
            hits &= hits - 1;
        }
    }

    #[inline(always)]
    fn add(&mut self, cards: [u8; 3]) {
        let stamp = |card| 1 << (self.stamp_of[usize::from(card)] % 128);
        let stamps = cards.into_iter().map(stamp).fold(0_u128, |all, stamp| all | stamp);
        self.sets[self.found % SETS] = Set { cards, stamps };
        self.found += 1;
    }

    /// Looks for a set, and takes one if there is one.
    #[inline(always)]
    fn look(
        &mut self,
        progress: &mut Progress,
        words: &mut Words,
        witness: &mut impl Witness,
    ) -> Due {
        let sets = self.found;
        witness.sees(progress.in_deck(), progress.table, progress.arrival, sets);
        if sets > 0 {
            let set = self.sets[self.choose(words) % SETS];
            let differing = digits_that_differ(set.cards[0], set.cards[1]);
            witness.takes(progress.in_deck(), differing.into());
            self.take(set);
        }
        progress.looked(sets > 0)
    }

    /// The number of the set that is taken.
    #[inline(always)]
    fn choose(&self, words: &mut Words) -> usize {
        let sets = self.sets[..self.found % SETS].iter().enumerate();
        match self.taking {
            Taking::Any => words.index(self.found),
            // The smaller the first stamps, the greater the number when it is read backwards.
            Taking::First => {
                sets.max_by_key(|(_, set)| set.stamps.reverse_bits()).map_or(0, |(first, _)| first)
            }
        }
    }

    /// Takes a set, and all that share a card with it are no more.
    #[inline(always)]
    fn take(&mut self, taken: Set) {
        for card in taken.cards {
            self.stamp_of[usize::from(card)] = ABSENT;
        }
        let (found, mut kept) = (self.found, 0);
        for number in 0..found {
            let set = self.sets[number % SETS];
            self.sets[kept % SETS] = set;
            kept += usize::from(set.stamps & taken.stamps == 0);
        }
        self.found = kept;
    }

    /// Cards behind those that were taken move up.
    #[inline(always)]
    fn close_ranks(&mut self) {
        let (number, mut kept) = (self.number, 0);
        for place in 0..number {
            let card = self.cards[place % ROOM];
            let stamp = self.stamps[place % ROOM];
            self.cards[kept % ROOM] = card;
            self.swapped[kept % ROOM] = self.swapped[place % ROOM];
            self.stamps[kept % ROOM] = stamp;
            kept += usize::from(self.stamp_of[usize::from(card)] == stamp);
        }
        self.stamps[kept % ROOM..].fill(0);
        self.number = kept;
    }
}
