//! Checkpoint file of a run of `setodds-recount`. It is replaced atomically, so a complete file
//! exists however a run ends.

use setodds_engine::run::{Blocks, Partial, Plan, SavedTally, TALLY, read_tally, write_tallies};
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// Interval between two saves of the checkpoint.
const INTERVAL: Duration = Duration::from_secs(2);

/// First line of a checkpoint file.
const MAGIC: &str = "setodds-recount, format 1";

/// Last line of a checkpoint file; missing from a truncated file.
const END: &str = "end";

/// Checkpoint file of a run.
pub(crate) struct ProgressFile {
    path: PathBuf,
    last: Mutex<Instant>,
}

impl ProgressFile {
    pub(crate) fn new(path: &OsStr) -> Self {
        Self { path: path.into(), last: Mutex::new(Instant::now()) }
    }

    /// Reads the saved progress of a run, which is empty if the file does not exist.
    pub(crate) fn load<T: SavedTally>(&self, plan: &Plan) -> Result<Partial<T>, String> {
        let text = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Partial::new(plan.clone()));
            }
            text => text.map_err(|error| format!("{self} cannot be read: {error}"))?,
        };
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return Err(format!("{self} is not a partial result of setodds-recount"));
        }
        let (there, here) = (lines.next().unwrap_or_default(), plan_line(plan));
        if there != here {
            return Err(format!("{self} belongs to another run: `{there}` there, `{here}` here"));
        }
        let mut read = || {
            let finished = Blocks::parse(lines.next()?.strip_prefix("finished")?)?;
            let has_full_blocks = finished.ranges().iter().any(|it| plan.is_full(it.start));
            let (mut full, mut short) = (T::default(), None);
            loop {
                let line = lines.next()?;
                if line == END {
                    return Partial::restored(plan.clone(), finished, full, short);
                }
                let (word, rest) = line.split_once(' ')?;
                if word == TALLY && !has_full_blocks {
                    return None;
                }
                read_tally(word, rest, &mut full, &mut short)?;
            }
        };
        read().ok_or_else(|| format!("{self} was changed or damaged"))
    }

    /// Returns whether the interval since the last save is over, so that the progress should be
    /// saved.
    pub(crate) fn is_due(&self) -> bool {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).elapsed() >= INTERVAL
    }

    /// Writes the progress and atomically replaces the file.
    pub(crate) fn save<T: SavedTally>(&self, partial: &Partial<T>) -> io::Result<()> {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let directory = self.path.parent().filter(|it| !it.as_os_str().is_empty());
        let file = NamedTempFile::new_in(directory.unwrap_or(Path::new(".")))?;
        let mut to = BufWriter::new(&file);
        let (plan, finished) = (plan_line(partial.plan()), partial.finished());
        writeln!(to, "{MAGIC}\n{plan}\nfinished {finished}")?;
        write_tallies(partial, &mut to)?;
        writeln!(to, "{END}")?;
        to.flush()?;
        drop(to);
        file.as_file().sync_all()?;
        file.persist(&self.path)?;
        Ok(())
    }
}

/// Returns the line of a checkpoint file that identifies the plan.
fn plan_line(plan: &Plan) -> String {
    format!("{} units={} block={}", plan.job(), plan.units(), plan.units_per_block())
}

impl fmt::Display for ProgressFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.path.display())
    }
}
