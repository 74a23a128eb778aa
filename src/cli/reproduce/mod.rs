//! `setodds reproduce`: everything that the documents of a directory show, made anew by the
//! commands that stand in them: numbers, tables, pictures, the page. Each command runs as a process
//! of its own, as if it were typed.

mod gallery;
mod script;

use super::failure::{Failure, OrFail};
use super::help::OUTPUT;
use super::message;
use super::units::time;
use clap::Args;
use gallery::{Found, Gallery};
use script::Kind;
use std::io::{self, Write};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Examples:
  setodds reproduce --list            the commands, and their times
  setodds reproduce --shown           tables, pictures and the page
  setodds reproduce --shown --check   are they up to date?
  setodds reproduce --check           compute everything, and compare
  setodds reproduce                   make everything anew";

/// Run the commands in documents again, to update or compare them.
///
/// The documents are the Markdown files below DIRECTORY, and the README.md beside it. A `setodds`
/// line of a sh block is followed if it has -o, and all that its options write lies below
/// DIRECTORY. A table stands between `<!-- setodds table ... -->` and `<!-- end -->`. Commands run
/// where DIRECTORY lies, first those that compute, then tables, pictures, and pages.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct ReproduceArgs {
    /// Where the documents and their results lie
    #[arg(value_name = "DIRECTORY", default_value = "reports")]
    directory: PathBuf,
    /// Only what is shown: tables, pictures and pages; the CSVs stay
    #[arg(long)]
    shown: bool,
    /// Change nothing, and compare: exit code 1 when something differs
    #[arg(long)]
    check: bool,
    /// List the commands, and how long they took, and run none
    #[arg(long, conflicts_with = "check")]
    list: bool,
    /// Say only what differs
    #[arg(short, long, help_heading = OUTPUT)]
    quiet: bool,
}

impl ReproduceArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let mut gallery = Gallery::open(&self.directory)?;
        if self.shown {
            gallery.steps.retain(|step| matches!(step.kind(), Kind::Drawn | Kind::Page));
        }
        if self.list {
            return list(&gallery);
        }
        let places = if self.check { Some(tempfile::tempdir().or_failed()?) } else { None };
        let elsewhere = places.as_ref().map(tempfile::TempDir::path);
        let (mut same, mut different) = (0_usize, Vec::new());
        let mut seen = |found: Found| {
            for (name, is_same) in found {
                self.tell(&name, is_same);
                if is_same { same += 1 } else { different.push(name) }
            }
        };
        let first_shown = gallery.steps.partition_point(|step| step.kind() < Kind::Drawn);
        let (numbers, shown) = gallery.steps.split_at(first_shown);
        for step in numbers {
            self.mention(&step.to_string());
            seen(gallery.follow(step, elsewhere)?);
        }
        for document in &gallery.documents {
            seen(gallery.fill(document, self.check)?);
        }
        for step in shown {
            seen(gallery.follow(step, elsewhere)?);
        }
        if self.check { verdict(same, &different) } else { Ok(()) }
    }

    fn mention(&self, text: &str) {
        if !self.quiet {
            message::note(text);
        }
    }

    fn tell(&self, name: &str, is_same: bool) {
        let what = match (self.check, is_same) {
            (_, true) => "same",
            (false, false) => "new",
            (true, false) => "DIFFERS",
        };
        self.mention(&format!("{what}: {name}"));
    }
}

/// The commands in the order in which they run, with what their records say.
fn list(gallery: &Gallery) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    for step in &gallery.steps {
        let took = gallery.took(step).map_or_else(String::new, time);
        writeln!(stdout, "{took:>10}  {step}")?;
    }
    Ok(())
}

fn verdict(same: usize, different: &[String]) -> Result<(), Failure> {
    if same + different.len() == 0 {
        return Err(usage_error!("there is nothing to compare"));
    }
    if different.is_empty() {
        message::note(format_args!("{same} files are what their commands make"));
        return Ok(());
    }
    Err(Failure::Failed(format!(
        "{} of {} files are not what their commands make: {}; `setodds reproduce --shown` makes \
         tables, pictures and pages anew",
        different.len(),
        same + different.len(),
        different.join(", ")
    )))
}
