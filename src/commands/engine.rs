//! The execution engine.

use crate::cli::failure::Failure;
use crate::cli::help::RUNNING;
use crate::commands::names;
use crate::deal::Engine;
use crate::game::Games;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fmt::Display;

/// The option `--engine`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct EngineArgs {
    /// Execution engine: scalar, lanes [default: lanes where possible]
    ///
    /// `scalar` computes one hand or game at a time, `lanes` 64 at once, and lanes-NAME uses the
    /// instruction set NAME. The result does not depend on the engine; one that the computation
    /// does not support is refused.
    #[arg(long, value_name = "NAME", value_parser = parser(),
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

    /// Refuses lanes for a computation that supports only the scalar engine; `what` begins the
    /// message: `` the method `classes` counts hands``.
    pub(crate) fn only_scalar(self, what: impl Display) -> Result<(), Failure> {
        match self.engine {
            None | Some(Engine::Scalar) => Ok(()),
            Some(lanes) => Err(refused(format_args!(
                "{what} one by one, which the engine `{lanes}` does not support"
            ))),
        }
    }

    /// Chooses the engine that plays games.
    pub(crate) fn play(self, games: Games) -> Result<Games, Failure> {
        match self.engine {
            Some(engine) => games.with_engine(engine).map_err(refused),
            None => Ok(games),
        }
    }
}

/// The error for an engine that is not supported, with the remedy.
pub(crate) fn refused(reason: impl Display) -> Failure {
    usage_error!("{reason}; leave out --engine")
}
