//! The cards of a row, each with the form in which it is written.

use super::{INDEX, NotationError, Place, Style, WordPart, WordRow};
use crate::card::words;
use crate::card::{Card, Deck};
use crate::escape::excerpt;
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;

/// A card whose meaning is known when all are seen.
#[derive(Clone, Debug)]
pub(super) struct Piece<'a> {
    /// The place of its row.
    pub(super) row: usize,
    pub(super) place: Place,
    pub(super) text: Cow<'a, str>,
    pub(super) form: WrittenAs,
    /// Words, or the letters of a code.
    pub(super) parts: Cow<'a, [WordPart]>,
    /// Bits before the words, which say the same.
    bits: Option<Card>,
}

/// How a card is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenAs {
    /// Bits, or an index with its mark.
    Card(Card, Style),
    /// A digit 0 to 3 for each feature.
    Digits,
    /// A bare number, counted from 0 or from 1.
    Number(usize),
    /// A letter or sign for each feature, without anything between them.
    Code,
    Words,
}

impl<'a> Piece<'a> {
    /// A card in a row that has it in this form.
    fn new(at: usize, row: &WordRow, form: WrittenAs, text: impl Into<Cow<'a, str>>) -> Self {
        let (place, text) = (row.place, text.into());
        Self { row: at, place, text, form, parts: Cow::Borrowed(&[]), bits: None }
    }

    /// Whether its figures have something between them.
    pub(super) fn is_separated(&self) -> bool {
        self.text.contains(|it: char| !it.is_ascii_digit())
    }

    /// Bits before words must say what the words say.
    pub(super) fn agree(&self, card: Card, deck: Deck) -> Result<(), NotationError> {
        let Some(bits) = self.bits.filter(|bits| *bits != card) else { return Ok(()) };
        let [bits, words] = [bits, card].map(|card| Style::Words.write(card, deck));
        let text = excerpt(&self.text);
        let message =
            format!("the bits of `{text}` say `{bits}`, its words `{words}`; they must agree");
        Err(NotationError::new(self.place, message))
    }
}

/// The cards of a row; as many words as features, each with as many letters, are `open`.
pub(super) fn pieces_of<'a>(
    at: usize,
    row: &'a WordRow,
    open: WrittenAs,
    deck: Deck,
) -> Result<Vec<Piece<'a>>, NotationError> {
    if let Some(piece) = separated_figures(at, row, deck) {
        return Ok(vec![piece]);
    }
    let words: Vec<&str> = row.parts.iter().map(|part| &part.text[..]).collect();
    let is_plain = |word: &&str| word.bytes().all(|it| it.is_ascii_digit() || b"@-_".contains(&it));
    let are_plain = words.iter().all(is_plain);
    let bits = leading_bits(&words, deck).filter(|_| !are_plain);
    let forms: Option<Vec<WrittenAs>> = words.iter().map(|word| word_form(word, deck)).collect();
    let are_codes = |forms: &[WrittenAs]| forms.iter().all(|form| *form == WrittenAs::Code);
    let is_open = |forms: &[WrittenAs]| forms.len() == deck.features() && are_codes(forms);
    let are_cards = |forms: &Vec<WrittenAs>| !is_open(forms) || open == WrittenAs::Code;
    match forms.filter(|it| bits.is_none() && !words.is_empty() && are_cards(it)) {
        Some(forms) => {
            let one = |(form, word): (WrittenAs, &'a str)| {
                let letters = word.graphemes(true).map(|it| WordPart::new(None, it));
                let parts = letters.filter(|_| form == WrittenAs::Code).collect();
                Piece { parts, ..Piece::new(at, row, form, word) }
            };
            Ok(forms.into_iter().zip(words).map(one).collect())
        }
        None if are_plain => Err(not_figures(row, deck)),
        None if bits.is_none() && has_cards(&words, deck) => Err(beside_cards(row, &words, deck)),
        None => {
            let parts = Cow::Borrowed(&row.parts[bits.map_or(0, |(_, width)| width)..]);
            let bits = bits.map(|(card, _)| card);
            Ok(vec![Piece { parts, bits, ..Piece::new(at, row, WrittenAs::Words, &row.text[..]) }])
        }
    }
}

/// The card of a row that has a figure for each part, if these are digits or bits.
fn separated_figures<'a>(at: usize, row: &'a WordRow, deck: Deck) -> Option<Piece<'a>> {
    let mut parts: Vec<&WordPart> = row.parts.iter().collect();
    let is_figure = |it: &&WordPart| it.text.len() == 1 && are_figures(&it.text);
    if parts.len() < 2 || !parts.iter().all(is_figure) {
        return None;
    }
    if parts.iter().all(|it| it.feature.is_some()) {
        parts.sort_by_key(|part| part.feature);
    }
    let words: Vec<&str> = parts.into_iter().map(|part| &part.text[..]).collect();
    let form = figures_form(&words.concat(), deck)?;
    let is_as_written = row.parts.iter().all(|it| it.feature.is_none());
    let text = match row.separator().filter(|_| is_as_written) {
        Some(_) => row.text.clone(),
        None => words.join(" "),
    };
    Some(Piece::new(at, row, form, text))
}

/// Whether some words are cards that cannot be parts of a card: two in figures or two numbers above
/// the digits, or all but a name with a colon.
fn has_cards(words: &[&str], deck: Deck) -> bool {
    let in_figures = |word: &&&str| {
        let form = word_form(word, deck);
        form.is_some_and(|form| !matches!(form, WrittenAs::Code | WrittenAs::Number(0..=3)))
    };
    let is_name = |word: &str| word.ends_with(':');
    let are_cards = |words: &[&str]| words.iter().all(|word| word_form(word, deck).is_some());
    let named = words.split_first().filter(|(first, rest)| is_name(first) && !rest.is_empty());
    words.iter().filter(in_figures).count() > 1 || named.is_some_and(|(_, rest)| are_cards(rest))
}

/// The error that a word stands beside whole cards.
fn beside_cards(row: &WordRow, words: &[&str], deck: Deck) -> NotationError {
    let stranger = words.iter().find(|word| word_form(word, deck).is_none() || word.ends_with(':'));
    let (word, text) = (excerpt(stranger.unwrap_or(&"")), excerpt(&row.text));
    NotationError::new(
        row.place,
        format_args!(
            "`{word}` is not a card, and other words of `{text}` are; leave it out, or give names \
             of hands as CSV with the columns hand,card"
        ),
    )
}

/// The error that a row has no card, or figures that are none.
fn not_figures(row: &WordRow, deck: Deck) -> NotationError {
    let (n, text) = (deck.features(), excerpt(&row.text));
    let message = if row.parts.is_empty() {
        let card = Style::Words.write(Card::default(), deck);
        format!("no card here; write one as words, digits, bits or index, as in `{card}`")
    } else {
        format!(
            "`{text}` is not a valid card of a deck of {n} features; numbers are {n} digits 0 to 2 \
             or 1 to 3, {} bits with a single 1 in every three, or an index from @0 to @{}",
            3 * n,
            deck.size() - 1
        )
    };
    NotationError::new(row.place, message)
}

/// What a word is that is a card of its own.
fn word_form(word: &str, deck: Deck) -> Option<WrittenAs> {
    let number = |text: &str| -> Option<usize> {
        let is_plain = are_figures(text) && (text == "0" || !text.starts_with('0'));
        text.parse().ok().filter(|&number| is_plain && number <= deck.size())
    };
    if let Some(marked) = word.strip_prefix(INDEX) {
        return Some(WrittenAs::Card(Card::new(number(marked)?, deck).ok()?, Style::Index));
    }
    let is_code = || {
        !are_figures(word)
            && word.graphemes(true).count() == deck.features()
            && words::meaning(&word.to_lowercase()).is_none()
    };
    figures_form(word, deck)
        .or_else(|| number(word).map(WrittenAs::Number))
        .or_else(|| is_code().then_some(WrittenAs::Code))
}

fn are_figures(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits or bits.
fn figures_form(figures: &str, deck: Deck) -> Option<WrittenAs> {
    let n = deck.features();
    if figures.len() == n && figures.bytes().all(|byte| (b'0'..=b'3').contains(&byte)) {
        return Some(WrittenAs::Digits);
    }
    let bits = figures.as_bytes().chunks(3).map(|bits| match bits {
        b"100" => Some(0),
        b"010" => Some(1),
        b"001" => Some(2),
        _ => None,
    });
    let digits = bits.collect::<Option<Vec<u8>>>().filter(|digits| digits.len() == n)?;
    Some(WrittenAs::Card(Card::from_digits(digits), Style::Bits))
}

/// The bits that words may follow, and how many words they take.
fn leading_bits(words: &[&str], deck: Deck) -> Option<(Card, usize)> {
    [1, 3 * deck.features()].into_iter().find_map(|width| {
        match figures_form(&words.get(..width)?.concat(), deck)? {
            WrittenAs::Card(card, _) => Some((card, width)),
            _ => None,
        }
    })
}
