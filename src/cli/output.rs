//! Where results go and in which form.

use crate::cli::file::{Directory, Staged, Target, TargetError, partial_name};
use crate::cli::files::Files;
use crate::cli::hash::{Hashed, hexadecimal};
use crate::cli::help::OUTPUT;
use crate::cli::terminal::{of_stderr, of_stdout, stdout_is_terminal};
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
    /// The form of a result.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Format: "form" {
        /// For people.
        Table = "table",
        /// For programs: tidy CSV.
        Csv = "csv",
        /// For programs: one JSON document.
        Json = "json",
        /// For a README: tables, and the command that made them.
        Markdown = "markdown",
    }
}

impl Format {
    /// The endings of files, each with the form that it asks for.
    pub(crate) const ENDINGS: [(&str, Self); 4] =
        [("csv", Self::Csv), ("json", Self::Json), ("md", Self::Markdown), ("txt", Self::Table)];

    /// The form that the name of a file asks for.
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_ascii_lowercase();
        let known = Self::ENDINGS.into_iter().find(|(known, _)| ending == *known);
        known.map(|(_, format)| format)
    }

    /// Writes a report in this form.
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

/// The options `-o` and `--format`.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write to FILE: a .csv, .json, .md or .txt
    ///
    /// The extension selects the format. Files are written atomically; beside a CSV stands its
    /// record (x.run.json). May be repeated, for several formats; `-` is stdout.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    output: Vec<PathBuf>,
    /// Output format: table, csv, json, markdown
    ///
    /// It overrides the extension of FILE. `table` is for reading, and the default on a terminal;
    /// `csv`, the default elsewhere, and `json` are for programs; `markdown` is for a README:
    /// tables, and the command that made them.
    #[arg(long, value_parser = names::of::<Format>(Format::NAMES), help_heading = OUTPUT)]
    format: Option<Format>,
}

impl OutputArgs {
    /// Returns the options of these files, in a form.
    pub(crate) const fn of(output: Vec<PathBuf>, format: Option<Format>) -> Self {
        Self { output, format }
    }

    /// Returns the names that were given.
    pub(crate) fn paths(&self) -> Vec<&Path> {
        self.output.iter().map(PathBuf::as_path).collect()
    }

    /// Returns whether `--format` was given.
    pub(crate) const fn has_format(&self) -> bool {
        self.format.is_some()
    }

    /// Returns the name that asks for a directory of tables, and the other names. A directory
    /// exists, ends in a slash, or has no extension; a name with one that no format has is refused.
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

    /// Returns whether a page to print is asked for.
    pub(crate) fn has_page(&self) -> bool {
        self.output.iter().any(|path| is_page(path))
    }

    /// Returns whether anything but pages to print is asked for.
    pub(crate) fn has_others_than_pages(&self) -> bool {
        self.output.is_empty() || self.output.iter().any(|path| !is_page(path))
    }

    /// Returns whether all rows are written somewhere, and not only what people read.
    pub(crate) fn has_all_rows(&self) -> bool {
        let form = |path: &PathBuf| self.format.or(Format::of_name(path));
        let has_rows = |form: Format| matches!(form, Format::Csv | Format::Json);
        let has_stdout = self.output.is_empty() || self.output.iter().any(|path| is_stdout(path));
        has_stdout && has_rows(self.format_of_stdout())
            || self.output.iter().filter_map(form).any(has_rows)
    }

    /// Returns the form of stdout: unless `--format` decides, a terminal gets the table, and
    /// everything else CSV.
    fn format_of_stdout(&self) -> Format {
        let natural = if stdout_is_terminal() { Format::Table } else { Format::Csv };
        self.format.unwrap_or(natural)
    }

    /// Refuses files whose extension names no format, and touches none.
    pub(crate) fn refuse_unknown_endings(&self) -> Result<(), Failure> {
        let is_unknown = |path: &&PathBuf| self.format.is_none() && Format::of_name(path).is_none();
        let unknown = self.output.iter().find(is_unknown);
        unknown.map_or(Ok(()), |path| Err(unknown_ending(path)))
    }
}

/// A file that a result goes to in some form, with the one that gets its record.
pub(crate) struct Destination<F> {
    form: F,
    target: Target,
    record: Option<Target>,
}

impl<F> Destination<F> {
    /// Returns a file that is known to be writable and has no record.
    pub(crate) fn new(form: F, path: &Path) -> Result<Self, Failure> {
        Ok(Self { form, target: Target::prepare(path).or_usage()?, record: None })
    }

    /// Adds the file to those of a command, with its record, and with those that an interrupted run
    /// would write instead.
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

    /// Returns the destination of a partial result, whose names say so.
    fn partial(&self) -> Result<Self, TargetError>
    where
        F: Copy,
    {
        Self::with_record(self.form, self.target.partial()?, self.record.is_some())
    }

    /// Returns a new file in another directory, whose name says that it is not the one that was
    /// asked for, and adds it to those that are taken; `None` if there is one of that name.
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

    /// Returns its name, and that of its record.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> + '_ {
        let targets = [Some(&self.target), self.record.as_ref()].into_iter().flatten();
        targets.map(|target| target.name().display().to_string())
    }
}

/// Writes a text to a file, as a whole.
pub(crate) fn write_whole(target: &Target, text: &str) -> Result<(), Failure> {
    target.stage(|to| to.write_all(text.as_bytes())).and_then(Staged::commit).or_failed()
}

/// Writes a text to stdout.
pub(crate) fn write_to_stdout(text: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text)?;
    Ok(stdout.flush()?)
}

/// Writes all files, each of them whole, with their records, which belong to their hashes; none
/// gets its name before all are on disk.
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

/// The destinations of the report of a command.
#[derive(Clone, Copy)]
pub(crate) struct Results<'a> {
    pub(crate) output: &'a OutputArgs,
    /// Whether an interrupted run writes a partial result, under names of its own.
    pub(crate) may_be_partial: bool,
    pub(crate) other: OtherForms,
}

/// The forms of a report besides the usual ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OtherForms {
    None,
    /// A directory gets all tables, of these names; unless one is chosen, only a directory gets
    /// CSV.
    Tables {
        names: &'static [&'static str],
        is_chosen: bool,
    },
    /// A file x.html gets a page to print.
    Page,
}

impl<'a> Results<'a> {
    /// Returns a report that goes where `-o` and `--format` say.
    pub(crate) const fn of(output: &'a OutputArgs) -> Self {
        Self { output, may_be_partial: false, other: OtherForms::None }
    }

    /// Settles everything that can fail, before any computing.
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
                    others.iter().try_for_each(|path| refuse_csv(path))?;
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
            let format = format.ok_or_else(|| unknown_ending(path))?;
            let (form, has_record) = (Form::Usual(format), format == Format::Csv);
            destinations.push(Destination::with_record(form, target, has_record).or_usage()?);
        }
        destinations.iter().try_for_each(|it| it.list_all(files, may_be_partial))?;
        let stdout = has_stdout.then(|| output.format_of_stdout());
        Ok(Output { files: destinations, stdout, directory: prepared })
    }
}

/// The part of a report that a file holds, and its format.
#[derive(Clone, Copy)]
enum Form {
    Usual(Format),
    /// The CSV of a table.
    Table(&'static str),
    /// The page to print.
    Page,
}

/// The destinations of a result, which are known to be writable, with their formats.
pub(crate) struct Output {
    files: Vec<Destination<Form>>,
    stdout: Option<Format>,
    /// The directory of tables, which is removed again if it stays empty.
    directory: Option<Directory>,
}

/// Returns whether a name is that of a directory because it ends as one.
fn ends_in_slash(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

fn unknown_ending(path: &Path) -> Failure {
    usage_error!(
        "`{}`: unknown file ending; use .csv, .json, .md or .txt, or give --format",
        path.display()
    )
}

/// Returns whether a name is one of those of stdout.
pub(crate) fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Returns whether the name of a file asks for a page to print.
fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"))
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

impl Output {
    /// Writes the result where it goes, says what it is, and returns the failure that it is a
    /// reason for. A partial result gets names that say so, since it is not what was asked for.
    pub(crate) fn deliver(self, report: Report, context: &Context) -> Result<(), Failure> {
        // What is left of an interrupted run is written whole.
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

    /// Writes a result that cannot be written where it belongs, such as on a full disk, to the
    /// current directory, or else to a new one for temporary files. Returns where it is, and what
    /// it covers.
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

    /// Writes the result where it goes. Unless `--quiet` is given, stderr tells what it is, and
    /// where: of a part of a result always.
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
            // What a stop has ended is not wanted elsewhere.
            let is_stopped = stop.is_some_and(StopFlag::is_requested);
            let place = if is_stopped { None } else { self.rescued(content, report) };
            let place = place.map(|place| format!("; the result {place}")).unwrap_or_default();
            return Err(Failure::Failed(error + &place));
        }
        if let Some(format) = self.stdout {
            let mut stdout = BufWriter::new(io::stdout().lock());
            format.write(report, of_stdout(), &mut Stoppable::new(&mut stdout, stop))?;
            stdout.flush()?;
        }
        // The records of the tables in a directory are beside them.
        let names = files.iter().flat_map(|file| {
            let is_table = matches!(file.form, Form::Table(_));
            file.names().take(if is_table { 1 } else { 2 })
        });
        let names: Vec<String> = names.collect();
        if let Some(directory) = &self.directory {
            warn_of_others(directory.path(), &names, report, context);
        }
        let (target, mut message) = (of_stderr(), Vec::new());
        match self.stdout {
            _ if context.program.terminal.quiet => {}
            Some(Format::Table) => {}
            Some(_) => message.extend(report.summary(target).bytes()),
            None if files.iter().all(|file| matches!(file.form, Form::Page)) => {}
            None => report.write_text(target, &mut message)?,
        }
        // The result is where it belongs; a closed stderr is not a failure.
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

/// Warns of tables in a directory that are not of the result that was just written there.
fn warn_of_others(directory: &Path, written: &[String], report: &Report, context: &Context) {
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

/// A writer that fails when a stop is requested. A small result is always written completely.
struct Stoppable<'a> {
    to: &'a mut dyn Write,
    stop: Option<&'a StopFlag>,
    /// The bytes that are written even if a stop is requested.
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
