//! One bit for each of 512 hands, and numbers of all of them, bit by bit: a property of a hand is
//! one operation for all hands of a batch.

use super::{Arithmetic, LANES};

/// How many hands a batch has.
pub(crate) const BATCH: usize = WORDS * LANES;

const WORDS: usize = 8;

/// The hands of a batch that have some property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Bits([u64; WORDS]);

impl Bits {
    /// The first hands.
    pub(crate) fn first(hands: usize) -> Self {
        let mut bits = Self::default();
        (0..hands).for_each(|hand| bits.insert(hand / LANES, 1 << (hand % LANES)));
        bits
    }

    /// Adds hands of a group of 64.
    #[inline(always)]
    pub(crate) fn insert(&mut self, group: usize, hands: u64) {
        self.0[group] |= hands;
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
    pub(crate) fn and_not(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) != 0
    }

    /// How many hands there are.
    pub(crate) fn count_ones(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The hands.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().zip((0..).step_by(LANES)).flat_map(|(&word, start)| {
            let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
            let rest = rest.take_while(|&word| word != 0);
            rest.map(move |word| start + word.trailing_zeros() as usize)
        })
    }

    #[inline(always)]
    fn zip(&self, other: &Self, of: impl Fn(u64, u64) -> u64) -> Self {
        let mut result = Self::default();
        for word in 0..WORDS {
            result.0[word] = of(self.0[word], other.0[word]);
        }
        result
    }

    /// Adds two bits to its own: the sum stays, the carry is returned.
    #[inline(always)]
    fn full_add(&mut self, a: &Self, b: &Self, arithmetic: impl Arithmetic) -> Self {
        let carry = Self(arithmetic.majority(self.0, a.0, b.0));
        *self = self.zip(a, |x, y| x ^ y).zip(b, |x, y| x ^ y);
        carry
    }

    #[inline(always)]
    fn half_add(&mut self, a: &Self) -> Self {
        let carry = self.and(a);
        *self = self.zip(a, |x, y| x ^ y);
        carry
    }
}

/// A number for each hand, below 2^17: the sets of any deck are fewer. Bit `i` of all of them is
/// `planes[i]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct BitCounts {
    planes: [Bits; 17],
}

impl BitCounts {
    /// Counts eight properties of each hand: seven full adders make one carry of worth eight, which
    /// seldom goes far.
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

    /// The sum of the numbers of all hands.
    pub(crate) fn sum(&self) -> u64 {
        let planes = self.planes.iter().enumerate();
        planes.map(|(bit, plane)| u64::from(plane.count_ones()) << bit).sum()
    }

    /// Shows each number that some of these hands have, and which hands.
    pub(crate) fn each(&self, hands: &Bits, mut see: impl FnMut(usize, &Bits)) {
        let used = self.planes.iter().rposition(Bits::any).map_or(0, |last| last + 1);
        split(&self.planes[..used], 0, hands, &mut see);
    }
}

/// Splits hands by their bits, the highest first.
fn split(planes: &[Bits], number: usize, hands: &Bits, see: &mut impl FnMut(usize, &Bits)) {
    if !hands.any() {
        return;
    }
    let Some((plane, lower)) = planes.split_last() else { return see(number, hands) };
    split(lower, 2 * number, &hands.and_not(plane), see);
    split(lower, 2 * number + 1, &hands.and(plane), see);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::Portable;

    /// Hand `h` has the properties whose number is a multiple of `h + 1`.
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
            counts.add(&std::array::from_fn(|property| has(8 * eight + property)), Portable);
        }
        let (mut seen, mut sum) = (0, 0);
        counts.each(&Bits::first(300), |number, hands| {
            assert!(hands.iter().all(|hand| hand < 300 && 1600_usize.div_ceil(hand + 1) == number));
            seen += hands.count_ones();
        });
        (1..=BATCH).for_each(|divisor| sum += 1600_u64.div_ceil(divisor as u64));
        assert_eq!((seen, counts.sum()), (300, sum));
        assert!(Bits::first(70).or(&Bits::first(3)).iter().eq(0..70));
    }
}
