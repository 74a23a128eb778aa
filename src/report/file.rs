//! Files that are written whole or not at all.
//!
//! [`Target::prepare`] finds out before any computing whether a file can be written. The bytes then
//! go to a temporary file in the same directory, which is synced and renamed onto the name: whoever
//! looks sees the old file or the new one, never a part. What is no regular file (a device, a
//! pipe) is written to directly, as there is nothing to keep.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    path: PathBuf,
    regular: bool,
}

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// There is no such directory.
    #[error("cannot write `{path}`: there is no directory `{directory}`; make it first")]
    NoDirectory {
        /// The file.
        path: PathBuf,
        /// Where it should be.
        directory: PathBuf,
    },
    /// The name is a directory's.
    #[error("cannot write `{0}`: it is a directory; name a file in it")]
    IsDirectory(PathBuf),
    /// The system says no.
    #[error("cannot write `{path}`: {source}")]
    Refused {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Target {
    /// Makes sure that `path` can be written, without touching it.
    ///
    /// # Errors
    ///
    /// When its directory is missing or not writable, or it is a directory itself.
    pub fn prepare(path: &Path) -> Result<Self, TargetError> {
        let refused = |source| TargetError::Refused { path: path.to_owned(), source };
        match path.metadata() {
            Ok(found) if found.is_dir() => Err(TargetError::IsDirectory(path.to_owned())),
            Ok(found) if !found.is_file() => {
                OpenOptions::new().write(true).open(path).map_err(refused)?;
                Ok(Self { path: path.to_owned(), regular: false })
            }
            // Behind a symbolic link, the file that it points to is replaced, not the link.
            Ok(_) => Self::regular(path.canonicalize().map_err(refused)?),
            Err(_) => Self::regular(path.to_owned()),
        }
    }

    fn regular(path: PathBuf) -> Result<Self, TargetError> {
        let directory = directory(&path);
        if !directory.is_dir() {
            return Err(TargetError::NoDirectory { directory: directory.to_owned(), path });
        }
        if path.file_name().is_none() {
            return Err(TargetError::IsDirectory(path));
        }
        match temporary(directory) {
            Ok(_) => Ok(Self { path, regular: true }),
            Err(source) => Err(TargetError::Refused { path, source }),
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file beside it with another ending, `x.run.json` for `x.csv`; nothing for what is no
    /// regular file.
    #[must_use]
    pub fn beside(&self, ending: &str) -> Option<Self> {
        self.regular.then(|| Self { path: self.path.with_extension(ending), regular: true })
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    ///
    /// When writing fails; a file that was there before is still there.
    pub fn write(
        &self,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), TargetError> {
        let result = if self.regular { self.replace(content) } else { self.pour(content) };
        result.map_err(|source| TargetError::Refused { path: self.path.clone(), source })
    }

    fn replace(&self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut file = temporary(directory(&self.path))?;
        let mut writer = io::BufWriter::new(file.as_file_mut());
        content(&mut writer)?;
        writer.flush()?;
        drop(writer);
        file.as_file().sync_all()?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }

    fn pour(&self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let file: File = OpenOptions::new().write(true).open(&self.path)?;
        let mut writer = io::BufWriter::new(file);
        content(&mut writer)?;
        writer.flush()
    }
}

/// The directory that holds a file.
fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// A temporary file with the rights of any new file, not only its owner's.
fn temporary(directory: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".setodds-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.csv");
        fs::write(&path, "old").unwrap();
        let target = Target::prepare(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");

        let failed = target.write(|writer| {
            writer.write_all(b"half of it")?;
            Err(io::Error::other("disk full"))
        });
        assert!(failed.unwrap_err().to_string().contains("disk full"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");

        target.write(|writer| writer.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(directory.path()), ["x.csv"]);
        let beside = target.beside("run.json").unwrap();
        assert_eq!(beside.path().file_name().unwrap(), "x.run.json");
    }

    #[test]
    fn what_cannot_be_written_is_found_before() {
        let directory = tempfile::tempdir().unwrap();
        let missing = directory.path().join("no/such/x.csv");
        assert!(matches!(Target::prepare(&missing), Err(TargetError::NoDirectory { .. })));
        assert!(matches!(Target::prepare(directory.path()), Err(TargetError::IsDirectory(_))));
        assert!(names(directory.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_to_and_links_followed() {
        let null = Target::prepare(Path::new("/dev/null")).unwrap();
        null.write(|writer| writer.write_all(b"gone")).unwrap();
        assert_eq!(null.beside("run.json"), None);
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());

        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        Target::prepare(&link).unwrap().write(|writer| writer.write_all(b"new")).unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    }
}
