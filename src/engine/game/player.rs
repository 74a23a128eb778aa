//! Players, one for each engine.

use super::choice::CardDegrees;
use super::counts::Counts;
use super::dealer::Round;
use super::engine::GameEngine;
use super::geometry::Geometry;
use super::lane_player::LanePlayer;
use super::naive;
use super::policy::Policy;
use super::progress::{Ending, GameProgress, NextStep};
use super::rules::{DEALT, Rules};
use super::splitmix::SplitMix64;
use super::table::PlaneTable;
use super::variant::Variant;
use crate::card::{Card, Deck};
use std::fmt::Debug;

/// Plays one game from its deck and its random words, and counts what happens.
type PlayGame<'g> = dyn FnMut(&[Card], SplitMix64, &mut Counts) -> Ending + 'g;

/// The planes of a deck of any size.
pub(super) trait AnyGeometry: Debug + Send + Sync {
    /// A player of one game after the other.
    fn player(&self, rules: Rules, policy: Policy) -> Box<PlayGame<'_>>;
}

impl<const L: usize> AnyGeometry for Geometry<L> {
    fn player(&self, rules: Rules, policy: Policy) -> Box<PlayGame<'_>> {
        let (table, degrees) = (PlaneTable::new(self), CardDegrees::default());
        let mut player = Box::new(Incremental { rules, policy, table, degrees });
        Box::new(move |deck, rng, counts| player.play(deck, rng, counts))
    }
}

/// Returns the planes of a deck.
pub(super) fn any_geometry(deck: Deck) -> Box<dyn AnyGeometry> {
    match deck.features() {
        3 => Box::new(Geometry::<2>::new(deck)),
        4 => Box::new(Geometry::<5>::new(deck)),
        5 => Box::new(Geometry::<14>::new(deck)),
        _ => Box::new(Geometry::<41>::new(deck)),
    }
}

/// A player by some policy.
pub(super) enum Player<'g> {
    /// Plays one game after the other.
    Single(Box<PlayGame<'g>>),
    /// Plays many games at once, in lanes.
    Lanes(Box<LanePlayer>),
}

impl<'g> Player<'g> {
    pub(super) fn new(
        rules: Rules,
        policy: Policy,
        engine: GameEngine,
        geometry: &'g dyn AnyGeometry,
    ) -> Self {
        match engine.playing(rules) {
            GameEngine::Lanes(set) => Self::Lanes(Box::new(LanePlayer::new(rules, policy, set))),
            GameEngine::Naive => Self::Single(Box::new(move |deck, rng, counts| {
                naive::play(rules, deck, rng, policy, counts)
            })),
            GameEngine::Incremental if rules.are_usual() => {
                Self::Single(geometry.player(rules, policy))
            }
            GameEngine::Incremental => {
                let mut player = Variant::new(rules, policy);
                Self::Single(Box::new(move |deck, rng, counts| player.play(deck, rng, counts)))
            }
        }
    }

    /// Plays the games of a round and counts what happens.
    pub(super) fn play(&mut self, round: &Round<'_>, counts: &mut Counts) {
        counts.start_round();
        match self {
            Self::Single(play) => round.for_each(|deck, rng| {
                let ending = play(deck, rng, counts);
                counts.game_ended(0, ending);
            }),
            Self::Lanes(player) => player.play(round, counts),
        }
    }
}

/// Plays one game after the other and keeps the sets on the table up to date.
struct Incremental<'g, const L: usize> {
    rules: Rules,
    policy: Policy,
    table: PlaneTable<'g, L>,
    degrees: CardDegrees,
}

impl<const L: usize> Incremental<'_, L> {
    /// Plays the deck, from its first card to its last.
    fn play(&mut self, deck: &[Card], mut rng: SplitMix64, counts: &mut Counts) -> Ending {
        let start = self.rules.start();
        self.table.clear();
        for first in (0..start).step_by(DEALT) {
            self.deal(deck, first);
        }
        let mut progress = GameProgress::after(self.rules, start / DEALT);
        loop {
            match self.look(&mut progress, &mut rng, counts) {
                NextStep::Look => {}
                NextStep::Deal => {
                    self.deal(deck, progress.next * DEALT);
                    progress.deal();
                }
                NextStep::End => return progress.ending(),
            }
        }
    }

    /// Looks for a set, and takes one if there is one.
    #[inline(always)]
    fn look(
        &mut self,
        progress: &mut GameProgress,
        rng: &mut SplitMix64,
        counts: &mut Counts,
    ) -> NextStep {
        let sets = self.table.sets().len();
        counts.table_seen(progress.in_deck(), progress.table, progress.arrival, sets);
        if sets > 0 {
            let choice = self.policy.choose(&mut self.degrees, &self.table, rng);
            let set = self.table.sets()[choice];
            self.table.take(set);
        }
        progress.looked(sets > 0)
    }

    #[inline(always)]
    fn deal(&mut self, deck: &[Card], first: usize) {
        if let &[a, b, c] = &deck[first..first + DEALT] {
            self.table.place([a.index(), b.index(), c.index()], first);
        }
    }
}
