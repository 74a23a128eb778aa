//! Reading the cards of a question together.

use super::family::SpellingFamily;
use super::piece::{Piece, WrittenAs, pieces_of};
use super::{FirstNumber, INDEX, Notation, NotationError, Style, WordRow};
use crate::card::{Card, Deck};
use crate::escape::excerpt;

/// The user's settings for reading cards.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Where the numbers of cards begin; without it, the numbers must tell.
    pub numbers_from: Option<FirstNumber>,
    /// Whether the inputs may have cards that are gone, beside those of the table.
    pub may_have_gone: bool,
}

/// A card of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadCard {
    /// The text of the input; a bare number gets its mark if it counts from 0.
    pub(crate) text: String,
    pub(crate) card: Card,
}

/// Reads the cards of a question, those of all its inputs, as what one card leaves open another
/// tells: the cards of each row, and how they are written.
pub(crate) fn read(
    rows: &[&WordRow],
    deck: Deck,
    options: ReadOptions,
) -> Result<(Vec<Vec<ReadCard>>, Notation), NotationError> {
    // Words with as many letters as features may be codes, or the parts of a card.
    read_as(WrittenAs::Code, rows, deck, options)
        .or_else(|error| read_as(WrittenAs::Words, rows, deck, options).map_err(|_| error))
}

/// Reads the cards, those as codes or words that may be both.
fn read_as(
    open: WrittenAs,
    rows: &[&WordRow],
    deck: Deck,
    options: ReadOptions,
) -> Result<(Vec<Vec<ReadCard>>, Notation), NotationError> {
    let mut pieces = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        pieces.extend(pieces_of(at, row, open, deck)?);
    }
    let mut learnt = Learnt::of(&pieces, deck, options)?;
    let mut read = vec![Vec::new(); rows.len()];
    for piece in &pieces {
        read[piece.row].push(learnt.read(piece, deck)?);
    }
    let mut notation = learnt.notation(pieces.first().map(|it| it.form), deck);
    let is_marked = |it: &Piece<'_>| matches!(it.form, WrittenAs::Card(_, Style::Index));
    notation.has_marks = pieces.iter().any(is_marked);
    if let Some(first) = pieces.first()
        && let Some(separator) = rows[first.row].separator()
    {
        match (&mut notation.family, first.form) {
            (Some(family), WrittenAs::Words) => family.separator = separator,
            (None, WrittenAs::Digits | WrittenAs::Card(_, Style::Bits)) if first.is_separated() => {
                notation.separator = separator;
            }
            _ => {}
        }
    }
    Ok((read, notation))
}

/// What was learnt from all cards of a question.
struct Learnt {
    codes: SpellingFamily,
    words: SpellingFamily,
    /// The cards that are written in codes or words, in their order.
    cards: [std::vec::IntoIter<Card>; 2],
    digits: Digits,
    first_number: FirstNumber,
}

impl Learnt {
    fn of(pieces: &[Piece<'_>], deck: Deck, options: ReadOptions) -> Result<Self, NotationError> {
        let of = |form| -> Vec<&Piece<'_>> { pieces.iter().filter(|it| it.form == form).collect() };
        let (codes, in_codes) = SpellingFamily::of_codes(&of(WrittenAs::Code), deck)?;
        let (words, in_words) = SpellingFamily::of_words(&of(WrittenAs::Words), deck)?;
        for (form, family, cards) in
            [(WrittenAs::Code, &codes, &in_codes), (WrittenAs::Words, &words, &in_words)]
        {
            if !(cards.is_empty() || cards.len() == pieces.len()) {
                family.refuse_strangers(&of(form))?;
            }
        }
        let digits = of(WrittenAs::Digits);
        refuse_separated(&digits, pieces)?;
        let digits = Digits::of(&digits)?;
        let first_number = first_number(pieces, deck, options)?;
        let cards = [in_codes, in_words].map(Vec::into_iter);
        Ok(Self { codes, words, cards, digits, first_number })
    }

    /// The card of a piece, if those of all pieces before it were read.
    fn read(&mut self, piece: &Piece<'_>, deck: Deck) -> Result<ReadCard, NotationError> {
        let mut text = piece.text.clone().into_owned();
        let card = match piece.form {
            WrittenAs::Card(card, _) => Some(card),
            WrittenAs::Digits => Some(self.digits.card(&text)),
            WrittenAs::Number(number) => Card::new(number - self.first_number as usize, deck).ok(),
            WrittenAs::Code => self.cards[0].next(),
            WrittenAs::Words => self.cards[1].next(),
        };
        let card = card.unwrap_or_default();
        if matches!(piece.form, WrittenAs::Number(_)) && self.first_number == FirstNumber::Zero {
            text.insert(0, INDEX);
        }
        piece.agree(card, deck)?;
        Ok(ReadCard { text, card })
    }

    /// The notation of the first card.
    fn notation(self, first: Option<WrittenAs>, deck: Deck) -> Notation {
        let (style, family) = match first {
            Some(WrittenAs::Card(_, style)) => (style, None),
            Some(WrittenAs::Digits) => (Style::Digits, None),
            Some(WrittenAs::Number(_)) => (Style::Index, None),
            Some(WrittenAs::Code) => (Style::Words, Some(self.codes)),
            Some(WrittenAs::Words) => (Style::Words, Some(self.words)),
            None => (Style::Words, None),
        };
        let Digits { lowest: lowest_digit, is_open: is_digit_open } = self.digits;
        let first_number = self.first_number;
        Notation { family, lowest_digit, first_number, is_digit_open, ..Notation::new(deck, style) }
    }
}

/// Separated digits beside numbers may be a card or as many numbers.
fn refuse_separated(digits: &[&Piece<'_>], pieces: &[Piece<'_>]) -> Result<(), NotationError> {
    let number = pieces.iter().find(|it| matches!(it.form, WrittenAs::Number(_)));
    let separated = digits.iter().find(|it| it.is_separated());
    let (Some(number), Some(separated)) = (number, separated) else { return Ok(()) };
    let digits: String = separated.text.chars().filter(char::is_ascii_digit).collect();
    Err(NotationError::new(
        separated.place,
        format_args!(
            "`{}` may be one card in digits or several numbers of cards, as `{}`{} is a number; \
             write the card as `{digits}`, or numbers that count from 0 with `{INDEX}`",
            excerpt(&separated.text),
            excerpt(&number.text),
            number.place.seen_from(separated.place)
        ),
    ))
}

/// What the digits of all cards tell.
struct Digits {
    lowest: u8,
    /// Whether they may as well begin at 0 as at 1.
    is_open: bool,
}

impl Digits {
    fn of(pieces: &[&Piece<'_>]) -> Result<Self, NotationError> {
        let with = |figure| pieces.iter().find(|it| it.text.contains(figure));
        match (with('0'), with('3')) {
            (Some(zero), Some(three)) => Err(NotationError::new(
                three.place,
                format_args!(
                    "`{}` has a digit 3, and `{}`{} a 0; digits are 0 to 2, or 1 to 3 in the whole \
                 input",
                    excerpt(&three.text),
                    excerpt(&zero.text),
                    zero.place.seen_from(three.place)
                ),
            )),
            (zero, three) => Ok(Self {
                lowest: u8::from(three.is_some()),
                is_open: !pieces.is_empty() && zero.is_none() && three.is_none(),
            }),
        }
    }

    fn card(&self, figures: &str) -> Card {
        let figures = figures.bytes().filter(u8::is_ascii_digit);
        Card::from_digits(figures.map(|figure| figure - b'0' - self.lowest))
    }
}

/// Whether the numbers of cards count from 0 or from 1.
fn first_number(
    pieces: &[Piece<'_>],
    deck: Deck,
    options: ReadOptions,
) -> Result<FirstNumber, NotationError> {
    let numbers = pieces.iter().filter_map(|it| match it.form {
        WrittenAs::Number(number) => Some((number, it.place)),
        _ => None,
    });
    let size = deck.size();
    let [zero, last] = [0, size].map(|wanted| numbers.clone().find(|it| it.0 == wanted));
    let told = numbers.clone().find_map(|(number, _)| match number {
        0 => Some(FirstNumber::Zero),
        _ => (number == size).then_some(FirstNumber::One),
    });
    let Some(first) = options.numbers_from.or(told) else {
        let Some((number, place)) = numbers.clone().next() else { return Ok(FirstNumber::Zero) };
        return Err(NotationError::new(
            place,
            format_args!(
                "the numbers of cards may count from 0 or from 1: there is neither a 0 nor a \
                 {size} among them; say `--numbers-from 0` or `--numbers-from 1`, or write \
                 `{INDEX}{number}` for card {number} counted from 0"
            ),
        ));
    };
    match if first == FirstNumber::Zero { last } else { zero } {
        None => Ok(first),
        Some((number, place)) => Err(NotationError::new(
            place,
            format_args!(
                "{number} is not the number of a card beside the others: they are 0 to {}, or 1 to \
                 {size}, in all inputs alike",
                size - 1
            ),
        )),
    }
}
