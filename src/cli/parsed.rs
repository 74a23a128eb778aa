//! Parsed command, which can be changed and converted to command-line words again.

use crate::cli::help::OUTPUT;
use crate::commands::failure::Failure;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command};
use std::path::Path;

/// A command with its options and arguments.
#[derive(Clone, Debug)]
pub(crate) struct Parsed {
    pub(crate) name: String,
    /// All options and arguments, including defaults.
    pub(crate) matches: ArgMatches,
    /// The given options and arguments, in the order of the help.
    pub(crate) given: Vec<Argument>,
}

/// A given option or argument with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Argument {
    /// The long name of an option, or `None` for a positional argument.
    pub(crate) long: Option<String>,
    pub(crate) values: Vec<String>,
    /// Whether the result depends on the option or argument; only such options are part of the
    /// command of a saved result.
    pub(crate) affects_result: bool,
}

/// Parses the command-line words after the program name.
pub(crate) fn parsed(words: &[String], line: &Command) -> Result<Parsed, clap::Error> {
    let mut line = line.clone();
    let program = line.get_name().to_owned();
    let matches = line.try_get_matches_from_mut([&program].into_iter().chain(words))?;
    let (name, matches) = matches.subcommand().expect("the parser asks for a command");
    let command = line.find_subcommand(name).expect("the parser found this command");
    let given = arguments(command, matches).collect();
    Ok(Parsed { name: name.to_owned(), given, matches: matches.clone() })
}

/// Long names of options that affect only this run; a resumed run chooses them anew.
const RUN_OPTIONS: [&str; 4] = ["checkpoint", "engine", "shard", "threads"];

/// Returns whether an option affects a result that can be saved. Options of the run or the output
/// do not, nor do options that exclude a checkpoint.
fn affects_result(option: &Arg, command: &Command) -> bool {
    let is_of_run = option.get_long().is_some_and(|name| RUN_OPTIONS.contains(&name));
    let conflicts = command.get_arg_conflicts_with(option);
    !is_of_run
        && option.get_help_heading() != Some(OUTPUT)
        && conflicts.iter().all(|other| other.get_id() != "checkpoint")
}

/// Returns the options and arguments that the user gave, without defaults.
fn arguments(command: &Command, matches: &ArgMatches) -> impl Iterator<Item = Argument> {
    command.get_arguments().filter_map(|option| Argument::of(option, command, matches))
}

/// Returns the words of a parsed command for the header of a saved result: only options that affect
/// the result.
pub(crate) fn computation(line: &Command, matches: &ArgMatches) -> Vec<String> {
    let Some((name, matches)) = matches.subcommand() else { return Vec::new() };
    let Some(command) = line.find_subcommand(name) else { return Vec::new() };
    let given = arguments(command, matches).filter(|given| given.affects_result);
    [name.to_owned()].into_iter().chain(given.flat_map(|given| given.words())).collect()
}

/// Refuses the command of a saved result if it has options that are never saved: outputs, options
/// of a run, file names. The file may come from anywhere, so its command must not choose what is
/// read or written here.
pub(crate) fn refuse_foreign(words: &[String], file: &Path, line: &Command) -> Result<(), Failure> {
    let refused = |what: String| {
        usage_error!("`{}` is not what setodds writes: its command {what}", file.display())
    };
    let invalid = |error: clap::Error| match error.use_stderr() {
        true => refused(format!("is not valid: {}", first_line(&error))),
        false => refused("computes nothing".to_owned()),
    };
    for argument in parsed(words, line).map_err(invalid)?.given {
        let option = argument.long.as_deref().unwrap_or_default();
        if !argument.affects_result {
            return Err(refused(format!(
                "has the option `--{option}`, which is not part of a computation"
            )));
        }
        if option == "without" && !argument.values.iter().all(|value| value.starts_with('@')) {
            return Err(refused(
                "names a file with `--without`, where the numbers of the cards belong".to_owned(),
            ));
        }
    }
    Ok(())
}

/// Parses the command words of a saved result as the options of its command. The first word, the
/// name of the command, is not checked.
pub(crate) fn parse<T: Args>(words: &[String]) -> Result<T, clap::Error> {
    let line = T::augment_args(Command::new("setodds"));
    let matches = line.try_get_matches_from(words)?;
    T::from_arg_matches(&matches)
}

/// Returns the first line of an error, such as `unexpected argument '--x' found`.
pub(crate) fn first_line(error: &clap::Error) -> String {
    without_usage(error).lines().next().unwrap_or_default().to_owned()
}

/// Returns the paragraphs of an error that say what is wrong and what may be meant, without the
/// usage of the command.
pub(crate) fn without_usage(error: &clap::Error) -> String {
    let text = error.to_string();
    let end = ["\n\nUsage: ", "\n\nFor more information"].map(|end| text.find(end));
    let text = &text[..end.into_iter().flatten().min().unwrap_or(text.len())];
    text.strip_prefix("error: ").unwrap_or(text).to_owned()
}

impl Parsed {
    /// Returns the values of an option by its long name, or `None` if it is not given.
    pub(crate) fn values(&self, long: &str) -> Option<&[String]> {
        let option = self.given.iter().find(|it| it.long.as_deref() == Some(long));
        option.map(|option| &option.values[..])
    }

    /// Returns the command as words of a command line.
    pub(crate) fn words(&self) -> Vec<String> {
        [self.name.clone()].into_iter().chain(self.given.iter().flat_map(Argument::words)).collect()
    }
}

impl Argument {
    fn of(option: &Arg, command: &Command, matches: &ArgMatches) -> Option<Self> {
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
            affects_result: affects_result(option, command),
        })
    }

    /// Returns whether the option's long name is one of these names.
    pub(crate) fn is_one_of(&self, names: &[&str]) -> bool {
        self.long.as_deref().is_some_and(|long| names.contains(&long))
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
    use clap::ArgAction;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn what_was_not_written_is_no_part_of_the_words() {
        let line = words("table a.csv b.csv --gaps");
        let table = Command::new("table")
            .arg(Arg::new("file").num_args(1..))
            .arg(Arg::new("cards").long("cards").default_value("12"))
            .arg(Arg::new("gaps").long("gaps").action(ArgAction::SetTrue));
        let parsed = parsed(&line, &Command::new("setodds").subcommand(table)).unwrap();
        assert_eq!(parsed.words(), words("table a.csv b.csv --gaps").to_vec());
        assert_eq!((parsed.values("gaps"), parsed.values("cards")), (Some(&[][..]), None));
    }
}
