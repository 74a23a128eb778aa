//! Files that are written as a whole or not at all.
//!
//! [`Target::prepare`] finds out before any computing whether a file can be written. The bytes then
//! go to a temporary file in the same directory ([`Target::stage`]), which is synced and, when all
//! files of a result are complete, renamed to the final name ([`Staged::commit`]): a reader sees
//! the old file or the new one, never a part. What is not a regular file (a device, a pipe) is
//! opened at once and written to directly; so is a file that the process has open, under a name
//! like `/dev/stdout`. A `Lock` keeps two processes off one file.

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

/// A file that can be written.
#[derive(Debug)]
pub(crate) struct Target {
    /// The name as it was given.
    name: PathBuf,
    /// Where it is: without symbolic links, and absolute.
    path: PathBuf,
    /// The open device or pipe that is written to directly.
    device: Option<File>,
}

/// Why a file cannot be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TargetError {
    /// The file has no such directory.
    #[error("cannot write `{0}`: there is no directory `{1}`; make it first")]
    NoDirectory(PathBuf, PathBuf),
    /// The name is a directory's.
    #[error("cannot write `{0}`: that is a directory; name a file in it")]
    IsDirectory(PathBuf),
    /// The name is a link's that leads nowhere.
    #[error("cannot write `{0}`: it is a symbolic link to nothing; remove it first")]
    Dangling(PathBuf),
    /// A directory cannot be made.
    #[error("cannot make `{0}`: {1}")]
    Unmade(PathBuf, #[source] io::Error),
    /// The file has another owner or group than a new one, and would lose it.
    #[error(
        "cannot write `{0}`: its owner or group is another one, which it would lose; name another \
         file, or remove it"
    )]
    Foreign(PathBuf),
    /// The system says no.
    #[error("cannot write `{0}`: {1}")]
    Refused(PathBuf, #[source] io::Error),
}

/// Content that is on disk and has only to be given its name.
#[derive(Debug)]
pub(crate) struct Staged {
    /// The name as it was given.
    name: PathBuf,
    path: PathBuf,
    /// Missing for a device, which has everything already.
    temporary: Option<Temporary>,
}

impl Target {
    /// Makes sure that `path` can be written, without touching it.
    ///
    /// # Errors
    ///
    /// When its directory is missing or not writable, or it is a directory itself.
    pub(crate) fn prepare(path: &Path) -> Result<Self, TargetError> {
        let refused = |source| TargetError::Refused(path.to_owned(), source);
        if names_a_directory(path) {
            return Err(TargetError::IsDirectory(path.to_owned()));
        }
        match path.metadata() {
            Ok(found) if found.is_dir() => Err(TargetError::IsDirectory(path.to_owned())),
            Ok(found) if !found.is_file() || is_an_open_file(path) => {
                let device = OpenOptions::new().append(true).open(path).map_err(refused)?;
                Ok(Self { name: path.to_owned(), path: path.to_owned(), device: Some(device) })
            }
            Ok(found) => {
                // What its owner has made read-only is not replaced, either.
                OpenOptions::new().append(true).open(path).map_err(refused)?;
                // Behind a symbolic link, the file that it points to is replaced, not the link.
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

    /// Makes a temporary file where the content is going to be. Its name is in no error.
    fn probe(&self) -> io::Result<Temporary> {
        Temporary::create(directory(&self.path)).map_err(|error| plain(&error))
    }

    /// The file, by the name that it was given: what messages show.
    #[must_use]
    pub(crate) fn name(&self) -> &Path {
        &self.name
    }

    /// The file, by the one name that all names of it come down to.
    #[must_use]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the target is a device or a pipe instead of a regular file.
    #[must_use]
    pub(crate) const fn is_device(&self) -> bool {
        self.device.is_some()
    }

    /// Returns the file behind symbolic links, beside which other files lie; a relative name stays
    /// one.
    pub(crate) fn neighbour(&self) -> PathBuf {
        let mut path = self.name.clone();
        // The links of a file that was found come to an end.
        while let Ok(to) = path.read_link() {
            path = path.parent().map_or_else(|| to.clone(), |parent| parent.join(&to));
        }
        path
    }

    /// A file beside it, `x.run.json` for `x.csv` with the suffix `run.json`: the suffix replaces
    /// the ending `.csv` and is added to any other name. Nothing beside a device.
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

    /// Returns the target of a partial result, `x.partial.csv` for `x.csv`, so that it never
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

    /// Puts the content on disk under a temporary name; a device gets it at once.
    ///
    /// # Errors
    ///
    /// When writing fails; a file that was there before is still there.
    pub(crate) fn stage(
        &self,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Staged, TargetError> {
        let mut content = Some(content);
        // The rest is compiled once, whatever the content.
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
    /// Gives the content its name.
    ///
    /// # Errors
    ///
    /// When renaming fails; a file that was there before is still there.
    pub(crate) fn commit(self) -> Result<(), TargetError> {
        let Some(temporary) = self.temporary else { return Ok(()) };
        let renamed = temporary.rename(&self.path);
        renamed.map_err(|error| TargetError::Refused(self.name, plain(&error)))?;
        keep_name(directory(&self.path));
        Ok(())
    }
}

/// Gives a file the owner and the group of the one that it replaces.
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

/// Puts a new name on disk, too, where the system can do that: else a crash of the machine may
/// bring the old file back, which is whole as well.
fn keep_name(directory: &Path) {
    #[cfg(unix)]
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
    #[cfg(not(unix))]
    let _ = directory;
}

/// Returns what the system said, without the name of the temporary file.
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

/// Returns whether a path names a file by a descriptor of this process: what stdout is redirected
/// to is not replaced.
fn is_an_open_file(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr"].iter().any(|name| path == Path::new(name))
        || (path.parent() == Some(Path::new("/dev/fd")) && path.file_name().is_some())
}

/// Returns whether a path ends as that of a directory, `x/` or `x/.`.
fn names_a_directory(path: &Path) -> bool {
    let text = path.to_string_lossy();
    text.is_empty() || text.ends_with(['/', std::path::MAIN_SEPARATOR]) || text.ends_with("/.")
}

/// The directory that holds a file.
fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
