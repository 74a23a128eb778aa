//! Environment variables that stand for options.

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::env;
use std::ffi::OsStr;

/// The command with its options, of which none is set by a variable that is empty: automation sets
/// variables to nothing where it has no value for them.
pub(crate) fn without_empty_variables(command: Command) -> Command {
    command.mut_args(|option| match option.get_env().and_then(env::var_os) {
        Some(value) if value.is_empty() => option.env(Resettable::<clap::builder::OsStr>::Reset),
        _ => option,
    })
}

/// The error with the name of the variable from which an option has its value, if it was that and
/// not the command line.
pub(crate) fn named(mut error: clap::Error, line: &Command) -> clap::Error {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let is_value = [ErrorKind::InvalidValue, ErrorKind::ValueValidation].contains(&error.kind());
    let options = line.get_subcommands().flat_map(Command::get_arguments);
    let variable = options.filter(|it| is_value && it.to_string() == *option).find_map(variable);
    if let Some(name) = variable {
        error.insert(ContextKind::InvalidArg, ContextValue::String(name));
    }
    error
}

/// The variable from which an option has its value: it is set, and the option is not written.
fn variable(option: &Arg) -> Option<String> {
    let (name, long) = (option.get_env()?, format!("--{}", option.get_long()?));
    let is_option = |word: &OsStr| {
        let word = word.to_string_lossy();
        word.strip_prefix(&long).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    let is_written = env::args_os().any(|word| is_option(&word));
    (!is_written && env::var_os(name).is_some()).then(|| name.to_string_lossy().into_owned())
}
