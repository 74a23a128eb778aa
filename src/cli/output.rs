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
    /// For programs: one JSON document
    Json,
    /// For a README: tables, and the command that made them
    Markdown,
}

impl Format {
    /// The form that the name of a file asks for.
    fn of_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            "md" => Some(Self::Markdown),
            "txt" => Some(Self::Table),
            _ => None,
        }
    }
}

/// The options `-o` and `--format`.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write the result to FILE, as a whole, in the form that its ending names (.csv, .json, .md,
    /// .txt); may be repeated; `-` is stdout
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// The form of the result, whatever the ending
    #[arg(long, value_enum)]
    format: Option<Format>,
}

/// Where a result goes, known to be writable, and in which forms.
pub(crate) struct Output {
    files: Vec<(Target, Format)>,
    stdout: Option<Format>,
}

impl OutputArgs {
    /// Settles everything that can fail, before any computing. What neither `--format` nor a
    /// file's ending nor a terminal decides has the form `otherwise`.
    pub(crate) fn prepare(&self, otherwise: Format) -> Result<Output, Failure> {
        let (stdout, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
            self.output.iter().partition(|path| path.as_os_str() == "-");
        let files = files.into_iter().map(|path| {
            let format = self.format.or_else(|| Format::of_name(path)).unwrap_or(otherwise);
            Ok((Target::prepare(path).or_usage()?, format))
        });
        let files = files.collect::<Result<Vec<_>, Failure>>()?;
        let stdout = (files.is_empty() || !stdout.is_empty()).then(|| {
            let natural = if io::stdout().is_terminal() { Format::Table } else { otherwise };
            self.format.unwrap_or(natural)
        });
        Ok(Output { files, stdout })
    }
}

/// A result in all its forms.
pub(crate) trait Report {
    /// Writes the CSV.
    fn csv(&self, to: &mut dyn Write) -> io::Result<()>;

    /// The JSON document.
    fn document(&self) -> Value;

    /// What people read.
    fn text(&self, page: Page) -> String;

    /// The Markdown document.
    fn markdown(&self) -> String;

    /// What people read on stderr while the result itself goes elsewhere as data.
    fn gist(&self, _: Page) -> String {
        String::new()
    }

    /// The record that goes beside a CSV file.
    fn provenance(&self) -> Option<&Provenance> {
        None
    }
}

impl Output {
    /// Writes the result where it goes, and unless `quiet` tells on stderr what it is.
    pub(crate) fn deliver(&self, report: &impl Report, quiet: bool) -> Result<(), Failure> {
        let mut written = Vec::new();
        for (target, format) in &self.files {
            target.write(|to| write(report, *format, Page::default(), to)).or_failed()?;
            written.push(target.path().display().to_string());
            let record = report.provenance().filter(|_| *format == Format::Csv);
            if let (Some(record), Some(beside)) = (record, target.beside("run.json")) {
                beside.write(|to| json::write(record, to)).or_failed()?;
                written.push(beside.path().display().to_string());
            }
        }
        if let Some(format) = self.stdout {
            let mut stdout = BufWriter::new(io::stdout().lock());
            write(report, format, Page::of(&Term::stdout()), &mut stdout)?;
            stdout.flush()?;
        }
        if quiet {
            return Ok(());
        }
        let page = Page::of(&Term::stderr());
        let summary = match self.stdout {
            Some(Format::Table) => String::new(),
            Some(_) => report.gist(page),
            None => format!("{}\n", report.text(page)),
        };
        let written = match written.len() {
            0 => String::new(),
            _ => format!("wrote {}\n", written.join(", ")),
        };
        tell(&format!("{summary}{written}"))
    }
}

fn write(report: &impl Report, format: Format, page: Page, to: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Table => to.write_all(report.text(page).as_bytes()),
        Format::Csv => report.csv(to),
        Format::Json => json::write(&report.document(), to),
        Format::Markdown => to.write_all(report.markdown().as_bytes()),
    }
}

/// Talk on stderr; that nobody listens is no failure.
fn tell(text: &str) -> Result<(), Failure> {
    match io::stderr().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// What a text is written on: a terminal of some width, or something without an edge.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Page {
    columns: Option<usize>,
}

impl Page {
    fn of(terminal: &Term) -> Self {
        Self { columns: terminal.size_checked().map(|(_, columns)| usize::from(columns)) }
    }

    /// The columns that a table may take.
    pub(crate) fn columns(self) -> usize {
        self.columns.unwrap_or(100)
    }

    /// Sentences, broken between words where a terminal ends.
    pub(crate) fn fill(self, text: &str) -> String {
        match self.columns {
            Some(columns) => textwrap::fill(text, columns),
            None => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_choose_the_form() {
        let cases = [
            ("a.csv", Some(Format::Csv)),
            ("b/a.json", Some(Format::Json)),
            ("README.md", Some(Format::Markdown)),
            ("a.txt", Some(Format::Table)),
            ("a.dat", None),
            ("csv", None),
        ];
        for (name, format) in cases {
            assert_eq!(Format::of_name(Path::new(name)), format, "{name}");
        }
    }

    #[test]
    fn sentences_break_at_the_edge_of_a_terminal_only() {
        let text = "one two three\nfour\n";
        assert_eq!(Page::default().fill(text), text);
        assert_eq!(Page { columns: Some(8) }.fill(text), "one two\nthree\nfour\n");
    }
}
