//! Classes of hands, and how they are written in files.

use super::Space;
use super::maps::{fixing_flat, group_order};
use crate::card::Deck;
use crate::hand::{CardSet, MAX_WORDS};
use crate::run::SavedTally;
use crate::tally::Merge;
use std::io::{self, Write};
use std::sync::Arc;

/// The hands that a search is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// All hands.
    Hands,
    /// Hands without a set.
    Caps,
}

/// A class of hands: those that affine maps carry into one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class {
    pub(crate) form: CardSet,
    /// The maps of the flat of the form that carry it into itself, at least one; as many frames
    /// lead to the form.
    pub(crate) frames: u64,
}

impl Class {
    /// The canonical form, a hand of the class: the least one among some images of its hands.
    #[must_use]
    pub const fn form(&self) -> CardSet {
        self.form
    }

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
        // A form lies among the first 3^d points, and not among the first 3^(d-1).
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
}

/// Classes of hands of one size, each once, in any order until they are sorted.
///
/// They are kept by the hundred million, so each takes no more words than the deck needs.
#[derive(Clone, Debug, Default)]
pub struct ClassSet {
    /// The words of a form; 0 where there is no class and no known deck.
    words: usize,
    /// For each class its form, then its frames.
    records: Vec<u64>,
}

/// The words of the forms of decks of up to 4, of 5, and of 6 features.
const FORM_WORDS: [usize; 3] = [2, 4, MAX_WORDS];

impl ClassSet {
    /// An empty set of classes, with room for forms of a deck.
    pub(super) fn new(deck: Deck) -> Self {
        Self { words: deck.size().div_ceil(64).max(FORM_WORDS[0]), records: Vec::new() }
    }

    /// The number of classes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.records.len() / (self.words + 1)
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The class at a place below [`len`](Self::len).
    pub(crate) fn get(&self, place: usize) -> Class {
        let record = &self.records[place * (self.words + 1)..][..=self.words];
        let mut words = [0; MAX_WORDS];
        words[..self.words].copy_from_slice(&record[..self.words]);
        Class { form: CardSet::from_words(words), frames: record[self.words] }
    }

    /// The classes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Class> + '_ {
        (0..self.len()).map(|place| self.get(place))
    }

    /// Adds a class.
    pub(super) fn push(&mut self, class: &Class) {
        self.records.extend(&class.form.words()[..self.words]);
        self.records.push(class.frames);
    }

    /// Whether they are in the order of their forms.
    pub(super) fn is_sorted(&self) -> bool {
        self.records.chunks_exact(self.words + 1).is_sorted()
    }

    /// Puts them in the order of their forms.
    pub(super) fn sort(&mut self) {
        match self.words {
            // As arrays of a fixed length records are sorted in place.
            2 => self.records.as_chunks_mut::<3>().0.sort_unstable(),
            4 => self.records.as_chunks_mut::<5>().0.sort_unstable(),
            _ => self.records.as_chunks_mut::<{ MAX_WORDS + 1 }>().0.sort_unstable(),
        }
    }

    /// Whether they can be classes of hands with `cards` cards: what is read from a file need not
    /// be.
    #[must_use]
    pub fn is_of(&self, cards: usize, space: &Space) -> bool {
        let fits = self.is_empty() || self.words == Self::new(space.deck()).words;
        let is_possible = |class: Class| {
            let is_of_deck = class.highest().is_none_or(|highest| highest < space.size());
            class.frames > 0 && class.form.len() == cards && is_of_deck
        };
        fits && self.iter().all(is_possible)
    }
}

/// Compares the lists of classes; all empty sets are equal.
impl PartialEq for ClassSet {
    fn eq(&self, other: &Self) -> bool {
        self.records == other.records && (self.words == other.words || self.is_empty())
    }
}

impl Eq for ClassSet {}

impl Merge for ClassSet {
    fn merge(&mut self, mut other: Self) {
        // The longer list stays where it is; classes are sorted later.
        if (self.words, self.records.len()) < (other.words, other.records.len()) {
            std::mem::swap(self, &mut other);
        }
        if self.words == other.words {
            self.records.append(&mut other.records);
        } else {
            // Sets of different decks meet only in a damaged file; no form is cut, so that
            // `is_of` can refuse them.
            other.iter().for_each(|class| self.push(&class));
        }
    }
}

impl SavedTally for ClassSet {
    /// 64 GiB: classes are kept in memory by the hundred million.
    const MAX_BYTES: u64 = 1 << 36;

    /// The words of each form, each in 16 hexadecimal digits, and the number of frames.
    fn write_lines(&self, word: &str, to: &mut dyn Write) -> io::Result<()> {
        self.records.chunks_exact(self.words + 1).try_for_each(|record| {
            write!(to, "{word} ")?;
            record[..self.words].iter().try_for_each(|word| write!(to, "{word:016x}"))?;
            writeln!(to, " {}", record[self.words])
        })
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let (form, frames) = line.split_once(' ')?;
        let words = FORM_WORDS.into_iter().find(|words| form.len() == 16 * words)?;
        // A form of another length is one of another deck.
        let is_alike = self.is_empty() || self.words == words;
        if !is_alike || !form.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        // The order of the group is divided by it.
        let frames = frames.parse().ok().filter(|&frames| frames > 0)?;
        self.words = words;
        for start in (0..form.len()).step_by(16) {
            self.records.push(u64::from_str_radix(&form[start..start + 16], 16).ok()?);
        }
        self.records.push(frames);
        Some(())
    }
}

/// The classes of hands of 0, 1, 2, ... cards that are known: what a search needs to be resumed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownClasses(Vec<Arc<ClassSet>>);

impl KnownClasses {
    /// The classes of hands of `cards` cards, if they are known.
    #[must_use]
    pub fn of_size(&self, cards: usize) -> Option<&Arc<ClassSet>> {
        self.0.get(cards)
    }

    /// Adds the classes of hands with one card more than the largest so far.
    pub fn push(&mut self, classes: Arc<ClassSet>) {
        self.0.push(classes);
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
            return is_next.then(|| self.0.push(Arc::default()));
        }
        let cards = self.most()?;
        let mut class = ClassSet::default();
        class.read_line(line)?;
        class.is_of(cards, space).then(|| Arc::make_mut(&mut self.0[cards]).merge(class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{StopFlag, ThreadPool, Threads};
    use crate::symmetry::{Family, Search};

    fn lines(levels: &KnownClasses) -> Vec<String> {
        let mut text = Vec::new();
        levels.write_lines("class", &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        text.lines().map(|line| line.strip_prefix("class ").unwrap().to_owned()).collect()
    }

    #[test]
    fn classes_are_read_as_they_were_written() {
        let space = Space::new(Deck::GAME);
        let (mut search, mut levels) =
            (Search::new(&space, Family::Hands), KnownClasses::default());
        let pool = ThreadPool::new(Threads::available()).unwrap();
        for _ in 0..6 {
            levels.push(search.classes().clone());
            search.step(&pool, &StopFlag::default());
        }
        let mut read = KnownClasses::default();
        let written = lines(&levels);
        written.iter().for_each(|line| read.read_line(line, &space).unwrap());
        assert_eq!((read.most(), &read), (Some(5), &levels));

        let wrong = ["", "level 7", "0 1", "level", &written[1].replace(' ', ""), &"f".repeat(32)];
        for line in wrong {
            assert_eq!(read.read_line(line, &space), None, "{line}");
        }
        let no_frames = written[1].replace(" 1", " 0");
        assert_eq!(ClassSet::default().read_line(&no_frames), None, "{no_frames}");
        for line in ["00000000000000000000000000000000 1", &written[3].replace(' ', " -")] {
            assert_eq!(read.read_line(line, &space), None, "{line}");
        }
        assert_eq!(read, levels);
    }
}
