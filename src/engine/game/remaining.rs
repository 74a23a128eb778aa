//! The cards that remain in a game, on the table or in the deck, as the policy `clear` counts them.

use super::geometry::Triple;
use crate::lanes::Arithmetic;

/// Some cards and the sets among them.
pub(super) trait Remaining {
    /// How many cards there are, and how many sets they hold.
    fn numbers(&self) -> [usize; 2];

    /// The number of sets that share a card with a set: those of its three cards, added up.
    fn sets_sharing_a_card(&self, set: Triple) -> usize;

    /// Takes a set away.
    fn take(&mut self, set: Triple, arithmetic: impl Arithmetic);

    /// Shows the cards in the order of their indices.
    fn each_card(&self, arithmetic: impl Arithmetic, see: impl FnMut(usize));

    /// Shows all sets, if there are at most [`MOST`](super::partitions::MOST).
    fn each_set(&self, arithmetic: impl Arithmetic, see: impl FnMut(Triple));
}
