//! Reads cards that are written as digits, bits or numbers.

use super::answer::{BITS, Notation};
use super::{Doubt, Entry, FirstNumber, Form, ReadError, Reader};
use crate::card::{Card, Deck};
use setodds_engine::escape::excerpt;

/// Returns whether the numbers are at least three, consecutive, and start at 0 or 1. Returns
/// `false` if one of them is `None`.
pub(super) fn is_consecutive(numbers: impl Iterator<Item = Option<u32>>) -> bool {
    let mut expected = None;
    let mut found = 0;
    for number in numbers {
        let Some(number) = number else { return false };
        if expected.map_or(number > 1, |expected| number != expected) {
            return false;
        }
        expected = Some(number + 1);
        found += 1;
    }
    found >= 3
}

/// Parses a card from three bits per feature, such as `001010001010`, or returns `None` if the text
/// is not of this form.
pub(super) fn bits(bits: &str, deck: Deck) -> Option<Card> {
    if bits.len() != 3 * deck.features() || !bits.is_ascii() {
        return None;
    }
    let value = |at: usize| (0..).zip(BITS).find(|it| it.1 == &bits[3 * at..3 * at + 3]);
    let values: Option<Vec<u8>> = (0..deck.features()).map(|at| value(at).map(|it| it.0)).collect();
    Some(Card::from_digits(values?))
}

/// Returns whether a text without spaces looks like a number, valid or not: `@70`, `38.0`, `0x06`.
pub(super) fn is_number_like(text: &str) -> bool {
    let digits = text.strip_prefix(['@', '+', '-']).unwrap_or(text);
    text.starts_with('@')
        || digits.starts_with(|it: char| it.is_ascii_digit())
            && digits.bytes().all(|it| it.is_ascii_digit() || b".eExX".contains(&it))
}

impl Reader<'_> {
    /// Parses a text of figures without spaces as a card in digits or bits, or as a card number
    /// with or without the mark `@`.
    pub(super) fn figures(&self, text: &str, line: u64) -> Result<Form, ReadError> {
        let (features, size) = (self.deck.features(), self.deck.size());
        let (is_marked, figures) = match text.strip_prefix('@') {
            Some(figures) => (true, figures),
            None => (false, text),
        };
        if figures.is_empty() || !figures.bytes().all(|it| it.is_ascii_digit()) {
            return Err(self.wrong(line, text, "is not a card number, such as @70"));
        }
        if !is_marked {
            if figures.len() == features {
                return self.digits(figures, figures, line);
            }
            if let Some(card) = bits(figures, self.deck) {
                return Ok(Form::Bits(card));
            }
        }
        if figures.len() > 1 && figures.starts_with('0') {
            let why = format!(
                "begins with a zero: a number of a card does not, and digits are {features}"
            );
            return Err(self.wrong(line, text, why));
        }
        let last = if is_marked { size - 1 } else { size };
        let number = figures.parse().ok().filter(|number| *number as usize <= last);
        number.map(|number| Form::Number { number, is_marked }).ok_or_else(|| {
            let why = format!(
                "is not a card: digits of this deck are {features}, from 0 to 2 or 1 to 3, and \
                 numbers @0 to @{}",
                size - 1
            );
            self.wrong(line, text, why)
        })
    }

    /// Parses the digits of a card. Whether they start at 0 or at 1 is determined later, from all
    /// cards of the input.
    pub(super) fn digits(&self, text: &str, figures: &str, line: u64) -> Result<Form, ReadError> {
        let digits: Vec<u8> = figures.bytes().map(|it| it - b'0').collect();
        let Some(digit) = digits.iter().find(|&&digit| digit > 3) else {
            return Ok(Form::Digits(digits.into()));
        };
        let features = self.deck.features();
        let mut why = format!(
            "has the digit {digit}; {features} digits are a card, from 0 to 2 or from 1 to 3"
        );
        if text != figures {
            why += &format!("; if they are numbers of cards, mark them: @{digit}");
        }
        Err(self.wrong(line, text, why))
    }
}

/// Determines from the option and the cards whether digits or card numbers start at 0 or at 1, or
/// returns `None` if neither decides it. A 0 implies a start at 0, and the highest value counted
/// from 1 (the digit 3, or the size of the deck) a start at 1; any contradiction is an error.
fn first_number(
    [zero, one]: [Option<&Entry>; 2],
    numbers_from: Option<FirstNumber>,
    [low, high]: [&str; 2],
) -> Result<Option<FirstNumber>, ReadError> {
    match (zero, one, numbers_from) {
        (Some(zero), Some(one), _) => {
            let later = if (zero.input, zero.line) < (one.input, one.line) { one } else { zero };
            Err(later.error(format!(
                "`{}` ({}) has {low}, so they count from 0, and `{}` ({}) has {high}, so they \
                 count from 1; one is wrong",
                excerpt(&zero.text),
                zero.place(),
                excerpt(&one.text),
                one.place()
            )))
        }
        (Some(zero), None, Some(FirstNumber::One)) => Err(zero.error(format!(
            "`{}` has {low}, which --numbers-from 1 excludes",
            excerpt(&zero.text)
        ))),
        (None, Some(one), Some(FirstNumber::Zero)) => Err(one.error(format!(
            "`{}` has {high}, which --numbers-from 0 excludes",
            excerpt(&one.text)
        ))),
        (Some(_), None, _) => Ok(Some(FirstNumber::Zero)),
        (None, Some(_), _) => Ok(Some(FirstNumber::One)),
        (None, None, given) => Ok(given),
    }
}

/// Decodes all cards of an input that are written in digits. Returns the cards, the notation for
/// answers, and an ambiguity if the digits may start at 0 or at 1.
pub(super) fn decode_digits(
    entries: &[&Entry],
    deck: Deck,
    numbers_from: Option<FirstNumber>,
) -> Result<(Vec<Card>, Notation, Option<Doubt>), ReadError> {
    let all: Vec<(&Entry, &[u8])> = entries
        .iter()
        .filter_map(|entry| match &entry.form {
            Form::Digits(digits) => Some((*entry, &**digits)),
            _ => None,
        })
        .collect();
    let with = |digit: u8| all.iter().find(|it| it.1.contains(&digit)).map(|it| it.0);
    let first = first_number([with(0), with(3)], numbers_from, ["a 0", "a 3"])?;
    let lowest = first.unwrap_or(FirstNumber::One);
    let card = |digits: &[u8]| Card::from_digits(digits.iter().map(|it| it - lowest as u8));
    let cards = all.iter().map(|it| card(it.1));
    let doubt = first.is_none().then_some(Doubt::Digits);
    Ok((cards.collect(), Notation::digits(deck, lowest, separator(all[0].0)), doubt))
}

/// Returns the text that separates the digits or bits of a card in the input.
pub(super) fn separator(entry: &Entry) -> &'static str {
    match (entry.text.contains(','), entry.text.contains(char::is_whitespace)) {
        (true, true) => ", ",
        (true, false) => ",",
        (false, true) => " ",
        (false, false) => "",
    }
}

/// Decodes all card numbers of an input. Returns the cards and the notation for answers.
pub(super) fn decode_numbers(
    entries: &[&Entry],
    deck: Deck,
    numbers_from: Option<FirstNumber>,
) -> Result<(Vec<Card>, Notation), ReadError> {
    let all: Vec<(&Entry, u32, bool)> = entries
        .iter()
        .filter_map(|entry| match entry.form {
            Form::Number { number, is_marked } => Some((*entry, number, is_marked)),
            _ => None,
        })
        .collect();
    let is_marked = all[0].2;
    if let Some(other) = all.iter().find(|it| it.2 != is_marked) {
        let message = "some numbers have the mark @ and others do not; write all of them alike";
        return Err(other.0.error(format!("`{}`: {message}", excerpt(&other.0.text))));
    }
    let first = if is_marked {
        FirstNumber::Zero
    } else {
        let with = |wanted: usize| all.iter().find(|it| it.1 as usize == wanted).map(|it| it.0);
        let size = deck.size().to_string();
        let first = first_number([with(0), with(deck.size())], numbers_from, ["a 0", &size])?;
        first.ok_or_else(|| {
            all[0].0.error(format!(
                "`{}` may count from 0 or from 1, as neither 0 nor {size} occurs: give \
                 --numbers-from 0 or --numbers-from 1, or mark numbers from 0: @{}",
                excerpt(&all[0].0.text),
                all[0].1
            ))
        })?
    };
    let card = |number: u32| Card::new(number as usize - first as usize, deck);
    let cards = all.iter().map(|it| card(it.1).expect("a number of the deck"));
    Ok((cards.collect(), Notation::numbers(deck, first, is_marked)))
}
