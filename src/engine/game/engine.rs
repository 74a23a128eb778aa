//! How games are played: by definition, one after the other, or 64 side by side.

use super::rules::Rules;
use crate::lanes::InstructionSet;

/// How the games are played. Results never depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameEngine {
    /// All triples of the table, whenever a set is looked for.
    Naive,
    /// Sets kept up to date card by card.
    Incremental,
    /// 64 games side by side, in vectors of an instruction set, for 12 cards at the start (by the
    /// policy `clear` only with AVX-512); else as `Incremental`, with decks dealt 64 at a time.
    Lanes(InstructionSet),
}

impl GameEngine {
    /// The fastest engine.
    #[must_use]
    pub fn fastest(rules: Rules) -> Self {
        let lanes = Self::Lanes(InstructionSet::widest());
        if lanes.plays(rules) { lanes } else { Self::Incremental }
    }

    /// Whether it can play by these rules: in lanes, cards are bytes.
    #[must_use]
    pub fn plays(self, rules: Rules) -> bool {
        match self {
            Self::Naive | Self::Incremental => true,
            Self::Lanes(_) => rules.deck().size() <= 81 && rules.are_usual(),
        }
    }

    /// The name, as in CSV.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Incremental => "incremental",
            Self::Lanes(_) => "lanes",
        }
    }

    /// The vector instructions that it uses.
    #[must_use]
    pub const fn instruction_set(self) -> InstructionSet {
        match self {
            Self::Naive | Self::Incremental => InstructionSet::Baseline,
            Self::Lanes(set) => set,
        }
    }
}
