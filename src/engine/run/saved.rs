//! Partial results in files: a checkpoint, the result of a shard, and a finished result have one
//! form.
//!
//! A file is text, so that one can look into it:
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
//! one, or a longer one of the same job. `finished` are the blocks that the tallies count, first
//! and last of each range. `spent` is the time that they took, on each kind of machine and with
//! each number of threads; files of format 1, which are read, too, have no such line,
//! and say `share` for `shard`. Lines that begin with `short` are the tally of a short last block,
//! which a longer plan computes again ([`Partial`]). The last line is the SHA-256 of all lines
//! before. It is checked before anything else is read: a file that was cut off or changed anywhere
//! is refused. Reading takes little memory whatever a file claims: blocks are ranges, and tallies
//! may have at most [`Record::MAX_BYTES`] bytes.

use super::header::{BoundedLines, Header, MAGIC, OLDER, SavedError, SavedErrorKind};
use super::{Partial, Plan};
use crate::tally::{Frequencies, Merge, Named, Tallies, Tally};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::{Path, PathBuf};

/// The word before the tallies of full blocks.
const TALLY: &str = "tally";

/// The word before the checksum.
const CHECKSUM: &str = "sha256 ";

/// A file with a partial result, checked, of which the first lines are read.
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
    /// When it cannot be read, is something else, or was cut off or changed.
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

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The header of the file.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Closes the file, which can then be replaced on Windows, too.
    #[must_use]
    pub fn into_header(self) -> Header {
        self.header
    }

    /// The partial result, as a part of a plan.
    ///
    /// # Errors
    ///
    /// When it is of another job, or of a longer plan, or what is in it does not fit together.
    pub fn load<T: Record>(mut self, plan: &Plan) -> Result<Partial<T>, SavedError> {
        // Checked first, so that no tallies of a foreign plan are read.
        if let Some(difference) = plan.extension_difference(&self.header.plan) {
            return Err(self.error(difference.into()));
        }
        let (mut full, mut short) = (T::default(), None);
        let lines = self.for_each_line(T::MAX_BYTES, |word, rest| match word {
            TALLY => full.read_line(rest),
            "short" => short.get_or_insert_with(T::default).read_line(rest),
            _ => None,
        });
        lines.map_err(|reason| self.error(reason))?;
        self.restore(plan, (full, short))
    }

    /// Reads all lines that come after the header, each split after its first word.
    ///
    /// # Errors
    ///
    /// When `see` refuses a line, the lines have more than `most_bytes` bytes, or there is a tally
    /// but no full block: its blocks would be counted again.
    #[doc(hidden)]
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

    /// The partial result of a plan whose lines were read.
    ///
    /// # Errors
    ///
    /// As [`Saved::load`].
    #[doc(hidden)]
    pub fn restore<T: Record>(
        &self,
        plan: &Plan,
        (full, short): (T, Option<T>),
    ) -> Result<Partial<T>, SavedError> {
        self.header.restore(plan, full, short).map_err(|reason| self.error(reason))
    }

    /// An error of this file.
    #[doc(hidden)]
    #[must_use]
    pub fn error(&self, reason: SavedErrorKind) -> SavedError {
        error(&self.path, reason)
    }
}

fn error(path: &Path, reason: SavedErrorKind) -> SavedError {
    SavedError { path: path.to_owned(), reason }
}

/// Writes a partial result under a header.
///
/// # Errors
///
/// When writing fails.
pub fn write<T: Record>(
    header: &Header,
    partial: &Partial<T>,
    to: &mut dyn Write,
) -> io::Result<()> {
    write_body(header, to, |to| write_tallies(partial, to))
}

/// Writes the tallies of a partial result, without a header.
///
/// # Errors
///
/// When writing fails.
pub fn write_tallies<T: Record>(partial: &Partial<T>, to: &mut dyn Write) -> io::Result<()> {
    let ((full, short), mut left) = (partial.parts(), T::MAX_BYTES);
    // More could not be read again.
    let inspect = |bytes: &[u8]| {
        let too_many = || io::Error::other("the tallies are too many to be kept in a file");
        left = left.checked_sub(bytes.len() as u64).ok_or_else(too_many)?;
        Ok(())
    };
    let mut to = Inspected { to, inspect };
    full.write_lines(TALLY, &mut to)?;
    short.map_or(Ok(()), |short| short.write_lines("short", &mut to))
}

/// Writes a header, lines of another kind, and the checksum.
///
/// # Errors
///
/// When writing fails.
pub fn write_body(
    header: &Header,
    to: &mut dyn Write,
    body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut hash = Sha256::new();
    let inspect = |bytes: &[u8]| {
        hash.update(bytes);
        Ok(())
    };
    let mut hashed = Inspected { to: &mut *to, inspect };
    header.write(&mut hashed)?;
    body(&mut hashed)?;
    writeln!(to, "{CHECKSUM}{}", hex(hash))
}

/// Writes, and calls a function with what was written.
struct Inspected<'a, F> {
    to: &'a mut dyn Write,
    inspect: F,
}

impl<F: FnMut(&[u8]) -> io::Result<()>> Write for Inspected<'_, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        (self.inspect)(&bytes[..written])?;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Checks that all lines are present and as they were written.
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
            let fits = checksum == hex(hash) && lines.next()?.is_none();
            return if fits { Ok(()) } else { Err(SavedErrorKind::Checksum) };
        }
        line.clear();
        line.push_str(next);
    }
}

/// The bytes that counts may have in a file. A count has at least two there and 16 in memory, so
/// they take at most 64 MiB; the games of six features by all policies have 3 MiB in a file.
const MAX_COUNTS: u64 = 1 << 23;

/// The largest total of a tally: 10^32 is more than anything here counts, and a million such totals
/// can be added before 128 bits are full.
const MAX_TOTAL: u128 = 100_000_000_000_000_000_000_000_000_000_000;

/// A tally that is written in lines, and read line by line.
pub trait Record: Merge {
    /// The bytes that all lines of a tally may have; more is refused before memory is taken for it.
    const MAX_BYTES: u64;

    /// Writes it, each line with a word before it.
    ///
    /// # Errors
    ///
    /// When writing fails.
    fn write_lines(&self, word: &str, to: &mut dyn Write) -> io::Result<()>;

    /// Adds what a line says, without the word before it; nothing where the line is wrong.
    fn read_line(&mut self, line: &str) -> Option<()>;
}

impl Record for Tally {
    const MAX_BYTES: u64 = MAX_COUNTS;

    /// One line with the counts of the values from 0 on: `3 4 5`.
    fn write_lines(&self, word: &str, to: &mut dyn Write) -> io::Result<()> {
        if self.largest().is_none() {
            return Ok(());
        }
        write!(to, "{word}")?;
        self.iter().try_for_each(|(_, count)| write!(to, " {count}"))?;
        writeln!(to)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        if self.largest().is_some() {
            return None;
        }
        *self = counts(line)?;
        Some(())
    }
}

/// The counts of the values from 0 on.
fn counts(text: &str) -> Option<Tally> {
    let words = text.split_ascii_whitespace();
    let (mut counts, mut total) = (Vec::with_capacity(words.clone().count()), 0_u128);
    for count in words {
        let count: u128 = count.parse().ok()?;
        total = total.checked_add(count).filter(|&total| total <= MAX_TOTAL)?;
        counts.push(count);
    }
    Some(counts.into())
}

impl<K: Named> Record for Tallies<K> {
    const MAX_BYTES: u64 = MAX_COUNTS;

    /// One line for each tally: `12 sets: 3 4 5`, the counts of the values from 0 on.
    fn write_lines(&self, word: &str, to: &mut dyn Write) -> io::Result<()> {
        for (key, tally) in self.iter() {
            write!(to, "{word} {}:", key.name())?;
            tally.iter().try_for_each(|(_, count)| write!(to, " {count}"))?;
            writeln!(to)?;
        }
        Ok(())
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let (name, values) = line.split_once(':')?;
        let key = K::named(name)?;
        if self.get(key).is_some() {
            return None;
        }
        *self.of(key) = counts(values)?;
        Some(())
    }
}

impl Record for Frequencies {
    /// A line has the longest name, a word before it and a count of 39 digits: 64 bytes or so.
    const MAX_BYTES: u64 = 1 << 26;

    /// One line for each value: `3: 2841`.
    fn write_lines(&self, word: &str, to: &mut dyn Write) -> io::Result<()> {
        for (value, count) in self.counts().map_err(io::Error::other)? {
            writeln!(to, "{word} {}: {count}", value.name())?;
        }
        Ok(())
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let (name, count) = line.split_once(": ")?;
        let (value, count) = (u64::named(name)?, count.parse().ok()?);
        // So a million counts can be added.
        let is_new = !self.counts().ok()?.contains_key(&value);
        if !is_new || count == 0 || count > MAX_TOTAL {
            return None;
        }
        self.add(value, count);
        self.counts().ok().map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_once_with_a_count_that_can_be_added() {
        for (count, fits) in [(0, false), (1, true), (MAX_TOTAL, true), (MAX_TOTAL + 1, false)] {
            let mut all = Frequencies::default();
            assert_eq!(all.read_line(&format!("3: {count}")).is_some(), fits, "{count}");
            assert_eq!(all.read_line("3: 1").is_none(), fits, "{count}");
        }
        assert_eq!(counts(&format!("1 {}", MAX_TOTAL - 1)).map(|it| it.total()), Some(MAX_TOTAL));
        assert_eq!(counts(&format!("1 {MAX_TOTAL}")), None);
    }
}
