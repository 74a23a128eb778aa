//! 64 games side by side, by the policies that can be asked of all of them at once.
//!
//! Between two deals, a game nearly always takes one set of 12 cards. So the games go in step, from
//! deal to deal: three cards are dealt to all, all tables are counted, and a set is taken from each
//! (`table`). A game whose 12 cards hold no set leaves the others and plays on alone, in the fast way,
//! until it has nine cards again and three are to be dealt: then it waits until the others are there,
//! as all games have the same number of cards in the deck when they are dealt. With the deck empty, the
//! tables shrink in step, 12, 9, 6 and 3 cards, and a game is over as soon as it has no set.
//!
//! How one knows that it is right: game by game, everything that is seen and taken is what the naive
//! game sees and takes, on every instruction set.
//!
//! # Cost
//!
//! In vector operations for 64 tables of 12 cards, when registers have 64 bytes (AVX-512): 4 to
//! exchange the bits of a card; 2 for the third card of each of 55 pairs, and 2 for each of 220
//! triples; 4 to note and count what a pair has found, 6 to count down to the set that is taken; 300 for
//! the words, whose products of 64 bits are most of it; 100 to take three cards away. Together 48 + 110 +
//! 440 + 220 + 330 + 300 + 100 = 1550. A deck of 81 cards has 24 such deals, and the smaller tables of
//! the end game are as much as another one: 25 x 1550 / 64 = 600 operations a game, two of which start
//! in a cycle: 300 cycles. With AVX2, which has twice as many registers and needs two operations more
//! for each third card, 1300 operations, three in a cycle: 430 cycles. Dealing costs 200 cycles
//! (`crate::deal::decks`), a tally one or two cycles for each table.
//!
//! A game leaves the others 1.3 times. Three new cards are combined with 12 to 14 others at five
//! instructions each, 200; to set the cards out and back is as much; two or three tables are seen,
//! chosen from and tallied one by one; and each branch of it goes another way than the last time, five
//! of which cost 100 cycles. With 400 to 500 cycles it is as much as everything in lanes. (To let such
//! games of many groups meet in lanes of their own would save half of it.)

mod alone;
mod table;
mod words;

use super::group::{Decks, Group};
use super::play::{Progress, Witness};
use super::policy::Policy;
use super::rules::{DEALT, Rules};
use super::{Arrival, Ending};
use crate::lanes::{InstructionSet, LANES, Lanes};
use alone::Alone;
use table::{CARDS, Tables};
pub(super) use table::{SETS_FROM, Taking, UNSEEN};

/// Twelve cards, in threes.
pub(super) const FULL: usize = CARDS / DEALT;

/// A game that is over comes never back.
const NEVER: u8 = u8::MAX;

/// Which tables are looked at. Cards are counted in threes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    pub(super) in_deck: usize,
    pub(super) table: usize,
    pub(super) arrival: Arrival,
}

/// Sees 64 games go on.
pub(super) trait LaneWitness {
    /// Sees one of them.
    type One: Witness;

    /// The tables were looked at: for each the number of sets from the bit [`SETS_FROM`] on and the
    /// differing features of the one that was taken below, or [`UNSEEN`].
    fn sees_all(&mut self, stage: Stage, outcomes: &Lanes<u8>);

    /// Who sees one of the games while it goes on alone.
    fn alone(&mut self, lane: usize) -> &mut Self::One;
}

/// Whether and how a policy's games go in lanes.
pub(super) fn taking(rules: Rules, policy: Policy) -> Option<Taking> {
    let fits = rules.deck().size() <= 81 && rules.start().cards() == CARDS;
    match policy {
        Policy::Random if fits => Some(Taking::Any),
        Policy::First if fits => Some(Taking::First),
        _ => None,
    }
}

/// Someone who plays 64 games at once.
#[derive(Debug)]
pub(super) struct LanePlayer {
    rules: Rules,
    set: InstructionSet,
    taking: Taking,
    tables: Tables,
    /// The table of a game that goes on alone.
    alone: Alone,
    /// At which deal a game goes with the others again.
    back: Lanes<u8>,
    sets_taken: Lanes<u8>,
    /// What else is known of each game's ending.
    endings: [Ending; LANES],
}

impl LanePlayer {
    pub(super) fn new(rules: Rules, set: InstructionSet, taking: Taking) -> Self {
        Self {
            rules,
            set,
            taking,
            tables: Tables::default(),
            alone: Alone::new(taking),
            back: Lanes::default(),
            sets_taken: Lanes::default(),
            endings: [Ending::default(); LANES],
        }
    }

    /// Plays the games of a group.
    ///
    /// # Panics
    ///
    /// When their decks do not lie in lanes.
    pub(super) fn play<W: LaneWitness>(&mut self, group: &Group<'_>, witness: &mut W) -> &[Ending] {
        let Decks::Lanes(decks, _) = group.decks else {
            unreachable!("decks are dealt in lanes for those who play in lanes")
        };
        self.start(group);
        let all = decks.len() / DEALT;
        self.tables.cards[..CARDS - DEALT].copy_from_slice(&decks[..CARDS - DEALT]);
        for next in FULL..=all {
            self.tables.cards[CARDS - DEALT..]
                .copy_from_slice(&decks[(next - 1) * DEALT..next * DEALT]);
            let deal = next.to_le_bytes()[0];
            self.tables.active = self.back.map(|back| if back <= deal { u8::MAX } else { 0 });
            let stage = Stage { in_deck: all - next, table: FULL, arrival: Arrival::Dealt };
            self.look(stage, witness);
            if next < all {
                self.detours(next, decks, witness);
            }
        }
        for table in (0..FULL).rev() {
            let lost = |outcome| outcome == UNSEEN || outcome >> SETS_FROM == 0;
            self.tables.active =
                self.tables.outcomes.map(|outcome| if lost(outcome) { 0 } else { u8::MAX });
            self.look(Stage { in_deck: 0, table, arrival: Arrival::Taken }, witness);
        }
        self.end(group, decks.len())
    }

    fn start(&mut self, group: &Group<'_>) {
        let Self { tables, back, sets_taken, endings, .. } = self;
        *back = Lanes::splat(NEVER);
        *sets_taken = Lanes::default();
        endings.fill(Ending { largest_table: CARDS, ..Ending::default() });
        for (lane, &words) in group.words.iter().enumerate() {
            tables.words.set(lane, words);
            back.0[lane] = 0;
        }
    }

    /// All games that are in step look for a set.
    fn look<W: LaneWitness>(&mut self, stage: Stage, witness: &mut W) {
        self.tables.look(self.set, stage.table * DEALT, self.taking);
        let outcomes = &self.tables.outcomes;
        witness.sees_all(stage, outcomes);
        let taken = |outcome| u8::from(outcome != UNSEEN && outcome != 0);
        self.sets_taken.add(&outcomes.map(taken));
    }

    /// Games without a set leave the others.
    fn detours<W: LaneWitness>(&mut self, next: usize, decks: &[Lanes<u8>], witness: &mut W) {
        for lane in 0..LANES {
            if self.tables.outcomes.0[lane] == 0 {
                self.detour(lane, next, decks, witness.alone(lane));
            }
        }
    }

    /// A game goes on alone.
    #[inline(never)]
    fn detour(
        &mut self,
        lane: usize,
        next: usize,
        decks: &[Lanes<u8>],
        witness: &mut impl Witness,
    ) {
        let tables = &mut self.tables;
        let before = tables.cards.map(|cards| cards.0[lane]);
        let mut words = tables.words.get(lane);
        let mut progress = Progress::after(self.rules, next);
        let dealt = |place: usize| decks[place].0[lane];
        let on = self.alone.play(&mut progress, &before, dealt, &mut words, witness);
        let ending = &mut self.endings[lane];
        ending.extra_deals += progress.extra_deals;
        ending.largest_table = ending.largest_table.max(progress.ending().largest_table);
        self.sets_taken.0[lane] += progress.sets_taken.to_le_bytes()[0];
        if !on {
            self.back.0[lane] = NEVER;
            return;
        }
        self.back.0[lane] = (progress.next + 1).to_le_bytes()[0];
        tables.words.set(lane, words);
        let (cards, number) = self.alone.cards();
        for (place, &card) in tables.cards.iter_mut().zip(&cards[..number]) {
            place.0[lane] = card;
        }
    }

    /// How the games ended.
    fn end(&mut self, group: &Group<'_>, size: usize) -> &[Ending] {
        for (ending, taken) in self.endings.iter_mut().zip(self.sets_taken.0) {
            ending.sets_taken = usize::from(taken);
            ending.cards_left = size - DEALT * ending.sets_taken;
        }
        &self.endings[..group.words.len()]
    }
}
