//! A file that only one process works on.
//!
//! Files here are replaced by renaming, so a lock on the file itself would be one on what is no longer there.
//! `x.lock` beside `x` is locked instead, and removed at the end. Whoever waited for a lock file that is then
//! removed holds a lock on nothing: after locking, the name must still be that of the locked file. The system
//! gives a lock back when its process ends, however it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The right to work on a file; given back when dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

/// A lock that is not to be had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has it.
    #[error(
        "another process is working on `{0}`; wait until it ends, or name another file (it holds the lock \
         `{lock}`)",
        lock = lock_path(.0).display()
    )]
    Held(PathBuf),
    /// The system says no.
    #[error("cannot lock `{path}`: {source}")]
    Refused {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Lock {
    /// Locks a file, which need not exist.
    ///
    /// # Errors
    ///
    /// When another process holds the lock, or there can be none.
    pub fn take(path: &Path) -> Result<Self, LockError> {
        let refused = |source| LockError::Refused { path: path.to_owned(), source };
        let own = lock_path(path);
        loop {
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(false);
            let file = options.open(&own).map_err(refused)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &own) => return Ok(Self { path: own, _file: file }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(LockError::Held(path.to_owned())),
                Err(TryLockError::Error(error)) => return Err(refused(error)),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // If it stays, nobody holds it.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn lock_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

/// Whether a file still has the name under which it was opened.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |data: std::fs::Metadata| (data.dev(), data.ino());
    match (file.metadata(), path.metadata()) {
        (Ok(file), Ok(named)) => identity(file) == identity(named),
        _ => false,
    }
}

/// An open file cannot be removed there.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_owner_at_a_time() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        for _ in 0..3 {
            let lock = Lock::take(&path).unwrap();
            let error = Lock::take(&path).unwrap_err();
            assert!(matches!(error, LockError::Held(_)), "{error}");
            assert!(error.to_string().contains("x.lock"), "{error}");
            drop(lock);
        }
        assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0, "nothing is left");
        let nowhere = Lock::take(&directory.path().join("no/x")).unwrap_err();
        assert!(matches!(nowhere, LockError::Refused { .. }));
    }

    #[test]
    fn threads_take_turns() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        let owners = std::sync::atomic::AtomicUsize::new(0);
        let taken = std::thread::scope(|scope| {
            let own = || {
                let mut taken = 0;
                while taken < 50 {
                    let Ok(_lock) = Lock::take(&path) else { continue };
                    assert_eq!(owners.fetch_add(1, std::sync::atomic::Ordering::SeqCst), 0);
                    owners.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                    taken += 1;
                }
                taken
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(own)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>()
        });
        assert_eq!(taken, 200);
    }
}
