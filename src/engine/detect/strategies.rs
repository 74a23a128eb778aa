//! Detection strategies that process one hand at a time.
//!
//! Strategies that test triples one by one implement [`TripleTest`] and use the loops of
//! [`Triples`].

use super::Detector;
use crate::card::{Card, Deck, MAX_CARDS, MAX_FEATURES, ThirdCards};

/// A strategy that encodes cards, combines the codes of two cards, and tests whether a third card
/// completes a set.
pub(super) trait TripleTest {
    /// The type of the code of a card.
    type Code: Copy + Default + Send + Sync;

    /// The type of the combined codes of two cards.
    type Pair: Copy + Default;

    /// Returns the code of a card with the given digits, first feature first. Features beyond those
    /// of the deck are 0 in all cards, and thus equal.
    fn code(digits: Digits) -> Self::Code;

    /// Combines the codes of two cards.
    fn pair(a: Self::Code, b: Self::Code) -> Self::Pair;

    /// Returns whether `c` completes a set with the two different cards of `pair`.
    fn completes(pair: Self::Pair, c: Self::Code) -> bool;
}

/// The digits of a card, first feature first, padded with zeros.
pub(super) type Digits = [u8; MAX_FEATURES];

/// A detector that tests all triples of a hand.
///
/// Each card is tested against all pairs of cards before it. Two cards are combined only once, not
/// again for every third card. The pairs are stored in one array in the order in which they arise,
/// so the pairs before a card are a prefix of the array. That makes one long plain loop per card
/// (up to 55 pairs for the 12th), which the compiler vectorizes, instead of the many short loops of
/// three nested ones. For the packed mask and 12 cards this halves the time.
pub(super) struct Triples<T: TripleTest> {
    /// The codes of all cards of the deck, by index.
    codes: Vec<T::Code>,
}

impl<T: TripleTest> Triples<T> {
    pub(super) fn new(deck: Deck) -> Self {
        let code = |card: Card| {
            let mut digits = Digits::default();
            digits.iter_mut().zip(card.digits(deck)).for_each(|(slot, digit)| *slot = digit);
            T::code(digits)
        };
        Self { codes: deck.cards().map(code).collect() }
    }

    #[inline]
    pub(super) fn code(&self, card: Card) -> T::Code {
        self.codes[card.index()]
    }

    /// Calls `visit` with the position of each card and the number of sets that it completes with
    /// cards before it. Hands of up to 24 cards need no allocation.
    #[inline]
    fn for_each_card(&self, hand: &[Card], visit: impl FnMut(usize, usize)) {
        match hand.len() {
            0..=12 => self.on_stack::<12, 66>(hand, visit),
            13..=24 => self.on_stack::<24, 276>(hand, visit),
            cards => {
                let mut codes = vec![T::Code::default(); cards];
                let mut pairs = vec![T::Pair::default(); cards * (cards - 1) / 2];
                self.walk(hand, &mut codes, &mut pairs, visit);
            }
        }
    }

    #[inline]
    fn on_stack<const CARDS: usize, const PAIRS: usize>(
        &self,
        hand: &[Card],
        visit: impl FnMut(usize, usize),
    ) {
        let mut codes = [T::Code::default(); CARDS];
        let mut pairs = [T::Pair::default(); PAIRS];
        self.walk(hand, &mut codes, &mut pairs, visit);
    }

    /// Calls `visit` with the position of each card of the hand and the number of sets that it
    /// completes with cards before it. `codes` and `pairs` are scratch space with room for all
    /// cards of the hand and all their pairs.
    #[inline]
    fn walk(
        &self,
        hand: &[Card],
        codes: &mut [T::Code],
        pairs: &mut [T::Pair],
        mut visit: impl FnMut(usize, usize),
    ) {
        let mut known = 0;
        for (place, &card) in hand.iter().enumerate() {
            let c = self.code(card);
            let completes = |&pair: &T::Pair| u32::from(T::completes(pair, c));
            visit(place, pairs[..known].iter().map(completes).sum::<u32>() as usize);
            for (pair, &a) in pairs[known..known + place].iter_mut().zip(&codes[..place]) {
                *pair = T::pair(a, c);
            }
            known += place;
            codes[place] = c;
        }
    }
}

impl<T: TripleTest> Detector for Triples<T> {
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool {
        T::completes(T::pair(self.code(a), self.code(b)), self.code(c))
    }

    fn count(&self, hand: &[Card]) -> usize {
        let mut sets = 0;
        self.for_each_card(hand, |_, completed| sets += completed);
        sets
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        self.for_each_card(hand, |place, sets| completed[place] = sets);
    }
}

/// The naive strategy: checks that each feature is all equal or all different. Reference
/// implementation for all other strategies.
pub(super) struct Naive;

impl TripleTest for Naive {
    type Code = Digits;
    /// The digits of two cards.
    type Pair = (Digits, Digits);

    fn code(digits: Digits) -> Digits {
        digits
    }

    fn pair(a: Digits, b: Digits) -> (Digits, Digits) {
        (a, b)
    }

    fn completes((a, b): (Digits, Digits), c: Digits) -> bool {
        a.iter().zip(&b).zip(&c).all(|((a, b), c)| {
            let all_equal = a == b && b == c;
            let all_different = a != b && b != c && c != a;
            all_equal || all_different
        })
    }
}

/// The packed mask strategy: each feature is one-hot in three bits, one octal digit per feature.
///
/// Three cards are a set iff every octal digit of `a|b|c` is 1, 2, 4 (all equal) or 7 (all
/// different). For all features at once this is `a|b|c == a^b^c`: if a feature is all equal, OR and
/// XOR both give the value; if it is all different, both give 7; if exactly two are equal, OR has
/// two bits and XOR one.
pub(super) struct PackedMask;

impl TripleTest for PackedMask {
    type Code = u32;
    /// The OR and the XOR of the masks of two cards.
    type Pair = (u32, u32);

    fn code(digits: Digits) -> u32 {
        digits.iter().fold(0, |mask, digit| mask << 3 | 1 << digit)
    }

    #[inline]
    fn pair(a: u32, b: u32) -> (u32, u32) {
        (a | b, a ^ b)
    }

    #[inline]
    fn completes((or, xor): (u32, u32), c: u32) -> bool {
        or | c == xor ^ c
    }
}

/// The column sums strategy: a card is a row of a bit matrix with three columns per feature,
/// exactly one of which is 1. Three cards are a set iff the largest column sum of each feature is 1
/// (all different) or 3 (all equal).
///
/// A feature's largest sum is 2 iff some column sums to exactly 2, so it suffices to look for a 2
/// anywhere. Each column has a field of two bits, where sums up to 3 fit without carry, and one
/// word holds the fields of all columns.
pub(super) struct ColumnSums;

impl TripleTest for ColumnSums {
    type Code = u64;
    /// The sum of the rows of two cards.
    type Pair = u64;

    fn code(digits: Digits) -> u64 {
        digits.iter().fold(0, |row, digit| row << 6 | 1 << (2 * digit))
    }

    #[inline]
    fn pair(a: u64, b: u64) -> u64 {
        a + b
    }

    #[inline]
    fn completes(pair: u64, c: u64) -> bool {
        /// Mask of the lower bit of every two-bit field.
        const LOW: u64 = 0x5555_5555_5555_5555;
        let sums = pair + c;
        let twos = (sums >> 1) & !sums & LOW;
        twos == 0
    }
}

/// The digit sum strategy: three cards are a set iff, feature by feature, their digits add up to 0,
/// 3 or 6.
///
/// Each feature has four bits, so one addition sums all features. Because 4 is 1 modulo 3, adding
/// the upper two bits of a sum to the lower two does not change it modulo 3; the sums 0, 3 and 6
/// then become 0 or 3, whose two bits are equal, and all others become 1 or 2.
pub(super) struct DigitSum;

impl TripleTest for DigitSum {
    type Code = u32;
    /// The sums of the digits of two cards.
    type Pair = u32;

    fn code(digits: Digits) -> u32 {
        digits.iter().fold(0, |word, &digit| word << 4 | u32::from(digit))
    }

    #[inline]
    fn pair(a: u32, b: u32) -> u32 {
        a + b
    }

    #[inline]
    fn completes(pair: u32, c: u32) -> bool {
        /// Mask of the lower two bits of every feature.
        const PAIR: u32 = 0x0033_3333;
        /// Mask of the lowest bit of every feature.
        const LOW: u32 = 0x0011_1111;
        let sums = pair + c;
        let folded = (sums & PAIR) + ((sums >> 2) & PAIR);
        (folded ^ (folded >> 1)) & LOW == 0
    }
}

/// Lookup table of valid columns: bit 9a + 3b + c is set if the digits a, b, c of a feature are all
/// equal or all different.
const VALID_COLUMNS: u32 = {
    let all_equal = 1 | 1 << 13 | 1 << 26;
    all_equal | 1 << 5 | 1 << 7 | 1 << 11 | 1 << 15 | 1 << 19 | 1 << 21
};

/// The valid columns strategy: three cards form a matrix with one column per feature. Each column
/// must be one of nine: 000, 111, 222 or a permutation of 012. A column is looked up in a word with
/// one bit for each of the 27 possible columns.
pub(super) struct ValidColumns;

impl TripleTest for ValidColumns {
    type Code = Digits;
    /// The value 9a + 3b for each feature of two cards a and b.
    type Pair = Digits;

    fn code(digits: Digits) -> Digits {
        digits
    }

    #[inline]
    fn pair(a: Digits, b: Digits) -> Digits {
        std::array::from_fn(|feature| 9 * a[feature] + 3 * b[feature])
    }

    #[inline]
    fn completes(pair: Digits, c: Digits) -> bool {
        // Checks all columns: a branch at the first invalid column would mostly be mispredicted.
        pair.iter()
            .zip(c)
            .fold(VALID_COLUMNS, |valid, (pair, c)| valid & VALID_COLUMNS >> (pair + c))
            & 1
            == 1
    }
}

/// The length of the mark table for decks of up to 128 cards. A power of two, so that a mask keeps
/// an index in bounds.
const SMALL_DECK_MARKS: usize = 128;

/// The length of the mark table for larger decks: the size of the largest deck, rounded up to a
/// power of two.
const LARGE_DECK_MARKS: usize = MAX_CARDS.next_power_of_two();

/// The third card strategy: exactly one card completes a set with two given cards, so this card is
/// looked up, and the hand is checked for it. That takes one lookup per pair (66 for 12 cards)
/// instead of one test per triple (220). Each set is found through its three pairs.
///
/// The cards of the hand are marked in one byte each: a lookup then is a single load, while a bit
/// of a word would have to be shifted into place.
pub(super) struct ThirdCard(&'static ThirdCards);

impl ThirdCard {
    pub(super) fn new(deck: Deck) -> Self {
        Self(ThirdCards::for_deck(deck))
    }

    /// Calls `visit` with the position of each card and the number of pairs with an earlier card
    /// whose third card is in the hand. If `whole` is `false`, the third card must also come before
    /// this card.
    #[inline]
    fn for_each_card(&self, hand: &[Card], whole: bool, visit: impl FnMut(usize, usize)) {
        if self.0.size() <= SMALL_DECK_MARKS {
            self.with_marks::<SMALL_DECK_MARKS>(hand, whole, visit);
        } else {
            self.with_marks::<LARGE_DECK_MARKS>(hand, whole, visit);
        }
    }

    /// Implements [`Self::for_each_card`] with a mark table of `BYTES` bytes.
    #[inline]
    fn with_marks<const BYTES: usize>(
        &self,
        hand: &[Card],
        whole: bool,
        mut visit: impl FnMut(usize, usize),
    ) {
        let mut marks = [0_u8; BYTES];
        if whole {
            hand.iter().for_each(|card| marks[card.index() % BYTES] = 1);
        }
        for (place, &card) in hand.iter().enumerate() {
            let thirds = self.0.with_each(card, &hand[..place]);
            let marked = thirds.map(|third| u32::from(marks[third.index() % BYTES]));
            visit(place, marked.sum::<u32>() as usize);
            marks[card.index() % BYTES] = 1;
        }
    }
}

impl Detector for ThirdCard {
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool {
        self.0.third(a, b) == c
    }

    fn count(&self, hand: &[Card]) -> usize {
        let mut pairs = 0;
        self.for_each_card(hand, true, |_, found| pairs += found);
        pairs / 3
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        // A set is found through two pairs, because both its other cards come before the last one.
        self.for_each_card(hand, false, |place, pairs| completed[place] = pairs / 2);
    }
}

/// The maximum hand size with a precomputed list of triples: 341,376 triples take one megabyte.
const MAX_LISTED: usize = 128;

/// The length of the table of codes: one entry for every value of a byte, so that lookups need no
/// bounds check.
const BYTE_VALUES: usize = 256;

/// The precomputed triples strategy: the index triples of "3 of k" are computed once, not for each
/// hand, and each triple of the list is tested with the packed mask.
///
/// The triples are sorted by their largest index, so that the first C(k,3) of them are the triples
/// of `k` cards, for every `k` up to the maximum. Larger hands are tested without a list.
pub(super) struct PrecomputedTriples {
    test: Triples<PackedMask>,
    triples: Vec<[u8; 3]>,
}

impl PrecomputedTriples {
    pub(super) fn new(deck: Deck) -> Self {
        let places: Vec<u8> = (0..=u8::MAX).take(deck.size().min(MAX_LISTED)).collect();
        let mut triples = Vec::new();
        for (c, &last) in places.iter().enumerate() {
            for (b, &middle) in places[..c].iter().enumerate() {
                triples.extend(places[..b].iter().map(|&first| [first, middle, last]));
            }
        }
        Self { test: Triples::new(deck), triples }
    }

    fn codes(&self, hand: &[Card]) -> [u32; BYTE_VALUES] {
        let mut codes = [0; BYTE_VALUES];
        codes.iter_mut().zip(hand).for_each(|(code, &card)| *code = self.test.code(card));
        codes
    }

    /// Returns the number of sets among the listed triples of `cards` cards, skipping the first
    /// `first` triples.
    #[inline]
    fn count_from(&self, first: usize, cards: usize, codes: &[u32; BYTE_VALUES]) -> usize {
        let is_set = |triple: &[u8; 3]| {
            let [a, b, c] = triple.map(|place| codes[usize::from(place)]);
            u32::from(PackedMask::completes(PackedMask::pair(a, b), c))
        };
        self.triples[first..triple_count(cards)].iter().map(is_set).sum::<u32>() as usize
    }
}

/// Returns the number of triples of `cards` cards, C(cards, 3).
const fn triple_count(cards: usize) -> usize {
    if cards < 3 { 0 } else { cards * (cards - 1) * (cards - 2) / 6 }
}

impl Detector for PrecomputedTriples {
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool {
        self.test.is_set(a, b, c)
    }

    fn count(&self, hand: &[Card]) -> usize {
        if hand.len() > MAX_LISTED {
            return self.test.count(hand);
        }
        self.count_from(0, hand.len(), &self.codes(hand))
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        if hand.len() > MAX_LISTED {
            return self.test.completed(hand, completed);
        }
        let codes = self.codes(hand);
        for (place, slot) in completed[..hand.len()].iter_mut().enumerate() {
            *slot = self.count_from(triple_count(place), place + 1, &codes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test as first published: the OR in octal matches `^ <[1247]>+ $`.
    #[test]
    fn the_one_line_test_is_the_test_of_octal_digits() {
        for deck in [2, 3, 4].map(|n| Deck::new(n).unwrap()) {
            let test = Triples::<PackedMask>::new(deck);
            let masks: Vec<u32> = deck.cards().map(|card| test.code(card)).collect();
            for (i, &a) in masks.iter().enumerate() {
                for (j, &b) in masks.iter().enumerate().skip(i + 1) {
                    for &c in &masks[j + 1..] {
                        let octal = format!("{:o}", a | b | c);
                        let matches = octal.bytes().all(|digit| b"1247".contains(&digit));
                        let completes = PackedMask::completes(PackedMask::pair(a, b), c);
                        assert_eq!(completes, matches, "{octal}");
                    }
                }
            }
        }
    }
}
