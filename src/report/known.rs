//! Exactly known properties of hands of one size, such as the distribution, mean and variance of
//! the number of sets, and their tables with odds.

use super::cell::Cell;
use super::columns::{Grid, REPEATED, RenderTarget, fill};
use super::csv::Row;
use super::distribution::{DistributionRow, informative};
use super::estimate::Estimate;
use super::field::Field;
use super::number::{count, grouped, odds_against, one_in, plural, ratio_percent, significant};
use super::result::Table;
use crate::card::Deck;
use crate::combinations::binomial;
use crate::exact::known;
use crate::measure::{Key, Measure};
use crate::stats::Ratio;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::io::{self, Write};

/// Exact distribution of a measure, or the known part of it.
#[derive(Clone, Debug)]
pub struct Known {
    pub deck: Deck,
    /// The hand size and the measure.
    pub key: Key,
    /// Whether the probabilities of all values are known, not only that of the value 0.
    pub complete: bool,
    pub(super) values: Vec<(usize, Ratio)>,
    /// The exact mean, or `None` if it is unknown or its fraction exceeds 128 bits.
    pub mean: Option<Ratio>,
    variance: Option<Ratio>,
}

/// Returns whether the known probabilities of a measure are fractions of counts rather than
/// decimals.
pub(super) fn has_counts(measure: Measure) -> bool {
    measure != Measure::GreedyCap
}

impl Known {
    /// Returns the known distribution of the number of sets in hands of one size, or `None` if even
    /// the number of hands without a set is unknown. Where the number of hands exceeds 128 bits,
    /// the only known probability is that of no set, which is 0, with denominator 1.
    #[must_use]
    pub fn sets(deck: Deck, cards: usize) -> Option<Self> {
        let all = binomial(deck.size(), cards).unwrap_or(1);
        let counts = known::counts(deck, cards);
        let complete = counts.is_some();
        let counts = counts.or_else(|| Some(vec![known::hands_with(deck, cards, 0)?]))?;
        let share = |hands| Ratio::new(hands, all);
        let values = counts.into_iter().map(share).enumerate().collect();
        let mean = Some(known::mean_sets(deck, cards));
        let variance = Some(known::variance_sets(deck, cards));
        Some(Self { deck, key: Key::sets(cards), complete, values, mean, variance })
    }

    /// Returns the distribution of the number of cards turned over until the first set, or `None`
    /// if it is not completely known.
    #[must_use]
    pub fn first_set(deck: Deck) -> Option<Self> {
        let measure = Measure::FirstSet;
        Self::measure(deck, Key { cards: *measure.sizes(deck).start(), measure })
    }

    /// Returns the distribution of a measure in hands of one size, or `None` if it is not
    /// completely known.
    #[must_use]
    pub fn measure(deck: Deck, key: Key) -> Option<Self> {
        if key.measure == Measure::Sets {
            return Self::sets(deck, key.cards).filter(|it| it.complete);
        }
        let all = known::distribution(deck, key)?.into_iter().enumerate();
        let values = all.skip(key.measure.min_value(deck, key.cards)).collect();
        let mean = known::mean(deck, key);
        Some(Self { deck, key, complete: true, values, mean, variance: None })
    }

    /// Returns one row per value of the measure; rows have no counts where probabilities are
    /// decimals.
    #[must_use]
    pub fn rows(&self) -> Vec<DistributionRow> {
        let (features, Key { cards, measure }) = (self.deck.features(), self.key);
        let row = |&(value, known): &(usize, Ratio)| {
            let estimate = match has_counts(measure) {
                true => Estimate::exact(known.numerator(), known.denominator()),
                false => Estimate::without_counts(known.value(), None),
            };
            let exact = Some(known.value());
            DistributionRow::new((features, cards, measure, value), estimate, (exact, None))
        };
        self.values.iter().map(row).collect()
    }

    /// Returns the heading of the distribution, such as `70,724,320,184,700 hands of 12 cards from
    /// a deck of 81`.
    #[must_use]
    pub fn heading(&self) -> String {
        let deck = self.deck.size();
        match (self.key.measure, self.values.first()) {
            (Measure::Sets, Some((_, share))) => {
                let hands = count(share.denominator(), "hand");
                format!("{hands} of {} from a deck of {deck}", plural(self.key.cards, "card"))
            }
            (Measure::FirstSet, _) => {
                format!("Cards turned over until there is a set, from a deck of {deck}")
            }
            (measure, _) => {
                let cards = plural(self.key.cards, "card");
                format!("{cards} from a deck of {deck} by `{measure}`, exactly")
            }
        }
    }

    /// Returns a sentence with the mean and, for the number of sets, the variance, or an empty text
    /// if the mean is not known.
    #[must_use]
    pub fn moments(&self) -> String {
        let exactly = |value: Ratio| match (value.lowest_terms(), significant(value.value(), 6)) {
            ((whole, 1), _) => grouped(whole),
            (_, decimals) if !has_counts(self.key.measure) => decimals,
            (_, decimals) => format!("{value} = {decimals}"),
        };
        let Some(mean) = self.mean.map(exactly) else { return String::new() };
        match self.key.measure {
            Measure::Sets => {}
            Measure::FirstSet => {
                return format!("The first set is there after {mean} cards on average.");
            }
            measure => return format!("The mean of `{measure}` is {mean}."),
        }
        let it = if self.key.cards == 1 { "It holds" } else { "They hold" };
        let variance = self.variance.map_or_else(String::new, |variance| {
            let deviation = significant(variance.value().sqrt(), 6);
            format!("; variance {}, standard deviation {deviation}", exactly(variance))
        });
        format!("{it} {mean} sets on average{variance}.")
    }

    /// Formats a table of the values with bars as wide as space allows. On a narrow terminal the
    /// odds against are dropped in favour of the bars.
    #[must_use]
    pub fn table(&self, target: RenderTarget) -> String {
        let values =
            informative(&self.values, |(value, share)| *value == 0 || share.numerator() > 0);
        let share = |&&(_, share): &&(usize, Ratio)| share;
        let of_sets = self.key.measure == Measure::Sets;
        let has_counts = has_counts(self.key.measure);
        let title = match self.key.measure {
            Measure::FirstSet => "card".to_owned(),
            measure => measure.name().replace('-', " "),
        };
        let grid = Grid::new(&values)
            .column(&title, |(value, _)| value.to_string())
            .ranked(2, "hands", |it| of_sets.then(|| grouped(share(it).numerator())))
            .ranked(3, "fraction", |it| has_counts.then(|| share(it).to_string()));
        odds(grid, "probability", share).bold(|(value, _)| of_sets && *value == 0).draw(target)
    }

    fn no_set(&self) -> Ratio {
        self.values.first().map_or(Ratio::ZERO, |&(_, share)| share)
    }
}

/// Adds columns with the percentage, `1 in N` and the odds against, and a bar for each row.
fn odds<'a, R>(grid: Grid<'a, R>, title: &str, share: impl Fn(&R) -> Ratio) -> Grid<'a, R> {
    grid.column(title, |row| ratio_percent(share(row)))
        .ranked(1, "odds", |row| one_in(share(row).value()))
        .ranked(REPEATED, "against", |row| odds_against(share(row)))
        .bars(|row| share(row).value())
}

/// Formats a table with one row per hand size and a bar for the probability of no set. On a narrow
/// terminal the odds against are dropped in favour of the bars.
fn overview(all: &[Known], target: RenderTarget) -> String {
    let number = |value: Option<Ratio>| value.map_or(f64::NAN, Ratio::value);
    let cards = Grid::new(all).column("cards", |known| known.key.cards.to_string());
    odds(cards, "no set", Known::no_set)
        .ranked(2, "mean sets", |known| significant(number(known.mean), 6))
        .ranked(4, "deviation", |known| significant(number(known.variance).sqrt(), 6))
        .draw(target)
}

impl Serialize for Known {
    /// Serializes the deck, the hand size, the measure, the mean and the variance, without the
    /// values.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entry = serializer.serialize_map(None)?;
        entry.serialize_entry("features", &self.deck.features())?;
        entry.serialize_entry("cards", &self.key.cards)?;
        entry.serialize_entry("measure", self.key.measure.name())?;
        entry.serialize_entry("complete", &self.complete)?;
        if has_counts(self.key.measure) {
            entry.serialize_entry("mean", &self.mean.map(fraction))?;
        } else {
            entry.serialize_entry("mean", &self.mean.map(Ratio::value))?;
        }
        entry.serialize_entry("variance", &self.variance.map(fraction))?;
        entry.end()
    }
}

/// Converts a ratio to a JSON object with its numerator and denominator in lowest terms as text,
/// and its value.
fn fraction(number: Ratio) -> impl Serialize {
    #[derive(Serialize)]
    struct Fraction {
        numerator: String,
        denominator: String,
        value: f64,
    }
    let (numerator, denominator) = number.lowest_terms();
    Fraction {
        numerator: numerator.to_string(),
        denominator: denominator.to_string(),
        value: number.value(),
    }
}

/// Table of exact distributions of one measure. In text output, the numbers of sets in several hand
/// sizes are summarized with one row per size; all other tables list every value.
#[derive(Clone, Debug)]
pub struct KnownTable(pub Vec<Known>);

impl Table for KnownTable {
    fn fields(&self) -> &'static [Field] {
        DistributionRow::FIELDS
    }

    fn rows(&self) -> Box<dyn Iterator<Item = Vec<Cell>> + '_> {
        Box::new(self.0.iter().flat_map(Known::rows).map(Row::cells))
    }

    #[cfg(not(target_family = "wasm"))]
    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        let Self(all) = self;
        let in_full = |known: &Known| {
            let moments = fill(&known.moments(), target);
            format!("{}\n\n{}\n{moments}\n", known.heading(), known.table(target))
        };
        let text = match &all[..] {
            [known] => known.table(target),
            _ if all.iter().all(|known| known.key.measure == Measure::Sets) => {
                overview(all, target)
            }
            _ => all.iter().map(in_full).collect::<Vec<_>>().join("\n"),
        };
        to.write_all(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(cards: usize) -> Known {
        Known::sets(Deck::GAME, cards).unwrap()
    }

    #[test]
    fn the_whole_deck_is_one_hand() {
        assert_eq!(game(81).heading(), "1 hand of 81 cards from a deck of 81");
        assert!(game(81).moments().starts_with("They hold 1,080 sets on average; variance 0,"));
    }

    #[test]
    fn shares_add_up() {
        for known in [game(0), game(12), game(21), game(70), Known::first_set(Deck::GAME).unwrap()]
        {
            let sum: f64 = known.rows().iter().map(|row| row.probability).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{}", known.heading());
        }
    }

    #[test]
    fn of_middle_sizes_only_that_there_is_a_set_is_known() {
        let five = Deck::new(5).unwrap();
        let hundred = Known::sets(five, 100).unwrap();
        assert!(game(12).complete && !hundred.complete);
        assert_eq!(hundred.rows().len(), 1);
        assert!(Known::sets(five, 14).is_none() && Known::first_set(five).is_none());
    }

    #[test]
    fn every_line_fits_the_width() {
        let all: Vec<Known> = (3..=30).map(game).collect();
        for width in 30..140 {
            let target = RenderTarget::terminal(width);
            for table in [game(12).table(target), game(21).table(target), overview(&all, target)] {
                let fits = table.lines().all(|line| line.chars().count() <= width);
                assert!(fits, "{width}\n{table}");
            }
        }
        for target in [RenderTarget::terminal(120), RenderTarget::PLAIN, RenderTarget::Markdown] {
            let table = game(12).table(target);
            for title in ["sets", "hands", "fraction", "probability", "odds", "against"] {
                assert!(table.contains(title), "{title}");
            }
        }
        let target = RenderTarget::terminal(100);
        for table in [game(12).table(target), overview(&all, target)] {
            assert!(table.contains('█') && !table.contains("against"), "{table}");
        }
    }
}
