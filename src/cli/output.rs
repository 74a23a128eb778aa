//! Output formats of results, and the files to which results are written.

use crate::cli::file::{Directory, Staged, Target, TargetError, partial_name};
use crate::cli::files::Files;
use crate::cli::hash::{Hashed, hexadecimal};
use crate::cli::help::OUTPUT;
use crate::cli::terminal::{stderr_target, stdout_is_terminal, stdout_target};
use crate::cli::{names, signals};
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::report::columns::{RenderTarget, with_no_break_spaces};
use crate::report::result::{End, Report};
use crate::run::StopFlag;
use clap::Args;
use setodds_engine::named_enum;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

named_enum! {
    /// The format of a result.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Format: "form" {
        /// A readable table.
        Table = "table",
        /// Tidy CSV.
        Csv = "csv",
        /// One JSON document.
        Json = "json",
        /// Markdown tables, with the command that made them.
        Markdown = "markdown",
    }
}

impl Format {
    /// File name extensions, each with the output format that it selects.
    const ENDINGS: [(&str, Self); 4] =
        [("csv", Self::Csv), ("json", Self::Json), ("md", Self::Markdown), ("txt", Self::Table)];

    /// Returns the output format for a file name extension, or `None` if the extension is unknown.
    fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_ascii_lowercase();
        let known = Self::ENDINGS.into_iter().find(|(known, _)| ending == *known);
        known.map(|(_, format)| format)
    }

    /// Writes a report in this output format.
    pub(crate) fn write(
        self,
        report: &Report,
        target: RenderTarget,
        to: &mut dyn Write,
    ) -> io::Result<()> {
        match self {
            Self::Table => report.write_text(target, to),
            Self::Csv => report.write_csv(None, to),
            Self::Json => report.write_json(to),
            Self::Markdown => {
                let mut text = Vec::new();
                report.write_text(RenderTarget::Markdown, &mut text)?;
                let text = String::from_utf8(text).map_err(io::Error::other)?;
                to.write_all(with_no_break_spaces(&text).as_bytes())
            }
        }
    }
}

// Not a doc comment: clap would show it as the help of commands with these options.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write to FILE: .csv, .json, .md or .txt
    ///
    /// Repeatable; a CSV gets a record (x.run.json).
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    output: Vec<PathBuf>,
    /// Output format: table, csv, json, markdown
    #[arg(long, value_parser = names::of::<Format>(Format::NAMES), help_heading = OUTPUT)]
    format: Option<Format>,
}

impl OutputArgs {
    /// Creates output options from the files of `-o` and the format of `--format`.
    pub(crate) const fn of(output: Vec<PathBuf>, format: Option<Format>) -> Self {
        Self { output, format }
    }

    /// Returns the output files given with the option `-o`.
    pub(crate) fn paths(&self) -> Vec<&Path> {
        self.output.iter().map(PathBuf::as_path).collect()
    }

    /// Returns whether `--format` was given.
    pub(crate) const fn has_format(&self) -> bool {
        self.format.is_some()
    }

    /// Separates the output directory for tables, if the user gave one, from the other output
    /// files. A path means a directory if it exists as one, ends in a slash, or has no extension.
    /// Fails if there are two directories, if a file has an unknown extension and no format is
    /// given, or if a format is given for a directory alone.
    pub(crate) fn directory(&self) -> Result<(Option<&Path>, Vec<&PathBuf>), Failure> {
        let is_file = |path: &Path| is_stdout(path) || path.extension().is_some();
        let is_unknown = |path: &Path| !is_stdout(path) && Format::of_name(path).is_none();
        let is_directory = |path: &&PathBuf| path.is_dir() || ends_in_slash(path) || !is_file(path);
        let (directories, others): (Vec<&PathBuf>, Vec<&PathBuf>) =
            self.output.iter().partition(is_directory);
        if self.format.is_none()
            && let Some(path) = others.iter().find(|path| is_unknown(path))
        {
            return Err(usage_error!(
                "`{}`: unknown file ending; use .csv, .json, .md or .txt, or end the name of a \
                 directory in a slash",
                path.display()
            ));
        }
        let directory = match directories[..] {
            [] => None,
            [_] if self.format.is_some() && others.is_empty() => {
                return Err(usage_error!(
                    "--format does not apply to a directory, which gets CSVs; leave it out"
                ));
            }
            [directory] => Some(directory.as_path()),
            [_, other, ..] => {
                return Err(usage_error!("`{}` is a second directory; give one", other.display()));
            }
        };
        Ok((directory, others))
    }

    /// Fails if an output is a CSV file although the result has several tables. Touches no files.
    pub(crate) fn refuse_csvs(&self, files: &[&PathBuf]) -> Result<(), Failure> {
        let is_csv = |path: &Path| {
            let is_named_so = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("csv"));
            !is_stdout(path) && (is_named_so || self.format == Some(Format::Csv))
        };
        match files.iter().find(|path| is_csv(path)) {
            None => Ok(()),
            Some(path) => Err(usage_error!(
                "`{}`: play writes each table to a file of its own; name a directory for them, \
                 like `{}/`, or choose one table with --table",
                path.display(),
                path.with_extension("").display()
            )),
        }
    }

    /// Returns whether an HTML page is among the outputs.
    pub(crate) fn has_page(&self) -> bool {
        self.output.iter().any(|path| is_page(path))
    }

    /// Returns whether there are outputs other than HTML pages.
    pub(crate) fn has_others_than_pages(&self) -> bool {
        self.output.is_empty() || self.output.iter().any(|path| !is_page(path))
    }

    /// Returns whether all rows of the result are written, as CSV or JSON, rather than only a
    /// readable table.
    pub(crate) fn has_all_rows(&self) -> bool {
        let form = |path: &PathBuf| self.format.or(Format::of_name(path));
        let has_rows = |form: Format| matches!(form, Format::Csv | Format::Json);
        let has_stdout = self.output.is_empty() || self.output.iter().any(|path| is_stdout(path));
        has_stdout && has_rows(self.format_of_stdout())
            || self.output.iter().filter_map(form).any(has_rows)
    }

    /// Returns the output format for stdout: the one given with `--format`; by default a table on a
    /// terminal and CSV elsewhere.
    fn format_of_stdout(&self) -> Format {
        let natural = if stdout_is_terminal() { Format::Table } else { Format::Csv };
        self.format.unwrap_or(natural)
    }

    /// Fails, before anything is written, if an output file has an unknown extension and no format
    /// is given.
    pub(crate) fn refuse_unknown_endings(&self) -> Result<(), Failure> {
        let is_unknown = |path: &&PathBuf| self.format.is_none() && Format::of_name(path).is_none();
        let unknown = self.output.iter().find(is_unknown);
        unknown.map_or(Ok(()), |path| Err(unknown_ending(path, OtherForms::None)))
    }
}

/// Output file with its format, and the file for its provenance record.
pub(crate) struct Destination<F> {
    form: F,
    target: Target,
    record: Option<Target>,
}

impl<F> Destination<F> {
    /// Creates a destination that has no provenance record; fails if the file cannot be written.
    pub(crate) fn new(form: F, path: &Path) -> Result<Self, Failure> {
        Ok(Self { form, target: Target::prepare(path).or_usage()?, record: None })
    }

    /// Adds the output file, its record, and the files of a possible partial result to the list of
    /// files that a command uses.
    fn list_all(&self, files: &mut Files, may_be_partial: bool) -> Result<(), Failure> {
        self.list(files, ["a result", "the record of a result"])?;
        if !may_be_partial || self.target.is_device() {
            return Ok(());
        }
        let target = self.target.partial().or_usage()?;
        let partial = Destination::with_record((), target, self.record.is_some()).or_usage()?;
        partial.list(files, ["a partial result", "the record of a partial result"])
    }

    fn list(&self, files: &mut Files, roles: [&'static str; 2]) -> Result<(), Failure> {
        let targets = [Some(&self.target), self.record.as_ref()];
        for (target, role) in targets.into_iter().zip(roles) {
            target.map_or(Ok(()), |target| files.write(target.name(), role))?;
        }
        Ok(())
    }

    fn with_record(form: F, target: Target, is_recorded: bool) -> Result<Self, TargetError> {
        let record = is_recorded.then(|| target.beside("run.json")).transpose()?;
        Ok(Self { form, target, record: record.flatten() })
    }

    /// Returns the destination for a partial result, whose file names contain `.partial`.
    fn partial(&self) -> Result<Self, TargetError>
    where
        F: Copy,
    {
        Self::with_record(self.form, self.target.partial()?, self.record.is_some())
    }

    /// Returns a destination for the same content in another directory, with `.partial` in its file
    /// names, and adds its paths to `taken`. Returns `None` if one of these files exists, is
    /// already in `taken`, or cannot be written.
    fn partial_in(&self, directory: &Path, taken: &mut Vec<PathBuf>) -> Option<Self>
    where
        F: Copy,
    {
        let name = partial_name(&directory.join(self.target.name().file_name()?));
        let target = Target::prepare(&name).ok()?;
        let elsewhere = Self::with_record(self.form, target, self.record.is_some()).ok()?;
        for target in [Some(&elsewhere.target), elsewhere.record.as_ref()].into_iter().flatten() {
            let path = target.path().to_owned();
            if path.symlink_metadata().is_ok() || taken.contains(&path) {
                return None;
            }
            taken.push(path);
        }
        Some(elsewhere)
    }

    /// Returns the paths of the output file and of its record, as text.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> + '_ {
        let targets = [Some(&self.target), self.record.as_ref()].into_iter().flatten();
        targets.map(|target| target.name().display().to_string())
    }
}

/// Writes a text to a file, completely or not at all.
pub(crate) fn write_whole(target: &Target, text: &str) -> Result<(), Failure> {
    target.stage(|to| to.write_all(text.as_bytes())).and_then(Staged::commit).or_failed()
}

/// Writes a text to stdout.
pub(crate) fn write_to_stdout(text: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text)?;
    Ok(stdout.flush()?)
}

/// Writes all output files completely or none, together with their provenance records, which
/// contain the hashes of the files. All are on disk before the first is renamed to its final name.
pub(crate) fn write_files<F>(
    files: &[Destination<F>],
    content: impl Fn(&F, &mut dyn Write) -> io::Result<()>,
    record_of: impl Fn(&str) -> String,
) -> Result<(), TargetError> {
    let mut staged = Vec::new();
    for Destination { form, target, record } in files {
        let Some(record) = record else {
            staged.push(target.stage(|to| content(form, to))?);
            continue;
        };
        let mut sha256 = String::new();
        staged.push(target.stage(|to| {
            let mut hashed = Hashed::new(to);
            content(form, &mut hashed)?;
            sha256 = hexadecimal(hashed.hash);
            Ok(())
        })?);
        let text = record_of(&sha256);
        staged.push(record.stage(|to| to.write_all(text.as_bytes()))?);
    }
    staged.into_iter().try_for_each(Staged::commit)
}

/// Output options of a command, and the additional output forms of its report.
#[derive(Clone, Copy)]
pub(crate) struct Results<'a> {
    pub(crate) output: &'a OutputArgs,
    /// Whether an interrupted run writes a partial result, under different file names.
    pub(crate) may_be_partial: bool,
    pub(crate) other: OtherForms,
}

/// Output forms of a report other than a table, CSV, JSON or Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OtherForms {
    None,
    /// Tables with these names, which are written as CSV files to a directory.
    Tables {
        names: &'static [&'static str],
        /// Whether the user chose one table; otherwise CSV output needs a directory.
        is_chosen: bool,
    },
    /// A printable page, which is written to files with the extension `.html`.
    Page,
}

impl<'a> Results<'a> {
    /// Returns the destinations that the options `-o` and `--format` give.
    pub(crate) const fn of(output: &'a OutputArgs) -> Self {
        Self { output, may_be_partial: false, other: OtherForms::None }
    }

    /// Checks before any computation that all destinations can be written, and adds them to the
    /// list of files that a command uses.
    pub(crate) fn prepare(self, files: &mut Files) -> Result<Output, Failure> {
        let Self { output, may_be_partial, other } = self;
        let mut destinations = Vec::new();
        let mut prepared = None;
        let mut usual: Vec<&PathBuf> = output.output.iter().collect();
        match other {
            OtherForms::None => {}
            OtherForms::Tables { names, is_chosen } => {
                let (directory, others) = output.directory()?;
                if !is_chosen {
                    output.refuse_csvs(&others)?;
                }
                usual = others;
                prepared = directory.map(Directory::prepare).transpose().or_usage()?;
                for name in names.iter().filter(|_| prepared.is_some()) {
                    let file = directory.unwrap_or(Path::new("")).join(format!("{name}.csv"));
                    let (form, target) = (Form::Table(name), Target::prepare(&file).or_usage()?);
                    destinations.push(Destination::with_record(form, target, true).or_usage()?);
                }
            }
            OtherForms::Page => {
                let (pages, others) = usual.into_iter().partition(|path| is_page(path));
                usual = others;
                for path in pages {
                    destinations.push(Destination::new(Form::Page, path)?);
                }
            }
        }
        let has_other_files = !destinations.is_empty();
        let (stdout, paths): (Vec<&PathBuf>, Vec<&PathBuf>) =
            usual.into_iter().partition(|path| is_stdout(path));
        let has_stdout = !stdout.is_empty() || paths.is_empty() && !has_other_files;
        for path in paths {
            let target = Target::prepare(path).or_usage()?;
            let format = output.format.or_else(|| Format::of_name(path));
            let format = format.or_else(|| target.is_device().then_some(Format::Csv));
            let format = format.ok_or_else(|| unknown_ending(path, other))?;
            let (form, has_record) = (Form::Usual(format), format == Format::Csv);
            destinations.push(Destination::with_record(form, target, has_record).or_usage()?);
        }
        destinations.iter().try_for_each(|it| it.list_all(files, may_be_partial))?;
        let stdout = has_stdout.then(|| output.format_of_stdout());
        Ok(Output { files: destinations, stdout, directory: prepared })
    }
}

/// Content of an output file: a whole report in some format, one of its tables, or a page.
#[derive(Clone, Copy)]
enum Form {
    Usual(Format),
    /// The table with this name, as CSV.
    Table(&'static str),
    /// The printable HTML page.
    Page,
}

/// Writable destinations of a result, with their formats.
pub(crate) struct Output {
    files: Vec<Destination<Form>>,
    stdout: Option<Format>,
    /// The output directory for tables, which is removed again if it stays empty.
    directory: Option<Directory>,
}

/// Returns whether a path ends in a slash, which means a directory.
fn ends_in_slash(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

fn unknown_ending(path: &Path, other: OtherForms) -> Failure {
    let page = if other == OtherForms::Page { ".html, " } else { "" };
    usage_error!(
        "`{}`: unknown file ending; use {page}.csv, .json, .md or .txt, or give --format",
        path.display()
    )
}

/// Returns whether a path means stdout, such as `-` or `/dev/stdout`.
pub(crate) fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Returns whether a file name has the extension of an HTML page.
fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"))
}

impl Output {
    /// Writes the report to its destinations and prints its warnings. Fails if the report is of a
    /// partial or failed result, after writing it. The files of a partial result have different
    /// names.
    pub(crate) fn deliver(self, report: Report, context: &Context) -> Result<(), Failure> {
        // A partial result is always written completely, since a stop has already been handled.
        let stop = signals::asked().filter(|_| !matches!(report.end, End::Partial(_)));
        self.write(&report, stop.as_ref(), context).map_err(|failure| match &stop {
            Some(stop) if stop.is_requested() => {
                let left = match self.stdout {
                    Some(_) => "what stdout has got is incomplete",
                    None => "no file is left",
                };
                Failure::Interrupted(format!("while the result was written; {left}"))
            }
            _ => failure,
        })?;
        report.warnings.iter().for_each(|warning| context.warning(warning));
        match report.end {
            End::Complete => Ok(()),
            End::Partial(text) => Err(Failure::Interrupted(text)),
            End::Failed(text) => Err(Failure::Failed(text)),
        }
    }

    /// Writes a result whose destination failed, such as on a full disk, to the current directory
    /// or, if that fails, to a new temporary directory. Returns a message that says which files
    /// hold the result and what it covers, or `None` if it could not be written.
    fn rescued(
        &self,
        content: impl Fn(&Form, &mut dyn Write) -> io::Result<()>,
        report: &Report,
    ) -> Option<String> {
        let covered = match &report.end {
            End::Partial(text) => format!("({text}) "),
            _ => String::new(),
        };
        let in_directory = |directory: &Path| {
            let mut taken = Vec::new();
            let files = self.files.iter().filter(|file| !file.target.is_device());
            let elsewhere = files.map(|file| file.partial_in(directory, &mut taken));
            let elsewhere = elsewhere.collect::<Option<Vec<_>>>().filter(|it| !it.is_empty())?;
            write_files(&elsewhere, &content, |hash| report.record(hash)).ok()?;
            let names = elsewhere.iter().flat_map(Destination::names).collect::<Vec<_>>();
            Some(format!("{covered}is in {}", names.join(", ")))
        };
        in_directory(Path::new("")).or_else(|| {
            let directory = tempfile::Builder::new().prefix("setodds-").tempdir().ok()?;
            let place = in_directory(directory.path())?;
            let _ = directory.keep();
            Some(place)
        })
    }

    /// Writes the report to its destinations, then prints its summary and the file names on stderr.
    /// With `--quiet` only the file names of a partial result are printed.
    fn write(
        &self,
        report: &Report,
        stop: Option<&StopFlag>,
        context: &Context,
    ) -> Result<(), Failure> {
        let content = |form: &Form, to: &mut dyn Write| {
            let mut to = Stoppable::new(to, stop);
            match form {
                Form::Usual(format) => format.write(report, RenderTarget::PLAIN, &mut to),
                Form::Table(name) => report.write_csv(Some(name), &mut to),
                Form::Page => to.write_all(report.page().as_bytes()),
            }
        };
        let partial: Result<Vec<_>, TargetError> = match report.end {
            End::Partial(_) => self.files.iter().map(Destination::partial).collect(),
            _ => Ok(Vec::new()),
        };
        let files = match (&report.end, &partial) {
            (End::Partial(_), Ok(partial)) => partial,
            _ => &self.files,
        };
        let written = partial.as_ref().map(drop).map_err(ToString::to_string).and_then(|()| {
            let written = write_files(files, content, |hash| report.record(hash));
            written.map_err(|error| error.to_string())
        });
        if let Err(error) = written {
            // After a stop, a result that could not be written is not rescued.
            let is_stopped = stop.is_some_and(StopFlag::is_requested);
            let place = if is_stopped { None } else { self.rescued(content, report) };
            let place = place.map(|place| format!("; the result {place}")).unwrap_or_default();
            return Err(Failure::Failed(error + &place));
        }
        if let Some(format) = self.stdout {
            let mut stdout = BufWriter::new(io::stdout().lock());
            format.write(report, stdout_target(), &mut Stoppable::new(&mut stdout, stop))?;
            stdout.flush()?;
        }
        // The records of a directory's tables are not named.
        let names = files.iter().flat_map(|file| {
            let is_table = matches!(file.form, Form::Table(_));
            file.names().take(if is_table { 1 } else { 2 })
        });
        let names: Vec<String> = names.collect();
        if let Some(directory) = &self.directory {
            warn_of_foreign_tables(directory.path(), &names, report, context);
        }
        let (target, mut message) = (stderr_target(), Vec::new());
        match self.stdout {
            _ if context.program.terminal.quiet => {}
            Some(Format::Table) => {}
            Some(_) => message.extend(report.summary(target).bytes()),
            None if files.iter().all(|file| matches!(file.form, Form::Page)) => {}
            None => report.write_text(target, &mut message)?,
        }
        // The result is complete, so a closed stderr is not a failure.
        let _ = io::stderr().write_all(&message);
        let wrote = format!("wrote {}", names.join(", "));
        match report.end {
            _ if names.is_empty() => {}
            End::Partial(_) => context.always(wrote),
            _ => context.note(wrote),
        }
        Ok(())
    }
}

/// Prints a warning about CSV files in an output directory that belong to another result.
fn warn_of_foreign_tables(
    directory: &Path,
    written: &[String],
    report: &Report,
    context: &Context,
) {
    let files = report
        .tables()
        .flat_map(|(table, _)| [format!("{table}.csv"), format!("{table}.partial.csv")]);
    let is_other = |file: &String| {
        let path = directory.join(file);
        path.is_file() && !written.contains(&path.display().to_string())
    };
    let others: Vec<String> = files.filter(is_other).collect();
    if !others.is_empty() {
        context.warning(format_args!(
            "`{}` holds tables that this run did not write: {}; remove them",
            directory.display(),
            others.join(", ")
        ));
    }
}

/// Writer that fails once a stop is requested, except while it writes a small result.
struct Stoppable<'a> {
    to: &'a mut dyn Write,
    stop: Option<&'a StopFlag>,
    /// The number of bytes that are written even after a stop.
    small: usize,
}

impl<'a> Stoppable<'a> {
    fn new(to: &'a mut dyn Write, stop: Option<&'a StopFlag>) -> Self {
        const SMALL: usize = 1 << 20;
        Self { to, stop, small: SMALL }
    }
}

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.small == 0 && self.stop.is_some_and(StopFlag::is_requested) {
            return Err(io::Error::other("interrupted"));
        }
        let written = self.to.write(bytes)?;
        self.small = self.small.saturating_sub(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_choose_the_form() {
        let cases = [
            ("a.csv", Some(Format::Csv)),
            ("b/a.JSON", Some(Format::Json)),
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
    fn what_is_large_is_stopped_and_what_is_small_is_not() {
        let stop = StopFlag::default();
        let mut to = Vec::new();
        let mut writer = Stoppable::new(&mut to, Some(&stop));
        stop.request();
        let block = [b'x'; 1 << 16];
        let written = (0..100).take_while(|_| writer.write_all(&block).is_ok()).count();
        assert_eq!((written, to.len()), (16, 1 << 20));
        let mut writer = Stoppable::new(&mut to, None);
        assert!((0..100).all(|_| writer.write_all(&block).is_ok()));
    }
}
