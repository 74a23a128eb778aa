//! `setodds check`: tests your own counts or hands against the exact distribution.

use crate::card::Deck;
use crate::cards::Purpose;
use crate::check::{CountsCheck, HandsCheck};
#[cfg(feature = "cli")]
use crate::cli::names;
use crate::commands::context::Context;
use crate::commands::count::Number;
use crate::commands::failure::{Failure, OrFail};
use crate::commands::input::{CardArgs, Input, Written};
use crate::commands::options::DeckArgs;
use crate::commands::provenance::answer;
use crate::commands::run::Run;
use crate::detect::Strategy;
use crate::measure::{Key, Measure};
use crate::report::check_input::{has_counts, read_counts};
use crate::report::checks::{Checked, p_value_text};
use crate::report::number::count;
use crate::report::recognise::CsvText;
use crate::report::result::{End, Report};
use crate::tally::Tally;
#[cfg(feature = "cli")]
use clap::Args;
use serde::Deserialize;
use setodds_engine::read_as_written;
use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

#[cfg(feature = "cli")]
const AFTER_HELP: &str = "\
Examples:
  setodds check counts.csv         cards,sets,count: your own simulation
  setodds check hands.txt          hands as your shuffle dealt them
  setodds check counts.json --cards 12         the values with their counts
  setodds deal --hands 10k | setodds check
  setodds check hands.txt --fail-below 0.001";

/// Check your own shuffle or simulation against exact probabilities.
///
/// Counts are a CSV with the columns cards, count, and a measure such as sets, or a JSON object of
/// values and counts, such as {"0": 110, "1": 428}, with --cards. A column `total` gives the number
/// of all hands if not all values are listed. Hands are written as for `setodds find`, each from a
/// freshly shuffled deck, in the order of dealing. Hands that contain a card twice are left out of
/// the tests and make the verdict fail.
///
/// The verdict combines a chi-square test of all values, a test of the mean and, for hands, the
/// frequencies of cards and positions.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP))]
pub(crate) struct CheckArgs {
    /// The counts or hands [default: stdin]
    #[cfg_attr(
        feature = "cli",
        arg(value_name = "FILE", default_value = "-", hide_default_value = true)
    )]
    data: Input,
    /// Cards in each hand, if the counts do not say
    #[cfg_attr(feature = "cli", arg(long = "cards", value_name = "K", allow_hyphen_values = true))]
    #[serde(rename = "cards")]
    hand_size: Option<Number>,
    /// The measure of counts without one [default: sets]
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME",
              value_parser = names::of::<Measure>(Measure::NAMES)))]
    measure: Option<Measure>,
    /// Exit with code 1 if the p-value is below P
    ///
    /// The p-value is the probability that a fair sample differs at least as much.
    #[cfg_attr(feature = "cli", arg(long, value_name = "P", allow_hyphen_values = true))]
    fail_below: Option<Probability>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    deck: DeckArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    cards: CardArgs,
}

/// A probability, from 0 to 1.
#[derive(Clone, Copy, Debug)]
struct Probability(f64);

read_as_written!(Probability);

impl FromStr for Probability {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let p = text.trim().parse().ok().filter(|p| (0.0..=1.0).contains(p)).map(Self);
        p.ok_or_else(|| {
            format!("`{text}` is not a probability; give one from 0 to 1, such as 0.001")
        })
    }
}

impl Run for CheckArgs {
    fn inputs(&self) -> Vec<&Path> {
        self.data.path().into_iter().collect()
    }

    fn run(&self, context: &Context) -> Result<Report, Failure> {
        self.cards.refuse_contradictions()?;
        let (name, text) = self.data.read("data", context)?;
        let deck = self.deck.features;
        let mut checked = Checked::default();
        let summary = if has_counts(&text) {
            let source = CsvText { name: &name, text: &text };
            let cards = self.hand_size.map(|cards| cards.0);
            let all = read_counts(source, deck, cards, self.measure).or_usage()?;
            all.iter().for_each(|counts| checked.add_counts(counts));
            None
        } else {
            let is_object = text.trim_start().starts_with('{');
            if self.hand_size.is_some() || self.measure.is_some() {
                let right = match is_object {
                    true => "in JSON, counts are an object such as {\"0\": 110, \"1\": 428}",
                    false => "leave them out",
                };
                return Err(usage_error!(
                    "{name} does not hold counts, which --cards and --measure are for; {right}"
                ));
            }
            let may_be_counts = is_object && text.contains("\"count\"");
            let read = Written::of(vec![(name, text)], deck, &self.cards, Purpose::Sample, context);
            let read = read.map_err(|error| match error {
                Failure::Usage(message) if may_be_counts => usage_error!(
                    "{message}; in JSON, counts are an object such as {{\"0\": 110, \"1\": 428}}: \
                     write results with --format csv"
                ),
                other => other,
            })?;
            check_hands(&read, &mut checked, &mut |text| context.note(text));
            Some(read.summary)
        };
        let (p, has_enough_hands) = (checked.p_value(), checked.has_enough_hands());
        let varies = checked.varies();
        let mut report = checked.report(&answer(context, None, summary));
        match (self.fail_below, p) {
            (Some(Probability(least)), Some(p)) if p < least => {
                report.end = End::Failed(format!("{} is below {least}", p_value_text(p)));
            }
            (Some(_), _) if !has_enough_hands => {
                let text = match varies {
                    true => "there are too few hands for a verdict, so none failed",
                    false => "nothing varies in these hands, so none failed",
                };
                report.warnings.push(text.to_owned());
            }
            _ => {}
        }
        Ok(report)
    }
}

/// Adds the hands, grouped by size, to the checks of set counts and of card frequencies.
fn check_hands(read: &Written, checked: &mut Checked, note: &mut dyn FnMut(String)) {
    let deck = read.read.notation.deck();
    let detector = Strategy::default().detector(deck);
    let mut sizes: BTreeMap<usize, (HandsCheck, Tally)> = BTreeMap::new();
    for hand in read.read.inputs[0].hands() {
        let cards = hand.cards().len();
        let new = || (HandsCheck::new(deck, cards), Tally::default());
        let (check, sets) = sizes.entry(cards).or_insert_with(new);
        check.add(hand.cards());
        sets.record(detector.count(hand.cards()));
    }
    if !read.read.with_duplicates.is_empty() {
        checked.add_twice(deck, read.read.with_duplicates.len(), read.read.number_of_hands());
    }
    for (cards, (check, sets)) in sizes {
        match counts_of(deck, cards, &sets) {
            Some(counts) => checked.add_counts(&counts),
            None => note(format!(
                "the sets in {} of {} features have no exactly known distribution; their cards are \
                 checked",
                count(cards as u128, "card"),
                deck.features()
            )),
        }
        checked.add_hands(&check, &read.read.notation);
    }
}

/// Returns the counts of sets in hands of one size as a check against the exact distribution, or
/// `None` if that distribution is unknown.
fn counts_of(deck: Deck, cards: usize, sets: &Tally) -> Option<CountsCheck> {
    let mut counts = CountsCheck::new(deck, Key::sets(cards)).ok()?;
    let mut all = sets.occurring();
    all.try_for_each(|(value, count)| counts.add(value, count)).ok()?;
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{ReadOptions, read_hands};
    use crate::deal::{Seed, deal_block};

    /// A check of fair hands of 12 cards.
    fn fair_sample(hands: u64, seed: u64) -> Checked {
        let mut text = String::new();
        deal_block(Seed(seed), 0, Deck::GAME, 12, hands, |hand| {
            hand.iter().for_each(|card| text += &format!("@{} ", card.index()));
            text += "\n";
        });
        let read = read_hands([&text], Deck::GAME, &ReadOptions::default()).unwrap();
        let read = Written { names: Vec::new(), read, summary: String::new() };
        let mut checked = Checked::default();
        check_hands(&read, &mut checked, &mut |_| ());
        checked
    }

    /// At most some 1 in 900 are, so 3 of 200 with probability 0.002.
    #[test]
    fn fair_samples_are_not_accused() {
        for hands in [1, 10, 100] {
            let is_accused = |seed: &u64| {
                let checked = fair_sample(hands, *seed);
                checked.p_value().is_some_and(|p| p < 0.001)
                    || checked.verdict().contains("more even")
            };
            let accused = (1..=200).filter(is_accused).count();
            assert!(accused <= 2, "{hands} hands: {accused} of 200");
        }
    }
}
