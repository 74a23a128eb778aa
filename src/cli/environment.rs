//! Environment variables that stand for options.

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};
use std::ffi::{OsStr, OsString};

/// The command line in which some environment variables set no option.
pub(crate) fn without(line: Command, is_ignored: impl Fn(&OsStr) -> bool + Copy) -> Command {
    let unset = |arg: Arg| {
        if arg.get_env().is_some_and(is_ignored) { arg.env(Resettable::Reset) } else { arg }
    };
    line.mut_args(unset).mut_subcommands(|line| line.mut_args(unset))
}

/// Returns whether a variable is empty, which counts as not set.
pub(crate) fn is_empty(variable: &OsStr) -> bool {
    std::env::var_os(variable).is_some_and(|value| value.is_empty())
}

/// The error, naming a variable instead of the option whose value it gave.
pub(crate) fn named(mut error: clap::Error, mut line: Command, words: &[OsString]) -> clap::Error {
    // Only what is built tells how errors name an option.
    line.build();
    for kind in [ContextKind::InvalidArg, ContextKind::PriorArg] {
        if let Some(ContextValue::String(option)) = error.get(kind)
            && let Some(variable) = variable(option, &line, words)
        {
            error.insert(kind, ContextValue::String(variable));
        }
    }
    error
}

/// The variable that gave the value of an option, unless it stands on the command line.
fn variable(option: &str, line: &Command, words: &[OsString]) -> Option<String> {
    let mut args = line.get_subcommands().flat_map(Command::get_arguments);
    let arg = args.find(|arg| arg.get_env().is_some() && arg.to_string() == option)?;
    let (long, variable) = (format!("--{}", arg.get_long()?), arg.get_env()?);
    let is_option = |word: &str| word.split('=').next() == Some(&long);
    let is_given = words.iter().any(|word| is_option(&word.to_string_lossy()));
    let is_set = std::env::var_os(variable).is_some() && !is_given;
    is_set.then(|| variable.to_string_lossy().into_owned())
}
