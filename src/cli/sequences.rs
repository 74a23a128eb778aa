//! `setodds sequences`: the integer sequences that the tables hold, as files for the OEIS.

use super::failure::{Failure, OrFail};
use super::files::Files;
use super::interrupt::on_ctrl_c;
use super::output::{Destination, OutputArgs, write_files, write_to_stdout};
use super::provenance::answer;
use crate::file::{Directory, Target};
use crate::oeis::{self, Sequence, SequenceError};
use crate::report::document::Report;
use crate::report::number::{count, grouped};
use crate::report::sequences::SequenceRow;
use clap::Args;
use std::path::Path;

const AFTER_HELP: &str = "\
Examples:
  setodds sequences                      their names and first terms
  setodds sequences -o oeis/             a file for each
  setodds sequences most-sets-4          `n a(n)`, a line for each term
  setodds sequences classes-4 -o oeis/   the file of one";

/// Write the integer sequences in the exact tables for the OEIS.
///
/// The list has their names and first terms and, where a sequence is in the OEIS, its number there
/// and how many terms it had when they were compared. The file of a sequence, a b-file, has a line
/// `n a(n)` for each term.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct SequencesArgs {
    /// One sequence, such as most-sets-4 [default: all]
    ///
    /// Without -o its terms go to stdout. `-o DIR/` writes the file NAME.txt for it, or for all.
    name: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

impl SequencesArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let (directory, others) = self.output.directory()?;
        if self.name.is_some() && (others.has_format() || !others.paths().is_empty()) {
            return Err(usage_error!(
                "the terms of a sequence are a b-file: leave out --format, and end -o in a slash \
                 for a directory"
            ));
        }
        let mut files = Files::default();
        let output = others.prepare_beside(directory.is_some(), &mut files)?;
        let directory = directory.map(Directory::prepare).transpose().or_usage()?;
        let stop = on_ctrl_c()?;
        let found = match &self.name {
            Some(name) => oeis::sequence(name, &stop).map(|it| it.map(|it| vec![it])),
            None => oeis::sequences(&stop),
        };
        let found = found.map_err(|error| failure(&error))?.ok_or_else(Failure::without_result)?;
        let written = match &directory {
            Some(directory) => b_files(&found, directory.path(), &mut files)?,
            None => Vec::new(),
        };
        if self.name.is_some() {
            let text = found.first().map(Sequence::b_file).filter(|_| directory.is_none());
            return write_to_stdout(text.unwrap_or_default().as_bytes());
        }
        let rows: Vec<SequenceRow> = found.iter().map(SequenceRow::new).collect();
        let terms: usize = rows.iter().map(|row| row.terms).sum();
        let sum = format!(
            "{} with {} terms.\n",
            count(rows.len() as u128, "sequence"),
            grouped(terms as u128)
        );
        let report = Report::new("Integer sequences", &answer(None, None), "sequences", rows);
        output.beside(written).deliver(&report.saying(sum))
    }
}

/// A file NAME.txt in a directory for each sequence, all of them or none; their names.
fn b_files(
    sequences: &[Sequence],
    directory: &Path,
    files: &mut Files,
) -> Result<Vec<String>, Failure> {
    let file = |sequence: &Sequence| {
        let target = Target::prepare(&directory.join(format!("{}.txt", sequence.name)));
        Destination::new(sequence.b_file(), target.or_usage()?, false, files)
    };
    let files: Vec<_> = sequences.iter().map(file).collect::<Result<_, _>>()?;
    write_files(&files, |text, to| to.write_all(text.as_bytes()), None)
}

/// A wrong name is wrong usage.
fn failure(error: &SequenceError) -> Failure {
    match error {
        SequenceError::Unknown(_) => Failure::Usage(error.to_string()),
        _ => Failure::Failed(error.to_string()),
    }
}
