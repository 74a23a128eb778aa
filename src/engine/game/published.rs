//! Published figures of whole games, to compare with: 81 cards, 12 on the table.
//!
//! `published_stages.csv` has layouts by the `random` policy:
//!
//! * `nelson`: A. Nelson, `set_game_simulator`, data.csv, without the last layouts of the end game;
//! * `warne`: H. Warne, with and without a set, however the layouts came about.
//!
//! `published_figures.csv` has figures of whole games:
//!
//! * `sprang`: sprang, `marmoset`: cards left by the `random` policy;
//! * `warne`: H. Warne: extra deals by the `random` policy; their mean is known in public without a
//!   name, and taken to be of as many games;
//! * `liamwalker42`: cards left by the policy that leaves the most sets, ties at random.

use super::policy::Policy;
use super::rules::{Arrival, Layout};
use super::tallies::{Key, Subject};
use crate::tally::Named;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

static STAGES: &str = include_str!("published_stages.csv");
static FIGURES: &str = include_str!("published_figures.csv");

/// Layouts of one kind, by the `random` policy.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Stage {
    /// Cards in the deck.
    pub in_deck: usize,
    /// Cards on the table.
    pub table: usize,
    /// How the layouts came about, where these are counted apart.
    pub arrival: Option<Arrival>,
    /// How many were seen.
    pub layouts: u128,
    /// How many of them had no set.
    pub without_set: u128,
    /// The mean number of sets, with as many digits as are published.
    pub mean_sets: Option<String>,
    /// In how many games they were seen.
    pub games: u128,
    /// Who published it.
    pub source: String,
}

impl Stage {
    /// The layouts that are counted together.
    pub fn layouts(&self) -> impl Iterator<Item = Layout> {
        let Self { in_deck, table, arrival: own, .. } = *self;
        let arrivals = Arrival::ALL.into_iter().filter(move |&it| own.is_none_or(|own| own == it));
        arrivals.map(move |arrival| Layout { in_deck, table, arrival })
    }
}

/// A figure of whole games.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Figure {
    /// The policy of the games.
    pub policy: Policy,
    /// What the figure is of.
    #[serde(rename = "table", deserialize_with = "subject")]
    pub of: Subject,
    /// The figure is the proportion of games with this value; the mean of all values where there
    /// is none.
    pub value: Option<usize>,
    /// The proportion or the mean, with as many digits as are published.
    pub figure: String,
    /// In how many games it was seen.
    pub games: u128,
    /// Who published it.
    pub source: String,
}

fn subject<'de, D: Deserializer<'de>>(from: D) -> Result<Subject, D::Error> {
    let key = Key::named(&format!("random {}", String::deserialize(from)?));
    key.map(|key| key.of).ok_or_else(|| D::Error::custom("not the name of a tally"))
}

/// All stages that are published.
#[must_use]
pub fn stages() -> Vec<Stage> {
    rows(STAGES)
}

/// All figures that are published.
#[must_use]
pub fn figures() -> Vec<Figure> {
    rows(FIGURES)
}

fn rows<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let rows = csv::Reader::from_reader(file.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("a test reads all rows")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    #[test]
    fn every_row_can_be_read_and_is_possible() {
        let (stages, figures) = (stages(), figures());
        assert!(stages.len() > 50 && figures.len() > 10);
        for stage in &stages {
            assert!(stage.without_set < stage.layouts && stage.layouts <= stage.games);
            assert!(stage.mean_sets.as_ref().is_none_or(|mean| mean.parse::<f64>().unwrap() > 0.0));
            assert!(["nelson", "warne"].contains(&&*stage.source), "{}", stage.source);
        }
        assert!(stages[0].layouts().eq([Layout::first(Rules::default())]));
        assert_eq!(stages[0].layouts, stages[0].games);
        // Of 10 million games, however a layout came about: with and without a set.
        let warne = stages.iter().filter(|stage| stage.source == "warne");
        let with_and_without = warne.map(|it| (it.layouts - it.without_set, it.without_set));
        let published =
            [(9_676_254, 323_746), (9_468_978, 527_296), (320_020, 3726), (525_141, 5881)];
        assert!(with_and_without.eq(published));
        assert!(figures.iter().all(|figure| figure.figure.parse::<f64>().unwrap() > 0.0));
        for policy in [Policy::Random, Policy::MostLeft] {
            let left =
                figures.iter().filter(|it| it.policy == policy && it.of == Subject::Leftover);
            let all: f64 = left.map(|it| it.figure.parse::<f64>().unwrap()).sum();
            assert!((all - 1.0).abs() < 1e-6, "{policy}: {all}");
        }
    }
}
