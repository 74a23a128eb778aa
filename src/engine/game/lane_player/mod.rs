//! Plays many games side by side, in groups of 64.
//!
//! Between two deals, a game nearly always takes one set from 12 cards. So the games proceed in
//! step, from deal to deal: three cards are dealt to all, the sets of all tables are counted, and a
//! set is taken from each (`table`). Some games of a group have no set among their 12 cards; such
//! stuck games of all groups are collected in a shared group. They get three cards, take a set, and
//! then usually another one. That leaves nine cards, with which they wait until their group reaches
//! them: because all games have the same number of cards in the deck when they are dealt to, that
//! is the deal after the next. A game that again has no set among its 12 cards gets three more at
//! the next deal; one without a set among 15 cards is played alone, with `player`, until it has
//! nine cards again. When the deck is empty, the tables shrink in step to 9, 6 and 3 cards, and a
//! game is over as soon as it has no set.
//!
//! Tests compare all tallies on every instruction set: some games with games by definition
//! (`tests/engine/naive_games.rs`), and games that fill all lanes with games that are played one at
//! a time.
//!
//! # Cost
//!
//! In vector operations for 64 tables of 12 cards, with registers of 64 bytes (AVX-512): 4 to swap
//! the bits of a card; 2 for the third card of each of 55 pairs, and 2 for each of 220 triples; 4
//! to record and count the result of a pair, 6 to count down to the set that is taken; 300 for the
//! random words, mostly for their products of 64 bits; 100 to remove three cards. The sum is
//! 48 + 110 + 440 + 220 + 330 + 300 + 100 = 1550. A deck of 81 cards has 24 such deals, and the
//! smaller tables of the end game cost as much as another one: 25 x 1550 / 64 = 600 operations a
//! game, two of which start in a cycle: 300 cycles. AVX2 has registers of half the size and needs
//! two more operations for each third card: 1300 operations, three in a cycle, 430 cycles. Dealing
//! costs 200 cycles (`crate::deal::piles`), a tally one or two for each table. `most-left` and
//! `fewest-left` add 3 x 220 operations to count the sets of each card, 3 x 220 to sum those of the
//! cards of each set, and 400 to find and keep the best, 1700 in all; `similar` and `different` add
//! 20 for each pair, 1100 in all (`weigh`).
//!
//! A game by `random` with AVX2 takes 5500 instructions, counted by callgrind, at four a cycle on a
//! Zen 4: finding sets 1200, dealing 950, counting and the order of games 670, choosing a set 660,
//! random words 450, removing its cards 290, and loads, stores and allocations.
//!
//! A game is stuck 1.0 times (`most-left`) to 2.6 times (`fewest-left`). The 36 pairs with one of
//! three new cards have 235 earlier cards, so 15 cards of which 12 contain no set cost as much as
//! 12 cards, and 12 are scanned afterwards: two tables, 30 cycles for each stuck game (AVX-512) if
//! three of four lanes are in use. In addition, its cards and its generator are copied into the
//! lanes and back, byte by byte.

mod pairs;
mod table;
mod weigh;

use super::counts::{Counts, MAX_LANE_GAMES, TABLE_THREES};
use super::player::Player;
use super::policy::Policy;
use super::rules::{Arrival, DEALT, Rules};
use super::splitmix::SplitMix64;
use super::tallies::Ending;
use crate::card::{Card, Deck};
use crate::deal::LaneGroups;
use crate::lanes::{Element, InstructionSet, LANES, Lanes, set_bits};
use table::{LaneTables, SetTaker};

/// The number of groups of 64 games that are played together: with 16, about 64 games have no set
/// after a deal, and fill a group of their own.
const GROUPS: usize = MAX_LANE_GAMES / LANES;

/// The standard table size of games in SIMD lanes: 12 cards.
const TABLE_CARDS: usize = TABLE_THREES * DEALT;

/// The maximum table size of games in SIMD lanes: 15 cards.
const MAX_TABLE_CARDS: usize = (TABLE_THREES + 1) * DEALT;

/// The outcome of a table on which sets are not looked for. Every other outcome is the number of
/// sets: 12 cards have fewer sets than this, and so have 15 cards of which 12 contain none.
pub(super) const UNSEEN: u8 = u8::MAX;

/// Returns whether the outcome of a table is a positive number of sets.
#[inline(always)]
const fn has_set(outcome: u8) -> bool {
    outcome != 0 && outcome != UNSEEN
}

/// Sentinel for a game that never rejoins its group.
const NEVER: u8 = u8::MAX;

/// Player of many games at once, in SIMD lanes.
#[derive(Debug)]
pub(super) struct LanePlayer {
    rules: Rules,
    taker: SetTaker,
    groups: Vec<GameGroup>,
    /// The endings of the games, as far as they are known.
    endings: Vec<Ending>,
    /// Games whose 12 cards contain no set, and which wait for three more.
    stuck: Vec<Stuck>,
    /// Player of individual games that no longer run side by side with others.
    single_player: Player,
    /// Table of the cards, indexed by their codes.
    cards_by_code: Vec<Card>,
}

/// Group of 64 games that are played side by side.
#[derive(Clone, Debug)]
struct GameGroup {
    tables: LaneTables,
    /// The index of the game in each lane.
    games: [u16; LANES],
    /// The number of the deal at which the game in each lane rejoins the group.
    rejoins_at: Lanes<u8>,
    sets_taken: Lanes<u8>,
    /// For each lane, the numbers of searches for a set at tables of 12 and of 15 cards: all
    /// searches, and searches that found no set.
    looks: [[Lanes<u8>; 2]; 2],
}

/// Game without a set that waits for three more cards.
#[derive(Clone, Copy, Debug)]
struct Stuck {
    game: u16,
    cards: [u8; TABLE_CARDS],
}

impl GameGroup {
    fn new(group: usize) -> Self {
        let number = |lane: usize| u16::try_from(LANES * group + lane).expect("few games");
        Self {
            tables: LaneTables::default(),
            games: std::array::from_fn(number),
            rejoins_at: Lanes::default(),
            sets_taken: Lanes::default(),
            looks: Default::default(),
        }
    }

    /// Adds the outcomes of the current tables to the counts of searches for a set at tables of 12
    /// cards.
    fn count_looks(&mut self) {
        let (outcomes, [all, without]) = (&self.tables.outcomes, &mut self.looks[0]);
        for lane in 0..LANES {
            all.0[lane] += u8::from(outcomes.0[lane] != UNSEEN);
            without.0[lane] += u8::from(outcomes.0[lane] == 0);
        }
    }

    /// Returns a copy of the stuck game in a lane.
    fn stuck(&self, lane: usize) -> Stuck {
        let cards = std::array::from_fn(|place| self.tables.cards[place].0[lane]);
        Stuck { game: self.games[lane], cards }
    }
}

/// Returns the index of the group of a game, and its lane in the group.
const fn group_and_lane(game: u16) -> (usize, usize) {
    (game as usize / LANES, game as usize % LANES)
}

/// Returns the code of a card of at most four digits, which is a byte.
fn code(card: Card, deck: Deck) -> u8 {
    card.code(deck).to_le_bytes()[0]
}

/// Returns a dealer of decks in the layout that [`LanePlayer::play`] takes.
pub(super) fn dealer(rules: Rules, set: InstructionSet) -> LaneGroups<u8> {
    LaneGroups::for_decks(set, rules.deck(), |card| code(card, rules.deck()))
}

impl LanePlayer {
    pub(super) fn new(rules: Rules, policy: Policy, set: InstructionSet) -> Self {
        let deck = rules.deck();
        let mut cards_by_code = vec![Card::default(); 256];
        deck.cards().for_each(|card| cards_by_code[usize::from(code(card, deck))] = card);
        Self {
            rules,
            taker: SetTaker::new(set, policy, deck),
            groups: (0..GROUPS).map(GameGroup::new).collect(),
            endings: vec![Ending::default(); MAX_LANE_GAMES],
            stuck: Vec::new(),
            single_player: Player::new(rules, policy),
            cards_by_code,
        }
    }

    /// Plays up to [`MAX_LANE_GAMES`] games, one for each generator of `rngs`, which choose the
    /// sets. Each item of `decks` holds 64 decks: the first cards of all of them, then the second
    /// cards, and so on.
    pub(super) fn play(
        &mut self,
        decks: &[&[Lanes<u8>]],
        rngs: &[SplitMix64],
        counts: &mut Counts,
    ) {
        self.start(decks, rngs);
        for next in TABLE_THREES..=self.in_deck(0) {
            for (group, deck) in decks.iter().enumerate() {
                self.deal(group, next, deck, counts);
            }
            self.deal_to_stuck(next, decks, counts);
        }
        self.clear_tables(decks.len(), counts);
        self.end(rngs.len(), counts);
    }

    fn start(&mut self, decks: &[&[Lanes<u8>]], rngs: &[SplitMix64]) {
        self.stuck.clear();
        self.endings.fill(Ending { largest_table: TABLE_CARDS, ..Ending::default() });
        let dealt = decks.iter().zip(rngs.chunks(LANES));
        for (group, (deck, rngs)) in self.groups.iter_mut().zip(dealt) {
            group.tables.cards[..TABLE_CARDS].copy_from_slice(&deck[..TABLE_CARDS]);
            group.rejoins_at = Lanes::splat(NEVER);
            group.rejoins_at.0[..rngs.len()].fill(0);
            (group.sets_taken, group.looks) = Default::default();
            for (lane, &rng) in rngs.iter().enumerate() {
                group.tables.rngs.set(lane, rng);
            }
        }
    }

    /// Deals three cards to the games of a group, and takes a set from each that has one.
    fn deal(&mut self, group: usize, next: usize, deck: &[Lanes<u8>], counts: &mut Counts) {
        let (deal, in_deck) = (next.to_le_bytes()[0], self.in_deck(next));
        let GameGroup { tables, rejoins_at, .. } = &mut self.groups[group];
        tables.cards[TABLE_CARDS - DEALT..TABLE_CARDS]
            .copy_from_slice(&deck[(next - 1) * DEALT..next * DEALT]);
        tables.active = rejoins_at.map(|rejoins_at| u8::mask(rejoins_at <= deal));
        let without_set = self.take_sets(group, in_deck, TABLE_THREES, Arrival::Dealt, counts);
        let group = &mut self.groups[group];
        group.count_looks();
        if in_deck > 0 {
            self.stuck.extend(set_bits(without_set).map(|lane| group.stuck(lane)));
        }
    }

    /// Looks for sets in all active games of a group, and takes one in each that has any. Returns a
    /// bit for each active game without a set.
    fn take_sets(
        &mut self,
        group: usize,
        in_deck: usize,
        table: usize,
        arrival: Arrival,
        counts: &mut Counts,
    ) -> u64 {
        let GameGroup { tables, sets_taken, .. } = &mut self.groups[group];
        let without_set = self.taker.take_sets(tables, 0, table * DEALT);
        counts.tables_seen(in_deck, table, arrival, &tables.outcomes);
        sets_taken.add(&tables.outcomes.map(|outcome| u8::from(has_set(outcome))));
        without_set
    }

    /// Deals three cards to all stuck games, after the `next`th deal to their groups, and takes up
    /// to two sets in each. Once the deck is empty there are no such games.
    fn deal_to_stuck(&mut self, next: usize, decks: &[&[Lanes<u8>]], counts: &mut Counts) {
        let stuck = std::mem::take(&mut self.stuck);
        for some in stuck.chunks(LANES) {
            let mut gathered = self.gather(some, next, decks);
            let in_deck = self.in_deck(next + 1);
            let tables = &mut gathered.tables;
            self.taker.take_sets(tables, TABLE_CARDS, MAX_TABLE_CARDS);
            counts.tables_seen(in_deck, TABLE_THREES + 1, Arrival::Dealt, &tables.outcomes);
            let first = tables.outcomes;
            tables.active = first.map(|outcome| u8::mask(has_set(outcome)));
            self.taker.take_sets(tables, 0, TABLE_CARDS);
            counts.tables_seen(in_deck, TABLE_THREES, Arrival::Taken, &tables.outcomes);
            for (lane, &outcome) in first.0.iter().enumerate().filter(|(_, it)| **it != UNSEEN) {
                self.rejoin(&gathered, lane, outcome, next + 1, decks, counts);
            }
        }
    }

    /// Collects games without a set in a group and deals three cards to each.
    fn gather(&mut self, stuck: &[Stuck], next: usize, decks: &[&[Lanes<u8>]]) -> GameGroup {
        let (mut gathered, cards_left) =
            (GameGroup::new(0), self.in_deck(next) * DEALT + TABLE_CARDS);
        for (lane, stuck) in stuck.iter().enumerate() {
            let (group, from) = group_and_lane(stuck.game);
            let dealt = decks[group][next * DEALT..][..DEALT].iter().map(|cards| cards.0[from]);
            for (to, card) in
                gathered.tables.cards.iter_mut().zip(stuck.cards.into_iter().chain(dealt))
            {
                to.0[lane] = card;
            }
            gathered.tables.rngs.set(lane, self.groups[group].tables.rngs.get(from));
            gathered.tables.active.0[lane] = u8::MAX;
            gathered.games[lane] = stuck.game;
            let ending = &mut self.endings[usize::from(stuck.game)];
            ending.mark_stuck(cards_left);
            ending.extra_deals += 1;
            ending.largest_table = ending.largest_table.max(MAX_TABLE_CARDS);
        }
        gathered
    }

    /// Continues a stuck game after it was dealt three more cards, the `next` deal. With nine cards
    /// it rejoins its group later. Otherwise it waits for three more cards or is played alone, or
    /// is over if the deck is empty.
    fn rejoin(
        &mut self,
        gathered: &GameGroup,
        lane: usize,
        first: u8,
        next: usize,
        decks: &[&[Lanes<u8>]],
        counts: &mut Counts,
    ) {
        let (second, game) = (gathered.tables.outcomes.0[lane], gathered.games[lane]);
        let (group, to) = group_and_lane(game);
        let games = &mut self.groups[group];
        games.sets_taken.0[to] += u8::from(has_set(first)) + u8::from(has_set(second));
        for ([all, without], outcome) in games.looks.iter_mut().zip([second, first]) {
            all.0[to] += u8::from(outcome != UNSEEN);
            without.0[to] += u8::from(outcome == 0);
        }
        games.tables.rngs.set(to, gathered.tables.rngs.get(lane));
        games.rejoins_at.0[to] = NEVER;
        if has_set(second) {
            games.rejoins_at.0[to] = (next + 1).to_le_bytes()[0];
            for (to_cards, cards) in games.tables.cards.iter_mut().zip(&gathered.tables.cards) {
                to_cards.0[to] = cards.0[lane];
            }
        } else if self.in_deck(next) > 0 && has_set(first) {
            self.stuck.push(gathered.stuck(lane));
        } else if self.in_deck(next) > 0 {
            let cards = gathered.tables.cards.map(|cards| cards.0[lane]);
            self.play_alone(game, &cards, next, decks, counts);
        }
    }

    /// Plays one game, whose 15 cards contain no set, on its own until it can rejoin its group or
    /// is over.
    #[inline(never)]
    fn play_alone(
        &mut self,
        game: u16,
        cards: &[u8; MAX_TABLE_CARDS],
        next: usize,
        decks: &[&[Lanes<u8>]],
        counts: &mut Counts,
    ) {
        let (group, lane) = group_and_lane(game);
        let (games, cards_by_code) = (&mut self.groups[group], &self.cards_by_code);
        let mut rng = games.tables.rngs.get(lane);
        counts.focus(game.into());
        let table = cards.map(|code| cards_by_code[usize::from(code)]);
        let deck = decks[group][next * DEALT..].iter();
        let deck = deck.map(|cards| cards_by_code[usize::from(cards.0[lane])]);
        let goes_on = self.single_player.resume(&table, deck, &mut rng, counts);
        let (ending, alone) = (&mut self.endings[usize::from(game)], self.single_player.ending());
        ending.extra_deals += alone.extra_deals;
        ending.largest_table = ending.largest_table.max(alone.largest_table);
        games.sets_taken.0[lane] += alone.sets_taken.to_le_bytes()[0];
        for ([all, without], alone) in games.looks.iter_mut().zip(counts.looks_of_focus()) {
            all.0[lane] += alone[0];
            without.0[lane] += alone[1];
        }
        if goes_on {
            // The last three cards are those that its group gets with the deal after this one.
            let dealt = (self.rules.cards() - self.single_player.in_deck()) / DEALT;
            games.rejoins_at.0[lane] = dealt.to_le_bytes()[0];
            games.tables.rngs.set(lane, rng);
            for (place, code) in games.tables.cards.iter_mut().zip(self.single_player.table_codes())
            {
                place.0[lane] = code.to_le_bytes()[0];
            }
        }
    }

    /// Takes sets after the deck is empty, until no game has one: the tables shrink in step.
    fn clear_tables(&mut self, groups: usize, counts: &mut Counts) {
        let goes_on = (self.in_deck(0) + 1).to_le_bytes()[0];
        for group in 0..groups {
            let GameGroup { tables, rejoins_at, .. } = &mut self.groups[group];
            // Games that were absent at the last deal have taken a set since.
            let last_seen = |outcome, rejoins_at| if rejoins_at == goes_on { 1 } else { outcome };
            tables.outcomes = tables.outcomes.zip(rejoins_at, last_seen);
            for table in (0..TABLE_THREES).rev() {
                let tables = &mut self.groups[group].tables;
                tables.active = tables.outcomes.map(|outcome| u8::mask(has_set(outcome)));
                self.take_sets(group, 0, table, Arrival::Taken, counts);
            }
        }
    }

    fn end(&mut self, games: usize, counts: &mut Counts) {
        for (game, ending) in self.endings.iter_mut().enumerate().take(games) {
            let (group, lane) = (&self.groups[game / LANES], game % LANES);
            ending.sets_taken = group.sets_taken.0[lane].into();
            ending.cards_left = self.rules.cards() - DEALT * ending.sets_taken;
            ending.mark_stuck(ending.cards_left);
            if ending.largest_table > MAX_TABLE_CARDS {
                counts.game_ended(game, *ending);
            } else {
                counts.game_ended_in_lanes(*ending);
            }
        }
        let groups = &self.groups[..games.div_ceil(LANES)];
        groups.iter().for_each(|group| counts.looks_in_lanes(&group.looks));
    }

    /// Returns a third of the number of cards in the deck after `next` deals of three cards.
    fn in_deck(&self, next: usize) -> usize {
        self.rules.cards() / DEALT - next
    }
}
