//! What others have published of whole games, to compare with: the game of 81 cards, 12 on the table.
//!
//! | file | source | what |
//! |---|---|---|
//! | `published_stages.csv` | `nelson` | A. Nelson, `set_game_simulator`, data.csv: layouts by the `random` policy, without the last ones of the end game |
//! | `published_figures.csv` | `sprang` | sprang, `marmoset`: cards left by the `random` policy |
//! | | `warne` | H. Warne: extra deals by the `random` policy; their mean is known in public without a name, and taken to be of as many games |
//! | | `liamwalker42` | cards left by the policy that leaves the most sets, ties at random |

use super::{Arrival, Layout, Policy, Subject};
use serde::Deserialize;

static STAGES: &str = include_str!("published_stages.csv");
static FIGURES: &str = include_str!("published_figures.csv");

/// Games of which the stages are published.
pub const STAGE_GAMES: u128 = 1_400_636_264_000;

/// Who published the stages.
pub const STAGE_SOURCE: &str = "nelson";

/// Layouts of one kind, by the `random` policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Which.
    pub layout: Layout,
    /// How many were seen.
    pub layouts: u128,
    /// How many of them had no set.
    pub without_set: u128,
    /// The mean number of sets, with as many digits as are published.
    pub mean_sets: String,
}

/// A figure of whole games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Whose games.
    pub policy: Policy,
    /// Of what.
    pub of: Subject,
    /// It is the share of games with this value; the mean of all values where there is none.
    pub value: Option<usize>,
    /// The share or the mean, with as many digits as are published.
    pub figure: String,
    /// In how many games it was seen.
    pub games: u128,
    /// Who says so.
    pub source: String,
}

/// A row of `published_stages.csv`.
#[derive(Deserialize)]
struct StageRow {
    in_deck: usize,
    table: usize,
    arrival: String,
    layouts: u128,
    without_set: u128,
    mean_sets: String,
}

/// A row of `published_figures.csv`.
#[derive(Deserialize)]
struct FigureRow {
    policy: String,
    table: String,
    value: Option<usize>,
    figure: String,
    games: u128,
    source: String,
}

impl StageRow {
    fn read(self) -> Option<Stage> {
        let Self { in_deck, table, arrival, layouts, without_set, mean_sets } = self;
        let arrival = Arrival::ALL.into_iter().find(|it| it.name() == arrival)?;
        let layout = Layout { in_deck, table, arrival };
        Some(Stage { layout, layouts, without_set, mean_sets })
    }
}

impl FigureRow {
    fn read(self) -> Option<Figure> {
        let Self { policy, table, value, figure, games, source } = self;
        let of = match &*table {
            "leftover" => Subject::Leftover,
            "extra-deals" => Subject::ExtraDeals,
            _ => return None,
        };
        Some(Figure { policy: policy.parse().ok()?, of, value, figure, games, source })
    }
}

/// All stages that are published.
///
/// # Panics
///
/// Never: a test reads all rows.
#[must_use]
pub fn stages() -> Vec<Stage> {
    let rows = csv::Reader::from_reader(STAGES.as_bytes()).into_deserialize::<StageRow>();
    rows.map(|row| row.ok()?.read()).collect::<Option<_>>().expect("read by a test")
}

/// All figures that are published.
///
/// # Panics
///
/// Never: a test reads all rows.
#[must_use]
pub fn figures() -> Vec<Figure> {
    let rows = csv::Reader::from_reader(FIGURES.as_bytes()).into_deserialize::<FigureRow>();
    rows.map(|row| row.ok()?.read()).collect::<Option<_>>().expect("read by a test")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    #[test]
    fn every_row_can_be_read_and_is_possible() {
        let (stages, figures) = (stages(), figures());
        assert_eq!(stages.len(), STAGES.lines().count() - 1);
        assert_eq!(figures.len(), FIGURES.lines().count() - 1);
        assert!(stages.len() > 50 && figures.len() > 10);
        for stage in &stages {
            assert!(stage.without_set < stage.layouts && stage.layouts <= STAGE_GAMES);
            assert!(stage.mean_sets.parse::<f64>().unwrap() > 0.0);
        }
        assert_eq!(stages[0].layout, Layout::first(Rules::default()));
        assert_eq!(stages[0].layouts, STAGE_GAMES);
        assert!(figures.iter().all(|figure| figure.figure.parse::<f64>().unwrap() > 0.0));
        for policy in [Policy::Random, Policy::MostLeft] {
            let left =
                figures.iter().filter(|it| it.policy == policy && it.of == Subject::Leftover);
            let all: f64 = left.map(|it| it.figure.parse::<f64>().unwrap()).sum();
            assert!((all - 1.0).abs() < 1e-6, "{policy}: {all}");
        }
    }
}
