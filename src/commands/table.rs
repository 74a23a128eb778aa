//! `setodds table`: shows any CSV of the program as a readable table.

use crate::cli::command::CommandArgs;
use crate::cli::csv_file::CsvFile;
use crate::cli::file::Target;
use crate::cli::files::Files;
use crate::cli::help::OUTPUT;
use crate::cli::names;
use crate::cli::output::{is_stdout, write_to_stdout, write_whole};
use crate::cli::terminal::{stdout_is_terminal, stdout_target};
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
/// Several files of the same kind are shown as one table. A terminal gets columns with bars, a pipe
/// Markdown. Confidence intervals have the level in the record of the CSV (x.run.json), else 95 %.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct TableArgs {
    /// The CSVs, all of the same kind; `-` is stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only these hand sizes: 12, 3-21, or 12,15,18
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    cards: Option<Sizes>,
    /// Only this measure, such as largest-cap
    #[arg(long, value_name = "NAME", value_parser = names::of::<Measure>(Measure::NAMES))]
    measure: Option<Measure>,
    /// Also list values between the smallest and the largest that no hand has
    #[arg(long)]
    gaps: bool,
    /// Write to FILE: .md (Markdown) or .txt (columns)
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    output: Option<PathBuf>,
}

impl TableArgs {
    /// Returns the output file, or `None` for stdout.
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
            None if terminal => stdout_target(),
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

/// Returns the confidence level in the records of the CSVs, or `None` if a record is missing or the
/// records differ.
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

/// Returns the record in the file next to a CSV, or `None` if the record is missing, invalid,
/// or has the hash of other content. Records of earlier versions have no hash.
fn record(path: &Path, csv: &CsvFile, context: &Context) -> Option<Value> {
    /// Maximum size of a record in bytes.
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

/// Returns the table format of a file by its file name extension.
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
