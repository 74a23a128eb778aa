//! `setodds completions`: completion scripts for shells.

use super::failure::{Failure, OrFail};
use super::output::write_to_stdout;
use clap::{Arg, Args, Command};
use clap_complete::{Shell, generate};
use std::any::TypeId;
use std::collections::BTreeSet;
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Examples:
  setodds completions bash > ~/.local/share/bash-completion/completions/setodds
  setodds completions zsh > ~/.zfunc/_setodds
  setodds completions fish > ~/.config/fish/completions/setodds.fish
  setodds completions powershell >> $PROFILE
  setodds completions elvish >> ~/.config/elvish/rc.elv";

/// Write a completion script for a shell.
///
/// The script goes to stdout; the examples show where each shell looks for it. Bash needs the
/// package bash-completion, or a line in ~/.bashrc: source <(setodds completions bash). Zsh needs
/// two lines in ~/.zshrc: fpath+=~/.zfunc, and after it autoload -U compinit && compinit. Takes
/// effect in a new shell.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell: bash, zsh, fish, powershell, elvish
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Completes in bash what the generated function does not.
const BASH: &str = include_str!("completions.bash");

impl CompletionsArgs {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let (mut line, mut script) = (super::command_line(), Vec::new());
        generate(self.shell, &mut line, env!("CARGO_PKG_NAME"), &mut script);
        if self.shell == Shell::Bash {
            let text = String::from_utf8(script).or_failed()?;
            let text = text.replace("complete -F _setodds ", "complete -F _setodds_all ");
            let functions =
                BASH.replace("@LISTS@", &lists(&line)).replace("@FILES@", &files(&line));
            script = (text + &functions).into_bytes();
        }
        write_to_stdout(&script)
    }
}

/// The options that take values with commas between them, as a pattern of bash.
fn lists(line: &Command) -> String {
    let options = line.get_subcommands().flat_map(Command::get_arguments);
    let options = options.filter(|it| it.get_value_delimiter() == Some(','));
    let names: BTreeSet<String> =
        options.filter_map(Arg::get_long).map(|name| format!("--{name}")).collect();
    names.into_iter().collect::<Vec<_>>().join("|")
}

/// The commands that take files, as a pattern of bash.
fn files(line: &Command) -> String {
    let is_file = |arg: &Arg| arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    let takes_files = |command: &&Command| command.get_positionals().any(is_file);
    let names = line.get_subcommands().filter(takes_files).map(Command::get_name);
    names.collect::<Vec<_>>().join("|")
}
