//! Lines for people, on stderr: what they begin with has a colour where there are colours.

use super::terminal::{of_stderr, stderr_has_colours};
use crate::report::columns::fill;
use crate::report::escape;
use clap::builder::styling::{AnsiColor, Style};
use std::io::{self, Write};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// The beginnings that call for attention.
const BEGINNINGS: [(&str, Style); 3] =
    [("error:", ERROR), ("warning:", WARNING), ("INTERRUPTED", WARNING)];

/// Says a line; names in it cannot play tricks on a terminal. That nobody can hear it is no
/// failure: the exit code and the result tell the rest.
pub(crate) fn message(line: &str) {
    let line = escape::message(line);
    // A command in an error stays in one piece, to be copied.
    let is_filled = line.starts_with("warning:") || !line.contains('`');
    let line = if is_filled { fill(&line, of_stderr()) } else { line };
    let line = if stderr_has_colours() { painted(&line) } else { line };
    let _ = writeln!(io::stderr(), "{line}");
}

fn painted(line: &str) -> String {
    let known = |(beginning, style): (&str, Style)| {
        let rest = line.strip_prefix(beginning)?;
        Some(format!("{style}{beginning}{style:#}{rest}"))
    };
    BEGINNINGS.into_iter().find_map(known).unwrap_or_else(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_beginning_is_painted() {
        assert_eq!(painted("warning: slow"), "\u{1b}[1m\u{1b}[33mwarning:\u{1b}[0m slow");
        for line in ["error: no", "INTERRUPTED after 3", "seed 1", ""] {
            let plain = anstream::adapter::strip_str(&painted(line)).to_string();
            assert_eq!(plain, line);
        }
        assert_eq!(painted("no error: here"), "no error: here");
    }
}
