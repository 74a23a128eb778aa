//! `setodds completions`: completion scripts for shells.

use crate::cli::command::CommandArgs;
use crate::cli::output::write_to_stdout;
use crate::commands::context::Context;
use crate::commands::failure::Failure;
use crate::report::result::Report;
use clap::Args;
use clap_complete::{Shell, generate};

const AFTER_HELP: &str = "\
Examples:
  setodds completions bash > ~/.local/share/bash-completion/completions/setodds
  setodds completions zsh > ~/.zfunc/_setodds
  setodds completions fish > ~/.config/fish/completions/setodds.fish
  setodds completions powershell >> $PROFILE
  setodds completions elvish >> ~/.config/elvish/rc.elv";

/// Write a completion script for a shell.
///
/// Bash needs the package bash-completion, or in ~/.bashrc: source <(setodds completions bash). Zsh
/// needs two lines in ~/.zshrc: fpath+=~/.zfunc, then autoload -U compinit && compinit.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell: bash, zsh, fish, powershell, elvish
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

impl CommandArgs for CompletionsArgs {
    fn run(&self, context: &mut Context) -> Result<Report, Failure> {
        let mut script = Vec::new();
        let mut line = context.program.line.clone();
        generate(self.shell, &mut line, env!("CARGO_PKG_NAME"), &mut script);
        write_to_stdout(&script)?;
        Ok(Report::default())
    }
}
