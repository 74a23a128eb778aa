//! A parsed command, which can be changed and written again.

use super::environment::{is_empty, named, without};
use super::help::OUTPUT;
use crate::deal::Seed;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command};
use std::cell::RefCell;

/// A command with its options and arguments.
#[derive(Clone, Debug)]
pub(crate) struct Parsed {
    pub(crate) name: String,
    /// All options and arguments, including defaults and those set by environment variables.
    pub(crate) matches: ArgMatches,
    /// The options and arguments on the command line, in the order of the help.
    pub(crate) given: Vec<Argument>,
}

/// An option or an argument of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Argument {
    /// The long name of an option.
    pub(crate) long: Option<String>,
    pub(crate) values: Vec<String>,
}

/// Understands the words behind the name of the program.
pub(crate) fn parsed(words: &[String]) -> Result<Parsed, clap::Error> {
    let mut line = super::command_line();
    let program = line.get_name().to_owned();
    let matches = line.try_get_matches_from_mut([&program].into_iter().chain(words));
    let matches = matches.map_err(|error| named(error, super::command_line()))?;
    let (name, matches) = matches.subcommand().expect("the parser asks for a command");
    let command = line.find_subcommand(name).expect("the parser found this command");
    let given = command.get_arguments().filter_map(|option| Argument::of(option, matches));
    Ok(Parsed { name: name.to_owned(), given: given.collect(), matches: matches.clone() })
}

/// Options that say how a computation runs here, and are chosen anew where it goes on.
const OF_A_RUN: [&str; 6] =
    ["checkpoint", "checkpoint-every", "engine", "fresh", "shard", "threads"];

thread_local! {
    /// The command that this thread runs, without the options that make no difference to its
    /// result.
    static COMMAND: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Makes the command of this thread known.
pub(crate) fn settle(line: &Command, matches: &ArgMatches) {
    let Some((name, matches)) = matches.subcommand() else { return };
    let Some(command) = line.find_subcommand(name) else { return };
    let is_of_result = |option: &&Arg| {
        let is_of_run = option.get_long().is_some_and(|name| OF_A_RUN.contains(&name));
        !is_of_run && option.get_help_heading() != Some(OUTPUT)
    };
    let options = command.get_arguments().filter(is_of_result);
    let given = options.filter_map(|option| Argument::of(option, matches));
    let words = [name.to_owned()].into_iter().chain(given.flat_map(|given| given.words()));
    COMMAND.set(words.collect());
}

/// The command of this thread as a saved result names it: without the options that make no
/// difference to the result, with the seed.
pub(crate) fn computation(seed: Option<Seed>) -> Vec<String> {
    let mut words = COMMAND.with_borrow(Clone::clone);
    let has_seed = words.iter().any(|word| word == "--seed");
    let seed = seed.filter(|_| !has_seed).map(|seed| seed.to_string());
    words.extend(seed.into_iter().flat_map(|seed| ["--seed".to_owned(), seed]));
    words
}

/// Parses the words of a command as they stand in a file.
pub(crate) fn parse<T: Args>(words: &[String]) -> Result<T, clap::Error> {
    let line = T::augment_args(Command::new("setodds"));
    let line = without(line, is_empty);
    let matches = line.try_get_matches_from(words)?;
    T::from_arg_matches(&matches)
}

/// Returns the first line of an error: `unexpected argument '--x' found`.
pub(crate) fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

/// Returns the text of an error, without the usage and the hint at help.
pub(crate) fn text_of(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let ends = ["\n\nUsage:", "\n\nFor more information"].into_iter();
    let end = ends.filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    text[..end].trim_end().to_owned()
}

impl Parsed {
    /// The values of an option, if it is on the command line.
    pub(crate) fn values(&self, long: &str) -> Option<&[String]> {
        let option = self.given.iter().find(|it| it.long.as_deref() == Some(long));
        option.map(|option| &option.values[..])
    }

    /// The command word by word.
    pub(crate) fn words(&self) -> Vec<String> {
        [self.name.clone()].into_iter().chain(self.given.iter().flat_map(Argument::words)).collect()
    }
}

impl Argument {
    fn of(option: &Arg, matches: &ArgMatches) -> Option<Self> {
        let id = option.get_id().as_str();
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            return None;
        }
        let has_values = option.get_action().takes_values();
        let values = matches.get_raw(id).into_iter().flatten().filter(|_| has_values);
        let long = option.get_long().map(str::to_owned);
        Some(Self {
            long,
            values: values.map(|value| value.to_string_lossy().into_owned()).collect(),
        })
    }

    fn words(&self) -> Vec<String> {
        let Some(long) = &self.long else { return self.values.clone() };
        let with_value = |value: &String| match value.starts_with('-') {
            true => vec![format!("--{long}={value}")],
            false => vec![format!("--{long}"), value.clone()],
        };
        match &self.values[..] {
            [] => vec![format!("--{long}")],
            values => values.iter().flat_map(with_value).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn what_was_not_written_is_no_part_of_the_words() {
        let line = words("table a.csv b.csv --gaps");
        let parsed = parsed(&line).unwrap();
        assert_eq!(parsed.words(), words("table a.csv b.csv --gaps").to_vec());
        assert_eq!((parsed.values("gaps"), parsed.values("cards")), (Some(&[][..]), None));
    }
}
