//! The command line as data; each command in a file of its own: configure, compute, report.

mod bench;
mod bench_games;
mod caps;
mod classes;
mod count;
mod deal;
mod distributions;
mod enumerate;
mod extremes;
mod failure;
mod find;
mod hands;
mod interrupt;
mod jobscript;
mod keep;
mod kept_search;
mod long_run;
mod merge;
mod odds;
mod output;
mod page;
mod parts;
mod play;
mod play_offline;
#[cfg(feature = "plots")]
mod plot;
mod progress;
mod puzzle;
mod random_caps;
mod reproduce;
mod search;
mod simulate;
mod source_files;
mod status;
mod table;
mod threads;
mod until;
mod verify;
mod words;

use clap::{Args, Parser, Subcommand};
use failure::Failure;
use setodds::card::Deck;
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Examples:
  setodds simulate --cards 12 --deals 100M     how often do 12 cards hold no set?
  setodds simulate --cards 3-21 -o sets.csv    every hand size a table shows, for plotting
  setodds enumerate --cards 0-12               the same over all hands, exactly
  setodds deal --cards 12 --sets               deal a hand and show its sets
  setodds classes --cards 6                    the essentially different hands of 6 cards
  setodds caps                                 how many cards can hold no set at all?
  setodds odds 12                              what is known exactly, at once
  setodds find hands.txt                       find the sets in your own hands
  setodds puzzle --cards 9 --sets 4            a hand with exactly four sets
  setodds play --games 10M                     whole games: how often is one stuck?
  setodds plot sets.csv -o sets.svg            a picture of any of these results
  setodds bench                                which way of detecting sets is fastest here?
  setodds verify                               count again what others have published

Results go to stdout or to the file of -o; progress, warnings and summaries to stderr.
Exit codes: 0 done, 1 failed, 2 wrong usage, 75 to be started again, 130 interrupted.";

/// Statistics for the card game SET: how often does a hand hold no set, how many are there to find?
#[derive(Debug, Parser)]
#[command(name = "setodds", version, after_help = AFTER_HELP, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Deal at random and tally the number of sets, or another measure, with confidence intervals
    Simulate(simulate::SimulateArgs),
    /// Count all hands and tally the number of sets exactly
    Enumerate(enumerate::EnumerateArgs),
    /// List every essentially different hand, or count them by Burnside's lemma
    Classes(classes::ClassesArgs),
    /// Count the hands without a set of every size: caps, their classes, complete ones
    Caps(caps::CapsArgs),
    /// Tell the fewest and the most sets that so many cards can hold, with an example of each
    Extremes(extremes::ExtremesArgs),
    /// Tell what is known exactly, at once: probabilities and odds
    Odds(odds::OddsArgs),
    /// Find every set in hands that you give, as text or CSV
    Find(find::FindArgs),
    /// Deal hands and show them as words, digits and bits
    Deal(deal::DealArgs),
    /// Deal until a hand holds exactly so many sets
    Puzzle(puzzle::PuzzleArgs),
    /// Play whole games and tally what happens at the table, by one policy or several
    Play(play::PlayArgs),
    /// Write a script that shares a long run among many machines: Slurm, GNU parallel, Kubernetes
    Jobscript(jobscript::JobscriptArgs),
    /// Put the shares of a run together: exactly what one machine would have written
    Merge(merge::MergeArgs),
    /// Show how far checkpoints and the files of shares are
    Status(status::StatusArgs),
    /// Show any CSV that the other commands write as a table: in the terminal, or as Markdown
    Table(table::TableArgs),
    /// Make one HTML file of all results below a directory, to look at and to play with
    Page(page::PageArgs),
    /// Draw any CSV that the other commands write, as SVG, PNG or in the terminal
    #[cfg(feature = "plots")]
    Plot(plot::PlotArgs),
    /// Make all that the documents of a directory show anew, by the commands that stand in them
    Reproduce(reproduce::ReproduceArgs),
    /// Race all ways of detecting sets on equal hands
    Bench(bench::BenchArgs),
    /// Count again what others have published, and compare number by number
    Verify(verify::VerifyArgs),
}

/// The deck, for every command.
#[derive(Args, Debug)]
struct DeckArgs {
    /// Features of the deck: 2 to 6 (9, 27, 81, 243 or 729 cards)
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_deck)]
    features: Deck,
}

fn parse_deck(text: &str) -> Result<Deck, String> {
    let features = text.parse().map_err(|_| format!("`{text}` is no number; give 2 to 6"))?;
    Deck::new(features).map_err(|error| error.to_string())
}

/// Parses, runs, and turns the outcome into an exit code.
pub(crate) fn main() -> ExitCode {
    interrupt::survive_file_limits();
    let outcome = match Cli::parse().command {
        Command::Simulate(args) => args.run(),
        Command::Enumerate(args) => args.run(),
        Command::Classes(args) => args.run(),
        Command::Caps(args) => args.run(),
        Command::Extremes(args) => args.run(),
        Command::Odds(args) => args.run(),
        Command::Find(args) => args.run(),
        Command::Deal(args) => args.run(),
        Command::Puzzle(args) => args.run(),
        Command::Play(args) => args.run(),
        Command::Jobscript(args) => args.run(),
        Command::Merge(args) => args.run(),
        Command::Status(args) => args.run(),
        Command::Table(args) => args.run(),
        Command::Page(args) => args.run(),
        #[cfg(feature = "plots")]
        Command::Plot(args) => args.run(),
        Command::Reproduce(args) => args.run(),
        Command::Bench(args) => args.run(),
        Command::Verify(args) => args.run(),
    };
    outcome.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
