//! A policy's place in a thread: someone who plays, and what is counted.

use super::Ending;
use super::engine::Engine;
use super::geometry::Geometry;
use super::group::Group;
use super::lanes::{LanePlayer, taking};
use super::ledger::Ledger;
use super::naive;
use super::play::Player;
use super::policy::{Choice, Policy, Visitor};
use super::rules::Rules;
use super::trace::Trace;
use crate::lanes::LANES;

/// The planes of any deck.
#[derive(Debug)]
pub(super) enum AnyGeometry {
    Three(Geometry<2>),
    Four(Geometry<5>),
    Five(Geometry<14>),
    Six(Geometry<41>),
}

impl AnyGeometry {
    pub(super) fn new(rules: Rules) -> Self {
        let deck = rules.deck();
        match deck.features() {
            3 => Self::Three(Geometry::new(deck)),
            4 => Self::Four(Geometry::new(deck)),
            5 => Self::Five(Geometry::new(deck)),
            _ => Self::Six(Geometry::new(deck)),
        }
    }
}

/// Someone who plays by some policy.
pub(super) trait AnyPlayer {
    /// Plays the games of a group; their endings follow those that are there.
    fn play(&mut self, group: &Group<'_>, ledger: &mut Ledger, endings: &mut Vec<Ending>);

    /// The same games, each as one number.
    fn trace(&mut self, group: &Group<'_>) -> Vec<u64>;
}

/// Someone who plays for an engine by a policy.
pub(super) fn player(
    rules: Rules,
    policy: Policy,
    engine: Engine,
    geometry: &AnyGeometry,
) -> Box<dyn AnyPlayer + '_> {
    match (engine, taking(rules, policy)) {
        (Engine::Naive, _) => Box::new(NaivePlayer(rules, policy)),
        (Engine::Lanes(set), Some(taking)) => Box::new(LanePlayer::new(rules, set, taking)),
        _ => policy.visit(Seating { rules, geometry }),
    }
}

struct NaivePlayer(Rules, Policy);

impl AnyPlayer for NaivePlayer {
    fn play(&mut self, group: &Group<'_>, ledger: &mut Ledger, endings: &mut Vec<Ending>) {
        group.for_each(|deck, words| {
            let ending = naive::play(self.0, deck, words, self.1, ledger);
            endings.push(ledger.ended(ending));
        });
    }

    fn trace(&mut self, group: &Group<'_>) -> Vec<u64> {
        let mut traces = Vec::new();
        group.for_each(|deck, words| {
            let mut trace = Trace::default();
            let ending = naive::play(self.0, deck, words, self.1, &mut trace);
            traces.push(trace.end(ending));
        });
        traces
    }
}

impl<C: Choice, const LOOKUPS: usize> AnyPlayer for Player<'_, C, LOOKUPS> {
    fn play(&mut self, group: &Group<'_>, ledger: &mut Ledger, endings: &mut Vec<Ending>) {
        group.for_each(|deck, words| {
            let ending = self.play_on(deck, words, ledger);
            endings.push(ledger.ended(ending));
        });
    }

    fn trace(&mut self, group: &Group<'_>) -> Vec<u64> {
        let mut traces = Vec::new();
        group.for_each(|deck, words| {
            let mut trace = Trace::default();
            let ending = self.play_on(deck, words, &mut trace);
            traces.push(trace.end(ending));
        });
        traces
    }
}

impl AnyPlayer for LanePlayer {
    fn play(&mut self, group: &Group<'_>, ledger: &mut Ledger, endings: &mut Vec<Ending>) {
        let games = LanePlayer::play(self, group, ledger);
        endings.extend(games.iter().map(|&ending| ledger.ended(ending)));
    }

    fn trace(&mut self, group: &Group<'_>) -> Vec<u64> {
        let mut traces = [Trace::default(); LANES];
        let games = LanePlayer::play(self, group, &mut traces);
        traces.iter().zip(games).map(|(trace, &ending)| trace.end(ending)).collect()
    }
}

/// A visitor of policies who makes players.
struct Seating<'g> {
    rules: Rules,
    geometry: &'g AnyGeometry,
}

impl<'g> Visitor for Seating<'g> {
    type Output = Box<dyn AnyPlayer + 'g>;

    fn visit<C: Choice + 'static>(self, choice: C) -> Self::Output {
        let rules = self.rules;
        match self.geometry {
            AnyGeometry::Three(geometry) => Box::new(Player::new(rules, geometry, choice)),
            AnyGeometry::Four(geometry) => Box::new(Player::new(rules, geometry, choice)),
            AnyGeometry::Five(geometry) => Box::new(Player::new(rules, geometry, choice)),
            AnyGeometry::Six(geometry) => Box::new(Player::new(rules, geometry, choice)),
        }
    }
}
