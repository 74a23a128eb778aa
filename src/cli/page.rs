//! `setodds page`: the reports as one HTML file.

use super::failure::{Failure, OrFail};
use super::files::Files;
use super::help::OUTPUT;
use super::message;
use super::output::{is_stdout, write_to_stdout, write_whole};
use super::plot::png;
use super::source_files::{MAX_BYTES, read_most};
use crate::file::{Staged, Target};
use crate::report::chart::{Look, PictureStyle};
use crate::report::number::plural;
use crate::report::page::{Page, Texts, card_chart, page};
use crate::report::recognise::{CsvText, dataset_of, decode, decode_beginning, note};
use clap::Args;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  setodds page reports/ -o reports/index.html
  setodds page . -o page.html                 the CSVs of your own runs
  setodds page reports/ -o index.html --url https://example.org/sets/";

/// Make one HTML file of all results below a directory.
///
/// The page knows results by their columns, whatever the files are called. Each has the chart that
/// `setodds plot` draws, the table of `setodds table`, the command that made it, and its CSV to
/// save. The largest charts are left out where all of them take more than 100 kB on the page, and
/// so are the largest CSVs. What cannot be shown is left out, with the reason on stderr. Beside the
/// results there are the answers for all hand sizes, random deals, games by any rules, hands to lay
/// out, and sets to find. The page needs no network and no other file; it holds the engine, so that
/// it is 680 kB at least.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct PageArgs {
    /// The directory of the CSVs and their records (x.run.json)
    #[arg(value_name = "DIRECTORY")]
    directory: PathBuf,
    /// Write the page to FILE; `-` is stdout
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = OUTPUT)]
    output: PathBuf,
    /// Add a social card: a PNG beside FILE, which will be found below URL
    ///
    /// Sites that show links with a picture need its absolute address.
    #[arg(long, value_name = "URL", value_parser = parse_url)]
    url: Option<String>,
}

fn parse_url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_one = |rest: &str| !rest.is_empty() && !rest.contains(char::is_whitespace);
    if rest.is_some_and(is_one) {
        Ok(text.to_owned())
    } else {
        Err(format!("`{text}` is not a valid address; give one like https://example.org/sets/"))
    }
}

impl PageArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let card = self.card()?;
        let to_file = (!is_stdout(&self.output)).then(|| Target::prepare(&self.output));
        let target = to_file.transpose().or_usage()?;
        let mut found = Found { texts: Texts::new(), skipped: Vec::new(), room: MAX_BYTES };
        found.collect(&self.directory, "")?;
        let left_out = |what: &String| message::warning(format_args!("left out {what}"));
        found.skipped.iter().for_each(left_out);
        let mut files = Files::reading(found.texts.keys().map(|name| self.directory.join(name)));
        for (written, role) in [(&target, "the page"), (&card, "the social card")] {
            written.iter().try_for_each(|it| files.write(it.name(), role))?;
        }
        if !found.texts.keys().any(|path| path.ends_with(".csv")) {
            return Err(usage_error!(
                "there is no CSV of setodds in `{}`; name a directory with results, such as \
                 `reports/`",
                self.directory.display()
            ));
        }
        let mut made = page(&found.texts);
        if let (Some(url), Some(card)) = (&self.url, &card) {
            made = made.at(url, &file_name(card));
        }
        made.left_out.iter().for_each(left_out);
        let Page { html, shown, .. } = made;
        let Some(target) = target else {
            return write_to_stdout(html.as_bytes());
        };
        if let Some(card) = card {
            let png = card_png()?;
            card.stage(|to| to.write_all(&png)).and_then(Staged::commit).or_failed()?;
        }
        write_whole(&target, &html)?;
        let kilobytes = html.len().div_ceil(1000);
        let wrote = target.name().display();
        let files = plural(shown, "CSV");
        message::note(format_args!("wrote {wrote}: {kilobytes} kB, from {files}"));
        Ok(())
    }
}

impl PageArgs {
    /// The file of the social card: that of the page with another ending.
    fn card(&self) -> Result<Option<Target>, Failure> {
        if self.url.is_none() {
            return Ok(None);
        }
        if is_stdout(&self.output) {
            return Err(usage_error!(
                "--url puts a picture beside the page; name the file of the page with -o"
            ));
        }
        Target::prepare(&self.output.with_extension("png")).map(Some).or_usage()
    }
}

/// The name of a file without its directory.
fn file_name(target: &Target) -> String {
    target.name().file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The social card, nearly twice as wide as high: 1800 by 945 pixels.
fn card_png() -> Result<Vec<u8>, Failure> {
    let style = PictureStyle { look: Look::Light, width: Some(600), height: Some(315) };
    png(&card_chart(), style).or_failed()
}

/// The files of a page.
struct Found {
    texts: Texts,
    /// Results that cannot be read, with the reason.
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
            } else if name.ends_with(".csv") && path.is_file() {
                match check(&path, &name) {
                    Ok(()) => self.add(&path, name),
                    Err(what) => self.skipped.push(what),
                }
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
            Ok(Some(bytes)) => decode(bytes).map_err(|error| error.to_string()),
            Ok(None) => Err(format!("a page holds {} MiB at most", MAX_BYTES >> 20)),
            Err(error) => Err(error.to_string()),
        };
        match text {
            Ok(text) => {
                self.room = self.room.saturating_sub(text.len() as u64);
                if let Some(ignored) = note(CsvText { name: &name, text: &text }) {
                    message::note(ignored);
                }
                self.texts.insert(name, text);
            }
            Err(what) => self.skipped.push(format!("`{}`: {what}", path.display())),
        }
    }
}

/// Refuses a file whose first line is not the header of a CSV of the program.
fn check(path: &Path, name: &str) -> Result<(), String> {
    const LONGEST_HEADER: u64 = 1 << 12;
    let mut beginning = Vec::new();
    let read =
        File::open(path).and_then(|file| file.take(LONGEST_HEADER).read_to_end(&mut beginning));
    read.map_err(|error| format!("`{}`: {error}", path.display()))?;
    if beginning.iter().take(2).any(|&byte| byte == 0) {
        return Err(format!("{name}: not UTF-8 text; save it as UTF-8"));
    }
    let text = decode_beginning(&beginning);
    dataset_of(CsvText { name, text: &text }).map(|_| ()).map_err(|error| error.to_string())
}
