//! Hands that the user has written, read from a file or stdin.

use super::failure::{Failure, OrFail};
use super::message::message;
use super::source_files::read_bytes;
use anyhow::anyhow;
use setodds::card::Deck;
use setodds::hand::text::{HandsError, WrittenHand, read_hands};
use std::io::{self, IsTerminal};
use std::path::Path;

/// The name of an input and its hands; what is assumed of their notation is said.
pub(super) fn read_written(path: &Path, deck: Deck) -> Result<(String, Vec<WrittenHand>), Failure> {
    if path == Path::new("-") && io::stdin().is_terminal() {
        message("one card a line, please; Ctrl-D ends");
    }
    let (name, bytes) = read_bytes(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        anyhow!("{name}, line {line}: not UTF-8 text; save the file as UTF-8")
    });
    let written = read_hands(&text.or_usage()?, deck).map_err(|error| unreadable(&name, &error))?;
    written.conventions.notes().iter().for_each(|note| message(note));
    Ok((name, written.hands))
}

/// An error with the name of the input, and its line where it has one.
fn unreadable(name: &str, error: &HandsError) -> Failure {
    let separator = match error {
        HandsError::Empty | HandsError::Csv(_) => ":",
        _ => ",",
    };
    Failure::Usage(anyhow!("{name}{separator} {error}"))
}
