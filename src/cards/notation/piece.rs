//! The cards of a row, each with the form in which it is written.

use super::{INDEX, NotationError, Place, Style, WordPart, WordRow};
use crate::card::{Card, Deck};
use crate::cards::words::{self, Meaning};
use setodds_engine::escape::excerpt;
use std::sync::Arc;
use unicode_segmentation::UnicodeSegmentation;

/// A card whose meaning is known when all are seen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Piece {
    pub(super) text: Arc<str>,
    pub(super) form: WrittenAs,
    /// Words, or the letters of a code.
    pub(super) parts: Vec<WordPart>,
    /// Bits before the words, which say the same.
    bits: Option<Card>,
}

/// How a card is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WrittenAs {
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

impl WrittenAs {
    /// The style in which a card of this form is written.
    pub(super) const fn style(self) -> Style {
        match self {
            Self::Card(_, style) => style,
            Self::Digits => Style::Digits,
            Self::Number(_) => Style::Index,
            Self::Code | Self::Words => Style::Words,
        }
    }
}

impl Piece {
    fn new(form: WrittenAs, text: &str, parts: Vec<WordPart>) -> Self {
        Self { text: text.into(), form, parts, bits: None }
    }

    /// Whether it has something between its parts.
    pub(super) fn is_separated(&self) -> bool {
        match self.form {
            WrittenAs::Digits | WrittenAs::Card(_, Style::Bits) => !are_figures(&self.text),
            form => form == WrittenAs::Words,
        }
    }

    /// The spellings of its parts.
    pub(super) fn keys(&self, deck: Deck) -> impl Iterator<Item = SpellingKey> {
        self.parts.iter().map(move |part| SpellingKey::of(&part.text, deck))
    }

    /// Whether it is a word outside the dictionary for each feature.
    pub(super) fn is_foreign(&self, deck: Deck) -> bool {
        let is_word = |it: &WordPart| {
            let has_figure = it.text.contains(|it: char| it.is_ascii_digit());
            it.feature.is_none() && it.text.contains(char::is_alphabetic) && !has_figure
        };
        let is_whole = self.form == WrittenAs::Words && self.parts.len() == deck.features();
        is_whole && self.parts.iter().all(is_word) && self.keys(deck).all(|it| it.known().is_none())
    }

    /// Whether one of its words is the name of a feature.
    pub(super) fn names_feature(&self, deck: Deck) -> bool {
        self.parts.iter().any(|it| words::feature(&it.text.to_lowercase(), deck).is_some())
    }

    /// Whether all of its words are names of features.
    pub(super) fn names_features(&self, deck: Deck) -> bool {
        let is_name = |it: &WordPart| words::feature(&it.text.to_lowercase(), deck).is_some();
        !self.parts.is_empty() && self.parts.iter().all(is_name)
    }

    /// Bits before words must say what the words say.
    pub(super) fn agree(&self, card: Card, place: Place, deck: Deck) -> Result<(), NotationError> {
        let Some(bits) = self.bits.filter(|bits| *bits != card) else { return Ok(()) };
        let [bits, words] = [bits, card].map(|card| Style::Words.write(card, deck));
        let text = excerpt(&self.text);
        Err(mistake!(
            place,
            "the bits of `{text}` say `{bits}`, its words `{words}`; they must agree"
        ))
    }
}

/// The cards of a row; as many words as features, each with as many letters, are `open`.
pub(super) fn pieces_of(
    row: &WordRow,
    open: WrittenAs,
    deck: Deck,
) -> Result<Vec<Piece>, NotationError> {
    if row.parts.is_empty() {
        let card = Style::Words.write(Card::default(), deck);
        return Err(mistake!(
            row.place,
            "no card here; write one as words, digits, bits or index, as in `{card}`"
        ));
    }
    if let Some(piece) = separated_figures(row, deck) {
        return Ok(vec![piece]);
    }
    let words: Vec<&str> = row.parts.iter().map(|part| &part.text[..]).collect();
    let is_plain = |word: &&str| word.bytes().all(|it| it.is_ascii_digit() || b"@-_".contains(&it));
    let are_plain = words.iter().all(is_plain);
    let forms: Option<Vec<WrittenAs>> = words.iter().map(|word| word_form(word, deck)).collect();
    let is_code = |form: &WrittenAs| *form == WrittenAs::Code;
    let is_open = |forms: &[WrittenAs]| forms.len() == deck.features() && forms.iter().all(is_code);
    let are_cards = |it: &Vec<WrittenAs>| !is_open(it) || is_code(&open);
    let bits = leading_bits(&words, deck).filter(|_| !are_plain);
    if let Some(forms) = forms.filter(|it| bits.is_none() && are_cards(it)) {
        let one = |(form, word): (WrittenAs, &str)| {
            let letters = word.graphemes(true).filter(|_| is_code(&form));
            Piece::new(form, word, letters.map(|it| WordPart::new(None, it)).collect())
        };
        return Ok(forms.into_iter().zip(words).map(one).collect());
    }
    if are_plain {
        return Err(not_figures(row, deck));
    }
    if bits.is_none() {
        refuse_beside_cards(row, &words, deck)?;
    }
    let (bits, width) = bits.unzip();
    let parts = row.parts[width.unwrap_or(0)..].to_vec();
    Ok(vec![Piece { bits, ..Piece::new(WrittenAs::Words, &row.text, parts) }])
}

/// The card of a row that has a figure for each part, if these are digits or bits.
fn separated_figures(row: &WordRow, deck: Deck) -> Option<Piece> {
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
    let text =
        row.separator().filter(|_| is_as_written).map_or(words.join(" "), |_| row.text.clone());
    Some(Piece::new(form, &text, Vec::new()))
}

/// Refuses words that are cards beside a word that is not, where they cannot be parts of a card:
/// two in figures, two numbers above the digits, or all but a name with a colon.
fn refuse_beside_cards(row: &WordRow, words: &[&str], deck: Deck) -> Result<(), NotationError> {
    let is_card = |word: &&&str| word_form(word, deck).is_some();
    let in_figures = |word: &&&str| {
        let form = word_form(word, deck);
        form.is_some_and(|form| !matches!(form, WrittenAs::Code | WrittenAs::Number(0..=3)))
    };
    let (name, rest) = (words.first().filter(|it| it.ends_with(':')), words.get(1..));
    let name =
        name.filter(|_| rest.is_some_and(|it| !it.is_empty() && it.iter().all(|it| is_card(&it))));
    let stranger = || {
        words.iter().find(|it| !is_card(it)).filter(|_| words.iter().filter(in_figures).count() > 1)
    };
    let Some(word) = name.or_else(stranger) else { return Ok(()) };
    Err(mistake!(
        row.place,
        "`{}` is not a card, and other words of `{}` are; leave it out, or give names of hands as \
         CSV with the columns hand,card",
        excerpt(word),
        excerpt(&row.text)
    ))
}

/// The error that a row has figures that are not a card.
fn not_figures(row: &WordRow, deck: Deck) -> NotationError {
    let (n, last) = (deck.features(), deck.size() - 1);
    mistake!(
        row.place,
        "`{}` is not a valid card of a deck of {n} features; numbers are {n} digits 0 to 2 or 1 to \
         3, {} bits with a single 1 in every three, or an index from @0 to @{last}",
        excerpt(&row.text),
        3 * n,
    )
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

/// A card as it was first written.
#[derive(Clone, Debug)]
pub(super) struct SeenPiece {
    pub(super) piece: Arc<Piece>,
    pub(super) place: Place,
    /// What stands between its parts, if that is one of the usual separators.
    pub(super) separator: Option<&'static str>,
}

/// What spellings have in common that are one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum SpellingKey {
    /// Forms of a word of the dictionary.
    Known(Meaning),
    /// Any other spelling, without capitals and plural.
    Other(String),
}

impl SpellingKey {
    pub(super) fn of(text: &str, deck: Deck) -> Self {
        let folded = text.to_lowercase();
        let meaning = words::meaning(&folded).filter(|it| it.feature < deck.features());
        meaning.map_or_else(|| Self::Other(words::singular(&folded).to_owned()), Self::Known)
    }

    pub(super) const fn known(&self) -> Option<Meaning> {
        match self {
            Self::Known(meaning) => Some(*meaning),
            Self::Other(_) => None,
        }
    }
}
