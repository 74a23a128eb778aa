//! A row by the names of its columns, and numbers in it that must agree with others.

use crate::card::Deck;
use crate::measure::Key;
use crate::report::escape::excerpt;
use csv::StringRecord;

/// Stands for the total where a fraction of larger numbers is given.
pub(super) const LARGE: u128 = 10_u128.pow(30);

/// New texts for the cells of some columns.
pub(super) type Changes = Vec<(&'static str, String)>;

/// A row with the names of its columns.
#[derive(Clone, Copy)]
pub(super) struct Cells<'a> {
    pub(super) columns: &'a StringRecord,
    pub(super) row: &'a StringRecord,
}

impl<'a> Cells<'a> {
    /// The text in a column; empty if there is no such column.
    pub(super) fn text(self, name: &str) -> &'a str {
        let place = self.columns.iter().position(|column| column == name);
        place.and_then(|place| self.row.get(place)).unwrap_or("")
    }

    pub(super) fn whole(self, name: &str) -> Option<u128> {
        self.text(name).parse().ok()
    }

    pub(super) fn small(self, name: &str) -> Option<usize> {
        self.text(name).parse().ok()
    }

    pub(super) fn deck(self) -> Option<Deck> {
        Deck::new(self.small("features")?).ok()
    }

    /// The key of a distribution, and the value.
    pub(super) fn value(self) -> Option<(Deck, Key, usize)> {
        let (cards, measure) = (self.small("cards")?, self.text("measure").parse().ok()?);
        Some((self.deck()?, Key { cards, measure }, self.small("value")?))
    }

    /// What it has in common with other rows.
    pub(super) fn common(self, names: &[&str]) -> Vec<&'a str> {
        names.iter().map(|name| self.text(name)).collect()
    }
}

/// A fraction of whole numbers of any length: as a count and a total, and as a number.
pub(super) fn fraction(cells: Cells<'_>) -> Result<(u128, u128, f64), String> {
    let [above, below] = ["numerator", "denominator"].map(|name| cells.text(name));
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let (Some(count), Some(total)) = (number(above), number(below)) else {
        return Err(": give `count` and `total`, or `numerator` and `denominator`".to_owned());
    };
    let value = count / total;
    if !(0.0..=1.0).contains(&value) {
        return Err(": the numerator is larger than the denominator".to_owned());
    }
    let large = || (format!("{:.0}", value * 1e30).parse().unwrap_or(LARGE), LARGE);
    let small = above.parse().ok().zip(below.parse().ok());
    let (count, total): (u128, u128) = small.unwrap_or_else(large);
    Ok((count, total, value))
}

/// Completes a probability that is missing or rounded, or says that it is wrong.
pub(super) fn probability_of(cells: Cells<'_>, probability: f64) -> Result<Changes, String> {
    agreeing("probability", cells.text("probability"), probability)
}

/// Completes a number that is missing or rounded, or says that it is wrong.
pub(super) fn agreeing(column: &'static str, text: &str, exact: f64) -> Result<Changes, String> {
    if text.parse().is_ok_and(|number: f64| number.total_cmp(&exact).is_eq()) {
        return Ok(Changes::new());
    }
    let difference = text.parse().map(|number: f64| (number - exact).abs());
    match difference {
        Ok(difference) if difference > half_a_digit(text) => {
            let from = if column == "probability" { "the counts give" } else { "exact is" };
            Err(format!(
                ", column `{column}`: `{}` contradicts the other columns: {from} {exact}; correct \
                 it or leave it empty",
                excerpt(text)
            ))
        }
        _ => Ok(vec![(column, written(exact))]),
    }
}

/// The largest rounding error of a number: half of its last digit, but never much.
pub(super) fn half_a_digit(text: &str) -> f64 {
    const MOST: f64 = 0.05;
    /// The last digits of a calculation.
    const LEAST: f64 = 1e-12;
    let (digits, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = digits.split_once('.').map_or("", |(_, decimals)| decimals).len();
    let power: i64 = power.parse().unwrap_or(0);
    let unit = format!("1e{}", power.saturating_sub_unsigned(decimals as u64)).parse();
    let half: f64 = unit.map_or(MOST, |unit: f64| 0.5000001 * unit);
    let number: f64 = text.parse().unwrap_or(0.0);
    half.max(LEAST * number.abs()).min(MOST)
}

/// A number as the program writes it into a CSV.
pub(super) fn written(number: f64) -> String {
    format!("{number:?}")
}
