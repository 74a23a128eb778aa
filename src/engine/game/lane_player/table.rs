//! Tables of 64 games with equal numbers of cards: counts their sets and takes one from each table.
//!
//! Digits 0, 1, 2 are stored in two bits, and the third card is computed as in
//! [`crate::detect::lane_tests`]. The cards are in the order of dealing, so the loop over pairs
//! visits the sets in their order: by the card dealt last, then by the one before it. Each pair
//! whose third card is an earlier card has the weight 1, all others 0. The policy changes the
//! weights of the sets (`weigh`), a random word of the game selects one, and a second loop counts
//! down to it.
//!
//! If the cards are scanned from the last dealt to the first, the first set in the order of dealing
//! is the last one in the order of the loop.

use super::MAX_TABLE_CARDS;
use super::pairs::{PAIRS, PLACES, SeenTables, pairs};
use super::weigh::{keep_best, weigh_by_type};
use crate::card::Deck;
use crate::detect::lane_tests::{swapped, third_cards};
use crate::game::policy::Policy;
use crate::game::splitmix::LaneSplitMix64;
use crate::lanes::{Arithmetic, Element, InstructionSet, LANES, Lanes, Task};
use bytemuck::cast;
use std::cell::Cell;

/// Sentinel: a code that no card has.
const NO_CARD: u8 = u8::MAX;

/// Tables of 64 games.
#[derive(Clone, Debug)]
pub(super) struct LaneTables {
    /// The codes of the cards in the order of dealing.
    pub(super) cards: [Lanes<u8>; MAX_TABLE_CARDS],
    /// The random number generator of the game in each lane.
    pub(super) rngs: LaneSplitMix64,
    /// A mask with all bits set in the lanes of games that look for sets, and no bits in the other
    /// lanes.
    pub(super) active: Lanes<u8>,
    /// The outcome of each table: the number of its sets, or `UNSEEN`.
    pub(super) outcomes: Lanes<u8>,
}

impl Default for LaneTables {
    fn default() -> Self {
        let [active, outcomes] = [Lanes::default(); 2];
        let cards = [Lanes::default(); MAX_TABLE_CARDS];
        Self { cards, rngs: LaneSplitMix64::default(), active, outcomes }
    }
}

/// Finder of the sets on 64 tables, which takes from each table the set that a policy chooses.
#[derive(Debug)]
pub(super) struct SetTaker {
    set: InstructionSet,
    policy: Policy,
    /// The number of features of the deck.
    features: u8,
    /// For each pair, the card that completes it to a set.
    thirds: [Lanes<u8>; PAIRS],
    /// For each pair, the weight of the set that it forms with an earlier card, or 0 if it forms
    /// none.
    weights: [Lanes<u8>; PAIRS],
}

impl SetTaker {
    pub(super) fn new(set: InstructionSet, policy: Policy, deck: Deck) -> Self {
        let [thirds, weights] = [[Lanes::default(); PAIRS]; 2];
        let features = deck.features().to_le_bytes()[0];
        Self { set, policy, features, thirds, weights }
    }

    /// Counts the sets among the first `cards` cards of each active table and takes one from each
    /// table that has one; later cards move up. The first `without` cards contain no set. Returns a
    /// bit for each active table without a set.
    pub(super) fn take_sets(
        &mut self,
        tables: &mut LaneTables,
        without: usize,
        cards: usize,
    ) -> u64 {
        self.set.run(TakeTask { taker: self, tables, without, cards })
    }
}

struct TakeTask<'a> {
    taker: &'a mut SetTaker,
    tables: &'a mut LaneTables,
    without: usize,
    cards: usize,
}

impl Task for TakeTask<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) -> u64 {
        let LaneTables { cards, rngs, active, outcomes } = self.tables;
        let SetTaker { policy, features, thirds, weights, .. } = self.taker;
        let (policy, features, mut reversed) =
            (*policy, *features, [Lanes::default(); MAX_TABLE_CARDS]);
        let is_first = policy == Policy::First;
        let (seen, without) = if is_first {
            // Reversed, the cards that contain no set are the last ones.
            reverse(&cards[..self.cards], &mut reversed);
            (&reversed[..self.cards], 0)
        } else {
            (&cards[..self.cards], self.without)
        };
        let sets = find(seen, without, thirds, weights).and(active);
        let seen = SeenTables { cards: seen, without, thirds };
        let by_type = matches!(policy, Policy::Similar | Policy::Different);
        let totals = match policy {
            Policy::MostLeft | Policy::FewestLeft => keep_best(policy, &seen, weights),
            Policy::Similar | Policy::Different => weigh_by_type(policy, &seen, weights, features),
            Policy::First | Policy::Random => sets.map(u16::from),
        };
        let totals = totals.and(&sets.map(|sets| u16::mask(sets > 0)));
        let last_one = |total: u16| total.wrapping_sub(1);
        let rest = if is_first { totals.map(last_one) } else { rngs.below(&totals) };
        let [middle, last] = if by_type {
            select_set(&seen, weights, rest)
        } else {
            select_set(&seen, weights, rest.map(Element::low_byte))
        };
        *outcomes = sets.zip(active, |sets, active| sets | !active);
        let taken = taken(&sets, [middle, last]);
        taken.iter().for_each(|card| remove(&mut cards[..self.cards], card));
        !arithmetic.nonzero(cast(outcomes.0))
    }
}

/// Copies the cards of 64 tables in reverse order.
#[inline(always)]
fn reverse(cards: &[Lanes<u8>], into: &mut [Lanes<u8>; MAX_TABLE_CARDS]) {
    into.iter_mut().zip(cards.iter().rev()).for_each(|(to, card)| *to = *card);
}

/// Returns the three cards of the set that is taken from each table, given two of them; `NO_CARD`
/// where there is no set.
#[inline(always)]
fn taken(sets: &Lanes<u8>, [middle, last]: [Lanes<u8>; 2]) -> [Lanes<u8>; 3] {
    let none = sets.map(|sets| if sets == 0 { NO_CARD } else { 0 });
    let first = third_cards([&middle, &middle.map(swapped)], [&last, &last.map(swapped)]);
    [first, middle, last].map(|card| card.zip(&none, |card, none| card | none))
}

/// Assigns the weight 1 to each pair whose third card is an earlier card, and 0 to each other pair.
/// Returns the number of sets on each table. The first `without` cards contain no set, so their
/// pairs are skipped.
#[inline(always)]
fn find(
    cards: &[Lanes<u8>],
    without: usize,
    thirds: &mut [Lanes<u8>; PAIRS],
    weights: &mut [Lanes<u8>; PAIRS],
) -> Lanes<u8> {
    let mut exchanged = [Lanes::default(); MAX_TABLE_CARDS];
    for (exchanged, card) in exchanged.iter_mut().zip(cards) {
        *exchanged = card.map(swapped);
    }
    let mut sets = Lanes::default();
    // The number of earlier cards is a constant here, so there is no branch to mispredict.
    macro_rules! find_with {
        ($($middle:literal)*) => {
            $(find_with_middle::<$middle>(
                cards, without, &exchanged, thirds, weights, &mut sets,
            );)*
        };
    }
    find_with!(1 2 3 4 5 6 7 8 9 10 11 12 13);
    sets
}

/// Finds the sets that consist of an earlier card and a pair whose first card is at position
/// `MIDDLE`, on 64 tables.
#[inline(always)]
fn find_with_middle<const MIDDLE: usize>(
    cards: &[Lanes<u8>],
    without: usize,
    exchanged: &[Lanes<u8>; MAX_TABLE_CARDS],
    thirds: &mut [Lanes<u8>; PAIRS],
    weights: &mut [Lanes<u8>; PAIRS],
    sets: &mut Lanes<u8>,
) {
    for last in without.max(MIDDLE + 1)..cards.len() {
        let pair = [&cards[MIDDLE], &exchanged[MIDDLE]];
        let third = third_cards(pair, [&cards[last], &exchanged[last]]);
        // Zero where an earlier card equals the third card.
        let mut least = Lanes::splat(u8::MAX);
        for card in &cards[..MIDDLE] {
            for lane in 0..LANES {
                least.0[lane] = least.0[lane].min(card.0[lane] ^ third.0[lane]);
            }
        }
        let weight = least.map(|least| u8::from(least == 0));
        sets.add(&weight);
        (thirds[pairs(last) + MIDDLE - 1], weights[pairs(last) + MIDDLE - 1]) = (third, weight);
    }
}

/// Returns, for each table, the last two cards of the set at which the running sum of the weights
/// first exceeds `rest`, or zeros if it never does.
#[inline(always)]
fn select_set<T: Element>(
    seen: &SeenTables<'_>,
    weights: &[Lanes<u8>; PAIRS],
    mut rest: Lanes<T>,
) -> [Lanes<u8>; 2] {
    let (mut middles, mut lasts) = (Lanes::default(), Lanes::default());
    for (weight, [middle, last]) in weights[seen.pairs()].iter().zip(&PLACES[seen.pairs()]) {
        let (middle, last) = (seen.cards[*middle], seen.cards[*last]);
        for lane in 0..LANES {
            let weight = T::truncated(weight.0[lane].into());
            let chosen = u8::mask(rest.0[lane] < weight);
            middles.0[lane] |= middle.0[lane] & chosen;
            lasts.0[lane] |= last.0[lane] & chosen;
            // Once it is exceeded, the difference wraps and is larger than all later weights.
            rest.0[lane] = rest.0[lane].wrapping_sub(weight);
        }
    }
    [middles, lasts]
}

/// Removes a card from each table that has it; later cards move up.
#[inline(always)]
fn remove(cards: &mut [Lanes<u8>], card: &Lanes<u8>) {
    let mut passed = Lanes::<u8>::default();
    for neighbours in Cell::from_mut(cards).as_slice_of_cells().windows(2) {
        let mut here = neighbours[0].get();
        let is_here = here.equal(card);
        passed = passed.zip(&is_here, |passed, is_here| passed | is_here);
        here.select(&passed, &neighbours[1].get());
        neighbours[0].set(here);
    }
}
