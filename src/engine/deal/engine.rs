//! Engines of a simulation: one hand at a time, or 64 hands at once.

use crate::detect::Strategy;
use crate::lanes::InstructionSet;
use crate::name::read_as_written;
use std::fmt;
use std::str::FromStr;

/// The way in which a detection strategy is run over many hands. The choice never affects results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Evaluates one hand at a time.
    Scalar,
    /// Evaluates 64 hands at once with the vector instructions of an instruction set.
    Lanes(InstructionSet),
}

impl Engine {
    /// Returns an iterator over all engines that this processor supports.
    pub fn available() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Scalar).chain(InstructionSet::available().map(Self::Lanes))
    }

    /// Returns an iterator over the names of engines that this processor does not support.
    pub fn missing() -> impl Iterator<Item = &'static str> {
        let is_missing = |name: &&str| name.parse::<Self>().is_err();
        ENGINES_BY_INSTRUCTION_SET.into_iter().map(|(name, _)| name).filter(is_missing)
    }

    /// Returns the fastest engine that [supports](Self::can_run) a detection strategy.
    pub(crate) fn fastest(strategy: Strategy) -> Self {
        let lanes = Self::Lanes(InstructionSet::widest());
        if lanes.can_run(strategy) { lanes } else { Self::Scalar }
    }

    /// Returns whether the engine supports a detection strategy.
    pub(crate) const fn can_run(self, strategy: Strategy) -> bool {
        matches!(self, Self::Scalar) || strategy.has_lanes()
    }

    /// Returns the name used in CSV, `scalar` or `lanes`, without the instruction set.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Lanes(_) => "lanes",
        }
    }

    /// Returns the instruction set used to count the sets of hands.
    #[must_use]
    pub const fn instruction_set(self) -> InstructionSet {
        match self {
            Self::Scalar => InstructionSet::Baseline,
            Self::Lanes(set) => set,
        }
    }

    /// Returns the instruction set used to deal hands. Even for the scalar engine, hands are dealt
    /// 64 at a time with the widest instruction set of the processor.
    #[must_use]
    pub fn dealing_set(self) -> InstructionSet {
        match self {
            Self::Scalar => InstructionSet::widest(),
            Self::Lanes(set) => set,
        }
    }
}

impl fmt::Display for Engine {
    /// Writes `scalar`, or `lanes` with the instruction set, such as `lanes-avx2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar => f.pad(self.name()),
            Self::Lanes(set) => f.pad(&format!("{}-{set}", self.name())),
        }
    }
}

/// Error for an engine name that is unknown or not supported by this processor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// No engine on any processor has this name.
    #[error("unknown engine `{0}`; there are {names} here", names = names().join(", "))]
    Unknown(String),
    /// The processor lacks the instruction set of the engine.
    #[error("this processor has no {0}; its engines are {names}", names = names().join(", "))]
    Missing(&'static str),
}

/// The names of the engines with an instruction set, for all processor architectures, each with the
/// name of the required instructions.
const ENGINES_BY_INSTRUCTION_SET: [(&str, &str); 4] = [
    ("lanes-sse2", "SSE2"),
    ("lanes-neon", "NEON"),
    ("lanes-avx2", "AVX2"),
    ("lanes-avx512", "AVX-512 with VBMI2 and GFNI"),
];

/// Returns the engine names that this processor accepts: `scalar`, `lanes`, then `lanes` with each
/// instruction set.
fn names() -> Vec<String> {
    let mut names: Vec<_> = Engine::available().map(|engine| engine.to_string()).collect();
    names.insert(1, "lanes".to_owned());
    names
}

read_as_written!(Engine);

impl FromStr for Engine {
    type Err = EngineError;

    /// Parses an engine name as `Display` writes it, or `lanes`, which selects the widest
    /// instruction set.
    fn from_str(name: &str) -> Result<Self, EngineError> {
        if name == "lanes" {
            return Ok(Self::Lanes(InstructionSet::widest()));
        }
        if let Some(engine) = Self::available().find(|engine| engine.to_string() == name) {
            return Ok(engine);
        }
        let missing = ENGINES_BY_INSTRUCTION_SET.into_iter().find(|&(other, _)| other == name);
        Err(missing.map_or_else(
            || EngineError::Unknown(name.to_owned()),
            |(_, instructions)| EngineError::Missing(instructions),
        ))
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
            let unknown = Err(EngineError::Unknown(wrong.to_owned()));
            assert_eq!(wrong.parse::<Engine>(), unknown, "{wrong}");
        }
    }

    /// There are baseline engines for two architectures, of which a processor has at most one.
    #[test]
    fn the_engines_of_other_processors_are_known_by_name() {
        let here: Vec<_> = Engine::available().map(|engine| engine.to_string()).collect();
        let missing: Vec<_> = Engine::missing().collect();
        assert!(missing.contains(&"lanes-sse2") || missing.contains(&"lanes-neon"));
        assert!(missing.iter().all(|&name| here.iter().all(|engine| engine != name)));
        for name in missing {
            let error = name.parse::<Engine>().unwrap_err();
            assert!(matches!(error, EngineError::Missing(_)), "{name}");
            assert!(error.to_string().starts_with("this processor has no "), "{error}");
        }
    }

    #[test]
    fn hands_are_dealt_side_by_side_whoever_counts_them() {
        assert_eq!(Engine::Scalar.dealing_set(), InstructionSet::widest());
        for set in InstructionSet::available() {
            assert_eq!(Engine::Lanes(set).dealing_set(), set);
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
