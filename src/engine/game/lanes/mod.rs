//! 64 games side by side, by the policies that choose in vectors: all but `clear`.
//!
//! Between two deals, a game nearly always takes one set of 12 cards. So the games go in step, from
//! deal to deal: three cards are dealt to all, all tables are counted, and a set is taken from each
//! (`table`). A game whose 12 cards hold no set leaves the others and plays on alone, in the fast
//! way, until it has nine cards again and three are to be dealt: then it waits until the others are
//! there, as all games have the same number of cards in the deck when they are dealt. With the deck
//! empty, the tables shrink in step, 12, 9, 6 and 3 cards, and a game is over as soon as it has no
//! set.
//!
//! Tests compare everything that is seen and taken, game by game, with the naive game, on every
//! instruction set.
//!
//! # Cost
//!
//! In vector operations for 64 tables of 12 cards, when registers have 64 bytes (AVX-512): 4 to
//! exchange the bits of a card; 2 for the third card of each of 55 pairs, and 2 for each of 220
//! triples; 4 to note and count what a pair has found, 6 to count down to the set that is taken;
//! 300 for the random words, whose products of 64 bits are most of it; 100 to take three cards
//! away. Together 48 + 110 + 440 + 220 + 330 + 300 + 100 = 1550. A deck of 81 cards has 24 such
//! deals, and the smaller tables of the end game are as much as another one: 25 x 1550 / 64 = 600
//! operations a game, two of which start in a cycle: 300 cycles. With AVX2, which has twice as many
//! registers and needs two operations more for each third card, 1300 operations, three in a cycle:
//! 430 cycles. Dealing costs 200 cycles (`crate::deal::decks`), a tally one or two for each table.
//! `most-left` and `fewest-left` add 3 x 220 operations to count the sets of each card, 3 x 220 to
//! add those of the cards of each set, and 400 to find the best and to keep them, 1700 in all;
//! `similar` and `different` 20 for each pair, 1100 in all (`weigh`).
//!
//! A game leaves the others 1.3 times. Three new cards are combined with 12 to 14 others at five
//! instructions each, 200; to set the cards out and back is as much; two or three tables are seen,
//! chosen from and tallied one by one; and each branch of it goes another way than the last time,
//! five of which cost 100 cycles. With 400 to 500 cycles it is as much as everything in lanes. (To
//! let such games of many groups meet in lanes of their own would save half of it.)

mod alone;
mod pairs;
mod table;
mod weigh;

use super::counts::{Counts, LANE_CARDS, SETS_FROM, UNSEEN};
use super::dealer::Group;
use super::policy::Policy;
use super::progress::{Ending, Progress};
use super::rules::{Arrival, DEALT, Rules};
use super::splitmix::SplitMix64;
use crate::lanes::{InstructionSet, LANES, Lanes};
use alone::Alone;
use table::Tables;

/// Twelve cards, in threes.
const FULL: usize = LANE_CARDS / DEALT;

/// A game that is over never comes back.
const NEVER: u8 = u8::MAX;

/// A player of 64 games at once.
#[derive(Debug)]
pub(super) struct LanePlayer {
    rules: Rules,
    policy: Policy,
    set: InstructionSet,
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
    /// Whether the games of a policy can be played in lanes.
    pub(super) fn plays(rules: Rules, policy: Policy) -> bool {
        policy != Policy::Clear && rules.deck().size() <= 81 && rules.start() == LANE_CARDS
    }

    pub(super) fn new(rules: Rules, policy: Policy, set: InstructionSet) -> Self {
        Self {
            rules,
            policy,
            set,
            tables: Tables::new(rules.deck()),
            alone: Alone::new(rules.deck(), policy),
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
    pub(super) fn play(&mut self, group: &Group<'_>, counts: &mut Counts) {
        let Group::Lanes { cards: decks, rngs, .. } = *group else {
            unreachable!("decks are dealt in lanes to a player in lanes")
        };
        self.start(rngs);
        let all = decks.len() / DEALT;
        self.tables.cards[..LANE_CARDS - DEALT].copy_from_slice(&decks[..LANE_CARDS - DEALT]);
        for next in FULL..=all {
            self.tables.cards[LANE_CARDS - DEALT..]
                .copy_from_slice(&decks[(next - 1) * DEALT..next * DEALT]);
            let deal = next.to_le_bytes()[0];
            self.tables.active = self.back.map(|back| if back <= deal { u8::MAX } else { 0 });
            self.look(all - next, FULL, Arrival::Dealt, counts);
            if next < all {
                self.detours(next, decks, counts);
            }
        }
        for table in (0..FULL).rev() {
            let lost = |outcome| outcome == UNSEEN || outcome >> SETS_FROM == 0;
            self.tables.active =
                self.tables.outcomes.map(|outcome| if lost(outcome) { 0 } else { u8::MAX });
            self.look(0, table, Arrival::Taken, counts);
        }
        for (lane, mut ending) in self.endings.into_iter().enumerate().take(rngs.len()) {
            ending.sets_taken = usize::from(self.sets_taken.0[lane]);
            ending.cards_left = decks.len() - DEALT * ending.sets_taken;
            if ending.extra_deals == 0 {
                ending.stuck_with = ending.cards_left;
            }
            counts.end(lane, ending);
        }
    }

    fn start(&mut self, rngs: &[SplitMix64]) {
        self.back = Lanes::splat(NEVER);
        self.sets_taken = Lanes::default();
        self.endings.fill(Ending { largest_table: LANE_CARDS, ..Ending::default() });
        for (lane, &rng) in rngs.iter().enumerate() {
            self.tables.rngs.set(lane, rng);
            self.back.0[lane] = 0;
        }
    }

    /// All games that are in step look for a set.
    fn look(&mut self, in_deck: usize, table: usize, arrival: Arrival, counts: &mut Counts) {
        self.tables.look(self.set, table * DEALT, self.policy);
        let outcomes = &self.tables.outcomes;
        counts.sees_lanes(in_deck, table, arrival, outcomes);
        let taken = |outcome| u8::from(outcome != UNSEEN && outcome != 0);
        self.sets_taken.add(&outcomes.map(taken));
    }

    /// Games without a set leave the others.
    fn detours(&mut self, next: usize, decks: &[Lanes<u8>], counts: &mut Counts) {
        for lane in 0..LANES {
            if self.tables.outcomes.0[lane] == 0 {
                counts.alone(lane);
                self.detour(lane, next, decks, counts);
            }
        }
    }

    /// A game goes on alone.
    #[inline(never)]
    fn detour(&mut self, lane: usize, next: usize, decks: &[Lanes<u8>], counts: &mut Counts) {
        let tables = &mut self.tables;
        let before = tables.cards.map(|cards| cards.0[lane]);
        let mut rng = tables.rngs.get(lane);
        let mut progress = Progress::after(self.rules, next);
        let dealt = |place: usize| decks[place].0[lane];
        let on = self.alone.play(&mut progress, &before, dealt, &mut rng, counts);
        let (ending, alone) = (&mut self.endings[lane], progress.ending());
        if ending.extra_deals == 0 {
            ending.stuck_with = alone.stuck_with;
        }
        ending.extra_deals += alone.extra_deals;
        ending.largest_table = ending.largest_table.max(alone.largest_table);
        self.sets_taken.0[lane] += alone.sets_taken.to_le_bytes()[0];
        if !on {
            self.back.0[lane] = NEVER;
            return;
        }
        self.back.0[lane] = (progress.next + 1).to_le_bytes()[0];
        tables.rngs.set(lane, rng);
        let (cards, number) = self.alone.cards();
        for (place, &card) in tables.cards.iter_mut().zip(&cards[..number]) {
            place.0[lane] = card;
        }
    }
}
