//! Text form of tallies, written and read line by line.
//!
//! ```text
//! tally 12 sets: 1090 4711 8546 ...
//! short 12 sets: 30 101 191 ...
//! ```
//!
//! The lines that begin with `short` are the tally of a short last block, which a longer plan
//! computes again ([`Partial`]). Memory use is bounded whatever a text contains: a tally has at
//! most [`SavedTally::MAX_BYTES`] bytes.

use super::Partial;
use crate::tally::{Frequencies, Merge, Tallies, Tally, TallyKey};
use std::io::{self, Write};

/// First word of the lines that hold the tally of the full blocks.
pub const TALLY: &str = "tally";

/// First word of the lines that hold the tally of a short last block.
const SHORT: &str = "short";

/// Writes the tallies of a partial result as text.
///
/// # Errors
///
/// Fails if the writer fails, if the tallies have more than [`SavedTally::MAX_BYTES`] bytes, or if
/// they are [given up](Merge::is_given_up).
pub fn write_tallies<T: SavedTally>(partial: &Partial<T>, to: &mut dyn Write) -> io::Result<()> {
    let (full, short) = partial.parts();
    let mut to = Limited { to, left: T::MAX_BYTES };
    full.write_lines(TALLY, &mut to)?;
    short.map_or(Ok(()), |short| short.write_lines(SHORT, &mut to))
}

/// Parses a line of saved tallies, given as its first word and the rest, and adds it to the tally
/// of the full blocks or of a short last block. Returns `None` if the first word is another one, or
/// if [`SavedTally::read_line`] rejects the rest.
pub fn read_tally<T: SavedTally>(
    word: &str,
    line: &str,
    full: &mut T,
    short: &mut Option<T>,
) -> Option<()> {
    match word {
        TALLY => full.read_line(line),
        SHORT => short.get_or_insert_with(T::default).read_line(line),
        _ => None,
    }
}

/// Writer that fails after a limited number of bytes.
struct Limited<'a> {
    to: &'a mut dyn Write,
    left: u64,
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let too_many = || io::Error::other("the tallies are too many to be kept in a file");
        self.left = self.left.checked_sub(bytes.len() as u64).ok_or_else(too_many)?;
        self.to.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Maximum number of bytes of saved counts. A count takes at least two bytes in a file and 16 in
/// memory, so the counts take at most 64 MiB of memory. The counts of games of six features by all
/// policies take 3 MiB in a file.
const MAX_COUNTS: u64 = 1 << 23;

/// Maximum total of a saved tally. 10^32 exceeds anything that is counted here, and a million such
/// totals can be added without overflow of 128 bits.
const MAX_TOTAL: u128 = 100_000_000_000_000_000_000_000_000_000_000;

/// Tally with a text form that is written and read line by line.
pub trait SavedTally: Merge {
    /// Maximum number of bytes in all lines of a tally. A longer text is rejected before memory is
    /// allocated for it.
    const MAX_BYTES: u64;

    /// Writes the tally as lines that start with `word`.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails, or if the tally is [given up](Merge::is_given_up).
    fn write_lines(&self, word: &str, to: &mut dyn Write) -> io::Result<()>;

    /// Adds the contents of a line, given without its first word, to the tally. Returns `None` if
    /// the line is malformed or counts something that is already counted.
    fn read_line(&mut self, line: &str) -> Option<()>;
}

impl SavedTally for Tally {
    const MAX_BYTES: u64 = MAX_COUNTS;

    /// Writes one line with the counts of the values 0, 1, 2, ..., such as `tally 3 4 5`, or no
    /// line if nothing was observed.
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

/// Parses the counts of the values 0, 1, 2, ... Returns `None` if a count is malformed or the total
/// is too large.
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

impl<K: TallyKey> SavedTally for Tallies<K> {
    const MAX_BYTES: u64 = MAX_COUNTS;

    /// Writes one line per tally with the counts of the values 0, 1, 2, ..., such as
    /// `tally 12 sets: 3 4 5`.
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
        *self.entry(key) = counts(values)?;
        Some(())
    }
}

impl SavedTally for Frequencies {
    /// Room for about a million lines: a line consists of the first word, the longest name and a
    /// count of 39 digits, about 64 bytes.
    const MAX_BYTES: u64 = 1 << 26;

    /// Writes one line per value with its count, such as `tally 3: 2841`.
    fn write_lines(&self, word: &str, to: &mut dyn Write) -> io::Result<()> {
        for (value, count) in self.counts().map_err(io::Error::other)? {
            writeln!(to, "{word} {}: {count}", value.name())?;
        }
        Ok(())
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let (name, count) = line.split_once(": ")?;
        let (value, count) = (u64::named(name)?, count.parse().ok()?);
        // The limit allows a million counts to be added.
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
