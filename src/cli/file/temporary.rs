//! Temporary files and directories created for results. All are registered, so that they can be
//! removed before the process ends; only a killed process leaves them behind.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// Temporary files, and directories created for results, that must be removed before the process
/// ends. The lock is held while one of them is created, renamed or removed.
static LISTED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Locks the list of temporary files and directories to remove.
pub(super) fn listed() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    LISTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files of this process, and the empty directories created for results.
/// Returns the lock of their list: a caller that is about to end the process keeps it, so that
/// other threads cannot create new ones.
pub(crate) fn remove_temporary_files() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    let mut listed = listed();
    remove(&mut listed);
    listed
}

/// Removes the listed files and empty directories, the content of a directory before the directory.
fn remove(listed: &mut BTreeSet<PathBuf>) {
    while let Some(path) = listed.pop_last() {
        // This removes only an empty directory.
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir(&path));
    }
}

/// Temporary file, which is removed when dropped unless it was renamed.
#[derive(Debug)]
pub(super) struct Temporary(Option<NamedTempFile>);

impl Temporary {
    /// Creates a temporary file with the permissions that new files usually get, so that not only
    /// its owner can read it.
    pub(super) fn create(directory: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".setodds-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut listed = listed();
        let file = builder.tempfile_in(directory)?;
        listed.insert(file.path().to_owned());
        Ok(Self(Some(file)))
    }

    /// Returns the open temporary file.
    pub(super) fn file(&self) -> &File {
        self.0.as_ref().expect("it is taken only at the end").as_file()
    }

    /// Renames the file to its final name.
    pub(super) fn rename(mut self, path: &Path) -> io::Result<()> {
        self.end(|file| file.persist(path).map(drop).map_err(|error| error.error))
    }

    /// Calls `last` with the temporary file, for example to rename it, and removes it from the list
    /// of files to remove before the process ends.
    fn end(&mut self, last: impl FnOnce(NamedTempFile) -> io::Result<()>) -> io::Result<()> {
        let Some(file) = self.0.take() else { return Ok(()) };
        let mut listed = listed();
        let path = file.path().to_owned();
        let done = last(file);
        listed.remove(&path);
        done
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // There is no remedy if the file cannot be removed.
        let _ = self.end(NamedTempFile::close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_temporary_is_listed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.csv");
        let (one, other) =
            (Temporary::create(directory.path()).unwrap(), Temporary::create(directory.path()));
        let is_listed = || listed().iter().filter(|it| it.starts_with(directory.path())).count();
        assert_eq!(is_listed(), 2);
        one.rename(&path).unwrap();
        assert_eq!(is_listed(), 1);
        drop(other);
        assert_eq!(is_listed(), 0);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        assert!(path.is_file());
    }

    /// This test runs itself again as the process that ends.
    #[cfg(unix)]
    #[test]
    fn a_process_that_ends_removes_its_temporary_files() {
        const DIRECTORY: &str = "SETODDS_TEST_DIRECTORY";
        if let Some(directory) = std::env::var_os(DIRECTORY) {
            let _file = Temporary::create(Path::new(&directory)).unwrap();
            let _listed = remove_temporary_files();
            std::process::exit(7);
        }
        let directory = tempfile::tempdir().unwrap();
        let (_, module) = module_path!().split_once("::").unwrap();
        let name = format!("{module}::a_process_that_ends_removes_its_temporary_files");
        let status = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", &name])
            .env(DIRECTORY, directory.path())
            .stdout(std::process::Stdio::null())
            .status();
        assert_eq!(status.unwrap().code(), Some(7), "the test itself has ended the process");
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
    }

    #[test]
    fn files_are_removed_with_the_directories_made_for_them() {
        let directory = tempfile::tempdir().unwrap();
        let (inner, full) = (directory.path().join("a/b"), directory.path().join("full"));
        fs::create_dir_all(&inner).unwrap();
        fs::create_dir(&full).unwrap();
        fs::write(inner.join("x"), "").unwrap();
        fs::write(full.join("result"), "").unwrap();
        let outer = directory.path().join("a");
        let mut listed = [outer.clone(), inner.join("x"), inner, full.clone()].into();
        remove(&mut listed);
        assert!(listed.is_empty() && !outer.exists() && full.join("result").exists());
    }
}
