//! Parses any text as a list of hands; invalid text gives an error message. In lines of digits or
//! codes, each part that may be a card is one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds::cards::{ReadOptions, read_hands};
use setodds_engine::card::Deck;

/// Counts the cards in lines of digits or codes, by the parts between blanks and commas. Returns
/// `None` if a part is not such a card.
fn naive_count(text: &str) -> Option<usize> {
    let lines = text.split(['\n', '\r']).filter(|line| !line.trim_start().starts_with('#'));
    let parts = lines.flat_map(|line| line.split(|it: char| it.is_whitespace() || it == ','));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let is_card =
        |part: &&str| part.len() == 4 && part.bytes().all(|it| it.is_ascii_alphanumeric());
    let has_figure = |part: &&str| part.bytes().any(|it| it.is_ascii_digit());
    parts.iter().all(|part| is_card(part) && has_figure(part)).then_some(parts.len())
}

fuzz_target!(|input: (u8, &str)| {
    let (features, text) = input;
    let Ok(deck) = Deck::new(2 + usize::from(features % 5)) else { return };
    let hands = match read_hands([text], deck, &ReadOptions::default()) {
        Ok(hands) => hands,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for hand in hands.inputs[0].hands() {
        let mut cards = hand.cards().to_vec();
        cards.sort_unstable();
        cards.dedup();
        assert_eq!(cards.len(), hand.cards().len(), "no card comes twice");
    }
    assert!(!hands.summary().is_empty());
    if let Some(expected) = naive_count(text).filter(|_| deck == Deck::GAME) {
        assert_eq!(hands.inputs[0].cards().count(), expected, "every part is a card");
    }
    // Cards written in the notation are parsed back to the same cards.
    let written = hands.inputs[0].cards();
    let written: Vec<String> = written.map(|card| hands.notation.write(card)).collect();
    let options = ReadOptions { one_hand: true, ..ReadOptions::default() };
    if let Ok(again) = read_hands([&written.join("\n")], deck, &options) {
        assert!(again.inputs[0].cards().eq(hands.inputs[0].cards()));
    }
});
