//! Directory that is created for the files of a result.

use super::TargetError;
use super::temporary::listed;
use std::fs;
use std::path::{Path, PathBuf};

/// Existing directory for results. When dropped, it removes the directories that were created for
/// it, if they are still empty.
#[derive(Debug)]
pub(crate) struct Directory {
    path: PathBuf,
    /// The directories that were created, innermost first.
    made: Vec<PathBuf>,
}

impl Directory {
    /// Creates the directory and its parents, unless they exist.
    ///
    /// # Errors
    ///
    /// Fails if a directory cannot be created, for example because its parent is a regular file.
    pub(crate) fn prepare(path: &Path) -> Result<Self, TargetError> {
        let around = path.ancestors().filter(|path| !path.as_os_str().is_empty());
        let made = around.take_while(|path| !path.exists()).map(Path::to_owned);
        let directory = Self { path: path.to_owned(), made: made.collect() };
        let mut listed = listed();
        fs::create_dir_all(path).map_err(|source| TargetError::Unmade(path.to_owned(), source))?;
        listed.extend(directory.made.iter().cloned());
        drop(listed);
        Ok(directory)
    }

    /// Returns the path of the directory for results.
    #[must_use]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let mut listed = listed();
        for directory in &self.made {
            // This removes only an empty directory.
            let _ = fs::remove_dir(directory);
            listed.remove(directory);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_empty_is_removed_again() {
        let around = tempfile::tempdir().unwrap();
        let path = around.path().join("a/b/c");
        let directory = Directory::prepare(&path).unwrap();
        assert!(directory.path().is_dir());
        drop(directory);
        assert!(!around.path().join("a").exists());

        let kept = Directory::prepare(&path).unwrap();
        fs::write(around.path().join("a/x"), "").unwrap();
        drop(kept);
        assert!(around.path().join("a").is_dir() && !path.exists());
        fs::create_dir(around.path().join("empty")).unwrap();
        drop(Directory::prepare(&around.path().join("empty")).unwrap());
        assert!(around.path().join("empty").is_dir(), "it was there before");
        let error = Directory::prepare(&around.path().join("a/x/y")).unwrap_err();
        assert!(error.to_string().starts_with("cannot make `"), "{error}");
    }
}
