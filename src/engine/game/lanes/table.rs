//! The tables of 64 games, as many cards on each: their sets counted, one taken from each table.
//!
//! Digits 0, 1, 2 are written in two bits, the third card is computed as in
//! [`crate::detect::lanes`], and the cards lie in the order of dealing, so the loop over pairs
//! meets the sets in their order (`naive`): by the last dealt card, then by the one before it. For
//! each pair it is noted whether its third card lies before it. When all are counted, a word of the
//! game says which one is taken, and a second loop counts down to it.
//!
//! The first set in the order of dealing is the last one of this order, if the cards are seen from
//! the last dealt to the first.

use crate::game::counts::{LANE_CARDS, SETS_FROM};
use crate::game::policy::Policy;
use crate::game::splitmix::LaneSplitMix64;
use crate::lanes::{InstructionSet, LANES, Lanes, Task};

/// A power of two, so that a place is kept inside by a mask.
const ROOM: usize = 16;

/// Pairs of cards with a card before them.
const PAIRS: usize = (LANE_CARDS - 1) * (LANE_CARDS - 2) / 2;

/// No card has this code.
const NO_CARD: u8 = u8::MAX;

/// The upper bit of every digit.
const UPPER: u8 = 0xAA;

/// 64 tables.
#[derive(Debug)]
pub(super) struct Tables {
    /// The codes of the cards in the order of dealing.
    pub(super) cards: [Lanes<u8>; LANE_CARDS],
    /// The random words of the games.
    pub(super) rngs: LaneSplitMix64,
    /// All bits where a game is looked at, none where not.
    pub(super) active: Lanes<u8>,
    /// What was seen and taken.
    pub(super) outcomes: Lanes<u8>,
    /// All bits where a pair makes a set with a card before it.
    hits: [Lanes<u8>; PAIRS],
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            cards: [Lanes::default(); LANE_CARDS],
            rngs: LaneSplitMix64::default(),
            active: Lanes::default(),
            outcomes: Lanes::default(),
            hits: [Lanes::default(); PAIRS],
        }
    }
}

impl Tables {
    /// Counts the sets among the first cards of each active table, and takes one where there is
    /// one: the cards behind move up.
    pub(super) fn look(&mut self, set: InstructionSet, cards: usize, policy: Policy) {
        set.run(Look { tables: self, cards, policy });
    }
}

struct Look<'a> {
    tables: &'a mut Tables,
    cards: usize,
    policy: Policy,
}

impl Task for Look<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self) {
        let Tables { cards, rngs, active, outcomes, hits } = self.tables;
        let mut seen = [Lanes::default(); ROOM];
        seen[..LANE_CARDS].copy_from_slice(cards);
        if self.policy == Policy::First {
            seen[..self.cards].reverse();
        }
        let sets = find(&seen[..self.cards], hits).and(active);
        let rest = match self.policy {
            Policy::First => sets.map(|sets| sets.wrapping_sub(1)),
            _ => rngs.below(&sets),
        };
        let none = sets.map(|sets| if sets == 0 { NO_CARD } else { 0 });
        let rest = rest.zip(&none, |rest, none| rest | none);
        let [middle, last] = nth(&seen, self.cards, hits, rest);
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
fn thirds([a, a_swapped]: [&Lanes<u8>; 2], [b, b_swapped]: [&Lanes<u8>; 2]) -> Lanes<u8> {
    let mut thirds = Lanes::default();
    for lane in 0..LANES {
        thirds.0[lane] = third(a.0[lane], a_swapped.0[lane], b.0[lane], b_swapped.0[lane]);
    }
    thirds
}

/// Notes for each pair whether its third card lies before it; how many do.
#[inline(always)]
fn find(cards: &[Lanes<u8>], hits: &mut [Lanes<u8>; PAIRS]) -> Lanes<u8> {
    let mut exchanged = [Lanes::default(); LANE_CARDS];
    for (exchanged, card) in exchanged.iter_mut().zip(cards) {
        *exchanged = card.map(swapped);
    }
    let mut sets = Lanes::default();
    // With the number of cards before them known to the compiler, there is no branch to mispredict.
    macro_rules! find_with {
        ($($middle:literal)*) => {
            $(find_with_middle::<$middle>(cards, &exchanged, hits, &mut sets);)*
        };
    }
    find_with!(1 2 3 4 5 6 7 8 9 10);
    sets
}

/// The same for the pairs whose first card is at one place.
#[inline(always)]
fn find_with_middle<const MIDDLE: usize>(
    cards: &[Lanes<u8>],
    exchanged: &[Lanes<u8>; LANE_CARDS],
    hits: &mut [Lanes<u8>; PAIRS],
    sets: &mut Lanes<u8>,
) {
    for last in MIDDLE + 1..cards.len() {
        let pair = [&cards[MIDDLE], &exchanged[MIDDLE]];
        let wanted = thirds(pair, [&cards[last], &exchanged[last]]);
        // Zero where a card before them does not differ from the third one.
        let mut least = Lanes::splat(u8::MAX);
        for card in &cards[..MIDDLE] {
            for lane in 0..LANES {
                least.0[lane] = least.0[lane].min(card.0[lane] ^ wanted.0[lane]);
            }
        }
        let hit = least.map(|least| if least == 0 { u8::MAX } else { 0 });
        for lane in 0..LANES {
            sets.0[lane] = sets.0[lane].wrapping_sub(hit.0[lane]);
        }
        hits[((last - 1) * (last - 2) / 2 + MIDDLE - 1) % PAIRS] = hit;
    }
}

/// The places of the pairs, in their order.
const PLACES: [[usize; 2]; PAIRS] = {
    let (mut places, mut pair, mut last) = ([[0; 2]; PAIRS], 0, 2);
    while last < LANE_CARDS {
        let mut middle = 1;
        while middle < last {
            places[pair] = [middle, last];
            (pair, middle) = (pair + 1, middle + 1);
        }
        last += 1;
    }
    places
};

/// The last two cards of the set with a number, zero where there is none so far.
#[inline(always)]
fn nth(
    cards: &[Lanes<u8>; ROOM],
    number: usize,
    hits: &[Lanes<u8>; PAIRS],
    mut rest: Lanes<u8>,
) -> [Lanes<u8>; 2] {
    let (mut middles, mut lasts) = (Lanes::default(), Lanes::default());
    let pairs = number.saturating_sub(1) * number.saturating_sub(2) / 2;
    for (hit, [middle, last]) in hits[..pairs].iter().zip(&PLACES) {
        for lane in 0..LANES {
            let hit = hit.0[lane];
            let chosen = if rest.0[lane] == 0 { hit } else { 0 };
            middles.0[lane] |= cards[*middle % ROOM].0[lane] & chosen;
            lasts.0[lane] |= cards[*last % ROOM].0[lane] & chosen;
            rest.0[lane] = rest.0[lane].wrapping_add(hit);
        }
    }
    [middles, lasts]
}

/// Takes a card away from each table that has it, and the cards behind it move up.
#[inline(always)]
fn remove(cards: &mut [Lanes<u8>], card: &Lanes<u8>) {
    let mut passed = Lanes::<u8>::default();
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
