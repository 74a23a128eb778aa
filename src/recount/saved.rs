//! The file in which a run keeps its progress: it is replaced as a whole, so that however a run
//! ends, there is a complete one.

use setodds_engine::run::{
    Header, Partial, Plan, Record, Saved, SavedError, SavedErrorKind, write,
};
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// How often progress is saved.
const INTERVAL: Duration = Duration::from_secs(2);

/// A file with the progress of a run.
pub(crate) struct ProgressFile {
    path: PathBuf,
    last: Mutex<Instant>,
}

impl ProgressFile {
    pub(crate) fn new(path: &OsStr) -> Self {
        Self { path: path.into(), last: Mutex::new(Instant::now()) }
    }

    /// Reads the progress; that of a file that does not exist is none.
    pub(crate) fn load<T: Record>(&self, plan: &Plan) -> Result<Partial<T>, SavedError> {
        match Saved::open(&self.path) {
            Err(SavedError { reason: SavedErrorKind::Unreadable(error), .. })
                if error.kind() == ErrorKind::NotFound =>
            {
                Ok(Partial::new(plan.clone()))
            }
            saved => saved?.load(plan),
        }
    }

    /// Returns whether the interval since the last save is over.
    pub(crate) fn is_due(&self) -> bool {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).elapsed() >= INTERVAL
    }

    /// Replaces the file.
    pub(crate) fn save<T: Record>(&self, partial: &Partial<T>) -> io::Result<()> {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let directory = self.path.parent().filter(|it| !it.as_os_str().is_empty());
        let file = NamedTempFile::new_in(directory.unwrap_or(Path::new(".")))?;
        let header = Header::of(partial, vec!["setodds-recount".to_owned()], None);
        let mut to = BufWriter::new(&file);
        write(&header, partial, &mut to)?;
        to.flush()?;
        drop(to);
        file.as_file().sync_all()?;
        file.persist(&self.path)?;
        Ok(())
    }
}

impl fmt::Display for ProgressFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.path.display())
    }
}
