//! `setodds man`: writes the man pages from the help texts.

use crate::cli::command::CommandArgs;
use crate::cli::file::Directory;
use crate::cli::help::OUTPUT;
use crate::cli::output::{Destination, is_stdout, write_files, write_to_stdout};
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::report::result::Report;
use clap::{Args, Command};
use clap_mangen::Man;
use std::io;
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  setodds man -o ~/.local/share/man/man1  for `man setodds-simulate`
  setodds man | man -l -                  read the page of the program";

/// Write the man page of the program; with -o, also of all commands.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct ManArgs {
    /// Write all pages to the directory DIR: setodds.1, setodds-simulate.1, ...
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
    output: Option<PathBuf>,
}

impl CommandArgs for ManArgs {
    fn run(&self, context: &mut Context) -> Result<Report, Failure> {
        let program = complete(context.program.line.clone());
        match self.output.as_ref().filter(|path| !is_stdout(path)) {
            Some(directory) => write_all(&program, directory)?,
            None => write_to_stdout(&page(&Man::new(program))?)?,
        }
        Ok(Report::default())
    }
}

/// Writes the man pages of the program and of all commands, or no page if one cannot be written.
fn write_all(program: &Command, directory: &Path) -> Result<(), Failure> {
    let directory = Directory::prepare(directory).or_usage()?;
    let listed = program.get_subcommands().filter(|command| !command.is_hide_set());
    let mut pages = Vec::new();
    for command in listed.chain([program]) {
        let man = Man::new(command.clone());
        let path = directory.path().join(man.get_filename());
        pages.push(Destination::new(page(&man)?, &path)?);
    }
    write_files(&pages, |page, to| to.write_all(page), str::to_owned).or_failed()
}

/// Renders a man page.
fn page(man: &Man) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    man.render(&mut text)?;
    Ok(text)
}

/// Returns the command line with all hidden options shown, built so that commands have full names.
fn complete(line: Command) -> Command {
    let in_full = |command: Command| command.mut_args(|option| option.hide_short_help(false));
    let line = in_full(line).mut_subcommands(in_full);
    let mut line = line.disable_help_subcommand(true).subcommand_help_heading("COMMANDS");
    line.build();
    line
}
