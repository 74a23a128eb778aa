//! What can be tallied of a hand: an integer outcome with a name.

use std::fmt;

/// An integer outcome of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// The number of sets in the hand.
    #[default]
    Sets,
}

impl Measure {
    /// All measures.
    pub const ALL: [Self; 1] = [Self::Sets];

    /// The name, as in commands and in CSV.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sets => "sets",
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
