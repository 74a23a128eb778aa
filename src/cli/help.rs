//! What `-h` and `--help` show: `-h` is short, with two examples; `--help` is complete.

use clap::Command;
use clap::builder::StyledStr;
use clap::builder::styling::Style;

/// The heading of options that change how a command runs but not its result.
pub(crate) const RUNNING: &str = "Running";

/// The heading of options that choose the output and its destination.
pub(crate) const OUTPUT: &str = "Output";

/// The commands in the groups of the README, as the help of the program lists them.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Simulate", &["simulate"]),
    ("Count exactly", &["odds", "enumerate", "extremes", "caps", "classes"]),
    ("Games and your own hands", &["play", "find", "next", "deal", "puzzle"]),
    ("Tables and pictures", &["plot", "table"]),
    ("Long runs", &["merge", "jobscript"]),
    ("Check", &["check", "bench"]),
    ("Help", &["completions", "man"]),
];

/// How clap shows headings.
const HEADING: Style = Style::new().bold().underline();

/// How clap shows names.
const NAME: Style = Style::new().bold();

/// The columns that help takes at most, on a wide terminal.
const COLUMNS: usize = 100;

/// The command line with the examples of each command: two of them in short help, all in long help.
pub(crate) fn with_examples(line: Command) -> Command {
    // clap would append a list of possible values; the help of each option names them already.
    let template = template(&line);
    let line = line.help_template(template);
    line.max_term_width(COLUMNS).hide_possible_values(true).mut_subcommands(|command| {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let two: Vec<&str> = text.lines().take(3).collect();
        command.after_help(styled(&two.join("\n"))).after_long_help(styled(&text))
    })
}

/// The help of the program: a line for each command, by groups.
fn template(line: &Command) -> StyledStr {
    let about = |name: &&str| {
        let about = line.find_subcommand(name).and_then(Command::get_about);
        format!("  {NAME}{name:11}{NAME:#}  {}\n", about.expect("the command exists"))
    };
    let group = |(heading, names): (&str, &[&str])| {
        let lines: String = names.iter().map(about).collect();
        format!("{HEADING}{heading}:{HEADING:#}\n{lines}")
    };
    let groups: String = GROUPS.into_iter().map(group).collect();
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\n\
         {HEADING}Options:{HEADING:#}\n{{options}}{{after-help}}"
    )
    .into()
}

/// The text, which begins with `Examples:`, with that heading as clap shows its own.
pub(crate) fn styled(text: &str) -> StyledStr {
    text.replacen("Examples:", &format!("{HEADING}Examples:{HEADING:#}"), 1).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::command_line;

    #[test]
    fn every_command_is_in_a_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.sort_unstable();
        let line = command_line();
        let listed = line.get_subcommands().filter(|command| !command.is_hide_set());
        let mut all: Vec<&str> = listed.map(Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }
}
