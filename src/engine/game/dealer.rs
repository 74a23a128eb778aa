//! The decks of a block of games, group by group.

use super::engine::Engine;
use super::group::{Codes, Decks, Group};
use super::words::{Keys, Words};
use crate::card::{Card, Deck};
use crate::deal::{LaneDecks, Seed, deal_block};
use crate::lanes::LANES;

/// Deals the decks, one after the other or in lanes: the same decks.
pub(super) struct Dealer {
    deck: Deck,
    lanes: Option<(LaneDecks, Codes)>,
}

impl Dealer {
    pub(super) fn new(deck: Deck, engine: Engine) -> Self {
        let lanes = match engine {
            Engine::Naive | Engine::Incremental => None,
            Engine::Lanes(set) => {
                let decks = LaneDecks::new(set, deck, |card| Codes::of(card, deck));
                Some((decks, Codes::new(deck)))
            }
        };
        Self { deck, lanes }
    }

    /// Shows the first games of a block.
    pub(super) fn deal(
        &mut self,
        seed: Seed,
        block: u64,
        games: u64,
        mut see: impl FnMut(&Group<'_>),
    ) {
        let mut keys = Keys::of_block(seed, block);
        let Some((dealer, codes)) = &mut self.lanes else {
            return list(self.deck, seed, block, games, see);
        };
        dealer.start(seed, block);
        let mut left = games;
        while left > 0 {
            let number = usize::try_from(left).map_or(LANES, |left| left.min(LANES));
            let words: [Words; LANES] = std::array::from_fn(|_| keys.next());
            let decks = Decks::Lanes(dealer.deal(), codes);
            see(&Group { decks, words: &words[..number] });
            left -= number as u64;
        }
    }
}

/// The games one after the other.
fn list(deck: Deck, seed: Seed, block: u64, games: u64, mut see: impl FnMut(&Group<'_>)) {
    let mut keys = Keys::of_block(seed, block);
    deal_block(seed, block, deck, deck.size(), games, |cards: &[Card]| {
        see(&Group { decks: Decks::Listed(cards), words: &[keys.next()] });
    });
}
