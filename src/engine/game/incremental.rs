//! A game played card by card, with the sets on the table kept up to date.

use super::counts::Counts;
use super::geometry::Geometry;
use super::policy::{Memory, Policy};
use super::rules::{DEALT, Due, Ending, Progress, Rules};
use super::search::{Search, Verdict};
use super::splitmix::SplitMix64;
use super::table::Table;
use crate::card::{Card, Deck};
use std::fmt::Debug;

/// Plays one game after the other, and counts what happens.
pub(super) trait SinglePlayer {
    /// Plays the deck, from its first card to its last.
    fn play(&mut self, deck: &[Card], rng: SplitMix64, counts: &mut Counts) -> Ending;

    /// Plays on where there is no set among as many cards as at the start, given in the order of
    /// dealing, until there are fewer and three are to be dealt, or the game ends. If it goes on,
    /// returns true, and `cards` are those that are left.
    fn play_on(
        &mut self,
        progress: &mut Progress,
        cards: &mut Vec<Card>,
        dealt: &dyn Fn(usize) -> Card,
        rng: &mut SplitMix64,
        counts: &mut Counts,
    ) -> bool;
}

/// The planes of a deck of any size.
pub(super) trait AnyGeometry: Debug + Send + Sync {
    /// A player that keeps the sets on the table up to date.
    fn player(&self, rules: Rules, policy: Policy) -> Box<dyn SinglePlayer + '_>;

    /// Whether a deck can be cleared, as far as a search of `budget` tables can tell.
    fn verdict(&self, cards: &[Card], rules: Rules, budget: u64) -> Verdict;
}

impl<const LARGE: bool> AnyGeometry for Geometry<LARGE> {
    fn player(&self, rules: Rules, policy: Policy) -> Box<dyn SinglePlayer + '_> {
        let (table, memory) = (Table::new(self), Memory::new(self));
        Box::new(Incremental { rules, policy, geometry: self, table, memory })
    }

    fn verdict(&self, cards: &[Card], rules: Rules, budget: u64) -> Verdict {
        Search::new(self, cards, rules, budget).verdict()
    }
}

/// The planes of a deck.
pub(super) fn any_geometry(deck: Deck) -> Box<dyn AnyGeometry> {
    match deck.features() {
        ..=4 => Box::new(Geometry::<false>::new(deck)),
        _ => Box::new(Geometry::<true>::new(deck)),
    }
}

/// Plays one game after the other and keeps the sets on the table up to date.
struct Incremental<'g, const LARGE: bool> {
    rules: Rules,
    policy: Policy,
    geometry: &'g Geometry<LARGE>,
    table: Table<'g, LARGE>,
    memory: Memory<'g, LARGE>,
}

impl<const LARGE: bool> SinglePlayer for Incremental<'_, LARGE> {
    fn play(&mut self, deck: &[Card], mut rng: SplitMix64, counts: &mut Counts) -> Ending {
        let start = self.rules.start();
        self.table.clear();
        if self.policy == Policy::Clear {
            self.memory.clear.begin(self.geometry);
        }
        for first in (0..start).step_by(DEALT) {
            self.deal(|place| deck[place], first);
        }
        let mut progress = Progress::after(self.rules, start / DEALT);
        self.go_on::<false>(&mut progress, |place| deck[place], &mut rng, counts);
        progress.ending()
    }

    fn play_on(
        &mut self,
        progress: &mut Progress,
        cards: &mut Vec<Card>,
        dealt: &dyn Fn(usize) -> Card,
        rng: &mut SplitMix64,
        counts: &mut Counts,
    ) -> bool {
        let first = progress.next * DEALT;
        self.table.clear();
        // Before the first that is dealt now, in their order.
        for (position, card) in (first - cards.len()..).zip(&*cards) {
            self.table.put(card.index(), position);
        }
        progress.looked(false);
        self.deal(dealt, first);
        progress.deal();
        let goes_on = self.go_on::<true>(progress, dealt, rng, counts);
        cards.extend((first..progress.next * DEALT).map(dealt));
        cards.retain(|card| self.table.has(card.index()));
        goes_on
    }
}

impl<const LARGE: bool> Incremental<'_, LARGE> {
    /// Plays until the game ends (false), or, if it `RETURNS` to others, until fewer cards than at
    /// the start lie there and three are to be dealt (true).
    #[inline(always)]
    fn go_on<const RETURNS: bool>(
        &mut self,
        progress: &mut Progress,
        dealt: impl Fn(usize) -> Card,
        rng: &mut SplitMix64,
        counts: &mut Counts,
    ) -> bool {
        loop {
            match self.look(progress, rng, counts) {
                Due::Look => {}
                Due::Deal if RETURNS && progress.lacks_cards() => return true,
                Due::Deal => {
                    self.deal(&dealt, progress.next * DEALT);
                    progress.deal();
                }
                Due::End => return false,
            }
        }
    }

    /// Looks for a set, and takes one if there is one.
    #[inline(always)]
    fn look(&mut self, progress: &mut Progress, rng: &mut SplitMix64, counts: &mut Counts) -> Due {
        let sets = self.table.sets().len();
        counts.sees(progress.in_deck(), progress.table, progress.arrival, sets);
        if sets > 0 {
            let choice = self.policy.choose(&mut self.memory, &self.table, rng);
            let set = self.table.sets()[choice];
            counts.takes(progress.in_deck(), self.table.differing(set));
            self.table.take(set);
        }
        progress.looked(sets > 0)
    }

    #[inline(always)]
    fn deal(&mut self, dealt: impl Fn(usize) -> Card, first: usize) {
        self.table.lay([0, 1, 2].map(|place| dealt(first + place).index()), first);
    }
}
