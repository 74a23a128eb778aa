//! Files that are written completely or not at all.
//!
//! [`Target::prepare`] checks before any computation that a file can be written. The bytes then go
//! to a temporary file in the same directory ([`Target::stage`]), which is synced and, when all
//! files of a result are complete, renamed to the final name ([`Staged::commit`]): a reader sees
//! the old file or the new one, never a part. Devices and pipes are opened at once and written to
//! directly, and so are files that the process has open, such as `/dev/stdout`. A `Lock` prevents
//! other processes from writing the same file.

mod directory;
mod lock;
mod temporary;
#[cfg(test)]
mod tests;

pub(crate) use directory::Directory;
pub(crate) use lock::Lock;
pub(crate) use lock::{LockError, lock_path};
pub(crate) use temporary::remove_temporary_files;

use std::error::Error;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use temporary::Temporary;

/// A file that is known to be writable.
#[derive(Debug)]
pub(crate) struct Target {
    /// The name as given.
    name: PathBuf,
    /// The absolute path without symbolic links; for a device or pipe, the path as given.
    path: PathBuf,
    /// The open device or pipe, or the open file behind a name such as `/dev/stdout`, which is
    /// written to directly.
    device: Option<File>,
}

/// Error from checking or writing a file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TargetError {
    /// The directory of the file does not exist.
    #[error("cannot write `{0}`: there is no directory `{1}`; make it first")]
    NoDirectory(PathBuf, PathBuf),
    /// The name belongs to a directory.
    #[error("cannot write `{0}`: that is a directory; name a file in it")]
    IsDirectory(PathBuf),
    /// The name belongs to a dangling symbolic link.
    #[error("cannot write `{0}`: it is a symbolic link to nothing; remove it first")]
    Dangling(PathBuf),
    /// A directory cannot be created.
    #[error("cannot make `{0}`: {1}")]
    Unmade(PathBuf, #[source] io::Error),
    /// Replacing the file would change its owner or group.
    #[error(
        "cannot write `{0}`: its owner or group is another one, which it would lose; name another \
         file, or remove it"
    )]
    Foreign(PathBuf),
    /// The operating system refuses access.
    #[error("cannot write `{0}`: {1}")]
    Refused(PathBuf, #[source] io::Error),
}

/// Content that is complete on disk and only needs its final name.
#[derive(Debug)]
pub(crate) struct Staged {
    name: PathBuf,
    path: PathBuf,
    /// `None` for a device, which already has the content.
    temporary: Option<Temporary>,
}

impl Target {
    /// Checks that `path` can be written, without changing it.
    ///
    /// # Errors
    ///
    /// Fails if the path is a directory or a dangling symbolic link, if the file or its directory
    /// is not writable, if its directory is missing, or if replacing the file would change its
    /// owner or group.
    pub(crate) fn prepare(path: &Path) -> Result<Self, TargetError> {
        let refused = |source| TargetError::Refused(path.to_owned(), source);
        if has_directory_form(path) {
            return Err(TargetError::IsDirectory(path.to_owned()));
        }
        match path.metadata() {
            Ok(found) if found.is_dir() => Err(TargetError::IsDirectory(path.to_owned())),
            Ok(found) if !found.is_file() || names_open_file(path) => {
                let device = OpenOptions::new().append(true).open(path).map_err(refused)?;
                Ok(Self { name: path.to_owned(), path: path.to_owned(), device: Some(device) })
            }
            Ok(found) => {
                // A read-only file is not replaced, although its directory would permit it.
                OpenOptions::new().append(true).open(path).map_err(refused)?;
                // A symbolic link stays; the file that it points to is replaced.
                let file = dunce::canonicalize(path).map_err(refused)?;
                let target = Self { name: path.to_owned(), path: file, device: None };
                let foreign = |_| TargetError::Foreign(path.to_owned());
                keep_owner(&target.probe().map_err(refused)?, &found).map_err(foreign)?;
                Ok(target)
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(refused(error)),
            Err(_) if path.is_symlink() => Err(TargetError::Dangling(path.to_owned())),
            Err(_) => {
                let place = directory(path);
                let missing = || TargetError::NoDirectory(path.to_owned(), place.to_owned());
                let place =
                    dunce::canonicalize(place).ok().filter(|it| it.is_dir()).ok_or_else(missing)?;
                let file = path.file_name().ok_or_else(missing)?;
                Self::regular(path, place.join(file))
            }
        }
    }

    fn regular(name: &Path, path: PathBuf) -> Result<Self, TargetError> {
        let name = name.to_owned();
        let target = Self { name, path, device: None };
        match target.probe() {
            Ok(_) => Ok(target),
            Err(source) => Err(TargetError::Refused(target.name, source)),
        }
    }

    /// Creates a temporary file in the directory of the target. Errors do not show the name of that
    /// file.
    fn probe(&self) -> io::Result<Temporary> {
        Temporary::create(directory(&self.path)).map_err(|error| plain(&error))
    }

    /// Returns the name as given, for messages.
    #[must_use]
    pub(crate) fn name(&self) -> &Path {
        &self.name
    }

    /// Returns the canonical path; for a device or pipe, the path as given.
    #[must_use]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the target is written to directly, as a device, a pipe or `/dev/stdout`,
    /// instead of being replaced as a whole.
    #[must_use]
    pub(crate) const fn is_device(&self) -> bool {
        self.device.is_some()
    }

    /// Returns the name of the file to which the given name leads through symbolic links; companion
    /// files are written next to it. A relative name stays relative.
    pub(crate) fn neighbour(&self) -> PathBuf {
        let mut path = self.name.clone();
        // A file that was found has a finite chain of links.
        while let Ok(to) = path.read_link() {
            path = path.parent().map_or_else(|| to.clone(), |parent| parent.join(&to));
        }
        path
    }

    /// Returns the target of a companion file: the suffix replaces `.csv` or is added to any other
    /// name, such as `x.run.json` for `x.csv`. `None` for a device.
    ///
    /// # Errors
    ///
    /// When that file cannot be written.
    pub(crate) fn beside(&self, suffix: &str) -> Result<Option<Self>, TargetError> {
        if self.device.is_some() {
            return Ok(None);
        }
        let path = self.neighbour();
        let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        let stem = if is_csv { path.with_extension("") } else { path };
        let mut name = stem.into_os_string();
        name.push(".");
        name.push(suffix);
        Self::prepare(Path::new(&name)).map(Some)
    }

    /// Returns the target of a partial result, such as `x.partial.csv` for `x.csv`, which never
    /// replaces a complete one; for a device the device itself.
    ///
    /// # Errors
    ///
    /// When that file cannot be written.
    pub(crate) fn partial(&self) -> Result<Self, TargetError> {
        let Some(device) = &self.device else {
            return Self::prepare(&partial_name(&self.neighbour()));
        };
        let device = device.try_clone();
        let device = device.map_err(|error| TargetError::Refused(self.name.clone(), error))?;
        Ok(Self { name: self.name.clone(), path: self.path.clone(), device: Some(device) })
    }

    /// Writes the content to disk under a temporary name, or directly to a device.
    ///
    /// # Errors
    ///
    /// When writing fails; an existing file is unchanged.
    pub(crate) fn stage(
        &self,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Staged, TargetError> {
        let mut content = Some(content);
        // The rest is compiled once, not for each type of content.
        self.try_stage(&mut |to| content.take().map_or(Ok(()), |content| content(to)))
            .map(|temporary| Staged { name: self.name.clone(), path: self.path.clone(), temporary })
            .map_err(|source| TargetError::Refused(self.name.clone(), source))
    }

    fn try_stage(
        &self,
        content: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<Option<Temporary>> {
        if let Some(device) = &self.device {
            let mut writer = io::BufWriter::new(device);
            content(&mut writer)?;
            writer.flush()?;
            return Ok(None);
        }
        let temporary = self.probe()?;
        let file = temporary.file();
        if let Ok(old) = self.path.metadata() {
            keep_owner(&temporary, &old)?;
            file.set_permissions(old.permissions())?;
        }
        let mut writer = io::BufWriter::new(file);
        content(&mut writer)?;
        writer.flush()?;
        drop(writer);
        file.sync_all()?;
        Ok(Some(temporary))
    }
}

impl Staged {
    /// Renames the content to its final name.
    ///
    /// # Errors
    ///
    /// When renaming fails; an existing file is unchanged.
    pub(crate) fn commit(self) -> Result<(), TargetError> {
        let Some(temporary) = self.temporary else { return Ok(()) };
        let renamed = temporary.rename(&self.path);
        renamed.map_err(|error| TargetError::Refused(self.name, plain(&error)))?;
        sync_directory(directory(&self.path));
        Ok(())
    }
}

/// Gives the temporary file the owner and the group of the file that it replaces.
#[cfg(unix)]
fn keep_owner(temporary: &Temporary, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let new = temporary.file().metadata()?;
    let differs = |old: u32, new: u32| (old != new).then_some(old);
    let (owner, group) = (differs(old.uid(), new.uid()), differs(old.gid(), new.gid()));
    if owner.is_some() || group.is_some() {
        fchown(temporary.file(), owner, group)?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_owner(_: &Temporary, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Syncs the directory, where the system can: otherwise a crash of the machine may bring back the
/// old file, which is complete as well.
fn sync_directory(directory: &Path) {
    #[cfg(unix)]
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
    #[cfg(not(unix))]
    let _ = directory;
}

/// Returns an error with the system's message, without the name of the temporary file.
fn plain(error: &io::Error) -> io::Error {
    let mut source: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(it) = source {
        let code = it.downcast_ref::<io::Error>().and_then(io::Error::raw_os_error);
        if let Some(code) = code {
            return io::Error::from_raw_os_error(code);
        }
        source = it.source();
    }
    error.kind().into()
}

/// Returns the name of a partial result: `x.partial.csv` for `x.csv`.
pub(crate) fn partial_name(path: &Path) -> PathBuf {
    let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
    let ending = ending.map_or("partial".to_owned(), |ending| format!("partial.{ending}"));
    path.with_extension(ending)
}

/// Returns whether a path names an open file descriptor of this process; a file to which stdout is
/// redirected is not replaced.
fn names_open_file(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr"].iter().any(|name| path == Path::new(name))
        || (path.parent() == Some(Path::new("/dev/fd")) && path.file_name().is_some())
}

/// Returns whether a path has the form of a directory, `x/` or `x/.`.
fn has_directory_form(path: &Path) -> bool {
    let text = path.to_string_lossy();
    text.is_empty() || text.ends_with(['/', std::path::MAIN_SEPARATOR]) || text.ends_with("/.")
}

/// Returns the directory of a file.
fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
