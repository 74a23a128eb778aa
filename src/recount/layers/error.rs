//! Errors for counts that violate a known identity.

use setodds_engine::exact::self_check::{self, CheckError};
use std::error::Error;
use std::fmt;

/// Error for a result that contradicts a known identity, which is a bug in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LayersError {
    /// Number of cards in the hands with the wrong result.
    pub(crate) cards: usize,
    /// Identity that the result violates.
    pub(crate) what: Contradiction,
}

/// Known identity that a count violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contradiction {
    /// The number of hands with certain layer sizes is wrong.
    LayerSizes,
    /// A hand would have more sets than its number of cards allows.
    Sets,
    /// The equations for uncounted types have no solution.
    Equations,
    /// The equations for uncounted types have no integer solution.
    Fraction,
    /// The equations for uncounted types have a negative solution.
    Negative,
    /// The counts for the other numbers of sets add up to more than all hands.
    NegativeRest,
    /// A distribution violates an identity that holds for any method of counting.
    Distribution(self_check::Contradiction),
}

impl From<CheckError> for LayersError {
    fn from(CheckError { cards, what }: CheckError) -> Self {
        Self { cards, what: Contradiction::Distribution(what) }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LayerSizes => "a choice of layer sizes has too few hands, or too many",
            Self::Sets => "there are sets too many",
            Self::Equations => "the equations of the hyperplanes contradict one another",
            Self::Fraction => "the equations of the hyperplanes have no integer solution",
            Self::Negative => "the equations of the hyperplanes have a negative solution",
            Self::NegativeRest => "the equations of the hyperplanes leave a negative number",
            Self::Distribution(what) => return what.fmt(f),
        })
    }
}

impl fmt::Display for LayersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cards, what } = self;
        write!(f, "internal error: the {cards}-card hands do not add up ({what}); please report it")
    }
}

impl Error for LayersError {}
