//! The commands: each a file with its arguments and what it does with them. This one lists them.

mod bench;
mod caps;
mod check;
mod classes;
mod completions;
mod count;
mod deal;
mod distributions;
mod enumerate;
mod extremes;
mod find;
mod hands;
mod jobscript;
mod man;
mod merge;
mod next;
mod odds;
mod options;
mod pages;
mod play;
mod plot;
mod puzzle;
mod search;
mod simulate;
mod table;

use crate::cli::call::{Call, CallError, CommandResult};
use crate::cli::command::{CommandArgs, execute};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::{help, message, parsed, signals, terminal};
use crate::report::escape;
use crate::report::result::End;
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

#[derive(Debug, Subcommand)]
enum Command {
    Simulate(simulate::SimulateArgs),
    Enumerate(enumerate::EnumerateArgs),
    Classes(classes::ClassesArgs),
    Caps(caps::CapsArgs),
    Extremes(extremes::ExtremesArgs),
    Odds(odds::OddsArgs),
    Find(find::FindArgs),
    Check(check::CheckArgs),
    Next(next::NextArgs),
    Deal(deal::DealArgs),
    Puzzle(puzzle::PuzzleArgs),
    Play(play::PlayArgs),
    Jobscript(jobscript::JobscriptArgs),
    Merge(merge::MergeArgs),
    Table(table::TableArgs),
    Plot(plot::PlotArgs),
    Bench(bench::BenchArgs),
    Completions(completions::CompletionsArgs),
    Data(pages::DataArgs),
    Questions(pages::QuestionsArgs),
    Man(man::ManArgs),
}

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

impl Command {
    fn args(&self) -> &dyn CommandArgs {
        match self {
            Self::Simulate(args) => args,
            Self::Enumerate(args) => args,
            Self::Classes(args) => args,
            Self::Caps(args) => args,
            Self::Extremes(args) => args,
            Self::Odds(args) => args,
            Self::Find(args) => args,
            Self::Check(args) => args,
            Self::Next(args) => args,
            Self::Deal(args) => args,
            Self::Puzzle(args) => args,
            Self::Play(args) => args,
            Self::Jobscript(args) => args,
            Self::Merge(args) => args,
            Self::Table(args) => args,
            Self::Plot(args) => args,
            Self::Bench(args) => args,
            Self::Completions(args) => args,
            Self::Data(args) => args,
            Self::Questions(args) => args,
            Self::Man(args) => args,
        }
    }
}

/// Runs the command of the process and returns the exit code. `words` are those after the name of
/// the program.
#[must_use]
pub fn main(words: &[OsString]) -> u8 {
    signals::survive_file_limits();
    // Where signals cannot be caught, they have their default effect; a run says so.
    let _ = signals::watch();
    terminal::settle_colours(words);
    let code = match parse(words, None) {
        Ok((command, context)) => {
            execute(command.args(), &context).map_or_else(Failure::report, |()| 0)
        }
        Err(error) => show(&error, words),
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
    const STOPPED: &str = "the run was stopped before its end";
    let words: Vec<OsString> = call.words.iter().map(OsString::from).collect();
    let (command, context) =
        parse(&words, Some(call)).map_err(|error| CallError::Usage(parsed::text_of(&error)))?;
    let report = command.args().run(&context).map_err(|failure| match failure {
        Failure::Usage(text) => CallError::Usage(text),
        Failure::Missing(text) | Failure::Failed(text) | Failure::Busy(text) => {
            CallError::Failed(text)
        }
        Failure::Interrupted(_) | Failure::Saved(_) | Failure::ClosedPipe => {
            CallError::Failed(STOPPED.to_owned())
        }
    })?;
    match &report.end {
        End::Complete => {}
        End::Partial(_) => return Err(CallError::Failed(STOPPED.to_owned())),
        End::Failed(text) => return Err(CallError::Failed(text.clone())),
    }
    let warnings = context.into_warnings().into_iter().chain(report.warnings.clone()).collect();
    let others = report.others().map_err(|error| CallError::Failed(error.to_string()))?;
    Ok(CommandResult { columns: report.columns(), others, warnings })
}

/// Shows help, the version, or the error in the command line, and chooses the exit code.
fn show(error: &clap::Error, words: &[OsString]) -> u8 {
    let is_awkward = |word: &OsString| word.to_string_lossy().contains(escape::is_hidden);
    let of_variable = std::env::var_os("SETODDS_THREADS");
    if error.use_stderr() && words.iter().chain(&of_variable).any(is_awkward) {
        // The parser quotes words as they are. It says the same of words that are escaped.
        let escaped = |word: &OsString| escape::line(&word.to_string_lossy()).into();
        let escaped: Vec<OsString> = words.iter().map(escaped).collect();
        let of_escaped = parse(&escaped, None).err().filter(clap::Error::use_stderr);
        message::plain(of_escaped.as_ref().unwrap_or(error).render().to_string().trim_end());
        return 2;
    }
    match error.print() {
        // Wrong usage keeps its exit code even if stderr is closed.
        Err(lost) if !error.use_stderr() => Failure::from(lost).report(),
        _ => u8::try_from(error.exit_code()).unwrap_or(2),
    }
}

/// Returns the command line, with its help.
fn command_line() -> clap::Command {
    help::with_examples(Cli::command(), &GROUPS)
}

/// Parses the command line.
fn parse(words: &[OsString], call: Option<Call>) -> Result<(Command, Context), clap::Error> {
    let line = command_line();
    let mut built = line.clone();
    // Help and messages name the program as its documents do, whatever its file is called.
    let all = [OsString::from("setodds")].into_iter().chain(words.iter().cloned());
    let parsed = built.try_get_matches_from_mut(all).and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut built))?;
        Ok((cli, parsed::computation(&built, &matches)))
    });
    let (Cli { command, terminal }, computation) = parsed?;
    Ok((command, Context::new(words, line, computation, terminal, call)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command_line().debug_assert();
    }

    #[test]
    fn every_command_is_in_a_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.sort_unstable();
        let line = command_line();
        let listed = line.get_subcommands().filter(|command| !command.is_hide_set());
        let mut all: Vec<&str> = listed.map(clap::Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }
}
