//! The command line: all commands and their parser.

use crate::cli::checkpointing::extensible;
use crate::cli::command::{CommandArgs, Reported, Saved, Sharded, execute};
use crate::cli::{caller, help, message, parsed, signals, terminal};
use crate::commands::context::Context;
use crate::commands::failure::Failure;
use crate::commands::play::to_a_directory;
use crate::commands::puzzle::to_a_page;
use crate::commands::{
    bench, caps, check, classes, completions, deal, enumerate, extremes, find, jobscript, man,
    merge, next, odds, pages, play, plot, puzzle, simulate, table,
};
use crate::report::escape;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};

const AFTER_HELP: &str = "\
Examples:
  setodds odds 12                            exact probabilities
  setodds simulate --cards 3-21 -o sets.csv  how often is there no set?
  setodds plot sets.csv -o sets.svg          a picture of the result

Output is a table on a terminal and CSV in a pipe; -o or --format chooses.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 shards missing,
  75 temporary failure (rerun to resume), 130 interrupted
More: `setodds COMMAND --help`, `setodds help questions` (common questions),
  `setodds help data` (all columns)";

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
    #[command(mut_arg("checkpoint", extensible))]
    Simulate(Sharded<simulate::SimulateArgs>),
    Enumerate(Sharded<enumerate::EnumerateArgs>),
    #[command(mut_arg("count", |it| it.conflicts_with("checkpoint")))]
    Classes(Saved<classes::ClassesArgs>),
    Caps(Saved<caps::CapsArgs>),
    Extremes(Reported<extremes::ExtremesArgs>),
    Odds(Reported<odds::OddsArgs>),
    Find(Reported<find::FindArgs>),
    Check(Reported<check::CheckArgs>),
    Next(Reported<next::NextArgs>),
    Deal(Reported<deal::DealArgs>),
    #[command(mut_arg("output", to_a_page))]
    Puzzle(Reported<puzzle::PuzzleArgs>),
    #[command(mut_arg("checkpoint", extensible), mut_arg("output", to_a_directory))]
    Play(Sharded<play::PlayArgs>),
    Jobscript(jobscript::JobscriptArgs),
    Merge(merge::MergeArgs),
    Table(table::TableArgs),
    Plot(plot::PlotArgs),
    Bench(Reported<bench::BenchArgs>),
    Completions(completions::CompletionsArgs),
    Data(pages::DataArgs),
    Questions(pages::QuestionsArgs),
    Man(man::ManArgs),
}

/// Commands of the program by group, as in the README and in the help.
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

/// Runs the program and returns its exit code. `words` are the arguments without the program name.
#[must_use]
pub fn main(words: &[OsString]) -> u8 {
    signals::survive_file_limits();
    // Where signals cannot be caught, they keep their default effect; runs warn about it.
    let _ = signals::watch();
    terminal::set_colours(words);
    let code = match parse(words) {
        Ok((command, mut context)) => {
            execute(command.args(), &mut context).map_or_else(Failure::report, |()| 0)
        }
        Err(error) => show(&error, words),
    };
    // Rust flushes stdout at exit and ignores errors; under Python nothing would flush it.
    let _ = io::stdout().flush();
    code
}

/// Prints help, the version, or a usage error, and returns the exit code.
fn show(error: &clap::Error, words: &[OsString]) -> u8 {
    let is_awkward = |word: &OsString| word.to_string_lossy().contains(escape::is_hidden);
    if error.use_stderr() && words.iter().any(is_awkward) {
        // clap quotes words unescaped, so the words are escaped and parsed again for the same
        // message.
        let escaped = |word: &OsString| escape::line(&word.to_string_lossy()).into();
        let escaped: Vec<OsString> = words.iter().map(escaped).collect();
        let of_escaped = parse(&escaped).err().filter(clap::Error::use_stderr);
        message::plain(of_escaped.as_ref().unwrap_or(error).render().to_string().trim_end());
        return 2;
    }
    match error.print() {
        // Invalid usage keeps its exit code even if stderr is closed.
        Err(lost) if !error.use_stderr() => Failure::from(lost).report(),
        _ => u8::try_from(error.exit_code()).unwrap_or(2),
    }
}

/// Returns the parser of the command line, with its help.
fn command_line() -> clap::Command {
    pages::with_pages(help::with_examples(Cli::command(), &GROUPS))
}

/// Parses the command line into a command and its context.
fn parse(words: &[OsString]) -> Result<(Command, Context), clap::Error> {
    let line = command_line();
    let mut built = line.clone();
    // Help and messages always call the program setodds, whatever its file is called.
    let all = [OsString::from("setodds")].into_iter().chain(words.iter().cloned());
    let parsed = built.try_get_matches_from_mut(all).and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut built))?;
        Ok((cli, parsed::computation(&built, &matches)))
    });
    let (Cli { command, terminal }, computation) = parsed?;
    Ok((command, caller::context(words, line, computation, terminal)))
}

/// Returns a context for tests.
#[cfg(test)]
pub(crate) fn context_of_test() -> Context {
    caller::context(&[], command_line(), Vec::new(), terminal::TerminalArgs::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::{Asking, answer};
    use serde_json::json;
    use std::collections::BTreeSet;

    #[test]
    fn the_command_line_is_consistent() {
        command_line().debug_assert();
    }

    #[test]
    fn every_command_is_in_a_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.sort_unstable();
        let line = command_line();
        let summary = |name: &&str| line.find_subcommand(name).unwrap().get_about().unwrap();
        let summaries: BTreeSet<String> =
            grouped.iter().map(|it| summary(it).to_string()).collect();
        assert_eq!(summaries.len(), grouped.len(), "each has a summary of its own: {summaries:?}");
        let listed = line.get_subcommands().filter(|command| !command.is_hide_set());
        let mut all: Vec<&str> = listed.map(clap::Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    /// Calling programs have all options but those for files.
    #[test]
    fn other_programs_have_the_options_of_the_command_line() {
        const PROGRAM_ONLY: [&str; 6] =
            ["output", "format", "checkpoint", "shard", "nine", "solutions"];
        let line = command_line();
        let mut asked = 0;
        for command in line.get_subcommands() {
            let name = command.get_name();
            let reply = |option: &str| {
                let options = [(option.to_owned(), json!({}))].into_iter().collect();
                answer(name, options, &Asking::default()).unwrap_err().to_string()
            };
            if reply("x").ends_with("is not a command") {
                continue;
            }
            asked += 1;
            for option in command.get_arguments() {
                let id = match option.get_id().as_str() {
                    "subject" => "cards",
                    id => option.get_long().unwrap_or(id),
                };
                let (answer, id) = (reply(&id.replace('-', "_")), id);
                let is_unknown = answer.contains("has no option");
                assert_eq!(is_unknown, PROGRAM_ONLY.contains(&id), "{name} {id}: {answer}");
            }
        }
        assert_eq!(asked, 12);
    }
}
