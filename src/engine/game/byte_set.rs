//! A set of cards of a deck of at most 81, with the number of sets that each of them is in: a byte
//! for each card.
//!
//! The first digit of a card says in which of three blocks it is, the other three are its number
//! there. The third cards of a card and those of a block lie in one block, and are in the same
//! order for all blocks: a permutation of 32 bytes, which is one instruction with AVX-512 and a few
//! with AVX2 or NEON. When a card goes, three of these tell which other cards are in one set fewer.
//! All sets are found by three for each 32 of the 1080 lines.

use super::geometry::Triple;
use super::partitions::MOST;
use super::remaining::Remaining;
use crate::card::Card;
use crate::hand::{CardSet, Pack};
use crate::lanes::{Arithmetic, set_bits};
use bytemuck::{cast, cast_mut, cast_ref};
use std::sync::LazyLock;

/// Room for the cards of a block.
const BLOCK: usize = 32;

/// The cards of a block.
const BLOCK_CARDS: usize = 27;

const BLOCKS: usize = 3;

/// The number in a block of no card.
const NO_NUMBER: u8 = BLOCK_CARDS.to_le_bytes()[0];

/// Room for the places of all cards: a power of two.
pub(super) const PADDED_LANE_DECK: usize = 4 * BLOCK;

/// The first sets of 64 lines are listed without a branch on how many there are.
const USUAL_SETS: usize = 4;

/// A byte for each place.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Bytes([u8; PADDED_LANE_DECK]);

/// Some cards and how many sets they hold. A card is named by its place: 32 times its block, plus
/// its number there.
#[derive(Clone, Debug)]
pub(super) struct ByteSet {
    /// 1 for each card of the set, 0 for all others.
    present: Bytes,
    /// The number of sets that each card of the set belongs to; undefined for all others.
    sets_of: Bytes,
    cards: usize,
    sets: usize,
    lines: &'static AllLines,
}

/// The block of the third cards of cards of two blocks.
const THIRD_BLOCK: [[usize; BLOCKS]; PADDED_LANE_DECK / BLOCK] =
    [[0, 2, 1], [2, 1, 0], [1, 0, 2], [3, 3, 3]];

/// For each number in a block the numbers of its third cards with all numbers.
static THIRDS: [[u8; BLOCK]; BLOCK] = {
    let (mut thirds, mut a) = ([[NO_NUMBER; BLOCK]; BLOCK], 0);
    while a < BLOCK_CARDS {
        let mut b = 0;
        while b < BLOCK_CARDS {
            thirds[a][b] = Card::third_index(a, b).to_le_bytes()[0];
            b += 1;
        }
        a += 1;
    }
    thirds
};

/// The numbers of the cards of 64 lines in their blocks: 32 first, second and third cards, then
/// those of 32 more lines.
type Lines64 = [[[u8; BLOCK]; 3]; 2];

/// 64 lines each: the 729 with a card of each block.
const ACROSS: usize = 12;

/// 64 lines each: the 117 in a block.
const WITHIN: usize = 2;

const ALL: usize = ACROSS + BLOCKS * WITHIN;

/// The lines of the deck of 81 cards, those within blocks last.
#[derive(Debug)]
struct AllLines {
    cards: [Lines64; ALL],
    triples: [[Triple; 2 * BLOCK]; ALL],
}

static LINES: LazyLock<Box<AllLines>> = LazyLock::new(|| {
    let numbers = || 0..BLOCK_CARDS;
    let line = |a: usize, b: usize| [a, b, Card::third_index(a, b)];
    let difference = |a: usize, b: usize| Card::third_index(Card::third_index(a, 0), b);
    // The 27 lines with one difference share no card, so few of 64 lines in a row are sets at once.
    let across = numbers().flat_map(|by| numbers().map(move |a| line(a, difference(a, by))));
    let pairs = numbers().flat_map(|a| (a + 1..BLOCK_CARDS).map(move |b| line(a, b)));
    let within = pairs.filter(|[_, b, c]| b < c);
    let cards = [[[[NO_NUMBER; BLOCK]; 3]; 2]; ALL];
    let mut all = Box::new(AllLines { cards, triples: [[Triple::default(); 2 * BLOCK]; ALL] });
    let mut put = |at: usize, line: [usize; 3], blocks: [usize; 3]| {
        let (word, bit) = (at / (2 * BLOCK), at % (2 * BLOCK));
        for (cards, number) in all.cards[word][bit / BLOCK].iter_mut().zip(line) {
            cards[bit % BLOCK] = number.to_le_bytes()[0];
        }
        let [a, b, c] = [0, 1, 2].map(|card| blocks[card] * BLOCK + line[card]);
        all.triples[word][bit] = Triple::new(c, a, b);
    };
    across.enumerate().for_each(|(at, line)| put(at, line, [0, 1, 2]));
    for (number, line) in within.enumerate() {
        for block in 0..BLOCKS {
            put((ACROSS + block * WITHIN) * 2 * BLOCK + number, line, [block; 3]);
        }
    }
    all
});

impl Bytes {
    #[inline(always)]
    fn blocks(&self) -> &[[u8; BLOCK]; PADDED_LANE_DECK / BLOCK] {
        cast_ref(&self.0)
    }
}

impl ByteSet {
    /// The cards that are dealt.
    pub(super) fn of(pack: &Pack) -> Self {
        let cards: CardSet = pack.cards().collect();
        let has_third = |a: Card, b: Card| a != b && cards.contains(a.third(b));
        let number_of_sets = |a: Card| cards.iter().filter(|&b| has_third(a, b)).count() / 2;
        let [mut sets_of, mut present] = [Bytes([0; PADDED_LANE_DECK]); 2];
        let mut sets = 0;
        for card in cards.iter() {
            let place = card.index() / BLOCK_CARDS * BLOCK + card.index() % BLOCK_CARDS;
            let number = number_of_sets(card);
            present.0[place] = 1;
            sets_of.0[place] = number.to_le_bytes()[0];
            sets += number;
        }
        Self { present, sets_of, cards: cards.len(), sets: sets / 3, lines: &LINES }
    }

    /// How many sets the card of a place is in.
    #[inline(always)]
    pub(super) fn sets_of(&self, place: usize) -> u8 {
        self.sets_of.0[place % PADDED_LANE_DECK]
    }

    /// The cards of each block, a bit each.
    #[inline(always)]
    fn cards_of_blocks(&self, arithmetic: impl Arithmetic) -> [u64; BLOCKS] {
        let [first, second, third, none] = *self.present.blocks();
        let [two, one] = [[first, second], [third, none]].map(|it| arithmetic.nonzero(cast(it)));
        [two & u64::from(u32::MAX), two >> BLOCK, one]
    }
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
        set.cards().iter().for_each(|card| self.present.0[card % PADDED_LANE_DECK] = 0);
        let (present, sets_of) = (self.present.blocks(), cast_mut(&mut self.sets_of.0));
        // A copy, which the compiler keeps in registers.
        let mut kept: [[u8; BLOCK]; PADDED_LANE_DECK / BLOCK] = *sets_of;
        // No other set holds two of the cards.
        for card in set.cards() {
            let (thirds, blocks) =
                (&THIRDS[card % BLOCK], &THIRD_BLOCK[card % PADDED_LANE_DECK / BLOCK]);
            for (kept, &block) in kept.iter_mut().zip(blocks) {
                let thirds = arithmetic.permuted(present[block], *thirds);
                for (number, is_there) in kept.iter_mut().zip(thirds) {
                    *number = number.wrapping_sub(is_there);
                }
            }
        }
        *sets_of = kept;
    }

    #[inline(always)]
    fn each_card(&self, arithmetic: impl Arithmetic, mut see: impl FnMut(usize)) {
        for (cards, block) in self.cards_of_blocks(arithmetic).into_iter().zip(0..) {
            set_bits(cards).for_each(|number| see(block * BLOCK + number));
        }
    }

    #[inline(always)]
    fn each_set(&self, arithmetic: impl Arithmetic, mut see: impl FnMut(Triple)) {
        debug_assert!(self.sets <= MOST, "{} sets", self.sets);
        let [first, second, third, _] = *self.present.blocks();
        let mut words = [0; ALL];
        for (sets, lines) in words[..ACROSS].iter_mut().zip(&self.lines.cards) {
            *sets = present_lines(lines, &[first, second, third], arithmetic);
        }
        let within =
            words[ACROSS..].chunks_mut(WITHIN).zip(self.lines.cards[ACROSS..].chunks(WITHIN));
        for ((words, lines), block) in within.zip([first, second, third]) {
            for (sets, lines) in words.iter_mut().zip(lines) {
                *sets = present_lines(lines, &[block; 3], arithmetic);
            }
        }
        let (mut all, mut number) = ([Triple::default(); 2 * MOST], 0);
        for (mut sets, triples) in words.into_iter().zip(&self.lines.triples) {
            let next = number + sets.count_ones() as usize;
            let mut list_lowest = |place: usize| {
                all[place % (2 * MOST)] = triples[sets.trailing_zeros() as usize % 64];
                sets &= sets.wrapping_sub(1);
            };
            // Most words have few sets: the first are listed without a branch.
            (number..number + USUAL_SETS).for_each(&mut list_lowest);
            (number + USUAL_SETS..next).for_each(list_lowest);
            number = next;
        }
        all[..number % (2 * MOST)].iter().for_each(|&set| see(set));
    }
}

/// The lines whose cards are all present in their blocks, a bit each.
#[inline(always)]
fn present_lines(lines: &Lines64, blocks: &[[u8; BLOCK]; 3], arithmetic: impl Arithmetic) -> u64 {
    let halves = lines.each_ref().map(|half| {
        let [a, b, c] = [0, 1, 2]
            .map(|card| cast::<_, [u64; 4]>(arithmetic.permuted(blocks[card], half[card])));
        [0, 1, 2, 3].map(|word| a[word] & b[word] & c[word])
    });
    arithmetic.nonzero(cast(halves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::lanes::{InstructionSet, Portable, Task};

    /// Takes one set after the other from all cards, until few are left, and compares what is kept
    /// with the sets of the remaining cards.
    struct Taking;

    impl Task for Taking {
        type Output = ();

        fn run<A: Arithmetic>(self, arithmetic: A) {
            let place =
                |card: Card| card.index() / BLOCK_CARDS * BLOCK + card.index() % BLOCK_CARDS;
            let mut cards: Vec<Card> = Deck::GAME.cards().collect();
            let mut set = ByteSet::of(&Deck::GAME.into());
            loop {
                let sets: Vec<[Card; 3]> = naive_sets(&cards);
                assert_eq!(set.numbers(), [cards.len(), sets.len()]);
                for &card in &cards {
                    let number = sets.iter().filter(|set| set.contains(&card)).count();
                    assert_eq!(usize::from(set.sets_of(place(card))), number);
                }
                if sets.len() <= MOST {
                    let mut places = Vec::new();
                    set.each_card(arithmetic, |place| places.push(place));
                    assert!(places.into_iter().eq(cards.iter().map(|&card| place(card))));
                    let mut found = Vec::new();
                    set.each_set(arithmetic, |set| found.push(sorted(set.cards())));
                    found.sort_unstable();
                    let mut expected: Vec<_> =
                        sets.iter().map(|set| sorted(set.map(place))).collect();
                    expected.sort_unstable();
                    assert_eq!(found, expected);
                }
                // Some set, not always at the same place.
                let Some(&taken) = sets.get(sets.len() / 3) else { break };
                let [a, b, c] = taken.map(place);
                set.take(Triple::new(c, a, b), arithmetic);
                cards.retain(|card| !taken.contains(card));
            }
            assert!(cards.len() < 20, "{} cards", cards.len());
        }
    }

    fn naive_sets(cards: &[Card]) -> Vec<[Card; 3]> {
        let pairs = cards.iter().flat_map(|&a| cards.iter().map(move |&b| [a, b, a.third(b)]));
        pairs.filter(|[a, b, c]| a < b && b < c && cards.contains(c)).collect()
    }

    fn sorted(mut places: [usize; 3]) -> [usize; 3] {
        places.sort_unstable();
        places
    }

    #[test]
    fn what_is_kept_is_what_the_remaining_cards_hold() {
        Taking.run(Portable);
        InstructionSet::available().for_each(|set| set.run(Taking));
    }
}
