//! Any text is a list of hands, as lines, CSV or JSON, or a mistake that is told.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds_engine::card::Deck;
use setodds_engine::card::notation::ReadOptions;
use setodds_engine::hand::text::read_hands;

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
});
