//! Whole games as tables of rows, a CSV each.

use super::csv::{self, Row};
use crate::game::{Key, Layout, Outcome, Policy, Rules, Subject, type_clusters};
use crate::stats::moments::SampleMoments;
use crate::stats::{Confidence, Ratio, clusters};
use crate::tally::{Tallies, Tally};
use serde::Serialize;
use std::cmp::Reverse;
use std::io::{self, Write};

/// The games of a run.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The rules.
    pub rules: Rules,
    /// The policies, first the one that the others are compared with.
    pub policies: &'a [Policy],
    /// What was tallied.
    pub tallies: &'a Tallies<Key>,
    /// The confidence level of the intervals.
    pub confidence: Confidence,
}

/// A proportion among the rows of a table: what the rows of most tables end with.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    count: u128,
    total: u128,
    probability: f64,
    ci_low: f64,
    ci_high: f64,
}

/// Defines the tables from one line each: documentation, variant, name, row, and the columns before
/// those of a share.
macro_rules! tables {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, $row:ident($($column:ident: $type:ty),*);)*) => {
        /// A table of games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Table {
            $($(#[$doc])* $variant,)*
            /// How policies differ on the same decks.
            Differences,
        }

        impl Table {
            /// All tables.
            pub const ALL: &[Self] = &[$(Self::$variant,)* Self::Differences];

            /// The name, as in commands and of files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                    Self::Differences => "differences",
                }
            }

            /// The columns of its CSV, in order.
            #[must_use]
            pub const fn columns(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => $row::COLUMNS,)*
                    Self::Differences => DifferenceRow::COLUMNS,
                }
            }
        }

        $(
            #[derive(Serialize)]
            struct $row {
                features: usize,
                policy: &'static str,
                $($column: $type,)*
                count: u128,
                total: u128,
                probability: f64,
                ci_low: f64,
                ci_high: f64,
            }

            impl $row {
                fn new(played: &Played<'_>, policy: Policy, ($($column,)*): ($($type,)*), share: Estimate) -> Self {
                    let Estimate { count, total, probability, ci_low, ci_high } = share;
                    let features = played.rules.deck().features();
                    Self { features, policy: policy.name(), $($column,)* count, total, probability, ci_low, ci_high }
                }
            }

            impl Row for $row {
                const COLUMNS: &'static [&'static str] = &[
                    "features", "policy", $(stringify!($column),)*
                    "count", "total", "probability", "ci_low", "ci_high",
                ];
            }
        )*
    };
}

tables! {
    /// Layouts by cards in the deck, cards on the table and arrival: how many sets.
    Stages, "stages", StageRow(in_deck: usize, table: usize, arrival: &'static str, sets: usize);
    /// Games by cards left at the end.
    Leftover, "leftover", LeftoverRow(cards_left: usize);
    /// Games by how often three more had to be dealt.
    ExtraDeals, "extra-deals", ExtraDealsRow(extra_deals: usize);
    /// Games by the most cards on the table.
    LargestTable, "largest-table", LargestTableRow(largest_table: usize);
    /// Games by sets taken.
    Rounds, "rounds", RoundsRow(sets_taken: usize);
    /// Sets taken by cards in the deck and features in which their cards differ. The intervals are
    /// from the variation between games, as a game may take several sets without a deal in between.
    Types, "types", TypeRow(in_deck: usize, differing_features: usize);
}

/// The mean of a difference between a policy and the first one, on the same decks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DifferenceRow {
    /// Features of the deck.
    pub features: usize,
    /// The policy.
    pub policy: &'static str,
    /// The policy that it is compared with.
    pub reference: &'static str,
    /// What differs.
    pub outcome: &'static str,
    /// Games that both played.
    pub games: u128,
    /// The mean difference: the policy's outcome less the reference's.
    pub difference: f64,
    /// The lower confidence limit; missing for a single game.
    pub ci_low: Option<f64>,
    /// The upper confidence limit; missing for a single game.
    pub ci_high: Option<f64>,
}

impl Row for DifferenceRow {
    const COLUMNS: &'static [&'static str] =
        &["features", "policy", "reference", "outcome", "games", "difference", "ci_low", "ci_high"];
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no table has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown table `{0}`; there are {names}", names = names())]
pub struct UnknownTable(String);

fn names() -> String {
    Table::ALL.iter().map(|table| table.name()).collect::<Vec<_>>().join(", ")
}

impl std::str::FromStr for Table {
    type Err = UnknownTable;

    fn from_str(name: &str) -> Result<Self, UnknownTable> {
        let found = Self::ALL.iter().copied().find(|table| table.name() == name);
        found.ok_or_else(|| UnknownTable(name.to_owned()))
    }
}

impl Table {
    /// Writes the table as CSV.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    pub fn write(self, played: &Played<'_>, to: impl Write) -> io::Result<()> {
        let deals = |cards: usize| cards.is_multiple_of(3);
        match self {
            Self::Stages => csv::write(played.stages(), to),
            Self::Types => csv::write(played.types(), to),
            Self::Leftover => {
                let rows = played.values(Subject::Leftover, deals, played.most_left());
                csv::write(rows.map(|(p, v, share)| LeftoverRow::new(played, p, (v,), share)), to)
            }
            Self::ExtraDeals => {
                let rows = played.values(Subject::ExtraDeals, |_| true, 0);
                csv::write(rows.map(|(p, v, share)| ExtraDealsRow::new(played, p, (v,), share)), to)
            }
            Self::LargestTable => {
                let start = played.rules.start();
                let possible = |cards: usize| cards >= start && deals(cards);
                let rows =
                    played.values(Subject::LargestTable, possible, played.rules.largest_table());
                csv::write(
                    rows.map(|(p, v, share)| LargestTableRow::new(played, p, (v,), share)),
                    to,
                )
            }
            Self::Rounds => {
                // Each set that is not taken leaves three cards.
                let size = played.rules.deck().size();
                let least = (size - played.most_left()) / 3;
                let rows = played.values(Subject::Rounds, |sets| sets >= least, size / 3);
                csv::write(rows.map(|(p, v, share)| RoundsRow::new(played, p, (v,), share)), to)
            }
            Self::Differences => csv::write(played.differences(), to),
        }
    }
}

impl Played<'_> {
    /// The tally of something, which may be empty.
    pub(super) fn tally(&self, policy: Policy, of: Subject) -> Tally {
        self.tallies.get(Key { policy, of }).cloned().unwrap_or_default()
    }

    /// The most cards that can be left: as many as can hold no set, in threes.
    fn most_left(&self) -> usize {
        self.rules.deck().largest_cap() / 3 * 3
    }

    fn share(&self, count: u128, total: u128) -> Estimate {
        self.clustered_share(count, total, 1.0)
    }

    fn clustered_share(&self, count: u128, total: u128, design_effect: f64) -> Estimate {
        let limits = clusters::interval(count, total, design_effect, self.confidence);
        let probability = Ratio::new(count, total).value();
        Estimate { count, total, probability, ci_low: limits.low, ci_high: limits.high }
    }

    /// The possible values of something that every game has, up to the largest possible or seen.
    fn values<'a>(
        &'a self,
        of: Subject,
        possible: impl Fn(usize) -> bool + Copy + 'a,
        largest: usize,
    ) -> impl Iterator<Item = (Policy, usize, Estimate)> + 'a {
        self.policies.iter().flat_map(move |&policy| {
            let tally = self.tally(policy, of);
            let last = tally.largest().unwrap_or(0).max(largest);
            let seen = move |value: &usize| possible(*value) || tally.count(*value) > 0;
            let (again, total) = (self.tally(policy, of), self.tally(policy, of).total());
            let values = (0..=last).filter(seen).filter(move |_| total > 0);
            values.map(move |value| (policy, value, self.share(again.count(value), total)))
        })
    }

    /// The kinds of layouts that were seen, in the order of play.
    pub(super) fn layouts(&self, policy: Policy) -> Vec<Layout> {
        let seen = self.tallies.iter().filter(|(key, _)| key.policy == policy);
        let mut layouts: Vec<Layout> = seen
            .filter_map(|(key, _)| match key.of {
                Subject::Stage(layout) => Some(layout),
                _ => None,
            })
            .collect();
        layouts.sort_by_key(|layout| (Reverse(layout.in_deck), layout.table, layout.arrival));
        layouts
    }

    fn stages(&self) -> Vec<StageRow> {
        let mut rows = Vec::new();
        for &policy in self.policies {
            for layout in self.layouts(policy) {
                let tally = self.tally(policy, Subject::Stage(layout));
                let (total, Layout { in_deck, table, arrival }) = (tally.total(), layout);
                rows.extend(tally.iter().map(|(sets, count)| {
                    let columns = (in_deck, table, arrival.name(), sets);
                    StageRow::new(self, policy, columns, self.share(count, total))
                }));
            }
        }
        rows
    }

    fn types(&self) -> Vec<TypeRow> {
        let (features, size) = (self.rules.deck().features(), self.rules.deck().size());
        let mut rows = Vec::new();
        for &policy in self.policies {
            for in_deck in (0..=size).rev() {
                let tally = self.tally(policy, Subject::Types { in_deck });
                let total = tally.total();
                let pairs = self.tally(policy, Subject::TypePairs { in_deck });
                rows.extend((1..=features).filter(|_| total > 0).map(|differing| {
                    let effect = type_clusters(&pairs, differing).design_effect();
                    let share = self.clustered_share(tally.count(differing), total, effect);
                    TypeRow::new(self, policy, (in_deck, differing), share)
                }));
            }
        }
        rows
    }

    /// How each policy but the first differs from it.
    #[must_use]
    pub fn differences(&self) -> Vec<DifferenceRow> {
        let Some((reference, others)) = self.policies.split_first() else { return Vec::new() };
        let each = others.iter().flat_map(|&policy| Outcome::ALL.map(|outcome| (policy, outcome)));
        each.filter_map(|(policy, outcome)| {
            let tally = self.tally(policy, Subject::Difference(outcome));
            let moments = SampleMoments::minus(&tally, Outcome::offset(self.rules))?;
            let (difference, half) = (moments.mean, moments.half_width(self.confidence));
            Some(DifferenceRow {
                features: self.rules.deck().features(),
                policy: policy.name(),
                reference: reference.name(),
                outcome: outcome.name(),
                games: moments.observations,
                difference,
                ci_low: half.map(|half| difference - half),
                ci_high: half.map(|half| difference + half),
            })
        })
        .collect()
    }
}
