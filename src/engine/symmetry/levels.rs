//! The classes of one size after another, in lines of text: what a search needs to be taken up again.

use super::canonical::Class;
use super::extension::Found;
use super::{Form, Space};
use crate::run::Record;
use std::io::{self, Write};

/// The classes of hands of 0, 1, 2, ... cards, as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels<const WORDS: usize>(Vec<Vec<Class<WORDS>>>);

impl<const WORDS: usize> Default for Levels<WORDS> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<const WORDS: usize> Levels<WORDS> {
    /// The classes of hands of so many cards, if they are known.
    #[must_use]
    pub fn of(&self, cards: usize) -> Option<&[Class<WORDS>]> {
        self.0.get(cards).map(Vec::as_slice)
    }

    /// Adds the classes of hands with one card more than the largest so far.
    pub fn push(&mut self, classes: &[Class<WORDS>]) {
        self.0.push(classes.to_vec());
    }

    /// The largest hands whose classes are known, by the number of their cards.
    #[must_use]
    pub const fn most(&self) -> Option<usize> {
        self.0.len().checked_sub(1)
    }

    /// Writes them, each line with a word before it: `level 2`, then its classes.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn write_lines(&self, word: &str, to: &mut dyn Write) -> io::Result<()> {
        for (cards, classes) in self.0.iter().enumerate() {
            writeln!(to, "{word} level {cards}")?;
            classes.iter().try_for_each(|class| writeln!(to, "{word} {}", written(class)))?;
        }
        Ok(())
    }

    /// Adds what a line says, without the word before it; nothing where the line is wrong.
    pub fn read_line(&mut self, line: &str, space: &Space) -> Option<()> {
        if let Some(cards) = line.strip_prefix("level ") {
            let is_next = cards.parse() == Ok(self.0.len());
            return is_next.then(|| self.0.push(Vec::new()));
        }
        let cards = self.most()?;
        let class = read(line).filter(|class| is_possible(class, cards, space))?;
        self.0[cards].push(class);
        Some(())
    }
}

/// Whether a class can be one of hands with so many cards.
pub(super) fn is_possible<const WORDS: usize>(
    class: &Class<WORDS>,
    cards: usize,
    space: &Space,
) -> bool {
    class.frames > 0 && class.form.len() == cards && class.form.cards(space).count() == cards
}

impl<const WORDS: usize> Record for Found<WORDS> {
    /// 64 GiB: classes are kept in memory by the hundred million.
    const MAX_BYTES: u64 = 1 << 36;

    fn write_lines(&self, word: &str, to: &mut dyn Write) -> io::Result<()> {
        self.iter().try_for_each(|class| writeln!(to, "{word} {}", written(class)))
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        self.push(read(line)?);
        Some(())
    }
}

/// The words of the form, each in 16 hexadecimal digits, and the number of frames.
fn written<const WORDS: usize>(class: &Class<WORDS>) -> String {
    let words = class.form.words().iter().map(|word| format!("{word:016x}"));
    format!("{} {}", words.collect::<String>(), class.frames)
}

fn read<const WORDS: usize>(line: &str) -> Option<Class<WORDS>> {
    let (form, frames) = line.split_once(' ')?;
    if form.len() != 16 * WORDS || !form.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut words = [0; WORDS];
    for (word, digits) in words.iter_mut().zip(form.as_bytes().chunks_exact(16)) {
        *word = u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(Class { form: Form::of_words(words), frames: frames.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::run::{StopFlag, ThreadPool, Threads};
    use crate::symmetry::extension::{Among, Search};

    fn lines(levels: &Levels<2>) -> Vec<String> {
        let mut text = Vec::new();
        levels.write_lines("class", &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        text.lines().map(|line| line.strip_prefix("class ").unwrap().to_owned()).collect()
    }

    #[test]
    fn classes_are_read_as_they_were_written() {
        let space = Space::new(Deck::GAME);
        let (mut search, mut levels) = (Search::new(&space, Among::Hands), Levels::<2>::default());
        let pool = ThreadPool::new(Threads::available()).unwrap();
        for _ in 0..6 {
            levels.push(search.classes());
            search.step(&pool, &StopFlag::default(), &|_| {}).unwrap();
        }
        let mut read = Levels::<2>::default();
        let written = lines(&levels);
        written.iter().for_each(|line| read.read_line(line, &space).unwrap());
        assert_eq!((read.most(), &read), (Some(5), &levels));

        let wrong = ["", "level 7", "0 1", "level", &written[1].replace(' ', ""), &"f".repeat(32)];
        for line in wrong {
            assert_eq!(read.read_line(line, &space), None, "{line}");
        }
        for line in ["00000000000000000000000000000000 1", &written[3].replace(' ', " -")] {
            assert_eq!(read.read_line(line, &space), None, "{line}");
        }
        assert_eq!(read, levels);
    }
}
