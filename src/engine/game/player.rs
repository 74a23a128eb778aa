//! Players, one for each engine.

use super::counts::Counts;
use super::dealer::Group;
use super::engine::Engine;
use super::incremental::{AnyGeometry, SinglePlayer};
use super::lanes::LanePlayer;
use super::naive;
use super::policy::Policy;
use super::rules::Rules;

/// A player by some policy.
pub(super) enum Player<'g> {
    Naive(Rules, Policy),
    Single(Box<dyn SinglePlayer + 'g>),
    Lanes(Box<LanePlayer<'g>>),
}

impl<'g> Player<'g> {
    pub(super) fn new(
        rules: Rules,
        policy: Policy,
        engine: Engine,
        geometry: &'g dyn AnyGeometry,
    ) -> Self {
        match engine {
            Engine::Naive => Self::Naive(rules, policy),
            Engine::Lanes(set) if LanePlayer::plays(rules, policy) => {
                let alone = geometry.player(rules, policy);
                Self::Lanes(Box::new(LanePlayer::new(rules, policy, set, alone)))
            }
            _ => Self::Single(geometry.player(rules, policy)),
        }
    }

    /// Plays the games of a group and counts what happens.
    pub(super) fn play(&mut self, group: &Group<'_>, counts: &mut Counts) {
        counts.start_group();
        match self {
            Self::Naive(rules, policy) => group.for_each(|deck, rng| {
                let ending = naive::play(*rules, deck, rng, *policy, counts);
                counts.end(0, ending);
            }),
            Self::Single(player) => group.for_each(|deck, rng| {
                let ending = player.play(deck, rng, counts);
                counts.end(0, ending);
            }),
            Self::Lanes(player) => player.play(group, counts),
        }
    }
}
