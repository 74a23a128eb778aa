//! Compares counts or hands from other sources with the exact distribution.

use crate::card::Deck;
use crate::cards::Notation;
use crate::check::{CountsCell, CountsCheck, HandsCheck};
use crate::measure::Measure;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::row;
use crate::report::field::{CARDS, COUNT, EXPECTED, FEATURES, TEXT};
use crate::report::kind::Kind;
use crate::report::kind::titled_tables;
use crate::report::number::{count, grouped, plural, significant};
use crate::report::provenance::Provenance;
use crate::report::result::Report;
use crate::stats::goodness::Fit;
use crate::stats::to_float;
use serde::Serialize;

row! {
    /// Row of the CSV for the frequency of a value or of a card; its fields are the columns, in
    /// order.
    pub struct CheckRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The number of cards in the hand.
        pub cards: usize = CARDS.key(),
        /// The measure whose values are counted, or `card`.
        pub quantity: String = TEXT.key(),
        /// The value or range of values, or the card.
        pub values: String = TEXT.key(),
        /// The number of hands with this value or card; for `set-types` the number of sets.
        pub count: u128 = COUNT,
        /// The expected number of hands with this value or card, or of sets.
        pub expected_count: f64 = EXPECTED,
        /// The deviation of the count from the expectation in standard errors; empty if all hands
        /// have the value or card, or the same proportion of their sets.
        pub standard_errors: Option<f64> = EXPECTED.optional(),
    }
}

/// Name of the quantity in rows about the frequency of single cards.
const CARD: &str = "card";

/// Result of a statistical test of the hands of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestRow {
    /// The number of features of the deck.
    pub features: usize,
    /// The number of cards in the hand, or `None` if hands of all sizes are tested together.
    pub cards: Option<usize>,
    /// The number of hands tested; for `set-types` the number of sets.
    pub hands: u128,
    /// The tested quantity: all values of a measure, `mean of` a measure, the probability of one
    /// value such as `P(no set)`, `cards`, `places`, or `a card twice`.
    pub test: String,
    /// The test statistic: chi-square; for a mean, its deviation from the exact mean in standard
    /// errors; for a probability, the proportion of the hands.
    pub statistic: f64,
    /// The degrees of freedom of chi-square, or `None` for other tests.
    pub degrees_of_freedom: Option<usize>,
    /// The probability that fairly dealt hands deviate at least as much from the exact distribution
    /// as the tested hands.
    pub p_value: f64,
}

/// Result of comparing hands with the exact distribution: the counts and the test results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    rows: Vec<CheckRow>,
    tests: Vec<TestRow>,
    sentences: String,
    /// For each chi-square test, the probability that fairly dealt hands deviate no more than the
    /// observed hands.
    lower_tails: Vec<f64>,
    /// Whether there are enough hands for a chi-square test. Tests of fewer hands only find gross
    /// errors.
    has_enough_hands: bool,
    /// Whether the tested values vary between hands, so that a test is possible.
    varies: bool,
    /// Whether the hands themselves were given, not only counts.
    has_cards: bool,
}

impl Checked {
    /// Adds the counts of the values of a measure, with their tests and a sentence.
    pub fn add_counts(&mut self, check: &CountsCheck) {
        let (deck, key, hands) = (check.deck(), check.key(), check.hands());
        let row = |cell: CountsCell| CheckRow {
            features: deck.features(),
            cards: key.cards,
            quantity: key.measure.to_string(),
            values: cell.value.to_string(),
            count: cell.count,
            expected_count: cell.expected,
            standard_errors: cell.standard_errors,
        };
        self.rows.extend(check.cells().into_iter().map(row));
        let (name, of) = (key.measure.name(), (deck.features(), key.cards, hands));
        let mut facts = Vec::new();
        self.has_enough_hands |= check.fit().is_some();
        facts.extend(check.fit().map(|fit| self.add_fit(of, name, fit)));
        facts.extend(check.mean().map(|mean| {
            self.add_test(of, format!("mean of {name}"), mean.standard_errors, None, mean.p_value);
            let [found, exact] = [mean.found, mean.exact].map(|it| significant(it, 6));
            format!("mean {found}, exactly {exact} ({:+.2} standard errors)", mean.standard_errors)
        }));
        if let Some(share) = check.proportion().filter(|_| !check.fit_is_proportion()) {
            let what = match (key.measure, share.value) {
                (Measure::Sets, 0) => "P(no set)".to_owned(),
                (measure, value) => format!("P({measure} = {value})"),
            };
            facts.push(format!("{what} alone, {}", p_value_text(share.p_value)));
            let found = to_float(share.count) / to_float(share.hands);
            self.add_test(of, what, found, None, share.p_value);
        }
        self.varies |= !check.is_constant();
        if facts.is_empty() {
            facts.push(match key.measure {
                _ if !check.is_constant() => "nothing to test".to_owned(),
                Measure::SetTypes => {
                    "nothing varies, as the sets of all hands have these proportions".to_owned()
                }
                _ => "nothing varies, as all hands have the same value".to_owned(),
            });
        }
        let cards = plural(key.cards, "card");
        let of = match key.measure {
            Measure::SetTypes => format!("{} in hands of {cards}", count(hands, "set")),
            _ => format!("{} of {cards}", count(hands, "hand")),
        };
        self.add_sentence(&format!("{of}, {name}: {}.", facts.join("; ")));
    }

    /// Adds the frequency of each card and of each card's position, with their tests and a
    /// sentence.
    pub fn add_hands(&mut self, check: &HandsCheck, notation: &Notation) {
        self.has_cards = true;
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
        let (mut facts, of) = (Vec::new(), (deck.features(), cards, hands));
        self.varies = true;
        self.has_enough_hands |= check.cards_fit().or(check.places_fit()).is_some();
        let cards_fit = check.cards_fit().or_else(|| check.few_cards_fit());
        facts.extend(cards_fit.map(|fit| self.add_fit(of, "cards", fit)));
        facts.extend(check.places_fit().map(|fit| self.add_fit(of, "places", fit)));
        if cards > 1 && check.is_sorted() {
            facts.push("the cards of each hand are sorted, so their places tell nothing".into());
        } else if cards > 1 && check.places_fit().is_none() {
            let least = grouped(5 * deck.size() as u128);
            facts.push(format!("too few hands to test the places, which takes {least}"));
        }
        if facts.is_empty() {
            facts.push("too few hands to test".into());
        }
        self.add_sentence(&format!("How often each card came: {}.", facts.join("; ")));
    }

    /// Adds a test result for hands that contain a card twice, which never happens in fair deals.
    pub fn add_twice(&mut self, deck: Deck, twice: usize, hands: usize) {
        let [twice, hands] = [twice, hands].map(|it| it as u128);
        self.has_cards = true;
        self.tests.push(TestRow {
            features: deck.features(),
            cards: None,
            hands,
            test: "a card twice".to_owned(),
            statistic: to_float(twice) / to_float(hands),
            degrees_of_freedom: None,
            p_value: 0.0,
        });
        let have = if twice == 1 { "has" } else { "have" };
        let hands = count(hands, "hand");
        self.add_sentence(&format!(
            "A deal from one deck has no card twice: {} of {hands} {have}.",
            grouped(twice)
        ));
    }

    /// Adds a test result for hands given by the number of features, the hand size and the number
    /// of hands.
    fn add_test(
        &mut self,
        (features, cards, hands): (usize, usize, u128),
        test: String,
        statistic: f64,
        degrees_of_freedom: Option<usize>,
        p_value: f64,
    ) {
        let cards = Some(cards);
        let row = TestRow { features, cards, hands, test, statistic, degrees_of_freedom, p_value };
        self.tests.push(row);
    }

    /// Adds the result of a chi-square test. Returns a description of it.
    fn add_fit(&mut self, of: (usize, usize, u128), test: &str, fit: Fit) -> String {
        let Fit { chi_square, degrees_of_freedom, p_value, lower_tail } = fit;
        self.lower_tails.push(lower_tail);
        self.add_test(of, test.to_owned(), chi_square, Some(degrees_of_freedom), p_value);
        let name =
            if ["cards", "places"].contains(&test) { format!("{test}, ") } else { String::new() };
        let degrees = plural(degrees_of_freedom, "degree");
        let chi_square = significant(chi_square, 4);
        format!(
            "{name}chi-square {chi_square} with {degrees} of freedom, {}",
            p_value_text(p_value)
        )
    }

    fn add_sentence(&mut self, sentence: &str) {
        self.sentences.push_str(sentence);
        self.sentences.push('\n');
    }

    /// Returns the probability that fairly dealt hands deviate as much as these in at least one of
    /// the tests, or `None` if there was no test. It is the smallest p-value times the number of
    /// tests (Bonferroni).
    #[must_use]
    pub fn p_value(&self) -> Option<f64> {
        let least = self.tests.iter().map(|test| test.p_value).min_by(f64::total_cmp)?;
        Some((least * to_float(self.tests.len() as u128)).min(1.0))
    }

    /// Returns whether the tested values vary between hands, so that a test is possible.
    #[must_use]
    pub const fn varies(&self) -> bool {
        self.varies
    }

    /// Returns whether there are enough hands to conclude that they agree with the exact
    /// distribution.
    #[must_use]
    pub const fn has_enough_hands(&self) -> bool {
        self.has_enough_hands
    }

    /// Returns whether the counts are suspiciously even: in one of the chi-square tests, fewer than
    /// 1 in 10,000 samples of fairly dealt hands deviate as little (Bonferroni). Other tests cannot
    /// show this, because the most likely count has a p-value of 1.
    fn is_too_even(&self) -> bool {
        let tests = to_float(self.lower_tails.len() as u128);
        self.lower_tails.iter().any(|&lower_tail| lower_tail * tests < 1e-4)
    }

    /// Returns the verdict of the tests as a sentence.
    #[must_use]
    pub fn verdict(&self) -> String {
        let Some(p) = self.p_value() else {
            if !self.varies {
                return "No verdict: all fair hands agree in this, so it cannot be tested."
                    .to_owned();
            }
            return "No verdict: there are too few hands for a test.".to_owned();
        };
        let subject = if self.has_cards { "The hands" } else { "The counts" };
        let (at_most, tests) = match self.tests.len() {
            1 => ("", String::new()),
            tests => ("at most ", format!(" in one of {tests} tests")),
        };
        // With several tests the p-value is an upper bound.
        let fair = |of: f64| if at_most.is_empty() { (of * p).round() } else { (of * p).ceil() };
        if p < 0.001 {
            return format!(
                "{subject} do not agree with the exact distribution: fewer than 1 in 1,000 fair \
                 samples would differ at least as much{tests} ({}).",
                p_value_text(p)
            );
        }
        if self.is_too_even() {
            return "They are more even than fair samples are, of which fewer than 1 in 10,000 \
                    differ as little: hands of one deck, exact counts?"
                .to_owned();
        }
        if p < 0.05 {
            let fair = fair(1000.0);
            let only = if at_most.is_empty() { "only " } else { at_most };
            return format!(
                "Inconclusive; test more hands: {only}{fair} of 1,000 fair samples would differ at \
                 least as much{tests}."
            );
        }
        if !self.has_enough_hands {
            return "No verdict: too few hands.".to_owned();
        }
        format!(
            "{subject} agree with the exact distribution: {at_most}{} of 100 fair samples would \
             differ at least as much{tests}.",
            fair(100.0)
        )
    }

    /// Converts the result of a check to a report for all output formats.
    #[must_use]
    pub fn report(self, provenance: &Provenance<impl Serialize>) -> Report {
        let sentences = format!("{}{}\n", self.sentences, self.verdict());
        Report::new("Checked against the exact distribution", provenance, "counts", self.rows)
            .with_records("tests", &self.tests)
            .with_sentences(sentences)
    }
}

/// Formats a p-value: `p = 0.19`, or `p < 1e-12` for smaller ones.
#[must_use]
pub fn p_value_text(p: f64) -> String {
    match p {
        none if none < 1e-12 => "p < 1e-12".to_owned(),
        small if small < 1e-4 => format!("p = {small:.1e}"),
        usual => format!("p = {}", significant(usual, 2)),
    }
}

impl Kind for CheckRow {
    const WORDS: &'static str = "the counts of `check`";

    /// Formats a table for each hand size and quantity; for the frequencies of single cards, only
    /// the cards that deviate most.
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
            let table = Grid::new(&rows)
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
        let parts = rows.chunk_by(|one, next| place(one) == place(next)).map(part);
        titled_tables(parts.collect(), target)
    }
}

/// Formats an expected count, with decimals if it is small.
fn significant_count(expected: f64) -> String {
    let whole = format!("{expected:.0}").parse().ok().filter(|_| expected >= 100.0);
    whole.map_or_else(|| significant(expected, 3), grouped)
}
