//! Cards as codes of four letters, as other programs write them: `2RSO`, `SP3F`, `O2RS`.
//!
//! A code has one letter for each feature of the game:
//!
//! | feature | letters |
//! |---|---|
//! | number | `1`, `2`, `3` |
//! | shape | `D`iamond; `O`val or `P`ill; `S`quiggle, `W`ave or `Z` |
//! | colour | `R`ed; `G`reen; `P`urple, `B`lue or `V`iolet |
//! | texture | `S`olid or `F`illed; `O`pen or `E`mpty; s`T`riped, `X` or `H`atched |
//!
//! Every program has its own order of the features, and `S`, `O` and `P` stand for two of them. The
//! order is therefore found from all codes of an input: it is one in which every letter names a
//! value of its feature. One code alone may fit several orders; a hand seldom does. The texture `S`
//! is striped where the input has `F` for solid, otherwise it is solid; the sets are the same.

use crate::card::words::FEATURES;
use crate::card::{Card, Deck};

/// The four letters of a code, in lower case.
pub(super) type Code = [u8; 4];

/// The letters of each value of each feature, in the order of [`FEATURES`].
const LETTERS: [[&[u8]; 3]; 4] =
    [[b"1", b"2", b"3"], [b"d", b"op", b"swz"], [b"r", b"g", b"pbv"], [b"sf", b"oe", b"txh"]];

/// The places of the number and of the texture in [`LETTERS`].
const NUMBER: usize = 0;
const TEXTURE: usize = 3;

/// The code in a word, if it is one: a digit 1 to 3 and three letters that name values.
pub(super) fn code(word: &str, deck: Deck) -> Option<Code> {
    let code: Code = word.to_ascii_lowercase().into_bytes().try_into().ok()?;
    let names = |feature: usize, letter: u8| value(feature, letter).is_some();
    let digits = code.iter().filter(|&&letter| names(NUMBER, letter)).count();
    let letters = code.iter().filter(|&&letter| (1..4).any(|it| names(it, letter))).count();
    (deck == Deck::GAME && digits == 1 && letters == 3).then_some(code)
}

fn value(feature: usize, letter: u8) -> Option<u8> {
    (0..3).zip(LETTERS[feature]).find(|(_, letters)| letters.contains(&letter)).map(|(it, _)| it)
}

/// At which place of a code each feature stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Order([usize; 4]);

impl Order {
    fn all() -> impl Iterator<Item = Self> {
        let orders = (0..256).map(|it| [it / 64, it / 16 % 4, it / 4 % 4, it % 4]);
        let has_all = |order: &[usize; 4]| (0..4).all(|place| order.contains(&place));
        orders.filter(has_all).map(Self)
    }

    /// Whether every letter names a value of its feature, and no texture has two meanings.
    fn fits(self, seen: &[Vec<u8>; 4]) -> bool {
        let names = |feature: usize| {
            seen[self.0[feature]].iter().all(|&letter| value(feature, letter).is_some())
        };
        let texture = &seen[self.0[TEXTURE]];
        let has = |letters: &[u8]| texture.iter().any(|letter| letters.contains(letter));
        (0..4).all(names) && !(has(b"s") && has(b"f") && has(b"txh"))
    }

    fn card(self, code: Code, seen: &[Vec<u8>; 4]) -> Option<Card> {
        let striped = seen[self.0[TEXTURE]].contains(&b'f');
        let digit = |feature: usize| match code[self.0[feature]] {
            b's' if feature == TEXTURE && striped => Some(2),
            letter => value(feature, letter),
        };
        let digits = (0..4).map(digit).collect::<Option<Vec<u8>>>();
        digits.map(Card::from_digits)
    }

    /// `number, colour, shape, texture`
    fn name(self) -> String {
        let feature = |place| self.0.iter().position(|&it| it == place).unwrap_or_default();
        (0..4).map(|place| FEATURES[feature(place)].name).collect::<Vec<_>>().join(", ")
    }
}

/// What all codes of an input tell about their order.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    /// The letters seen at each place.
    seen: [Vec<u8>; 4],
    /// The orders that fit all of them; never empty.
    orders: Vec<Order>,
}

impl Default for Codes {
    fn default() -> Self {
        Self { seen: Default::default(), orders: Order::all().collect() }
    }
}

impl Codes {
    /// Learns from a code. One that fits no order of those before it is left out, and has no
    /// reading.
    pub(super) fn add(&mut self, code: Code) {
        if self.has_seen(code) {
            return;
        }
        let mut seen = self.seen.clone();
        for (seen, letter) in seen.iter_mut().zip(code) {
            if !seen.contains(&letter) {
                seen.push(letter);
            }
        }
        let fits = |order: &Order| order.fits(&seen);
        let orders: Vec<Order> = self.orders.iter().copied().filter(fits).collect();
        if !orders.is_empty() {
            (self.seen, self.orders) = (seen, orders);
        }
    }

    fn has_seen(&self, code: Code) -> bool {
        self.seen.iter().zip(code).all(|(seen, letter)| seen.contains(&letter))
    }

    /// The cards that a code may mean, one for each order that makes a difference.
    pub(super) fn readings(&self, code: Code) -> Vec<Card> {
        if !self.has_seen(code) {
            return Vec::new();
        }
        let mut cards: Vec<Card> =
            self.orders.iter().filter_map(|order| order.card(code, &self.seen)).collect();
        cards.sort_unstable();
        cards.dedup();
        cards
    }

    /// The order of the features, once there are codes: `number, colour, shape, texture`.
    pub(super) fn order(&self) -> Option<String> {
        let first = self.orders.first().filter(|_| !self.seen[0].is_empty());
        first.map(|order| order.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::notation::Notation;
    use proptest::prelude::*;

    fn codes(words: &str) -> Codes {
        let mut codes = Codes::default();
        words.split(' ').for_each(|word| codes.add(code(word, Deck::GAME).unwrap()));
        codes
    }

    /// The readings of the first of some codes, in words.
    fn readings(words: &str) -> Vec<String> {
        let first = words.split(' ').next().unwrap();
        let cards = codes(words).readings(code(first, Deck::GAME).unwrap());
        cards.into_iter().map(|card| Notation::Words.write(card, Deck::GAME)).collect()
    }

    #[test]
    fn the_letters_of_the_input_decide() {
        for (words, expected) in [
            ("SP3F", &["3 squiggle blue solid"][..]),
            ("sp3f", &["3 squiggle blue solid"]),
            ("2rze", &["2 squiggle red outline"]),
            ("2RSO", &["2 oval red solid", "2 squiggle red outline"]),
            ("2RSO 1GTD", &["2 oval red solid"]),
            ("2RSO 1GDO", &["2 squiggle red outline"]),
            ("2RSO 1GTD 1GDT", &["2 oval red solid"]),
            ("O2RS", &["2 oval red solid", "2 squiggle red outline"]),
            ("O2RS D1GF", &["2 oval red shaded"]),
            ("1GSS", &["1 squiggle green solid"]),
            ("3DTG 2OTR 3SSP 1SOP", &["3 diamond green shaded"]),
            ("3SSP 3DTG", &["3 squiggle blue solid"]),
            ("1RPF", &["1 oval red solid"]),
        ] {
            assert_eq!(readings(words), expected, "{words}");
        }
        assert!(codes("1GTD").readings(*b"1gdt").is_empty());
        assert!(codes("1GDF 1GDS 1GDT").readings(*b"1gdt").is_empty(), "S is solid or striped");
        assert_eq!(codes("SP3F").order().as_deref(), Some("shape, colour, number, texture"));
        assert_eq!(Codes::default().order(), None);
    }

    #[test]
    fn other_words_are_no_codes() {
        for word in ["2121", "1rs", "3 rs", "11rs", "0rso", "1rsoo", "2qso", "blue", "é2r"] {
            assert_eq!(code(word, Deck::GAME), None, "{word}");
        }
        assert_eq!(code("SP3F", Deck::new(3).unwrap()), None);
    }

    /// Letters of one program: of each feature, and of each value, one.
    const STYLES: [[&[u8; 3]; 4]; 4] = [
        [b"123", b"DOS", b"RGP", b"FOH"],
        [b"123", b"DOS", b"RGP", b"SOT"],
        [b"123", b"DOS", b"RGP", b"FOS"],
        [b"123", b"DPW", b"RGB", b"SEX"],
    ];

    proptest! {
        #[test]
        fn codes_of_any_program_are_read_or_are_ambiguous(
            style in 0_usize..STYLES.len(),
            order in Just([0_usize, 1, 2, 3]).prop_shuffle(),
            indices in proptest::collection::vec(0_usize..81, 1..15),
        ) {
            let cards: Vec<Card> =
                indices.iter().map(|&index| Card::new(index, Deck::GAME).unwrap()).collect();
            let written = |card: &Card| {
                let digits: Vec<u8> = card.digits(Deck::GAME).collect();
                let letter = |&it: &usize| STYLES[style][it][usize::from(digits[it])];
                let letters = order.iter().map(letter).map(char::from);
                code(&letters.collect::<String>(), Deck::GAME).unwrap()
            };
            let mut codes = Codes::default();
            cards.iter().for_each(|card| codes.add(written(card)));
            // Solid and striped are not told apart where only `S` is seen.
            let has_f = cards.iter().any(|card| card.digit(3, Deck::GAME) == 0);
            for card in cards.iter().filter(|_| style != 2 || has_f) {
                prop_assert!(codes.readings(written(card)).contains(card));
            }
        }
    }
}
