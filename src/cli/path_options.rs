//! The options of a command that name files or directories, found by the program's own parser.

use super::command_line;
use super::mistake::first_line;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches};
use std::any::TypeId;
use std::path::PathBuf;

/// An option that names a file or a directory, as a command has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathOption {
    /// Its long name.
    pub(crate) long: String,
    /// Its short name.
    pub(crate) short: Option<char>,
    /// Its values.
    pub(crate) values: Vec<String>,
}

/// All such options of a command; the words are those behind the name of the program.
///
/// The error says why the words are not a command, or which option is hard to find in them.
pub(crate) fn path_options(words: &[String]) -> Result<Vec<PathOption>, String> {
    let mut line = command_line();
    let program = line.get_name().to_owned();
    let matches = line.try_get_matches_from_mut([&program].into_iter().chain(words));
    let matches = matches.map_err(|error| first_line(&error))?;
    let Some((name, matches)) = matches.subcommand() else { return Ok(Vec::new()) };
    let command = line.find_subcommand(name).expect("the parser found this command");
    let options = command.get_arguments().filter_map(|option| typed(option, matches));
    options.map(|option| option.apart(words)).collect()
}

/// The option with its values, if it names paths and stands in the words.
fn typed(option: &Arg, matches: &ArgMatches) -> Option<PathOption> {
    let is_path = option.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    let id = option.get_id().as_str();
    if !is_path || matches.value_source(id) != Some(ValueSource::CommandLine) {
        return None;
    }
    let long = option.get_long()?.to_owned();
    let values = matches.get_many::<PathBuf>(id)?.map(|path| path.display().to_string());
    Some(PathOption { long, short: option.get_short(), values: values.collect() })
}

impl PathOption {
    /// The same option, if its values can be found in the words.
    fn apart(self, words: &[String]) -> Result<Self, String> {
        let places = value_places(words, &self.long, self.short);
        if places.iter().map(|&(word, start)| &words[word][start..]).eq(&self.values) {
            return Ok(self);
        }
        let name =
            self.short.map_or_else(|| format!("--{}", self.long), |short| format!("-{short}"));
        let value = self.values.first().map_or("", |value| value);
        Err(format!("write {name} apart from other options, like `{name} {value}`"))
    }
}

/// Where the values of an option stand, in any of its spellings: the word, and the byte in it where
/// the value begins.
///
/// The words must be correct. Short options that are written as one, `-qo x`, are not taken apart.
pub(crate) fn value_places(
    words: &[String],
    long: &str,
    short: Option<char>,
) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    let mut words = words.iter().enumerate().take_while(|(_, word)| *word != "--");
    while let Some((place, word)) = words.next() {
        let attached = match word.strip_prefix("--") {
            Some(name) => {
                name.strip_prefix(long).filter(|rest| rest.is_empty() || rest.starts_with('='))
            }
            None => short.and_then(|short| word.strip_prefix('-')?.strip_prefix(short)),
        };
        match attached {
            None => {}
            Some("") => places.extend(words.next().map(|(place, _)| (place, 0))),
            Some(rest) => {
                let value = rest.strip_prefix('=').unwrap_or(rest);
                places.push((place, word.len() - value.len()));
            }
        }
    }
    places
}
