//! Classes of hands, and how they are written in files.

use super::Space;
use super::maps::{fixing_flat, group_order};
use crate::card::{Card, Deck};
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

/// A hand of a deck of at most `64 * WORDS` cards, one bit a card. Forms are ordered; the canonical
/// form of a hand is the least one among some of its images.
///
/// It is a [`CardSet`](crate::hand::CardSet) that takes no more memory than its deck needs: classes
/// are kept by the million.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Form<WORDS> {
    /// The empty hand.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Adds a card.
    #[inline]
    pub(super) fn insert(&mut self, card: Card) {
        self.0[card.index() / 64] |= 1 << (card.index() % 64);
    }

    /// The number of cards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Whether a card is in the hand.
    #[must_use]
    pub fn contains(&self, card: Card) -> bool {
        self.0[card.index() / 64] >> (card.index() % 64) & 1 == 1
    }

    /// The cards, by index.
    pub fn cards(&self, space: &Space) -> impl Iterator<Item = Card> + use<'_, WORDS> {
        space.deck().cards().filter(|&card| self.contains(card))
    }

    /// The dimension of the smallest flat around a canonical form, which is the one that begins
    /// with card 0; nothing for the empty hand.
    #[must_use]
    pub fn dimension(&self) -> Option<u32> {
        let last = self.0.iter().rposition(|&word| word != 0)?;
        let highest = 64 * last + self.0[last].ilog2() as usize;
        Some(if highest == 0 { 0 } else { highest.ilog(3) + 1 })
    }
}

/// A class of hands: those that affine maps carry into one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class<const WORDS: usize> {
    /// The canonical form, a hand of the class.
    pub form: Form<WORDS>,
    /// The maps of the flat of the form that carry it into itself; as many frames lead to the form.
    pub frames: u64,
}

impl<const WORDS: usize> Class<WORDS> {
    /// The class of the empty hand.
    pub const EMPTY: Self = Self { form: Form::EMPTY, frames: 1 };

    /// The number of affine maps that carry a hand of the class into itself.
    #[must_use]
    pub fn stabilizer(&self, deck: Deck) -> u128 {
        let dimension = self.form.dimension();
        let fixing = dimension.map_or_else(|| group_order(deck), |it| fixing_flat(deck, it));
        u128::from(self.frames) * fixing
    }

    /// The number of hands in the class, by the orbit-stabilizer theorem.
    #[must_use]
    pub fn hands(&self, deck: Deck) -> u128 {
        group_order(deck) / self.stabilizer(deck)
    }

    /// Whether it can be a class of hands with so many cards: what is read from a file need not be.
    fn is_of(&self, cards: usize, space: &Space) -> bool {
        self.frames > 0 && self.form.len() == cards && self.form.cards(space).count() == cards
    }

    /// The words of the form, each in 16 hexadecimal digits, and the number of frames.
    fn line(&self) -> String {
        let words = self.form.0.iter().map(|word| format!("{word:016x}"));
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
        Some(Self { form: Form(words), frames: frames.parse().ok()? })
    }
}

/// Classes of hands of one size, each once, in no order.
#[derive(Clone, Debug, Default)]
pub struct ClassSet<const WORDS: usize>(Vec<Class<WORDS>>);

impl<const WORDS: usize> ClassSet<WORDS> {
    /// The classes in the order of their forms.
    #[must_use]
    pub fn sorted(mut self) -> Vec<Class<WORDS>> {
        self.0.sort_unstable();
        self.0
    }

    /// Whether all can be classes of hands with so many cards.
    #[must_use]
    pub fn is_of(&self, cards: usize, space: &Space) -> bool {
        self.0.iter().all(|class| class.is_of(cards, space))
    }
}

impl<const WORDS: usize> Extend<Class<WORDS>> for ClassSet<WORDS> {
    /// Adds classes, none of which may be there.
    fn extend<I: IntoIterator<Item = Class<WORDS>>>(&mut self, classes: I) {
        self.0.extend(classes);
    }
}

impl<const WORDS: usize> Merge for ClassSet<WORDS> {
    fn merge(&mut self, mut other: Self) {
        if self.0.len() < other.0.len() {
            std::mem::swap(self, &mut other);
        }
        self.0.append(&mut other.0);
    }
}

impl<const WORDS: usize> Record for ClassSet<WORDS> {
    /// 64 GiB: classes are kept in memory by the hundred million.
    const MAX_BYTES: u64 = 1 << 36;

    fn write_lines(&self, word: &str, to: &mut dyn Write) -> io::Result<()> {
        self.0.iter().try_for_each(|class| writeln!(to, "{word} {}", class.line()))
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        self.0.push(Class::read(line)?);
        Some(())
    }
}

/// The classes of hands of 0, 1, 2, ... cards, as far as they are known: what a search needs to be
/// resumed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels<const WORDS: usize>(Vec<Vec<Class<WORDS>>>);

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
            classes.iter().try_for_each(|class| writeln!(to, "{word} {}", class.line()))?;
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

    #[test]
    fn class_sets_merge_in_any_order() {
        let set = |cards: &[usize]| {
            let mut set = ClassSet::<1>::default();
            set.extend(cards.iter().map(|card| Class { form: Form([1 << card]), frames: 1 }));
            set
        };
        let merged = |parts: [&[usize]; 3]| {
            let mut all = ClassSet::default();
            parts.into_iter().for_each(|part| all.merge(set(part)));
            all.sorted()
        };
        assert_eq!(merged([&[3], &[], &[1, 2]]), merged([&[1, 2], &[3], &[]]));
        assert_ne!(merged([&[3], &[], &[1, 2]]), merged([&[1, 2], &[4], &[]]));
    }
}
