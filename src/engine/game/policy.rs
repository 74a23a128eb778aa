//! The policies: which set is taken.
//!
//! A policy gives each set on the table an integer weight, and takes a set with a probability in
//! proportion to its weight: a random word, reduced to a number below the sum of the weights, is
//! the place at which the running sum of the weights, in the order of the sets, passes it. Each
//! policy is here twice: by definition, from the cards on the table ([`Policy::weights`]), which is
//! what the naive player asks for, and as fast as it can be ([`Policy::choose`]). A new policy is a
//! variant, its name, and an arm in both and in the players in lanes (`lane_player::table`,
//! `lane_player::alone`).

use super::choice::{
    CardDegrees, POWERS, TableView, differing, least, one_of, sets_left, weighted,
};
use super::splitmix::SplitMix64;
use super::table::PlaneTable;
use crate::name::named_enum;
use std::cmp::Reverse;

named_enum! {
    /// A way of choosing the set that is taken.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Policy: "policy" {
        /// Each set on the table with the same probability.
        #[default]
        Random = "random",
        /// The set whose cards were dealt first: of their positions in the order of dealing the
        /// smallest decides, then the second, then the third. This is what a program does that
        /// leaves its loops at the first set. A card that was dealt to fill a gap stands behind all
        /// that were dealt before it, wherever people put it.
        First = "first",
        /// The set that leaves the most sets on the table, before any card is dealt; of several
        /// such sets, each with the same probability.
        MostLeft = "most-left",
        /// The set that leaves the fewest sets on the table, before any card is dealt; of several
        /// such sets, each with the same probability: as badly as one can play without looking
        /// ahead.
        FewestLeft = "fewest-left",
        /// Preferably a set whose cards are equal in many features, as people see such sets sooner:
        /// three times likelier for each.
        Similar = "similar",
        /// Preferably a set whose cards differ in many features: three times likelier for each.
        Different = "different",
    }
}

impl Policy {
    /// The weights of the sets, by definition.
    pub(super) fn weights(self, view: TableView<'_>) -> Vec<u64> {
        let TableView { deck, table, sets } = view;
        let position = |card| table.iter().position(|&other| other == card);
        let differing = |set: &_| differing(*set, deck);
        let sets_left = |set: &_| sets_left(sets, *set);
        match self {
            Self::Random => vec![1; sets.len()],
            Self::First => least(sets.iter().map(|set| set.map(position))),
            Self::MostLeft => least(sets.iter().map(|set| Reverse(sets_left(set)))),
            Self::FewestLeft => least(sets.iter().map(sets_left)),
            Self::Similar => {
                sets.iter().map(|set| POWERS[deck.features() - differing(set)]).collect()
            }
            Self::Different => sets.iter().map(|set| POWERS[differing(set)]).collect(),
        }
    }

    /// The number of the set that is taken, of those on the table, of which there is at least one.
    #[inline(always)]
    pub(super) fn choose<const L: usize>(
        self,
        degrees: &mut CardDegrees,
        table: &PlaneTable<'_, L>,
        rng: &mut SplitMix64,
    ) -> usize {
        let sets = table.sets().iter();
        match self {
            Self::Random => rng.index(sets.len()),
            Self::First => first(table),
            Self::MostLeft => {
                let sums = degrees.sums(table.sets());
                one_of(sums.iter(), sums.iter().min(), rng)
            }
            Self::FewestLeft => {
                let sums = degrees.sums(table.sets());
                one_of(sums.iter(), sums.iter().max(), rng)
            }
            Self::Similar => {
                let features = table.features();
                weighted(sets.map(|&set| POWERS[features - table.differing(set)]), rng)
            }
            Self::Different => weighted(sets.map(|&set| POWERS[table.differing(set)]), rng),
        }
    }
}

/// The number of the set whose cards were dealt first.
#[inline(always)]
fn first<const L: usize>(table: &PlaneTable<'_, L>) -> usize {
    let mut first = (usize::MAX, usize::MAX, usize::MAX);
    let mut chosen = 0;
    for (number, set) in table.sets().iter().enumerate() {
        // The last dealt card stands first in a set.
        let [last, a, b] = set.cards().map(|card| table.position(card));
        let positions = (a.min(b), a.max(b), last);
        if positions < first {
            (first, chosen) = (positions, number);
        }
    }
    chosen
}
