//! The packed mask test for 64 hands at once: three cards are a set if their OR equals their XOR.

use super::LaneTest;
use super::encoding::Encoding;
use crate::card::Deck;
use crate::lanes::{Arithmetic, Element, Lanes};
use std::marker::PhantomData;

/// Lane test that compares the OR and the XOR of three masks with three bits per feature. `W` is
/// the type of a card number, `C` that of a mask.
#[derive(Clone, Debug)]
pub(crate) struct PackedMaskLanes<W, C: Element, const STEPS: usize> {
    encoding: Encoding<C, STEPS>,
    /// Mask of the lowest bit of every three-bit field, in all lanes.
    units: Lanes<C>,
    numbers: PhantomData<W>,
}

impl<W: Element + Into<u16>, C: Element + From<W>, const STEPS: usize> LaneTest
    for PackedMaskLanes<W, C, STEPS>
{
    type Number = W;
    type Code = C;
    type Card = Lanes<C>;
    /// The OR and the XOR of the masks of two cards.
    type Pair = [Lanes<C>; 2];

    fn new(deck: Deck) -> Self {
        let units = (0..deck.features()).map(|feature| 1 << (3 * feature)).sum::<usize>();
        let units = C::try_from(units).unwrap_or_else(|_| unreachable!("masks fit"));
        Self { encoding: Encoding::new(deck, 3), units: Lanes::splat(units), numbers: PhantomData }
    }

    #[inline(always)]
    fn card<A: Arithmetic>(&self, numbers: &Lanes<W>, _: A) -> Lanes<C> {
        // Digits 0, 1, 2 become 1, 2, 4: add one, and one more for a 2.
        let mut masks = self.encoding.encode(&numbers.map(C::from));
        let twos = masks.zip(&self.units, |digits, units| digits >> 1 & units);
        masks.add(&twos);
        masks.add(&self.units);
        masks
    }

    #[inline(always)]
    fn pair(a: &Lanes<C>, b: &Lanes<C>) -> [Lanes<C>; 2] {
        [a.zip(b, |a, b| a | b), a.zip(b, |a, b| a ^ b)]
    }

    #[inline(always)]
    fn mismatch([or, xor]: &[Lanes<C>; 2], card: &Lanes<C>) -> Lanes<C> {
        let or = or.zip(card, |or, card| or | card);
        let xor = xor.zip(card, |xor, card| xor ^ card);
        or.zip(&xor, |or, xor| or ^ xor)
    }
}
