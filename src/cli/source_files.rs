//! Files that are given to be read: by their names, or as stdin; no more of them than fits into
//! memory.

use super::failure::{Failure, OrFail};
use super::message;
use crate::card::Deck;
use crate::hand::text::{HandsError, WrittenHand, read_hands};
use crate::report::recognise::{Source, decode, note};
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The most that is read of one input: far more than any result of the program takes.
pub(super) const MAX_BYTES: u64 = 64 << 20;

/// The names and the texts of some CSVs; `-` is stdin. Which columns of them are ignored is said.
pub(super) fn read_all(paths: &[PathBuf]) -> Result<Vec<(String, String)>, Failure> {
    paths.iter().map(|path| read(path)).collect()
}

/// The name and the text of a CSV.
fn read(path: &Path) -> Result<(String, String), Failure> {
    let (name, bytes) = read_bytes(path)?;
    let text = decode(bytes).map_err(|error| format!("{name} is {error}; save it as UTF-8"));
    let text = text.or_usage()?;
    if let Some(ignored) = note(Source { name: &name, text: &text }) {
        message::note(ignored);
    }
    Ok((name, text))
}

/// The name and the bytes of a file; `-` is stdin.
fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let stdin = path == Path::new("-");
    let name = if stdin { "stdin".to_owned() } else { path.display().to_string() };
    let bytes = if stdin {
        read_most(io::stdin().lock(), MAX_BYTES)
    } else {
        File::open(path).and_then(|file| read_most(file, MAX_BYTES))
    };
    match bytes {
        Ok(Some(bytes)) => Ok((name, bytes)),
        Ok(None) => Err(usage_error!(
            "{name} holds more than {} MiB, the most that is read at a time; give it in parts",
            MAX_BYTES >> 20
        )),
        Err(error) => Err(usage_error!("cannot read {name}: {error}")),
    }
}

/// All that a reader gives, unless that is more than so many bytes.
pub(super) fn read_most(reader: impl Read, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let read = reader.take(most + 1).read_to_end(&mut bytes)?;
    Ok((read as u64 <= most).then_some(bytes))
}

/// The name of an input and its hands, at least one; what is assumed of their notation is said.
pub(super) fn read_written(path: &Path, deck: Deck) -> Result<(String, Vec<WrittenHand>), Failure> {
    match read_written_if_any(path, deck)? {
        (name, hands) if hands.is_empty() => Err(unreadable(&name, &HandsError::Empty)),
        written => Ok(written),
    }
}

/// The name of an input and its hands, which may be none; what is assumed of their notation is
/// said.
pub(super) fn read_written_if_any(
    path: &Path,
    deck: Deck,
) -> Result<(String, Vec<WrittenHand>), Failure> {
    if path == Path::new("-") && io::stdin().is_terminal() {
        message::note("one card a line, please; Ctrl-D ends");
    }
    let (name, bytes) = read_bytes(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        format!("{name}, line {line}: not UTF-8 text; save the file as UTF-8")
    });
    let written = match read_hands(&text.or_usage()?, deck) {
        Err(HandsError::Empty) => return Ok((name, Vec::new())),
        read => read.map_err(|error| unreadable(&name, &error))?,
    };
    written.conventions.notes().iter().for_each(message::note);
    Ok((name, written.hands))
}

/// An error with the name of the input, and its line where it has one.
fn unreadable(name: &str, error: &HandsError) -> Failure {
    let separator = match error {
        HandsError::Empty | HandsError::Csv(_) => ":",
        _ => ",",
    };
    usage_error!("{name}{separator} {error}")
}
