use super::*;
use proptest::prelude::*;

fn read(text: &str) -> Result<WrittenHands, ReadError> {
    read_hands([text], Deck::GAME, &ReadOptions::default())
}

/// Reads a text as one hand and returns its cards.
fn cards(text: &str) -> Result<Vec<Card>, ReadError> {
    let options = ReadOptions { one_hand: true, ..ReadOptions::default() };
    let read = read_hands([text], Deck::GAME, &options)?;
    Ok(read.inputs[0].cards().collect())
}

/// Generates hands of distinct cards of the game.
fn hands() -> impl Strategy<Value = Vec<Card>> {
    hands_of(Deck::GAME, 3)
}

/// Generates hands of distinct cards of a deck, with at least `least` cards.
fn hands_of(deck: Deck, least: usize) -> impl Strategy<Value = Vec<Card>> {
    let most = deck.size().min(15);
    proptest::sample::subsequence((0..deck.size()).collect::<Vec<usize>>(), least..most)
        .prop_shuffle()
        .prop_map(move |all| all.into_iter().map(|it| Card::new(it, deck).unwrap()).collect())
}

/// Generates decks of all sizes, each with a hand.
fn decks() -> impl Strategy<Value = (Deck, Vec<Card>)> {
    (2_usize..=6).prop_flat_map(|features| {
        let deck = Deck::new(features).unwrap();
        (Just(deck), hands_of(deck, 1))
    })
}

/// Returns the text with one letter or figure replaced.
fn changed(text: &str, at: usize, sign: char) -> String {
    let places: Vec<usize> =
        text.char_indices().filter(|it| it.1.is_alphanumeric()).map(|it| it.0).collect();
    let at = places[at % places.len()];
    format!("{}{sign}{}", &text[..at], &text[at + 1..])
}

proptest! {
    /// Checks all styles; digits 1 and 2 alone are reported as ambiguous.
    #[test]
    fn every_style_is_read_back((deck, hand) in decks(), separator in "[ \t]|, ") {
        let options = ReadOptions { one_hand: true, ..ReadOptions::default() };
        for style in Style::ALL {
            let is_read = match style {
                Style::Words => deck.features() <= 4,
                Style::Codes => [3, 4].contains(&deck.features()),
                Style::Digits | Style::Numbers => true,
            };
            if !is_read {
                continue;
            }
            let written: Vec<String> = hand.iter().map(|&card| style.write(card, deck)).collect();
            let mut texts = vec![written.join("\n"), format!("{{\"cards\": {written:?}}}")];
            texts.push(written.join(if style == Style::Words { ", " } else { &separator }));
            for text in texts {
                let read = read_hands([&text], deck, &options).expect(&text);
                let is_open = style == Style::Digits && !written.concat().contains('0');
                prop_assert_eq!(read.doubt, is_open.then_some(Doubt::Digits), "{}", text);
                if is_open {
                    prop_assert!(read.summary().ends_with("; digits 1 to 3"), "{}", read.summary());
                } else {
                    prop_assert_eq!(read.inputs[0].hand(0).cards(), &hand, "{}", text);
                }
            }
        }
    }

    /// A changed letter is an error or gives another card of the deck, but never drops a card.
    #[test]
    fn a_changed_letter_costs_no_card(
        hand in hands(),
        at in 0_usize..300,
        sign in "[A-Z0-9]",
    ) {
        for style in [Style::Codes, Style::Words] {
            let written: Vec<String> =
                hand.iter().map(|&card| style.write(card, Deck::GAME)).collect();
            let sign = sign.chars().next().unwrap();
            for text in [written.join("\n"), written.join(", ")] {
                if let Ok(read) = cards(&changed(&text, at, sign)) {
                    prop_assert_eq!(read.len(), hand.len(), "{}", changed(&text, at, sign));
                }
            }
        }
    }

    #[test]
    fn no_text_panics(text in "[ \\n,;|@#\\[\\](){}\"':0-9A-Za-zé_-]{0,60}") {
        match read(&text) {
            Ok(read) => prop_assert!(!read.summary().is_empty()),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

/// Checks that a card that does not occur in the input is written in the form of its first card,
/// with the spellings of all cards.
#[test]
fn answers_are_written_as_the_question() {
    let card = Card::from_digits([2, 1, 2, 1]);
    for (text, expected) in [
        ("oval 1 Rot leer\nOVALE 2 Rote leere", "oval three purple leer"),
        ("2-red-solid-ovals 1-green-open-diamond", "three-purple-open-ovals"),
        ("2, red, solid, oval\n1, green, open, diamond", "three, purple, open, oval"),
        ("1RFO 2GSD", "3PEO"),
        ("1roO 2GTd", "3PoO"),
        ("1RFO 2GFD", "3PEO"),
        ("1RTO 2VOD", "3VOO"),
        ("O1TR D2TG", "O3EP"),
        ("0000 1111", "2121"),
        ("3111 1111", "3232"),
        ("2 1 0 1\n1 1 1 1", "2 1 2 1"),
        ("100100100100 010100100100", "001010001010"),
        ("@4 @9", "@70"),
        ("0 40", "70"),
        ("81 40", "71"),
    ] {
        let options = ReadOptions { one_hand: true, ..ReadOptions::default() };
        let read = read_hands([text], Deck::GAME, &options).expect(text);
        assert_eq!(read.notation.write(card), expected, "{text}");
    }
    let read = read("two  red solid   ovals").unwrap();
    assert_eq!(read.inputs[0].hand(0).text(0), Some("two red solid ovals"));
}

/// Checks that codes of cards that do not occur in the input are parsed back without the input.
#[test]
fn answers_in_codes_are_read_back() {
    for question in ["1RFO", "2GTD", "1RHO 2BED", "1RFO 2VOQ 3GXD"] {
        let notation = read(question).unwrap().notation;
        for card in Deck::GAME.cards() {
            assert_eq!(cards(&notation.write(card)), Ok(vec![card]), "{question}");
        }
    }
}

/// A reader that parsed a line again for each of its parts would take too long here.
#[test]
fn long_inputs_are_read_at_once() {
    for text in [
        "[".repeat(160_000),
        "(".repeat(160_000),
        format!("[{}", "0000,".repeat(30_000)),
        "1RFO ".repeat(15_000),
        format!("[{}1]", "[0, 1, 0, 1], ".repeat(15_000)),
        format!("{{{}}}", "\"card\": 0, ".repeat(15_000)),
        "1 red solid oval, ".repeat(6_000),
        "a ".repeat(30_000),
        "x-".repeat(30_000),
        "\u{301}".repeat(30_000),
        format!("card\n\"{}", "0000 ".repeat(15_000)),
    ] {
        assert!(read(&text).is_err(), "{}", &text[..text.floor_char_boundary(40)]);
    }
}
