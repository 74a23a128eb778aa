//! What was probably meant, where clap cannot know it.

use crate::hand::sizes::Sizes;
use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::path::Path;

/// Options that a command does not have, such as those of other commands, and what to do instead.
const INSTEAD: [(&str, &[&str], &str); 13] = [
    (
        "caps",
        &["random"],
        "`setodds odds --measure greedy-cap` has the sizes of random complete caps",
    ),
    ("odds", &["cards"], "the hand sizes come without an option, such as `setodds odds 12`"),
    (
        "table",
        &["confidence"],
        "the level is that of the CSV's record; `setodds simulate --confidence` sets it",
    ),
    ("table", &["format"], "`-o FILE` writes Markdown (.md) or text (.txt), by the ending of FILE"),
    ("plot", &["format"], "`-o FILE` writes SVG (.svg) or PNG (.png), by the ending of FILE"),
    ("verify", &["quick"], "leave it out; `--full` checks more"),
    ("play", &["cards"], "`--start` sets how many cards lie on the table"),
    ("play", &["deals", "hands", "n", "samples"], "`--games` sets how many games are played"),
    ("play", &["measure"], "`--table` chooses the table that is written"),
    ("deal", &["count", "deals", "n", "samples"], "`--hands` sets how many hands are dealt"),
    (
        "simulate",
        &["hands", "n", "runs", "samples", "size", "trials"],
        "`--deals` sets how many hands are dealt",
    ),
    ("simulate", &["games"], "`setodds play --games` plays whole games"),
    (
        "enumerate",
        &["deals"],
        "`setodds simulate --deals` deals hands; `enumerate` counts all of them",
    ),
];

/// The error with what may have been meant by a word where a command is missing, or an option.
pub(crate) fn explained(mut error: clap::Error, mut line: Command) -> clap::Error {
    // Only what is built knows the usage of its commands.
    line.build();
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => word.clone(),
        _ => String::new(),
    };
    let tips = match error.kind() {
        ErrorKind::InvalidSubcommand => meant(&word(ContextKind::InvalidSubcommand)),
        ErrorKind::UnknownArgument => {
            let word = word(ContextKind::InvalidArg);
            let Some(command) = command_of(&error, &mut line) else { return error };
            let tips: Vec<String> = instead(command.get_name(), &word).into_iter().collect();
            if !tips.is_empty() {
                let usage = command.render_usage();
                error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
                error.remove(ContextKind::SuggestedArg);
            }
            if word.starts_with('-') { tips } else { unexpected(&word, command) }
        }
        _ => return error,
    };
    // Without a tip of its own, clap says how to give an option as a value, which is never meant.
    error.remove(ContextKind::Suggested);
    if !tips.is_empty() {
        let tips = tips.into_iter().map(StyledStr::from).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

/// The command whose usage an error shows.
fn command_of<'a>(error: &clap::Error, line: &'a mut Command) -> Option<&'a mut Command> {
    let usage = error.get(ContextKind::Usage)?.to_string();
    let name = usage.split("setodds ").nth(1)?.split_whitespace().next()?;
    line.find_subcommand_mut(name)
}

/// What to write instead of an option that a command does not have.
fn instead(command: &str, option: &str) -> Option<String> {
    let option = option.strip_prefix("--")?;
    let is_it =
        |(of, options, _): &&(&str, &[&str], &str)| *of == command && options.contains(&option);
    INSTEAD.iter().find(is_it).map(|(.., tip)| (*tip).to_owned())
}

/// What may have been meant by a word that a command does not take.
fn unexpected(word: &str, command: &Command) -> Vec<String> {
    let has = |option: &str| command.get_arguments().any(|it| it.get_long() == Some(option));
    let tip = match command.get_name() {
        "man" => "`setodds man -o DIR` writes the pages of all commands".to_owned(),
        "jobscript" => "the command of the shards stands after ` -- `".to_owned(),
        _ if word.parse::<Sizes>().is_err() => return Vec::new(),
        "odds" => format!("several hand sizes are a list, such as `setodds odds 12,{word}`"),
        "play" => format!("`--games {word}` sets how many games are played"),
        _ if has("cards") => format!("`--cards {word}` sets the hand size"),
        _ => return Vec::new(),
    };
    vec![tip]
}

/// What an error says in its first line: `unexpected argument '--x' found`.
pub(crate) fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

/// What an error says, without the usage and where to find help.
pub(crate) fn message(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let ends = ["\n\nUsage:", "\n\nFor more information"].into_iter();
    let end = ends.filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    text[..end].trim_end().to_owned()
}

/// The commands that a word may be meant for.
fn meant(word: &str) -> Vec<String> {
    let find = format!("`setodds find {word}` finds the sets in your own hands");
    let path = Path::new(word);
    match path.extension().and_then(|ending| ending.to_str()) {
        _ if word.parse::<Sizes>().is_ok() => vec![
            format!("`setodds odds {word}` shows the exact odds of hands of that size"),
            format!("`setodds simulate --cards {word}` deals such hands"),
        ],
        Some("csv") => vec![
            format!("`setodds plot {word}` draws a result"),
            format!("`setodds table {word}` shows its numbers"),
            find,
        ],
        Some("txt") => vec![find],
        Some("part") => vec![format!("`setodds status {word}` shows its progress")],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command_line;
    use clap::Arg;

    /// The options of a command, as they are written.
    fn options(line: &Command, name: &str) -> Vec<String> {
        let command = line.find_subcommand(name).unwrap_or_else(|| panic!("no command {name}"));
        let long = command.get_arguments().filter_map(Arg::get_long);
        let short = command.get_arguments().filter_map(Arg::get_short);
        long.map(|it| format!("--{it}")).chain(short.map(|it| format!("-{it}"))).collect()
    }

    /// Checks the options and commands that a tip names in backticks.
    fn check(line: &Command, command: &str, tip: &str) {
        for quoted in tip.split('`').skip(1).step_by(2) {
            let words: Vec<&str> = quoted.split_whitespace().collect();
            let of = match words[..] {
                ["setodds", of, ..] => of,
                [of] if !of.starts_with('-') => of,
                _ => command,
            };
            let known = options(line, of);
            for option in words.iter().filter(|it| it.starts_with('-') && **it != "--") {
                assert!(known.contains(&(*option).to_owned()), "{command}: {tip}");
            }
        }
    }

    #[test]
    fn tips_name_only_what_there_is() {
        let mut line = command_line();
        line.build();
        for (command, wrong, tip) in INSTEAD {
            for option in wrong {
                let option = format!("--{option}");
                assert!(!options(&line, command).contains(&option), "{command} has {option}");
            }
            check(&line, command, tip);
        }
        for command in line.get_subcommands() {
            for word in ["12", "3-21", "x", "simulate"] {
                let tips = unexpected(word, command);
                tips.iter().for_each(|tip| check(&line, command.get_name(), tip));
            }
        }
        for word in ["12", "x.csv", "x.txt", "x.part", "."] {
            let tips = meant(word);
            assert!(!tips.is_empty(), "{word}");
            tips.iter().for_each(|tip| check(&line, "", tip));
        }
    }
}
