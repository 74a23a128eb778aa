//! What cannot be if the hands are counted right.

use setodds_engine::exact::self_check::{self, CheckError};
use std::error::Error;
use std::fmt;

/// A result that contradicts what is known of every distribution: a defect of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LayersError {
    /// The hand size.
    pub(crate) cards: usize,
    /// What is wrong.
    pub(crate) what: Contradiction,
}

/// What does not add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contradiction {
    /// The hands with given sizes of layers.
    LayerSizes,
    /// More sets than a hand of its size can hold.
    Sets,
    /// Equations without a solution.
    Equations,
    /// Equations whose solution is a fraction.
    Fraction,
    /// Equations whose solution is below zero.
    Negative,
    /// More hands than there are, so that too few are left for a number of sets.
    NegativeRest,
    /// What every distribution must satisfy, however it was counted.
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
