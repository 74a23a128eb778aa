//! `setodds-recount`: counts the hands of the game by their number of sets from scratch, and
//! compares the counts with the table that `setodds` contains.
//!
//! ```text
//! cargo run --release -p setodds-recount -- 0-21
//! cargo run --release -p setodds-recount -- 0-40 counts.part
//! ```

mod layers;
mod saved;
#[cfg(test)]
mod tests;
mod words;

use indicatif::{ProgressBar, ProgressStyle};
use layers::Layers;
use saved::ProgressFile;
use setodds_engine::card::Deck;
use setodds_engine::escape;
use setodds_engine::hand::sizes::Sizes;
use setodds_engine::lanes::InstructionSet;
use setodds_engine::measure::Key;
use setodds_engine::run::{Kernel, Partial, StopFlag, ThreadPool, Threads};
use setodds_engine::stats::Ratio;
use setodds_engine::tally::Tallies;
use std::env;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

const USAGE: &str = "\
Count all hands of the 81 cards of SET by their number of sets, from nothing

The counts are compared with the exact table that `setodds` carries, and printed as the rows of
reports/exact-sets/features-4.csv.

Usage: setodds-recount CARDS [FILE]

Arguments:
  CARDS  Cards in a hand: 12, a range 0-21, or a list 12,15,18
  FILE   Save progress to FILE and resume from it
";

/// Column names of the report.
const COLUMNS: &str = "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
                       exact_probability,without";

/// Error message of a failed run, with its exit code.
struct Failure {
    code: u8,
    message: String,
}

/// Returns a failure for wrong arguments or an unusable file (exit code 2).
fn usage(message: impl Display) -> Failure {
    Failure { code: 2, message: message.to_string() }
}

/// Returns a failure of a run (exit code 1).
fn failed(message: impl Display) -> Failure {
    Failure { code: 1, message: message.to_string() }
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { code, message }) => {
            print_line(format_args!("error: {message}"));
            code.into()
        }
    }
}

fn run(arguments: &[OsString]) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    if arguments.iter().any(|it| it == "--help" || it == "-h") {
        return output.write_all(USAGE.as_bytes()).map_err(failed);
    }
    let (cards, file) = match arguments {
        [cards] => (cards, None),
        [cards, file] => (cards, Some(ProgressFile::new(file))),
        _ => return Err(usage("give the cards in a hand, such as 0-21, and perhaps a file")),
    };
    let sizes: Sizes = cards.to_string_lossy().parse().map_err(usage)?;
    let (cards, most) = (sizes.largest(), Deck::GAME.size());
    if cards > most {
        return Err(usage(format_args!("{cards} cards are more than the {most} of the deck")));
    }
    let counted = recount(sizes.clone(), file.as_ref())?;
    write_rows(&counted, &mut output).map_err(failed)?;
    print_line(format_args!("{sizes} cards: the counts are those of the table"));
    Ok(())
}

/// Counts the hands of the given sizes, and checks the counts.
fn recount(sizes: Sizes, file: Option<&ProgressFile>) -> Result<Tallies<Key>, Failure> {
    let pool = ThreadPool::new(Threads::available()).map_err(failed)?;
    let layers = Layers::new(Deck::GAME, sizes, InstructionSet::widest(), &pool);
    let plan = layers.plan();
    let mut partial = match file {
        Some(file) => file.load(plan).map_err(usage)?,
        None => Partial::new(plan.clone()),
    };
    if let Some(file) = file {
        if !layers.fits(&partial.tally()) {
            return Err(usage(format_args!("{file} holds other hands than this run counts")));
        }
        // Detect a file that cannot be written before hours of work.
        file.save(&partial).map_err(|error| usage(format_args!("{file}: {error}")))?;
        if partial.units_done() > 0 {
            let (done, all) = (partial.units_done(), plan.units());
            print_line(format_args!(
                "resuming from {file}, which has {done} of {all} pairs of layers"
            ));
        }
    }
    let bar = bar(plan.units(), partial.units_done());
    let observer = |partial: &Partial<_>| {
        bar.set_position(to_u64(partial.units_done()));
        let due = file.filter(|file| partial.is_complete() || file.is_due());
        if let Some(file) = due
            && let Err(error) = file.save(partial)
        {
            bar.suspend(|| print_line(format_args!("warning: {file}: {error}; the run continues")));
        }
    };
    pool.resume(&layers, &mut partial, &plan.all_blocks(), &StopFlag::default(), &observer)
        .map_err(failed)?;
    bar.finish_and_clear();
    layers.finish(&partial.into_tally()).map_err(failed)
}

/// Returns a progress bar with the remaining time.
fn bar(units: u128, done: u128) -> ProgressBar {
    let style = ProgressStyle::with_template("{percent:>3} % {wide_bar} {eta} left");
    let bar = ProgressBar::new(to_u64(units)).with_style(style.expect("the template is valid"));
    bar.set_position(to_u64(done));
    bar.reset_eta();
    bar
}

fn to_u64(units: u128) -> u64 {
    u64::try_from(units).expect("there are fewer pairs of layers than 2^64")
}

/// Writes the rows of the report.
fn write_rows(counted: &Tallies<Key>, to: &mut impl Write) -> io::Result<()> {
    writeln!(to, "{COLUMNS}")?;
    let features = Deck::GAME.features();
    for (Key { cards, measure }, tally) in counted.iter() {
        let total = tally.total();
        for (sets, hands) in tally.iter() {
            let probability = decimal(Ratio::new(hands, total).value());
            writeln!(
                to,
                "{features},{cards},{measure},{sets},{hands},{total},{probability},,,{probability},"
            )?;
        }
    }
    Ok(())
}

/// Formats a number as in the CSV files, with an exponent only below 0.00001.
fn decimal(value: f64) -> String {
    // The standard library uses exponents below 0.0001.
    if (1e-5..1e-4).contains(&value) { value.to_string() } else { format!("{value:?}") }
}

/// Writes a line to stderr, ignoring errors.
fn print_line(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", escape::line(&line.to_string()));
}
