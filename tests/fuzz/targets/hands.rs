//! Any text is a list of hands, as lines, CSV or JSON, or a mistake that is told.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds_engine::card::{Card, Deck};
use setodds_engine::card::notation::ReadOptions;
use setodds_engine::hand::text::{WrittenHand, read_hands};

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
    // If the text and a CSV of the cards as the notation writes them can be read together, both have
    // the same cards. In a CSV a value may be several words, which are several values in a card.
    let mut again = "hand,card\n".to_owned();
    for (name, hand) in hands.inputs[0].iter().enumerate() {
        for card in &hand.cards {
            let card = hands.notation.write(*card);
            let words = card.split(|it: char| it.is_whitespace() || ",;|".contains(it));
            if words.filter(|it| !it.is_empty()).count() > deck.features() {
                return;
            }
            again += &format!("{name},\"{}\"\n", card.replace('"', "\"\""));
        }
    }
    let read = |inputs: &[&str]| read_hands(inputs, deck, ReadOptions::default());
    if let Ok(again) = read(&[text, &again]) {
        let cards = |input: &[WrittenHand]| -> Vec<Vec<Card>> {
            input.iter().map(|hand| hand.cards.clone()).collect()
        };
        assert_eq!(cards(&again.inputs[0]), cards(&again.inputs[1]));
    }
});
