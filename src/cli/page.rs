//! `setodds page`: the reports as one HTML file.

use super::failure::{Failure, OrFail};
use super::help::OUTPUT;
use super::message;
use super::output::{is_stdout, refuse_inputs, write_to_stdout, write_whole};
use super::source_files::{MAX_BYTES, read_most};
use crate::file::Target;
use crate::report::page::{Texts, page};
use crate::report::recognise::dataset_of;
use clap::Args;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  setodds page reports/ -o reports/index.html
  setodds page . -o page.html                 the CSVs of your own runs";

/// Make one HTML file of all results below a directory.
///
/// The page knows results by their columns, whatever the files are called. It has charts of
/// distributions of the number of sets (simulate, enumerate), games (play), hands without a set
/// (caps) and races (bench), and every result as the table that `setodds table` makes of it. Other
/// files are left out. It needs no network and no other file.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct PageArgs {
    /// Where the CSVs lie, with their records (x.run.json)
    #[arg(value_name = "DIRECTORY")]
    directory: PathBuf,
    /// Write the page to FILE, as a whole; `-` is stdout
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = OUTPUT)]
    output: PathBuf,
    /// Quiet: no summary on stderr
    #[arg(short, long, help_heading = OUTPUT)]
    quiet: bool,
}

impl PageArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let to_file = (!is_stdout(&self.output)).then(|| Target::prepare(&self.output));
        let target = to_file.transpose().or_usage()?;
        let mut found = Found { texts: Texts::new(), skipped: Vec::new(), room: MAX_BYTES };
        found.collect(&self.directory, "")?;
        if !self.quiet {
            found.skipped.iter().for_each(|what| message::warning(format_args!("left out {what}")));
        }
        refuse_inputs(&[&self.output], found.texts.keys().map(|name| self.directory.join(name)))?;
        let tables = found.texts.keys().filter(|path| path.ends_with(".csv")).count();
        if tables == 0 {
            return Err(usage_error!(
                "there is no CSV of setodds in `{}`; name a directory with results, such as \
                 `reports/`",
                self.directory.display()
            ));
        }
        let html = page(&found.texts)
            .map_err(|error| usage_error!("in `{}`: {error}", self.directory.display()))?;
        let Some(target) = target else {
            return write_to_stdout(html.as_bytes());
        };
        write_whole(&target, &html)?;
        if !self.quiet {
            let kilobytes = html.len().div_ceil(1000);
            let wrote = target.name().display();
            let files = if tables == 1 { "CSV" } else { "CSVs" };
            message::note(format_args!("wrote {wrote}: {kilobytes} kB, from {tables} {files}"));
        }
        Ok(())
    }
}

/// What a page is made of.
struct Found {
    texts: Texts,
    /// Files that belong to it and cannot be read, with the reason.
    skipped: Vec<String>,
    /// The bytes that may still be read.
    room: u64,
}

impl Found {
    /// Reads the results below a directory and their records; links to directories are not
    /// followed.
    fn collect(&mut self, directory: &Path, prefix: &str) -> Result<(), Failure> {
        let shown = directory.display();
        let entries = fs::read_dir(directory).map_err(|error| {
            usage_error!(
                "cannot read `{shown}`; name a directory with results, such as `reports/`: {error}"
            )
        });
        let mut entries = entries?.collect::<Result<Vec<_>, _>>().or_usage()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, name) = (entry.path(), entry.file_name());
            let Some(name) = name.to_str().map(|name| format!("{prefix}{name}")) else { continue };
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.collect(&path, &format!("{name}/"))?;
            } else if name.ends_with(".csv") && is_result(&path) {
                self.add(&path, name);
            }
        }
        Ok(())
    }

    /// Adds a result and the record beside it, if there is one.
    fn add(&mut self, path: &Path, name: String) {
        let record = path.with_extension("run.json");
        let stem = name.strip_suffix(".csv").unwrap_or(&name);
        let record_name = format!("{stem}.run.json");
        self.read(path, name);
        if record.is_file() {
            self.read(&record, record_name);
        }
    }

    fn read(&mut self, path: &Path, name: String) {
        let bytes = File::open(path).and_then(|file| read_most(file, self.room));
        let text = match bytes {
            Ok(Some(bytes)) => String::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_owned()),
            Ok(None) => Err(format!("a page holds {} MiB at most", MAX_BYTES >> 20)),
            Err(error) => Err(error.to_string()),
        };
        match text {
            Ok(text) => {
                self.room -= text.len() as u64;
                self.texts.insert(name, text);
            }
            Err(what) => self.skipped.push(format!("`{}`: {what}", path.display())),
        }
    }
}

/// Whether a file is a CSV of the program, by its first line; a pipe or a device is none.
fn is_result(path: &Path) -> bool {
    const LONGEST_HEADER: u64 = 1 << 12;
    let mut beginning = Vec::new();
    let read = |file: File| file.take(LONGEST_HEADER).read_to_end(&mut beginning);
    path.is_file()
        && File::open(path).and_then(read).is_ok()
        && dataset_of(&String::from_utf8_lossy(&beginning)).is_some()
}
