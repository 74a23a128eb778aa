//! What was probably meant, where no command was given.

use super::command_line;
use super::names::nearest;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use setodds::hand::sizes::Sizes;
use std::path::Path;

/// The error with what would be right, if what stands in the place of a command says it.
pub(crate) fn explained(mut error: clap::Error) -> clap::Error {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return error;
    }
    let word = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => word.clone(),
        _ => return error,
    };
    let mut tips = meant(&word);
    if error.get(ContextKind::SuggestedSubcommand).is_none() {
        let line = command_line();
        let known = line.get_subcommands().map(clap::Command::get_name);
        tips.extend(nearest(&word, known).map(|name| format!("a similar command is `{name}`")));
    }
    let tips: Vec<StyledStr> = tips.into_iter().map(StyledStr::from).collect();
    if !tips.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
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
        "csv" if cfg!(feature = "plots") => {
            vec![
                format!("`setodds plot {word}` draws a result"),
                format!("`setodds table {word}` shows its numbers"),
                find(word),
            ]
        }
        "csv" | "txt" => vec![find(word)],
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
