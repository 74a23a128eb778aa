//! Classes of hands, and how they are written in files.

use super::Space;
use super::maps::{fixing_flat, group_order};
use crate::card::Deck;
use crate::hand::{CardSet, MOST_WORDS};
use crate::run::Record;
use crate::tally::Merge;
use std::io::{self, Write};

/// The hands that a search is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// All hands.
    Hands,
    /// Those without a set.
    Caps,
}

/// A class of hands: those that affine maps carry into one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class<const WORDS: usize = MOST_WORDS> {
    /// The canonical form, a hand of the class: the least one among some images of its hands.
    pub form: CardSet<WORDS>,
    /// The maps of the flat of the form that carry it into itself; as many frames lead to the form.
    pub frames: u64,
}

impl Class {
    /// The same class, its form in the words that the cards of a smaller deck need.
    pub(super) fn narrowed<const WORDS: usize>(&self) -> Class<WORDS> {
        Class { form: self.form.narrowed(), frames: self.frames }
    }
}

impl<const WORDS: usize> Class<WORDS> {
    /// Index of the highest bit, `None` if empty. A form read from a file may have bits beyond the
    /// deck.
    fn highest(&self) -> Option<usize> {
        let words = self.form.words();
        let last = words.iter().rposition(|&word| word != 0)?;
        Some(64 * last + words[last].ilog2() as usize)
    }

    /// The dimension of the smallest flat around the form, which is the one that begins with card
    /// 0; nothing for the empty hand.
    pub(super) fn dimension(&self) -> Option<u32> {
        self.highest().map(|highest| highest.checked_ilog(3).map_or(0, |power| power + 1))
    }

    /// The number of affine maps that carry a hand of the class into itself.
    #[must_use]
    pub fn stabilizer(&self, deck: Deck) -> u128 {
        let fixing = self.dimension().map_or_else(|| group_order(deck), |it| fixing_flat(deck, it));
        u128::from(self.frames) * fixing
    }

    /// The number of hands in the class, by the orbit-stabilizer theorem.
    #[must_use]
    pub fn hands(&self, deck: Deck) -> u128 {
        group_order(deck) / self.stabilizer(deck)
    }

    /// Whether it can be a class of hands with `cards` cards: what is read from a file need not be.
    #[must_use]
    pub fn is_of(&self, cards: usize, space: &Space) -> bool {
        let is_of_deck = self.highest().is_none_or(|highest| highest < space.size());
        self.frames > 0 && self.form.len() == cards && is_of_deck
    }

    /// The words of the form, each in 16 hexadecimal digits, and the number of frames.
    fn line(&self) -> String {
        let words = self.form.words().iter().map(|word| format!("{word:016x}"));
        format!("{} {}", words.collect::<String>(), self.frames)
    }

    fn read(line: &str) -> Option<Self> {
        let (form, frames) = line.split_once(' ')?;
        if form.len() != 16 * WORDS || !form.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let mut words = [0; WORDS];
        for (word, digits) in words.iter_mut().zip(form.as_bytes().chunks_exact(16)) {
            *word = u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        }
        Some(Self { form: CardSet::from_words(words), frames: frames.parse().ok()? })
    }
}

/// Classes of hands of one size, each once, in no order.
pub type ClassSet<const WORDS: usize> = Vec<Class<WORDS>>;

impl<const WORDS: usize> Merge for ClassSet<WORDS> {
    fn merge(&mut self, mut other: Self) {
        if self.len() < other.len() {
            std::mem::swap(self, &mut other);
        }
        self.append(&mut other);
    }
}

impl<const WORDS: usize> Record for ClassSet<WORDS> {
    /// 64 GiB: classes are kept in memory by the hundred million.
    const MAX_BYTES: u64 = 1 << 36;

    fn write_lines(&self, word: &str, to: &mut dyn Write) -> io::Result<()> {
        self.iter().try_for_each(|class| writeln!(to, "{word} {}", class.line()))
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        self.push(Class::read(line)?);
        Some(())
    }
}

/// The classes of hands of 0, 1, 2, ... cards, as far as they are known: what a search needs to be
/// resumed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels<const WORDS: usize>(Vec<ClassSet<WORDS>>);

impl<const WORDS: usize> Levels<WORDS> {
    /// The classes of hands of `cards` cards, if they are known.
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
            classes.write_lines(word, to)?;
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
        let class = Class::read(line).filter(|class| class.is_of(cards, space))?;
        self.0[cards].push(class);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{StopFlag, ThreadPool, Threads};
    use crate::symmetry::{Family, Search};

    fn lines(levels: &Levels<2>) -> Vec<String> {
        let mut text = Vec::new();
        levels.write_lines("class", &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        text.lines().map(|line| line.strip_prefix("class ").unwrap().to_owned()).collect()
    }

    #[test]
    fn classes_are_read_as_they_were_written() {
        let space = Space::new(Deck::GAME);
        let (mut search, mut levels) = (Search::new(&space, Family::Hands), Levels::<2>::default());
        let pool = ThreadPool::new(Threads::available()).unwrap();
        for _ in 0..6 {
            levels.push(search.classes());
            search.step(&pool, &StopFlag::default());
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
