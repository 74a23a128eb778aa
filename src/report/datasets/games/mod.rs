//! Whole games as tables of rows, a CSV each.

pub mod stages;
pub mod values;

use super::Listed;
use crate::game::{Arrival, Key, Layout, Outcome, Policy, Rules, Subject, type_clusters};
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::{self, by_name, row};
use crate::report::number::difference;
use crate::report::recognise::{Recognised, TableError};
use crate::stats::moments::SampleMoments;
use crate::stats::proportion::Interval;
use crate::stats::{Confidence, Ratio, clusters};
use crate::tally::{Tallies, Tally};
use serde::de::DeserializeOwned;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io::{self, Write};
use values::ValueRow;

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

/// A table of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Layouts by cards in the deck, cards on the table and arrival: how many sets.
    Stages,
    /// Games by cards left at the end.
    Leftover,
    /// Games by how often three more had to be dealt.
    ExtraDeals,
    /// Games by the most cards on the table.
    LargestTable,
    /// Games by sets taken.
    Rounds,
    /// Sets taken by cards in the deck and features in which their cards differ.
    Types,
    /// How policies differ on the same decks.
    Differences,
}

row! {
    /// Tables at one stage of the games with so many sets on them: a row of the CSV.
    pub struct StageRow {
        /// Features of the deck.
        pub features: usize,
        /// The policy.
        #[serde(with = "by_name")]
        pub policy: Policy,
        /// Cards left in the deck.
        pub in_deck: usize,
        /// Cards on the table.
        pub table: usize,
        /// How they came there.
        #[serde(with = "by_name")]
        pub arrival: Arrival,
        /// Sets on the table.
        pub sets: usize,
        /// Such tables.
        pub count: u128,
        /// All tables at this stage.
        pub total: u128,
        /// `count / total`.
        pub probability: f64,
        /// The lower confidence limit.
        pub ci_low: f64,
        /// The upper confidence limit.
        pub ci_high: f64,
    }
}

row! {
    /// Sets taken at one stage of the games whose cards differ in so many features: a row of the
    /// CSV.
    pub struct TypeRow {
        /// Features of the deck.
        pub features: usize,
        /// The policy.
        #[serde(with = "by_name")]
        pub policy: Policy,
        /// Cards left in the deck.
        pub in_deck: usize,
        /// Features in which the cards differ.
        pub differing_features: usize,
        /// Such sets.
        pub count: u128,
        /// All sets taken at this stage.
        pub total: u128,
        /// `count / total`.
        pub probability: f64,
        /// The lower confidence limit, from the variation between games.
        pub ci_low: f64,
        /// The upper confidence limit.
        pub ci_high: f64,
    }
}

row! {
    /// The mean of a difference between a policy and the first one, on the same decks: a row of
    /// the CSV.
    pub struct DifferenceRow {
        /// Features of the deck.
        pub features: usize,
        /// The policy.
        #[serde(with = "by_name")]
        pub policy: Policy,
        /// The policy that it is compared with.
        #[serde(with = "by_name")]
        pub reference: Policy,
        /// What differs.
        pub outcome: String,
        /// Games that both played.
        pub games: u128,
        /// The mean difference: the policy's outcome less the reference's.
        pub difference: f64,
        /// The lower confidence limit; missing for a single game.
        pub ci_low: Option<f64>,
        /// The upper confidence limit; missing for a single game.
        pub ci_high: Option<f64>,
    }
}

impl Listed for DifferenceRow {
    /// Decks stand in one table.
    fn place(&self) -> (usize, usize) {
        (0, 0)
    }

    fn draw(rows: &[Self], target: RenderTarget) -> String {
        let half = |row: &Self| row.ci_low.zip(row.ci_high).map(|(low, high)| (high - low) / 2.0);
        Grid::of_text(rows)
            .column("policy", |row| row.policy.to_string())
            .column("outcome", |row| row.outcome.clone())
            .column("difference", |row| difference(row.difference, half(row)))
            .column("from that of", |row| row.reference.to_string())
            .draw(target)
    }
}

/// A name that no table has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown table `{0}`; there are {names}", names = Table::NAMES.join(", "))]
pub struct UnknownTable(String);

impl Table {
    /// All tables.
    pub const ALL: [Self; 7] = [
        Self::Stages,
        Self::Leftover,
        Self::ExtraDeals,
        Self::LargestTable,
        Self::Rounds,
        Self::Types,
        Self::Differences,
    ];

    const NAMES: [&str; 7] =
        ["stages", "leftover", "extra-deals", "largest-table", "rounds", "types", "differences"];

    /// The name, as in commands and of files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Writes the table as CSV.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    pub fn write(self, played: &Played<'_>, to: impl Write) -> io::Result<()> {
        match self {
            Self::Stages => csv::write(played.stages(), to),
            Self::Leftover => played.write_values(Subject::Leftover, values::LEFTOVER, to),
            Self::ExtraDeals => played.write_values(Subject::ExtraDeals, values::EXTRA_DEALS, to),
            Self::LargestTable => {
                played.write_values(Subject::LargestTable, values::LARGEST_TABLE, to)
            }
            Self::Rounds => played.write_values(Subject::Rounds, values::ROUNDS, to),
            Self::Types => csv::write(played.types(), to),
            Self::Differences => csv::write(played.differences(), to),
        }
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

impl std::str::FromStr for Table {
    type Err = UnknownTable;

    fn from_str(name: &str) -> Result<Self, UnknownTable> {
        let found = Self::ALL.into_iter().find(|table| table.name() == name);
        found.ok_or_else(|| UnknownTable(name.to_owned()))
    }
}

impl Played<'_> {
    /// What people want to know, as tables of their CSVs are shown: how often one is stuck, how
    /// games end, and how policies differ.
    #[must_use]
    pub fn text(&self, target: RenderTarget) -> String {
        let (leftover, extra) = (self.values(Subject::Leftover), self.values(Subject::ExtraDeals));
        let largest = self.values(Subject::LargestTable);
        let values = |title: &str, rows: &[ValueRow]| {
            values::draw(title, rows.to_vec(), self.confidence, target)
        };
        let mut parts = vec![
            format!(
                "no set on the table\n\n{}",
                stages::draw(stages::thinned(self.stages()), self.confidence, target)
            ),
            values("cards left", &leftover),
            values("largest table", &largest),
        ];
        if let [_] = self.policies {
            parts.push(values::mean("extra deals", &extra, self.confidence));
        } else {
            parts.push(values("extra deals", &extra));
            parts.push(DifferenceRow::draw(&self.differences(), target));
        }
        parts.iter().map(|part| format!("\n{part}")).collect()
    }

    fn write_values(&self, of: Subject, header: &[&str], to: impl Write) -> io::Result<()> {
        csv::write_below(header, self.values(of), to)
    }

    /// The tally of something, which may be empty.
    fn tally(&self, policy: Policy, of: Subject) -> Tally {
        self.tallies.get(Key { policy, of }).cloned().unwrap_or_default()
    }

    /// The most cards that can be left: as many as can hold no set, in threes.
    fn most_left(&self) -> usize {
        self.rules.deck().largest_cap() / 3 * 3
    }

    fn features(&self) -> usize {
        self.rules.deck().features()
    }

    /// A proportion with its interval.
    fn share(&self, count: u128, total: u128, design_effect: f64) -> (f64, Interval) {
        let limits = clusters::interval(count, total, design_effect, self.confidence);
        (Ratio::new(count, total).value(), limits)
    }

    /// The values of something that every game has: those that are possible or were seen.
    fn values(&self, of: Subject) -> Vec<ValueRow> {
        let (start, size) = (self.rules.start(), self.rules.deck().size());
        let threes = |cards: usize| cards.is_multiple_of(3);
        // Each set that is not taken leaves three cards.
        let fewest_sets = (size - self.most_left()) / 3;
        let (largest, possible): (usize, &dyn Fn(usize) -> bool) = match of {
            Subject::Leftover => (self.most_left(), &threes),
            Subject::LargestTable => {
                (self.rules.largest_table(), &|cards| cards >= start && threes(cards))
            }
            Subject::Rounds => (size / 3, &|sets| sets >= fewest_sets),
            _ => (0, &|_| true),
        };
        let mut rows = Vec::new();
        for &policy in self.policies {
            let tally = self.tally(policy, of);
            let (total, last) = (tally.total(), tally.largest().unwrap_or(0).max(largest));
            let seen = |&value: &usize| total > 0 && (possible(value) || tally.count(value) > 0);
            rows.extend((0..=last).filter(seen).map(|value| {
                let count = tally.count(value);
                let (probability, Interval { low, high }) = self.share(count, total, 1.0);
                let features = self.features();
                let (ci_low, ci_high) = (low, high);
                ValueRow { features, policy, value, count, total, probability, ci_low, ci_high }
            }));
        }
        rows
    }

    /// The kinds of layouts that were seen, in the order of play.
    fn layouts(&self, policy: Policy) -> Vec<Layout> {
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

    /// Layouts by cards in the deck, cards on the table and arrival: how many sets.
    #[must_use]
    pub fn stages(&self) -> Vec<StageRow> {
        let mut rows = Vec::new();
        for &policy in self.policies {
            for layout in self.layouts(policy) {
                let tally = self.tally(policy, Subject::Stage(layout));
                let (total, Layout { in_deck, table, arrival }) = (tally.total(), layout);
                rows.extend(tally.iter().map(|(sets, count)| {
                    let (probability, limits) = self.share(count, total, 1.0);
                    StageRow {
                        features: self.features(),
                        policy,
                        in_deck,
                        table,
                        arrival,
                        sets,
                        count,
                        total,
                        probability,
                        ci_low: limits.low,
                        ci_high: limits.high,
                    }
                }));
            }
        }
        rows
    }

    /// The sets that were taken, by cards in the deck and features in which their cards differ. The
    /// intervals are from the variation between games, as a game may take several sets without a
    /// deal in between.
    #[must_use]
    pub fn types(&self) -> Vec<TypeRow> {
        let (features, size) = (self.features(), self.rules.deck().size());
        let mut rows = Vec::new();
        for &policy in self.policies {
            for in_deck in (0..=size).rev() {
                let tally = self.tally(policy, Subject::Types { in_deck });
                let total = tally.total();
                let pairs = self.tally(policy, Subject::TypePairs { in_deck });
                rows.extend((1..=features).filter(|_| total > 0).map(|differing| {
                    let (count, clusters) =
                        (tally.count(differing), type_clusters(&pairs, differing));
                    let (probability, limits) = self.share(count, total, clusters.design_effect());
                    TypeRow {
                        features,
                        policy,
                        in_deck,
                        differing_features: differing,
                        count,
                        total,
                        probability,
                        ci_low: limits.low,
                        ci_high: limits.high,
                    }
                }));
            }
        }
        rows
    }

    /// How each policy but the first differs from it.
    #[must_use]
    pub fn differences(&self) -> Vec<DifferenceRow> {
        let Some((&reference, others)) = self.policies.split_first() else { return Vec::new() };
        let each = others.iter().flat_map(|&policy| Outcome::ALL.map(|outcome| (policy, outcome)));
        each.filter_map(|(policy, outcome)| {
            let tally = self.tally(policy, Subject::Difference(outcome));
            let moments = SampleMoments::minus(&tally, Outcome::offset(self.rules))?;
            let (difference, half) = (moments.mean, moments.half_width(self.confidence));
            Some(DifferenceRow {
                features: self.features(),
                policy,
                reference,
                outcome: outcome.name().to_owned(),
                games: moments.observations,
                difference,
                ci_low: half.map(|half| difference - half),
                ci_high: half.map(|half| difference + half),
            })
        })
        .collect()
    }
}

/// Who played: a deck's features, and a policy.
pub(in crate::report) type Player = (usize, Policy);

/// Rows by player, in the order in which players come.
type Players<T> = Vec<(Player, Vec<T>)>;

fn by_player<T>(rows: impl IntoIterator<Item = T>, player: impl Fn(&T) -> Player) -> Players<T> {
    let mut players: Players<T> = Vec::new();
    for row in rows {
        let own = player(&row);
        match players.iter_mut().find(|(known, _)| *known == own) {
            Some((_, rows)) => rows.push(row),
            None => players.push((own, vec![row])),
        }
    }
    players
}

/// `random`, or `random, 5 features` where there are several decks.
pub(in crate::report) fn names(players: &[Player]) -> Vec<String> {
    let decks = players.iter().any(|(features, _)| *features != players[0].0);
    let name = |(features, policy): &Player| {
        if decks { format!("{policy}, {features} features") } else { policy.to_string() }
    };
    players.iter().map(name).collect()
}

/// All rows; a player that comes in several files counts where it comes first.
fn rows<T: DeserializeOwned>(
    files: &[Recognised<'_>],
    player: impl Fn(&T) -> Player,
) -> Result<Vec<T>, TableError> {
    let (mut all, mut known) = (Vec::new(), BTreeSet::new());
    for file in files {
        let own: Vec<T> = file.some_rows()?;
        let new: BTreeSet<Player> = own.iter().map(&player).collect();
        all.extend(own.into_iter().filter(|row| !known.contains(&player(row))));
        known.extend(new);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use crate::report::datasets::Choice;
    use crate::report::datasets::tests::show;

    #[test]
    fn differences_have_their_uncertainty() {
        let text = "features,policy,reference,outcome,games,difference,ci_low,ci_high\n\
                    4,first,random,cleared,100,0.5,0.3,0.7\n";
        let table = show(text, &Choice::default()).unwrap();
        assert!(table.contains("+0.5 ± 0.2"), "{table}");
        let alone = text.replace("100,0.5,0.3,0.7", "1,-0.5,,");
        let table = show(&alone, &Choice::default()).unwrap();
        assert!(table.contains("| -0.500 "), "{table}");
    }
}
