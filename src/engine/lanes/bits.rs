//! Bit sets with one bit for each of 512 hands, and numbers for all of these hands stored as bit
//! planes. One operation evaluates a property for all hands of a batch.

use super::{Arithmetic, LANES, Lanes};
use std::sync::atomic::{Ordering, compiler_fence};

/// The number of hands in a batch, in which each hand has one bit.
pub(crate) const BATCH: usize = WORDS * LANES;

const WORDS: usize = 8;

/// Returns an iterator over the positions of the set bits of a word in increasing order.
#[inline(always)]
pub fn set_bits(word: u64) -> impl Iterator<Item = usize> + Clone {
    let mut rest = word;
    std::iter::from_fn(move || {
        let first = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        first
    })
}

/// A set of hands of a batch, one bit for each of 512 hands. The hands are in eight groups of 64:
/// hand `l` of group `g` is bit `8 l + g`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Bits([u64; WORDS]);

impl Bits {
    /// Returns the set of the first `hands` hands of the batch.
    pub(crate) fn first(hands: usize) -> Self {
        let mut bits = Self::default();
        for hand in 0..hands {
            let (group, lane) = (hand / LANES, hand % LANES);
            bits.0[lane / WORDS] |= 1 << (lane % WORDS * WORDS + group);
        }
        bits
    }

    /// Transposes one byte per hand into eight bit planes: plane `i` is the set of the hands whose
    /// byte has bit `i` set.
    #[inline(always)]
    pub(crate) fn planes(bytes: &[Lanes<u8>; WORDS]) -> [Self; WORDS] {
        let mut planes = [Self::default(); WORDS];
        for (plane, bytes) in planes.iter_mut().zip(bytes) {
            for (word, &bytes) in plane.0.iter_mut().zip(bytes.0.as_chunks().0) {
                *word = u64::from_le_bytes(bytes);
            }
        }
        for (distance, lower) in [(4, LOWER_FOUR), (2, LOWER_TWO), (1, LOWER_ONE)] {
            for one in (0..WORDS).filter(|one| one & distance == 0) {
                let [a, b] = [planes[one], planes[one | distance]];
                let exchanged = a.zip(&b, |a, b| ((a >> distance) ^ b) & lower);
                planes[one] = a.zip(&exchanged, |a, exchanged| a ^ (exchanged << distance));
                planes[one | distance] = b.xor(&exchanged);
            }
        }
        planes
    }

    /// Partitions these hands by their properties: entry `i` is the set of the hands that have
    /// property `j` exactly if bit `j` of `i` is set.
    #[inline(always)]
    pub(crate) fn combinations<const N: usize>(&self, properties: &[Self]) -> [Self; N] {
        let mut hands = [Self::default(); N];
        hands[0] = *self;
        let mut number = 1;
        for property in properties {
            for place in 0..number {
                hands[number + place] = hands[place].and(property);
                hands[place] = hands[place].and_not(property);
                optimization_barrier();
            }
            number *= 2;
        }
        hands
    }

    #[inline(always)]
    pub(crate) fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(crate) fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(crate) fn xor(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    pub(crate) fn and_not(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) != 0
    }

    /// Returns the number of hands in the set.
    pub(crate) fn count_ones(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns an iterator over the hands in the set, in unspecified order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().zip((0..).step_by(WORDS)).flat_map(|(&word, first)| {
            set_bits(word).map(move |bit| LANES * (bit % WORDS) + first + bit / WORDS)
        })
    }

    #[inline(always)]
    fn zip(&self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut result = Self::default();
        for word in 0..WORDS {
            result.0[word] = f(self.0[word], other.0[word]);
        }
        result
    }

    /// Adds to each bit the corresponding bits of `a` and `b` (a full adder); keeps the sum in
    /// place and returns the carries.
    #[inline(always)]
    fn full_add(&mut self, a: &Self, b: &Self, arithmetic: impl Arithmetic) -> Self {
        Self(arithmetic.full_add(&mut self.0, a.0, b.0))
    }

    #[inline(always)]
    fn half_add(&mut self, a: &Self) -> Self {
        let carry = self.and(a);
        *self = self.xor(a);
        carry
    }
}

/// Stops the compiler from vectorizing across iterations of a loop. Without it the compiler takes
/// eight iterations at a time, one word of each, with gather and scatter instructions, which is
/// several times slower.
#[inline(always)]
pub(crate) fn optimization_barrier() {
    compiler_fence(Ordering::SeqCst);
}

/// Mask of the lower bit of each pair of bits.
const LOWER_ONE: u64 = u64::MAX / 3;
/// Mask of the lower two of each four bits.
const LOWER_TWO: u64 = u64::MAX / 5;
/// Mask of the lower four of each eight bits.
const LOWER_FOUR: u64 = u64::MAX / 17;

/// A number below 2^17 for each hand of a batch, enough to count the sets of any deck. Bit `i` of
/// all numbers is stored in `planes[i]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct BitCounts {
    planes: [Bits; 17],
}

impl BitCounts {
    /// Adds to the number of each hand how many of eight properties the hand has. Seven full adders
    /// leave one carry of weight eight, which rarely propagates far.
    #[inline(always)]
    pub(crate) fn add(&mut self, bits: &[Bits; 8], arithmetic: impl Arithmetic) {
        let [one, two, four, higher @ ..] = &mut self.planes;
        let pair = [
            one.full_add(&bits[0], &bits[1], arithmetic),
            one.full_add(&bits[2], &bits[3], arithmetic),
        ];
        let low = two.full_add(&pair[0], &pair[1], arithmetic);
        let pair = [
            one.full_add(&bits[4], &bits[5], arithmetic),
            one.full_add(&bits[6], &bits[7], arithmetic),
        ];
        let high = two.full_add(&pair[0], &pair[1], arithmetic);
        let mut carry = four.full_add(&low, &high, arithmetic);
        for plane in higher {
            if !carry.any() {
                break;
            }
            carry = plane.half_add(&carry);
        }
    }

    /// Returns the sum, over all hands of the batch, of the number stored for each.
    pub(crate) fn sum(&self) -> u64 {
        let planes = self.planes.iter().enumerate();
        planes.map(|(bit, plane)| u64::from(plane.count_ones()) << bit).sum()
    }

    /// Returns the bit planes up to the highest nonzero one, for [`each_number`].
    pub(crate) fn used(&self) -> &[Bits] {
        &self.planes[..self.planes.iter().rposition(Bits::any).map_or(0, |last| last + 1)]
    }

    /// Calls `visit` with each number that occurs among the given hands, and the set of the hands
    /// that have it.
    pub(crate) fn each(&self, hands: &Bits, visit: impl FnMut(usize, &Bits)) {
        each_number(self.used(), hands, visit);
    }
}

/// Calls `visit` with each number that occurs among the given hands, and the set of the hands that
/// have it. The numbers of all hands are given as bit planes, lowest first.
pub(crate) fn each_number(planes: &[Bits], hands: &Bits, mut visit: impl FnMut(usize, &Bits)) {
    split(planes, 0, hands, &mut visit);
}

/// Splits the hands recursively by the bits of their numbers, highest bit first; `number` is the
/// value of the bits so far.
fn split(planes: &[Bits], number: usize, hands: &Bits, visit: &mut impl FnMut(usize, &Bits)) {
    if !hands.any() {
        return;
    }
    let Some((plane, lower)) = planes.split_last() else { return visit(number, hands) };
    split(lower, 2 * number, &hands.and_not(plane), visit);
    split(lower, 2 * number + 1, &hands.and(plane), visit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::Portable;
    use std::array;
    use std::collections::BTreeSet;

    /// Hand `h` has the properties whose index is a multiple of `h + 1`.
    #[test]
    fn properties_are_counted_hand_by_hand() {
        let mut counts = BitCounts::default();
        let has = |property: usize| {
            let hands = (0..BATCH).filter(|hand| property.is_multiple_of(hand + 1));
            hands.fold(Bits::default(), |bits, hand| {
                bits.or(&Bits::first(hand + 1).and_not(&Bits::first(hand)))
            })
        };
        for eight in 0..200 {
            counts.add(&array::from_fn(|property| has(8 * eight + property)), Portable);
        }
        let (mut seen, mut sum) = (0, 0);
        counts.each(&Bits::first(300), |number, hands| {
            assert!(hands.iter().all(|hand| hand < 300 && 1600_usize.div_ceil(hand + 1) == number));
            seen += hands.count_ones();
        });
        (1..=BATCH).for_each(|divisor| sum += 1600_u64.div_ceil(divisor as u64));
        assert_eq!((seen, counts.sum()), (300, sum));
        let hands: BTreeSet<usize> = Bits::first(70).or(&Bits::first(3)).iter().collect();
        assert!(hands.into_iter().eq(0..70));
    }

    #[test]
    fn hands_are_known_by_the_bits_of_their_numbers() {
        let number = |hand: usize| u8::try_from(hand * hand / 7 % 256).unwrap();
        let bytes = array::from_fn(|group| Lanes::from_fn(|lane| number(LANES * group + lane)));
        let numbers = Bits::first(300).combinations::<256>(&Bits::planes(&bytes));
        for (expected, hands) in (0..=255).zip(&numbers) {
            assert!(hands.iter().all(|hand| hand < 300 && number(hand) == expected));
        }
        assert_eq!(numbers.iter().map(Bits::count_ones).sum::<u32>(), 300);
    }
}
