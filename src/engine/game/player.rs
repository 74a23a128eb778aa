//! Players, one for each engine.

use super::counts::Counts;
use super::dealer::Group;
use super::engine::Engine;
use super::geometry::Geometry;
use super::lanes::LanePlayer;
use super::naive;
use super::policy::{Memory, Policy};
use super::rules::{DEALT, Due, Ending, Progress, Rules};
use super::splitmix::SplitMix64;
use super::table::Table;
use crate::card::Card;

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

/// A player by some policy.
#[derive(Debug)]
pub(super) enum Player<'g> {
    Naive(Rules, Policy),
    Lanes(Box<LanePlayer>),
    Three(Box<Incremental<'g, 2>>),
    Four(Box<Incremental<'g, 5>>),
    Five(Box<Incremental<'g, 14>>),
    Six(Box<Incremental<'g, 41>>),
}

impl<'g> Player<'g> {
    pub(super) fn new(
        rules: Rules,
        policy: Policy,
        engine: Engine,
        geometry: &'g AnyGeometry,
    ) -> Self {
        match (engine, geometry) {
            (Engine::Naive, _) => Self::Naive(rules, policy),
            (Engine::Lanes(set), _) if LanePlayer::plays(rules, policy) => {
                Self::Lanes(Box::new(LanePlayer::new(rules, policy, set)))
            }
            (_, AnyGeometry::Three(it)) => Self::Three(Incremental::new(rules, policy, it)),
            (_, AnyGeometry::Four(it)) => Self::Four(Incremental::new(rules, policy, it)),
            (_, AnyGeometry::Five(it)) => Self::Five(Incremental::new(rules, policy, it)),
            (_, AnyGeometry::Six(it)) => Self::Six(Incremental::new(rules, policy, it)),
        }
    }

    /// Plays the games of a group and counts what happens.
    pub(super) fn play(&mut self, group: &Group<'_>, counts: &mut Counts) {
        counts.start_group();
        if let Self::Lanes(player) = self {
            return player.play(group, counts);
        }
        group.for_each(|deck, rng| {
            let ending = match self {
                Self::Naive(rules, policy) => naive::play(*rules, deck, rng, *policy, counts),
                Self::Three(player) => player.play(deck, rng, counts),
                Self::Four(player) => player.play(deck, rng, counts),
                Self::Five(player) => player.play(deck, rng, counts),
                Self::Six(player) => player.play(deck, rng, counts),
                Self::Lanes(_) => unreachable!("games in lanes are played together"),
            };
            counts.end(0, ending);
        });
    }
}

/// A player of one game after the other who keeps the sets on the table up to date.
#[derive(Debug)]
pub(super) struct Incremental<'g, const L: usize> {
    rules: Rules,
    policy: Policy,
    table: Table<'g, L>,
    memory: Memory,
}

impl<'g, const L: usize> Incremental<'g, L> {
    fn new(rules: Rules, policy: Policy, geometry: &'g Geometry<L>) -> Box<Self> {
        let (table, memory) = (Table::new(geometry), Memory::default());
        Box::new(Self { rules, policy, table, memory })
    }

    /// Plays the deck, from its first card to its last.
    fn play(&mut self, deck: &[Card], mut rng: SplitMix64, counts: &mut Counts) -> Ending {
        let start = self.rules.start().cards();
        self.table.clear();
        if self.policy == Policy::Clear {
            self.memory.clear.begin(self.rules.deck());
        }
        for first in (0..start).step_by(DEALT) {
            self.deal(deck, first);
        }
        let mut progress = Progress::after(self.rules, start / DEALT);
        loop {
            match self.look(&mut progress, &mut rng, counts) {
                Due::Look => {}
                Due::Deal => {
                    self.deal(deck, progress.next * DEALT);
                    progress.deal();
                }
                Due::End => return progress.ending(),
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
    fn deal(&mut self, deck: &[Card], first: usize) {
        if let &[a, b, c] = &deck[first..first + DEALT] {
            self.table.lay([a.index(), b.index(), c.index()], first);
        }
    }
}
