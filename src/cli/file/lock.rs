//! Lock files, which give one process exclusive use of a file.
//!
//! Files are replaced by renaming, so a lock on the file itself would be a lock on the old content.
//! Therefore `x.lock` next to `x` is locked, and removed at the end. A process may wait for a lock
//! file that is then removed, and hold a useless lock: after locking, the name must still refer to
//! the locked file. The system releases a lock when its process ends in any way.
//!
//! A lock file is a regular, empty file. Any other file of that name belongs to another program,
//! such as `Cargo.lock` next to `Cargo`: it is neither opened nor removed.
//!
//! Some cluster file systems have no locks. On these, runs continue without a lock: two processes
//! may write the same file, but each writes a complete one, so at worst the same work is done
//! twice.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// An exclusive lock on a file, released when dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    /// The open lock file; `None` only while the lock is being dropped.
    file: Option<File>,
    unsupported: Option<io::Error>,
}

/// Error from locking a file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LockError {
    /// Another process holds the lock.
    #[error(
        "another process is working on `{0}`; wait until it ends, or name another file (it holds \
         the lock `{lock}`)",
        lock = lock_path(.0).display()
    )]
    Held(PathBuf),
    /// The name of the lock file belongs to another kind of file.
    #[error(
        "cannot lock `{0}`: `{lock}` is not an empty file, as locks are, but something else, which \
         is left as it is; name another file",
        lock = lock_path(.0).display()
    )]
    Foreign(PathBuf),
    /// The lock file cannot be created or opened.
    #[error("cannot lock `{0}`: {1}")]
    Refused(PathBuf, #[source] io::Error),
}

impl Lock {
    /// Locks a file, which need not exist. On a file system without locks (Lustre mounted without
    /// `flock`, DVS, NFS without a lock daemon) nothing is locked, and [`Lock::unsupported`]
    /// returns the error.
    ///
    /// # Errors
    ///
    /// Fails if another process holds the lock, if the lock file cannot be opened, or if its name
    /// belongs to another kind of file.
    pub(crate) fn take(path: &Path) -> Result<Self, LockError> {
        Self::take_with(path, File::try_lock)
    }

    fn take_with(
        path: &Path,
        try_lock: impl Fn(&File) -> Result<(), TryLockError>,
    ) -> Result<Self, LockError> {
        let own = lock_path(path);
        loop {
            let found = match own.symlink_metadata() {
                Ok(found) if found.is_file() && found.len() == 0 => true,
                Ok(_) => return Err(LockError::Foreign(path.to_owned())),
                Err(_) => false,
            };
            let file = match open(&own, found) {
                Ok(file) => file,
                // Another process has created or removed it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound && found => continue,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(source) => return Err(LockError::Refused(path.to_owned(), source)),
            };
            let unsupported = match try_lock(&file) {
                Ok(()) if is_lock(&file, &own) => None,
                Ok(()) => continue,
                Err(TryLockError::WouldBlock) => return Err(LockError::Held(path.to_owned())),
                // The open file is writable and not locked by others, so the file system has no
                // locks.
                Err(TryLockError::Error(error)) => Some(error),
            };
            return Ok(Self { path: own, file: Some(file), unsupported });
        }
    }

    /// Returns the error from a file system without locks, or `None` if the file is locked. After
    /// an error, other processes may use the file at the same time.
    pub(crate) const fn unsupported(&self) -> Option<&io::Error> {
        self.unsupported.as_ref()
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if !self.file.as_ref().is_some_and(|file| is_lock(file, &self.path)) {
            return;
        }
        // Unix removes the file while it is locked; Windows cannot remove an open file (see
        // `open`).
        if cfg!(windows) {
            self.file = None;
        }
        // A remaining lock file is harmless, since it is not locked.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Opens the lock file if it exists, otherwise creates it, without following symbolic links.
fn open(path: &Path, exists: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    // With `read`, opening does not block if the name now belongs to a pipe.
    options.read(true).write(true).create_new(!exists);
    // Others may read and write it (1 and 2), but not remove it (4), which std would allow.
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 1 | 2);
    options.open(path)
}

/// Returns the path of the lock file for a file: `x.part.lock` for `x.part`.
#[must_use]
pub(crate) fn lock_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

/// Returns whether an open lock file is empty and its name still refers to it.
fn is_lock(file: &File, path: &Path) -> bool {
    match (file.metadata(), path.symlink_metadata()) {
        (Ok(file), Ok(named)) => file.is_file() && file.len() == 0 && is_same(&file, &named),
        _ => false,
    }
}

/// Returns whether two metadata belong to the same file: those of an open file and those of its
/// name.
#[cfg(unix)]
fn is_same(file: &Metadata, named: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino()) == (named.dev(), named.ino())
}

/// Returns `true`: on Windows nobody can remove or rename a file opened by [`open`], so its name
/// still refers to it.
#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
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

    /// The errors of systems that do not implement flock(2).
    #[test]
    fn a_file_system_without_locks_is_told_and_no_obstacle() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        for error in [io::ErrorKind::Unsupported.into(), io::Error::from_raw_os_error(37)] {
            let message = error.to_string();
            let error = std::cell::Cell::new(Some(error));
            let lock = Lock::take_with(&path, |_| Err(TryLockError::Error(error.take().unwrap())));
            assert_eq!(lock.unwrap().unsupported().unwrap().to_string(), message);
        }
        assert!(Lock::take(&path).unwrap().unsupported().is_none());
        assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0, "nothing is left");
    }

    /// Another process removes the lock file between its opening and its locking.
    #[test]
    fn a_lock_on_a_removed_file_is_none() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        let tries = std::cell::Cell::new(0);
        let lock = Lock::take_with(&path, |file| {
            tries.set(tries.get() + 1);
            if cfg!(unix) && tries.get() == 1 {
                std::fs::remove_file(lock_path(&path)).unwrap();
            }
            file.try_lock()
        });
        assert_eq!(tries.get(), if cfg!(unix) { 2 } else { 1 });
        assert!(lock.is_ok() && lock_path(&path).exists());
    }

    #[test]
    fn what_is_not_an_empty_file_is_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        let lock = lock_path(&path);
        let refused = || {
            let error = Lock::take(&path).unwrap_err();
            assert!(matches!(error, LockError::Foreign(_)), "{error}");
            assert!(error.to_string().contains("x.lock` is not an empty file"), "{error}");
        };
        std::fs::write(&lock, "mine").unwrap();
        refused();
        assert_eq!(std::fs::read_to_string(&lock).unwrap(), "mine");
        std::fs::remove_file(&lock).unwrap();
        std::fs::create_dir(&lock).unwrap();
        refused();
        assert!(lock.is_dir());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_are_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        let (lock, other) = (lock_path(&path), directory.path().join("other"));
        let refused = || {
            let error = Lock::take(&path).unwrap_err();
            assert!(matches!(error, LockError::Foreign(_)), "{error}");
        };
        std::os::unix::fs::symlink(&other, &lock).unwrap();
        refused();
        assert!(lock.is_symlink() && !other.exists(), "a link to nothing makes no file");
        std::fs::write(&other, "").unwrap();
        refused();
        assert!(lock.is_symlink() && other.is_file(), "even an empty file of another name");
        std::fs::remove_file(&lock).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&lock).status().unwrap().success());
        refused();
        assert!(lock.exists());
    }

    /// A file that got content while it was held is not removed.
    #[cfg(unix)]
    #[test]
    fn a_lock_that_became_something_else_stays() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        let lock = Lock::take(&path).unwrap();
        std::fs::write(lock_path(&path), "mine").unwrap();
        drop(lock);
        assert_eq!(std::fs::read_to_string(lock_path(&path)).unwrap(), "mine");
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
