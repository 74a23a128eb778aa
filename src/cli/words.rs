//! The words of a command line.

use super::engine;
use super::environment::{is_empty, without};
use clap::{Args, Command};

/// The words of a command.
pub(crate) struct Words(Vec<String>);

impl Words {
    /// The words of a command without options.
    pub(crate) fn of(command: &str) -> Self {
        Self(vec![command.to_owned()])
    }

    /// Adds an option with its value.
    pub(crate) fn option(&mut self, name: &str, value: impl std::fmt::Display) {
        self.0.extend([name.to_owned(), format!("{value}")]);
    }

    /// Adds an option without a value, if it is given.
    pub(crate) fn flag(&mut self, name: &str, is_given: bool) {
        self.0.extend(is_given.then(|| name.to_owned()));
    }

    /// All words.
    pub(crate) fn all(self) -> Vec<String> {
        self.0
    }
}

/// Parses the words of a saved command, regardless of the engine of the environment.
pub(crate) fn parse<T: Args>(words: &[String]) -> Result<T, clap::Error> {
    let line = T::augment_args(Command::new("setodds"));
    let line = without(line, |variable| is_empty(variable) || variable == engine::VARIABLE);
    let matches = line.try_get_matches_from(words)?;
    T::from_arg_matches(&matches)
}
