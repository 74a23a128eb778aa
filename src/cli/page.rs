//! `setodds page`: the reports as one HTML file.

use super::failure::{Failure, OrFail};
use super::help::OUTPUT;
use super::output::{is_stdout, refuse_inputs};
use super::say::say;
use anyhow::{Context, anyhow};
use clap::Args;
use setodds::file::Target;
use setodds::report::page::{Texts, page};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  setodds page reports/ -o reports/index.html
  setodds page . -o page.html                   the CSVs of your own runs";

/// Make one HTML file of all results below a directory, to look at and to play with.
///
/// The page shows what it finds, whatever the files are called: distributions of the number of sets (simulate,
/// enumerate), games (play), hands without a set (caps), races (bench). It needs no network and no other file.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct PageArgs {
    /// Where the CSVs lie, with their records (x.run.json)
    #[arg(value_name = "DIRECTORY")]
    directory: PathBuf,
    /// Write the page to FILE, as a whole; `-` is stdout
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = OUTPUT)]
    output: PathBuf,
    /// No word on stderr
    #[arg(short, long, help_heading = OUTPUT)]
    quiet: bool,
}

impl PageArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let to_file = (!is_stdout(&self.output)).then(|| Target::prepare(&self.output));
        let target = to_file.transpose().or_usage()?;
        let mut texts = Texts::new();
        collect(&self.directory, "", &mut texts).map_err(Failure::Usage)?;
        let read: Vec<PathBuf> = texts.keys().map(|name| self.directory.join(name)).collect();
        refuse_inputs(&[&self.output], read.iter().map(PathBuf::as_path))?;
        let tables = texts.keys().filter(|path| path.ends_with(".csv")).count();
        if tables == 0 {
            return Err(Failure::Usage(anyhow!(
                "there is no CSV in `{}`; name a directory with results, such as `reports/`",
                self.directory.display()
            )));
        }
        let page = page(&texts).with_context(|| format!("in `{}`", self.directory.display()));
        let html = page.map_err(|error| Failure::Usage(anyhow!("{error:#}")))?;
        let Some(target) = target else {
            return Ok(io::stdout().lock().write_all(html.as_bytes())?);
        };
        let staged = target.stage(|to| to.write_all(html.as_bytes())).or_failed()?;
        staged.commit().or_failed()?;
        if !self.quiet {
            let kilobytes = html.len().div_ceil(1000);
            let wrote = target.name().display();
            let files = if tables == 1 { "CSV" } else { "CSVs" };
            say(&format!("wrote {wrote}: {kilobytes} kB, from {tables} {files}"));
        }
        Ok(())
    }
}

/// Reads all CSVs and records below a directory; links to directories are not followed.
fn collect(directory: &Path, prefix: &str, texts: &mut Texts) -> Result<(), anyhow::Error> {
    let shown = directory.display();
    let entries = fs::read_dir(directory).with_context(|| {
        format!("cannot read `{shown}`; name a directory with results, such as `reports/`")
    });
    for entry in entries.map_err(|error| anyhow!("{error:#}"))? {
        let entry = entry.with_context(|| format!("cannot read `{shown}`"))?;
        let (path, name) = (entry.path(), entry.file_name());
        let Some(name) = name.to_str().map(|name| format!("{prefix}{name}")) else { continue };
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&path, &format!("{name}/"), texts)?;
        } else if name.ends_with(".csv") || name.ends_with(".run.json") {
            let text = fs::read_to_string(&path);
            let text =
                text.map_err(|error| anyhow!("cannot read `{}`: {error}", path.display()))?;
            texts.insert(name, text);
        }
    }
    Ok(())
}
