//! Questions and answers in words.

use std::fmt::Display;
#[cfg(feature = "page")]
use std::str::{FromStr, SplitAsciiWhitespace};

/// An answer, or what is wrong with the question.
pub(super) type Reply = Result<String, String>;

/// The next word of a question.
#[cfg(feature = "page")]
pub(super) fn next<T: FromStr<Err: Display>>(
    words: &mut SplitAsciiWhitespace<'_>,
) -> Result<T, String> {
    parsed(words.next().ok_or("the question lacks a word")?)
}

/// A word as what it stands for.
#[cfg(feature = "page")]
pub(super) fn parsed<T: FromStr<Err: Display>>(word: &str) -> Result<T, String> {
    word.parse().map_err(|error| format!("`{word}`: {error}"))
}

/// An error in words.
pub(super) fn text(error: impl Display) -> String {
    error.to_string()
}

/// A list in words.
#[cfg(feature = "page")]
pub(super) fn joined(all: impl IntoIterator<Item: Display>, between: &str) -> String {
    all.into_iter().map(|it| it.to_string()).collect::<Vec<_>>().join(between)
}
