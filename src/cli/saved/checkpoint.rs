//! Checkpoint: a file that holds the progress of a run, so that it can be resumed however it ends.
//!
//! The file is replaced as a whole, so at any time it is complete. When a save is due, the thread
//! that has just merged its blocks writes it; other threads continue and merge later, unless their
//! blocks take seconds. Saving takes milliseconds. Where it takes longer (a large result, a slow
//! disk), it is done less often, so that it costs at most a twentieth of the time. Times are those
//! of a monotonic clock.

use super::{Header, Saved, SavedError, SavedErrorKind, write};
use crate::cli::file::{Lock, LockError, Staged, Target, TargetError};
use crate::commands::failure::Failure;
use crate::report::spent::ComputeTime;
use crate::run::{Partial, Plan, SavedTally, Shard};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Interval between saves of a checkpoint. The first save does not wait.
const INTERVAL: Duration = Duration::from_secs(30);

/// Minimum ratio of the interval between saves of a checkpoint to the time that a save takes.
const MIN_INTERVAL_RATIO: u32 = 20;

/// Locked file that holds the progress of a run.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    target: Target,
    /// The path of the file as given by the user.
    path: PathBuf,
    shard: Option<Shard>,
    /// The time of the last save of the file, and the interval until the next one.
    last: Mutex<(Instant, Duration)>,
    lock: Lock,
}

/// Error from opening or reading a checkpoint.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CheckpointError {
    /// The file cannot be written.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// Another process holds the lock on the file.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The content of the file does not belong to this run, or is damaged.
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
    /// Checks that a checkpoint, new or existing, can be written, and locks it for a plan or one of
    /// its shards.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written, its lock file cannot be opened, or another process
    /// holds the lock.
    pub(crate) fn take(path: &Path, shard: Option<Shard>) -> Result<Self, CheckpointError> {
        let target = Target::prepare(path)?;
        let lock = Lock::take(&target.neighbour())?;
        let last = Mutex::new((Instant::now(), Duration::ZERO));
        Ok(Self { target, path: path.to_owned(), shard, last, lock })
    }

    /// Returns the error from a file system without locks, or `None` if the checkpoint is locked.
    /// After an error, other processes may use the checkpoint at the same time.
    #[must_use]
    pub(crate) const fn unlocked(&self) -> Option<&io::Error> {
        self.lock.unsupported()
    }

    /// Returns the path of the checkpoint as the user gave it.
    #[must_use]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the shard that the checkpoint holds; `None` for a whole plan.
    #[must_use]
    pub(crate) const fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// Formats the warning that a run continues although its checkpoint cannot be written.
    pub(crate) fn not_saved(&self, error: &TargetError) -> String {
        let saved = match self.path().is_file() {
            true => "the checkpoint before is good",
            false => "nothing is saved yet",
        };
        format!("{error}; {saved}, and the run continues")
    }

    /// Returns the content of the checkpoint, or `None` if the file does not exist yet.
    ///
    /// # Errors
    ///
    /// Fails if the file is not a saved result, is damaged, or holds another shard.
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

    /// Returns the partial result from which the run resumes: that of the checkpoint, or an empty
    /// one.
    ///
    /// # Errors
    ///
    /// Fails as [`Checkpoint::saved`] does, or if the file belongs to another plan. A shard needs
    /// exactly this plan, since the shards of a longer plan differ.
    pub(crate) fn resume<T: SavedTally>(&self, plan: &Plan) -> Result<Partial<T>, SavedError> {
        let Some(saved) = self.saved()? else { return Ok(Partial::new(plan.clone())) };
        let units = saved.header().plan.units();
        if self.shard.is_some() && units < plan.units() {
            let other = SavedErrorKind::Length { there: units, here: plan.units() };
            return Err(saved.error(other));
        }
        saved.load(plan)
    }

    /// Saves a partial result with its command and compute time.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written; it is then unchanged.
    pub(crate) fn save<T: SavedTally>(
        &self,
        partial: &Partial<T>,
        command: &[String],
        spent: Vec<ComputeTime>,
    ) -> Result<(), TargetError> {
        let header = Header { spent, ..Header::of(partial, command.to_vec(), self.shard) };
        self.save_with(|to| write(&header, partial, to))
    }

    /// Replaces the checkpoint with content that a function writes.
    ///
    /// # Errors
    ///
    /// Fails as [`Checkpoint::save`] does.
    pub(crate) fn save_with(
        &self,
        content: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> Result<(), TargetError> {
        let started = Instant::now();
        let result = self.target.stage(content).and_then(Staged::commit);
        let pause = INTERVAL.max(started.elapsed().saturating_mul(MIN_INTERVAL_RATIO));
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = (Instant::now(), pause);
        result
    }

    /// Returns whether the interval since the last save is over, so that the checkpoint should be
    /// saved.
    #[must_use]
    pub(crate) fn is_due(&self) -> bool {
        let (last, pause) = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.elapsed() >= pause
    }
}
