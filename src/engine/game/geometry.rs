//! The deck cut into planes of nine cards, so that the sets of a card are found a plane at a time.
//!
//! The last two digits of a card are its place in its plane, the others say which plane. A card `c`
//! carries a plane `a` into the plane `b` that makes a line of planes with its own (or onto itself,
//! if it is its own): each card of `a` into the third card with `c`. Of nine cards that is a table
//! of 512 subsets for each of the nine places of `c`. So with the cards on the table as nine bits
//! for each plane, one look-up and one AND find all sets of `c` with cards in `a` and `b`: for four
//! features 5 of these instead of 40 pairs. Each set with `c` is found once: in the pair `(a, b)`
//! with `a < b`, and in the own plane by a mask that keeps the greater of two cards.

use crate::card::{Card, Deck, digits_that_differ};

/// Room for every card of any deck: a power of two, so that an index is kept inside by a mask.
pub(super) const PADDED_DECK: usize = 1024;

/// Cards in a plane.
pub(super) const PLANE: usize = 9;

/// Planes in the largest deck, rounded up to what a byte can name.
pub(super) const PLANES: usize = 256;

/// Pairs of planes whose bits go into a word.
pub(super) const PER_WORD: usize = 7;

/// Words of the largest deck.
const WORDS: usize = 6;

/// The subsets of planes that a number of 16 bits can name: 512 for each place.
const ROWS: usize = 1 << 16;

/// A number for each bit of the word of each card.
const SETS: usize = PADDED_DECK << 6;

/// The planes of a deck, with the `LOOKUPS` pairs in which a card's sets lie: (3^(n-2) + 1)/2.
/// [`ThirdCards`](crate::card::ThirdCards) knows the third card of two; this, those of whole
/// planes.
///
/// The tables have fixed sizes and every index is kept inside by its type or a mask, so that
/// nothing has to be checked when it is used.
#[derive(Debug)]
pub(super) struct Geometry<const LOOKUPS: usize> {
    places: Box<[CardPlace; PADDED_DECK]>,
    /// For the row of a place and a subset of a plane the third cards.
    reflections: Box<[u16; ROWS]>,
    /// For each plane the pairs that it makes lines with, by the greater; its own among them.
    pairs: Box<[[(u8, u8); LOOKUPS]; PLANES]>,
    /// The bits that count in the words of a card.
    counted: [Box<[u64; PADDED_DECK]>; WORDS],
    /// The set of a card that a bit of its word stands for, where there is one word: the card in
    /// the upper bits, the bit in the lower six.
    sets: Box<[Triple; SETS]>,
    /// Two bits for each digit.
    codes: Box<[u16; PADDED_DECK]>,
}

const TEN_BITS: u32 = (1 << 10) - 1;

/// Three cards that are a set, in ten bits each: the last dealt highest, then the lesser and the
/// greater of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Triple(u32);

impl Triple {
    #[expect(clippy::cast_possible_truncation, reason = "numbers of cards have ten bits")]
    #[inline(always)]
    pub(super) fn new(last: usize, lesser: usize, greater: usize) -> Self {
        Self((last << 20 | lesser << 10 | greater) as u32)
    }

    /// The numbers of the cards, their indices or whatever names them: the last dealt, the lesser
    /// and the greater of the others.
    #[inline(always)]
    pub(super) fn cards(self) -> [usize; 3] {
        let part = |bits: u32| (bits & TEN_BITS) as usize;
        [part(self.0 >> 20), part(self.0 >> 10), part(self.0)]
    }
}

/// Where a card is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CardPlace {
    /// The plane of the card.
    pub(super) plane: u8,
    /// The bit of the card in its plane.
    pub(super) bit: u16,
    /// Where the reflections of its place begin.
    row: u16,
}

impl<const LOOKUPS: usize> Geometry<LOOKUPS> {
    /// The number of cards.
    pub(super) const SIZE: usize = (2 * LOOKUPS - 1) * PLANE;

    /// # Panics
    ///
    /// When the deck has another number of planes.
    pub(super) fn new(deck: Deck) -> Self {
        assert_eq!(deck.size(), Self::SIZE, "the planes of the deck");
        let planes: Vec<Vec<(u8, u8)>> =
            (0..deck.size() / PLANE).map(|plane| pairs(deck, plane)).collect();
        let row = |pairs: &Vec<(u8, u8)>| std::array::from_fn(|number| pairs[number]);
        let mut geometry = Self {
            places: by_card(deck, place),
            reflections: reflections(),
            pairs: boxed(|plane| planes.get(plane).map_or([(0, 0); LOOKUPS], row)),
            counted: std::array::from_fn(|word| {
                by_card(deck, |card| counted(&planes[card / PLANE], card % PLANE, word))
            }),
            codes: by_card(deck, |card| Card::at(card).code(deck)),
            sets: boxed(|_| Triple::default()),
        };
        if LOOKUPS <= PER_WORD {
            for card in 0..Self::SIZE {
                for bit in 0..LOOKUPS * PLANE {
                    geometry.sets[card << 6 | bit] = geometry.set(card, 0, bit);
                }
            }
        }
        geometry
    }

    /// The features of the deck.
    #[inline(always)]
    pub(super) const fn features(&self) -> usize {
        Self::SIZE.ilog(3) as usize
    }

    /// Where a card is.
    #[inline(always)]
    pub(super) fn place(&self, card: usize) -> CardPlace {
        self.places[card % PADDED_DECK]
    }

    /// The pairs of planes of a card in this plane.
    #[inline(always)]
    pub(super) fn pairs(&self, plane: u8) -> &[(u8, u8); LOOKUPS] {
        &self.pairs[usize::from(plane)]
    }

    /// The third cards of a card at a place and some cards of a plane.
    #[inline(always)]
    pub(super) fn reflection(&self, place: CardPlace, cards: u16) -> u16 {
        self.reflections[usize::from(place.row | cards)]
    }

    /// The bits that count in a word of a card: all, but in the own plane the greater only.
    #[inline(always)]
    pub(super) fn counted(&self, card: usize, word: usize) -> u64 {
        self.counted[word][card % PADDED_DECK]
    }

    /// The sets of a card with cards of these planes, a bit each, as far as they are in a word.
    #[inline(always)]
    pub(super) fn sets_with(&self, planes: &[u16; PLANES], card: usize, word: usize) -> u64 {
        let place = self.place(card);
        let pairs = self.pairs(place.plane);
        let pairs = pairs.iter().skip(word * PER_WORD).take(PER_WORD);
        let mut bits = 0;
        for (number, &(a, b)) in pairs.enumerate() {
            let thirds = self.reflection(place, planes[usize::from(a)]);
            bits |= u64::from(thirds & planes[usize::from(b)]) << (PLANE * number);
        }
        bits & self.counted(card, word)
    }

    /// The set of a card that a bit of its only word stands for; anything if there is no such bit.
    #[inline(always)]
    pub(super) fn only_word_set(&self, card: usize, bit: usize) -> Triple {
        self.sets[((card << 6) | (bit % 64)) % SETS]
    }

    /// The set of a card that a bit of a word stands for.
    #[inline(always)]
    pub(super) fn set(&self, card: usize, word: usize, bit: usize) -> Triple {
        let (place, number) = (self.place(card), word * PER_WORD + bit / PLANE);
        let (a, b) = self.pairs(place.plane)[number];
        let greater = bit % PLANE;
        let lesser = self.reflection(place, 1 << greater).trailing_zeros() as usize;
        let [a, b] = [a, b].map(|plane| PLANE * usize::from(plane));
        Triple::new(card, a + lesser, b + greater)
    }

    /// The number of features in which two cards differ.
    #[inline(always)]
    pub(super) fn differing(&self, a: usize, b: usize) -> usize {
        digits_that_differ(self.codes[a % PADDED_DECK], self.codes[b % PADDED_DECK])
    }
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).unwrap_or_else(|_| unreachable!("planes and places have small numbers"))
}

/// A table of fixed size.
fn boxed<T: std::fmt::Debug, const N: usize>(of: impl FnMut(usize) -> T) -> Box<[T; N]> {
    let table: Vec<T> = (0..N).map(of).collect();
    table.try_into().unwrap_or_else(|_| unreachable!("as long as it was made"))
}

/// A table by card, with room to spare.
fn by_card<T: std::fmt::Debug + Default>(
    deck: Deck,
    of: impl Fn(usize) -> T,
) -> Box<[T; PADDED_DECK]> {
    boxed(|card| if card < deck.size() { of(card) } else { T::default() })
}

fn place(card: usize) -> CardPlace {
    let number = byte(card % PLANE);
    CardPlace { plane: byte(card / PLANE), bit: 1 << number, row: u16::from(number) << PLANE }
}

/// The bits that count in a word of a card at a place, whose plane has these pairs.
fn counted(pairs: &[(u8, u8)], place: usize, word: usize) -> u64 {
    let own = pairs.iter().position(|(a, b)| a == b).expect("a plane is paired with itself");
    let lesser = !u64::from(greater(place)) & 511;
    if own / PER_WORD == word { !(lesser << (PLANE * (own % PER_WORD))) } else { u64::MAX }
}

/// The pairs of planes that make lines with a plane, by the greater. Planes, and places within a
/// plane, have the digits of cards of a smaller deck.
fn pairs(deck: Deck, plane: usize) -> Vec<(u8, u8)> {
    let lines =
        (0..deck.size() / PLANE).map(|a| (a, Card::third_index(plane, a))).filter(|(a, b)| a <= b);
    let mut pairs: Vec<(u8, u8)> = lines.map(|(a, b)| (byte(a), byte(b))).collect();
    pairs.sort_by_key(|&(_, greater)| greater);
    pairs
}

fn reflections() -> Box<[u16; ROWS]> {
    boxed(|index| {
        let (place, cards) = (index >> PLANE, index & 511);
        let there = (0..PLANE).filter(|&other| place < PLANE && cards >> other & 1 == 1);
        there.fold(0, |bits, other| bits | 1 << Card::third_index(place, other))
    })
}

fn greater(place: usize) -> u16 {
    let kept = (0..PLANE).filter(|&other| Card::third_index(place, other) < other);
    kept.fold(0, |bits, other| bits | 1 << other)
}
