//! Compares whole games with published samples of games.
//!
//! Sources of `stages.csv` and `figures.csv`:
//!
//! * `nelson`: layouts by the policy `random`, without the last layouts of the end game; A. Nelson,
//!   `set_game_simulator`, data.csv.
//! * `warne`: layouts with and without a set, however they came about, and extra deals; H. Warne.
//!   The mean of the extra deals was published without an author, and is assumed to be of as many
//!   games.
//! * `sprang`: cards left by the policy `random`; sprang, `marmoset`.
//! * `liamwalker42`: cards left by the policy that leaves the most sets, ties at random.
//! * `mathoverflow`: cards left when the whole deck is face up; question 66400.

use super::rows;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use setodds_engine::game::{Arrival, GameKey, Layout, Policy, Rules, Subject};
use setodds_engine::stats::moments::SampleMoments;
use setodds_engine::stats::{Ratio, to_float};
use setodds_engine::tally::{Merge, Tallies, Tally, TallyKey};

/// Maximum difference between two samples, in combined standard errors; by chance alone, one
/// comparison in 150,000 exceeds it.
pub(crate) const LIMIT: f64 = 4.5;

/// Published counts of one kind of layout, under the policy `random` with 12 cards of the game at
/// the start.
#[derive(Deserialize)]
struct Stage {
    in_deck: usize,
    table: usize,
    /// The arrival of the layouts, if arrivals are counted separately.
    arrival: Option<Arrival>,
    layouts: u128,
    without_set: u128,
    mean_sets: Option<String>,
    games: u128,
    source: String,
}

/// Published proportion of games with a value, or mean of all values.
#[derive(Deserialize)]
struct Figure {
    policy: Policy,
    #[serde(rename = "table", deserialize_with = "subject")]
    of: Subject,
    value: Option<usize>,
    figure: String,
    games: u128,
    rules: String,
    source: String,
}

fn subject<'de, D: Deserializer<'de>>(from: D) -> Result<Subject, D::Error> {
    let key = GameKey::named(&format!("random {}", String::deserialize(from)?));
    key.map(|key| key.of).ok_or_else(|| D::Error::custom("not the name of a tally"))
}

/// Distance of a measured figure from the published one, in combined standard errors.
pub(crate) struct Comparison {
    pub(crate) what: String,
    pub(crate) z_score: f64,
}

/// Compares the tallies of a policy under some rules with all figures published for them.
pub(crate) fn compare(rules: Rules, policy: Policy, tallies: &Tallies<GameKey>) -> Vec<Comparison> {
    let tally = |of| tallies.get(GameKey { policy, of }).cloned().unwrap_or_default();
    let mut all = Vec::new();
    if policy == Policy::Random && rules == Rules::default() {
        let games = tally(Subject::Leftover).total();
        for row in rows::<Stage>(include_str!("stages.csv")) {
            let mut found = Tally::default();
            for arrival in Arrival::ALL {
                if row.arrival.is_none_or(|own| own == arrival) {
                    let Stage { in_deck, table, .. } = row;
                    found.merge(tally(Subject::Stage(Layout { in_deck, table, arrival })));
                }
            }
            compare_stage(&row, games, &found, &mut all);
        }
    }
    for row in rows::<Figure>(include_str!("figures.csv")) {
        if row.policy == policy && row.rules == rules.to_string() {
            let Figure { value, source, .. } = &row;
            let what = format!("{policy}, {rules}, {:?} {value:?} by {source}", row.of);
            let (reference, found) = (written(&row.figure, row.games), tally(row.of));
            let z_score = match row.value {
                Some(value) => {
                    reference.of_proportion(Ratio::new(found.count(value), found.total()))
                }
                None => reference.of_mean(&found),
            };
            all.push(Comparison { what, z_score });
        }
    }
    all
}

/// Compares how often a layout occurs, how often it has no set, and its mean number of sets.
fn compare_stage(row: &Stage, games: u128, found: &Tally, all: &mut Vec<Comparison>) {
    let Stage { in_deck, table, arrival, source, .. } = row;
    let mut add = |what: &str, z_score| {
        let what =
            format!("{what}, {table} cards, {in_deck} in the deck, {arrival:?}, by {source}");
        all.push(Comparison { what, z_score });
    };
    let reached = proportion(Ratio::new(row.layouts, row.games));
    add("how often", reached.of_proportion(Ratio::new(found.total(), games)));
    if found.total() > 0 {
        let none = proportion(Ratio::new(row.without_set, row.layouts));
        add("no set", none.of_proportion(Ratio::new(found.count(0), found.total())));
    }
    if let Some(mean) = &row.mean_sets
        && found.total() > 1
    {
        add("mean sets", written(mean, row.layouts).of_mean(found));
    }
}

/// Published proportion or mean.
struct Reference {
    value: f64,
    observations: u128,
    /// Largest rounding error: half a unit in the last digit.
    rounding: f64,
}

fn written(text: &str, observations: u128) -> Reference {
    let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
    let rounding = format!("0.{}5", "0".repeat(digits)).parse().unwrap();
    Reference { value: text.parse().unwrap(), observations, rounding }
}

fn proportion(hits: Ratio) -> Reference {
    Reference { value: hits.value(), observations: hits.denominator(), rounding: 0.0 }
}

impl Reference {
    /// Returns the two-proportion z-score of a measured proportion, with pooled variance.
    fn of_proportion(&self, found: Ratio) -> f64 {
        let [here, there] = [found.denominator(), self.observations].map(to_float);
        let pooled = (to_float(found.numerator()) + self.value * there) / (here + there);
        self.z_score(found.value(), pooled * (1.0 - pooled), found.denominator())
    }

    /// Returns the z-score of the mean of a tally, with the variance of the tally for both samples.
    fn of_mean(&self, found: &Tally) -> f64 {
        let moments = SampleMoments::from_tally(found).unwrap();
        self.z_score(moments.mean, moments.sample_variance.unwrap(), moments.observations)
    }

    fn z_score(&self, found: f64, variance: f64, observations: u128) -> f64 {
        let distance = ((found - self.value).abs() - self.rounding).max(0.0);
        let error = variance * (1.0 / to_float(observations) + 1.0 / to_float(self.observations));
        // A zero distance is no deviation, even if the standard error is zero.
        if distance > 0.0 { distance / error.sqrt() } else { 0.0 }
    }
}

/// The pooled z-test of two proportions, by hand: 0.5 of 100 and 0.6 of 300 are 230 of 400,
/// standard error sqrt(0.575 x 0.425 (1/100 + 1/300)) = 0.0571. R: `prop.test(c(50, 180), c(100,
/// 300), correct = FALSE)` has the square, 3.0691.
#[test]
fn proportions_have_the_textbook_z_score() {
    let half = proportion(Ratio::new(50, 100));
    let away = half.of_proportion(Ratio::new(180, 300));
    assert!((away * away - 3.069_054).abs() < 1e-6);
    let rounded = Reference { rounding: 0.06, ..half };
    assert!((rounded.of_proportion(Ratio::new(180, 300)) - 0.4 * away).abs() < 1e-12);
    let rounded = Reference { rounding: 0.11, ..rounded };
    assert!(rounded.of_proportion(Ratio::new(180, 300)) <= 0.0);
    // None of ten observations does not mean that the probability is zero.
    let away = proportion(Ratio::new(0, 10)).of_proportion(Ratio::new(1, 10));
    assert!((away - 0.1 / (0.05_f64 * 0.95 * 0.2).sqrt()).abs() < 1e-12, "{away}");
    // Variance 2, standard error of the difference sqrt(2 (1/2 + 1/2)).
    let away = written("3", 2).of_mean(&[1, 3].into_iter().collect());
    assert!((away - 0.5 / 2_f64.sqrt()).abs() < 1e-12, "{away}");
}
