//! The answer for each hand size, in figures, in sentences, in charts and in tables, of the exact
//! numbers that the program carries.

use super::html::{escape, table};
use crate::card::Deck;
use crate::exact::known;
use crate::report::answer::Answer;
use crate::report::chart::description::{Chart, Series};
use crate::report::chart::distribution::{bars_of, no_set_of};
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv;
use crate::report::distribution::DistributionRow;
use crate::report::known::Known;
use crate::report::number::{exact_percent, grouped, one_in, significant};
use crate::report::question::{Question, SetCounts};
use crate::stats::Ratio;
use std::ops::RangeInclusive;

/// The hand size that is shown first.
pub(super) const FIRST: usize = 12;

/// All hand sizes.
pub(super) fn sizes() -> RangeInclusive<usize> {
    0..=Deck::GAME.size()
}

/// The exact distribution of a hand size: the values that occur, and 0; nothing for more cards than
/// the deck has.
fn rows(cards: usize) -> Option<Vec<DistributionRow>> {
    known::counts(Deck::GAME, cards)?;
    let mut rows = Known::sets(Deck::GAME, cards)?.rows();
    rows.retain(|row| row.value == 0 || row.count > 0);
    Some(rows)
}

/// The hands of a size that hold no set.
pub(super) fn none(cards: usize) -> Ratio {
    let none = rows(cards).and_then(|rows| rows.into_iter().find(|row| row.value == 0));
    none.map_or(Ratio::new(0, 1), |row| Ratio::new(row.count, row.total))
}

/// `70.5 million`
fn in_large(number: f64) -> String {
    let scales = [(1e12, " trillion"), (1e9, " billion"), (1e6, " million"), (1.0, "")];
    let (scale, name) = scales.into_iter().find(|&(scale, _)| number >= scale).unwrap_or((1.0, ""));
    format!("{}{name}", significant(number / scale, if number < 100.0 { 2 } else { 3 }))
}

/// The answer, and the same in other words: as percentage what one can imagine so, else as odds.
fn short(cards: usize, none: Ratio) -> (String, String) {
    const TINY: f64 = 1e-5;
    let (probability, of_some) = (none.value(), none.complement().value());
    if none.numerator() == 0 {
        return ("Never".to_owned(), format!("{cards} cards always hold a set"));
    }
    if none.complement().numerator() == 0 {
        let hand =
            if cards == 1 { "1 card never holds" } else { &format!("{cards} cards never hold") };
        return ("Always".to_owned(), format!("{hand} a set"));
    }
    let percentage = format!("{} %", significant(100.0 * probability, 3));
    if probability < TINY {
        (format!("1 in {}", in_large(1.0 / probability)), format!("{percentage} of all deals"))
    } else if probability < 0.5 {
        (percentage, format!("about 1 deal in {}", in_large(1.0 / probability)))
    } else {
        (percentage, format!("about 1 deal in {} holds one", in_large(1.0 / of_some)))
    }
}

/// The answer for a hand size as HTML: in large letters, and in sentences.
pub(super) fn answer(cards: usize) -> [String; 2] {
    let probability = none(cards);
    let (answer, also) = short(cards, probability);
    let long = if answer.len() > 9 { " class=\"long\"" } else { "" };
    let (answer, also) = (escape(&answer), escape(&also));
    let question = Question { sets: SetCounts::NONE, given: None };
    let exactly = Answer { features: 4, cards, question, probability }.sentence();
    let mean = significant(known::mean_sets(Deck::GAME, cards).value(), 4);
    let deviation = significant(known::variance_sets(Deck::GAME, cards).value().sqrt(), 3);
    let held = if cards == 1 { "It holds" } else { "They hold" };
    let moments =
        format!("{held} {mean} sets on average, with a standard deviation of {deviation}.");
    // A number and its sign stay together.
    let paragraph = |text: &str| format!("<p>{}</p>", escape(&text.replace(" %", "\u{a0}%")));
    [
        format!("<p class=\"answer\"><strong{long}>{answer}</strong> <span>{also}</span></p>"),
        paragraph(&exactly) + &paragraph(&moments),
    ]
}

/// The exact distribution of the number of sets in hands of one size; nothing for more cards than
/// the deck has.
///
/// ```
/// use setodds::report::page::distribution_chart;
/// assert!(distribution_chart(24, true).is_some());
/// assert_eq!(distribution_chart(82, true), None);
/// ```
#[must_use]
pub fn distribution_chart(cards: usize, powers: bool) -> Option<Chart> {
    let mut chart = bars_of(&rows(cards)?, powers);
    let panel = &mut chart.panels[0];
    let mut bars = std::mem::take(&mut panel.series[0].points);
    for bar in bars.iter_mut().filter(|_| !powers) {
        let is_seen = bar.y >= 0.001;
        bar.label =
            if is_seen { format!("{} %", significant(100.0 * bar.y, 3)) } else { String::new() };
    }
    panel.series = Series::from_zero(bars, ["no set, exactly", "sets, exactly"]);
    Some(chart)
}

/// The distribution of the hand size that is shown first, under a title that is its finding: the
/// picture of a social card.
#[must_use]
pub fn card_chart() -> Chart {
    let mut chart = distribution_chart(FIRST, false).unwrap_or_default();
    let (_, also) = short(FIRST, none(FIRST));
    chart.title = format!("{FIRST} cards hold no set: {also}");
    chart.caption.clear();
    chart
}

/// The exact distribution of the number of sets in hands of one size as a CSV of the program;
/// nothing for more cards than the deck has.
#[must_use]
pub fn distribution_csv(cards: usize) -> Option<String> {
    let mut csv = Vec::new();
    known::counts(Deck::GAME, cards)?;
    csv::write(Known::sets(Deck::GAME, cards)?.rows(), &mut csv).ok()?;
    String::from_utf8(csv).ok()
}

fn numbers(rows: &[DistributionRow]) -> Grid<'_, DistributionRow> {
    Grid::of(rows)
        .column("sets", |row| row.value.to_string())
        .column("probability", |row| exact_percent(row.share().probability()))
        .column("odds", |row| one_in(row.share().probability()))
        .column("hands", |row| grouped(row.count))
}

/// The exact distribution of the number of sets in hands of one size as a table, in lines for the
/// script of the page; nothing for more cards than the deck has.
///
/// ```
/// let table = setodds::report::page::distribution_table(3).expect("the deck has as many");
/// assert!(table.starts_with("\t>sets\t>probability\t") && table.contains("\n\t1\t1.2658 %\t"));
/// ```
#[must_use]
pub fn distribution_table(cards: usize) -> Option<String> {
    Some(numbers(&rows(cards)?).draw(RenderTarget::Page))
}

/// The distribution of the hand size that is shown first, as HTML.
pub(super) fn first_table() -> String {
    let rows = rows(FIRST).unwrap_or_default();
    table(&format!("Hands of {FIRST} cards by the number of their sets"), numbers(&rows))
}

/// How often there is no set in hands of all sizes, with a rule for each size.
#[must_use]
pub fn sizes_chart() -> Chart {
    let mut chart = no_set_of(sizes().filter_map(rows));
    let panel = &mut chart.panels[0];
    panel.rules = panel.series[0].points.iter().map(|point| point.x).collect();
    chart
}

/// How often there is no set in hands of all sizes, as HTML.
pub(super) fn sizes_table() -> String {
    let sizes: Vec<usize> = sizes().collect();
    let numbers = Grid::of(&sizes)
        .column("cards", ToString::to_string)
        .column("no set", |&cards| exact_percent(none(cards).value()))
        .column("odds", |&cards| one_in(none(cards).value()))
        .column("mean sets", |&cards| significant(known::mean_sets(Deck::GAME, cards).value(), 5));
    table("Hands without a set", numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_what_one_can_imagine() {
        let say = |part, whole| short(12, Ratio::new(part, whole));
        let words = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        assert_eq!(
            say(2_284_535_476_080, 70_724_320_184_700),
            words("3.23 %", "about 1 deal in 31")
        );
        assert_eq!(say(78, 79), words("98.7 %", "about 1 deal in 79 holds one"));
        assert_eq!(say(1, 70_450_000), words("1 in 70.5 million", "0.00000142 % of all deals"));
        assert_eq!(say(1, 2742), words("0.0365 %", "about 1 deal in 2,740"));
        assert_eq!(say(0, 5), words("Never", "12 cards always hold a set"));
        assert_eq!(say(5, 5), words("Always", "12 cards never hold a set"));
    }

    #[test]
    fn every_hand_size_has_an_answer_a_chart_and_a_table() {
        for cards in sizes() {
            assert!(answer(cards).iter().all(|html| html.contains("</p>")), "{cards}");
            let chart = distribution_chart(cards, false).expect("the deck has as many");
            assert_eq!((chart.panels.len(), chart.panels[0].series.is_empty()), (1, false));
            let table = distribution_table(cards).expect("the deck has as many");
            let csv = distribution_csv(cards).expect("the deck has as many");
            assert!(table.lines().count() > 1 && table.lines().count() <= csv.lines().count());
        }
        assert!(first_table().contains("2,284,535,476,080"));
        assert_eq!(sizes_table().matches("<tr>").count(), 83);
        assert_eq!(sizes_chart().panels[0].rules.len(), 20, "1 to 20 cards may hold none");
    }
}
