//! Partial results in files. Checkpoints, shards and finished results have the same format.
//!
//! A file is readable text:
//!
//! ```text
//! setodds partial result, format 2
//! program 0.1.0
//! command ["simulate","--cards","12","--deals","100000","--seed","1"]
//! job simulate scheme=v1 features=4 cards=12 measure=sets seed=1
//! units 100000
//! block 16384
//! shard 2/3
//! finished 2-3
//! spent [{"host":{...},"threads":2,"started":1763769600000000,"microseconds":5210,"units":32768}]
//! tally 12 sets: 1090 4711 8546 ...
//! sha256 f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2
//! ```
//!
//! `job`, `units` and `block` are the plan; a run that resumes from the file must have the same
//! one, or a longer one of the same job. `finished` has the first and the last block of each range
//! that the tallies count. `spent` is the compute time for each kind of machine and number of
//! threads; files of format 1, which can still be read, have no such line, and `share` instead of
//! `shard`. Lines that begin with `short` are the tally of a short last block, which a longer plan
//! computes again ([`Partial`]). The last line is the SHA-256 of all lines before. It is checked
//! before anything else is read, so a truncated or changed file is refused. Reading takes little
//! memory whatever a file claims: blocks are ranges, and tallies may have at most
//! [`SavedTally::MAX_BYTES`] bytes.

mod checkpoint;
mod header;
#[cfg(test)]
mod tests;

pub(crate) use checkpoint::Checkpoint;
pub use header::{Header, SavedError, SavedErrorKind};

use crate::cli::hash::{Hashed, hexadecimal};
use crate::run::{Partial, Plan, SavedTally, TALLY, read_tally, write_tallies};
use header::{BoundedLines, MAGIC, OLDER};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::{Path, PathBuf};

/// The word before the checksum.
const CHECKSUM: &str = "sha256 ";

/// A checked file with a partial result, whose header has been read.
#[derive(Debug)]
pub struct Saved {
    path: PathBuf,
    header: Header,
    lines: BoundedLines<BufReader<File>>,
}

impl Saved {
    /// Opens and checks a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is not a partial result, or was truncated or changed.
    pub fn open(path: &Path) -> Result<Self, SavedError> {
        let open = || {
            // Opening a pipe would block until another process writes to it.
            if !path.metadata()?.is_file() {
                return Err(SavedErrorKind::NoFile);
            }
            let mut file = File::open(path)?;
            verify(BoundedLines::new(BufReader::new(&mut file)))?;
            file.rewind()?;
            let mut lines = BoundedLines::new(BufReader::new(file));
            let header = Header::read(&mut lines)?;
            Ok((header, lines))
        };
        let (header, lines) = open().map_err(|reason| error(path, reason))?;
        Ok(Self { path: path.to_owned(), header, lines })
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the header of the file.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Closes the file, so that Windows can replace it, and returns its header.
    #[must_use]
    pub fn into_header(self) -> Header {
        self.header
    }

    /// Reads the partial result as a part of a plan.
    ///
    /// # Errors
    ///
    /// When it belongs to another job or a longer plan, or its content is inconsistent.
    pub fn load<T: SavedTally>(mut self, plan: &Plan) -> Result<Partial<T>, SavedError> {
        // Checked first, so that no tallies of another plan are read.
        if let Some(difference) = plan.extension_difference(&self.header.plan) {
            return Err(self.error(difference.into()));
        }
        let (mut full, mut short) = (T::default(), None);
        let lines = self.for_each_line(T::MAX_BYTES, |word, rest| {
            read_tally(word, rest, &mut full, &mut short)
        });
        lines.map_err(|reason| self.error(reason))?;
        self.restore(plan, (full, short))
    }

    /// Calls `see` with the first word and the rest of each line between the header and the
    /// checksum.
    ///
    /// # Errors
    ///
    /// Fails if `see` returns `None` for a line, a line has only one word, the lines have more than
    /// `most_bytes` bytes, or there is a tally of full blocks although no full block is finished: a
    /// resumed run would count these blocks again.
    pub fn for_each_line(
        &mut self,
        most_bytes: u64,
        mut see: impl FnMut(&str, &str) -> Option<()>,
    ) -> Result<(), SavedErrorKind> {
        let (mut bytes, has_full_blocks) = (0, self.header.has_full_blocks());
        while let Some(line) = self.lines.next()? {
            bytes += line.len() as u64;
            if bytes > most_bytes {
                return Err(SavedErrorKind::TooLarge);
            }
            if line.starts_with(CHECKSUM) {
                return Ok(());
            }
            let seen = match line.split_once(' ') {
                Some((TALLY, _)) if !has_full_blocks => return Err(SavedErrorKind::Tally),
                Some((word, rest)) => see(word, rest),
                None => None,
            };
            let number = self.lines.number;
            seen.ok_or(SavedErrorKind::Malformed(number))?;
        }
        Err(SavedErrorKind::Truncated)
    }

    /// Returns the partial result of a plan with tallies that have been read.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Saved::load`].
    pub fn restore<T: SavedTally>(
        &self,
        plan: &Plan,
        (full, short): (T, Option<T>),
    ) -> Result<Partial<T>, SavedError> {
        self.header.restore(plan, full, short).map_err(|reason| self.error(reason))
    }

    /// Returns an error that names this file.
    #[must_use]
    pub fn error(&self, reason: SavedErrorKind) -> SavedError {
        error(&self.path, reason)
    }
}

fn error(path: &Path, reason: SavedErrorKind) -> SavedError {
    SavedError { path: path.to_owned(), reason }
}

/// Writes a header and a partial result.
///
/// # Errors
///
/// When writing fails.
pub fn write<T: SavedTally>(
    header: &Header,
    partial: &Partial<T>,
    to: &mut dyn Write,
) -> io::Result<()> {
    write_body(header, to, |to| write_tallies(partial, to))
}

/// Writes a header, further lines, and the checksum.
///
/// # Errors
///
/// When writing fails.
pub fn write_body(
    header: &Header,
    to: &mut dyn Write,
    body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut hashed = Hashed::new(to);
    header.write(&mut hashed)?;
    body(&mut hashed)?;
    let Hashed { to, hash } = hashed;
    writeln!(to, "{CHECKSUM}{}", hexadecimal(hash))
}

/// Checks that all lines are present and unchanged.
fn verify(mut lines: BoundedLines<impl BufRead>) -> Result<(), SavedErrorKind> {
    let first = lines.next().map_err(|_| SavedErrorKind::Foreign)?.unwrap_or_default();
    if first != MAGIC && first != OLDER {
        return Err(match first.strip_prefix("setodds partial result, ") {
            Some(format) => SavedErrorKind::Format(format.chars().take(20).collect()),
            None => SavedErrorKind::Foreign,
        });
    }
    let mut hash = Sha256::new();
    let mut line = first.to_owned();
    loop {
        hash.update(&line);
        hash.update("\n");
        let next = lines.next()?.ok_or(SavedErrorKind::Truncated)?;
        if let Some(checksum) = next.strip_prefix(CHECKSUM) {
            let fits = checksum == hexadecimal(hash) && lines.next()?.is_none();
            return if fits { Ok(()) } else { Err(SavedErrorKind::Checksum) };
        }
        line.clear();
        line.push_str(next);
    }
}
