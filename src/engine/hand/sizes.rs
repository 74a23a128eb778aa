//! Hand sizes of a run, written as `12`, `3-21`, `12,15,18`, or any mixture of these.

use crate::card::{Deck, MAX_CARDS};
use crate::name::read_as_written;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// A list of hand sizes in cards, increasing and without duplicates.
///
/// ```
/// use setodds_engine::hand::sizes::Sizes;
/// let sizes: Sizes = "12,15-17,12".parse()?;
/// assert_eq!(sizes.to_string(), "12,15-17");
/// assert_eq!(sizes.largest(), 17);
/// # Ok::<(), setodds_engine::hand::sizes::SizesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes(Vec<usize>);

/// Error for text that is not a list of hand sizes, or for a hand of more cards than the deck has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizesError {
    /// The text for the hand sizes is not a number, a range or a list of these.
    #[error(
        "`{0}` is not a valid number of cards; give one like 12, a range like 3-21, or a list \
         12,15,18"
    )]
    Unreadable(String),
    /// The start of a range of hand sizes is larger than its end. Holds the start and the end.
    #[error("the range {0}-{1} runs backwards; write {1}-{0}")]
    Backwards(usize, usize),
    /// A hand size exceeds the size of the largest deck.
    #[error("{0} cards are more than any deck has (the largest, of 6 features, has {MAX_CARDS})")]
    NoSuchDeck(usize),
    /// A hand size exceeds the size of the deck.
    #[error(
        "{0} cards are more than the {size} of a deck of {features} features; give at most {size} \
         cards, or a deck of more features",
        size = .1.size(),
        features = .1.features()
    )]
    MoreThanTheDeck(usize, Deck),
    /// A hand size exceeds the number of cards left in a deck with missing cards. Holds both
    /// numbers.
    #[error(
        "{0} cards are more than the {1} left of the deck; give at most {1}, or leave out fewer"
    )]
    MoreThanAreLeft(usize, usize),
}

impl Sizes {
    /// Returns a list with a single hand size.
    #[must_use]
    pub fn one(cards: usize) -> Self {
        Self(vec![cards])
    }

    /// Returns an iterator over the hand sizes in increasing order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.0.iter().copied()
    }

    /// Returns the hand size if there is exactly one, or `None` otherwise.
    #[must_use]
    pub fn single(&self) -> Option<usize> {
        if let [cards] = self.0[..] { Some(cards) } else { None }
    }

    /// Returns the largest hand size, or 0 if the list is empty.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.0.last().copied().unwrap_or(0)
    }

    /// Returns the hand sizes unchanged after checking that none exceeds the size of the deck.
    ///
    /// # Errors
    ///
    /// Returns an error if the largest hand size exceeds the size of the deck.
    pub fn within(self, deck: Deck) -> Result<Self, SizesError> {
        let cards = self.largest();
        let fits = cards <= deck.size();
        if fits { Ok(self) } else { Err(SizesError::MoreThanTheDeck(cards, deck)) }
    }
}

read_as_written!(Sizes);

impl FromStr for Sizes {
    type Err = SizesError;

    fn from_str(text: &str) -> Result<Self, SizesError> {
        let unreadable = || SizesError::Unreadable(text.to_owned());
        let number = |part: &str| part.trim().parse::<usize>().map_err(|_| unreadable());
        // Each size once, however often the list names it.
        let mut sizes = BTreeSet::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            match (number(first)?, number(last)?) {
                (first, last) if first > last => return Err(SizesError::Backwards(first, last)),
                (_, last) if last > MAX_CARDS => return Err(SizesError::NoSuchDeck(last)),
                (first, last) => sizes.extend(first..=last),
            }
        }
        Ok(sizes.into_iter().collect())
    }
}

impl FromIterator<usize> for Sizes {
    fn from_iter<I: IntoIterator<Item = usize>>(sizes: I) -> Self {
        let mut sizes: Vec<usize> = sizes.into_iter().collect();
        sizes.sort_unstable();
        sizes.dedup();
        Self(sizes)
    }
}

impl fmt::Display for Sizes {
    /// Writes the hand sizes separated by commas, with three or more consecutive sizes as a range.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ranges(&self.0))
    }
}

/// Formats increasing numbers separated by commas, with three or more consecutive numbers as a
/// range: `12,15-18`.
pub(crate) fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match *run {
        [first, _, .., last] => format!("{first}-{last}"),
        _ => run.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
    });
    runs.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges_are_read() {
        let cases = [
            ("12", vec![12], "12"),
            ("3-6", vec![3, 4, 5, 6], "3-6"),
            ("18, 12,15", vec![12, 15, 18], "12,15,18"),
            ("0,1,4-4,1", vec![0, 1, 4], "0,1,4"),
            ("728,729", vec![728, 729], "728,729"),
        ];
        for (text, expected, written) in cases {
            let sizes: Sizes = text.parse().unwrap();
            assert_eq!(sizes.iter().collect::<Vec<_>>(), expected);
            assert_eq!(sizes.to_string(), written);
            let single = (expected.len() == 1).then_some(expected[0]);
            assert_eq!((sizes.single(), Some(&sizes.largest())), (single, expected.last()));
            assert_eq!(written.parse(), Ok(sizes));
        }
    }

    #[test]
    fn mistakes_are_named() {
        let cases = [
            ("", "`` is not a valid number of cards"),
            ("twelve", "`twelve` is not a valid number of cards"),
            ("-3", "`-3` is not a valid number of cards"),
            ("12,", "`12,` is not a valid number"),
            ("1.5", "`1.5` is not a valid number"),
            ("21-3", "write 3-21"),
            ("0-99999999999", "99999999999 cards are more than any deck has"),
            ("99999999999999999999999", "is not a valid number of cards"),
        ];
        for (text, expected) in cases {
            let message = text.parse::<Sizes>().unwrap_err().to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
        assert_eq!(Sizes::one(81).within(Deck::GAME), Ok(Sizes::one(81)));
        let message = Sizes::one(82).within(Deck::GAME).unwrap_err().to_string();
        assert!(message.starts_with("82 cards are more than the 81 of a deck of 4 features"));
    }
}
