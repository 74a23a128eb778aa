mod readings;

use super::line::SEPARATORS;
use super::*;
use crate::hand;
use proptest::prelude::*;
use proptest::sample::select;

/// The cards of a text whose numbers begin at 0 or 1, and how they are written; an error begins
/// with its line.
fn reading_from(
    first: Option<FirstNumber>,
    text: &str,
    deck: Deck,
) -> Result<(Vec<Card>, Notation), String> {
    let read = WrittenCards::read_each_way(deck, |mut cards| {
        let mut numbers = Vec::new();
        for (text, line) in text.lines().zip(1..) {
            for row in WordRow::of_text(text, Place { input: 0, line }, deck) {
                numbers.extend(cards.add(&row)?);
            }
        }
        let (read, notation) = cards.learn(&[], first)?;
        let card = |it: &u32| read[*it as usize].as_ref().unwrap().card;
        Ok((numbers.iter().map(card).collect(), notation))
    });
    read.map_err(|error| format!("line {}: {error}", error.place.line))
}

fn reading(text: &str, deck: Deck) -> Result<(Vec<Card>, Notation), String> {
    reading_from(None, text, deck)
}

/// The number of sets among all cards of a text.
fn sets(text: &str) -> Result<usize, String> {
    let cards = reading(text, Deck::GAME)?.0;
    Ok(hand::sets(&cards, Deck::GAME).count())
}

#[test]
fn values_are_equal_or_not_whatever_they_are_called() {
    for (text, expected) in [
        ("1 red solid diamond\n2 purple solid diamond\n3 blue solid diamond", 1),
        ("1 blue solid diamond\n2 purple solid diamond\n3 blue solid diamond", 0),
        ("1 red solid oval\n2 red shaded oval\n3 red striped oval", 1),
        ("1RDS 2RDH 3RDT", 1),
        ("1RDS 2BDS 3PDS", 1),
        ("3111\n2111\n1111", 1),
        ("0000 0001\n0002 1111", 1),
        ("(0, 1, 2, 0)\n(1, 1, 2, 0)\n(2, 1, 2, 0)", 1),
        ("■●1🟥 ■●2🟥 ■●3🟥 ▢●1🟩", 1),
        ("1_So_R_Ov\n2_So_G_Ov\n3_So_P_Ov", 1),
        ("eins rot voll raute\nzwei lila leer raute\ndrei gruen gestreift raute", 1),
        ("red 1 diamond stripe, red 1 oval stripe, red 1 squiggle stripe", 1),
        ("2 red teal oval\noval 2 red solid\nred striped oval 2", 1),
        ("0 1 2 30", 1),
        ("81 80 79 12", 1),
        ("@0 @1 @2", 1),
        ("1 red solid star\n2 red solid stars\n3 red solid stars\n3 red solid moon", 1),
        ("two red striped diamonds!\none red striped diamond.\n3 red striped diamonds", 1),
        ("0000 (0001) (0002)", 1),
        ("rood open drie golf\nrood vol drie ruit", 0),
        ("rood open drie golf", 0),
        ("R1a r1a G1a g2b", 0),
        ("shape: raute color: rot fill: voll number: 1\n2 rot raute voll\n3 raute voll rot", 1),
        (
            "cards/green-double-striped-oval.jpg\ngreen_single_striped_oval.jpg\n\
             green-triple-striped-ovals.png",
            1,
        ),
    ] {
        assert_eq!(sets(text), Ok(expected), "{text}");
    }
}

/// A word is learnt from each card before it, and that ends where a feature has too many.
#[test]
fn many_unknown_words_take_no_time() {
    let line = |at: usize| match at % 2 {
        0 => format!("w{at} one oval w{}", at + 1),
        _ => format!("one w{at} oval w{}", at + 1),
    };
    let lines: Vec<String> = (0..20_000).rev().map(line).collect();
    let text = format!("{}\nred one oval w0", lines.join("\n"));
    assert!(sets(&text).is_err());
}

#[test]
fn what_is_wrong_is_named() {
    for (text, expected) in [
        (
            "1 red solid oval\n2 purpel solid oval",
            "line 2: `purpel` is one letter away from `purple`",
        ),
        ("1 teal solid oval\n2 tael open oval", "`teal` is one letter away from `tael` on line 2"),
        (
            "2 rot voll ellip\n2 blau voll ellip\n2 lila voll ellip\n2 gelb voll ellip",
            "line 4: one place",
        ),
        ("38 71 24", "neither 0 nor 81 is among them"),
        (
            "0 1 2 81",
            "`81` has a number 81, and the input counts from 0, as `0` on line 1; numbers are",
        ),
        ("3232\n1110", "has a digit 3"),
        ("1 red solid oval\n1 red red oval", "names the colour again"),
        ("1 red solid", "has no shape"),
        ("1 red solid oval small", "names a size"),
        (" ", "no card here"),
        ("A: 0000 0001 0002", "`A:` is not a card, and other words of `A: 0000 0001 0002` are"),
        ("Bob @0 @4 @8", "`Bob` is not a card, and other words of `Bob @0 @4 @8` are"),
        ("A: 2RSO 1GDT 3PSO", "`A:` is not a card"),
        ("p1: 5 17 20", "`p1:` is not a card"),
        ("0203", "`0203` has a digit 3, and the input counts from 0; digits are"),
        ("0 1 2 3", "`0 1 2 3` has a digit 3"),
        ("drei rot voll", "3 parts"),
        ("1 red solid oval\n2 xx yy oval extra", "unknown word `xx`"),
        ("0-2-0-1", "not a valid card"),
        ("eins rot voll raute\nzwei lila raute", "line 2: `zwei lila raute` has 3 parts"),
    ] {
        let message = sets(text).unwrap_err();
        assert!(message.contains(expected), "{text}: {message}");
    }
}

/// Words for three values of four features, all of which no dictionary has, or some.
static WORDS: [[[&str; 3]; 4]; 5] = [
    [
        ["rot", "lila", "gruen"],
        ["■", "leer", "волна"],
        ["ромб", "しま", "tk"],
        ["zwei", "3x", "Ei"],
    ],
    [
        ["1", "2", "3"],
        ["voll", "leer", "lila"],
        ["Rot", "Blau", "Grün"],
        ["raute", "kreis", "welle"],
    ],
    [
        ["one", "two", "three"],
        ["red", "blue", "purple"],
        ["solid", "open", "shaded"],
        ["oval", "diamond", "worm"],
    ],
    [
        ["3", "1", "2"],
        ["violet", "green", "red"],
        ["empty", "full", "lined"],
        ["pill", "wave", "rhomb"],
    ],
    [
        ["0", "1", "2"],
        ["teal", "pink", "red"],
        ["solid", "open", "dotted"],
        ["heart", "moon", "oval"],
    ],
];

/// Letters and signs for three values of four features.
static LETTERS: [[[&str; 3]; 4]; 4] = [
    [["■", "▣", "▢"], ["●", "▲", "♦"], ["1", "2", "3"], ["🟥", "🟩", "🟪"]],
    [["1", "2", "3"], ["R", "G", "P"], ["S", "T", "O"], ["D", "W", "E"]],
    [["r", "R", "g"], ["a", "b", "c"], ["x", "y", "z"], ["l", "m", "n"]],
    [["赤", "緑", "紫"], ["1", "2", "3"], ["塗", "縞", "空"], ["丸", "菱", "波"]],
];

/// How the cards of a question may be written.
#[derive(Clone, Debug)]
enum Writing {
    /// Words or letters in an order of the features, with something between them.
    Spelled(&'static [[&'static str; 3]; 4], Vec<usize>, &'static str),
    /// Digits from 0 or 1, with something between them.
    Digits(u8, &'static str),
    Bits(&'static str),
    /// Numbers from 0 or 1, or with a mark.
    Numbers(&'static str, usize),
}

impl Writing {
    fn write(&self, card: Card) -> String {
        let joined =
            |text: &str, between| text.chars().map(String::from).collect::<Vec<_>>().join(between);
        match self {
            Self::Spelled(words, order, between) => {
                let word = |&it: &usize| words[it][usize::from(card.digit(it, Deck::GAME))];
                order.iter().map(word).collect::<Vec<_>>().join(between)
            }
            Self::Digits(first, between) => {
                let digits = card.digits(Deck::GAME).map(|digit| char::from(b'0' + digit + first));
                joined(&digits.collect::<String>(), between)
            }
            Self::Bits(between) => joined(&Style::Bits.write(card, Deck::GAME), between),
            Self::Numbers(mark, first) => format!("{mark}{}", card.index() + first),
        }
    }

    /// All that is written for some cards, and for two that tell where digits and numbers begin.
    fn question(&self, cards: &[usize]) -> (Vec<Card>, Vec<String>) {
        let cards: Vec<Card> = cards.iter().chain(&[0, 80]).map(|&card| Card::at(card)).collect();
        let texts = cards.iter().map(|&card| self.write(card)).collect();
        (cards, texts)
    }
}

/// Every way to write cards, with every separator that it may have.
fn writings() -> impl Strategy<Value = Writing> {
    let order = || Just(vec![0, 1, 2, 3]).prop_shuffle();
    // Figures that hyphens join are ranges.
    let figures = || {
        select(
            SEPARATORS
                .into_iter()
                .filter(|it| !["-", "_"].contains(it))
                .chain([""])
                .collect::<Vec<_>>(),
        )
    };
    prop_oneof![
        4 => (select(WORDS.iter().collect::<Vec<_>>()), order(), select(SEPARATORS.to_vec()))
            .prop_map(|(words, order, between)| Writing::Spelled(words, order, between)),
        2 => (select(LETTERS.iter().collect::<Vec<_>>()), order())
            .prop_map(|(words, order)| Writing::Spelled(words, order, "")),
        2 => (0_u8..2, figures()).prop_map(|(first, between)| Writing::Digits(first, between)),
        1 => figures().prop_map(Writing::Bits),
        1 => select(vec![("", 0), ("", 1), ("@", 0)])
            .prop_map(|(mark, first)| Writing::Numbers(mark, first)),
    ]
}

#[test]
fn an_index_is_read_beside_digits() {
    let (read, _) = reading("@1\n00", Deck::new(2).unwrap()).unwrap();
    assert_eq!(read, [Card::at(1), Card::at(0)]);
}

proptest! {
    #[test]
    fn every_card_in_every_style_is_read_back(
        features in 2_usize..=6,
        cards in proptest::collection::vec((0_usize..729, 0_usize..4), 1..20),
    ) {
        let deck = Deck::new(features).unwrap();
        let cards: Vec<(Card, Style)> = cards
            .into_iter()
            .map(|(card, style)| (Card::at(card % deck.size()), Style::ALL[style]))
            .chain([(Card::at(0), Style::Digits)])
            .collect();
        let texts = cards.iter().map(|(card, style)| style.write(*card, deck));
        let text: Vec<String> = texts.collect();
        let (read, _) = reading(&text.join("\n"), deck).unwrap();
        prop_assert_eq!(read, cards.iter().map(|it| it.0).collect::<Vec<_>>());
    }

    /// The notation of a question writes its cards as they are written; and what it writes for the
    /// other cards is read back, alone and beside the question.
    #[test]
    fn what_a_notation_writes_is_read_back(
        cards in proptest::collection::vec(0_usize..81, 1..12),
        writing in writings(),
    ) {
        let (_, texts) = writing.question(&cards);
        let text = texts.join("\n");
        let (read, notation) = reading(&text, Deck::GAME).map_err(TestCaseError::fail)?;
        for (card, text) in read.iter().zip(&texts) {
            // Numbers from 0 get their mark, and a sentence loses its capital.
            let [written, text] = [&notation.write(*card), text].map(|it| it.to_lowercase());
            prop_assert_eq!(written.trim_start_matches(INDEX), text.trim_start_matches(INDEX));
        }
        let all = Deck::GAME.cards().map(|card| (card, notation.write(card)));
        let (all, written): (Vec<Card>, Vec<String>) = all.filter(|it| !it.1.contains('?')).unzip();
        let written = written.join("\n");
        let beside = format!("{text}\n{written}");
        let (beside, _) = reading(&beside, Deck::GAME).map_err(TestCaseError::fail)?;
        prop_assert_eq!(&beside[read.len()..], &all[..], "{}", text);
        let alone = reading(&written, Deck::GAME).map_err(TestCaseError::fail)?.0;
        // Alone, values that are not known may be taken for others.
        for (a, b) in (0..all.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let third = |cards: &[Card]| {
                let third = cards[a].third(cards[b]);
                cards.iter().position(|card| *card == third)
            };
            prop_assert_eq!(third(&alone), third(&all));
        }
    }

    /// What a notation writes is read back beside cards whose words have capitals here and there.
    #[test]
    fn capitals_do_not_matter_to_what_is_written(
        cards in proptest::collection::vec((0_usize..81, proptest::array::uniform4(0..3_u8)), 2..6),
    ) {
        const GERMAN: [[&str; 3]; 4] = [
            ["eins", "zwei", "drei"],
            ["rot", "lila", "blau"],
            ["leer", "voll", "halb"],
            ["kreis", "raute", "welle"],
        ];
        let word = |word: &str, case: u8| match case {
            0 => word.to_owned(),
            1 => word[..1].to_uppercase() + &word[1..],
            _ => word.to_uppercase(),
        };
        let texts = cards.iter().map(|(card, cases)| {
            let digits = Card::at(*card).digits(Deck::GAME);
            let words = digits.enumerate().zip(cases).map(|((at, digit), case)| {
                word(GERMAN[at][usize::from(digit)], *case)
            });
            words.collect::<Vec<_>>().join(" ")
        });
        let text = texts.collect::<Vec<_>>().join("\n");
        if let Ok((read, notation)) = reading(&text, Deck::GAME) {
            assert_read_back(&text, &read, &notation);
        }
    }

    /// Which cards are sets is the same whatever the values are called, and in whatever order.
    #[test]
    fn names_and_places_change_no_answer(
        cards in proptest::collection::vec(0_usize..81, 3..15),
        [writing, other] in [writings(), writings()],
    ) {
        let answer = |writing: &Writing| sets(&writing.question(&cards).1.join("\n"));
        prop_assert_eq!(answer(&writing), answer(&other));
        prop_assert!(answer(&writing).is_ok());
    }

    #[test]
    fn no_text_makes_it_panic(
        text in "(\\PC|\n|[0-3@ RGPSODFT,;()]){0,80}",
        features in 2_usize..=6,
    ) {
        let deck = Deck::new(features).unwrap();
        if let Ok((cards, notation)) = reading(&text, deck) {
            prop_assert!(cards.iter().all(|card| card.index() < deck.size()));
            for card in deck.cards().take(9) {
                prop_assert!(!notation.write(card).is_empty());
            }
            prop_assert!(notation.remarks().len() <= 3);
        }
    }
}

/// Asserts that what the notation of a text writes for its cards is read back beside the text.
fn assert_read_back(text: &str, read: &[Card], notation: &Notation) {
    let written: Vec<String> = read.iter().map(|card| notation.write(*card)).collect();
    let (beside, _) = reading(&format!("{text}\n{}", written.join("\n")), Deck::GAME).unwrap();
    assert_eq!(beside[read.len()..], *read, "{text}");
}

/// `Eins` is not a third number beside `zwei`, whatever the other words are.
#[test]
fn the_capital_of_a_word_tells_no_values_apart() {
    for text in [
        "zwei rot leer welle\nEins Lila Leer Kreis",
        "zwei blau Halb kreis\nzwei rot leer kreis\nEins Blau halb Kreis\nEins blau leer Kreis",
    ] {
        let (read, notation) = reading(text, Deck::GAME).unwrap();
        assert_read_back(text, &read, &notation);
    }
    let (read, notation) = reading("2RSO\n2rSO\n2BSO", Deck::GAME).unwrap();
    assert!(read[0] != read[1] && notation.remarks()[0].ends_with("; capitals count"));
}

#[test]
fn answers_keep_separators_and_lower_case() {
    for (inputs, unseen) in [
        (["1_So_R_Ov", "2_So_R_Ov"], "3_So_R_Ov"),
        (["1 2 3 1", "2 2 3 1"], "3 2 3 1"),
        (["1, 2, 3, 1", "2, 2, 3, 1"], "3, 2, 3, 1"),
        (["one-red-solid-oval.jpg", "two-red-solid-oval.jpg"], "three-red-solid-oval"),
        (["One red solid oval", "two red solid ovals"], "three red solid ovals"),
        (["one red solid oval", "two red solid diamonds"], "three red solid squiggles"),
        (["@1", "@28"], "@55"),
    ] {
        let (cards, notation) =
            reading_from(Some(FirstNumber::One), &inputs.join("\n"), Deck::GAME).unwrap();
        assert_eq!(notation.write(cards[0].third(cards[1])), unseen);
    }
}

#[test]
fn features_have_names_where_words_tell_them_and_else_places() {
    for (inputs, feature, values) in [
        ("two red striped DIAMONDS\none green open oval", "colour", ["red", "green", "purple"]),
        ("2 diamonds, rot, striped\n1 oval, lila, open", "place 3", ["rot", "lila", "?"]),
        ("2RSO\n1GDT\n3PSO", "place 2", ["R", "G", "P"]),
        ("1123\n3321", "place 3", ["1", "2", "3"]),
        ("001010001010", "place 3", ["100", "010", "001"]),
        ("@70", "colour", ["red", "green", "purple"]),
    ] {
        let (_, notation) = reading(inputs, Deck::GAME).unwrap();
        let features: Vec<String> = (0..4).map(|it| notation.feature(it)).collect();
        let at = features.iter().position(|it| it == feature).unwrap();
        assert_eq!([0, 1, 2].map(|it| notation.value(at, it)), values, "{inputs}");
    }
}
