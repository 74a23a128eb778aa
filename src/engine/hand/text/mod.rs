//! Hands as people write them: text, or CSV.
//!
//! *Text* has a card a line, or several as digits, bits, indices or codes, in any
//! [notation](crate::card::notation), and a blank line between hands; what follows a `#` is a
//! comment. *CSV* has a header with the columns `hand` and `card` (others are ignored); the rows of
//! a hand share the value of `hand`, which becomes its name. An input is CSV if its first line has
//! these columns, separated by commas, semicolons or tabs.
//!
//! The CSVs of hands that the program writes are read unchanged: a column `representative`,
//! `witness` or `cap` holds a whole hand, named by the column `hand` or by the number of its row; a
//! column `features` must agree with the deck.

mod source;

use crate::card::notation::{Conventions, NotationError};
use crate::card::{Card, Deck};
use crate::escape::excerpt;
use source::{Line, lines};
use std::collections::HashMap;

/// The most hands of one input: as many as the program deals at a time.
const MOST_HANDS: usize = 1_000_000;

/// A named hand in the order of the input; no card comes twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenHand {
    /// Its number, counted from 1, or its name in the CSV.
    pub name: String,
    /// Its cards.
    pub cards: Vec<Card>,
    /// Each card as it stands in the input; a bare index gets its mark.
    pub texts: Vec<String>,
}

/// The hands of an input.
#[derive(Clone, Debug)]
pub struct WrittenHands {
    /// In the order of the input.
    pub hands: Vec<WrittenHand>,
    /// How their cards are written.
    pub conventions: Conventions,
}

/// Input that is not a list of hands; lines count from 1.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HandsError {
    /// Nothing to read.
    #[error(
        "the input holds no card; give one card a line, with a blank line between hands, or CSV \
         with the columns hand,card"
    )]
    Empty,
    /// A line that is not a card.
    #[error("line {0}: {1}")]
    Card(u64, #[source] NotationError),
    /// The same card twice in a hand.
    #[error(
        "line {line}: `{}` is in hand {} already, on line {earlier}; remove one",
        excerpt(text),
        excerpt(hand)
    )]
    Duplicate {
        /// Where it comes again.
        line: u64,
        /// As written the second time.
        text: String,
        /// The hand.
        hand: String,
        /// Where it came first.
        earlier: u64,
    },
    /// A row of the CSV that does not reach this column.
    #[error("line {0}: the row has no `{1}`; give every row the columns of the header")]
    Short(u64, &'static str),
    /// A row of a deck with so many features, and not of this one.
    #[error(
        "line {0}: the hand is of a deck of {1} features, not {features}; choose that deck",
        features = .2.features()
    )]
    Deck(u64, String, Deck),
    /// More hands than are read at a time.
    #[error("line {0}: more than {most} hands; give them in parts", most = MOST_HANDS)]
    TooMany(u64),
    /// A row that is not CSV.
    #[error("the CSV cannot be read: {0}")]
    Csv(#[from] csv::Error),
}

/// Reads all hands of a text or CSV.
///
/// ```
/// use setodds_engine::{card::Deck, hand::text::read_hands};
/// let hands = read_hands("3 oval blue outline\n2121 # the same again", Deck::GAME);
/// assert_eq!(
///     hands.unwrap_err().to_string(),
///     "line 2: `2121` is in hand 1 already, on line 1; remove one"
/// );
/// ```
///
/// # Errors
///
/// When there is no card at all, a line is not understood, or a hand has a card twice.
pub fn read_hands(input: &str, deck: Deck) -> Result<WrittenHands, HandsError> {
    let input = input.trim_start_matches('\u{feff}');
    let mut conventions = Conventions::new(deck);
    // The first mistake ends this; it is reported below, unless an earlier line has another.
    lines(input, deck).map_while(Result::ok).for_each(|line| conventions.learn(&line.text));
    let mut hands: Vec<WrittenHand> = Vec::new();
    let (mut places, mut lines_of_cards) = (HashMap::new(), HashMap::new());
    for line in lines(input, deck) {
        let Line { number, hand: name, text } = line?;
        let cards = conventions.parse_cards(&text);
        for (text, card) in cards.map_err(|source| HandsError::Card(number, source))? {
            let place = *places.entry(name.clone()).or_insert(hands.len());
            if let Some(earlier) = lines_of_cards.insert((place, card), number) {
                return Err(HandsError::Duplicate { line: number, text, hand: name, earlier });
            }
            if place == MOST_HANDS {
                return Err(HandsError::TooMany(number));
            }
            if place == hands.len() {
                let name = name.clone();
                hands.push(WrittenHand { name, cards: Vec::new(), texts: Vec::new() });
            }
            hands[place].cards.push(card);
            hands[place].texts.push(text);
        }
    }
    if hands.is_empty() { Err(HandsError::Empty) } else { Ok(WrittenHands { hands, conventions }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(input: &str) -> Result<Vec<(String, Vec<usize>)>, String> {
        let hands = read_hands(input, Deck::GAME).map_err(|error| error.to_string())?.hands;
        let indices = |hand: &WrittenHand| hand.cards.iter().map(|card| card.index()).collect();
        Ok(hands.iter().map(|hand| (hand.name.clone(), indices(hand))).collect())
    }

    #[test]
    fn blank_lines_part_hands_and_remarks_do_not() {
        let input = "\u{feff}\n\n0000\n# a remark\n0001 # another\r\n\n \n0002\n\n";
        assert_eq!(read(input), Ok(vec![("1".into(), vec![0, 1]), ("2".into(), vec![2])]));
    }

    #[test]
    fn csv_columns_may_stand_anywhere() {
        let input = "card,index,hand\n0000,x,b\n\"3, oval, blue, open\",y,a\n0002,z,b\n";
        assert_eq!(read(input), Ok(vec![("b".into(), vec![0, 2]), ("a".into(), vec![70])]));
        for input in
            ["Hand;Card\n1;0001\n", "HAND\tx\tCARD\n1\t\t0001", "\"x,y\",hand,card\n,1,0001"]
        {
            assert_eq!(read(input), Ok(vec![("1".into(), vec![1])]), "{input}");
        }
    }

    #[test]
    fn what_one_hand_tells_holds_for_all() {
        let input = "2RSO\n\n1GDT 1GDT # striped\n";
        assert!(read(input).unwrap_err().contains("`1GDT` is in hand 2 already"));
        let input = "2RSO\n\n1GDT # striped\n";
        assert_eq!(read(input), Ok(vec![("1".into(), vec![46]), ("2".into(), vec![5])]));
        let hands = read_hands("hand,card\na,3111\nb,1111 1112", Deck::GAME).unwrap();
        assert_eq!(hands.hands[1].texts, ["1111", "1112"]);
        assert_eq!(hands.hands[1].cards[1].index(), 1);
        assert_eq!(hands.conventions.notes(), ["digits 1 to 3 are read as 0 to 2"]);
    }

    #[test]
    fn the_csv_of_searches_has_a_hand_in_a_row() {
        let hands = |csv| read(csv).unwrap();
        let expected = vec![("2".to_owned(), vec![0]), ("3".to_owned(), vec![0, 1])];
        assert_eq!(hands("cards,representative\n0,\n1,0000\n2,0000 0001\n"), expected);
        assert_eq!(hands("features,witness,x\n4,,\n4,0000,1\n4,0000 0001,2\n"), expected);
        assert_eq!(hands("hand,cards,cap\n1,0,\n2,1,0000\n3,2,0000 0001\n"), expected);
    }

    #[test]
    fn mistakes_are_placed() {
        let cases = [
            ("", "the input holds no card"),
            ("# only a remark\n\n", "the input holds no card"),
            ("hand,card\n", "the input holds no card"),
            ("0000\n\n3 oval blue sold\n", "line 3: unknown word `sold`; did you mean `solid`?"),
            (
                "hand,card\n1,0000\n1,@9\n1,1 diamond red solid\n",
                "line 4: `1 diamond red solid` is",
            ),
            ("0000 0001\n\n1111\n0002 0001 0002", "line 4: `0002` is in hand 2 already, on line 4"),
            ("0000 1111\n3131", "line 2: `3131` has a digit 3, and other cards have a 0"),
            (
                "2RSO\n\n2RSS",
                "line 1: `2RSO` may be `2 oval red solid` or `2 squiggle red outline`",
            ),
            ("SP3F\nD3PO", "line 2: `D3PO` does not fit the codes before it"),
            (
                "features,witness\n4,0000 0001\n5,00000 00001 00002",
                "line 3: the hand is of a deck of 5 features, not 4",
            ),
            ("hand,card\n1,0000\n1,zzz\n1\n", "line 3: unknown word `zzz`"),
            ("features,witness\n4,0000 0003", "line 2: `0003` is not a valid card"),
            ("hand,card\n1,0000\n1,banana\n", "line 3: unknown word `banana`"),
            ("hand,card\n1\n", "line 2: the row has no `card`"),
            ("hand,card\r\n1,0000\r\n1,zzz\r\n", "line 3: unknown word `zzz`"),
            ("hand,card\n\n\n1,9999\n", "line 4: `9999`"),
            ("hand,card\n \n#1,0000\n#1,zzz\n", "line 4: unknown word `zzz`"),
            ("  \n# mine\n\nhand,card\n\"1\",\"0000\"\n1,zzz\n", "line 6: unknown word `zzz`"),
        ];
        for (input, expected) in cases {
            let message = read(input).unwrap_err();
            assert!(message.contains(expected), "{input:?}: {message}");
        }
    }

    #[test]
    fn hands_are_read_up_to_a_number() {
        let message = read(&"0000\n\n".repeat(MOST_HANDS + 1)).unwrap_err();
        assert_eq!(message, "line 2000001: more than 1000000 hands; give them in parts");
    }

    proptest! {
        #[test]
        fn no_input_makes_it_panic(input in "(hand,card\n)?(\\PC|\n|,|\"|[0-2]){0,60}") {
            if let Ok(hands) = read_hands(&input, Deck::GAME) {
                prop_assert!(hands.hands.iter().all(|hand| !hand.cards.is_empty()));
            }
        }
    }
}
