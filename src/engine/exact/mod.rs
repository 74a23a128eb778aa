//! Distributions over all hands: counted hand by hand ([`hands`]), layer by layer ([`layers`]) or class by class ([`classes`]), and checked ([`mod@check`]); or
//! [`known`] without counting, with the values that no hand has ([`impossible`]). What others have counted is [`published`].

pub mod check;
pub mod classes;
pub mod hands;
pub mod impossible;
pub mod known;
pub mod layers;
mod prefix;
pub mod published;

use crate::card::Deck;
use crate::measure::Key;
use crate::run::Kernel;
use crate::tally::Tallies;
use check::CheckError;
use std::fmt;
use std::str::FromStr;

/// A way of counting all hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Hand by hand, by a strategy or with shared prefixes: the oracle.
    Hands,
    /// Those around three cards that are no set, which stand for all.
    Frames,
    /// Layer by layer.
    Layers,
    /// One hand of each class: what sets decide, not their number alone.
    Classes,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Hands, Self::Frames, Self::Layers, Self::Classes];

    /// The fastest for the number of sets in hands of a deck.
    #[must_use]
    pub const fn fastest(deck: Deck) -> Self {
        if deck.features() <= 4 { Self::Layers } else { Self::Classes }
    }

    /// The name, as in commands and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hands => "hands",
            Self::Frames => "frames",
            Self::Layers => "layers",
            Self::Classes => "classes",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no method has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown method `{0}`; there are hands, frames, layers and classes")]
pub struct MethodError(String);

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(name: &str) -> Result<Self, MethodError> {
        let found = Self::ALL.into_iter().find(|method| method.name() == name);
        found.ok_or_else(|| MethodError(name.to_owned()))
    }
}

/// A way of counting all hands of some sizes by the number of their sets, or by other measures.
pub trait Exhaustive: Kernel<Tally = Tallies<Key>> {
    /// The hands that are looked at: all, or one for many that symmetries carry into one another.
    fn leaves(&self) -> u128;

    /// The distributions, from the tally of all blocks.
    ///
    /// # Errors
    ///
    /// When they do not add up: a defect of the program.
    fn finish(&self, counted: &Tallies<Key>) -> Result<Tallies<Key>, CheckError>;
}
