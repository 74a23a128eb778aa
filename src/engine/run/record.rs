//! Tallies in lines of text, so that they can be written down and read again.

use crate::tally::{Merge, Named, Tallies, Tally};
use std::io::{self, Write};

/// The bytes that counts may have in a file. A count has at least two there and 16 in memory, so that is at most
/// 64 MiB; the games of six features by all policies have 3 MiB in a file.
const MAX_COUNTS: u64 = 1 << 23;

/// The largest total of a tally: 10^32 is more than anything here counts, and a million of them can be added
/// before 128 bits are full.
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
