//! Who drives a strategy: one hand after the other, or 64 side by side.

use crate::detect::lanes::LARGEST_HAND;
use crate::lanes::{InstructionSet, InstructionSetError};
use crate::measure::{Measure, Measurer};
use std::fmt;
use std::str::FromStr;

/// Who drives a strategy. Results never depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// One hand after the other.
    Scalar,
    /// 64 hands side by side, in vectors of an instruction set.
    Lanes(InstructionSet),
}

impl Engine {
    /// All engines that this processor can run.
    pub fn available() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Scalar).chain(InstructionSet::available().map(Self::Lanes))
    }

    /// The fastest engine for some measures.
    #[must_use]
    pub fn fastest(measurer: &Measurer) -> Self {
        let lanes = Self::Lanes(InstructionSet::widest());
        if lanes.drives(measurer) { lanes } else { Self::Scalar }
    }

    /// Whether it can do these measures, of these hands, by this strategy.
    #[must_use]
    pub fn drives(self, measurer: &Measurer) -> bool {
        let counted = |measure| matches!(measure, Measure::Sets | Measure::FirstSet);
        match self {
            Self::Scalar => true,
            Self::Lanes(_) => {
                measurer.strategy().has_lanes()
                    && measurer.sizes().largest() <= LARGEST_HAND
                    && measurer.measures().iter().all(counted)
            }
        }
    }

    /// The name, as in CSV, without the instruction set.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Lanes(_) => "lanes",
        }
    }

    /// The instruction set.
    #[must_use]
    pub const fn instruction_set(self) -> InstructionSet {
        match self {
            Self::Scalar => InstructionSet::Baseline,
            Self::Lanes(set) => set,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar => f.pad(self.name()),
            Self::Lanes(set) => f.pad(&format!("{}-{set}", self.name())),
        }
    }
}

/// A name that no engine has here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// Neither scalar nor lanes.
    #[error("unknown engine `{0}`; there are scalar, lanes, and lanes with an instruction set, as lanes-{widest}", widest = InstructionSet::widest())]
    Unknown(String),
    /// Lanes of another processor.
    #[error(transparent)]
    InstructionSet(#[from] InstructionSetError),
}

impl FromStr for Engine {
    type Err = EngineError;

    fn from_str(name: &str) -> Result<Self, EngineError> {
        match name.split_once('-') {
            None if name == "scalar" => Ok(Self::Scalar),
            None if name == "lanes" => Ok(Self::Lanes(InstructionSet::widest())),
            Some(("lanes", set)) => Ok(Self::Lanes(set.parse()?)),
            _ => Err(EngineError::Unknown(name.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::detect::Strategy;
    use crate::hand::sizes::Sizes;

    #[test]
    fn engines_are_named_and_read_back() {
        for engine in Engine::available() {
            assert_eq!(engine.to_string().parse(), Ok(engine));
        }
        assert_eq!("lanes".parse(), Ok(Engine::Lanes(InstructionSet::widest())));
        for wrong in ["", "Scalar", "lanes-", "lanes-mmx", "scalar-avx2", "gpu"] {
            assert!(wrong.parse::<Engine>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn lanes_are_chosen_wherever_they_can() {
        let fastest = |strategy, cards, measure| {
            let (sizes, measures) = (Sizes::one(cards), [measure].into_iter().collect());
            Engine::fastest(&Measurer::new(Deck::GAME, sizes, measures, strategy).unwrap())
        };
        let lanes = Engine::Lanes(InstructionSet::widest());
        assert_eq!(fastest(Strategy::ThirdCard, 12, Measure::Sets), lanes);
        assert_eq!(fastest(Strategy::PackedMask, LARGEST_HAND, Measure::FirstSet), lanes);
        assert_eq!(fastest(Strategy::ThirdCard, 12, Measure::InSets), Engine::Scalar);
        assert_eq!(fastest(Strategy::Naive, 12, Measure::Sets), Engine::Scalar);
        assert_eq!(fastest(Strategy::ThirdCard, LARGEST_HAND + 1, Measure::Sets), Engine::Scalar);
    }
}
