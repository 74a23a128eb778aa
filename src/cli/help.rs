//! Layout of the help texts: `-h` is short with two examples, `--help` is complete.

use clap::Command;
use clap::builder::StyledStr;
use clap::builder::styling::Style;

/// Heading in the help of options that change how a command runs, but not its result.
pub(crate) const RUNNING: &str = "Running";

/// Heading in the help of options for the output and its destination.
pub(crate) const OUTPUT: &str = "Output";

/// Heading of a group of commands in the help, and the names of these commands.
type Group = (&'static str, &'static [&'static str]);

/// Style of headings in help texts, as in clap.
const HEADING: Style = Style::new().bold().underline();

/// Style of command and option names in help texts, as in clap.
const NAME: Style = Style::new().bold();

/// Maximum width of help texts, in columns.
const COLUMNS: usize = 100;

/// Adds examples to the help of each command: two in short help, all in long help.
pub(crate) fn with_examples(line: Command, groups: &[Group]) -> Command {
    // clap would append a list of possible values, which the help of each option already names.
    let template = template(&line, groups);
    let line = line.help_template(template);
    let line = line.max_term_width(COLUMNS).hide_possible_values(true);
    line.mut_subcommands(|command| command.defer(with_two_examples))
}

/// Leaves two examples in the short help of a command, and all in the long help.
fn with_two_examples(command: Command) -> Command {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let two: Vec<&str> = text.lines().take(3).collect();
    command.after_help(styled(&two.join("\n"))).after_long_help(styled(&text))
}

/// Returns the help template of the program: one line for each command, grouped under headings.
fn template(line: &Command, groups: &[Group]) -> StyledStr {
    let about = |name: &&str| {
        let about = line.find_subcommand(name).and_then(Command::get_about);
        format!("  {NAME}{name:11}{NAME:#}  {}\n", about.expect("the command exists"))
    };
    let group = |(heading, names): &Group| {
        let lines: String = names.iter().map(about).collect();
        format!("{HEADING}{heading}:{HEADING:#}\n{lines}")
    };
    let groups: String = groups.iter().map(group).collect();
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\n\
         {HEADING}Options:{HEADING:#}\n{{options}}{{after-help}}"
    )
    .into()
}

/// Formats a text that begins with the heading `Examples:`, with that heading in clap's style.
pub(crate) fn styled(text: &str) -> StyledStr {
    text.replacen("Examples:", &format!("{HEADING}Examples:{HEADING:#}"), 1).into()
}
