//! Reading the cards of a question together.

use super::family::SpellingFamily;
use super::line::HYPHENS;
use super::piece::{Piece, SeenPiece, SpellingKey, WrittenAs, pieces_of};
use super::{FirstNumber, INDEX, Notation, NotationError, Style, WordRow};
use crate::card::{Card, Deck};
use setodds_engine::escape::excerpt;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// The user's settings for reading cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Where the numbers of cards begin; without it, the numbers must tell.
    pub numbers_from: Option<FirstNumber>,
    /// Whether the inputs are a table and the cards that are gone, each of which may have no card.
    pub is_position: bool,
}

/// A card of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadCard {
    /// The text of the input; a bare number gets its mark if it counts from 0.
    pub(crate) text: Arc<str>,
    pub(crate) card: Card,
}

/// All that is written for a card in a question, each text once however many hands have it: what
/// one card leaves open another tells.
pub(crate) struct WrittenCards {
    pub(crate) deck: Deck,
    /// What words are that may be codes, or the parts of one card.
    open: WrittenAs,
    seen: Vec<SeenPiece>,
    numbers: HashMap<Arc<Piece>, u32>,
    /// The spellings outside the dictionary.
    spellings: HashSet<SpellingKey>,
}

/// More spellings than any deck has, in words, codes and headers.
const TOO_MANY_SPELLINGS: usize = 100;

impl WrittenCards {
    /// Reads words that may be codes, or the parts of one card, as codes; if this fails, as parts.
    pub(crate) fn read_each_way<T>(
        deck: Deck,
        read: impl Fn(Self) -> Result<T, NotationError>,
    ) -> Result<T, NotationError> {
        let read = |open| {
            let (seen, numbers, spellings) = (Vec::new(), HashMap::new(), HashSet::new());
            read(Self { deck, open, seen, numbers, spellings })
        };
        read(WrittenAs::Code).or_else(|error| read(WrittenAs::Words).map_err(|_| error))
    }

    /// Adds the cards of a row: their numbers in what [`learn`](Self::learn) returns.
    pub(crate) fn add(&mut self, row: &WordRow) -> Result<Vec<u32>, NotationError> {
        let mut numbers = Vec::new();
        for piece in pieces_of(row, self.open, self.deck)? {
            let next = u32::try_from(self.seen.len()).unwrap_or(u32::MAX);
            let number = self.numbers.get(&piece).copied().unwrap_or(next);
            numbers.push(number);
            if number == next {
                let keys = piece.keys(self.deck).filter(|key| key.known().is_none());
                self.spellings.extend(keys);
                let piece = Arc::new(piece);
                self.numbers.insert(Arc::clone(&piece), next);
                let separator = row.separator();
                self.seen.push(SeenPiece { piece, place: row.place, separator });
            }
        }
        Ok(numbers)
    }

    /// Whether a feature must have a fourth spelling.
    pub(crate) fn has_too_many_spellings(&self) -> bool {
        self.spellings.len() > TOO_MANY_SPELLINGS
    }

    /// The cards by their numbers, none for a header, and how they are written. The first lines of
    /// inputs may be headers.
    pub(crate) fn learn(
        &self,
        first_lines: &[u32],
        numbers_from: Option<FirstNumber>,
    ) -> Result<(Vec<Option<ReadCard>>, Notation), NotationError> {
        let is_header = |number: &usize| self.is_header(&self.seen[*number].piece);
        let headers = first_lines.iter().map(|it| *it as usize).filter(is_header);
        let headers: BTreeSet<usize> = headers.collect();
        let cards = self.seen.iter().enumerate().filter(|it| !headers.contains(&it.0));
        let cards: Vec<&SeenPiece> = cards.map(|it| it.1).collect();
        if let Some(header) = cards.iter().find(|it| it.piece.names_features(self.deck)) {
            let text = excerpt(&header.piece.text);
            return Err(mistake!(header.place, "`{text}` is a header, not a card; leave it out"));
        }
        let (mut read, mut notation) = read(&cards, self.deck, numbers_from)?;
        for number in headers {
            read.insert(number, None);
            let piece = &self.seen[number].piece;
            let text = Some(Arc::clone(&piece.text)).filter(|_| !piece.names_feature(self.deck));
            notation.foreign_header = text.or(notation.foreign_header);
        }
        Ok((read, notation))
    }

    /// Whether a first line is a header: it has a word for each feature, and one is the name of a
    /// feature; or no card has its words, and beside them a feature has three spellings, or only
    /// words of the dictionary.
    fn is_header(&self, line: &Piece) -> bool {
        if !line.is_foreign(self.deck) || line.names_feature(self.deck) {
            return line.is_foreign(self.deck);
        }
        let others = self.seen.iter().map(|it| &*it.piece).filter(|it| !std::ptr::eq(*it, line));
        let others: Vec<&Piece> = others.collect();
        let has_own =
            |it: &Piece| it.keys(self.deck).any(|key| line.keys(self.deck).any(|own| own == key));
        let tells = |place: usize| {
            let spelling = |it: &&Piece| it.keys(self.deck).nth(place);
            let spellings: HashSet<SpellingKey> = others.iter().filter_map(spelling).collect();
            spellings.len() > 2 || spellings.iter().all(|it| it.known().is_some())
        };
        let are_in_columns = others.iter().all(|it| it.is_separated() && !has_own(it));
        !others.is_empty() && are_in_columns && (0..self.deck.features()).any(tells)
    }
}

/// Reads cards, and tells how they are written: as the first one.
fn read(
    cards: &[&SeenPiece],
    deck: Deck,
    numbers_from: Option<FirstNumber>,
) -> Result<(Vec<Option<ReadCard>>, Notation), NotationError> {
    let of = |form| -> Vec<&SeenPiece> {
        cards.iter().filter(|it| it.piece.form == form).copied().collect()
    };
    let (codes, in_codes) = SpellingFamily::learn(&of(WrittenAs::Code), deck)?;
    let (words, in_words) = SpellingFamily::learn(&of(WrittenAs::Words), deck)?;
    for (family, read) in [(&codes, &in_codes), (&words, &in_words)] {
        if ![0, cards.len()].contains(&read.len()) {
            family.refuse_strangers()?;
        }
    }
    let mut notation = figures(cards, deck, numbers_from)?;
    let [mut in_codes, mut in_words] = [in_codes, in_words].map(Vec::into_iter);
    let read = cards.iter().map(|it| match it.piece.form {
        WrittenAs::Code => it.read(&notation, in_codes.next()),
        WrittenAs::Words => it.read(&notation, in_words.next()),
        _ => it.read(&notation, None),
    });
    let read = read.map(|it| it.map(Some)).collect::<Result<_, _>>()?;
    if let Some(SeenPiece { piece, separator, .. }) = cards.first() {
        let (usual, family) = match piece.form {
            WrittenAs::Code => ("", Some(codes)),
            WrittenAs::Words => (" ", Some(words)),
            _ => ("", None),
        };
        // In `2-rot--x-kreis` a sign would be lost.
        let has_hyphens = || family.as_ref().is_some_and(SpellingFamily::has_hyphens);
        let is_apart = |it: &&str| !it.contains(HYPHENS) || !has_hyphens();
        let separator = separator.filter(|_| piece.is_separated()).filter(is_apart);
        notation.separator = separator.unwrap_or(usual);
        notation.family = family;
    }
    Ok((read, notation))
}

/// The style of the first card, with what all digits and numbers tell.
fn figures(
    cards: &[&SeenPiece],
    deck: Deck,
    numbers_from: Option<FirstNumber>,
) -> Result<Notation, NotationError> {
    let digits = || cards.iter().filter(|it| it.piece.form == WrittenAs::Digits).copied();
    let is_number = |it: &&SeenPiece| matches!(it.piece.form, WrittenAs::Number(_));
    let number = cards.iter().copied().find(is_number);
    if let (Some(digits), Some(number)) = (digits().find(|it| it.piece.is_separated()), number) {
        return Err(digits_or_numbers(digits, number));
    }
    let with = |figure| digits().find(|it| it.piece.text.contains(figure));
    let lowest_digit = first_figure("digit", 3, [with('0'), with('3')], None)?;
    let is = |it| cards.iter().find(|card| card.piece.form == WrittenAs::Number(it)).copied();
    let size = deck.size();
    let first_number = first_figure("number", size, [is(0), is(size)], numbers_from)?;
    if let (Some(card), None) = (number, first_number) {
        let number = &card.piece.text;
        return Err(mistake!(
            card.place,
            "the numbers of cards may count from 0 or from 1: neither 0 nor {size} is \
             among them; say `--numbers-from 0` or `--numbers-from 1`, or write \
             `{INDEX}{number}` for card {number} counted from 0"
        ));
    }
    Ok(Notation {
        lowest_digit: lowest_digit.unwrap_or(FirstNumber::Zero),
        first_number: first_number.unwrap_or(FirstNumber::Zero),
        has_marks: cards.iter().any(|it| matches!(it.piece.form, WrittenAs::Card(_, Style::Index))),
        is_digit_open: lowest_digit.is_none() && digits().next().is_some(),
        ..Notation::new(deck, cards.first().map_or(Style::Words, |it| it.piece.form.style()))
    })
}

/// The error that separated digits beside a number may be a card or as many numbers.
fn digits_or_numbers(digits: &SeenPiece, number: &SeenPiece) -> NotationError {
    let joined: String = digits.piece.text.chars().filter(char::is_ascii_digit).collect();
    mistake!(
        digits.place,
        "`{}` may be one card in digits or several numbers of cards, as {} is a number; write \
         the card as `{joined}`, or numbers that count from 0 with `{INDEX}`",
        excerpt(&digits.piece.text),
        number.place.cite(&number.piece.text, digits.place)
    )
}

/// Whether digits or numbers begin at 0 or at 1, if anything says so: the user, a 0, or the last
/// one that counts from 1. Nothing may contradict it.
fn first_figure(
    what: &str,
    last: usize,
    [with_0, with_last]: [Option<&SeenPiece>; 2],
    said: Option<FirstNumber>,
) -> Result<Option<FirstNumber>, NotationError> {
    let told = with_0.map(|_| FirstNumber::Zero).or(with_last.map(|_| FirstNumber::One));
    let first = said.or(told);
    let (contrary, figure, other) = match first {
        Some(FirstNumber::Zero) => (with_last, last, with_0),
        Some(FirstNumber::One) => (with_0, 0, with_last),
        None => (None, 0, None),
    };
    let (Some(contrary), Some(first)) = (contrary, first) else { return Ok(first) };
    let other = other.filter(|it| !std::ptr::eq(*it, contrary));
    let other = other.map_or_else(String::new, |it| {
        format!(", as {}", it.place.cite(&it.piece.text, contrary.place))
    });
    Err(mistake!(
        contrary.place,
        "`{}` has a {what} {figure}, and the input counts from {first}{other}; {what}s are 0 \
         to {}, or 1 to {last}, in all inputs alike",
        excerpt(&contrary.piece.text),
        last - 1
    ))
}

impl SeenPiece {
    /// The card, for a code or words the one that was learnt.
    fn read(&self, notation: &Notation, learnt: Option<Card>) -> Result<ReadCard, NotationError> {
        let Piece { text, form, .. } = &*self.piece;
        let mut text = Arc::clone(text);
        let card = match *form {
            WrittenAs::Card(card, _) => card,
            WrittenAs::Digits => {
                let figures = self.piece.text.bytes().filter(u8::is_ascii_digit);
                Card::from_digits(figures.map(|it| it - b'0' - notation.lowest_digit as u8))
            }
            WrittenAs::Number(number) => {
                if notation.first_number == FirstNumber::Zero {
                    text = format!("{INDEX}{text}").into();
                }
                Card::at(number - notation.first_number as usize)
            }
            WrittenAs::Code | WrittenAs::Words => learnt.unwrap_or_default(),
        };
        self.piece.agree(card, self.place, notation.deck)?;
        Ok(ReadCard { text, card })
    }
}
