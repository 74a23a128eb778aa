//! Tables of whole games, one CSV each.

pub mod looks;
mod played;
pub mod stages;
pub mod summary;
pub mod survival;
pub mod values;

pub use played::Played;

use crate::game::{Policy, Subject};
use crate::report::cell::Cell;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::row;
use crate::report::estimate::limits;
use crate::report::field::{COUNT, DIFFERENCE, DIFFERENCE_LIMIT, FEATURES, Field, RULES, TEXT};
use crate::report::groups::by_key;
use crate::report::kind::{Kind, Rows, TableError, View, titled_tables};
use crate::report::number::difference;
use crate::report::result::Table;
use crate::stats::proportion::Interval;
use setodds_engine::named_enum;
use std::fmt;
use std::io::{self, Write};
use summary::SummaryRow;
use values::{ExtraDealsRow, LargestTableRow, LeftoverRow, RoundsRow};

named_enum! {
    /// Kind of table about whole games.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum TableKind: "table" {
        /// The number of sets on the table, by cards in the deck, cards on the table, and whether
        /// cards were just dealt.
        Stages = "stages",
        /// Games by the number of cards left at the end.
        Leftover = "leftover",
        /// Games by the number of extra deals, made because the table had no set.
        ExtraDeals = "extra-deals",
        /// Games by the maximum number of cards on the table.
        LargestTable = "largest-table",
        /// Games by the number of sets taken.
        Rounds = "rounds",
        /// The proportion of searches for a set that find none, by table size. Its intervals are
        /// based on the variation between games.
        Looks = "looks",
        /// For each stage (the cards in the deck and on the table), the games that have no set
        /// there, among those that reach it and had a set on every table before.
        Survival = "survival",
        /// Differences between policies on the same decks.
        Differences = "differences",
        /// Summary statistics of each policy, to compare rules.
        Summary = "summary",
    }
}

row! {
    /// Row of the CSV for the mean difference between a policy and the first one on the same decks.
    pub struct DifferenceRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The policy that chose the sets.
        pub policy: Policy = Field::names(&Policy::NAMES).key(),
        /// The policy that serves as the reference.
        pub reference: Policy = Field::names(&Policy::NAMES).key(),
        /// The outcome of a game that is compared, such as `cleared` (no card left).
        pub outcome: String = TEXT.key(),
        /// The number of decks that both policies played.
        pub games: u128 = COUNT,
        /// The mean difference: the outcome of the policy minus that of the reference.
        pub difference: f64 = DIFFERENCE,
        /// The lower confidence limit; empty for a single game.
        pub ci_low: Option<f64> = DIFFERENCE_LIMIT,
        /// The upper confidence limit; empty for a single game.
        pub ci_high: Option<f64> = DIFFERENCE_LIMIT,
        /// The rules of the games: `standard`, or the settings that differ, such as `deal=1`.
        pub rules: String = RULES,
    }
}

impl Kind for DifferenceRow {
    const WORDS: &'static str = "the table `differences` of `play`";
    const INSTEAD: &'static str = "the table leftover of the same games can be drawn";

    fn draw(rows: &[Self], target: RenderTarget) -> String {
        let half = |row: &Self| limits(row.ci_low, row.ci_high).map(Interval::half_width);
        let cell = |row: &Self| match row.outcome.as_str() {
            "cleared" | "never-more" => {
                difference(100.0 * row.difference, half(row).map(|it| 100.0 * it)) + " points"
            }
            _ => difference(row.difference, half(row)),
        };
        Grid::new(rows)
            .text("policy", |row| row.policy.to_string())
            .text("outcome", |row| row.outcome.clone())
            .column("difference", cell)
            .text("from that of", |row| row.reference.to_string())
            .draw(target)
    }
}

impl TableKind {
    /// Formats this kind of table about some games as text.
    fn draw(self, played: &Played, target: RenderTarget) -> String {
        let view = View { target, confidence: played.confidence, gaps: false };
        let values = |title: &str, of: Subject| values::draw(title, played.values(of), view);
        let has_games = !played.values(Subject::Leftover).is_empty();
        if !has_games || self == Self::Differences && played.policies.len() < 2 {
            return format!("{}\n", TableError::Empty(self.name().to_owned()));
        }
        match self {
            Self::Stages => stages::draw(played.stages(), view),
            Self::Leftover => values("cards left", Subject::Leftover),
            Self::ExtraDeals => values("extra deals", Subject::ExtraDeals),
            Self::LargestTable => values("largest table", Subject::LargestTable),
            Self::Rounds => values("sets taken", Subject::Rounds),
            Self::Looks => looks::draw(played.looks(), view),
            Self::Survival => survival::draw(played.survival(), view),
            Self::Differences => DifferenceRow::draw(&played.differences(), target),
            Self::Summary => SummaryRow::draw(&played.summary(), target),
        }
    }

    /// Returns the rows of this kind of table about some games.
    #[must_use]
    pub fn rows(self, played: &Played) -> Box<dyn Table> {
        match self {
            Self::Stages => Box::new(played.stages()),
            Self::Leftover => Box::new(played.rows::<LeftoverRow>(Subject::Leftover)),
            Self::ExtraDeals => Box::new(played.rows::<ExtraDealsRow>(Subject::ExtraDeals)),
            Self::LargestTable => Box::new(played.rows::<LargestTableRow>(Subject::LargestTable)),
            Self::Rounds => Box::new(played.rows::<RoundsRow>(Subject::Rounds)),
            Self::Looks => Box::new(played.looks()),
            Self::Survival => Box::new(played.survival()),
            Self::Differences => Box::new(played.differences()),
            Self::Summary => Box::new(played.summary()),
        }
    }
}

/// First table of a result about games. In text output, it has the form in which `setodds table`
/// shows its CSV, or is an overview of all tables if the user chose none.
pub struct FirstTable {
    rows: Box<dyn Table>,
    played: Played,
    chosen: Option<TableKind>,
}

impl FirstTable {
    /// Creates the table that the user chose, by default the table of stages.
    #[must_use]
    pub fn new(played: Played, chosen: Option<TableKind>) -> Self {
        let rows = chosen.unwrap_or(TableKind::Stages).rows(&played);
        Self { rows, played, chosen }
    }
}

impl fmt::Debug for FirstTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FirstTable").field("chosen", &self.chosen).finish_non_exhaustive()
    }
}

impl Table for FirstTable {
    fn fields(&self) -> &'static [Field] {
        self.rows.fields()
    }

    fn rows(&self) -> Box<dyn Iterator<Item = Vec<Cell>> + '_> {
        self.rows.rows()
    }

    #[cfg(not(target_family = "wasm"))]
    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        let text = match self.chosen {
            Some(table) => table.draw(&self.played, target),
            None => self.played.text(target).trim_start().to_owned(),
        };
        to.write_all(text.as_bytes())
    }
}

/// Describes a policy for the help text, in words that follow its name.
#[cfg(feature = "cli")]
pub(crate) const fn policy_words(policy: Policy) -> &'static str {
    match policy {
        Policy::Random => "takes each set on the table with the same probability",
        Policy::First => "takes the first set in the order of dealing, as programs do",
        Policy::MostLeft => "takes the set that leaves the most sets on the table",
        Policy::FewestLeft => "takes the set that leaves the fewest sets on the table",
        Policy::Similar => "prefers sets whose cards agree in many features",
        Policy::Different => "prefers sets whose cards differ in many features",
    }
}

/// Player in simulated games: the number of features of the deck, and the policy.
pub(crate) type PlayerKey = (usize, Policy);

/// Rows grouped by player, in the order of the players' first occurrence.
pub(crate) type Players<T> = Vec<(PlayerKey, Vec<T>)>;

/// Formats a table for each player, under the player's name if there are several players.
fn for_each_player<T>(
    players: &Players<T>,
    target: RenderTarget,
    table: impl Fn(&[T]) -> String,
) -> String {
    let names = names(&players.iter().map(|(player, _)| *player).collect::<Vec<_>>());
    let tables = players.iter().map(|(_, rows)| table(rows));
    titled_tables(names.into_iter().zip(tables).collect(), target)
}

/// Returns the names of players: `random`, or `random, 5 features` if there are several decks.
pub(crate) fn names(players: &[PlayerKey]) -> Vec<String> {
    let decks = players.iter().any(|(features, _)| *features != players[0].0);
    let name = |(features, policy): &PlayerKey| {
        if decks { format!("{policy}, {features} features") } else { policy.to_string() }
    };
    players.iter().map(name).collect()
}

/// Joins the rows of all files. The rows of a player that occurs in several files are kept once,
/// because several runs may include the same reference policy.
///
/// # Errors
///
/// Fails if two files hold different games of a player.
fn rows<K: Into<T>, T: PartialEq>(
    files: Vec<Rows<'_, K>>,
    player: impl Fn(&T) -> PlayerKey,
) -> Result<Vec<T>, TableError> {
    let mut players: Vec<(&str, PlayerKey, Vec<T>)> = Vec::new();
    for file in files {
        for (key, own) in by_key(file.rows.into_iter().map(K::into), &player) {
            match players.iter().find(|(_, known, _)| *known == key) {
                None => players.push((file.name, key, own)),
                Some((.., known)) if *known == own => {}
                Some((name, ..)) => {
                    return Err(TableError::Unsuitable(format!(
                        "{name} and {} hold different games of `{}`; give them one by one",
                        file.name, key.1
                    )));
                }
            }
        }
    }
    Ok(players.into_iter().flat_map(|(.., rows)| rows).collect())
}
