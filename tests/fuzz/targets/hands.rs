//! Any text is a list of hands, as text or CSV, or a mistake that is told.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds_engine::card::Deck;
use setodds_engine::hand::text::read_hands;

fuzz_target!(|input: (u8, &str)| {
    let (features, text) = input;
    let Ok(deck) = Deck::new(2 + usize::from(features % 5)) else { return };
    match read_hands(text, deck) {
        Ok(hands) => {
            for hand in hands.hands {
                let mut cards = hand.cards.clone();
                assert!(cards.len() <= deck.size());
                cards.sort_unstable();
                cards.dedup();
                assert_eq!(cards.len(), hand.cards.len(), "no card comes twice");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
