//! What `-h`, `--help` and `help` show.
//!
//! `-h` and `--help` show the same: what fits a screen, a line for each option, and examples.
//! `setodds help COMMAND` shows everything, as the man page does: all options, each with all that
//! is to be said of it.

use clap::builder::StyledStr;
use clap::builder::styling::Style;
use clap::{Arg, ArgAction, Command};

/// The heading of the options that say how a command runs, and make no difference to its result.
pub(crate) const RUNNING: &str = "Running";

/// The heading of the options that say what is shown, and where it goes.
pub(crate) const OUTPUT: &str = "Output";

/// The heading of the options that only some engines of job scripts know.
pub(crate) const ENGINES: &str = "Options of the engines";

/// How clap shows headings.
const HEADING: Style = Style::new().bold().underline();

/// The columns that help takes at most, on a wide terminal.
pub(crate) const COLUMNS: usize = 100;

/// The command line with help of one kind for all commands.
pub(crate) fn with_help(command: Command) -> Command {
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::HelpShort)
        .help("Print this help")
        .global(true);
    let command = command.max_term_width(COLUMNS).disable_help_flag(true).arg(help);
    command.mut_subcommands(with_a_way_on)
}

/// A command whose short help says where the long one is.
fn with_a_way_on(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let way_on = format!("\n\n`setodds help {name}` shows all options in full.");
    let short = styled(&(examples.clone() + &way_on));
    command.after_help(short).after_long_help(styled(&examples))
}

/// The text with its headings (`Examples:`) as clap shows its own.
pub(crate) fn styled(text: &str) -> StyledStr {
    let line = |line: &str| match line.strip_suffix(':') {
        Some(_) if !line.starts_with(' ') => format!("{HEADING}{line}{HEADING:#}"),
        _ => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n").into()
}
