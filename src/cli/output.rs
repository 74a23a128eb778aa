//! Where results go and in which form.

use super::failure::{Failure, OrFail};
use super::help::OUTPUT;
use super::names;
use super::stoppable::{self, Stoppable};
use super::terminal::is_quiet;
pub(super) use super::terminal::{of_stderr, of_stdout, stdout_is_terminal};
use crate::file::{Staged, Target};
use crate::report::columns::RenderTarget;
pub(crate) use crate::report::columns::fill;
use crate::report::escape;
use crate::run::StopFlag;
use clap::{Arg, Args};
use setodds_engine::named_enum;
use std::collections::BTreeSet;
use std::ffi::OsStr;
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
    const ENDINGS: [(&str, Self); 4] =
        [("csv", Self::Csv), ("json", Self::Json), ("md", Self::Markdown), ("txt", Self::Table)];

    /// The form that the name of a file asks for.
    fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_ascii_lowercase();
        let known = Self::ENDINGS.into_iter().find(|(known, _)| ending == *known);
        known.map(|(_, format)| format)
    }
}

/// The options `-o` and `--format`.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write to FILE: a .csv, .json, .md or .txt
    ///
    /// The ending chooses the form. The file is written as a whole, with its record beside a CSV
    /// (x.run.json). May be repeated, for several forms; `-` is stdout.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    output: Vec<PathBuf>,
    /// The form: table, csv, json, markdown
    ///
    /// It overrides the ending of FILE. `table` is for reading, and the default on a terminal;
    /// `csv` and `json` are for programs; `markdown` is for a README: tables, and the command that
    /// made them.
    #[arg(long, value_parser = names::of::<Format>(Format::NAMES), help_heading = OUTPUT)]
    format: Option<Format>,
}

/// The option `-o` of commands that compute nothing, so that there is nothing to record.
pub(crate) fn without_record(output: Arg) -> Arg {
    output.long_help(
        "Write to FILE: a .csv, .json, .md or .txt\n\nThe ending chooses the form. The file is \
         written as a whole. May be repeated, for several forms; `-` is stdout.",
    )
}

/// A file that a result goes to in some form, with the one that gets its record.
pub(crate) struct Destination<F> {
    form: F,
    target: Target,
    record: Option<Target>,
}

impl<F> Destination<F> {
    /// A file, perhaps with a record.
    pub(crate) fn new(form: F, target: Target, is_recorded: bool) -> Result<Self, Failure> {
        let record = is_recorded.then(|| target.beside("run.json")).transpose().or_usage()?;
        Ok(Self { form, target, record: record.flatten() })
    }

    /// The same for a part of the result: the names say so.
    pub(crate) fn partial(self) -> Result<Self, Failure> {
        let target = self.target.partial().or_failed()?;
        Self::new(self.form, target, self.record.is_some())
    }

    /// Its name.
    pub(crate) fn name(&self) -> String {
        self.target.name().display().to_string()
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

/// Writes all files, each of them whole; none gets its name before all are on disk. Tells their
/// names.
pub(crate) fn write_files<F>(
    files: &[Destination<F>],
    content: impl Fn(&F, &mut dyn Write) -> io::Result<()>,
    record: Option<&str>,
) -> Result<Vec<String>, Failure> {
    let mut staged = Vec::new();
    let mut written = Vec::new();
    for Destination { form, target, record: beside } in files {
        staged.push(target.stage(|to| content(form, to)).or_failed()?);
        written.push(target.name().display().to_string());
        if let (Some(target), Some(record)) = (beside, record) {
            staged.push(target.stage(|to| to.write_all(record.as_bytes())).or_failed()?);
            written.push(target.name().display().to_string());
        }
    }
    staged.into_iter().try_for_each(Staged::commit).or_failed()?;
    Ok(written)
}

/// Where a result goes, known to be writable, and in which forms.
pub(crate) struct Output {
    files: Vec<Destination<Format>>,
    stdout: Option<Format>,
    /// Whether the files have other names than those that were asked for.
    is_partial: bool,
    /// What ends the writing of a large result.
    stop: Option<StopFlag>,
    /// Whether stderr tells what was written.
    has_summary: bool,
}

impl OutputArgs {
    /// The options for these files, and a form.
    pub(crate) const fn of(output: Vec<PathBuf>, format: Option<Format>) -> Self {
        Self { output, format }
    }

    /// The names that were given.
    pub(crate) fn paths(&self) -> Vec<&Path> {
        self.output.iter().map(PathBuf::as_path).collect()
    }

    /// Whether `--format` was given.
    pub(crate) const fn has_format(&self) -> bool {
        self.format.is_some()
    }

    /// The files with an ending, which a command writes itself, and the options for the others.
    pub(crate) fn without_ending(&self, ending: &str) -> (Vec<&Path>, Self) {
        let (own, others): (Vec<&PathBuf>, Vec<&PathBuf>) = self
            .output
            .iter()
            .partition(|path| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending)));
        let others = others.into_iter().cloned().collect();
        (own.into_iter().map(PathBuf::as_path).collect(), Self::of(others, self.format))
    }

    /// Settles everything that can fail, before any computing. What neither `--format` nor a
    /// file's ending nor a terminal decides has the form `otherwise`.
    pub(crate) fn prepare(&self, otherwise: Format) -> Result<Output, Failure> {
        let (stdout, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
            self.output.iter().partition(|path| is_stdout(path));
        let files = files.into_iter().map(|path| {
            let target = Target::prepare(path).or_usage()?;
            let format = self.format.or_else(|| Format::of_name(path));
            let format = format.or_else(|| target.is_device().then_some(otherwise));
            let format = format.ok_or_else(|| unknown_ending(path))?;
            Destination::new(format, target, format == Format::Csv)
        });
        let files = files.collect::<Result<Vec<_>, Failure>>()?;
        refuse_the_same_file_twice(&files)?;
        let stdout = (files.is_empty() || !stdout.is_empty()).then(|| {
            let natural = if stdout_is_terminal() { Format::Table } else { otherwise };
            self.format.unwrap_or(natural)
        });
        Ok(Output { files, stdout, is_partial: false, stop: None, has_summary: true })
    }
}

fn unknown_ending(path: &Path) -> Failure {
    usage_error!(
        "`{}`: unknown file ending; use .csv, .json, .md or .txt, or give --format",
        path.display()
    )
}

/// Refuses to write a result over a file that it is made of; `-` is stdin.
pub(super) fn refuse_inputs(
    outputs: &[impl AsRef<Path>],
    inputs: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<(), Failure> {
    let real = |path: &Path| path.canonicalize().ok().filter(|path| path.is_file());
    let files = outputs.iter().map(AsRef::as_ref).filter(|path| !is_stdout(path));
    let files: Vec<_> = files.filter_map(|path| Some((path, real(path)?))).collect();
    for input in inputs {
        let input = input.as_ref();
        let input = if input == Path::new("-") { Path::new("/dev/stdin") } else { input };
        let Some(input) = real(input) else { continue };
        if let Some((path, _)) = files.iter().find(|(_, file)| *file == input) {
            return Err(usage_error!(
                "`{}` is read, and would be replaced by the result; give -o another name",
                path.display()
            ));
        }
    }
    Ok(())
}

/// Refuses a name that asks for one file, where a directory of several is made.
pub(crate) fn refuse_file_name(path: &Path) -> Result<(), Failure> {
    const FILES: [&str; 7] = ["csv", "gz", "json", "md", "parquet", "tsv", "txt"];
    let ending = path.extension().map(OsStr::to_ascii_lowercase);
    if path.is_dir() || !ending.is_some_and(|ending| FILES.iter().any(|file| ending == *file)) {
        return Ok(());
    }
    let name = path.with_extension("");
    Err(usage_error!(
        "`{}`: play writes each table to a file of its own; name a directory for them, like \
         `{}/`, or choose one table for stdout with --table",
        path.display(),
        name.display()
    ))
}

/// The names of stdout.
pub(super) fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Refuses to write one file twice.
pub(super) fn refuse_the_same_file_twice<F>(files: &[Destination<F>]) -> Result<(), Failure> {
    let all = files.iter().flat_map(|file| [Some(&file.target), file.record.as_ref()]).flatten();
    let mut seen = BTreeSet::new();
    match all.map(Target::path).find(|&path| !seen.insert(path)) {
        None => Ok(()),
        Some(path) => Err(usage_error!(
            "`{}` would be written twice; give every -o another name",
            path.display()
        )),
    }
}

/// A result in all its forms.
pub(crate) trait Report {
    /// Writes the CSV.
    fn csv(&self, to: &mut dyn Write) -> io::Result<()>;

    /// Writes the JSON document.
    fn json(&self, to: &mut dyn Write) -> io::Result<()>;

    /// Writes what people read, as text or as Markdown.
    fn text(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()>;

    /// What people read on stderr while the result itself goes elsewhere as data.
    fn summary(&self, _: RenderTarget) -> String {
        String::new()
    }

    /// The record that goes beside a CSV file, if there is one.
    fn record(&self) -> Option<String> {
        None
    }
}

impl Output {
    /// The same places for a part of the result: files get names that say so.
    pub(crate) fn partial(self) -> Result<Self, Failure> {
        let files = self.files.into_iter().map(Destination::partial).collect::<Result<_, _>>()?;
        Ok(Self { files, is_partial: true, ..self })
    }

    /// Says nothing on stderr of what is written.
    pub(crate) fn without_summary(self) -> Self {
        Self { has_summary: false, ..self }
    }

    /// Makes a flag end the writing of a large result.
    pub(crate) fn until(self, stop: &StopFlag) -> Self {
        Self { stop: Some(stop.clone()), ..self }
    }

    /// Whether all rows are written somewhere, and not only what people read.
    pub(crate) fn has_all_rows(&self) -> bool {
        let mut forms = self.files.iter().map(|file| file.form).chain(self.stdout);
        forms.any(|form| matches!(form, Format::Csv | Format::Json))
    }

    /// Writes the result where it goes, and tells on stderr what it is and where: with `--quiet`
    /// only where a part of a result is.
    pub(crate) fn deliver(&self, report: &dyn Report) -> Result<(), Failure> {
        let stop = self.stop.as_ref();
        self.write(report).map_err(|failure| stoppable::why(failure, stop))
    }

    fn write(&self, report: &dyn Report) -> Result<(), Failure> {
        let (stop, quiet) = (self.stop.as_ref(), is_quiet() || !self.has_summary);
        let content = |form: &Format, to: &mut dyn Write| {
            write(report, *form, RenderTarget::PLAIN, &mut Stoppable::new(to, stop))
        };
        let written = write_files(&self.files, content, report.record().as_deref())?;
        if let Some(format) = self.stdout {
            let mut stdout = BufWriter::new(io::stdout().lock());
            write(report, format, of_stdout(), &mut Stoppable::new(&mut stdout, stop))?;
            stdout.flush()?;
        }
        let (target, mut message) = (of_stderr(), Vec::new());
        match self.stdout {
            _ if quiet => {}
            Some(Format::Table) => {}
            Some(_) => message.extend(report.summary(target).bytes()),
            None => report.text(target, &mut message)?,
        }
        if !written.is_empty() && (!quiet || self.is_partial) {
            writeln!(message, "{}", escape::line(&format!("wrote {}", written.join(", "))))?;
        }
        // The result is where it belongs; that nobody can hear of it is no failure.
        let _ = io::stderr().write_all(&message);
        Ok(())
    }
}

fn write(
    report: &dyn Report,
    format: Format,
    target: RenderTarget,
    to: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Table => report.text(target, to),
        Format::Csv => report.csv(to),
        Format::Json => report.json(to),
        Format::Markdown => report.text(RenderTarget::Markdown, to),
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
}
