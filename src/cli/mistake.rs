//! What was probably meant, where the command line cannot be understood.

use super::command_line;
use super::names::nearest;
use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use setodds::hand::sizes::Sizes;
use std::path::Path;

/// Options that other commands have, and what to do instead.
const INSTEAD: [(&str, &str, &str); 8] = [
    ("play", "--cards", "`--start` sets how many cards lie on the table"),
    ("play", "--deals", "`--games` sets how many games are played"),
    ("play", "--measure", "`--table` chooses what is written of the games"),
    ("deal", "--deals", "`--hands` sets how many hands are dealt"),
    ("simulate", "--hands", "`--deals` sets how many hands are dealt"),
    ("simulate", "--games", "`setodds play --games` plays whole games"),
    (
        "enumerate",
        "--deals",
        "`setodds simulate --deals` deals hands; enumerate counts all of them",
    ),
    (
        "odds",
        "--measure",
        "`setodds enumerate --measure` and `setodds simulate --measure` have other measures than \
         sets",
    ),
];

/// The error with what would be right, if it is known; the words are those of the command line.
pub(crate) fn explained(mut error: clap::Error, words: &[String]) -> clap::Error {
    let mut line = command_line();
    let tips = match error.kind() {
        ErrorKind::InvalidSubcommand => of_commands(&error, &line),
        ErrorKind::UnknownArgument => match command_of(&mut line, words) {
            Some(command) => of_options(&mut error, command),
            None => Vec::new(),
        },
        _ => Vec::new(),
    };
    let tips: Vec<StyledStr> = tips.into_iter().map(StyledStr::from).collect();
    if !tips.is_empty() {
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

/// The command that is named in the words.
fn command_of<'a>(line: &'a mut Command, words: &[String]) -> Option<&'a mut Command> {
    let name = words.iter().skip(1).find(|word| line.find_subcommand(word).is_some())?;
    // It learns what it is called in a usage.
    line.build();
    line.find_subcommand_mut(name)
}

/// What an error says in its first line: `unexpected argument '--x' found`.
pub(crate) fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

/// The word that an error is about.
fn word(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.clone()),
        _ => None,
    }
}

fn of_commands(error: &clap::Error, line: &Command) -> Vec<String> {
    let Some(word) = word(error, ContextKind::InvalidSubcommand) else { return Vec::new() };
    let mut tips = meant(&word);
    if error.get(ContextKind::SuggestedSubcommand).is_none() {
        let known = line.get_subcommands().map(Command::get_name);
        tips.extend(nearest(&word, known).map(|name| format!("a similar command is `{name}`")));
    }
    tips
}

/// What to give a command instead of an argument that it does not take. If it is known, the usage
/// of the error is that of the command, not of an option that happens to have a similar name.
fn of_options(error: &mut clap::Error, command: &mut Command) -> Vec<String> {
    let Some(word) = word(error, ContextKind::InvalidArg) else { return Vec::new() };
    let Some(tip) = instead(command, &word) else { return Vec::new() };
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.render_usage()));
    vec![tip]
}

fn instead(command: &Command, word: &str) -> Option<String> {
    let known =
        |(name, option, _): &&(&str, &str, &str)| *name == command.get_name() && *option == word;
    if let Some((_, _, tip)) = INSTEAD.iter().find(known) {
        return Some((*tip).to_owned());
    }
    let has_sizes = command.get_arguments().any(|option| option.get_long() == Some("cards"));
    let is_size = word.parse::<Sizes>().is_ok();
    (has_sizes && is_size).then(|| format!("`--cards {word}` sets the hand size"))
}

/// The commands that a word may be meant for.
fn meant(word: &str) -> Vec<String> {
    if word.parse::<Sizes>().is_ok() {
        return vec![
            format!("`setodds odds {word}` tells what is known of {word} cards"),
            format!("`setodds simulate --cards {word}` deals them"),
        ];
    }
    let path = Path::new(word);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match ending {
        "csv" => {
            vec![
                format!("`setodds plot {word}` draws a result"),
                format!("`setodds table {word}` shows its numbers"),
                find(word),
            ]
        }
        "txt" => vec![find(word)],
        "part" => vec![format!("`setodds status {word}` shows how far it is")],
        _ if path.is_dir() => vec![format!("`setodds page {word}` makes a page of its results")],
        _ => Vec::new(),
    }
}

fn find(word: &str) -> String {
    format!("`setodds find {word}` finds the sets in your own hands")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_without_a_command_says_what_was_meant() {
        for (word, command) in [
            ("12", "`setodds odds 12`"),
            ("3-21", "`setodds simulate --cards 3-21`"),
            ("a/hands.csv", "`setodds find a/hands.csv`"),
            ("hands.txt", "`setodds find hands.txt`"),
            ("1.part", "`setodds status 1.part`"),
            (".", "`setodds page .`"),
        ] {
            assert!(meant(word).iter().any(|tip| tip.starts_with(command)), "{word}");
        }
        assert!(meant("simulat").is_empty());
    }
}
