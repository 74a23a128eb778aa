//! The tables of `setodds play`, and the files that they go to.

use crate::cli::failure::{Failure, OrFail};
use crate::cli::file::Target;
use crate::cli::files::Files;
use crate::cli::long_run::{LongRun, Reached};
use crate::cli::message;
use crate::cli::output::{Destination, write_files};
use crate::cli::provenance::cost;
use crate::cli::units::rate;
use crate::deal::Seed;
use crate::game::{GENERATOR, GameKey, Games, SCHEME, check_balance};
use crate::report::games::{FirstTable, Played, TableKind};
use crate::report::number::{count, grouped, plural};
use crate::report::provenance::{ComputationDetails, Provenance, Randomness};
use crate::report::result::Report;
use crate::stats::Confidence;
use crate::tally::Tallies;
use std::io::Write;
use std::path::Path;

/// The help of the option that names a table.
pub(crate) fn help() -> String {
    let names = TableKind::NAMES.join(", ");
    format!(
        "Show or write this table alone\n\nThe tables are {names}. In \
         differences, `never-more` is the proportion of games without an extra deal: cards were \
         never dealt, or dealt anew, because there was no set."
    )
}

/// The tallies of a run with their provenance.
pub(crate) struct GamesResult {
    played: Played,
    provenance: Provenance,
}

impl GamesResult {
    /// The result of a run; fails if the tallies contradict each other.
    pub(crate) fn new(
        (games, tallies): (&Games, Tallies<GameKey>),
        run: &LongRun,
        reached: &Reached<Tallies<GameKey>>,
        seed: Seed,
        confidence: Confidence,
    ) -> Result<Self, Failure> {
        let (rules, policies) = (games.rules(), games.policies());
        for &policy in policies {
            check_balance(rules, policy, reached.partial.units_done(), &tallies).or_failed()?;
        }
        let randomness = Randomness { seed: seed.0, generator: GENERATOR, sampling_scheme: SCHEME };
        let made_by = (games.engine().name().to_owned(), games.engine().dealing_set());
        let provenance = run.provenance(reached, Some(randomness), made_by, Some(confidence));
        let policies = policies.to_vec();
        Ok(Self { played: Played { rules, policies, tallies, confidence }, provenance })
    }

    /// The result in all its forms, first the table that was chosen.
    pub(crate) fn report(&self, chosen: Option<TableKind>) -> Report {
        let Self { played, provenance } = self;
        let first = chosen.unwrap_or(TableKind::Stages);
        let table = FirstTable::new(played.clone(), chosen);
        let mut report = Report::new("Whole games", provenance, first.name(), table);
        for table in TableKind::ALL.into_iter().filter(|&table| table != first) {
            report = report.with_table(table.name(), table.rows(played));
        }
        report.headed(self.heading())
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
        let Played { rules, policies, .. } = &self.played;
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
            rules.cards(),
            plural(rules.start(), "card"),
            policies.join(", "),
            cost(work, run, &rate(run.units_per_second)),
        )
    }
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

/// Returns the files of all tables, each with its record, known to be writable.
pub(crate) fn files(
    directory: &Path,
    files: &mut Files,
) -> Result<Vec<Destination<TableKind>>, Failure> {
    let file = |table: TableKind| {
        let target = Target::prepare(&directory.join(format!("{table}.csv"))).or_usage()?;
        Destination::new(table, target, true, files)
    };
    TableKind::ALL.into_iter().map(file).collect()
}

/// Writes the tables, and tells the names of their files.
pub(crate) fn write(
    files: &[Destination<TableKind>],
    result: &GamesResult,
) -> Result<Vec<String>, Failure> {
    let report = result.report(None);
    let content = |table: &TableKind, to: &mut dyn Write| report.write_csv(Some(table.name()), to);
    write_files(files, content, Some(&report.record()))?;
    Ok(files.iter().map(Destination::name).collect())
}

/// Warns of tables in a directory that are not of the games that were just written there.
pub(crate) fn warn_of_others(directory: &Path, written: &[String]) {
    let files = TableKind::ALL
        .into_iter()
        .flat_map(|table| [format!("{table}.csv"), format!("{table}.partial.csv")]);
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
