//! `setodds man`: the man pages, from the same source as the help.

use super::failure::Failure;
use super::help::OUTPUT;
use super::output::write_to_stdout;
use clap::{Args, Command};
use clap_mangen::{Man, generate_to};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Examples:
  setodds man -o ~/.local/share/man/man1  for `man setodds-simulate`
  setodds man | man -l -                  read the page of the program";

/// Write the man page, with -o also those of all commands.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct ManArgs {
    /// Write the pages to the directory DIR: setodds.1, setodds-simulate.1, ...
    ///
    /// It is made if need be.
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
    output: Option<PathBuf>,
}

impl ManArgs {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let program = complete(super::command_line());
        let Some(directory) = &self.output else {
            let mut text = Vec::new();
            Man::new(program).render(&mut text)?;
            return write_to_stdout(&text);
        };
        let written =
            std::fs::create_dir_all(directory).and_then(|()| generate_to(program, directory));
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
