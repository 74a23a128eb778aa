//! The files that a command reads and writes, which must all be different.
//!
//! A command lists its inputs, then adds each output, before it computes. Files are compared by
//! canonical path: `./x.csv` and a link to `x.csv` are `x.csv`.

use crate::cli::file::lock_path;
use crate::commands::failure::Failure;
use same_file::Handle;
use std::path::{Path, PathBuf};

/// Role of an input file in messages.
const INPUT: &str = "an input";

/// Files that a command reads and writes, each with its role.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// The canonical path of each file, and the file's role.
    roles: Vec<(PathBuf, &'static str)>,
    /// The handle of stdin, if the command reads it.
    stdin: Option<Handle>,
}

impl Files {
    /// Creates the list of a command's files from its inputs; the path `-` means stdin.
    pub(crate) fn reading(inputs: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        let mut files = Self::default();
        for input in inputs {
            let path = input.as_ref();
            if path == Path::new("-") {
                files.stdin = Handle::stdin().ok();
            } else if path.is_file() || !path.exists() {
                // A terminal or a pipe may be read and written by the same command.
                files.roles.push((canonical(path), INPUT));
            }
        }
        files
    }

    /// Adds an output file; fails if the command already reads or writes this file.
    pub(crate) fn write(&mut self, path: &Path, role: &'static str) -> Result<(), Failure> {
        let file = canonical(path);
        match self.role(&file) {
            None => {
                self.roles.push((file, role));
                Ok(())
            }
            Some(other) if other == role => Err(usage_error!(
                "`{}` would be written twice; give every -o another name",
                path.display()
            )),
            Some(other) => Err(usage_error!(
                "`{}` cannot be both {other} and {role}; give one of them another name",
                path.display()
            )),
        }
    }

    /// Adds the file in which a run is saved, and its lock file, to the files of a command.
    pub(crate) fn save_to(&mut self, path: &Path) -> Result<(), Failure> {
        self.write(path, "the checkpoint")?;
        // The lock is next to the file itself, not next to a link.
        let locked = if path.is_symlink() { &canonical(path) } else { path };
        self.write(&lock_path(locked), "the lock of the checkpoint")
    }

    /// Returns whether a file is among the inputs of the command.
    pub(crate) fn reads(&self, path: &Path) -> bool {
        self.role(&canonical(path)) == Some(INPUT)
    }

    /// Returns the role of a file in a command, or `None` if the command does not use it.
    fn role(&self, file: &Path) -> Option<&'static str> {
        let listed = self.roles.iter().find(|(other, _)| other == file).map(|(_, role)| *role);
        let is_stdin = |stdin: &Handle| Handle::from_path(file).is_ok_and(|file| file == *stdin);
        let is_input = file.is_file() && self.stdin.as_ref().is_some_and(is_stdin);
        listed.or(is_input.then_some(INPUT))
    }
}

/// Returns the canonical path of a file, whether it exists or not.
fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if parent.as_os_str().is_empty() => {
            canonical(Path::new(".")).join(name)
        }
        (Some(parent), Some(name)) => canonical(parent).join(name),
        _ => path.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_has_one_name() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::create_dir(at("a")).unwrap();
        for (one, other) in [("x", "a/../x"), ("./x", "x"), ("no/x", "./no/x")] {
            assert_eq!(canonical(&at(one)), canonical(&at(other)), "{one} {other}");
        }
        assert_ne!(canonical(&at("x")), canonical(&at("a/x")));
        assert_eq!(canonical(Path::new("x")), canonical(Path::new("./x")));
        #[cfg(unix)]
        {
            fs::write(at("x"), "").unwrap();
            std::os::unix::fs::symlink(at("x"), at("link")).unwrap();
            assert_eq!(canonical(&at("link")), canonical(&at("x")));
        }
    }
}
