//! Lines for people, on stderr: each has a level, which gives it a beginning and a colour.

use crate::cli::terminal::{of_stderr, stderr_has_colours};
use crate::report::columns::fill;
use crate::report::escape;
use clap::builder::styling::{AnsiColor, Style};
use std::fmt::Display;
use std::io::{self, Write};

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Severity {
    Error,
    Warning,
    Interrupted,
    Note,
}

impl Severity {
    /// The beginning of messages of this kind, with its style.
    const fn beginning(self) -> (&'static str, Style) {
        match self {
            Self::Error => ("error:", AnsiColor::Red.on_default().bold()),
            Self::Warning => ("warning:", AnsiColor::Yellow.on_default().bold()),
            Self::Interrupted => ("INTERRUPTED", AnsiColor::Yellow.on_default().bold()),
            Self::Note => ("", Style::new()),
        }
    }
}

/// Says why a command fails.
pub(crate) fn error(text: impl Display) {
    say(Severity::Error, &text);
}

/// Shows what the parser of the command line says, in several lines.
pub(crate) fn plain(text: impl Display) {
    write(Severity::Note, &escape::lines(&text.to_string()));
}

/// Says how far an interrupted run came: `after 3 deals`. The text may have several lines; what it
/// quotes has none.
pub(crate) fn interrupted(text: impl Display) {
    let severity = Severity::Interrupted;
    write(severity, &escape::lines(&format!("{} {text}", severity.beginning().0)));
}

/// Says something in one line, with what is hidden in it escaped.
pub(crate) fn say(severity: Severity, text: &dyn Display) {
    let gap = if severity == Severity::Note { "" } else { " " };
    write(severity, &escape::message(&format!("{}{gap}{text}", severity.beginning().0)));
}

/// Writes to stderr. A closed stderr is not an error: the exit code tells the outcome.
fn write(severity: Severity, line: &str) {
    // A command in an error stays in one piece, to be copied.
    let is_filled = severity == Severity::Warning || !line.contains('`');
    let line = if is_filled { fill(line, of_stderr()) } else { line.to_owned() };
    let line = if stderr_has_colours() { painted(severity, &line) } else { line };
    let _ = writeln!(io::stderr(), "{line}");
}

/// A line with the colour of its severity where it begins.
fn painted(severity: Severity, line: &str) -> String {
    let (beginning, style) = severity.beginning();
    let rest = line.strip_prefix(beginning).unwrap_or_default();
    format!("{style}{beginning}{style:#}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_beginning_is_painted() {
        let warning = painted(Severity::Warning, "warning: slow");
        assert_eq!(warning, "\u{1b}[1m\u{1b}[33mwarning:\u{1b}[0m slow");
        for (severity, line) in
            [(Severity::Error, "error: no"), (Severity::Interrupted, "INTERRUPTED after 3")]
        {
            let painted = painted(severity, line);
            assert_eq!(anstream::adapter::strip_str(&painted).to_string(), line);
            assert_ne!(painted, line);
        }
        for line in ["no error: here", "seed 1", ""] {
            assert_eq!(painted(Severity::Note, line), line);
        }
    }
}
