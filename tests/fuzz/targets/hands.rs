//! Any text is a list of hands, as lines, CSV or JSON, or a mistake that is told.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds::cards::notation::ReadOptions;
use setodds_engine::card::{Card, Deck};
use setodds::cards::text::{WrittenHand, read_hands};

fuzz_target!(|input: (u8, &str)| {
    let (features, text) = input;
    let Ok(deck) = Deck::new(2 + usize::from(features % 5)) else { return };
    let hands = match read_hands(&[text], deck, ReadOptions::default()) {
        Ok(hands) => hands,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for hand in &hands.inputs[0] {
        let mut cards = hand.cards.clone();
        assert!(cards.len() <= deck.size());
        cards.sort_unstable();
        cards.dedup();
        assert_eq!(cards.len(), hand.cards.len(), "no card comes twice");
    }
    assert!(!hands.summary().is_empty());
    // If the text can be read together with the cards as the notation writes them, in a CSV or in
    // lines, both have the same cards.
    let write = |hand: &WrittenHand| -> Vec<String> {
        hand.cards.iter().map(|card| hands.notation.write(*card)).collect()
    };
    let written: Vec<Vec<String>> = hands.inputs[0].iter().map(write).collect();
    // A value of several words, which only a column can hold, is several values in a card.
    let is_separator = |it: char| it.is_whitespace() || ",;|".contains(it);
    let words = |card: &String| card.split(is_separator).filter(|it| !it.is_empty()).count();
    if written.iter().flatten().any(|card| words(card) > deck.features()) {
        return;
    }
    let row = |name: usize, card: &str| format!("{name},\"{}\"\n", card.replace('"', "\"\""));
    let rows = |(name, hand): (usize, &Vec<String>)| -> String {
        hand.iter().map(|card| row(name, card)).collect()
    };
    let csv: String = written.iter().enumerate().map(rows).collect();
    let lines = written.iter().map(|hand| hand.join("\n") + "\n").collect::<Vec<_>>().join("\n");
    let read = |inputs: &[&str]| read_hands(inputs, deck, ReadOptions::default());
    let cards = |input: &[WrittenHand]| -> Vec<Vec<Card>> {
        input.iter().map(|hand| hand.cards.clone()).collect()
    };
    let check = |again: &str| {
        if let Ok(again) = read(&[text, again]) {
            assert_eq!(cards(&again.inputs[0]), cards(&again.inputs[1]));
        }
    };
    check(&format!("hand,card\n{csv}"));
    // In lines, a `#` of a column would begin a comment, and a card in words that name features is
    // a header where it comes first: alone it is no card.
    let first = lines.lines().next().unwrap_or_default();
    let is_header = |error: &str| error.contains("the input holds no card");
    if !lines.contains('#') && !read(&[first]).is_err_and(|it| is_header(&it.to_string())) {
        check(&lines);
    }
});
