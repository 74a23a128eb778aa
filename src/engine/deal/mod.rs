//! Random deals: hands drawn uniformly, as a pure function of a seed.
//!
//! # Sampling scheme `v1`
//!
//! The deals of a run are numbered; [`deals_per_block`] consecutive ones are a block, and in a
//! block 64 consecutive ones a group. A deal depends on the seed, the deck, the largest hand size
//! of the run, the number of its block and its place in it, and on nothing else.
//!
//! 1. *Generator.* `ChaCha8` with the seed in its key and the number of the block as its stream
//!    fills the states of 16 xoshiro256++ generators, which run side by side (`generators`). One
//!    step of all gives 1024 bits: 16 for each of the 64 deals of a group.
//! 2. *Draws.* For its card number `j` (from 0) of a deck of `v`, a deal needs a number `r`
//!    uniform in 0..v-j: Lemire's multiplication of its 16 bits by v - j, exact because the words
//!    that would be one too many are rejected (`draws`). The deals of a group that reject take
//!    another step, which all others ignore. That happens in 3 of 100 steps, over the first 12 of
//!    81 cards; as words are independent, so are the draws of the deals, whichever words they
//!    ignore.
//! 3. *Shuffle.* The card is the one at place `r` of the pile, and the last card of the pile takes
//!    its place (Fisher-Yates, in the form of Durstenfeld; `lanes`). So the first `k` cards of a
//!    deal are a deal of `k` cards, and one deal serves every hand size.
//!
//! Everything is independent of the processor and of library versions; the golden values in the
//! tests pin it. To change any of it is to make scheme `v2`.
//!
//! The tests show that it is right: the generators equal `rand_xoshiro` lane by lane, each draw
//! takes each value equally often over all 2^16 words, and the number of sets in the deals fits the
//! exact distribution.
//!
//! ```
//! use setodds_engine::{card::Deck, deal::{Seed, deal_block}, detect::Strategy};
//! let detector = Strategy::default().detector(Deck::GAME);
//! let mut without = 0;
//! // The first 1000 hands of 12 cards of seed 1.
//! deal_block(Seed(1), 0, Deck::GAME, 12, 1000, |hand| {
//!     without += u32::from(detector.count(hand) == 0);
//! });
//! assert!((10..60).contains(&without));
//! ```

mod counter;
mod decks;
mod draws;
mod engine;
mod generators;
mod histogram;
mod lanes;
mod places;
mod shuffle;
mod simulation;

pub use crate::lanes::InstructionSet;
pub(crate) use counter::{LaneCounter, LaneSettings};
pub(crate) use decks::LaneDecks;
pub use engine::{Engine, EngineError};
pub use shuffle::deal_block;
pub use simulation::{Deals, DealsError};

use crate::lanes::LANES;
use crate::name::Invalid;
use crate::random;
use rand::rngs::ChaCha8Rng;
use std::fmt;
use std::str::FromStr;

/// The name of the sampling scheme, as in provenance.
pub const SCHEME: &str = "v1";

/// The name of the generator, as in provenance.
pub const GENERATOR: &str = "16 x xoshiro256++ keyed by ChaCha8";

/// The random seed of a run: the deals are a function of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Seed {
    /// The random words of a block for some purpose, which keeps them apart from all others.
    pub(crate) fn stream(self, purpose: &[u8; 16], block: u64) -> ChaCha8Rng {
        random::words(self.0, purpose, block)
    }

    /// A seed from the randomness of the operating system.
    #[cfg(feature = "system")]
    #[must_use]
    pub fn fresh() -> Self {
        Self(rand::random())
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let remedy = "a whole number from 0 to 18446744073709551615";
        let invalid = |_| Invalid { text: text.to_owned(), kind: "seed", remedy };
        text.trim().parse().map(Self).map_err(invalid)
    }
}

/// The deals in a block of a run with hands of up to `cards` cards: a power of two from 64 to 2^14,
/// smaller for large hands, so that a block takes milliseconds at most.
#[must_use]
pub fn deals_per_block(cards: usize) -> u64 {
    const PAIRS: usize = 1 << 21;
    let pairs = (cards * cards.saturating_sub(1) / 2).max(1);
    let deals = (PAIRS / pairs).clamp(LANES, 1 << 14);
    1 << deals.ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_whole_groups_and_never_too_long() {
        for cards in 0..=crate::card::MOST_CARDS {
            let deals = deals_per_block(cards);
            assert!(deals.is_power_of_two() && deals.is_multiple_of(LANES as u64));
        }
        assert_eq!([3, 12, 21, 81, 729].map(deals_per_block), [16384, 16384, 8192, 512, 64]);
    }

    #[test]
    fn seeds_are_whole_numbers() {
        assert_eq!("18446744073709551615".parse(), Ok(Seed(u64::MAX)));
        for wrong in ["", "-1", "1e3", "18446744073709551616", "x"] {
            assert!(wrong.parse::<Seed>().is_err(), "{wrong}");
        }
        assert_ne!(Seed::fresh(), Seed::fresh());
    }
}
