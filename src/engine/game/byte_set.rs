//! A set of cards of a deck of at most 81, with the number of sets that each of them is in: a byte
//! for each card, and 64 of them in a register.
//!
//! When a card goes, each other card is in a set less if its third card with it is there: a look-up
//! in a table of bytes, which is one instruction for 64 cards where there is VBMI, and some 40 with
//! AVX2. All sets are three look-ups for each 64 of the 1080 lines.

use super::geometry::Triple;
use super::partitions::MOST;
use super::remaining::Remaining;
use crate::card::{Card, Deck};
use crate::hand::{CardSet, Pack};
use crate::lanes::{Arithmetic, LANES, Lanes, set_bits};
use bytemuck::cast;
use std::sync::LazyLock;

/// A byte for each card of a deck, and some to spare.
type Bytes = [Lanes<u8>; 2];

/// Room for the cards.
pub(super) const PADDED_LANE_DECK: usize = 2 * LANES;

/// The lines of the deck of 81 cards, in registers of 64.
const LINES: usize = 17;

/// The first sets of 64 lines are listed without a branch on how many there are.
const USUAL_SETS: usize = 5;

/// Some cards and how many sets they hold.
#[derive(Clone, Debug)]
pub(super) struct ByteSet {
    tables: &'static PairTables,
    /// 1 for each card of the set, 0 for all others.
    present: Bytes,
    /// The number of sets that each card of the set belongs to; undefined for all others.
    sets_of: Bytes,
    cards: usize,
    sets: usize,
}

/// What is looked up: indices of cards, [`ABSENT`] where there is none.
#[derive(Debug)]
struct PairTables {
    numbers: Bytes,
    /// The third cards of each card and all others.
    thirds: [Bytes; PADDED_LANE_DECK],
    /// The cards of 64 lines after 64 lines.
    lines: [[Lanes<u8>; 3]; LINES],
    triples: [[Triple; LANES]; LINES],
}

/// The index of a card that is never there, the last one that is looked up.
const ABSENT: u8 = 95;

/// The tables of the deck of 81 cards; in smaller decks, the first cards have the same third cards.
static TABLES: LazyLock<Box<PairTables>> = LazyLock::new(|| {
    let byte = |index: usize| index.to_le_bytes()[0];
    let size = Deck::GAME.size();
    let third = |a: usize, b: usize| Card::at(a).third(Card::at(b)).index();
    let bytes =
        |of: &dyn Fn(usize) -> u8| [0, LANES].map(|first| Lanes::from_fn(|lane| of(first + lane)));
    let thirds = |a: usize| bytes(&|b| if a.max(b) < size { byte(third(a, b)) } else { ABSENT });
    let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| [a, b, third(a, b)]));
    let mut lines = pairs.filter(|[_, b, c]| b < c);
    let mut tables = PairTables {
        numbers: bytes(&byte),
        thirds: std::array::from_fn(thirds),
        lines: [[Lanes::splat(ABSENT); 3]; LINES],
        triples: [[Triple::default(); LANES]; LINES],
    };
    for (cards, triples) in tables.lines.iter_mut().zip(&mut tables.triples) {
        for (lane, line) in lines.by_ref().take(LANES).enumerate() {
            cards.iter_mut().zip(line).for_each(|(cards, card)| cards.0[lane] = byte(card));
            triples[lane] = Triple::new(line[2], line[0], line[1]);
        }
    }
    Box::new(tables)
});

impl ByteSet {
    /// The cards that are dealt.
    pub(super) fn of(pack: &Pack) -> Self {
        let cards: CardSet = pack.cards().collect();
        let has_third = |a: Card, b: Card| a != b && cards.contains(a.third(b));
        let sets_of = |a: Card| cards.iter().filter(|&b| has_third(a, b)).count() / 2;
        let (mut sets_of_each, mut present) = ([Lanes::default(); 2], [Lanes::default(); 2]);
        let mut sets = 0;
        for card in cards.iter() {
            let (half, lane, number) =
                (card.index() / LANES % 2, card.index() % LANES, sets_of(card));
            present[half].0[lane] = 1;
            sets_of_each[half].0[lane] = number.to_le_bytes()[0];
            sets += number;
        }
        let (cards, sets) = (cards.len(), sets / 3);
        Self { tables: &TABLES, present, sets_of: sets_of_each, cards, sets }
    }

    /// How many sets a card is in.
    #[inline(always)]
    pub(super) fn sets_of(&self, card: usize) -> u8 {
        self.sets_of[card / LANES % 2].0[card % LANES]
    }
}

/// 1 for each of these cards that is present, else 0.
#[inline(always)]
fn looked_up(present: &Bytes, cards: &Lanes<u8>, arithmetic: impl Arithmetic) -> Lanes<u8> {
    let present = present.map(|present| cast(present.0));
    Lanes(cast(arithmetic.looked_up(present, cast(cards.0))))
}

impl Remaining for ByteSet {
    #[inline(always)]
    fn numbers(&self) -> [usize; 2] {
        [self.cards, self.sets]
    }

    #[inline(always)]
    fn sets_sharing_a_card(&self, set: Triple) -> usize {
        set.cards().into_iter().map(|card| usize::from(self.sets_of(card))).sum()
    }

    #[inline(always)]
    fn take(&mut self, set: Triple, arithmetic: impl Arithmetic) {
        // It is in the sets of each of its cards.
        self.sets -= self.sets_sharing_a_card(set) - 2;
        self.cards -= set.cards().len();
        // Kept in registers.
        let Self { mut present, mut sets_of, .. } = *self;
        for card in set.cards() {
            // Compared as bytes: without registers for masks, words would be eight times as many.
            let taken = card.to_le_bytes()[0];
            for (present, numbers) in present.iter_mut().zip(&self.tables.numbers) {
                let kept = |present, number: u8| if number == taken { 0 } else { present };
                *present = present.zip(numbers, kept);
            }
            for (sets_of, thirds) in
                sets_of.iter_mut().zip(&self.tables.thirds[card % PADDED_LANE_DECK])
            {
                *sets_of = sets_of.zip(&looked_up(&present, thirds, arithmetic), u8::wrapping_sub);
            }
        }
        (self.present, self.sets_of) = (present, sets_of);
    }

    #[inline(always)]
    fn each_card(&self, arithmetic: impl Arithmetic, mut see: impl FnMut(usize)) {
        for (present, first) in self.present.iter().zip([0, LANES]) {
            set_bits(arithmetic.nonzero(cast(present.0))).for_each(|bit| see(first + bit));
        }
    }

    #[inline(always)]
    fn each_set(&self, arithmetic: impl Arithmetic, mut see: impl FnMut(Triple)) {
        let (mut all, mut number) = ([Triple::default(); 2 * MOST], 0);
        for (lines, triples) in self.tables.lines.iter().zip(&self.tables.triples) {
            let [a, b, c] =
                lines.each_ref().map(|cards| looked_up(&self.present, cards, arithmetic));
            let mut sets = arithmetic.nonzero(cast(a.and(&b).and(&c).0));
            let next = number + sets.count_ones() as usize;
            let mut list_lowest = |place: usize| {
                all[place % (2 * MOST)] = triples[sets.trailing_zeros() as usize % LANES];
                sets &= sets.wrapping_sub(1);
            };
            // Most lines have few: these without a branch, whether they are there or not.
            (number..number + USUAL_SETS).for_each(&mut list_lowest);
            (number + USUAL_SETS..next).for_each(list_lowest);
            number = next;
        }
        all[..number % (2 * MOST)].iter().for_each(|&set| see(set));
    }
}
