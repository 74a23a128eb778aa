//! The decks of a block of games, round by round: one after the other or in lanes, the same decks.

use super::engine::GameEngine;
use super::splitmix::{BlockRngs, SplitMix64};
use crate::card::{Card, Deck};
use crate::deal::{LaneGroups, Seed, deal_block};
use crate::lanes::{LANES, Lanes};

/// Groups of 64 games in a round: with 16, some 64 games have no set after a deal, and fill
/// lanes of their own (`super::lane_player`).
const GROUPS: usize = 16;

/// The most games that are played together.
pub(super) const GAMES: usize = GROUPS * LANES;

/// Games of a block that are played together.
pub(super) enum Round<'a> {
    /// One game: its deck and its random words.
    Single(&'a [Card], SplitMix64),
    /// Up to [`GAMES`] games.
    Lanes {
        /// 64 decks after 64 decks: the first cards of all of them, their second cards, and so on.
        decks: Vec<&'a [Lanes<u8>]>,
        by_code: &'a ByCode,
        /// The random words of each game; decks beyond these are not played.
        rngs: &'a [SplitMix64],
    },
}

impl Round<'_> {
    /// Passes on each deck, with the random words of its game.
    pub(super) fn for_each(&self, mut play: impl FnMut(&[Card], SplitMix64)) {
        match self {
            Round::Single(deck, rng) => play(deck, *rng),
            Round::Lanes { decks, by_code, rngs } => {
                let mut deck = Vec::new();
                for (game, &rng) in rngs.iter().enumerate() {
                    let cards = decks[game / LANES].iter().map(|lanes| lanes.0[game % LANES]);
                    deck.clear();
                    deck.extend(cards.map(|code| by_code[usize::from(code)]));
                    play(&deck, rng);
                }
            }
        }
    }
}

/// Cards by their codes.
type ByCode = [Card; 256];

/// The code of a card of at most four digits: its only byte.
fn code(card: Card, deck: Deck) -> u8 {
    card.code(deck).to_le_bytes()[0]
}

/// Deals the decks.
#[derive(Debug)]
pub(super) struct Dealer {
    deck: Deck,
    lanes: Option<(LaneGroups<u8>, Box<ByCode>)>,
}

impl Dealer {
    pub(super) fn new(deck: Deck, engine: GameEngine) -> Self {
        let lanes = match engine {
            GameEngine::Naive | GameEngine::Incremental => None,
            GameEngine::Lanes(set) => {
                let mut by_code = Box::new([Card::default(); 256]);
                deck.cards().for_each(|card| by_code[usize::from(code(card, deck))] = card);
                Some((LaneGroups::of_decks(set, deck, |card| code(card, deck)), by_code))
            }
        };
        Self { deck, lanes }
    }

    /// Passes on the first games of a block.
    pub(super) fn deal(
        &mut self,
        seed: Seed,
        block: u64,
        games: u64,
        mut play: impl FnMut(&Round<'_>),
    ) {
        let mut block_rngs = BlockRngs::new(seed, block);
        let Some((dealer, by_code)) = &mut self.lanes else {
            return deal_block(seed, block, self.deck, self.deck.size(), games, |cards| {
                play(&Round::Single(cards, block_rngs.next()));
            });
        };
        dealer.start(seed, block);
        let (mut cards, mut rngs) = (Vec::new(), Vec::new());
        let mut games = 0..games;
        while !games.is_empty() {
            cards.clear();
            rngs.clear();
            while rngs.len() < GAMES && !games.is_empty() {
                cards.extend_from_slice(dealer.deal());
                rngs.extend(games.by_ref().take(LANES).map(|_| block_rngs.next()));
            }
            let decks = cards.chunks_exact(self.deck.size()).collect();
            play(&Round::Lanes { decks, by_code, rngs: &rngs });
        }
    }
}
