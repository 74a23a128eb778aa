//! Paths of files that are to be written.

use super::TargetError;
use std::path::{Path, PathBuf};

/// `x/` and `x/.`, which a path's last component hides.
pub(super) fn names_a_directory(path: &Path) -> bool {
    let text = path.to_string_lossy();
    text.is_empty() || text.ends_with(['/', std::path::MAIN_SEPARATOR]) || text.ends_with("/.")
}

/// The directory that holds a file.
pub(super) fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// A file that does not exist yet, by the one name that all names of it come down to.
pub(super) fn resolved(path: &Path) -> Result<PathBuf, TargetError> {
    let place = directory(path);
    let found = place.canonicalize().ok().filter(|it| it.is_dir()).zip(path.file_name());
    found.map(|(place, file)| place.join(file)).ok_or_else(|| TargetError::NoDirectory {
        directory: place.to_owned(),
        path: path.to_owned(),
    })
}
