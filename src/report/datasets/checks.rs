//! Somebody's counts or hands beside what the exact law expects.

use super::Listed;
use super::one_by_one;
use crate::card::Deck;
use crate::card::notation::Notation;
use crate::check::{CountsCell, CountsCheck, HandsCheck, power, two_sided, visible_bias};
use crate::measure::Measure;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::row;
use crate::report::document::Report;
use crate::report::field::{CARDS, COUNT, FEATURES, MOMENT, TEXT};
use crate::report::number::{count, grouped, plural, significant};
use crate::report::provenance::Provenance;
use crate::stats::goodness::Fit;
use crate::stats::to_float;
use serde::Serialize;

row! {
    /// How often hands had some values, or a card: a row of the CSV, columns in this order.
    pub struct CheckRow {
        /// Features of the deck.
        pub features: usize = FEATURES,
        /// Cards in the hand.
        pub cards: usize = CARDS.key(),
        /// The measure whose values are counted, or `card`.
        pub quantity: String = TEXT.key(),
        /// The values that are counted together, such as 0, 1+ or 2-4, or the card.
        pub values: String = TEXT.key(),
        /// The hands that had them.
        pub count: u128 = COUNT,
        /// The hands that are expected to have them.
        pub expected_count: f64 = MOMENT,
        /// How far the count lies above the expectation, in standard errors; empty where all hands
        /// have the values.
        pub standard_errors: Option<f64> = MOMENT,
    }
}

/// The name of single cards as a quantity.
const CARD: &str = "card";

/// A test of the hands of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestRow {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the hand.
    pub cards: usize,
    /// The hands.
    pub hands: u128,
    /// What is tested: the values of a measure, `mean of` it, `cards` or `places`.
    pub test: String,
    /// The chi-square statistic; for a mean, the standard errors from the exact one.
    pub statistic: f64,
    /// The degrees of freedom of chi-square; missing for a mean.
    pub degrees_of_freedom: Option<usize>,
    /// The probability that fair hands differ at least as much.
    pub p_value: f64,
}

/// A finished check: what was counted, and the tests of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    rows: Vec<CheckRow>,
    tests: Vec<TestRow>,
    sentences: String,
}

impl Checked {
    /// Adds counts of a measure.
    pub fn add_counts(&mut self, check: &CountsCheck) {
        let (deck, key, hands) = (check.deck(), check.key(), check.hands());
        let row = |cell: CountsCell| CheckRow {
            features: deck.features(),
            cards: key.cards,
            quantity: key.measure.to_string(),
            values: cell.values.to_string(),
            count: cell.count,
            expected_count: cell.expected,
            standard_errors: cell.standard_errors,
        };
        self.rows.extend(check.cells().into_iter().map(row));
        let mut facts = Vec::new();
        let name = key.measure.name();
        facts.extend(check.fit().map(|fit| self.fit(deck, key.cards, hands, name, fit)));
        facts.extend(check.mean().map(|mean| {
            let z = mean.standard_errors;
            self.tests.push(TestRow {
                features: deck.features(),
                cards: key.cards,
                hands,
                test: format!("mean of {name}"),
                statistic: z,
                degrees_of_freedom: None,
                p_value: two_sided(z),
            });
            let [found, exact] = [mean.found, mean.exact].map(|it| significant(it, 6));
            format!("mean {found}, exactly {exact} ({z:+.2} standard errors)")
        }));
        if facts.is_empty() {
            facts.push("too few for a test, which needs five expected hands in two cells".into());
        }
        let of = format!("{} of {}", count(hands, "hand"), plural(key.cards, "card"));
        self.say(&format!("{of}, {name}: {}.", facts.join("; ")));
        if hands > 0 {
            self.say(&visible(check));
        }
    }

    /// Adds how often each card came, and where.
    pub fn add_hands(&mut self, check: &HandsCheck, notation: &Notation) {
        let (deck, cards, hands) = (check.deck(), check.cards(), u128::from(check.hands()));
        self.rows.extend(check.cells().into_iter().map(|cell| CheckRow {
            features: deck.features(),
            cards,
            quantity: CARD.to_owned(),
            values: notation.write(cell.card),
            count: cell.count.into(),
            expected_count: cell.expected,
            standard_errors: cell.standard_errors,
        }));
        let mut facts = Vec::new();
        facts.extend(check.cards_fit().map(|fit| self.fit(deck, cards, hands, "cards", fit)));
        facts.extend(check.places_fit().map(|fit| self.fit(deck, cards, hands, "places", fit)));
        if cards > 1 && check.is_sorted() {
            facts.push("the cards of each hand are sorted, so their places tell nothing".into());
        } else if cards > 1 && check.places_fit().is_none() {
            let least = grouped(5 * deck.size() as u128);
            facts.push(format!("too few hands to test the places, which takes {least}"));
        }
        self.say(&format!("How often each card came: {}.", facts.join("; ")));
    }

    /// Adds a chi-square test, and says what it found.
    fn fit(&mut self, deck: Deck, cards: usize, hands: u128, test: &str, fit: Fit) -> String {
        let Fit { chi_square, degrees_of_freedom, p_value } = fit;
        self.tests.push(TestRow {
            features: deck.features(),
            cards,
            hands,
            test: test.to_owned(),
            statistic: chi_square,
            degrees_of_freedom: Some(degrees_of_freedom),
            p_value,
        });
        let name =
            if ["cards", "places"].contains(&test) { format!("{test}, ") } else { String::new() };
        let degrees = plural(degrees_of_freedom, "degree");
        let chi_square = significant(chi_square, 4);
        format!("{name}chi-square {chi_square} with {degrees} of freedom, {}", written_p(p_value))
    }

    fn say(&mut self, sentence: &str) {
        self.sentences.push_str(sentence);
        self.sentences.push('\n');
    }

    /// The probability that one of the tests of fair hands differs at least as much as here: the
    /// smallest of their p-values times their number (Bonferroni). Missing without a test.
    #[must_use]
    pub fn p_value(&self) -> Option<f64> {
        let least = self.tests.iter().map(|test| test.p_value).min_by(f64::total_cmp)?;
        Some((least * to_float(self.tests.len() as u128)).min(1.0))
    }

    /// The verdict, in a sentence.
    #[must_use]
    pub fn verdict(&self) -> String {
        let tests = match self.tests.len() {
            1 => String::new(),
            tests => format!(" in one of {tests} tests"),
        };
        let Some(p) = self.p_value() else {
            return "No verdict: there are too few hands for a test.".to_owned();
        };
        if p >= 0.05 {
            let fair = (100.0 * p).round();
            let even = match self.tests.iter().any(|test| test.p_value > 1.0 - 1e-6) {
                true => {
                    " They are more even than fair samples are: hands of one deck, exact counts?"
                }
                false => "",
            };
            return format!(
                "They agree with the exact law: of 100 fair samples {fair} differ as \
                 much{tests}.{even}"
            );
        }
        if p >= 0.001 {
            return format!(
                "In doubt: of 1,000 fair samples only {} differ as much{tests}: more hands would \
                 tell.",
                (1000.0 * p).round()
            );
        }
        format!(
            "They do not follow the exact law: fewer than 1 in 1,000 fair samples differ as \
             much{tests} ({}).",
            written_p(p)
        )
    }

    /// The result in all its forms.
    #[must_use]
    pub fn report(self, provenance: &Provenance<impl Serialize>) -> Report<'static> {
        let sentences = format!("{}{}\n", self.sentences, self.verdict());
        Report::new("Checked against the exact law", provenance, "counts", self.rows)
            .with("tests", self.tests)
            .saying(sentences)
    }
}

/// `p = 0.19`, or `p < 1e-12` where it is smaller.
#[must_use]
pub fn written_p(p: f64) -> String {
    if p < 1e-12 { "p < 1e-12".to_owned() } else { format!("p = {}", significant(p, 2)) }
}

/// How large a bias would have been seen.
fn visible(check: &CountsCheck) -> String {
    let (value, mut p) = check.typical();
    let hands = to_float(check.hands());
    if p >= 1.0 {
        return "All such hands have one value, so no bias can be seen.".to_owned();
    }
    let what = match (check.key().measure, value) {
        (Measure::Sets, 0) if p > 0.5 => "P(some set)".to_owned(),
        (Measure::Sets, 0) => "P(no set)".to_owned(),
        (measure, value) if p > 0.5 => format!("P({measure} other than {value})"),
        (measure, value) => format!("P({measure} = {value})"),
    };
    if p > 0.5 {
        p = 1.0 - p;
    }
    let found: f64 = 100.0 * power(p, 0.01, hands);
    let found = found.round();
    let bias = visible_bias(p, hands);
    let visible = if bias < 1.0 {
        format!("one of {} % in 95", significant(100.0 * bias, 2))
    } else {
        "a doubling in fewer than 95".to_owned()
    };
    format!(
        "A bias of 1 % in {what} alone would be found in {found} of 100 such samples, {visible}."
    )
}

impl Listed for CheckRow {
    /// A table for each hand size and quantity; of the cards those that deviate most.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        const SHOWN: usize = 6;
        let part = |rows: &[Self]| {
            let CheckRow { features, cards, quantity, .. } = &rows[0];
            let of = plural(*cards, "card");
            let mut rows: Vec<&Self> = rows.iter().collect();
            let mut name = format!("{of} of {features} features, {quantity}");
            if quantity == CARD && rows.len() > SHOWN {
                let size = |row: &&Self| row.standard_errors.map_or(0.0, f64::abs);
                rows.sort_by(|one, other| size(other).total_cmp(&size(one)));
                rows.truncate(SHOWN);
                name = format!("{of} of {features} features, the cards that deviate most");
            }
            let table = Grid::of(&rows)
                .text(if quantity == CARD { CARD } else { "values" }, |row| row.values.clone())
                .column("count", |row| grouped(row.count))
                .column("expected", |row| significant_count(row.expected_count))
                .ranked(1, "standard errors", |row| {
                    row.standard_errors.map(|it| format!("{it:+.2}"))
                })
                .draw(target);
            (name, table)
        };
        let place = |row: &Self| (row.features, row.cards, row.quantity.clone());
        one_by_one(rows.chunk_by(|one, next| place(one) == place(next)).map(part).collect())
    }
}

/// An expected count: with decimals where it is small.
fn significant_count(expected: f64) -> String {
    let whole = format!("{expected:.0}").parse().ok().filter(|_| expected >= 100.0);
    whole.map_or_else(|| significant(expected, 3), grouped)
}
