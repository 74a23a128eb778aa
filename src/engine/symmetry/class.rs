//! Classes of hands, and their text format in files.

use super::Space;
use super::maps::{fixing_flat, group_order};
use crate::card::Deck;
use crate::hand::{CardSet, MAX_WORDS};
use crate::run::SavedTally;
use crate::tally::Merge;
use std::io::{self, Write};
use std::sync::Arc;

/// The family of hands whose classes a search lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The family of all hands.
    Hands,
    /// The family of caps, which are hands without a set.
    Caps,
}

/// Class of all hands that affine maps carry into one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class {
    pub(crate) form: CardSet,
    /// The order of the stabilizer of the canonical form in the affine group of its affine hull, at
    /// least 1; equal to the number of frames that yield the form.
    pub(crate) frames: u64,
}

impl Class {
    /// Returns the canonical form, a hand of the class chosen by an affine-invariant rule.
    #[must_use]
    pub const fn form(&self) -> CardSet {
        self.form
    }

    /// Returns the index of the highest bit of the canonical form, or `None` if the form is empty.
    /// A form read from a file may have bits beyond the deck.
    fn highest(&self) -> Option<usize> {
        let words = self.form.words();
        let last = words.iter().rposition(|&word| word != 0)?;
        Some(64 * last + words[last].ilog2() as usize)
    }

    /// Returns the dimension of the smallest flat that contains the canonical form, or `None` for
    /// the empty hand. For dimension d it is the flat of the first 3^d cards.
    pub(super) fn dimension(&self) -> Option<u32> {
        // A canonical form is within the first 3^d points, but not within the first 3^(d-1).
        self.highest().map(|highest| highest.checked_ilog(3).map_or(0, |power| power + 1))
    }

    /// Returns the number of affine maps that carry a hand of the class onto itself.
    #[must_use]
    pub fn stabilizer(&self, deck: Deck) -> u128 {
        let fixing = self.dimension().map_or_else(|| group_order(deck), |it| fixing_flat(deck, it));
        u128::from(self.frames) * fixing
    }

    /// Returns the number of hands in the class, by the orbit-stabilizer theorem.
    #[must_use]
    pub fn hands(&self, deck: Deck) -> u128 {
        group_order(deck) / self.stabilizer(deck)
    }
}

/// Set of classes of hands of one size, unordered until it is sorted. Hundreds of millions of
/// classes are kept in memory, so each canonical form takes no more words than its deck needs.
#[derive(Clone, Debug, Default)]
pub struct ClassSet {
    /// The number of 64-bit words per canonical form; 0 if the set is empty and its deck is
    /// unknown.
    words: usize,
    /// The words of the canonical form of each class, each form followed by its number of frames.
    records: Vec<u64>,
}

/// The numbers of 64-bit words per canonical form for decks of up to 4 features, of 5, and of 6.
const FORM_WORDS: [usize; 3] = [2, 4, MAX_WORDS];

impl ClassSet {
    /// Returns an empty set of classes of hands of the deck.
    pub(super) fn new(deck: Deck) -> Self {
        Self { words: deck.size().div_ceil(64).max(FORM_WORDS[0]), records: Vec::new() }
    }

    /// Returns the number of classes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.records.len() / (self.words + 1)
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns the class at a position below [`len`](Self::len).
    pub(crate) fn get(&self, place: usize) -> Class {
        let record = &self.records[place * (self.words + 1)..][..=self.words];
        let mut words = [0; MAX_WORDS];
        words[..self.words].copy_from_slice(&record[..self.words]);
        Class { form: CardSet::from_words(words), frames: record[self.words] }
    }

    /// Returns an iterator over the classes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Class> + '_ {
        (0..self.len()).map(|place| self.get(place))
    }

    pub(super) fn push(&mut self, class: &Class) {
        self.records.extend(&class.form.words()[..self.words]);
        self.records.push(class.frames);
    }

    /// Returns whether the classes are in ascending order of their canonical forms.
    pub(super) fn is_sorted(&self) -> bool {
        self.records.chunks_exact(self.words + 1).is_sorted()
    }

    /// Sorts the classes by their canonical forms.
    pub(super) fn sort(&mut self) {
        match self.words {
            // Records of a fixed length are sorted in place as arrays.
            2 => self.records.as_chunks_mut::<3>().0.sort_unstable(),
            4 => self.records.as_chunks_mut::<5>().0.sort_unstable(),
            _ => self.records.as_chunks_mut::<{ MAX_WORDS + 1 }>().0.sort_unstable(),
        }
    }

    /// Returns whether all elements may be classes of hands with `cards` cards of the deck of the
    /// space; in a set read from a file they need not be.
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
        // The longer list is not moved; classes are sorted later.
        if (self.words, self.records.len()) < (other.words, other.records.len()) {
            std::mem::swap(self, &mut other);
        }
        if self.words == other.words {
            self.records.append(&mut other.records);
        } else {
            // Sets of different decks meet only if a file is damaged; no form is truncated, so that
            // `is_of` rejects the result.
            other.iter().for_each(|class| self.push(&class));
        }
    }
}

impl SavedTally for ClassSet {
    /// The maximum size of a saved list of classes, 64 GiB, because up to hundreds of millions of
    /// classes are kept in memory.
    const MAX_BYTES: u64 = 1 << 36;

    /// Writes one line for each class: the canonical form, with 16 hexadecimal digits per word, and
    /// its number of frames.
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
        // A form of another length belongs to another deck.
        let is_alike = self.is_empty() || self.words == words;
        if !is_alike || !form.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        // The group order is divided by the number of frames.
        let frames = frames.parse().ok().filter(|&frames| frames > 0)?;
        self.words = words;
        for start in (0..form.len()).step_by(16) {
            self.records.push(u64::from_str_radix(&form[start..start + 16], 16).ok()?);
        }
        self.records.push(frames);
        Some(())
    }
}

/// Known classes of hands of 0, 1, 2, ... cards: the state from which a search is resumed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownClasses(Vec<Arc<ClassSet>>);

impl KnownClasses {
    /// Returns the classes of hands of `cards` cards, or `None` if they are not known.
    #[must_use]
    pub fn of_size(&self, cards: usize) -> Option<&Arc<ClassSet>> {
        self.0.get(cards)
    }

    /// Adds the classes of hands with one more card than the largest known ones.
    pub fn push(&mut self, classes: Arc<ClassSet>) {
        self.0.push(classes);
    }

    /// Returns the largest hand size whose classes are known, or `None` if no classes are known.
    #[must_use]
    pub const fn max_cards(&self) -> Option<usize> {
        self.0.len().checked_sub(1)
    }

    /// Writes the classes as text, size by size: the line `level 2`, then the classes of 2 cards.
    /// `word` starts each line.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_lines(&self, word: &str, to: &mut dyn Write) -> io::Result<()> {
        for (cards, classes) in self.0.iter().enumerate() {
            writeln!(to, "{word} level {cards}")?;
            classes.write_lines(word, to)?;
        }
        Ok(())
    }

    /// Adds the class or the next hand size that a line of a saved file describes; the leading word
    /// is already removed. Returns `None` if the line is malformed or its class does not fit.
    pub fn read_line(&mut self, line: &str, space: &Space) -> Option<()> {
        if let Some(cards) = line.strip_prefix("level ") {
            let is_next = cards.parse() == Ok(self.0.len());
            return is_next.then(|| self.0.push(Arc::default()));
        }
        let cards = self.max_cards()?;
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
        assert_eq!((read.max_cards(), &read), (Some(5), &levels));

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
