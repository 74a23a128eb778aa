//! What was probably meant, where clap cannot know it.

use crate::hand::sizes::Sizes;
use clap::builder::{StyledStr, UnknownArgumentValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::path::Path;

/// Options that a command does not have, such as those of other commands, and what to do instead.
const INSTEAD: [(&str, &str, &str); 11] = [
    ("caps", "random", "`setodds odds --measure greedy-cap` has the sizes of random complete caps"),
    ("odds", "cards", "the hand sizes come without an option, such as `setodds odds 12`"),
    ("table", "confidence", "the level is that of the CSV's record; `setodds simulate` takes it"),
    ("verify", "quick", "leave it out; `--full` checks more"),
    ("play", "cards", "`--start` sets how many cards lie on the table"),
    ("play", "deals", "`--games` sets how many games are played"),
    ("play", "measure", "`--table` chooses what is written of the games"),
    ("deal", "deals", "`--hands` sets how many hands are dealt"),
    ("simulate", "hands", "`--deals` sets how many hands are dealt"),
    ("simulate", "games", "`setodds play --games` plays whole games"),
    ("enumerate", "deals", "`setodds simulate --deals` deals hands; enumerate counts all of them"),
];

/// The command line with options that do not exist but are likely to be tried; the error then says
/// what to write instead.
pub(crate) fn with_tips(mut line: Command) -> Command {
    for (command, option, tip) in INSTEAD {
        let parser = UnknownArgumentValueParser::suggest(tip);
        let arg = Arg::new(option).long(option).hide(true).value_parser(parser);
        let arg = arg.num_args(0..=1).default_missing_value("").value_name("VALUE");
        line = line.mut_subcommand(command, |it| it.arg(arg));
    }
    line
}

/// The error with what may have been meant by a word where a command is missing, or an option.
pub(crate) fn explained(mut error: clap::Error) -> clap::Error {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => word.clone(),
        _ => String::new(),
    };
    let tips = match error.kind() {
        ErrorKind::InvalidSubcommand => meant(&word(ContextKind::InvalidSubcommand)),
        ErrorKind::UnknownArgument => {
            let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
            unexpected(&word(ContextKind::InvalidArg), &usage)
        }
        _ => Vec::new(),
    };
    if let Some((option, _)) = word(ContextKind::InvalidArg).split_once(" [<") {
        error.insert(ContextKind::InvalidArg, ContextValue::String(option.to_owned()));
    }
    if !tips.is_empty() {
        let tips = tips.into_iter().map(StyledStr::from).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

/// What may have been meant by a word that the command of this usage does not take.
fn unexpected(word: &str, usage: &str) -> Vec<String> {
    let is_of = |command: &str| usage.contains(&format!("setodds {command} "));
    match word.parse::<Sizes>() {
        _ if is_of("man") && !word.starts_with('-') => {
            vec!["`setodds man -o DIR` writes the pages of all commands".to_owned()]
        }
        Ok(_) if is_of("odds") => {
            vec![format!("several hand sizes are a list, such as `setodds odds 12,{word}`")]
        }
        Ok(_) => vec![format!("`--cards {word}` sets the hand size")],
        Err(_) => Vec::new(),
    }
}

/// What an error says in its first line: `unexpected argument '--x' found`.
pub(crate) fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

/// The commands that a word may be meant for.
fn meant(word: &str) -> Vec<String> {
    let find = format!("`setodds find {word}` finds the sets in your own hands");
    let path = Path::new(word);
    match path.extension().and_then(|ending| ending.to_str()) {
        _ if word.parse::<Sizes>().is_ok() => vec![
            format!("`setodds odds {word}` tells what is known of {word} cards"),
            format!("`setodds simulate --cards {word}` deals them"),
        ],
        Some("csv") => vec![
            format!("`setodds plot {word}` draws a result"),
            format!("`setodds table {word}` shows its numbers"),
            find,
        ],
        Some("txt") => vec![find],
        Some("part") => vec![format!("`setodds status {word}` shows how far it is")],
        _ if path.is_dir() => vec![format!("`setodds page {word}` makes a page of its results")],
        _ => Vec::new(),
    }
}
