//! The strategies that take one hand at a time.
//!
//! Strategies that test triples one by one implement [`TripleTest`] and use the loops of
//! [`Triples`].

use super::Detector;
use crate::card::{Card, Deck, MAX_CARDS, MAX_FEATURES, ThirdCards};

/// A strategy that encodes cards, combines the codes of two, and tests them with a third.
pub(super) trait TripleTest {
    /// The code of a card.
    type Code: Copy + Default + Send + Sync;

    /// Two cards combined.
    type Pair: Copy + Default;

    /// Returns the code of a card with these digits, first feature first. Features that the deck
    /// lacks are 0 in all cards, which are thus equal in them.
    fn code(digits: Digits) -> Self::Code;

    /// Combines two cards.
    fn pair(a: Self::Code, b: Self::Code) -> Self::Pair;

    /// Returns whether `c` makes a set with the two different cards of `pair`.
    fn completes(pair: Self::Pair, c: Self::Code) -> bool;
}

/// The digits of a card.
pub(super) type Digits = [u8; MAX_FEATURES];

/// Tests the triples of a hand.
///
/// Cards are taken in order, and each is tested against all pairs of cards before it. Two cards are
/// combined once, when the second of them comes, and not again for every third card. The pairs
/// stand in one array in the order in which they come about, so those before a card are a prefix
/// of it: one long plain loop per card (up to 55 pairs for the 12th), which the compiler turns
/// into vectors, where the textbook's three nested loops have many short ones. For the packed
/// mask and 12 cards this halves the time.
pub(super) struct Triples<T: TripleTest> {
    /// The code of every card of the deck.
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

    /// Calls `see` with the place of each card and the number of sets that it completes. Hands of
    /// usual sizes need no allocation.
    #[inline]
    fn each_card(&self, hand: &[Card], see: impl FnMut(usize, usize)) {
        match hand.len() {
            0..=12 => self.on_stack::<12, 66>(hand, see),
            13..=24 => self.on_stack::<24, 276>(hand, see),
            cards => {
                let mut codes = vec![T::Code::default(); cards];
                let mut pairs = vec![T::Pair::default(); cards * (cards - 1) / 2];
                self.walk(hand, &mut codes, &mut pairs, see);
            }
        }
    }

    #[inline]
    fn on_stack<const CARDS: usize, const PAIRS: usize>(
        &self,
        hand: &[Card],
        see: impl FnMut(usize, usize),
    ) {
        let mut codes = [T::Code::default(); CARDS];
        let mut pairs = [T::Pair::default(); PAIRS];
        self.walk(hand, &mut codes, &mut pairs, see);
    }

    /// The loops; there is room for all cards and all their pairs.
    #[inline]
    fn walk(
        &self,
        hand: &[Card],
        codes: &mut [T::Code],
        pairs: &mut [T::Pair],
        mut see: impl FnMut(usize, usize),
    ) {
        let mut known = 0;
        for (place, &card) in hand.iter().enumerate() {
            let c = self.code(card);
            let completes = |&pair: &T::Pair| u32::from(T::completes(pair, c));
            see(place, pairs[..known].iter().map(completes).sum::<u32>() as usize);
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
        self.each_card(hand, |_, completed| sets += completed);
        sets
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        self.each_card(hand, |place, sets| completed[place] = sets);
    }
}

/// The definition itself: each feature is all equal or all different. The oracle of all others.
pub(super) struct Naive;

impl TripleTest for Naive {
    type Code = Digits;
    /// The two cards as they are.
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

/// The packed mask: each feature one-hot in three bits, one octal digit per feature.
///
/// Three cards are a set iff every octal digit of `a|b|c` is 1, 2, 4 (all equal) or 7 (all
/// different). For all features at once: `a|b|c == a^b^c`. All equal, OR and XOR both give the
/// value; all different, both give 7; with exactly two equal, OR has two bits and XOR one.
pub(super) struct PackedMask;

impl TripleTest for PackedMask {
    type Code = u32;
    /// The OR and the XOR of two masks.
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

/// Column sums: a card is a row of a bit matrix with three columns per feature, one bit set in
/// each. Add three rows; they are a set iff the largest column sum of each feature is 1 (all
/// different) or 3 (all equal).
///
/// A feature's largest sum is 2 iff some column sums to exactly 2, so it is enough to look for a 2
/// anywhere. Each column has a field of two bits, where sums up to 3 fit without carry, and all
/// columns are added and looked at in one word.
pub(super) struct ColumnSums;

impl TripleTest for ColumnSums {
    type Code = u64;
    /// The sum of two rows.
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
        /// The lower bit of every field.
        const LOW: u64 = 0x5555_5555_5555_5555;
        let sums = pair + c;
        let twos = (sums >> 1) & !sums & LOW;
        twos == 0
    }
}

/// Digit sum: three cards are a set iff, feature by feature, their digits add up to 0, 3 or 6.
///
/// Each feature has four bits, so the sums of all features are one addition. As 4 leaves the rest 1
/// when divided by 3, a sum may be folded, upper two bits onto the lower two, without changing its
/// rest; 0, 3 and 6 then become 0 or 3, whose two bits are equal, all others 1 or 2.
pub(super) struct DigitSum;

impl TripleTest for DigitSum {
    type Code = u32;
    /// The sums of two cards.
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
        /// The lower two bits of every feature.
        const PAIR: u32 = 0x0033_3333;
        /// The lowest bit of every feature.
        const LOW: u32 = 0x0011_1111;
        let sums = pair + c;
        let folded = (sums & PAIR) + ((sums >> 2) & PAIR);
        (folded ^ (folded >> 1)) & LOW == 0
    }
}

/// Bit 9a + 3b + c says whether the column (a, b, c) is valid.
const VALID: u32 = {
    let all_equal = 1 | 1 << 13 | 1 << 26;
    all_equal | 1 << 5 | 1 << 7 | 1 << 11 | 1 << 15 | 1 << 19 | 1 << 21
};

/// Valid columns: three cards as a matrix with one column per feature. Each column must be one of
/// nine: 000, 111, 222 and the six permutations of 012. The nine are looked up in a word with one
/// bit for each of the 27 possible columns.
pub(super) struct ValidColumns;

impl TripleTest for ValidColumns {
    type Code = Digits;
    /// 9a + 3b, feature by feature.
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
        // All columns: a branch at the first that is not valid would mostly be mispredicted.
        pair.iter().zip(c).fold(VALID, |valid, (pair, c)| valid & VALID >> (pair + c)) & 1 == 1
    }
}

/// The cards of a small deck, rounded up to a power of two, so that a mask keeps an index inside.
const SMALL: usize = 128;

/// The cards of any deck, rounded up.
const ANY: usize = MAX_CARDS.next_power_of_two();

/// Third card: two cards have exactly one third card, so look it up and ask whether it is in the
/// hand: one look-up for each pair (66 for 12 cards) instead of one test for each triple (220).
/// Each set is met through its three pairs.
///
/// The cards of the hand are marked in a byte each: a look-up then is a load, where a bit of a word
/// would have to be shifted into place.
pub(super) struct ThirdCard(&'static ThirdCards);

impl ThirdCard {
    pub(super) fn new(deck: Deck) -> Self {
        Self(ThirdCards::of(deck))
    }

    /// Shows, for the place of each card, how many pairs with a card before it have their third
    /// card in the hand: in the whole hand if `whole`, else before it.
    #[inline]
    fn each_card(&self, hand: &[Card], whole: bool, see: impl FnMut(usize, usize)) {
        if self.0.size() <= SMALL {
            self.with_marks::<SMALL>(hand, whole, see);
        } else {
            self.with_marks::<ANY>(hand, whole, see);
        }
    }

    /// Finds the sets of a hand by a mark table of `BYTES` bytes.
    #[inline]
    fn with_marks<const BYTES: usize>(
        &self,
        hand: &[Card],
        whole: bool,
        mut see: impl FnMut(usize, usize),
    ) {
        let mut marks = [0_u8; BYTES];
        if whole {
            hand.iter().for_each(|card| marks[card.index() % BYTES] = 1);
        }
        for (place, &card) in hand.iter().enumerate() {
            let thirds = self.0.with_each(card, &hand[..place]);
            let marked = thirds.map(|third| u32::from(marks[third.index() % BYTES]));
            see(place, marked.sum::<u32>() as usize);
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
        self.each_card(hand, true, |_, found| pairs += found);
        pairs / 3
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        // Both other cards of a set come before the one that completes it: two pairs.
        self.each_card(hand, false, |place, pairs| completed[place] = pairs / 2);
    }
}

/// The most cards a list is made for: 341,376 triples, a megabyte.
const MAX_LISTED: usize = 128;

/// Room for all places that a byte can name, so that none has to be checked.
const PLACES: usize = 256;

/// Precomputed triples: the index triples of "3 of k" are computed once, not for each hand, and a
/// hand is tested triple by triple through the list, with the packed mask.
///
/// The triples stand in the order of their largest index, so that the first C(k,3) of them are
/// those of `k` cards, for every `k` up to the largest. Hands beyond that are tested without a
/// list.
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

    fn codes(&self, hand: &[Card]) -> [u32; PLACES] {
        let mut codes = [0; PLACES];
        codes.iter_mut().zip(hand).for_each(|(code, &card)| *code = self.test.code(card));
        codes
    }

    /// The triples of `cards` cards that are sets, from number `first` on.
    #[inline]
    fn sets_from(&self, first: usize, cards: usize, codes: &[u32; PLACES]) -> usize {
        let is_set = |triple: &[u8; 3]| {
            let [a, b, c] = triple.map(|place| codes[usize::from(place)]);
            u32::from(PackedMask::completes(PackedMask::pair(a, b), c))
        };
        self.triples[first..triples_of(cards)].iter().map(is_set).sum::<u32>() as usize
    }
}

/// C(k, 3).
const fn triples_of(cards: usize) -> usize {
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
        self.sets_from(0, hand.len(), &self.codes(hand))
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        if hand.len() > MAX_LISTED {
            return self.test.completed(hand, completed);
        }
        let codes = self.codes(hand);
        for (place, slot) in completed[..hand.len()].iter_mut().enumerate() {
            *slot = self.sets_from(triples_of(place), place + 1, &codes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test as first published: the OR in base 8 matches `^ <[1247]>+ $`.
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
