//! Input files and stdin, of limited size.

use super::call;
use super::failure::{Failure, OrFail};
use super::message;
use super::names;
use crate::card::Deck;
use crate::cards::notation::{FirstNumber, Notation, Place, ReadOptions, Style};
use crate::cards::text::{HandsError, WrittenHand, WrittenHands, read_hands};
use crate::report::recognise::{CsvText, decode, note};
use clap::Args;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The limit of bytes for one input: far more than any result of the program takes.
pub(super) const MAX_BYTES: u64 = 64 << 20;

/// The names and the texts of some CSVs; `-` is stdin. A note names the columns that are ignored.
pub(super) fn read_all(paths: &[PathBuf]) -> Result<Vec<(String, String)>, Failure> {
    paths.iter().map(|path| read(path)).collect()
}

/// The name and the text of a CSV.
fn read(path: &Path) -> Result<(String, String), Failure> {
    let (name, bytes) = read_bytes(path)?;
    let text = decode(bytes).map_err(|error| format!("{name} is {error}; save it as UTF-8"));
    let text = text.or_usage()?;
    if let Some(ignored) = note(CsvText { name: &name, text: &text }) {
        message::note(ignored);
    }
    Ok((name, text))
}

/// The name and the bytes of a file; `-` is stdin.
fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    if let Some(text) = path.to_str().and_then(call::input) {
        return Ok((path.display().to_string(), text.into_bytes()));
    }
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

/// All that a reader gives, or nothing if it exceeds `most` bytes.
pub(super) fn read_most(reader: impl Read, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let read = reader.take(most + 1).read_to_end(&mut bytes)?;
    Ok((read as u64 <= most).then_some(bytes))
}

/// How cards are read and written.
#[derive(Args, Debug, Default)]
pub(crate) struct CardArgs {
    /// Write cards in this style, whatever style they are read in
    #[arg(long = "as", value_name = "STYLE", value_parser = names::of::<Style>(Style::NAMES))]
    style: Option<Style>,
    /// The number of the first card, 0 or 1, where cards are numbers
    ///
    /// Numbers count from 0 if one of them is 0, and from 1 if one is 81 (the size of the deck);
    /// otherwise they are refused without this option. Numbers with a mark (@60) always count from
    /// 0.
    #[arg(long, value_name = "N", hide_short_help = true,
          value_parser = names::of::<FirstNumber>(FirstNumber::NAMES))]
    numbers_from: Option<FirstNumber>,
}

/// The hands of all inputs of a question.
pub(super) struct Written {
    /// The names of the inputs.
    pub(super) names: Vec<String>,
    /// The hands of each input, as they are written and as they are to be written.
    pub(super) inputs: Vec<Vec<WrittenHand>>,
    /// How cards are to be written.
    pub(super) notation: Notation,
    /// A line that says what was read.
    pub(super) summary: String,
}

impl Written {
    /// Reads the hands of some files together, and says what was read. `-` is stdin.
    pub(super) fn read(paths: &[&Path], deck: Deck, args: &CardArgs) -> Result<Self, Failure> {
        Self::read_with(paths, deck, args, false)
    }

    /// Reads hands as [`Self::read`] does; those of a position, a table and cards that are gone,
    /// may have no card.
    pub(super) fn read_with(
        paths: &[&Path],
        deck: Deck,
        args: &CardArgs,
        is_position: bool,
    ) -> Result<Self, Failure> {
        let texts = paths.iter().map(|path| read_text(path)).collect::<Result<Vec<_>, _>>()?;
        Self::of(texts, deck, args, is_position)
    }

    /// Reads the hands of some texts with their names, as [`Self::read_with`] does.
    pub(super) fn of(
        texts: Vec<(String, String)>,
        deck: Deck,
        args: &CardArgs,
        is_position: bool,
    ) -> Result<Self, Failure> {
        let (names, texts): (Vec<String>, Vec<String>) = texts.into_iter().unzip();
        let inputs: Vec<&str> = texts.iter().map(String::as_str).collect();
        let options = ReadOptions { numbers_from: args.numbers_from, is_position };
        let mut written =
            read_hands(&inputs, deck, options).map_err(|error| unreadable(&names, &error))?;
        let summary = written.summary();
        if let Some(style) = args.style {
            if written.notation.has_strangers() {
                message::note(
                    "words outside the dictionary have values in the order of the places below",
                );
            }
            written.write_as(style);
        }
        if written.inputs.iter().any(|hands| !hands.is_empty()) {
            message::note(format_args!("read {summary}"));
        }
        let WrittenHands { inputs, notation } = written;
        Ok(Self { names, inputs, notation, summary })
    }
}

/// The name and the text of an input with cards.
pub(super) fn read_text(path: &Path) -> Result<(String, String), Failure> {
    if path == Path::new("-") && io::stdin().is_terminal() {
        message::note("one card a line, please; Ctrl-D ends");
    }
    let (name, bytes) = read_bytes(path)?;
    let line = |bytes: &[u8]| {
        let valid = bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
        1 + bytes[..valid].iter().filter(|&&byte| byte == b'\n').count()
    };
    let at = line(&bytes);
    let text =
        decode(bytes).map_err(|error| format!("{name}, line {at}: {error}; save it as UTF-8"));
    Ok((name, text.or_usage()?))
}

/// An error with the name of the input, and its line where it has one.
pub(super) fn unreadable(names: &[String], error: &HandsError) -> Failure {
    let place = match error {
        HandsError::Wrong(error) => error.place,
        _ => Place::default(),
    };
    let separator = if place.line == 0 { ":" } else { "," };
    usage_error!("{}{separator} {error}", names[place.input])
}
