//! The tables of `setodds play`, and the files that they go to.

use super::failure::{Failure, OrFail};
use super::files::Files;
use super::long_run::{LongRun, Reached};
use super::message;
use super::output::{Destination, write_files};
use super::play_offline::randomness;
use super::provenance::{cost, without};
use super::units::rate;
use crate::deal::Seed;
use crate::file::Target;
use crate::game::{GameKey, Games, Policy, Rules, check};
use crate::report::document::Report;
use crate::report::games::{GamesTable, Played, TableKind};
use crate::report::number::{count, deck_size, grouped, plural};
use crate::report::provenance::{ComputationDetails, Provenance};
use crate::stats::Confidence;
use crate::tally::Tallies;
use std::io::Write;
use std::path::Path;

/// The help of the option that names a table.
pub(super) fn help() -> String {
    let names = TableKind::NAMES.join(", ");
    format!(
        "Show or write this table alone\n\nThe tables are {names}; offline needs --offline. In \
         differences, `never-more` is the proportion of games without an extra deal: cards were \
         never dealt, or dealt anew, because there was no set."
    )
}

/// The tallies of a run with their provenance.
pub(super) struct GamesResult<'a> {
    played: Played<'a>,
    provenance: Provenance,
}

impl<'a> GamesResult<'a> {
    /// The result of a run; fails if the tallies contradict each other.
    pub(super) fn new(
        (games, tallies): (&'a Games, &'a Tallies<GameKey>),
        run: &LongRun,
        reached: &Reached<Tallies<GameKey>>,
        seed: Seed,
        confidence: Confidence,
    ) -> Result<Self, Failure> {
        let (rules, policies) = (games.rules(), games.policies());
        for &policy in policies {
            check(rules, policy, reached.partial.units_done(), tallies).or_failed()?;
        }
        let made_by = (engine(games), games.engine().instruction_set());
        let mut provenance =
            run.provenance(reached, Some(randomness(seed)), made_by, Some(confidence));
        provenance.details.without = without(rules.pack());
        Ok(Self { played: Played { rules, policies, tallies, confidence }, provenance })
    }

    /// The result in all its forms, first the table that was chosen.
    pub(super) fn report(&self, chosen: Option<TableKind>) -> Report<'_> {
        let Self { played, provenance } = self;
        let all: Vec<TableKind> = TableKind::of(played.rules).collect();
        let first = chosen.unwrap_or(all[0]);
        let one = |table| GamesTable { table, played: *played, is_chosen: chosen.is_some() };
        let report = Report::new("Whole games", provenance, first.name(), one(first));
        let others = all.into_iter().filter(|&table| table != first);
        let report = others.fold(report, |report, table| report.with(table.name(), one(table)));
        let note = if chosen.is_some() {
            ""
        } else {
            ", the first of several tables (--table NAME has another, -o DIR all)"
        };
        report.headed(self.heading()).noting(note)
    }

    /// `10,000,000 games with a deck of 81, 12 cards on the table, random, seed 1, engine lanes
    /// with avx2, 2 threads, 6.0 s (1.67 million/s)`
    fn heading(&self) -> String {
        let ComputationDetails { work, run, randomness, engine, instruction_set, .. } =
            &self.provenance.details;
        let interrupted = if work.complete {
            String::new()
        } else {
            format!("{} {} of ", work.why_not_all(), grouped(work.done))
        };
        let Played { rules, policies, .. } = self.played;
        let policies: Vec<&str> = policies.iter().map(|policy| policy.name()).collect();
        let seed = randomness.as_ref().map(|it| format!(", seed {}", it.seed)).unwrap_or_default();
        let engine = if work.is_loaded() {
            String::new()
        } else {
            format!(", engine {engine} with {instruction_set}")
        };
        let special = if rules.are_usual() { String::new() } else { format!(" ({rules})") };
        format!(
            "{interrupted}{} with a deck of {}, {} on the table{special}, \
             {}{seed}{engine}, {}\n",
            count(work.planned, "game"),
            deck_size(rules.pack()),
            plural(rules.start(), "card"),
            policies.join(", "),
            cost(work, run, &rate(run.units_per_second)),
        )
    }
}

/// The engines that play the games: `lanes`, or `lanes (random, first), incremental (clear)`.
fn engine(games: &Games) -> String {
    let name = |policy: Policy| games.engine_of(policy).name();
    let engine = name(games.policies()[0]);
    let (own, others): (Vec<Policy>, Vec<Policy>) =
        games.policies().iter().partition(|&&policy| name(policy) == engine);
    let by = |policies: &[Policy]| {
        let names: Vec<&str> = policies.iter().map(|policy| policy.name()).collect();
        format!("{} ({})", name(policies[0]), names.join(", "))
    };
    if others.is_empty() { engine.to_owned() } else { [by(&own), by(&others)].join(", ") }
}

/// Refuses a CSV where all tables are written.
pub(crate) fn refuse_csv(path: &Path) -> Result<(), Failure> {
    if path.is_dir() || !path.extension().is_some_and(|it| it.eq_ignore_ascii_case("csv")) {
        return Ok(());
    }
    Err(usage_error!(
        "`{}`: play writes each table to a file of its own; name a directory for them, like \
         `{}/`, or choose one table with --table",
        path.display(),
        path.with_extension("").display()
    ))
}

/// The files of all tables by some rules, each with its record, known to be writable.
pub(super) fn files(
    directory: &Path,
    rules: Rules,
    files: &mut Files,
) -> Result<Vec<Destination<TableKind>>, Failure> {
    let file = |table: TableKind| {
        let target = Target::prepare(&directory.join(format!("{table}.csv"))).or_usage()?;
        Destination::new(table, target, true, files)
    };
    TableKind::of(rules).map(file).collect()
}

/// Writes the tables, and tells the names of their files.
pub(super) fn write(
    files: &[Destination<TableKind>],
    result: &GamesResult<'_>,
) -> Result<Vec<String>, Failure> {
    let content = |table: &TableKind, to: &mut dyn Write| table.write(&result.played, to);
    write_files(files, content, Some(&result.report(None).record()))?;
    Ok(files.iter().map(Destination::name).collect())
}

/// Warns of tables in a directory that are not of the games that were just written there.
pub(super) fn warn_of_others(directory: &Path, written: &[String]) {
    let tables = TableKind::ALL.into_iter().filter(|&table| table != TableKind::Offline);
    let files = tables.flat_map(|table| [format!("{table}.csv"), format!("{table}.partial.csv")]);
    let is_other = |file: &String| {
        let path = directory.join(file);
        path.is_file() && !written.contains(&path.display().to_string())
    };
    let others: Vec<String> = files.filter(is_other).collect();
    if !others.is_empty() {
        message::warning(format_args!(
            "`{}` holds tables that this run did not write: {}; remove them",
            directory.display(),
            others.join(", ")
        ));
    }
}
