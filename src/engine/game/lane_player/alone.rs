//! One game that has left the others: some cards without a set, and three more.
//!
//! A game alone needs one or two deals until it can go with the others again, so nothing must be
//! prepared that takes longer than that. Cards are dealt only where there is no set, so then all
//! sets have a new card: it is combined with each card before it, and makes a set where the third
//! card lies before that one. All of it fits into a few lines of the cache, and what three new
//! cards find into one word of bits.

use super::pairs::digits_that_differ;
use crate::card::Deck;
use crate::detect::lane_tests::{swapped, third_card};
use crate::game::counts::Counts;
use crate::game::policy::{POWERS, Policy, one_of, weighted};
use crate::game::progress::{GameProgress, NextStep};
use crate::game::rules::DEALT;
use crate::game::splitmix::SplitMix64;

/// Room for the cards on the table: at most 21.
const PADDED_TABLE: usize = 32;

/// The cards before the last one of three that are dealt to 18, the most cards without a set that
/// three are dealt to.
const BEFORE: usize = 20;

/// Room for the sets of the table: 21 cards have at most 70.
const SETS: usize = 128;

/// Marks a card that is not on the table.
const ABSENT: u8 = u8::MAX;

/// The cards of a table and their sets.
#[derive(Debug)]
pub(super) struct LoneGame {
    features: usize,
    policy: Policy,
    /// The cards in the order of dealing, those that were taken since three were dealt included.
    cards: [u8; PADDED_TABLE],
    number: usize,
    /// The places that are not empty, a bit each.
    occupied: u32,
    /// The place of each code when three were dealt.
    places: [u8; 256],
    /// The sets on the table in their order.
    sets: [Set; SETS],
    found: usize,
}

/// Three cards, the first dealt first, and a bit for the place of each.
#[derive(Clone, Copy, Debug, Default)]
struct Set {
    cards: [u8; 3],
    places: u32,
}

impl Set {
    /// The number of features in which the cards of the set differ.
    #[inline(always)]
    fn differing(&self) -> usize {
        digits_that_differ(self.cards[0], self.cards[1]).into()
    }
}

impl LoneGame {
    pub(super) const fn new(deck: Deck, policy: Policy) -> Self {
        Self {
            features: deck.features(),
            policy,
            cards: [0; PADDED_TABLE],
            number: 0,
            occupied: 0,
            places: [ABSENT; 256],
            sets: [Set { cards: [0; 3], places: 0 }; SETS],
            found: 0,
        }
    }

    /// Plays on where there is no set among the cards, given in the order of dealing, until there
    /// are fewer than at the start and three are to be dealt, or the game ends; whether it goes on.
    pub(super) fn play(
        &mut self,
        progress: &mut GameProgress,
        cards: &[u8],
        dealt: impl Fn(usize) -> u8,
        rng: &mut SplitMix64,
        counts: &mut Counts,
    ) -> bool {
        self.place_cards(cards);
        progress.looked(false);
        loop {
            let first = progress.next * DEALT;
            self.place([dealt(first), dealt(first + 1), dealt(first + 2)]);
            progress.deal();
            loop {
                match self.look(progress, rng, counts) {
                    NextStep::Look => {}
                    NextStep::Deal if progress.lacks_cards() => return true,
                    NextStep::Deal => break,
                    NextStep::End => return false,
                }
            }
        }
    }

    /// The cards on the table, in the order of dealing, and how many there are.
    #[inline(always)]
    pub(super) fn cards(&self) -> ([u8; PADDED_TABLE], usize) {
        let (mut cards, mut number, mut left) = ([0; PADDED_TABLE], 0, self.occupied);
        while left != 0 {
            cards[number % PADDED_TABLE] =
                self.cards[left.trailing_zeros() as usize % PADDED_TABLE];
            number += 1;
            left &= left - 1;
        }
        (cards, number)
    }

    /// Sets out cards without a set.
    #[inline(always)]
    fn place_cards(&mut self, cards: &[u8]) {
        self.places = [ABSENT; 256];
        self.cards[..cards.len()].copy_from_slice(cards);
        for (&card, place) in cards.iter().zip(0..) {
            self.places[usize::from(card)] = place;
        }
        (self.number, self.occupied, self.found) = (cards.len(), (1 << cards.len()) - 1, 0);
    }

    /// Lays down three cards where there is no set, and finds their sets.
    #[inline(always)]
    fn place(&mut self, new: [u8; DEALT]) {
        if self.occupied.count_ones() as usize != self.number {
            let (cards, number) = self.cards();
            self.place_cards(&cards[..number % PADDED_TABLE]);
        }
        self.find(new);
    }

    /// Finds the sets that three new cards make.
    #[inline(always)]
    fn find(&mut self, new: [u8; DEALT]) {
        let before = self.number % (PADDED_TABLE - DEALT);
        let thirds = self.thirds(new, before);
        for (&card, place) in new.iter().zip(before..) {
            self.cards[place] = card;
            self.places[usize::from(card)] = place.to_le_bytes()[0];
        }
        self.number = before + DEALT;
        self.occupied = (1 << self.number) - 1;
        let mut hits = self.hits(&thirds, before);
        while hits != 0 {
            let bit = hits.trailing_zeros() as usize;
            let (number, place) = (bit / BEFORE % DEALT, bit % BEFORE);
            self.add([thirds[number][place], self.cards[place], new[number]]);
            hits &= hits - 1;
        }
    }

    /// The third cards of each new card with each card before it.
    #[inline(always)]
    fn thirds(&self, new: [u8; DEALT], before: usize) -> [[u8; PADDED_TABLE]; DEALT] {
        let mut thirds = [[0; PADDED_TABLE]; DEALT];
        for (&card, thirds) in new.iter().zip(&mut thirds) {
            let third = |other| third_card([card, swapped(card)], [other, swapped(other)]);
            for (place, &other) in thirds.iter_mut().zip(&self.cards) {
                *place = third(other);
            }
            // Not read from where it was just written, in vectors that are not yet there.
            for (place, &other) in (before..).zip(&new[..2]) {
                thirds[place] = third(other);
            }
        }
        thirds
    }

    /// A bit for each place whose third card with a new card lies before it: these three are a set.
    #[inline(always)]
    fn hits(&self, thirds: &[[u8; PADDED_TABLE]; DEALT], before: usize) -> u64 {
        let mut hits = 0_u64;
        for (number, thirds) in thirds.iter().enumerate() {
            let mut bits = 0_u64;
            for (place, &third) in thirds[..BEFORE].iter().enumerate() {
                let lies_before = usize::from(self.places[usize::from(third)]) < place;
                bits |= u64::from(lies_before) << place;
            }
            hits |= (bits & ((1 << (before + number)) - 1)) << (BEFORE * number);
        }
        hits
    }

    #[inline(always)]
    fn add(&mut self, cards: [u8; 3]) {
        let mut places = 0;
        for card in cards {
            places |= 1 << (self.places[usize::from(card)] % 32);
        }
        self.sets[self.found % SETS] = Set { cards, places };
        self.found += 1;
    }

    /// Looks for a set, and takes one if there is one.
    #[inline(always)]
    fn look(
        &mut self,
        progress: &mut GameProgress,
        rng: &mut SplitMix64,
        counts: &mut Counts,
    ) -> NextStep {
        let sets = self.found;
        counts.table_seen(progress.in_deck(), progress.table, progress.arrival, sets);
        if sets > 0 {
            let set = self.sets[self.choose(rng) % SETS];
            self.take(set);
        }
        progress.looked(sets > 0)
    }

    /// The number of the set that is taken.
    #[inline(always)]
    fn choose(&self, rng: &mut SplitMix64) -> usize {
        let all = &self.sets[..self.found % SETS];
        let sets = all.iter();
        let mut met = [0; SETS];
        if matches!(self.policy, Policy::MostLeft | Policy::FewestLeft) {
            for (met, set) in met.iter_mut().zip(all) {
                *met = all.iter().map(|it| u8::from(it.places & set.places != 0)).sum();
            }
        }
        let met = met[..all.len()].iter();
        match self.policy {
            Policy::MostLeft => one_of(met.clone(), met.min(), rng),
            Policy::FewestLeft => one_of(met.clone(), met.max(), rng),
            Policy::Similar => {
                weighted(sets.map(|set| POWERS[self.features - set.differing()]), rng)
            }
            Policy::Different => weighted(sets.map(|set| POWERS[set.differing()]), rng),
            // The smaller the first places, the greater the number when it is read backwards.
            Policy::First => sets
                .enumerate()
                .max_by_key(|(_, set)| set.places.reverse_bits())
                .map_or(0, |(first, _)| first),
            Policy::Random => rng.index(self.found),
        }
    }

    /// Takes a set; all sets that share a card with it are gone.
    #[inline(always)]
    fn take(&mut self, taken: Set) {
        self.occupied &= !taken.places;
        let (found, mut kept) = (self.found, 0);
        for number in 0..found {
            let set = self.sets[number % SETS];
            self.sets[kept % SETS] = set;
            kept += usize::from(set.places & taken.places == 0);
        }
        self.found = kept;
    }
}
