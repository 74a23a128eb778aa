//! Tables in lanes: their sizes, and what is found on each, as a byte.

use super::rules::DEALT;

/// The cards on a table in lanes, in threes: three more lie there when there was no set.
pub(super) const USUAL: usize = 4;

/// The most cards on a table in lanes.
pub(super) const LANE_CARDS: usize = (USUAL + 1) * DEALT;

/// The outcome of looking at a table in lanes is its number of sets. This is the outcome of a table
/// that is not looked at: 12 cards have fewer sets, and so have 15 of which 12 have none.
pub(super) const UNSEEN: u8 = u8::MAX;

/// The number of outcomes, which are bytes.
pub(super) const OUTCOMES: usize = 256;

/// Whether there is a set on a table in lanes.
#[inline(always)]
pub(super) const fn has_set(outcome: u8) -> bool {
    outcome != 0 && outcome != UNSEEN
}
