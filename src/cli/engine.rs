//! The execution engine.

use super::failure::Failure;
use super::help::RUNNING;
use super::message;
use super::names;
use crate::deal::{Engine, InstructionSet};
use crate::game::Games;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fmt::Display;

/// The environment variable that can hold the engine.
pub(crate) const VARIABLE: &str = "SETODDS_ENGINE";

/// The option `--engine`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct EngineArgs {
    /// Execution engine: scalar, lanes [default: lanes where possible]
    ///
    /// `scalar` works on one hand or game after the other, `lanes` on 64 side by side, lanes-NAME
    /// does so with an instruction set. The environment variable `SETODDS_ENGINE` can hold the
    /// name, too. Results do not depend on it; an engine that has no part in them is refused.
    /// Records call games that are played one by one `incremental`.
    #[arg(long, value_name = "NAME", env = VARIABLE, hide_env = true, value_parser = parser(),
          hide_short_help = true, help_heading = RUNNING)]
    engine: Option<Engine>,
}

fn parser() -> impl TypedValueParser<Value = Engine> {
    PossibleValuesParser::new(names::engines()).try_map(|name| name.parse::<Engine>())
}

impl EngineArgs {
    /// The engine that was chosen.
    pub(crate) const fn given(self) -> Option<Engine> {
        self.engine
    }

    /// The instructions to deal with: the widest, or those of the lanes that were chosen.
    pub(crate) fn dealing_set(self) -> InstructionSet {
        self.engine.map_or_else(InstructionSet::widest, Engine::dealing_set)
    }

    /// Refuses lanes for what has only the scalar engine; `what` says which that is and what it
    /// does.
    pub(crate) fn only_scalar(self, what: impl Display) -> Result<(), Failure> {
        match self.engine {
            None | Some(Engine::Scalar) => Ok(()),
            Some(lanes) => Err(refused(format_args!(
                "{what} one by one; the engine `{lanes}` has no part in that"
            ))),
        }
    }

    /// The instructions of what has only lanes; `what` says which that is and what it does.
    pub(crate) fn only_lanes(self, what: impl Display) -> Result<InstructionSet, Failure> {
        match self.engine {
            None => Ok(InstructionSet::widest()),
            Some(Engine::Lanes(set)) => Ok(set),
            Some(Engine::Scalar) => Err(refused(format_args!(
                "{what} in lanes; the engine `scalar` has no part in that"
            ))),
        }
    }

    /// Lets the engine that was chosen play games; says so where lanes only deal the decks.
    pub(crate) fn play(self, games: Games) -> Result<Games, Failure> {
        let Some(engine) = self.engine else { return Ok(games) };
        let games = games.with_engine(engine.into()).map_err(refused)?;
        let is_alone = |policy| games.engine_of(policy) != games.engine();
        let alone = games.policies().iter().filter(|&&policy| is_alone(policy));
        let alone: Vec<&str> = alone.map(|policy| policy.name()).collect();
        if !alone.is_empty() {
            message::note(format_args!(
                "the engine `{engine}` deals the decks, but the games of {} are played one by one",
                alone.join(", ")
            ));
        }
        Ok(games)
    }
}

/// The refusal of an engine that was chosen.
pub(crate) fn refused(reason: impl Display) -> Failure {
    let unset = match std::env::var_os(VARIABLE) {
        Some(value) if !value.is_empty() => format!(", or unset {VARIABLE}"),
        _ => String::new(),
    };
    usage_error!("{reason}; leave out --engine{unset}")
}
