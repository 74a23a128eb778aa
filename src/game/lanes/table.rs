//! The tables of 64 games, as many cards on each: their sets counted, one taken from each table.
//!
//! Digits 0, 1, 2 are written in two bits, the third card is computed as in
//! [`crate::detect::lanes`], and the cards lie in the order of dealing, so the loop over pairs meets
//! the sets in their order (`naive`): by the last dealt card, then by the one before it. For each pair
//! it is noted whether its third card lies before it. When all are counted, a word of the game says
//! which one is taken, and a second loop counts down to it.
//!
//! The first set in the order of dealing is the last one of this order, if the cards are seen from
//! the last dealt to the first.

use super::words::LaneWords;
use crate::lanes::{InstructionSet, LANES, Lane, Task};

/// The most cards on such a table.
pub(super) const CARDS: usize = 12;

/// Pairs of cards with a card before them.
const PAIRS: usize = (CARDS - 1) * (CARDS - 2) / 2;

/// No card has this code.
const NOBODY: u8 = u8::MAX;

/// What became of a table that somebody looked at is the number of sets from this bit on, and below it
/// the number of features in which the cards of the set that was taken differ.
pub(in crate::game) const SETS_FROM: u32 = 3;

/// What became of a table that nobody looked at: no 12 cards have so many sets.
pub(in crate::game) const UNSEEN: u8 = u8::MAX;

/// The upper bit of every digit.
const UPPER: u8 = 0xAA;

/// Which set is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Taking {
    /// Any one, by a word of the game.
    Any,
    /// The first in the order of dealing.
    First,
}

/// 64 tables.
#[derive(Debug)]
pub(super) struct Tables {
    /// The codes of the cards in the order of dealing.
    pub(super) cards: [Lane<u8>; CARDS],
    /// The words of the games.
    pub(super) words: LaneWords,
    /// All bits where a game is looked at, none where not.
    pub(super) active: Lane<u8>,
    /// What was seen and taken.
    pub(super) outcomes: Lane<u8>,
    /// All bits where a pair makes a set with a card before it.
    hits: [Lane<u8>; PAIRS],
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            cards: [Lane::default(); CARDS],
            words: LaneWords::default(),
            active: Lane::default(),
            outcomes: Lane::default(),
            hits: [Lane::default(); PAIRS],
        }
    }
}

impl Tables {
    /// Counts the sets among the first cards of each table, and takes one where there is one and
    /// somebody looks: the cards behind move up.
    pub(super) fn look(&mut self, set: InstructionSet, cards: usize, taking: Taking) {
        if set.has_mask_registers() {
            set.run(Look::<true> { tables: self, cards, taking });
        } else {
            set.run(Look::<false> { tables: self, cards, taking });
        }
    }
}

struct Look<'a, const MASKS: bool> {
    tables: &'a mut Tables,
    cards: usize,
    taking: Taking,
}

impl<const MASKS: bool> Task for Look<'_, MASKS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Tables { cards, words, active, outcomes, hits } = self.tables;
        let mut seen = *cards;
        if self.taking == Taking::First {
            seen[..self.cards].reverse();
        }
        let seen = &seen[..self.cards];
        let sets = find::<MASKS>(seen, hits).and(active);
        let rest = match self.taking {
            Taking::Any => words.below(&sets),
            Taking::First => sets.map(|sets| sets.wrapping_sub(1)),
        };
        let none = sets.map(|sets| if sets == 0 { NOBODY } else { 0 });
        let rest = rest.zip(&none, |rest, none| rest | none);
        let [middle, last] = nth(seen, hits, rest);
        let differing = middle.zip(&last, digits_that_differ);
        for lane in 0..LANES {
            let outcome = sets.0[lane] << SETS_FROM | differing.0[lane];
            outcomes.0[lane] = outcome | !active.0[lane];
        }
        let first = thirds([&middle, &middle.map(swapped)], [&last, &last.map(swapped)]);
        for card in [first, middle, last] {
            remove(&mut cards[..self.cards], &card.zip(&none, |card, none| card | none));
        }
    }
}

/// The card with the two bits of every digit exchanged.
#[inline(always)]
pub(super) const fn swapped(card: u8) -> u8 {
    (card << 1 & UPPER) | (card >> 1 & !UPPER)
}

/// The third card of two.
#[inline(always)]
pub(super) const fn third(a: u8, a_swapped: u8, b: u8, b_swapped: u8) -> u8 {
    (a | (a_swapped ^ b_swapped)) & !(a ^ b)
}

/// The third cards of two cards of each table, which come with their bits exchanged.
#[inline(always)]
fn thirds([a, a_swapped]: [&Lane<u8>; 2], [b, b_swapped]: [&Lane<u8>; 2]) -> Lane<u8> {
    let mut thirds = Lane::default();
    for lane in 0..LANES {
        thirds.0[lane] = third(a.0[lane], a_swapped.0[lane], b.0[lane], b_swapped.0[lane]);
    }
    thirds
}

/// Notes for each pair whether its third card lies before it; how many do.
#[inline(always)]
fn find<const MASKS: bool>(cards: &[Lane<u8>], hits: &mut [Lane<u8>; PAIRS]) -> Lane<u8> {
    let mut exchanged = [Lane::default(); CARDS];
    for (exchanged, card) in exchanged.iter_mut().zip(cards) {
        *exchanged = card.map(swapped);
    }
    let (mut sets, mut pair) = (Lane::<u8>::default(), 0);
    for last in 2..cards.len() {
        for middle in 1..last {
            let wanted =
                thirds([&cards[middle], &exchanged[middle]], [&cards[last], &exchanged[last]]);
            let hit = if MASKS {
                lies_by_misses(&cards[..middle], &wanted)
            } else {
                lies_by_hits(&cards[..middle], &wanted)
            };
            for lane in 0..LANES {
                sets.0[lane] = sets.0[lane].wrapping_sub(hit.0[lane]);
            }
            hits[pair % PAIRS] = hit;
            pair += 1;
        }
    }
    sets
}

/// All bits where a card lies among some.
#[inline(always)]
fn lies_by_hits(cards: &[Lane<u8>], wanted: &Lane<u8>) -> Lane<u8> {
    let mut hit = Lane::<u8>::default();
    for card in cards {
        let equal = card.equal(wanted);
        hit = hit.zip(&equal, |hit, equal| hit | equal);
    }
    hit
}

/// The same, with truth values that the compiler keeps in registers for masks.
#[inline(always)]
fn lies_by_misses(cards: &[Lane<u8>], wanted: &Lane<u8>) -> Lane<u8> {
    let mut misses = [true; LANES];
    for card in cards {
        for ((miss, card), wanted) in misses.iter_mut().zip(&card.0).zip(&wanted.0) {
            *miss &= card != wanted;
        }
    }
    let mut hit = Lane::<u8>::default();
    for (hit, miss) in hit.0.iter_mut().zip(misses) {
        *hit = if miss { 0 } else { u8::MAX };
    }
    hit
}

/// The last two cards of the set with a number, zero where there is none so far.
#[inline(always)]
fn nth(cards: &[Lane<u8>], hits: &[Lane<u8>; PAIRS], mut rest: Lane<u8>) -> [Lane<u8>; 2] {
    let (mut middles, mut lasts, mut pair) = (Lane::default(), Lane::default(), 0);
    for last in 2..cards.len() {
        for middle in 1..last {
            let hit = &hits[pair % PAIRS];
            for lane in 0..LANES {
                let hit = hit.0[lane];
                let chosen = if rest.0[lane] == 0 { hit } else { 0 };
                middles.0[lane] |= cards[middle].0[lane] & chosen;
                lasts.0[lane] |= cards[last].0[lane] & chosen;
                rest.0[lane] = rest.0[lane].wrapping_add(hit);
            }
            pair += 1;
        }
    }
    [middles, lasts]
}

/// Takes a card away from each table that has it, and the cards behind it move up.
#[inline(always)]
fn remove(cards: &mut [Lane<u8>], card: &Lane<u8>) {
    let mut passed = Lane::<u8>::default();
    for place in 0..cards.len() {
        let here = cards[place].equal(card);
        passed = passed.zip(&here, |passed, here| passed | here);
        if let Some(next) = cards.get(place + 1).copied() {
            cards[place].select(&passed, &next);
        }
    }
}

/// The number of digits in which two codes differ.
#[inline(always)]
pub(super) const fn digits_that_differ(a: u8, b: u8) -> u8 {
    let bits = a ^ b;
    let digits = (bits | bits >> 1) & !UPPER;
    let pairs = (digits & 0x33) + (digits >> 2 & 0x33);
    (pairs & 0x0F) + (pairs >> 4)
}
