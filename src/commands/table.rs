//! `setodds table`: any CSV that the program has written as the table that people read.

use crate::cli::command::CommandArgs;
use crate::cli::csv_file::CsvFile;
use crate::cli::file::Target;
use crate::cli::files::Files;
use crate::cli::help::OUTPUT;
use crate::cli::names;
use crate::cli::output::{is_stdout, write_to_stdout, write_whole};
use crate::cli::terminal::{of_stdout, stdout_is_terminal};
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::commands::input::read_most;
use crate::hand::sizes::Sizes;
use crate::measure::Measure;
use crate::report::columns::{RenderTarget, with_no_break_spaces};
use crate::report::provenance::recorded_confidence;
use crate::report::recognise::CsvText;
use crate::report::result::Report;
use crate::report::show::{self, Choice};
use crate::stats::Confidence;
use clap::Args;
use serde_json::Value;
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  setodds table sets.csv              a line for each hand size
  setodds table sets.csv --cards 12   one hand size in full
  setodds table sets.csv --gaps       numbers of sets that no hand has
  setodds table games/leftover.csv -o leftover.md
  setodds odds 3-21 | setodds table -";

/// Show a CSV of any command as a table, here or as Markdown.
///
/// A CSV is known by its columns. Several files of the same kind go into one table. A terminal gets
/// columns with bars, a pipe or a file Markdown. Intervals have the confidence level of the CSV's
/// record (x.run.json beside x.csv); 95 % without one, and where records differ. A record of
/// another content is ignored.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct TableArgs {
    /// The CSVs, all of the same kind; `-` is stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only these hand sizes: 12, 3-21, or 12,15,18
    ///
    /// For tables with a column `cards`.
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    cards: Option<Sizes>,
    /// Only this measure, such as sets or largest-cap
    ///
    /// For distributions.
    #[arg(long, value_name = "NAME", value_parser = names::of::<Measure>(Measure::NAMES))]
    measure: Option<Measure>,
    /// Also list values that no hand has
    ///
    /// For distributions: those between the smallest and the largest that occur.
    #[arg(long)]
    gaps: bool,
    /// Write to FILE: a .md (Markdown) or .txt (columns)
    ///
    /// The file is written as a whole; `-` is stdout.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    output: Option<PathBuf>,
}

impl TableArgs {
    /// Returns the file to write.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_stdout(path))
    }
}

impl CommandArgs for TableArgs {
    fn files(&self, _: &Context) -> Result<Files, Failure> {
        let mut files = Files::reading(&self.files);
        self.file().map_or(Ok(()), |path| files.write(path, "the table"))?;
        Ok(files)
    }

    fn run(&self, context: &mut Context) -> Result<Report, Failure> {
        let file = self.file();
        let target = match file {
            Some(path) => Some((form(path)?, Target::prepare(path).or_usage()?)),
            None => None,
        };
        let terminal = self.output.is_none() && stdout_is_terminal();
        let form = match &target {
            Some((form, _)) => *form,
            None if terminal => of_stdout(),
            None => RenderTarget::Markdown,
        };
        let csvs = CsvFile::read_all(&self.files, context)?;
        let sources: Vec<CsvText<'_>> = csvs.iter().map(CsvFile::as_text).collect();
        let choice = Choice {
            cards: self.cards.clone(),
            measure: self.measure,
            gaps: self.gaps,
            confidence: recorded(&self.files, &csvs, context).unwrap_or_default(),
        };
        let table = show::table(&sources, &choice, form).or_usage()?;
        let table = if form.is_markdown() { with_no_break_spaces(&table) } else { table };
        match target {
            None => write_to_stdout(table.as_bytes())?,
            Some((_, target)) => {
                write_whole(&target, &table)?;
                context.note(format_args!("wrote {}", target.name().display()));
            }
        }
        Ok(Report::default())
    }
}

/// Returns the confidence level that the records beside the CSVs name, if each has one and it is
/// the same.
pub(crate) fn recorded(
    paths: &[PathBuf],
    csvs: &[CsvFile],
    context: &Context,
) -> Option<Confidence> {
    let level =
        |(path, csv): (&PathBuf, &CsvFile)| recorded_confidence(&record(path, csv, context)?);
    let levels = paths.iter().zip(csvs).map(level).collect::<Option<Vec<Confidence>>>()?;
    levels.iter().all(|level| *level == levels[0]).then(|| levels[0])
}

/// Returns the record beside a CSV, unless it is of other content. Records of earlier versions do
/// not say of which.
fn record(path: &Path, csv: &CsvFile, context: &Context) -> Option<Value> {
    /// No record is larger.
    const MAX_RECORD: u64 = 1 << 20;
    let path = path.with_extension("run.json");
    path.metadata().ok().filter(Metadata::is_file)?;
    let text = read_most(File::open(&path).ok()?, MAX_RECORD).ok()??;
    let record: Value = serde_json::from_slice(&text).ok()?;
    if let Some(hash) = record["sha256"].as_str()
        && hash != csv.sha256
    {
        context.warning(format_args!(
            "{} is the record of another file than {}, or this was changed: it is ignored",
            path.display(),
            csv.name
        ));
        return None;
    }
    Some(record)
}

/// What a file is written for.
fn form(path: &Path) -> Result<RenderTarget, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("md") => Ok(RenderTarget::Markdown),
        Some("txt") => Ok(RenderTarget::PLAIN),
        _ => Err(usage_error!(
            "`{}`: a table is Markdown or plain text; name a file that ends in .md or .txt",
            path.display()
        )),
    }
}
