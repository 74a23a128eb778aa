//! All ways of dividing cards into sets, with no card left.
//!
//! As in any exact cover, a card in the fewest open sets (those without a card that is used up) is
//! in one of them, each of which is tried; a card in none ends the search. Cards and sets are bits
//! of a word, so a step is a few dozen operations.
//!
//! The search is done once: when a set is taken, the ways that remain are those of which it was
//! one. So ways without any set that lies on the table are of no use, and each of these sets is
//! taken in turn, the others before it no more. In the game, 29 cards with 52 sets are divided in 8
//! such ways on average, found in 51 steps (20,000 games by the policy `clear`).

use super::geometry::Triple;
use super::remaining::Remaining;
use crate::lanes::{Arithmetic, InstructionSet, Task};

/// The most sets, and the most cards, that are searched.
pub(super) const MOST: usize = 64;

/// The ways that are known of dividing the cards of a game, whose numbers are below `ROOM`.
#[derive(Debug)]
pub(super) struct Partitions<const ROOM: usize> {
    /// The vector instructions that are used.
    set: InstructionSet,
    /// The bit of each card.
    places: [u8; ROOM],
    /// The sets of each card, by its bit.
    sets_of: [u64; MOST],
    /// The sets of each way of dividing the cards.
    divisions: Vec<u64>,
}

/// Whether there are few enough cards and sets to find all ways of dividing the cards.
#[inline(always)]
pub(super) fn can_divide(remaining: &impl Remaining) -> bool {
    let [cards, sets] = remaining.numbers();
    (cards <= MOST) & (sets <= MOST)
}

impl<const ROOM: usize> Partitions<ROOM> {
    pub(super) const fn new(set: InstructionSet) -> Self {
        Self { set, places: [0; ROOM], sets_of: [0; MOST], divisions: Vec::new() }
    }

    /// Finds the ways of dividing cards into sets, at most [`MOST`] cards and sets, that have a set
    /// on the table.
    #[inline(always)]
    pub(super) fn find_all(
        &mut self,
        remaining: &impl Remaining,
        on_table: &[Triple],
        nodes: &mut Vec<Undivided>,
        arithmetic: impl Arithmetic,
    ) {
        let mut cards = 0;
        remaining.each_card(arithmetic, |card| {
            self.places[card % ROOM] = cards;
            cards += 1;
        });
        let (mut sets, mut number) = ([[0; 4]; MOST], 0);
        self.sets_of = [0; MOST];
        let [mut cards_of, mut meeting] = [[0; 2 * MOST]; 2];
        remaining.each_set(arithmetic, |set| {
            let [a, b, c] = set.cards().map(|card| self.places[card % ROOM]);
            sets[number % MOST] = [a, b, c, 0];
            cards_of[number % MOST] = 1 << a | 1 << b | 1 << c;
            for place in [a, b, c] {
                self.sets_of[usize::from(place) % MOST] |= 1 << number;
            }
            number += 1;
        });
        for (meeting, [a, b, c, _]) in meeting.iter_mut().zip(&sets[..number % (MOST + 1)]) {
            let [a, b, c] = [a, b, c].map(|&place| self.sets_of[usize::from(place) % MOST]);
            *meeting = a | b | c;
        }
        let mut node = Undivided { cards: lowest(cards.into()), open: lowest(number), taken: 0 };
        nodes.resize(nodes.len().max(on_table.len()), Undivided::default());
        for (first, &set) in nodes.iter_mut().zip(on_table) {
            let set = self.number(set);
            let (cards, open) = (node.cards & !cards_of[set], node.open & !meeting[set]);
            *first = Undivided { cards, open, taken: 1 << set };
            // Then the other ways without it.
            node.open &= !(1 << set);
        }
        let (sets_of, divisions) = (&self.sets_of, &mut self.divisions);
        let firsts = on_table.len();
        let (cards, meeting) = (&cards_of, &meeting);
        self.set.run(Division { sets_of, cards, meeting, nodes, firsts, divisions });
    }

    /// Whether there is no way of dividing the cards.
    #[inline(always)]
    pub(super) const fn is_empty(&self) -> bool {
        self.divisions.is_empty()
    }

    /// How promising it is to take each set on the table: the weight of all ways of dividing the
    /// cards of which it is one, 2^t for each, with t sets on the table. It is 0 if no card can be
    /// left only without it.
    #[inline(always)]
    pub(super) fn scores(&self, on_table: &[Triple]) -> impl Iterator<Item = u64> + Clone {
        let numbers = on_table.iter().map(|&set| self.number(set));
        let all = numbers.clone().fold(0, |all, number| all | 1 << number);
        numbers.map(move |number| {
            let weight = |division: u64| (division >> number & 1) << (division & all).count_ones();
            self.divisions.iter().map(|&division| weight(division)).sum()
        })
    }

    /// Takes a set away: the other cards are divided in the ways of which it was one.
    #[inline(always)]
    pub(super) fn take(&mut self, set: Triple) {
        let (number, mut kept) = (self.number(set), 0);
        for place in 0..self.divisions.len() {
            let division = self.divisions[place];
            self.divisions[kept] = division;
            kept += usize::from(division >> number & 1 == 1);
        }
        self.divisions.truncate(kept);
    }

    fn number(&self, set: Triple) -> usize {
        let [a, b, _] = set.cards().map(|card| self.places[card % ROOM]);
        let [a, b] = [a, b].map(|place| self.sets_of[usize::from(place) % MOST]);
        // Two cards have one set in common.
        (a & b).trailing_zeros() as usize % MOST
    }
}

/// How many cards are looked at side by side.
const SIDE: usize = 8;

/// How many sets are taken at once, if they are the only ones of some cards.
const FORCED: usize = 3;

/// The cards that are not divided yet, the open sets, and those that were taken.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Undivided {
    cards: u64,
    open: u64,
    taken: u64,
}

/// With this number of waiting nodes the search becomes depth first: each step adds at most one, so
/// that memory is bounded. It does not come to that near the end of a game.
const MOST_WAITING: usize = 1024;

/// A search, breadth first: the nodes do not wait for one another, and there is no branch but at
/// the end.
struct Division<'a> {
    /// The sets of each card.
    sets_of: &'a [u64; MOST],
    /// The cards of each set; the entry [`MOST`], for no set, has none.
    cards: &'a [u64; 2 * MOST],
    /// The sets that share a card with each set, itself among them.
    meeting: &'a [u64; 2 * MOST],
    /// The nodes that wait, and behind them what was there before.
    nodes: &'a mut Vec<Undivided>,
    /// How many nodes there are at first.
    firsts: usize,
    divisions: &'a mut Vec<u64>,
}

impl Division<'_> {
    /// What is left when some sets are taken, at most [`FORCED`], and whether they share no card.
    #[inline(always)]
    fn after(&self, node: Undivided, taken: u64) -> (Undivided, bool) {
        let (mut rest, mut cards, mut meeting) = (taken, 0, 0);
        for _ in 0..FORCED {
            let set = rest.trailing_zeros() as usize % (2 * MOST);
            cards |= self.cards[set];
            meeting |= self.meeting[set];
            rest &= rest.wrapping_sub(1);
        }
        let left = Undivided {
            cards: node.cards & !cards,
            open: node.open & !meeting,
            taken: node.taken | taken,
        };
        (left, cards.count_ones() == 3 * taken.count_ones())
    }

    /// The open sets that are the only ones of a card, the first few of them, or none; some open
    /// set, if possible of a card with two; and whether each card has a set. The cards lie in the
    /// first `ROWS` rows.
    #[inline(always)]
    fn look<const ROWS: usize>(
        &self,
        node: Undivided,
        arithmetic: impl Arithmetic,
    ) -> (u64, u64, bool) {
        let ([mut forced, mut two], mut without) = ([[0; SIDE]; 2], 0);
        let rows = self.sets_of.as_chunks::<SIDE>().0.iter().take(ROWS);
        for (sets, first) in rows.zip((0..).step_by(SIDE)) {
            let sets = sets.map(|sets| sets & node.open);
            for side in 0..SIDE {
                let but_one = sets[side] & sets[side].wrapping_sub(1);
                let but_two = but_one & but_one.wrapping_sub(1);
                forced[side] |= if but_one == 0 { sets[side] } else { 0 };
                two[side] |= if but_two == 0 { sets[side] } else { 0 };
            }
            without |= u64::from(arithmetic.zeros(sets)) << first;
        }
        let [forced, two] = [forced, two].map(|sets| sets.iter().fold(0, |all, sets| all | sets));
        let beyond = (0..FORCED).fold(forced, |sets, _| sets & sets.wrapping_sub(1));
        let choices = if two == 0 { node.open } else { two };
        let choice = choices & choices.wrapping_neg();
        (forced & !beyond, choice, without & node.cards == 0)
    }

    /// Finds all ways of dividing the cards, which lie in the first `ROWS` rows.
    #[inline(always)]
    fn find_all<const ROWS: usize>(&mut self, arithmetic: impl Arithmetic) {
        let (mut next, mut nodes, mut found) = (0, self.firsts, 0);
        while next < nodes {
            if self.nodes.len() < nodes + 2 {
                // Those that were looked at make room for what may be added.
                self.nodes.copy_within(next..nodes, 0);
                (next, nodes) = (0, nodes - next);
                self.nodes.resize(self.nodes.len().max(2 * nodes + MOST), Undivided::default());
            }
            if self.divisions.len() <= found {
                self.divisions.resize(2 * found + MOST, 0);
            }
            let node = if nodes - next > MOST_WAITING {
                nodes -= 1;
                self.nodes[nodes]
            } else {
                next += 1;
                self.nodes[next - 1]
            };
            let (forced, choice, has_all) = self.look::<ROWS>(node, arithmetic);
            let taken = if forced == 0 { choice } else { forced };
            let (left, are_disjoint) = self.after(node, taken);
            let (is_valid, is_divided) = (has_all & are_disjoint, left.cards == 0);
            self.divisions[found] = left.taken;
            found += usize::from(is_valid & is_divided);
            let has_enough = left.open.count_ones() * 3 >= left.cards.count_ones();
            self.nodes[nodes] = left;
            nodes += usize::from(is_valid & !is_divided & has_enough);
            // The other possibility is that the choice is not taken, if there is one.
            self.nodes[nodes] = Undivided { open: node.open & !taken, ..node };
            nodes += usize::from(has_all & (forced == 0) & (choice != 0));
        }
        self.divisions.truncate(found);
    }
}

impl Task for Division<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(mut self, arithmetic: A) {
        let all = self.nodes[..self.firsts].iter().fold(0, |all, node| all | node.cards);
        if all >> (4 * SIDE) == 0 {
            self.find_all::<4>(arithmetic);
        } else {
            self.find_all::<{ MOST / SIDE }>(arithmetic);
        }
    }
}

/// The lowest `number` bits.
fn lowest(number: usize) -> u64 {
    if number == 0 { 0 } else { u64::MAX >> (64 - number) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::byte_set;

    /// 1,024 games are played in lanes at a time by each thread.
    #[test]
    fn a_game_in_lanes_keeps_a_byte_for_each_card_of_a_small_deck() {
        assert!(size_of::<Partitions<{ byte_set::PADDED_LANE_DECK }>>() <= 128 + 8 * MOST + 32);
    }
}
