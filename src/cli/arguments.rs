//! The words of the command line after the name of the program: those of the process, or of a call
//! within it.

use crate::cli::call;
use std::ffi::OsString;
use std::sync::OnceLock;

/// The words of the process.
static WORDS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the words of the process. `std::env::args` does not know them where Python runs the command
/// line: there they start with the script.
pub(crate) fn settle(words: Vec<OsString>) {
    // There is one command line in a process.
    let _ = WORDS.set(words);
}

/// The words.
pub(crate) fn words() -> Vec<OsString> {
    call::words().or_else(|| WORDS.get().cloned()).unwrap_or_default()
}
