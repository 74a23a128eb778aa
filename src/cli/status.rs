//! `setodds status`: the progress of partial results.

use super::failure::{Failure, OrFail};
use super::files::Files;
use super::output::OutputArgs;
use super::provenance::answer;
use crate::report::document::Report;
use crate::report::status::{StatusRow, sentences};
use crate::run::{Header, Saved};
use clap::Args;
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Examples:
  setodds status parts/*.part         how far each shard is, and all
  setodds status x.part --format csv  the same for a program";

/// Show the progress of checkpoints and shards.
///
/// Every file is checked: a truncated or changed file is an error. If a run is still writing to a
/// file, its last checkpoint is shown.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct StatusArgs {
    /// Checkpoints, or files of shards
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl StatusArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let output = self.output.prepare(&mut Files::reading(&self.files))?;
        let header = |path: &PathBuf| Saved::open(path).map(|saved| saved.header().clone());
        let headers: Vec<Header> =
            self.files.iter().map(header).collect::<Result<_, _>>().or_usage()?;
        let names = self.files.iter().map(|path| path.display().to_string());
        let rows = names.zip(&headers).map(|(name, header)| StatusRow::new(name, header));
        let rows: Vec<StatusRow> = rows.collect();
        let report = Report::new("Partial results", &answer(None, None), "files", rows);
        output.deliver(&report.saying(sentences(&headers)))
    }
}
