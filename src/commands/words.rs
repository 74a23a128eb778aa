//! Changes the words of the command line in the record of a result.

use crate::deal::Seed;
#[cfg(feature = "cli")]
use crate::pack::Pack;

/// Adds a `--seed` option to the words of a command line, before `--`, unless they have one.
pub(crate) fn with_seed(mut words: Vec<String>, seed: Option<Seed>) -> Vec<String> {
    let has_seed = words.iter().any(|word| word == "--seed" || word.starts_with("--seed="));
    if let Some(seed) = seed.filter(|_| !has_seed) {
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.splice(end..end, ["--seed".to_owned(), seed.to_string()]);
    }
    words
}

/// Replaces the value of `--without` with card numbers and removes `--values` and `--numbers-from`,
/// so that the command line depends on no file.
#[cfg(feature = "cli")]
pub(crate) fn with_numbers(mut words: Vec<String>, pack: &Pack) -> Vec<String> {
    for option in ["--values", "--numbers-from"] {
        let joined = format!("{option}=");
        words.retain(|word| !word.starts_with(&joined));
        if let Some(at) = words.iter().position(|word| word == option) {
            words.drain(at..at + 2);
        }
    }
    if let Some(at) = words.iter().position(|word| word == "--without") {
        words[at + 1] = pack.to_string();
    } else if let Some(word) = words.iter_mut().find(|word| word.starts_with("--without=")) {
        *word = format!("--without={pack}");
    }
    words
}
