//! Messages on stderr, each with a severity that sets its prefix and colour.

use crate::cli::terminal::{stderr_has_colours, stderr_target};
use crate::report::columns::fill;
use crate::report::escape;
use clap::builder::styling::{AnsiColor, Style};
use std::fmt::Display;
use std::io::{self, Write};

/// The severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Severity {
    Error,
    Warning,
    Interrupted,
    Note,
}

impl Severity {
    /// Returns the prefix of messages of this severity, such as `warning:`, with its style.
    const fn beginning(self) -> (&'static str, Style) {
        match self {
            Self::Error => ("error:", AnsiColor::Red.on_default().bold()),
            Self::Warning => ("warning:", AnsiColor::Yellow.on_default().bold()),
            Self::Interrupted => ("INTERRUPTED", AnsiColor::Yellow.on_default().bold()),
            Self::Note => ("", Style::new()),
        }
    }
}

/// Prints the reason why a command fails.
pub(crate) fn error(text: impl Display) {
    say(Severity::Error, &text);
}

/// Prints a message of clap, which may have several lines.
pub(crate) fn plain(text: impl Display) {
    write(Severity::Note, &escape::lines(&text.to_string()));
}

/// Prints how far an interrupted run got, such as `after 3 deals`. The text may have several lines,
/// but quotations in it have only one.
pub(crate) fn interrupted(text: impl Display) {
    let severity = Severity::Interrupted;
    write(severity, &escape::lines(&format!("{} {text}", severity.beginning().0)));
}

/// Prints a message as one paragraph, with control characters escaped.
pub(crate) fn say(severity: Severity, text: &dyn Display) {
    let gap = if severity == Severity::Note { "" } else { " " };
    write(severity, &escape::message(&format!("{}{gap}{text}", severity.beginning().0)));
}

/// Writes a message to stderr. A closed stderr is not an error: the exit code reports the outcome.
fn write(severity: Severity, line: &str) {
    // Lines with a command are not wrapped, so that it can be copied.
    let is_filled = severity == Severity::Warning || !line.contains('`');
    let line = if is_filled { fill(line, stderr_target()) } else { line.to_owned() };
    let line = if stderr_has_colours() { painted(severity, &line) } else { line };
    let _ = writeln!(io::stderr(), "{line}");
}

/// Returns a message line with its prefix in the colour of the severity.
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
