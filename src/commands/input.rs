//! Cards that a command reads: files and stdin, of limited size, and the options that say how they
//! are written.

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
use crate::report::number::count;
use crate::report::recognise::decode;
#[cfg(feature = "cli")]
use clap::Args;
use serde::{Deserialize, Deserializer};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The input of a command: a file, stdin, or a text that another program gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// A file by its name; `-` is stdin.
    File(PathBuf),
    Text(String),
}

impl Default for Input {
    /// Returns an empty text: what another program does not give is not read from its stdin.
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
    /// Returns the name of the file, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Text(_) => None,
        }
    }

    /// Returns what stands in place of cards where their numbers may: `@70`, or `@0,27-80`.
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

    /// Returns the text of an input with cards, with its name in messages: that of a file, or else
    /// `role`.
    pub(crate) fn read(&self, role: &str, context: &Context) -> Result<(String, String), Failure> {
        match self {
            Self::File(path) => read_text(path, context),
            Self::Text(text) => Ok((role.to_owned(), text.clone())),
        }
    }
}

/// Returns the name and the bytes of a file; `-` is stdin.
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

/// All that a reader gives, or nothing if it exceeds `most` bytes.
pub(crate) fn read_most(reader: impl Read, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let read = reader.take(most + 1).read_to_end(&mut bytes)?;
    Ok((read as u64 <= most).then_some(bytes))
}

/// What the words, digits and numbers of cards are.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
pub(crate) struct SpellingArgs {
    /// Your own words or signs of the values, three for each feature
    ///
    /// They replace the dictionary: 'one,two,three;rot/rote,gruen,lila;...', with semicolons
    /// between number, colour, shading and shape, and slashes between spellings of one value. To
    /// find sets, any order will do; --as takes colours as red, green, purple, shadings as solid,
    /// open, striped, and shapes as diamond, oval, squiggle. The words of a card may have any
    /// order, if no spelling stands in two features; single signs may be joined.
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "VALUES", hide_short_help = true, allow_hyphen_values = true)
    )]
    values: Option<Values>,
    /// Where digits and the numbers of cards begin: 0 or 1
    ///
    /// A 0 among them tells, or a 3 among digits and an 81 (the size of the deck) among numbers.
    /// Numbers with a mark (@60) count from 0.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", hide_short_help = true,
              value_parser = names::of::<FirstNumber>(FirstNumber::NAMES)))]
    numbers_from: Option<FirstNumber>,
}

impl SpellingArgs {
    /// Returns whether an option is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.values.is_some() || self.numbers_from.is_some()
    }
}

/// How cards are read and written.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
pub(crate) struct CardArgs {
    /// Write cards in this style, whatever style they are read in
    #[cfg_attr(feature = "cli", arg(long = "as", value_name = "STYLE",
              value_parser = names::of::<Style>(Style::NAMES)))]
    #[serde(rename = "as")]
    pub(crate) style: Option<Style>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub(crate) spelling: SpellingArgs,
    /// Take each line as a hand where a board on several lines may be meant
    #[cfg_attr(feature = "cli", arg(long, hide_short_help = true))]
    pub(crate) hand_a_line: bool,
    /// Take the lines between blank lines as one hand
    ///
    /// Where they are hands anyway, or each line stands alone, all cards are one.
    #[cfg_attr(feature = "cli", arg(long, hide_short_help = true))]
    pub(crate) one_hand: bool,
}

impl CardArgs {
    /// Refuses options that exclude each other, before anything is read.
    pub(crate) fn refuse_contradictions(&self) -> Result<(), Failure> {
        exclusive(&[("--hand-a-line", self.hand_a_line), ("--one-hand", self.one_hand)])
    }
}

/// The hands of all inputs of a question.
pub(crate) struct Written {
    /// The names of the inputs.
    pub(crate) names: Vec<String>,
    /// What was read.
    pub(crate) read: WrittenHands,
    /// A line that says what was read.
    pub(crate) summary: String,
}

impl Written {
    /// Reads the hands of some inputs together, each with its role, and says what was read.
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

    /// Reads the hands of some texts with their names, as [`Self::read`] does.
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
        if !read.twice.is_empty() {
            context.warning(left_out(&read.twice));
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

    /// Refuses cards whose values are in doubt in a way that matters.
    pub(crate) fn refuse(&self, matters: impl Fn(Doubt) -> bool) -> Result<(), Failure> {
        match self.read.doubt.filter(|doubt| matters(*doubt)) {
            Some(doubt) => Err(usage_error!("{}: {doubt}", self.names[0])),
            None => Ok(()),
        }
    }
}

/// Returns text such as `2 hands hold a card twice and are left out: 3, 17`
fn left_out(names: &[String]) -> String {
    /// The most names that are listed.
    const SHOWN: usize = 10;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| excerpt(name)).collect();
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    let (hold, are) = if names.len() == 1 { ("holds", "is") } else { ("hold", "are") };
    let hands = count(names.len() as u128, "hand");
    format!("{hands} {hold} a card twice and {are} left out: {}{more}", shown.join(", "))
}

/// Returns the name and the text of a file with cards.
fn read_text(path: &Path, context: &Context) -> Result<(String, String), Failure> {
    if path == Path::new("-") && io::stdin().is_terminal() {
        context.note("one card a line, please; Ctrl-D ends");
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

/// An error with the name of the input, its line where it has one, and the command to type if the
/// input may be read with other words.
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
