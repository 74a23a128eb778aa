//! Options `--quiet`, `--color` and `--progress` of every command.
//!
//! Pipes and files get plain text; `--color always` adds colours to readable text, never to CSV or
//! JSON.

use crate::cli::help::OUTPUT;
use crate::report::columns::RenderTarget;
use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};
use console::Term;
use std::ffi::OsString;
use std::io::{self, IsTerminal};

/// Condition under which colours or progress are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// Shown on a terminal
    #[default]
    Auto,
    /// Always shown
    Always,
    /// Never shown
    Never,
}

/// Options `--quiet`, `--color` and `--progress` of a command.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct TerminalArgs {
    /// Hide progress, notes and summaries on stderr
    #[arg(short, long, global = true, display_order = 899, hide_short_help = true,
          help_heading = OUTPUT)]
    pub(crate) quiet: bool,
    /// Colours: auto, always, never
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t,
          display_order = 900, hide_default_value = true, hide_short_help = true,
          help_heading = OUTPUT)]
    color: When,
    /// Progress on stderr: auto, always, never
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t,
          display_order = 901, hide_default_value = true, hide_short_help = true,
          help_heading = OUTPUT)]
    pub(crate) progress: When,
}

/// Turns the colours of all output on or off, before the command line is parsed.
pub(crate) fn set_colours(words: &[OsString]) {
    match color_option(words.iter()) {
        When::Auto => {}
        When::Always => ColorChoice::Always.write_global(),
        When::Never => ColorChoice::Never.write_global(),
    }
}

/// Returns the value of the last valid option `--color` before any `--`, or `auto` if there is
/// none.
fn color_option<'a>(words: impl Iterator<Item = &'a OsString>) -> When {
    let words = words.map(|word| word.to_string_lossy().into_owned());
    let mut words = words.take_while(|word| word != "--");
    let mut choice = When::Auto;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(value) => value.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        choice = value.and_then(|text| When::from_str(&text, false).ok()).unwrap_or(choice);
    }
    choice
}

/// Returns whether stdout is treated as a terminal: either it is one, or the environment variable
/// `SETODDS_TERMINAL` is set, as for transcripts in documents.
pub(crate) fn stdout_is_terminal() -> bool {
    let is_set = |value: OsString| !value.is_empty();
    io::stdout().is_terminal() || std::env::var_os("SETODDS_TERMINAL").is_some_and(is_set)
}

/// Returns whether text on stdout is coloured.
fn stdout_has_colours() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Returns whether text on stderr is coloured.
pub(crate) fn stderr_has_colours() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// Returns the render target for text on stdout. Its width is that of the terminal, otherwise the
/// value of the environment variable `COLUMNS`, otherwise unlimited.
pub(crate) fn stdout_target() -> RenderTarget {
    RenderTarget::Text { width: columns(&Term::stdout()), colours: stdout_has_colours() }
}

/// Returns the render target for text on stderr. Its width is that of the terminal, otherwise the
/// value of the environment variable `COLUMNS`, otherwise unlimited.
pub(crate) fn stderr_target() -> RenderTarget {
    RenderTarget::Text { width: columns(&Term::stderr()), colours: stderr_has_colours() }
}

/// Returns the width of the output in characters: that of the terminal, otherwise the value of the
/// environment variable `COLUMNS`; `None` means unlimited.
fn columns(terminal: &Term) -> Option<usize> {
    let own = terminal.size_checked().map(|(_, columns)| usize::from(columns));
    let set = || std::env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0);
    own.or_else(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_known_before_all_else() {
        for (words, choice) in [
            ("odds 12", When::Auto),
            ("odds --color always", When::Always),
            ("--color=never odds", When::Never),
            ("--color=never odds --color always", When::Always),
            ("--color", When::Auto),
            ("--color pink odds", When::Auto),
            ("--colored=never odds", When::Auto),
            ("jobscript -- odds --color never", When::Auto),
        ] {
            let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
            assert_eq!(color_option(words.iter()), choice, "{words:?}");
        }
    }
}
