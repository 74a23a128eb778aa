//! Exact distributions over all hands of some sizes.
//!
//! * [`known`]: distributions, means and variances from the tables that the program carries
//! * [`impossible`]: values that no hand has, and why
//! * [`hands`]: counting hand by hand, the oracle of the other way
//! * [`classes`]: counting one hand of each class, for every measure that sets decide
//! * [`mod@self_check`]: what every distribution of the number of sets must satisfy
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
    /// A way of counting all hands.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Method: "method" {
        /// Hand by hand, by a strategy: the oracle.
        Hands = "hands",
        /// One hand of each class, for every measure that sets decide.
        Classes = "classes",
    }
}

/// The job of a count, under which its progress is saved.
fn job(method: Method, scheme: &'static str, deck: Deck, sizes: &Sizes, of: impl Display) -> Job {
    Job::new("enumerate")
        .with("method", method)
        .with("scheme", scheme)
        .with("features", deck.features())
        .with("cards", sizes)
        .with("measure", of)
}

/// A kernel that counts all hands of some sizes by their number of sets, or by other measures.
pub trait Exhaustive: Kernel {
    /// The number of hands looked at: all, or one of many that symmetries map to one another.
    fn leaves(&self) -> u128;

    /// The distributions, from the tally of all blocks.
    ///
    /// # Errors
    ///
    /// When they do not add up, which is a bug.
    fn finish(&self, counted: &Self::Tally) -> Result<Tallies<Key>, CheckError>;
}
