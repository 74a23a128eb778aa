//! `setodds man`: the man pages, from the same source as the help.

use super::command_line;
use super::failure::{Failure, OrFail};
use super::help::OUTPUT;
use super::names::suggestion;
use anyhow::anyhow;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use setodds::file::{Staged, Target};
use std::io::{self, Write};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Examples:
  setodds man | man -l -                           read it
  setodds man simulate | man -l -                  the page of a command
  setodds man -o ~/.local/share/man/man1           for `man setodds`, `man setodds-simulate`, ...";

/// Write man pages: of the program, or of one of its commands.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct ManArgs {
    /// The command whose page is wanted [default: the program itself]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
    /// Write the pages to the directory DIR: setodds.1, setodds-simulate.1, ...
    ///
    /// It is made if need be. With COMMAND only the page of that one is written.
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
    output: Option<PathBuf>,
}

impl ManArgs {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let program = complete();
        let commands: Vec<&Command> = program.get_subcommands().collect();
        let wanted = match &self.command {
            Some(name) => vec![of_name(name, &commands)?],
            None if self.output.is_some() => [&program].into_iter().chain(commands).collect(),
            None => vec![&program],
        };
        let pages = wanted.into_iter().map(|command| (file_name(command), page(command, &program)));
        match &self.output {
            Some(_) => self.write(pages.collect()),
            None => {
                let mut stdout = io::stdout().lock();
                pages.into_iter().try_for_each(|(_, page)| stdout.write_all(&page?))?;
                Ok(stdout.flush()?)
            }
        }
    }

    /// Writes all pages; none gets its name before all are on disk.
    fn write(&self, pages: Vec<(String, io::Result<Vec<u8>>)>) -> Result<(), Failure> {
        let directory = self.output.as_deref().unwrap_or_else(|| ".".as_ref());
        let made = std::fs::create_dir_all(directory);
        made.map_err(|error| anyhow!("cannot make `{}`: {error}", directory.display()))
            .or_usage()?;
        let staged = pages.into_iter().map(|(name, page)| {
            let (page, target) = (page?, Target::prepare(&directory.join(name)).or_usage()?);
            target.stage(|to| to.write_all(&page)).or_failed()
        });
        let staged = staged.collect::<Result<Vec<Staged>, Failure>>()?;
        staged.into_iter().try_for_each(Staged::commit).or_failed()
    }
}

/// The command line with all that help leaves out to be short.
fn complete() -> Command {
    let in_full = |command: Command| command.mut_args(|option| option.hide_short_help(false));
    let line = command_line().disable_help_subcommand(true).mut_subcommands(in_full);
    let mut line = in_full(line).subcommand_help_heading("COMMANDS");
    line.build();
    line
}

fn of_name<'a>(name: &str, commands: &[&'a Command]) -> Result<&'a Command, Failure> {
    let found = commands.iter().find(|command| command.get_name() == name);
    let names = commands.iter().map(|command| command.get_name());
    let unknown = || anyhow!("there is no command `{name}`{}", suggestion(name, names));
    found.copied().ok_or_else(unknown).or_usage()
}

/// The name with hyphens, `setodds-simulate`.
fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn file_name(command: &Command) -> String {
    format!("{}.1", title(command))
}

/// The page of a command.
fn page(command: &Command, program: &Command) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone())
        .source(format!("setodds {}", env!("CARGO_PKG_VERSION")))
        .manual("Statistics of the card game SET");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    man.render_options_section(&mut page)?;
    let mut rest = Roff::default();
    examples(command, &mut rest);
    see_also(command, program, &mut rest);
    rest.to_writer(&mut page)?;
    Ok(page)
}

/// What stands below the options in the help: a section for what has a heading, line by line as it
/// is.
fn examples(command: &Command, roff: &mut Roff) {
    let text = command.get_after_long_help().or_else(|| command.get_after_help());
    let text = text.map(ToString::to_string).unwrap_or_default();
    for paragraph in text.split("\n\n") {
        let (heading, lines) = match paragraph.split_once(":\n") {
            Some((heading, lines)) if !heading.contains(' ') => (heading.to_uppercase(), lines),
            _ => ("NOTES".to_owned(), paragraph),
        };
        roff.control("SH", [heading.as_str()]);
        roff.control("nf", []);
        lines.lines().for_each(|line| {
            roff.text([roman(line)]);
        });
        roff.control("fi", []);
    }
}

/// The other pages.
fn see_also(command: &Command, program: &Command, roff: &mut Roff) {
    let all = [program].into_iter().chain(program.get_subcommands()).map(title);
    let others = all.filter(|&name| name != title(command)).map(|name| format!("{name}(1)"));
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman(others.collect::<Vec<_>>().join(", "))]);
}
