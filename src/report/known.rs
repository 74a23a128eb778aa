//! What is known exactly of hands of one size: the whole distribution, the mean, the variance; as
//! tables with the odds both ways.

use super::columns::{Grid, REPEATED, RenderTarget};
use super::distribution::{DistributionRow, shown};
use super::number::{count, grouped, one_in, plural, significant};
use super::odds::{against, fraction, percent};
use super::share::Share;
use crate::card::Deck;
use crate::exact::known;
use crate::hand::combinations::binomial;
use crate::measure::{Key, Measure};
use crate::stats::Ratio;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// An exact distribution, or as much of it as is known.
#[derive(Clone, Debug)]
pub struct Known {
    /// The deck.
    pub deck: Deck,
    /// The hand size and the measure.
    pub key: Key,
    /// Whether all values are known, and not the value 0 alone.
    pub complete: bool,
    values: Vec<(usize, Ratio)>,
    /// The mean as a fraction, unless it passes 128 bits.
    pub mean: Option<Ratio>,
    variance: Option<Ratio>,
}

impl Known {
    /// What is known of the number of sets in hands of one size; nothing, if not even how many hold
    /// none. Where the number of hands passes 128 bits, shares stand for it: 0 out of 1.
    #[must_use]
    pub fn sets(deck: Deck, cards: usize) -> Option<Self> {
        let all = binomial(deck.size(), cards).unwrap_or(1);
        let counts = known::counts(deck, cards);
        let complete = counts.is_some();
        let counts = counts.or_else(|| Some(vec![known::hands_with(deck, cards, 0)?]))?;
        let values = counts.into_iter().map(|hands| Ratio::new(hands, all)).enumerate().collect();
        let mean = Some(known::mean_sets(deck, cards));
        let variance = Some(known::variance_sets(deck, cards));
        Some(Self { deck, key: Key::sets(cards), complete, values, mean, variance })
    }

    /// The card that completes the first set, where its whole distribution is known.
    #[must_use]
    pub fn first_set(deck: Deck) -> Option<Self> {
        let measure = Measure::FirstSet;
        Self::measure(deck, Key { cards: *measure.sizes(deck).start(), measure })
    }

    /// A measure of hands of one size, where its whole distribution is known.
    #[must_use]
    pub fn measure(deck: Deck, key: Key) -> Option<Self> {
        if key.measure == Measure::Sets {
            return Self::sets(deck, key.cards).filter(|it| it.complete);
        }
        let all = known::distribution(deck, key)?.into_iter().enumerate();
        let values = all.skip(key.measure.least(deck, key.cards)).collect();
        let mean = known::mean(deck, key);
        Some(Self { deck, key, complete: true, values, mean, variance: None })
    }

    /// One row for each value that is known.
    #[must_use]
    pub fn rows(&self) -> Vec<DistributionRow> {
        let (features, Key { cards, measure }) = (self.deck.features(), self.key);
        let row = |&(value, known): &(usize, Ratio)| {
            let share = Share::exact(known.numerator(), known.denominator());
            DistributionRow::new(features, cards, measure, value, share, Some(known.value()))
        };
        self.values.iter().map(row).collect()
    }

    /// `70,724,320,184,700 hands of 12 cards from a deck of 81`
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
                let cards = self.key.cards;
                format!("{cards} cards from a deck of {deck} by `{measure}`, exactly")
            }
        }
    }

    /// The mean and the variance in one sentence.
    #[must_use]
    pub fn moments(&self) -> String {
        let exactly = |value: Ratio| match value.lowest_terms() {
            (whole, 1) => grouped(whole),
            _ => format!("{} = {}", fraction(value), significant(value.value(), 6)),
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

    /// The values with a bar for each, as wide as there is space. On a terminal bars say more than
    /// the odds against.
    #[must_use]
    pub fn table(&self, target: RenderTarget) -> String {
        let rows = self.rows();
        let rows = shown(&rows);
        let share = |row: &&DistributionRow| Ratio::new(row.count, row.total);
        let of_sets = self.key.measure == Measure::Sets;
        let title = match self.key.measure {
            Measure::FirstSet => "card".to_owned(),
            measure => measure.name().replace('-', " "),
        };
        let grid = Grid::of(&rows)
            .column(&title, |row| row.value.to_string())
            .ranked(2, "hands", |row| of_sets.then(|| grouped(row.count)))
            .ranked(3, "fraction", |row| fraction(share(row)));
        odds(grid, "probability", share).bold(|row| of_sets && row.value == 0).draw(target)
    }

    fn no_set(&self) -> Ratio {
        self.values.first().map_or(Ratio::new(0, 1), |&(_, share)| share)
    }
}

/// Adds the percentage and the odds both ways, and bars.
fn odds<'a, R>(grid: Grid<'a, R>, title: &str, share: impl Fn(&R) -> Ratio) -> Grid<'a, R> {
    grid.column(title, |row| percent(share(row)))
        .ranked(1, "odds", |row| one_in(share(row).value()))
        .ranked(REPEATED, "against", |row| against(share(row)))
        .bars(|row| share(row).value())
}

/// One line for each hand size, with a bar for the share without a set. On a terminal bars say more
/// than the odds against.
#[must_use]
pub fn overview(all: &[Known], target: RenderTarget) -> String {
    let number = |value: Option<Ratio>| value.map_or(f64::NAN, Ratio::value);
    let cards = Grid::of(all).column("cards", |known| known.key.cards.to_string());
    odds(cards, "no set", Known::no_set)
        .ranked(2, "mean sets", |known| significant(number(known.mean), 6))
        .ranked(4, "deviation", |known| significant(number(known.variance).sqrt(), 6))
        .draw(target)
}

impl Serialize for Known {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entry = serializer.serialize_map(None)?;
        entry.serialize_entry("features", &self.deck.features())?;
        entry.serialize_entry("cards", &self.key.cards)?;
        entry.serialize_entry("measure", self.key.measure.name())?;
        entry.serialize_entry("complete", &self.complete)?;
        entry.serialize_entry("mean", &self.mean.map(Fraction::of))?;
        entry.serialize_entry("variance", &self.variance.map(Fraction::of))?;
        entry.serialize_entry("rows", &self.rows())?;
        entry.end()
    }
}

#[derive(Serialize)]
struct Fraction {
    numerator: u128,
    denominator: u128,
    value: f64,
}

impl Fraction {
    fn of(value: Ratio) -> Self {
        let (numerator, denominator) = value.lowest_terms();
        Self { numerator, denominator, value: value.value() }
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
