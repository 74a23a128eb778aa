//! `setodds man`: the man pages, from the same source as the help.

use super::failure::Failure;
use super::help::OUTPUT;
use super::output::write_to_stdout;
use clap::{Args, Command};
use clap_mangen::{Man, generate_to};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Examples:
  setodds man simulate | man -l -         read the page of a command
  setodds man -o ~/.local/share/man/man1  for `man setodds-simulate`
  setodds man | man -l -                  read the page of the program";

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
        let program = complete(super::command_line());
        let page = Man::new(match &self.command {
            Some(name) => program.find_subcommand(name).ok_or_else(|| unknown(name))?.clone(),
            None => program.clone(),
        });
        let Some(directory) = &self.output else {
            let mut text = Vec::new();
            page.render(&mut text)?;
            return write_to_stdout(&text);
        };
        let written = std::fs::create_dir_all(directory).and_then(|()| match self.command {
            Some(_) => page.generate_to(directory).map(drop),
            None => generate_to(program, directory),
        });
        written.map_err(|error| usage_error!("cannot write to `{}`: {error}", directory.display()))
    }
}

/// The command line with the help of every option, built so that commands have their full names.
fn complete(line: Command) -> Command {
    let in_full = |command: Command| command.mut_args(|option| option.hide_short_help(false));
    let line = in_full(line).mut_subcommands(in_full);
    let mut line = line.disable_help_subcommand(true).subcommand_help_heading("COMMANDS");
    line.build();
    line
}

fn unknown(name: &str) -> Failure {
    usage_error!("there is no command `{name}`; `setodds -h` lists them")
}
