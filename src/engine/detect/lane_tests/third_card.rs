//! The third card test for 64 hands at once: cards have two bits per feature, and the third card of
//! a pair is computed.
//!
//! With digits 0, 1, 2 in two bits, and `sa`, `sb` the codes `a`, `b` with the two bits of every
//! field swapped, the third card of `a` and `b` is `(a | (sa ^ sb)) & !(a ^ b)`. Field by field:
//! for equal digits both XORs are 0, and the result is `a`. For 0 and 1 the XOR is 01, swapped 10,
//! and the result is 10. For 0 and 2 it is 10, swapped 01, and the result is 01. For 1 and 2 it is
//! 11, and the result is 00.

use super::LaneTest;
use super::encoding::Encoding;
use crate::card::Deck;
use crate::lanes::{Arithmetic, Element, LANES, Lanes, Words};
use bytemuck::{cast, try_cast};

/// Mask of the upper bit of every two-bit field.
const UPPER: u16 = 0xAAAA;

/// Lane test that computes the third card of a pair and compares it with a card.
#[derive(Clone, Debug)]
pub(crate) struct ThirdCardLanes<W: Element, const STEPS: usize> {
    encoding: Encoding<W, STEPS>,
    /// Table of the codes of all card numbers below 128, used if codes are bytes.
    codes: [Words; 2],
}

impl<W: Element + Into<u16>, const STEPS: usize> LaneTest for ThirdCardLanes<W, STEPS> {
    type Number = W;
    type Code = W;
    /// The code of a card, and the code with the two bits of every field swapped.
    type Card = [Lanes<W>; 2];
    /// The code of the card that completes a set with the pair.
    type Pair = Lanes<W>;

    fn new(deck: Deck) -> Self {
        let encoding = Encoding::new(deck, 2);
        let number =
            |number| W::truncated(u16::try_from(number).expect("the numbers are below 128"));
        let codes = [0, LANES].map(|first| {
            let codes = encoding.encode(&Lanes::from_fn(|lane| number(first + lane)));
            try_cast(codes.0).unwrap_or_default()
        });
        Self { encoding, codes }
    }

    #[inline(always)]
    fn card<A: Arithmetic>(&self, numbers: &Lanes<W>, arithmetic: A) -> [Lanes<W>; 2] {
        if A::BYTE_LOOKUP
            && let Ok(places) = try_cast::<_, Words>(numbers.0)
        {
            let codes = arithmetic.look_up(self.codes, places);
            return [codes, arithmetic.swap_bit_pairs(codes)].map(|words| Lanes(cast(words)));
        }
        let code = self.encoding.encode(numbers);
        [code, code.map(swapped)]
    }

    #[inline(always)]
    fn pair([a, a_swapped]: &[Lanes<W>; 2], [b, b_swapped]: &[Lanes<W>; 2]) -> Lanes<W> {
        third_cards([a, a_swapped], [b, b_swapped])
    }

    #[inline(always)]
    fn mismatch(third: &Lanes<W>, [card, _]: &[Lanes<W>; 2]) -> Lanes<W> {
        third.zip(card, |third, card| third ^ card)
    }
}

/// Returns the code with the two bits of every field swapped.
#[inline(always)]
pub(crate) fn swapped<W: Element>(code: W) -> W {
    let upper = W::truncated(UPPER);
    (code << 1 & upper) | (code >> 1 & !upper)
}

/// Returns the code of the card that completes a set with two cards, each given by its code and its
/// swapped code.
#[inline(always)]
fn third_card<W: Element>([a, a_swapped]: [W; 2], [b, b_swapped]: [W; 2]) -> W {
    (a | (a_swapped ^ b_swapped)) & !(a ^ b)
}

/// Returns, for each hand, the code of the card that completes a set with two cards, each given by
/// its codes and its swapped codes.
#[inline(always)]
pub(crate) fn third_cards<W: Element>(a: [&Lanes<W>; 2], b: [&Lanes<W>; 2]) -> Lanes<W> {
    let mut thirds = Lanes::default();
    for lane in 0..LANES {
        thirds.0[lane] = third_card(a.map(|codes| codes.0[lane]), b.map(|codes| codes.0[lane]));
    }
    thirds
}
