//! Where results go and in which form.

use crate::cli::call;
use crate::cli::failure::{Failure, OrFail};
use crate::cli::file::{Staged, Target};
use crate::cli::files::Files;
pub(crate) use crate::cli::format::Format;
use crate::cli::help::OUTPUT;
use crate::cli::message;
use crate::cli::stoppable::{self, Stoppable};
use crate::cli::terminal::is_quiet;
pub(crate) use crate::cli::terminal::{of_stderr, of_stdout, stdout_is_terminal};
use crate::commands::names;
use crate::report::columns::RenderTarget;
pub(crate) use crate::report::columns::fill;
use crate::report::result::Report;
use crate::run::StopFlag;
use clap::Args;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

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

/// A file that a result goes to in some form, with the one that gets its record.
pub(crate) struct Destination<F> {
    form: F,
    target: Target,
    record: Option<Target>,
}

impl<F> Destination<F> {
    /// Adds a file to those of a command, perhaps with a record, and with the files that an
    /// interrupted run would write instead.
    pub(crate) fn new(
        form: F,
        target: Target,
        is_recorded: bool,
        files: &mut Files,
    ) -> Result<Self, Failure> {
        let it = Self::with_record(form, target, is_recorded)?;
        it.list(files, ["a result", "the record of a result"])?;
        if files.may_be_partial
            && let Some(target) = it.target.partial().or_usage()?
        {
            let roles = ["a partial result", "the record of a partial result"];
            Destination::with_record((), target, is_recorded)?.list(files, roles)?;
        }
        Ok(it)
    }

    fn list(&self, files: &mut Files, roles: [&'static str; 2]) -> Result<(), Failure> {
        let targets = [Some(&self.target), self.record.as_ref()];
        for (target, role) in targets.into_iter().zip(roles) {
            target.map_or(Ok(()), |target| files.write(target.name(), role))?;
        }
        Ok(())
    }

    fn with_record(form: F, target: Target, is_recorded: bool) -> Result<Self, Failure> {
        let record = is_recorded.then(|| target.beside("run.json")).transpose().or_usage()?;
        Ok(Self { form, target, record: record.flatten() })
    }

    /// The destination of a partial result, whose file names say so.
    pub(crate) fn partial(self) -> Result<Self, Failure> {
        match self.target.partial().or_failed()? {
            Some(target) => Self::with_record(self.form, target, self.record.is_some()),
            None => Ok(self),
        }
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
    /// The names of files that the command wrote itself, told with the others.
    beside: Vec<String>,
    /// What ends the writing of a large result.
    stop: Option<StopFlag>,
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

    /// The name that asks for a directory of tables, and the options for the others. A directory
    /// exists, ends in a slash, or has no extension; a name with one that no format has is refused.
    pub(crate) fn directory(&self) -> Result<(Option<&Path>, Self), Failure> {
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
        Ok((directory, Self::of(others.into_iter().cloned().collect(), self.format)))
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

    /// Refuses files whose extension names no format, and touches none.
    pub(crate) fn refuse_unknown_endings(&self) -> Result<(), Failure> {
        let is_unknown = |path: &&PathBuf| self.format.is_none() && Format::of_name(path).is_none();
        let unknown = self.output.iter().find(is_unknown);
        unknown.map_or(Ok(()), |path| Err(unknown_ending(path)))
    }

    /// Settles everything that can fail, before any computing. Where neither `--format` nor the
    /// ending of a file decides, a terminal gets the table, and everything else CSV.
    pub(crate) fn prepare(&self, files: &mut Files) -> Result<Output, Failure> {
        self.prepare_beside(false, files)
    }

    /// Prepares the output of a command that writes other files itself, perhaps: stdout then gets
    /// nothing unless it is named.
    pub(crate) fn prepare_beside(
        &self,
        has_other_files: bool,
        files: &mut Files,
    ) -> Result<Output, Failure> {
        let (stdout, paths): (Vec<&PathBuf>, Vec<&PathBuf>) =
            self.output.iter().partition(|path| is_stdout(path));
        let files = paths.into_iter().map(|path| {
            let target = Target::prepare(path).or_usage()?;
            let format = self.format.or_else(|| Format::of_name(path));
            let format = format.or_else(|| target.is_device().then_some(Format::Csv));
            let format = format.ok_or_else(|| unknown_ending(path))?;
            Destination::new(format, target, format == Format::Csv, files)
        });
        let files = files.collect::<Result<Vec<_>, Failure>>()?;
        let has_stdout = !stdout.is_empty() || files.is_empty() && !has_other_files;
        let natural = if stdout_is_terminal() { Format::Table } else { Format::Csv };
        let stdout = has_stdout.then(|| self.format.unwrap_or(natural));
        let beside = Vec::new();
        Ok(Output { files, stdout, is_partial: false, beside, stop: None })
    }
}

/// Whether a name is that of a directory because it ends as one.
fn ends_in_slash(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

fn unknown_ending(path: &Path) -> Failure {
    usage_error!(
        "`{}`: unknown file ending; use .csv, .json, .md or .txt, or give --format",
        path.display()
    )
}

/// The names of stdout.
pub(crate) fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

impl Output {
    /// The output of a partial result, whose file names say so.
    pub(crate) fn partial(self) -> Result<Self, Failure> {
        let files = self.files.into_iter().map(Destination::partial).collect::<Result<_, _>>()?;
        Ok(Self { files, is_partial: true, ..self })
    }

    /// Tells the names of files that the command wrote itself with those of the result.
    pub(crate) fn beside(self, written: Vec<String>) -> Self {
        Self { beside: written, ..self }
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

    /// Writes the result where it goes. Unless `--quiet` is given, stderr tells what it is, and
    /// where: of a part of a result always.
    pub(crate) fn deliver(&self, report: &Report) -> Result<(), Failure> {
        let stop = self.stop.as_ref();
        self.write(report).map_err(|failure| stoppable::why(failure, stop))
    }

    fn write(&self, report: &Report) -> Result<(), Failure> {
        if let Some(delivered) = call::deliver(report) {
            return Ok(delivered?);
        }
        let stop = self.stop.as_ref();
        let content = |form: &Format, to: &mut dyn Write| {
            form.write(report, RenderTarget::PLAIN, &mut Stoppable::new(to, stop))
        };
        let mut written = self.beside.clone();
        written.extend(write_files(&self.files, content, Some(&report.record()))?);
        if let Some(format) = self.stdout {
            let mut stdout = BufWriter::new(io::stdout().lock());
            format.write(report, of_stdout(), &mut Stoppable::new(&mut stdout, stop))?;
            stdout.flush()?;
        }
        let (target, mut message) = (of_stderr(), Vec::new());
        match self.stdout {
            _ if is_quiet() => {}
            Some(Format::Table) => {}
            Some(_) => message.extend(report.summary(target).bytes()),
            None => report.write_text(target, &mut message)?,
        }
        // The result is where it belongs; that nobody can hear of it is not a failure.
        let _ = io::stderr().write_all(&message);
        tell_written(&written, self.is_partial);
        Ok(())
    }
}

/// Tells the names of files, those of a part of a result always.
fn tell_written(names: &[String], is_partial: bool) {
    let text = format!("wrote {}", names.join(", "));
    match names {
        [] => {}
        _ if is_partial => message::always(text),
        _ => message::note(text),
    }
}
