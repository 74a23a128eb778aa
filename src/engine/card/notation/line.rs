//! Lines of one card or several, and what all lines of an input have in common.

use super::code::{Code, Codes, code};
use super::error::ErrorKind;
use super::{
    INDEX, Notation, NotationError, is_list_of_cards, is_number, is_plain, leading_bits,
    parse_bits, parse_figures, parse_index, parse_words, tokens,
};
use crate::card::{Card, Deck};
use crate::escape::excerpt;

/// How the cards of an input are written, where one card alone does not tell.
///
/// First learn from all lines, then read them:
///
/// ```
/// use setodds_engine::card::{Deck, notation::Conventions};
/// let lines = ["1213 2222", "3 oval blue outline"];
/// let mut conventions = Conventions::new(Deck::GAME);
/// lines.iter().for_each(|line| conventions.learn(line));
/// let cards = conventions.parse_cards(lines[0])?;
/// assert_eq!(cards[0].1.index(), 11);
/// assert_eq!(conventions.notes(), ["digits 1 to 3 are read as 0 to 2"]);
/// # Ok::<(), setodds_engine::card::notation::NotationError>(())
/// ```
///
/// * Digits run from 1 to 3 if some card has a 3 and none has a 0.
/// * The order of the letters of codes is one that fits all codes.
/// * Bare numbers on a line, `0 9 16`, are indices, unless digits are written with spaces.
#[derive(Clone, Debug)]
pub struct Conventions {
    deck: Deck,
    /// Whether some card has the digit 0, and whether one has a 3.
    has_zero: bool,
    has_three: bool,
    codes: Codes,
    /// Whether a line can only be the spaced digits of a card.
    has_spaced_digits: bool,
    /// Whether a line can only be a list of bare indices.
    has_indices: bool,
}

impl Conventions {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(deck: Deck) -> Self {
        let [has_zero, has_three, has_spaced_digits, has_indices] = [false; 4];
        let codes = Codes::default();
        Self { deck, has_zero, has_three, codes, has_spaced_digits, has_indices }
    }

    /// Learns from a line of the input.
    pub fn learn(&mut self, line: &str) {
        let tokens: Vec<&str> = tokens(line).collect();
        match bare(&tokens, self.deck) {
            (true, true) => {}
            (true, false) => {
                self.has_spaced_digits = true;
                self.learn_digits(&tokens.concat());
            }
            (false, true) => self.has_indices = true,
            (false, false) => {
                for token in tokens {
                    self.learn_digits(token);
                    self.learn_code(token);
                }
            }
        }
    }

    /// Learns from a word, if it is a code.
    pub(super) fn learn_code(&mut self, word: &str) {
        if let Some(code) = code(word, self.deck) {
            self.codes.add(code);
        }
    }

    fn learn_digits(&mut self, figures: &str) {
        if are_digits(figures, self.deck) {
            self.has_zero |= figures.contains('0');
            self.has_three |= figures.contains('3');
        }
    }

    /// What a reader should know of how the cards were read.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let digits = (self.lowest_digit() == 1).then(|| "digits 1 to 3 are read as 0 to 2".into());
        let order = self.codes.order().map(|order| format!("codes are read as {order}"));
        digits.into_iter().chain(order).collect()
    }

    fn lowest_digit(&self) -> u8 {
        u8::from(self.has_three && !self.has_zero)
    }

    /// Reads the cards of a line: each with its text, which names the same card on a line of its
    /// own.
    ///
    /// # Errors
    ///
    /// When it is not a card or a list of cards of the deck, or one of several meanings remains.
    pub fn parse_cards(&self, line: &str) -> Result<Vec<(String, Card)>, NotationError> {
        let tokens: Vec<&str> = tokens(line).collect();
        if is_list_of_cards(&tokens, line, self.deck) {
            return tokens.into_iter().map(|token| self.parse_one(token)).collect();
        }
        let (may_be_digits, may_be_indices) = bare(&tokens, self.deck);
        if !may_be_indices || self.has_spaced_digits || !is_plain(line) {
            return Ok(vec![self.parse_one(line)?]);
        }
        if may_be_digits && !self.has_indices {
            let (text, digits, indices) = (line.to_owned(), tokens.concat(), marked(line));
            return Err(ErrorKind::AmbiguousNumbers { text, digits, indices }.into());
        }
        tokens.iter().map(|token| self.parse_one(&marked(token))).collect()
    }

    fn parse_one(&self, text: &str) -> Result<(String, Card), NotationError> {
        Ok((text.to_owned(), self.parse_card(text)?))
    }

    /// Reads one card.
    pub(super) fn parse_card(&self, text: &str) -> Result<Card, ErrorKind> {
        let (text, deck) = (text.trim(), self.deck);
        let tokens: Vec<&str> = tokens(text).collect();
        let valid = |card: Option<Card>| {
            card.filter(|_| is_plain(text))
                .ok_or_else(|| self.wrong_figures(text, &tokens.concat()))
        };
        if tokens.is_empty() {
            return Err(ErrorKind::Empty(Notation::Words.write(Card::default(), deck)));
        }
        if let [token] = tokens[..] {
            if let Some(index) = token.strip_prefix(INDEX) {
                return valid(parse_index(index, deck));
            }
            if let Some(code) = code(token, deck) {
                return self.read_code(code, token);
            }
        }
        if tokens.iter().all(|token| is_number(token.trim_start_matches(INDEX))) {
            return valid(parse_figures(&tokens, deck, self.lowest_digit()));
        }
        let bits = leading_bits(&tokens, deck);
        let card = parse_words(&tokens[bits.map_or(0, |(_, width)| width)..], text, deck)?;
        match bits {
            Some((bits, _)) if bits != card => {
                let [bits, words] = [bits, card].map(|card| Notation::Words.write(card, deck));
                Err(ErrorKind::Disagree { text: excerpt(text), bits, words })
            }
            _ => Ok(card),
        }
    }

    /// What is wrong with text that has only these figures.
    fn wrong_figures(&self, text: &str, figures: &str) -> ErrorKind {
        let is_mixed = self.has_zero && self.has_three && figures.contains('3');
        let (text, deck) = (excerpt(text), self.deck);
        if is_mixed && are_digits(figures, deck) {
            ErrorKind::MixedDigits(text)
        } else {
            ErrorKind::Figures { text, deck }
        }
    }

    /// The one card that a code can mean.
    fn read_code(&self, code: Code, text: &str) -> Result<Card, ErrorKind> {
        let (text, words) = (text.to_owned(), |card| Notation::Words.write(card, self.deck));
        match *self.codes.readings(code) {
            [card] => Ok(card),
            [first, second, ..] => Err(ErrorKind::AmbiguousCode(text, words(first), words(second))),
            [] => {
                let order = self.codes.order().unwrap_or_default();
                Err(ErrorKind::CodeOrder { text, order })
            }
        }
    }
}

/// Bare indices with their marks: `0 9 16` becomes `@0 @9 @16`.
#[must_use]
pub fn marked(indices: &str) -> String {
    tokens(indices).map(|index| format!("{INDEX}{index}")).collect::<Vec<_>>().join(" ")
}

/// Whether they could be the digits of a card, from 0 or from 1.
fn are_digits(figures: &str, deck: Deck) -> bool {
    let within = |lowest: u8| figures.bytes().all(|byte| (lowest..=lowest + 2).contains(&byte));
    figures.len() == deck.features() && (within(b'0') || within(b'1'))
}

/// Whether a line of nothing but several bare numbers may be the digits of a card, and whether it
/// may be indices of cards.
fn bare(tokens: &[&str], deck: Deck) -> (bool, bool) {
    if tokens.len() < 2 || !tokens.iter().all(|token| is_number(token)) {
        return (false, false);
    }
    let is_spaced = tokens.iter().all(|token| token.len() == 1);
    let figures = tokens.concat();
    let are_digits = is_spaced && are_digits(&figures, deck);
    let is_repeated = |(place, token)| tokens[..place].contains(token);
    // A card has its digits several times, a hand has no card twice.
    let are_indices = tokens.iter().all(|token| parse_index(token, deck).is_some())
        && !(is_spaced && tokens.iter().enumerate().any(is_repeated))
        && !(is_spaced && parse_bits(&figures, deck).is_some());
    (are_digits, are_indices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::notation::parse;
    use proptest::prelude::*;

    /// The indices of the cards of all lines.
    fn read(input: &str, features: usize) -> Result<Vec<usize>, String> {
        let mut conventions = Conventions::new(Deck::new(features).unwrap());
        input.lines().for_each(|line| conventions.learn(line));
        let mut indices = Vec::new();
        for line in input.lines() {
            let cards = conventions.parse_cards(line).map_err(|error| error.to_string())?;
            indices.extend(cards.iter().map(|(_, card)| card.index()));
        }
        Ok(indices)
    }

    #[test]
    fn several_cards_stand_on_a_line() {
        for (line, expected) in [
            ("0000 0001 0010", vec![0, 1, 3]),
            ("0 9 16 25 80", vec![0, 9, 16, 25, 80]),
            ("0, 9, 16", vec![0, 9, 16]),
            ("0 1 3", vec![0, 1, 3]),
            ("@0 @9 @16", vec![0, 9, 16]),
            ("2121 @3 001010001010", vec![70, 3, 70]),
            ("3DTG 2OTR", vec![2 * 27 + 3 + 2, 27 + 9 + 2]),
            ("2 1 2 1", vec![70]),
        ] {
            assert_eq!(read(line, 4), Ok(expected), "{line}");
        }
        for line in ["0-9-16", "@0-@9", "11", "0 9 81", "0 09", "0000 11", "2 1 2"] {
            let message = read(line, 4).unwrap_err();
            assert!(message.contains("not a valid card"), "{line}: {message}");
        }
    }

    #[test]
    fn digits_from_one_are_recognised_for_the_whole_input() {
        assert_eq!(read("1111\n3232", 4), Ok(vec![0, 70]));
        assert_eq!(read("3 2 3 2\n1 2 1 1", 4), Ok(vec![70, 9]));
        assert_eq!(read("1111\n2121", 4), Ok(vec![40, 70]));
        assert_eq!(read("1111 3232\n010010010010", 4), Ok(vec![0, 70, 40]));
        let message = read("0000\n3232", 4).unwrap_err();
        assert!(message.contains("`3232` has a digit 3, and other cards have a 0"), "{message}");
        let message = read("1 1 1 0\n3 2 3 2", 4).unwrap_err();
        assert!(message.contains("`3 2 3 2` has a digit 3"), "{message}");
        assert_eq!(read("3131\n0003", 4).map_err(|it| it.contains("`0003` is not")), Err(true));
        assert!(read("1111\n4232", 4).unwrap_err().contains("`4232` is not a valid card"));
    }

    #[test]
    fn bare_numbers_are_not_guessed() {
        // Four different digits of three values: a slip, where others are written with spaces.
        assert!(read("2 1 2 1\n2 1 0 3", 4).unwrap_err().contains("`2 1 0 3` is not a valid"));
        assert_eq!(read("0 1 2\n3 4 5", 3), Ok(vec![0, 1, 2, 3, 4, 5]));
        assert_eq!(read("0 1 2\n0 0 1", 3), Ok(vec![5, 1]));
        let message = read("0 1 2", 3).unwrap_err();
        assert!(
            message.contains("may be one card or several; write `012` or `@0 @1 @2`"),
            "{message}"
        );
    }

    #[test]
    fn what_is_read_is_said() {
        let mut conventions = Conventions::new(Deck::GAME);
        conventions.learn("2RSO 1GDT");
        assert_eq!(conventions.notes(), ["codes are read as number, colour, shape, texture"]);
        assert_eq!(Conventions::new(Deck::GAME).notes(), [""; 0]);
    }

    proptest! {
        #[test]
        fn hands_in_any_notation_are_read_back(
            features in 2_usize..=6,
            notation in 0_usize..4,
            indices in proptest::collection::vec(0_usize..729, 1..20),
            alone: bool,
        ) {
            let deck = Deck::new(features).unwrap();
            let notation = Notation::ALL[notation];
            let indices: Vec<usize> = indices.iter().map(|index| index % deck.size()).collect();
            let written = |&index: &usize| notation.write(Card::new(index, deck).unwrap(), deck);
            let alone = alone || notation == Notation::Words;
            let words: Vec<String> = indices.iter().map(written).collect();
            let text = words.join(if alone { "\n" } else { " " });
            prop_assert_eq!(read(&text, features), Ok(indices));
        }

        #[test]
        fn bare_indices_are_read_or_refused(
            features in 2_usize..=6,
            indices in proptest::collection::btree_set(0_usize..729, 2..20),
        ) {
            let deck = Deck::new(features).unwrap();
            let indices: Vec<usize> = indices.into_iter().filter(|&it| it < deck.size()).collect();
            prop_assume!(indices.len() > 1);
            let line = indices.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
            match read(&line, features) {
                Ok(read) => prop_assert_eq!(read, indices),
                Err(message) => {
                    prop_assert!(features < 4 && message.contains("may be one card or several"));
                }
            }
        }

        #[test]
        fn no_line_makes_it_panic(
            line in "\\PC{0,80}|([0-3@ RGPSODFT]){0,40}",
            features in 2_usize..=6,
        ) {
            let deck = Deck::new(features).unwrap();
            let one = parse(&line, deck).ok().map(Card::index);
            let several = read(&line, features).unwrap_or_default();
            prop_assert!(several.into_iter().chain(one).all(|index| index < deck.size()));
        }
    }
}
