//! Any text is a card or a mistake that is told; a card is read again in every style.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds_engine::card::Deck;
use setodds::cards::notation::{Style, parse};

fuzz_target!(|input: (u8, &str)| {
    let (features, text) = input;
    let Ok(deck) = Deck::new(2 + usize::from(features % 5)) else { return };
    match parse(text, deck) {
        Ok(card) => {
            for style in Style::ALL {
                assert_eq!(parse(&style.write(card, deck), deck).ok(), Some(card));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
