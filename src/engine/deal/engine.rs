//! The engine of a simulation: one hand after the other, or 64 side by side.

use crate::detect::Strategy;
use crate::lanes::InstructionSet;
use std::fmt;
use std::str::FromStr;

/// How a strategy is run over many hands. Results never depend on it.
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

    /// The fastest that [can run](Self::can_run) a strategy.
    pub(crate) fn fastest(strategy: Strategy) -> Self {
        let lanes = Self::Lanes(InstructionSet::widest());
        if lanes.can_run(strategy) { lanes } else { Self::Scalar }
    }

    /// Whether it can run a strategy.
    pub(crate) const fn can_run(self, strategy: Strategy) -> bool {
        matches!(self, Self::Scalar) || strategy.has_lanes()
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
    /// `scalar`, or `lanes-avx2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar => f.pad(self.name()),
            Self::Lanes(set) => f.pad(&format!("{}-{set}", self.name())),
        }
    }
}

/// A name that no engine of this processor has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown engine `{0}`; this processor has {names}", names = names().join(", "))]
pub struct EngineError(String);

/// `scalar`, `lanes`, then the names of lanes with an instruction set.
fn names() -> Vec<String> {
    let mut names: Vec<_> = Engine::available().map(|engine| engine.to_string()).collect();
    names.insert(1, "lanes".to_owned());
    names
}

impl FromStr for Engine {
    type Err = EngineError;

    /// Reads what `Display` writes, and `lanes` for those of the widest instruction set.
    fn from_str(name: &str) -> Result<Self, EngineError> {
        if name == "lanes" {
            return Ok(Self::Lanes(InstructionSet::widest()));
        }
        let found = Self::available().find(|engine| engine.to_string() == name);
        found.ok_or_else(|| EngineError(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let lanes = Engine::Lanes(InstructionSet::widest());
        assert_eq!(Engine::fastest(Strategy::ThirdCard), lanes);
        assert_eq!(Engine::fastest(Strategy::PackedMask), lanes);
        assert_eq!(Engine::fastest(Strategy::Naive), Engine::Scalar);
    }
}
