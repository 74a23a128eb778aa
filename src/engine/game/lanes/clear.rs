//! What the policy `clear` remembers of many games, and which sets it keeps.
//!
//! While many cards remain, the degrees of the cards on the table are read game by game, and 64
//! tables are compared at once. Near the end each game is on its own: once a game, the ways of
//! dividing what remains are searched ([`crate::game::partitions`]), and after that they are
//! counted at every look where there is a choice.
//!
//! A game takes 35,000 instructions with AVX2, as valgrind's callgrind counts: 12,300 for that
//! search, of 51 nodes; 3,700 for listing the sets that remain and what they meet; 2,700 for taking
//! sets from what remains, 1,000 for reading degrees, 1,700 for finding each table's sets and 1,400
//! for counting ways; dealing, finding sets and tallying the rest, as for all policies.

use super::pairs::{NO_CARD, PAIRS};
use super::weigh::{self, LaneDegrees, SeenTables, keep_best};
use crate::game::byte_set::{ByteSet, PADDED_LANE_DECK};
use crate::game::clear::{Clear, Scores};
use crate::game::dealer::GAMES;
use crate::game::geometry::Triple;
use crate::game::lane_tables::LANE_CARDS;
use crate::game::splitmix::SplitMix64;
use crate::hand::Pack;
use crate::lanes::{Arithmetic, Element, InstructionSet, LANES, Lanes, Portable, Task, set_bits};

/// The memory of all games.
#[derive(Debug)]
pub(super) struct ClearGames {
    all: ByteSet,
    games: Vec<Clear<ByteSet, PADDED_LANE_DECK>>,
    scores: Scores,
    /// The sets of a table.
    sets: Vec<Triple>,
}

impl ClearGames {
    /// Prepares the games; none, if the policy is another one.
    pub(super) fn new(pack: &Pack, set: InstructionSet, is_used: bool) -> Self {
        let all = ByteSet::of(pack);
        let games = (0..if is_used { GAMES } else { 0 }).map(|_| Clear::new(all.clone(), set));
        let games = games.collect();
        Self { all, games, scores: Scores::default(), sets: Vec::new() }
    }

    /// New games begin.
    pub(super) fn begin(&mut self) {
        self.games.iter_mut().for_each(|game| game.begin(self.all.clone()));
    }

    /// See [`KeepBest`].
    #[inline(always)]
    fn keep_best(
        &mut self,
        seen: &SeenTables<'_>,
        weights: &mut [Lanes<u8>; PAIRS],
        number: &Lanes<u8>,
        games: &[u16; LANES],
        arithmetic: impl Arithmetic,
    ) -> Lanes<u16> {
        let ([mut near_their_end, mut by_degrees], mut is_lost) = ([0; 2], Lanes::<u8>::default());
        for (lane, &game) in games.iter().enumerate() {
            let (game, has_choice) = (&self.games[usize::from(game)], number.0[lane] > 1);
            let is_open = has_choice & !game.is_lost();
            near_their_end |= u64::from(is_open & game.is_near_its_end()) << lane;
            by_degrees |= u64::from(is_open & !game.is_near_its_end()) << lane;
            is_lost.0[lane] = u8::mask(game.is_lost());
        }
        let mut degrees = self.degrees(seen, games, by_degrees);
        if is_lost.any() {
            for (degrees, on_table) in degrees.iter_mut().zip(&weigh::degrees(seen, weights)) {
                degrees.select(&is_lost, on_table);
            }
        }
        let sets = if near_their_end == 0 { Lanes::default() } else { sets(seen, weights) };
        let mut totals = keep_best(seen, &degrees, weights, |sum| !sum);
        let first = seen.pairs().start;
        for lane in set_bits(near_their_end) {
            let pairs = set_bits(sets.0[lane]).map(|pair| (first + pair).min(PAIRS - 1));
            self.see(pairs.clone().map(|pair| seen.set(pair, lane)));
            let game = &mut self.games[usize::from(games[lane])];
            let scores = game.score(&self.sets, &mut self.scores, arithmetic);
            let best = scores.iter().max();
            totals.0[lane] = 0;
            for (pair, score) in pairs.zip(scores) {
                let is_best = Some(score) == best;
                weights[pair].0[lane] = u8::from(is_best);
                totals.0[lane] += u16::from(is_best);
            }
        }
        totals
    }

    /// For each card of some games the number of sets of the remaining cards that hold it.
    #[inline(always)]
    fn degrees(&self, seen: &SeenTables<'_>, games: &[u16; LANES], some: u64) -> LaneDegrees {
        let [mut degrees, mut places] = [[Lanes::default(); LANE_CARDS]; 2];
        for (places, codes) in places.iter_mut().zip(seen.cards) {
            *places = codes.map(place);
        }
        for lane in set_bits(some) {
            let game = &self.games[usize::from(games[lane])];
            for (degrees, places) in degrees[..seen.cards.len()].iter_mut().zip(&places) {
                degrees.0[lane] = game.remaining().sets_of(places.0[lane].into());
            }
        }
        degrees
    }

    /// See [`Take`].
    #[inline(always)]
    fn take(&mut self, taken: &[Lanes<u8>; 3], games: &[u16; LANES], arithmetic: impl Arithmetic) {
        for (lane, &game) in games.iter().enumerate() {
            let set = [0, 1, 2].map(|place| taken[place].0[lane]);
            if set[0] != NO_CARD {
                self.games[usize::from(game)].take(triple(set), arithmetic);
            }
        }
    }

    /// The number of the set that is taken from the table of one game.
    pub(super) fn choose_one(
        &mut self,
        game: u16,
        sets: impl Iterator<Item = [u8; 3]>,
        rng: &mut SplitMix64,
    ) -> usize {
        self.see(sets);
        self.games[usize::from(game)].choose(&self.sets, &mut self.scores, rng, Portable)
    }

    /// Takes the sets of a table.
    #[inline(always)]
    fn see(&mut self, sets: impl Iterator<Item = [u8; 3]>) {
        self.sets.clear();
        for set in sets {
            self.sets.push(triple(set));
        }
    }
}

/// Keeps the weight 1 of the best sets of each table, and takes it from all others; how many keep
/// it.
pub(super) struct KeepBest<'a> {
    pub(super) clear: &'a mut ClearGames,
    pub(super) seen: &'a SeenTables<'a>,
    pub(super) weights: &'a mut [Lanes<u8>; PAIRS],
    /// How many sets there are.
    pub(super) sets: &'a Lanes<u8>,
    pub(super) games: &'a [u16; LANES],
}

impl Task for KeepBest<'_> {
    type Output = Lanes<u16>;

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) -> Lanes<u16> {
        let Self { clear, seen, weights, sets, games } = self;
        if A::LOOKS_UP {
            clear.keep_best(seen, weights, sets, games, arithmetic)
        } else {
            sets.map(u16::from)
        }
    }
}

/// Sets are taken.
pub(super) struct Take<'a> {
    pub(super) clear: &'a mut ClearGames,
    /// The cards of the sets that are taken.
    pub(super) taken: &'a [Lanes<u8>; 3],
    pub(super) games: &'a [u16; LANES],
}

impl Task for Take<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        if A::LOOKS_UP {
            self.clear.take(self.taken, self.games, arithmetic);
        }
    }
}

/// A set, from the codes of its cards.
#[inline(always)]
fn triple(set: [u8; 3]) -> Triple {
    let [a, b, c] = set.map(|code| PLACES_OF_CODES[usize::from(code)].into());
    Triple::new(c, a, b)
}

/// The place of a card in a [`ByteSet`], from its code: two bits for each digit.
#[inline(always)]
const fn place(code: u8) -> u8 {
    // Two digits in four bits, from 0 to 8.
    let pairs = code - (code >> 2 & 0x33);
    // The last three digits, and the first one with room for 32 numbers.
    pairs - 7 * (pairs >> 4) + 5 * (code >> 6)
}

/// The place of the card of each code.
static PLACES_OF_CODES: [u8; 256] = {
    let (mut places, mut code) = ([0; 256], 0);
    while code < places.len() {
        places[code] = place(code.to_le_bytes()[0]);
        code += 1;
    }
    places
};

/// The pairs that make a set on each table, a bit each from the first that is looked at.
#[inline(always)]
fn sets(seen: &SeenTables<'_>, weights: &[Lanes<u8>; PAIRS]) -> Lanes<u64> {
    let (mut sets, weights) = (Lanes::default(), &weights[seen.pairs()]);
    for (eight, first) in weights.chunks(8).zip((0..).step_by(8)) {
        let mut byte = Lanes::<u8>::default();
        for (weight, bit) in eight.iter().zip(0..) {
            byte = byte.zip(weight, |byte, weight| byte | weight << bit);
        }
        for lane in 0..LANES {
            sets.0[lane] |= u64::from(byte.0[lane]) << first;
        }
    }
    sets
}
