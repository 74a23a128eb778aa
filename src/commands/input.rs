//! Input with cards: files and stdin of limited size, and the options for their notation.

use crate::card::Deck;
use crate::cards::{
    Doubt, FirstNumber, MAX_BYTES, Purpose, ReadError, ReadOptions, Style, Values, WrittenHands,
    read_hands,
};
#[cfg(feature = "cli")]
use crate::cli::names;
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail, exclusive};
use crate::report::escape::excerpt;
use crate::report::number::{count, grouped};
use crate::report::recognise::decode;
#[cfg(feature = "cli")]
use clap::Args;
use serde::{Deserialize, Deserializer};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The input of a command: a file, stdin, or text from a calling program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// The name of a file; `-` is stdin.
    File(PathBuf),
    Text(String),
}

impl Default for Input {
    /// Returns an empty text as the input, because a calling program that omits an input has no
    /// stdin to read.
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl<'de> Deserialize<'de> for Input {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::Text)
    }
}

impl From<OsString> for Input {
    fn from(name: OsString) -> Self {
        Self::File(name.into())
    }
}

impl Input {
    /// Returns the file name of the input, or `None` if the input is text.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Text(_) => None,
        }
    }

    /// Returns the card numbers that were given instead of a file, such as `@70` or `@0,27-80`, or
    /// `None` for other inputs.
    pub(crate) fn numbers(&self) -> Option<&str> {
        let is_list = |text: &&str| {
            let mut signs = text.trim_start_matches('@').bytes();
            signs.all(|sign| sign.is_ascii_digit() || matches!(sign, b',' | b'-'))
        };
        match self {
            Self::File(path) => path.to_str().filter(|text| text.starts_with('@')),
            Self::Text(text) => {
                Some(text.as_str()).filter(|it| it.starts_with('@')).filter(is_list)
            }
        }
    }

    /// Reads the input. Returns its name for messages and its text. The name is `role` unless the
    /// input is a file.
    pub(crate) fn read(&self, role: &str, context: &Context) -> Result<(String, String), Failure> {
        match self {
            Self::File(path) => read_text(path, context),
            Self::Text(text) => Ok((role.to_owned(), text.clone())),
        }
    }
}

/// Reads a file, or stdin for `-`. Returns its name for messages and its bytes.
pub(crate) fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), Failure> {
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

/// Reads at most `most` bytes. Returns `None` if the reader has more.
pub(crate) fn read_most(reader: impl Read, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let read = reader.take(most + 1).read_to_end(&mut bytes)?;
    Ok((read as u64 <= most).then_some(bytes))
}

/// The options for the spelling of cards: words, digits and numbers.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
pub(crate) struct SpellingArgs {
    /// Your own words for number; colour; shading; shape
    ///
    /// In the order one, two, three; red, green, purple; solid, open, striped; diamond, oval,
    /// squiggle, with / between spellings: 'eins,zwei,drei;rot/rote,gruen,lila;...'.
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "VALUES", hide_short_help = true, allow_hyphen_values = true)
    )]
    values: Option<Values>,
    /// First digit and card number: 0 or 1 [default: detected]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", hide_short_help = true,
              value_parser = names::of::<FirstNumber>(FirstNumber::NAMES)))]
    numbers_from: Option<FirstNumber>,
}

impl SpellingArgs {
    /// Returns whether any option for the spelling of cards is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.values.is_some() || self.numbers_from.is_some()
    }
}

/// The options for reading and writing cards.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
pub(crate) struct CardArgs {
    /// Write cards as words, codes, digits or numbers [default: as read]
    #[cfg_attr(feature = "cli", arg(long = "as", value_name = "STYLE",
              value_parser = names::of::<Style>(Style::NAMES)))]
    #[serde(rename = "as")]
    pub(crate) style: Option<Style>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub(crate) spelling: SpellingArgs,
    /// Read each line as a hand, even if lines could form one board
    #[cfg_attr(feature = "cli", arg(long, hide_short_help = true))]
    pub(crate) hand_a_line: bool,
    /// Read all cards, or all lines between blank lines, as one hand
    #[cfg_attr(feature = "cli", arg(long, hide_short_help = true))]
    pub(crate) one_hand: bool,
}

impl CardArgs {
    /// Refuses options that exclude each other, before any input is read.
    pub(crate) fn refuse_contradictions(&self) -> Result<(), Failure> {
        exclusive(&[("--hand-a-line", self.hand_a_line), ("--one-hand", self.one_hand)])
    }
}

/// Hands read from all inputs of a command.
pub(crate) struct Written {
    /// The names of the inputs, for messages.
    pub(crate) names: Vec<String>,
    pub(crate) read: WrittenHands,
    /// A sentence on how the inputs were read.
    pub(crate) summary: String,
}

impl Written {
    /// Reads the hands of several inputs together, and reports how they were read. Each input comes
    /// with its role, which is its name in messages unless it is a file.
    pub(crate) fn read(
        inputs: &[(&Input, &str)],
        deck: Deck,
        args: &CardArgs,
        purpose: Purpose,
        context: &Context,
    ) -> Result<Self, Failure> {
        let texts = inputs.iter().map(|(input, role)| input.read(role, context));
        Self::of(texts.collect::<Result<_, _>>()?, deck, args, purpose, context)
    }

    /// Reads the hands of several texts together, and reports how they were read. Each text comes
    /// with its name for messages.
    pub(crate) fn of(
        texts: Vec<(String, String)>,
        deck: Deck,
        args: &CardArgs,
        purpose: Purpose,
        context: &Context,
    ) -> Result<Self, Failure> {
        let (names, texts): (Vec<String>, Vec<String>) = texts.into_iter().unzip();
        let options = ReadOptions {
            values: args.spelling.values.clone(),
            numbers_from: args.spelling.numbers_from,
            hand_a_line: args.hand_a_line,
            one_hand: args.one_hand,
            purpose,
        };
        let mut read = read_hands(texts, deck, &options)
            .map_err(|error| unreadable(&names, &error, context))?;
        let summary = read.summary();
        if args.style == Some(Style::Codes) && ![3, 4].contains(&deck.features()) {
            let features = deck.features();
            return Err(usage_error!("--as codes: decks of {features} features have no codes"));
        }
        if !read.with_duplicates.is_empty() {
            context.warning(left_out(&read));
        }
        if read.inputs.iter().any(|hands| !hands.is_empty()) {
            context.reading(format_args!("read {summary}"));
        }
        let written = |read| Self { names, read, summary };
        match args.style {
            None => Ok(written(read)),
            Some(style) => {
                read.write_as(style);
                let written = written(read);
                written.refuse(|_| true)?;
                Ok(written)
            }
        }
    }

    /// Fails if the cards are ambiguous and `matters` returns `true` for their ambiguity, which
    /// means that it could change the result.
    pub(crate) fn refuse(&self, matters: impl Fn(Doubt) -> bool) -> Result<(), Failure> {
        match self.read.doubt.filter(|doubt| matters(*doubt)) {
            Some(doubt) => Err(usage_error!("{}: {doubt}", self.names[0])),
            None => Ok(()),
        }
    }
}

/// Formats the message on hands that were left out, such as `a deal from one deck has no card
/// twice: 2 of 200 hands have, and are left out: 3, 17`.
fn left_out(read: &WrittenHands) -> String {
    /// Maximum number of hand names in the message.
    const SHOWN: usize = 10;
    let names = &read.with_duplicates;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| excerpt(name)).collect();
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    let (have, are) = if names.len() == 1 { ("has", "is") } else { ("have", "are") };
    let (twice, hands) =
        (grouped(names.len() as u128), count(read.number_of_hands() as u128, "hand"));
    format!(
        "a deal from one deck has no card twice: {twice} of {hands} {have}, and {are} left out: \
         {}{more}",
        shown.join(", ")
    )
}

/// Reads a file of cards. Returns its name for messages and its text.
fn read_text(path: &Path, context: &Context) -> Result<(String, String), Failure> {
    if path == Path::new("-") && io::stdin().is_terminal() {
        context.note("one card per line, please; Ctrl-D ends");
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

/// Returns the error for an input that cannot be read. It names the input and the line and, if the
/// cards may be readable with other words, the command to type.
fn unreadable(names: &[String], error: &ReadError, context: &Context) -> Failure {
    let place = match error.line {
        0 => String::new(),
        line => format!(", line {line}"),
    };
    let hint = match &error.values {
        Some(values) => {
            let command = context.command(None);
            format!("; if the words are yours, type: {command} --values '{values}'")
        }
        None => String::new(),
    };
    usage_error!("{}{place}: {}{hint}", names[error.input], error.message())
}
