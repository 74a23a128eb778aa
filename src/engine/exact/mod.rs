//! Exact distributions over all hands of some sizes.
//!
//! * [`known`]: distributions, means and variances from the tables that the program contains
//! * [`impossible`]: values that no hand has, and the reason
//! * [`hands`]: counts hand by hand, the reference implementation
//! * [`classes`]: counts one hand of each class, for affine-invariant measures
//! * [`mod@self_check`]: identities that every distribution of the number of sets satisfies
//!
//! ```
//! use setodds_engine::{card::Deck, exact::known};
//! // The numbers of hands of 12 cards with 0, 1, 2, ... sets.
//! let counts = known::counts(Deck::GAME, 12).expect("a table has them");
//! assert_eq!((counts[0], counts[14]), (2_284_535_476_080, 3_032_640));
//! ```

pub mod classes;
pub mod hands;
pub mod impossible;
pub mod known;
pub mod self_check;
mod sequences;
mod tables;

use crate::card::Deck;
use crate::hand::sizes::Sizes;
use crate::measure::Key;
use crate::name::named_enum;
use crate::run::{Job, Kernel};
use crate::tally::Tallies;
use self_check::CheckError;
use std::fmt::Display;

named_enum! {
    /// Method of counting all hands.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Method: "method" {
        /// Counts hand by hand, with a detection strategy; the reference implementation.
        Hands = "hands",
        /// Counts one hand of each class of equivalent hands, for affine-invariant measures.
        Classes = "classes",
    }
}

/// Returns the description of a count over all hands, which identifies its checkpoint.
fn job(method: Method, scheme: &'static str, deck: Deck, sizes: &Sizes, of: impl Display) -> Job {
    Job::new("enumerate")
        .with("method", method)
        .with("scheme", scheme)
        .with("features", deck.features())
        .with("cards", sizes)
        .with("measure", of)
}

/// Kernel that counts all hands of some sizes by their number of sets, or by other measures.
pub trait Exhaustive: Kernel {
    /// Returns the number of hands examined: all of them, or those that extend one hand of each
    /// class by one card.
    fn leaves(&self) -> u128;

    /// Computes the distributions from the tally of all blocks, and checks them.
    ///
    /// # Errors
    ///
    /// Returns an error if the distributions contradict a known identity, which is a bug of the
    /// program.
    fn finish(&self, counted: &Self::Tally) -> Result<Tallies<Key>, CheckError>;
}
