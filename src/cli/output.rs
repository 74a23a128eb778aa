//! Where results go and in which form.

use super::failure::{Failure, OrFail};
use clap::{Args, ValueEnum};
use console::Term;
use serde_json::Value;
use setodds::report::file::Target;
use setodds::report::json;
use setodds::report::provenance::Provenance;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The form of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Table,
    /// For programs: tidy CSV
    Csv,
    /// For programs: one JSON document, with provenance
    Json,
}

/// The options `-o` and `--format`.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write the result to FILE, as a whole; `-` is stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The form of the result [default: table on a terminal, json in a .json file, else csv]
    #[arg(long, value_enum)]
    format: Option<Format>,
}

/// Where a result goes, known to be writable, and in which form.
pub(crate) struct Output {
    pub(crate) target: Option<Target>,
    pub(crate) format: Format,
}

impl OutputArgs {
    /// Settles everything that can fail, before any computing. Without `--format`, a file that is
    /// not named `.json` and a stdout that is no terminal get `otherwise`.
    pub(crate) fn prepare(&self, otherwise: Format) -> Result<Output, Failure> {
        let file = self.output.as_deref().filter(|path| *path != Path::new("-"));
        let target = file.map(Target::prepare).transpose().or_usage()?;
        let format = self.format.unwrap_or_else(|| match file {
            Some(path) if path.extension().is_some_and(|ending| ending == "json") => Format::Json,
            None if io::stdout().is_terminal() => Format::Table,
            _ => otherwise,
        });
        Ok(Output { target, format })
    }
}

/// A result in all its forms.
pub(crate) trait Report {
    /// Writes the CSV.
    fn csv(&self, to: impl Write) -> io::Result<()>;

    /// The JSON document.
    fn document(&self) -> Value;

    /// What people read, on so many columns.
    fn text(&self, width: usize) -> String;

    /// What people read on stderr while the result itself goes elsewhere as data.
    fn gist(&self) -> String {
        String::new()
    }

    /// The record that goes beside a file.
    fn provenance(&self) -> Option<&Provenance> {
        None
    }
}

impl Output {
    /// Writes the result where it goes, and unless `quiet` tells on stderr what it is.
    pub(crate) fn deliver(&self, report: &impl Report, quiet: bool) -> Result<(), Failure> {
        let Some(target) = &self.target else {
            let mut stdout = BufWriter::new(io::stdout().lock());
            self.write(report, width(&Term::stdout()), &mut stdout)?;
            stdout.flush()?;
            let talks = self.format != Format::Table && !quiet;
            return if talks { tell(&report.gist()) } else { Ok(()) };
        };
        target.write(|writer| self.write(report, WITHOUT_TERMINAL, writer)).or_failed()?;
        let mut written = target.path().display().to_string();
        let record = report.provenance().filter(|_| self.format != Format::Json);
        if let (Some(record), Some(beside)) = (record, target.beside("run.json")) {
            beside.write(|writer| json::write(record, writer)).or_failed()?;
            written = format!("{written} and {}", beside.path().display());
        }
        if quiet {
            return Ok(());
        }
        tell(&format!("{}\nwrote {written}\n", report.text(width(&Term::stderr()))))
    }

    fn write(&self, report: &impl Report, width: usize, mut to: impl Write) -> io::Result<()> {
        match self.format {
            Format::Table => to.write_all(report.text(width).as_bytes()),
            Format::Csv => report.csv(to),
            Format::Json => json::write(&report.document(), to),
        }
    }
}

/// Talk on stderr; that nobody listens is no failure.
fn tell(text: &str) -> Result<(), Failure> {
    match io::stderr().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// The columns of a text that goes to no terminal.
const WITHOUT_TERMINAL: usize = 100;

fn width(terminal: &Term) -> usize {
    terminal.size_checked().map_or(WITHOUT_TERMINAL, |(_, columns)| usize::from(columns))
}
