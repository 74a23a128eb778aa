//! Random deals: uniformly distributed hands, as a pure function of a seed.
//!
//! [`Deals`] is the [kernel](crate::run::Kernel) of a simulation. A block is processed as follows:
//!
//! 1. `generators::Generators` are initialized from the seed and the block number.
//! 2. `counter::Counter` processes the block in groups of 64 hands, with the instructions of one
//!    [`InstructionSet`]; `lane_dealer::LaneDealer` deals the hands.
//! 3. A `LaneTest` of [`detect`](crate::detect) counts their sets, card by card.
//! 4. `triples::TripleCounts` counts the hands of each size by their number of sets, in one
//!    `Histogram` per size; `BatchRecorder` of [`measure`](crate::measure) evaluates all other
//!    measures.
//! 5. Both results are added to the [`Tallies`](crate::tally::Tallies) of the block, which
//!    [`ThreadPool::resume`](crate::run::ThreadPool::resume) merges with the tallies of all other
//!    blocks.
//!
//! [`deal_block`] calls a function with the same hands one by one, and [`StatisticDeals`] tallies
//! the values of a function that the caller supplies.
//!
//! # Sampling scheme `v1`
//!
//! This specification suffices to deal the same hands of up to `k` cards from a deck of `v` cards
//! in another language. All numbering starts at 0, `/` rounds down, and words are little-endian.
//!
//! 1. *Block.* A block has `b` deals ([`deals_per_block`]): the largest power of two up to
//!    `max(64, min(2^14, 2^21 / max(1, k (k - 1) / 2)))`. Deal `i` is number `i mod b` of block
//!    `i / b`.
//! 2. *Key.* The key has 32 bytes: the seed in bytes 0 to 7, 8 zero bytes, and the 16 bytes of the
//!    text `setodds deals v1`.
//! 3. *Stream.* A block has its own stream of 64-bit words: the output of `ChaCha8` with this key,
//!    the block number as its stream (words 14 and 15 of the state) and a 64-bit counter starting
//!    at 0 (words 12 and 13).
//! 4. *Lanes.* There are 16 generators xoshiro256++: words `4 l` to `4 l + 3` are the state `s0` to
//!    `s3` of generator `l`.
//! 5. *Words.* The deals of a block are dealt in groups of 64; the last group is also dealt whole.
//!    All generators step together: deal `4 l + q` of a group gets bits `16 q` to `16 q + 15` of
//!    the output of generator `l`.
//! 6. *Draw.* For its card number `j` a deal needs a number below `m = v - j`. A step gives it a
//!    16-bit word `w`: if `w m mod 2^16` is below `2^16 mod m`, the word is rejected, and otherwise
//!    the number is `r = w m / 2^16`. While any deal of the group lacks its number, the generators
//!    take another step, which the deals that have their number ignore.
//! 7. *Pile.* Each deal begins with a pile of cards 0 to `v - 1` in this order. The base-3 digits
//!    of a card number are its features, the first feature in the highest digit. If cards are
//!    missing from the deck, the pile has the remaining cards by increasing number, and `v` is
//!    their number.
//! 8. *Shuffle.* The card at position `r` of the pile is dealt; then the last card of the pile
//!    moves to its position, and the pile is shorter by one.
//!
//! Test vectors: some hands, as card numbers.
//!
//! ```text
//! seed, features, k, deal: cards
//! 1, 4, 12, 0: 56 27 4 40 73 12 63 29 53 30 66 33
//! 1, 4, 12, 1: 71 40 32 76 50 70 77 72 66 68 60 10
//! 1, 4, 12, 2: 70 43 55 21 34 20 27 16 26 9 73 49
//! 7, 4, 21, 8191: 67 52 40 66 15 7 74 77 26 32 14 42 29 79 48 4 16 62 47 75 39
//! 7, 4, 21, 8192: 68 14 23 50 10 45 33 70 37 73 9 63 61 76 74 19 65 35 5 40 52
//! 7, 4, 21, 8193: 27 51 37 46 1 67 15 54 20 60 45 6 47 59 43 57 72 74 40 4 23
//! 18446744073709551615, 2, 9, 0: 3 7 5 1 0 2 8 6 4
//! 18446744073709551615, 2, 9, 1: 6 1 2 8 3 4 7 0 5
//! 18446744073709551615, 2, 9, 2: 3 5 2 1 4 0 6 8 7
//! 2026, 6, 4, 16383: 678 277 51 477
//! 2026, 6, 4, 16384: 470 526 242 367
//! 2026, 6, 4, 16385: 159 581 157 217
//! ```
//!
//! The first cards of a deal with a larger `k` are also a random deal, so one deal serves all hand
//! sizes of a run, where `k` is the largest. The draw is Lemire's, which is exact because surplus
//! words are rejected; the shuffle is Fisher-Yates in the form of Durstenfeld. For the first 12 of
//! 81 cards, words are rejected in 3 of 100 steps; as words are independent, so are the draws of
//! the deals, whichever words they ignore.
//!
//! The scheme does not depend on the processor or on library versions; the tests pin these hands
//! and others. Any change requires a new scheme `v2`.
//!
//! The tests check that the scheme is correct: the generators equal `rand_xoshiro` lane by lane,
//! each draw takes each value equally often over all 2^16 words, and the number of sets in the
//! deals fits the exact distribution.
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
mod deals;
mod draws;
mod engine;
mod generators;
mod histogram;
mod lane_dealer;
mod piles;
mod shuffle;
mod statistic;
mod triples;

pub use crate::lanes::InstructionSet;
pub use deals::{Deals, DealsError};
pub use engine::{Engine, EngineError};
pub(crate) use histogram::Histogram;
pub(crate) use lane_dealer::LaneGroups;
pub use shuffle::deal_block;
pub use statistic::{StatisticDeals, StatisticError};

use crate::lanes::LANES;
use crate::name::{Invalid, read_as_written};
use crate::random;
use rand::rngs::ChaCha8Rng;
use std::fmt;
use std::str::FromStr;

/// Name of the sampling scheme of deals, as recorded in provenance.
pub const SCHEME: &str = "v1";

/// Name of the random number generator of deals, as recorded in provenance.
pub const GENERATOR: &str = "16 x xoshiro256++ keyed by ChaCha8";

/// The random seed of a run, which determines all deals.
///
/// ```
/// # use setodds_engine::deal::Seed;
/// assert_eq!(Seed::from(2026), "2026".parse()?);
/// # Ok::<(), setodds_engine::name::Invalid>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(
    /// The seed as a 64-bit number, as written to files.
    pub u64,
);

impl Seed {
    /// Returns the generator of random words for a block; each purpose has an independent stream.
    pub(crate) fn stream(self, purpose: &[u8; 16], block: u64) -> ChaCha8Rng {
        random::words(self.0, purpose, block)
    }

    /// Returns a random seed from the operating system.
    ///
    /// # Panics
    ///
    /// Panics in a browser, where the caller of the WebAssembly module chooses the seeds.
    #[must_use]
    pub fn fresh() -> Self {
        #[cfg(not(target_family = "wasm"))]
        return Self(rand::random());
        #[cfg(target_family = "wasm")]
        panic!("a module in a browser is given its seeds");
    }
}

impl From<u64> for Seed {
    fn from(seed: u64) -> Self {
        Self(seed)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

read_as_written!(Seed);

impl FromStr for Seed {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let remedy = "a whole number from 0 to 18446744073709551615";
        let invalid = |_| Invalid { text: text.to_owned(), kind: "seed", remedy };
        text.trim().parse().map(Self).map_err(invalid)
    }
}

/// Returns the number of deals in a block for hands of up to `cards` cards: a power of two from 64
/// to 2^14, smaller for large hands, so that a block takes a few milliseconds at most.
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
    use crate::card::Deck;

    #[test]
    fn blocks_are_whole_groups_and_never_too_long() {
        for cards in 0..=crate::card::MAX_CARDS {
            let deals = deals_per_block(cards);
            assert!(deals.is_power_of_two() && deals.is_multiple_of(LANES as u64));
        }
        assert_eq!([3, 12, 21, 81, 729].map(deals_per_block), [16384, 16384, 8192, 512, 64]);
    }

    /// Checks the test vectors in the module documentation.
    #[test]
    fn the_scheme_is_described_with_hands_that_it_deals() {
        let rows = include_str!("mod.rs").lines().filter_map(|line| line.strip_prefix("//! "));
        let rows = rows.skip_while(|line| *line != "seed, features, k, deal: cards").skip(1);
        let mut described = 0;
        for (question, cards) in rows.map_while(|row| row.split_once(": ")) {
            let question: Vec<u64> = question.split(", ").map(|it| it.parse().unwrap()).collect();
            let [seed, features, k, deal] = question[..] else { panic!("{question:?}") };
            let [features, k] = [features, k].map(|it| usize::try_from(it).unwrap());
            let (deck, length) = (Deck::new(features).unwrap(), deals_per_block(k));
            let mut hand: Vec<String> = Vec::new();
            deal_block(Seed(seed), deal / length, deck, k, deal % length + 1, |dealt| {
                hand = dealt.iter().map(|card| card.index().to_string()).collect();
            });
            assert_eq!(hand.join(" "), cards, "{question:?}");
            described += 1;
        }
        assert_eq!(described, 12);
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
