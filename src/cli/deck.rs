//! The option `--features`.

use crate::card::Deck;
use clap::Args;

/// The option `--features`, which chooses the deck.
#[derive(Args, Debug)]
pub(crate) struct DeckArgs {
    /// Features of the deck: 2 to 6
    ///
    /// The decks have 9, 27, 81, 243 and 729 cards.
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_deck,
          allow_negative_numbers = true)]
    pub(crate) features: Deck,
}

/// Reads a number of features.
pub(crate) fn parse_deck(text: &str) -> Result<Deck, String> {
    let features = text
        .parse()
        .map_err(|_| format!("`{text}` is not a valid number of features; give 2 to 6"))?;
    Deck::new(features).map_err(|error| error.to_string())
}
