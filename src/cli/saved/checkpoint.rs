//! A file that keeps the progress of a run, so that it can be resumed however it ends.
//!
//! The file is replaced as a whole, so at any moment there is a complete one. It is written by the
//! thread that has just merged its blocks when a save is due; others go on with their work and
//! merge later, unless their blocks take seconds. Saving takes milliseconds; where it takes long
//! (much to write, a slow disk), it is done less often, so that it costs at most a twentieth of the
//! time. Times are those of a monotonic clock.

use super::{Header, Saved, SavedError, SavedErrorKind, write};
use crate::cli::file::{Lock, LockError, Staged, Target, TargetError};
use crate::commands::failure::Failure;
use crate::report::spent::ComputeTime;
use crate::run::{Partial, Plan, SavedTally, Shard};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The interval between saves. The first save has no such wait.
const INTERVAL: Duration = Duration::from_secs(30);

/// Saving takes at most about one part in this many of the time.
const AT_MOST_ONE_IN: u32 = 20;

/// A file that holds the progress of a run, and that no other process may use meanwhile.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    target: Target,
    /// The path as the user has named it.
    path: PathBuf,
    shard: Option<Shard>,
    /// When it was saved last, and how long not to save after that.
    last: Mutex<(Instant, Duration)>,
    lock: Lock,
}

/// Why a checkpoint is not usable.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CheckpointError {
    /// The file cannot be written.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// Another process uses it.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// Its content is not usable for this run.
    #[error(transparent)]
    Saved(#[from] SavedError),
}

impl From<CheckpointError> for Failure {
    fn from(error: CheckpointError) -> Self {
        match error {
            CheckpointError::Lock(error @ LockError::Held(_)) => Self::Busy(error.to_string()),
            error => Self::Usage(error.to_string()),
        }
    }
}

impl Checkpoint {
    /// Opens and locks a checkpoint file, which may be new, for a plan or one shard of it.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or another process holds it.
    pub(crate) fn take(path: &Path, shard: Option<Shard>) -> Result<Self, CheckpointError> {
        let target = Target::prepare(path)?;
        let lock = Lock::take(&target.neighbour())?;
        let last = Mutex::new((Instant::now(), Duration::ZERO));
        Ok(Self { target, path: path.to_owned(), shard, last, lock })
    }

    /// Why other processes are not kept off the file, where the system cannot lock it.
    #[must_use]
    pub(crate) const fn unlocked(&self) -> Option<&io::Error> {
        self.lock.unsupported()
    }

    /// The file.
    #[must_use]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The shard of a plan that it keeps; nothing where that is all of it.
    #[must_use]
    pub(crate) const fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// Returns the warning that the run goes on without being saved.
    pub(crate) fn not_saved(&self, error: &TargetError) -> String {
        let saved = match self.path().is_file() {
            true => "the checkpoint before is good",
            false => "nothing is saved yet",
        };
        format!("{error}; {saved}, and the run continues")
    }

    /// The content of the file; `None` where it does not exist yet.
    ///
    /// # Errors
    ///
    /// When the file is not a saved result, is damaged, or keeps another shard.
    pub(crate) fn saved(&self) -> Result<Option<Saved>, SavedError> {
        if self
            .target
            .path()
            .symlink_metadata()
            .is_err_and(|it| it.kind() == io::ErrorKind::NotFound)
        {
            return Ok(None);
        }
        let saved = Saved::open(&self.path)?;
        let (there, here) = (saved.header().shard, self.shard);
        if there == here {
            return Ok(Some(saved));
        }
        Err(saved.error(SavedErrorKind::Shard { there, here }))
    }

    /// The partial result to resume from: the one in the file, or an empty one.
    ///
    /// # Errors
    ///
    /// As [`Checkpoint::saved`], or when the file is of another plan; one that keeps a shard must
    /// be of just this plan, as the shards of a longer one are others.
    pub(crate) fn resume<T: SavedTally>(&self, plan: &Plan) -> Result<Partial<T>, SavedError> {
        let Some(saved) = self.saved()? else { return Ok(Partial::new(plan.clone())) };
        let units = saved.header().plan.units();
        if self.shard.is_some() && units < plan.units() {
            let other = SavedErrorKind::Length { there: units, here: plan.units() };
            return Err(saved.error(other));
        }
        saved.load(plan)
    }

    /// Saves a partial result, the command that computes it, and the time that it took.
    ///
    /// # Errors
    ///
    /// When writing fails: the file is as it was.
    pub(crate) fn save<T: SavedTally>(
        &self,
        partial: &Partial<T>,
        command: &[String],
        spent: Vec<ComputeTime>,
    ) -> Result<(), TargetError> {
        let header = Header { spent, ..Header::of(partial, command.to_vec(), self.shard) };
        self.save_with(|to| write(&header, partial, to))
    }

    /// Saves other content.
    ///
    /// # Errors
    ///
    /// As [`Checkpoint::save`].
    pub(crate) fn save_with(
        &self,
        content: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> Result<(), TargetError> {
        let started = Instant::now();
        let result = self.target.stage(content).and_then(Staged::commit);
        let pause = INTERVAL.max(started.elapsed().saturating_mul(AT_MOST_ONE_IN));
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = (Instant::now(), pause);
        result
    }

    /// Returns whether a save is due.
    #[must_use]
    pub(crate) fn is_due(&self) -> bool {
        let (last, pause) = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.elapsed() >= pause
    }
}
