//! Reading the cards of a question together.

use super::family::Family;
use super::{FirstNumber, INDEX, Notation, NotationError, Part, Place, Row, Style};
use crate::card::words;
use crate::card::{Card, Deck};
use crate::escape::excerpt;
use unicode_segmentation::UnicodeSegmentation;

/// What the user says of the cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Where the numbers of cards begin; without it, the numbers must tell.
    pub numbers_from: Option<FirstNumber>,
}

/// A card of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadCard {
    /// As it stands there; a bare number gets its mark if it counts from 0.
    pub(crate) text: String,
    pub(crate) card: Card,
}

/// A card whose meaning is known when all are seen.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    row: usize,
    pub(super) place: Place,
    pub(super) text: String,
    form: Form,
    /// Words, or the letters of a code.
    pub(super) parts: Vec<Part>,
    /// Bits before the words, which say the same.
    bits: Option<Card>,
}

/// How a card is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
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

/// Reads the cards of a question, those of all its inputs, as what one card leaves open another
/// tells: the cards of each row, and how they are written.
pub(crate) fn read(
    rows: &[&Row],
    deck: Deck,
    options: Options,
) -> Result<(Vec<Vec<ReadCard>>, Notation), NotationError> {
    let mut pieces = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        pieces.extend(pieces_of(at, row, deck)?);
    }
    let mut learnt = Learnt::of(&pieces, deck, options)?;
    let mut read = vec![Vec::new(); rows.len()];
    for piece in &pieces {
        read[piece.row].push(learnt.read(piece, deck)?);
    }
    Ok((read, learnt.notation(pieces.first().map(|it| it.form), deck)))
}

/// What all cards of a question tell.
struct Learnt {
    codes: Family,
    words: Family,
    /// The cards that are written in codes or words, in their order.
    cards: [std::vec::IntoIter<Card>; 2],
    digits: Digits,
    first_number: FirstNumber,
}

impl Learnt {
    fn of(pieces: &[Piece], deck: Deck, options: Options) -> Result<Self, NotationError> {
        let of = |form| -> Vec<&Piece> { pieces.iter().filter(|it| it.form == form).collect() };
        let (codes, in_codes) = Family::of_codes(&of(Form::Code), deck)?;
        let (words, in_words) = Family::of_words(&of(Form::Words), deck)?;
        for (family, cards) in [(&codes, &in_codes), (&words, &in_words)] {
            if !(cards.is_empty() || cards.len() == pieces.len()) {
                family.refuse_strangers()?;
            }
        }
        let digits = Digits::of(&of(Form::Digits))?;
        let first_number = first_number(pieces, deck, options)?;
        let cards = [in_codes, in_words].map(Vec::into_iter);
        Ok(Self { codes, words, cards, digits, first_number })
    }

    /// The card of a piece, if those of all pieces before it were read.
    fn read(&mut self, piece: &Piece, deck: Deck) -> Result<ReadCard, NotationError> {
        let mut text = piece.text.clone();
        let card = match piece.form {
            Form::Card(card, _) => Some(card),
            Form::Digits => Some(self.digits.card(&text)),
            Form::Number(number) => Card::new(number - self.first_number as usize, deck).ok(),
            Form::Code => self.cards[0].next(),
            Form::Words => self.cards[1].next(),
        };
        let card = card.unwrap_or_default();
        if matches!(piece.form, Form::Number(_)) && self.first_number == FirstNumber::Zero {
            text.insert(0, INDEX);
        }
        piece.agree(card, deck)?;
        Ok(ReadCard { text, card })
    }

    /// The notation of the first card.
    fn notation(self, first: Option<Form>, deck: Deck) -> Notation {
        let (style, family) = match first {
            Some(Form::Card(_, style)) => (style, None),
            Some(Form::Digits) => (Style::Digits, None),
            Some(Form::Number(_)) => (Style::Index, None),
            Some(Form::Code) => (Style::Words, Some(self.codes)),
            Some(Form::Words) => (Style::Words, Some(self.words)),
            None => (Style::Words, None),
        };
        let Digits { lowest: lowest_digit, is_open: is_digit_open } = self.digits;
        let first_number = self.first_number;
        Notation { deck, family, style, lowest_digit, first_number, is_digit_open }
    }
}

impl Piece {
    /// A card in a row that has it in this form.
    fn new(at: usize, row: &Row, form: Form, text: &str) -> Self {
        let text = text.to_owned();
        Self { row: at, place: row.place, text, form, parts: Vec::new(), bits: None }
    }

    /// Bits before words must say what the words say.
    fn agree(&self, card: Card, deck: Deck) -> Result<(), NotationError> {
        let Some(bits) = self.bits.filter(|bits| *bits != card) else { return Ok(()) };
        let [bits, words] = [bits, card].map(|card| Style::Words.write(card, deck));
        let text = excerpt(&self.text);
        let message =
            format!("the bits of `{text}` say `{bits}`, its words `{words}`; they must agree");
        Err(NotationError::new(self.place, message))
    }
}

/// The cards of a row.
fn pieces_of(at: usize, row: &Row, deck: Deck) -> Result<Vec<Piece>, NotationError> {
    let mut parts = row.parts.clone();
    let is_figure = |it: &Part| it.text.len() == 1 && are_figures(&it.text);
    let are_figures = parts.iter().all(is_figure);
    if are_figures && parts.iter().all(|it| it.feature.is_some()) {
        parts.sort_by_key(|part| part.feature);
    }
    let words: Vec<&str> = parts.iter().map(|part| &part.text[..]).collect();
    if are_figures
        && words.len() > 1
        && let Some(form) = figures_form(&words.concat(), deck)
    {
        return Ok(vec![Piece::new(at, row, form, &words.join(" "))]);
    }
    let is_plain = |word: &&str| word.bytes().all(|it| it.is_ascii_digit() || b"@-_".contains(&it));
    let are_plain = words.iter().all(is_plain);
    let bits = leading_bits(&words, deck).filter(|_| !are_plain);
    let forms: Option<Vec<Form>> = words.iter().map(|word| word_form(word, deck)).collect();
    match forms.filter(|_| bits.is_none() && !words.is_empty()) {
        Some(forms) => {
            let one = |(form, word): (Form, &&str)| {
                let letters = word.graphemes(true).map(|it| Part::new(None, it));
                let parts = letters.filter(|_| form == Form::Code).collect();
                Piece { parts, ..Piece::new(at, row, form, word) }
            };
            Ok(forms.into_iter().zip(&words).map(one).collect())
        }
        None if are_plain => Err(not_figures(row, deck)),
        None => {
            let parts = parts.split_off(bits.map_or(0, |(_, width)| width));
            let bits = bits.map(|(card, _)| card);
            Ok(vec![Piece { parts, bits, ..Piece::new(at, row, Form::Words, &row.text) }])
        }
    }
}

/// The error that a row has no card, or figures that are none.
fn not_figures(row: &Row, deck: Deck) -> NotationError {
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
fn word_form(word: &str, deck: Deck) -> Option<Form> {
    let number = |text: &str| -> Option<usize> {
        let is_plain = are_figures(text) && (text == "0" || !text.starts_with('0'));
        text.parse().ok().filter(|&number| is_plain && number <= deck.size())
    };
    if let Some(marked) = word.strip_prefix(INDEX) {
        return Some(Form::Card(Card::new(number(marked)?, deck).ok()?, Style::Index));
    }
    let is_code = || {
        !are_figures(word)
            && word.graphemes(true).count() == deck.features()
            && words::meaning(&word.to_lowercase()).is_none()
    };
    figures_form(word, deck)
        .or_else(|| number(word).map(Form::Number))
        .or_else(|| is_code().then_some(Form::Code))
}

fn are_figures(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits or bits.
fn figures_form(figures: &str, deck: Deck) -> Option<Form> {
    let n = deck.features();
    if figures.len() == n && figures.bytes().all(|byte| (b'0'..=b'3').contains(&byte)) {
        return Some(Form::Digits);
    }
    let bits = figures.as_bytes().chunks(3).map(|bits| match bits {
        b"100" => Some(0),
        b"010" => Some(1),
        b"001" => Some(2),
        _ => None,
    });
    let digits = bits.collect::<Option<Vec<u8>>>().filter(|digits| digits.len() == n)?;
    Some(Form::Card(Card::from_digits(digits), Style::Bits))
}

/// The bits that words may follow, and how many words they take.
fn leading_bits(words: &[&str], deck: Deck) -> Option<(Card, usize)> {
    [1, 3 * deck.features()].into_iter().find_map(|width| {
        match figures_form(&words.get(..width)?.concat(), deck)? {
            Form::Card(card, _) => Some((card, width)),
            _ => None,
        }
    })
}

/// What the digits of all cards tell.
struct Digits {
    lowest: u8,
    /// Whether they may as well begin at 0 as at 1.
    is_open: bool,
}

impl Digits {
    fn of(pieces: &[&Piece]) -> Result<Self, NotationError> {
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
    pieces: &[Piece],
    deck: Deck,
    options: Options,
) -> Result<FirstNumber, NotationError> {
    let numbers = pieces.iter().filter_map(|it| match it.form {
        Form::Number(number) => Some((number, it.place)),
        _ => None,
    });
    let size = deck.size();
    let [zero, last] = [0, size].map(|wanted| numbers.clone().find(|it| it.0 == wanted));
    let told = last.map(|_| FirstNumber::One).or(zero.map(|_| FirstNumber::Zero));
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
