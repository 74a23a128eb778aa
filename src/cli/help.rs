//! What `-h` and `--help` show: `-h` fits a screen, with two examples; `--help` has everything.

use clap::Command;
use clap::builder::StyledStr;
use clap::builder::styling::Style;

/// The heading of the options that say how a command runs, and make no difference to its result.
pub(crate) const RUNNING: &str = "Running";

/// The heading of the options that say what is shown, and where it goes.
pub(crate) const OUTPUT: &str = "Output";

/// The heading of the options that only some schedulers know.
pub(crate) const SCHEDULERS: &str = "Options of some schedulers";

/// How clap shows headings.
const HEADING: Style = Style::new().bold().underline();

/// The columns that help takes at most, on a wide terminal.
const COLUMNS: usize = 100;

/// The command line with the examples of each command: two of them in short help, all in long help.
pub(crate) fn with_examples(line: Command) -> Command {
    // clap would append a list of possible values; the help of each option names them already.
    line.max_term_width(COLUMNS).hide_possible_values(true).mut_subcommands(|command| {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let two: Vec<&str> = text.lines().take(3).collect();
        command.after_help(styled(&two.join("\n"))).after_long_help(styled(&text))
    })
}

/// The text with its headings (`Examples:`) as clap shows its own.
pub(crate) fn styled(text: &str) -> StyledStr {
    let line = |line: &str| match line.strip_suffix(':') {
        Some(_) if !line.starts_with(' ') => format!("{HEADING}{line}{HEADING:#}"),
        _ => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n").into()
}
