//! In how many sets each card is, counted for all cards at once, one bit a card.

use crate::lanes::Element;

/// In how many sets each card is, as binary numbers: bit `i` of all of them is `planes[i]`.
pub(super) struct Degrees<B> {
    planes: [B; PLANES],
}

/// A card of a hand of up to 128 cards is in at most half as many sets as there are other cards.
const PLANES: usize = 64_usize.ilog2() as usize;

impl<B: Element> Degrees<B> {
    #[inline]
    pub(super) fn of(sets: &[B]) -> Self {
        let mut planes = [B::default(); PLANES];
        for &set in sets {
            let mut carry = set;
            for plane in &mut planes {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
                if carry == B::default() {
                    break;
                }
            }
        }
        Self { planes }
    }

    /// The cards in at least one set.
    #[inline]
    pub(super) fn covered(&self) -> B {
        self.planes.iter().fold(B::default(), |cards, &plane| cards | plane)
    }

    /// The cards in exactly one set.
    #[inline]
    pub(super) fn alone(&self) -> B {
        let [ones, more @ ..] = &self.planes;
        more.iter().fold(*ones, |cards, &plane| cards & !plane)
    }

    /// A card in the fewest sets, but in one at least, which there must be.
    pub(super) fn rarest(&self) -> B {
        let mut rarest = self.covered();
        for &plane in self.planes.iter().rev() {
            if rarest & !plane != B::default() {
                rarest = rarest & !plane;
            }
        }
        lowest(rarest)
    }

    /// A card in the most sets, and in how many it is.
    #[inline]
    pub(super) fn commonest(&self) -> (B, u32) {
        let (mut commonest, mut degree) = (!B::default(), 0);
        for &plane in self.planes.iter().rev() {
            let higher = commonest & plane != B::default();
            if higher {
                commonest = commonest & plane;
            }
            degree = 2 * degree + u32::from(higher);
        }
        (lowest(commonest), degree)
    }
}

/// The lowest card, if there is one.
#[inline]
pub(super) fn lowest<B: Element>(cards: B) -> B {
    cards & B::default().wrapping_sub(cards)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn degrees_are_counted(sets in prop::collection::vec(any::<u64>(), 1..60)) {
            let degree =
                |card: u64| sets.iter().filter(|&&set| set & card != 0).count();
            let degrees = Degrees::of(&sets);
            for card in (0..64).map(|place| 1_u64 << place) {
                prop_assert_eq!(degrees.covered() & card != 0, degree(card) > 0);
                prop_assert_eq!(degrees.alone() & card != 0, degree(card) == 1);
            }
            let all = || (0..64).map(|place| degree(1 << place));
            let (commonest, most) = degrees.commonest();
            prop_assert_eq!(degree(commonest), all().max().unwrap_or(0));
            prop_assert_eq!(degree(commonest), most as usize);
            let least = all().filter(|&degree| degree > 0).min();
            prop_assert_eq!(least.unwrap_or(0), degree(degrees.rarest()));
        }
    }
}
