//! The command line as data; each command in a file of its own: configure, compute, report.

mod bench;
mod caps;
mod chance;
mod check;
mod classes;
mod completions;
pub(crate) mod count;
mod data;
mod deal;
pub(crate) mod deck;
mod distributions;
pub(crate) mod engine;
mod enumerate;
mod extremes;
mod find;
mod hands;
mod jobscript;
mod man;
mod merge;
pub(crate) mod names;
mod next;
mod odds;
mod play;
mod play_tables;
mod plot;
mod puzzle;
mod puzzles;
mod questions;
pub(crate) mod sample;
mod saved_search;
mod search;
mod simulate;
mod table;
pub(crate) mod threads;
mod until;

use crate::cli::call::{self, Call, CallError, CommandResult};
use crate::cli::failure::Failure;
use crate::cli::{arguments, environment, help, message, parsed, signals, terminal};
use crate::report::escape;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};

const AFTER_HELP: &str = "\
Examples:
  setodds odds 12                            exact probabilities
  setodds simulate --cards 3-21 -o sets.csv  how often is there no set?
  setodds plot sets.csv                      a picture of any result

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 shards missing, 75 temporary
failure, rerun to resume, 130 interrupted.
`setodds COMMAND -h` is short, `setodds COMMAND --help` complete; `setodds help
questions` answers what people ask, `setodds help data` describes every column.";

/// Statistics for the card game SET: how often does a hand hold no set?
#[derive(Debug, Parser)]
#[command(name = "setodds", version, after_help = help::styled(AFTER_HELP))]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    terminal: terminal::TerminalArgs,
}

/// The commands, each with its arguments. Some also take the parts that [`merge`] passes; run
/// directly, they get `None`.
macro_rules! commands {
    ($($Name:ident($Args:path $(, $parts:expr)?),)+) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($Name($Args),)+
        }

        impl Command {
            fn run(self) -> Result<(), Failure> {
                match self {
                    $(Self::$Name(args) => args.run($($parts)?),)+
                }
            }
        }
    };
}

commands! {
    Simulate(simulate::SimulateArgs, None),
    Enumerate(enumerate::EnumerateArgs, None),
    Classes(classes::ClassesArgs),
    Caps(caps::CapsArgs),
    Extremes(extremes::ExtremesArgs),
    Odds(odds::OddsArgs),
    Find(find::FindArgs),
    Check(check::CheckArgs),
    Next(next::NextArgs),
    Deal(deal::DealArgs),
    Puzzle(puzzle::PuzzleArgs),
    Play(play::PlayArgs, None),
    Jobscript(jobscript::JobscriptArgs),
    Merge(merge::MergeArgs),
    Table(table::TableArgs),
    Plot(plot::PlotArgs),
    Bench(bench::BenchArgs),
    Completions(completions::CompletionsArgs),
    Data(data::DataArgs),
    Questions(questions::QuestionsArgs),
    Man(man::ManArgs),
}

/// Runs the command of the process and returns the exit code. `words` are those after the name of
/// the program.
#[must_use]
pub fn main(words: Vec<OsString>) -> u8 {
    signals::survive_file_limits();
    // Where signals cannot be caught, they have their default effect; a run says so.
    let _ = signals::watch();
    arguments::settle(words);
    terminal::settle_colours(arguments::words().into_iter());
    let code = match parse() {
        Ok(cli) => {
            cli.terminal.settle();
            cli.command.run().map_or_else(Failure::report, |()| 0)
        }
        Err(error) => show(&error),
    };
    // A Rust program flushes stdout when it ends, and ignores errors; Python does not know it.
    let _ = io::stdout().flush();
    code
}

/// Runs a command within a program.
///
/// # Errors
///
/// When the command is not valid or fails, with the message that it would show.
pub fn answer(call: Call) -> Result<CommandResult, CallError> {
    let run = || parse().map_err(|error| Failure::Usage(parsed::text_of(&error)))?.command.run();
    let (outcome, answer) = call::during(call, run);
    match outcome {
        Ok(()) | Err(Failure::ClosedPipe) => Ok(answer),
        Err(Failure::Usage(text)) => Err(CallError::Usage(text)),
        Err(Failure::Missing(text) | Failure::Failed(text) | Failure::Busy(text)) => {
            Err(CallError::Failed(text))
        }
        Err(Failure::Interrupted | Failure::Saved) => {
            Err(CallError::Failed("the run was stopped before its end".to_owned()))
        }
    }
}

/// Shows help, the version, or the error in the command line, and chooses the exit code.
fn show(error: &clap::Error) -> u8 {
    let is_awkward =
        |word: OsString| word.to_string_lossy() != escape::line(&word.to_string_lossy());
    if error.use_stderr() && arguments::words().into_iter().any(is_awkward) {
        let text = error.render().to_string();
        let text = text.trim_end();
        // Help has no such beginning.
        text.strip_prefix("error: ").map_or_else(|| message::note(text), message::error);
        return 2;
    }
    match error.print() {
        // Wrong usage keeps its exit code even if stderr is closed.
        Err(lost) if !error.use_stderr() => Failure::from(lost).report(),
        _ => u8::try_from(error.exit_code()).unwrap_or(2),
    }
}

/// The command line, with its help.
pub(crate) fn command_line() -> clap::Command {
    environment::without(help::with_examples(Cli::command()), environment::is_empty)
}

/// Parses the command line.
fn parse() -> Result<Cli, clap::Error> {
    let mut line = command_line();
    // Help and messages name the program as its documents do, whatever its file is called.
    let words = [OsString::from("setodds")].into_iter().chain(arguments::words());
    let matches = line.try_get_matches_from_mut(words);
    let cli = matches.and_then(|matches| {
        parsed::settle(&line, &matches);
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut line))
    });
    cli.map_err(|error| environment::named(error, command_line()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command_line().debug_assert();
    }
}
