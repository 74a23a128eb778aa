//! The answer for each hand size, in figures, in sentences and in charts.

use super::html::{folded, made, section, table};
use super::picture::{picture, shown_for};
use super::sources::{Distributions, Source};
use crate::card::Deck;
use crate::exact::known;
use crate::report::answer::Answer;
use crate::report::chart::description::{Chart, Mark, Point, Series};
use crate::report::chart::distribution::{bars_of, no_set_of};
use crate::report::columns::Grid;
use crate::report::distribution::DistributionRow;
use crate::report::number::{exact_percent, grouped, one_in, significant};
use crate::report::question::{Question, SetCounts};
use crate::report::share::{Share, percentages};
use crate::stats::Ratio;
use crate::stats::proportion::Interval;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The hand size that is shown first.
pub(super) const FIRST: usize = 12;

/// The hand sizes with charts and tables in the page; the engine draws those of others.
const DRAWN: RangeInclusive<usize> = 3..=22;

const SIMULATED: &str = "simulated, with its interval";

/// All hand sizes, exactly and simulated.
pub(super) struct Sizes<'a> {
    pub(super) exact: &'a Distributions,
    pub(super) simulated: Option<&'a Distributions>,
}

/// The hands with so many sets.
fn of(rows: &[DistributionRow], value: usize) -> Option<Share> {
    rows.iter().find(|row| row.value == value).map(DistributionRow::share)
}

/// `70.5 million`
fn in_large(number: f64) -> String {
    let scales = [(1e12, " trillion"), (1e9, " billion"), (1e6, " million"), (1.0, "")];
    let (scale, name) = scales.into_iter().find(|&(scale, _)| number >= scale).unwrap_or((1.0, ""));
    format!("{}{name}", significant(number / scale, if number < 100.0 { 2 } else { 3 }))
}

/// The answer, and the same in other words: as percentage what one can imagine so, else as odds.
fn answer(cards: usize, share: Ratio) -> (String, String) {
    const TINY: f64 = 1e-5;
    let (none, some) = (share.value(), share.complement().value());
    if share.numerator() == 0 {
        return ("Never".to_owned(), format!("{cards} cards always hold a set"));
    }
    if share.complement().numerator() == 0 {
        let hand =
            if cards == 1 { "1 card never holds" } else { &format!("{cards} cards never hold") };
        return ("Always".to_owned(), format!("{hand} a set"));
    }
    let percentage = format!("{} %", significant(100.0 * none, 3));
    if none < TINY {
        (format!("1 in {}", in_large(1.0 / none)), format!("{percentage} of all deals"))
    } else if none < 0.5 {
        (percentage, format!("about 1 deal in {}", in_large(1.0 / none)))
    } else {
        (percentage, format!("about 1 deal in {} holds one", in_large(1.0 / some)))
    }
}

impl Sizes<'_> {
    fn simulated(&self, cards: usize) -> Option<&[DistributionRow]> {
        self.simulated?.sizes.get(&cards).map(Vec::as_slice)
    }

    /// The hands of a size without a set.
    fn none(&self, cards: usize) -> Ratio {
        let none = of(&self.exact.sizes[&cards], 0);
        none.map_or(Ratio::new(0, 1), |share| Ratio::new(share.count, share.total))
    }

    /// The answer for a hand size, and the same in other words.
    pub(super) fn answer(&self, cards: usize) -> (String, String) {
        answer(cards, self.none(cards))
    }

    /// What is said of a hand size.
    pub(super) fn sentences(&self, cards: usize) -> Vec<String> {
        let (question, probability) =
            (Question { sets: SetCounts::NONE, given: None }, self.none(cards));
        let exactly = Answer { features: 4, cards, question, probability }.sentence();
        let mean = significant(known::mean_sets(Deck::GAME, cards).value(), 4);
        let deviation = significant(known::variance_sets(Deck::GAME, cards).value().sqrt(), 3);
        let held = if cards == 1 { "It holds" } else { "They hold" };
        let moments =
            format!("{held} {mean} sets on average, with a standard deviation of {deviation}.");
        let mut sentences = vec![exactly, moments];
        sentences.extend(self.in_sample(cards));
        // A number and its sign stay together.
        sentences.iter().map(|it| it.replace(" %", "\u{a0}%")).collect()
    }

    /// What the sample says.
    fn in_sample(&self, cards: usize) -> Option<String> {
        let share = of(self.simulated(cards)?, 0).filter(|share| share.limits.is_some())?;
        Some(format!(
            "Simulated: {} of {} deals held none, {} ({}: {}).",
            grouped(share.count),
            grouped(share.total),
            share.percentage(),
            self.simulated?.source.interval_name(),
            interval(share.limits)
        ))
    }

    fn sources(&self) -> Vec<&Source> {
        [Some(self.exact), self.simulated].into_iter().flatten().map(|it| &it.source).collect()
    }

    /// The distribution of a hand size: charts on both scales, and a table.
    fn drawn(&self, cards: usize) -> [String; 2] {
        let charts = [("linear", false), ("powers", true)].map(|(scale, powers)| {
            let bars = bars(&self.exact.sizes[&cards], self.simulated(cards), powers);
            shown_for(("scale", scale), !powers, &picture(&bars))
        });
        let sample = |row: &DistributionRow| of(self.simulated(cards)?, row.value);
        let level = self.simulated.map(|simulated| simulated.source.interval_name());
        let level = level.as_deref().unwrap_or("interval");
        let numbers = Grid::of(&self.exact.sizes[&cards])
            .column("sets", |row| row.value.to_string())
            .column("probability", |row| exact_percent(row.share().probability()))
            .column("odds", |row| one_in(row.share().probability()))
            .column("hands", |row| grouped(row.count))
            .column("simulated", |row| sample(row).map(Share::percentage))
            .column(level, |row| interval(sample(row).and_then(|share| share.limits)));
        let caption = format!("Hands of {cards} cards by the number of their sets");
        [charts.concat(), table(&format!("distribution-{cards}"), &caption, numbers)]
    }

    /// The distributions of [`DRAWN`].
    pub(super) fn all_drawn(&self) -> BTreeMap<usize, [String; 2]> {
        DRAWN.map(|cards| (cards, self.drawn(cards))).collect()
    }

    /// The section with the distributions.
    pub(super) fn distribution(&self) -> String {
        let [charts, numbers] = self.drawn(FIRST);
        let content = format!(
            r#"<p class="controls" hidden><label><input type="checkbox" id="powers"> logarithmic scale, to see the rare ones</label></p>
<figure id="distribution-chart">{charts}</figure>
<p class="note lacking" hidden>Charts of other numbers of cards may need WebAssembly, which this browser does not run.</p>
<p id="numbers-elsewhere" hidden>All numbers: <code>setodds odds <span class="cards-now">{FIRST}</span></code></p>
{}
{}"#,
            folded("All numbers", &format!("<div id=\"distribution-numbers\">{numbers}</div>")),
            made(&self.sources())
        );
        section("distribution", "How many sets?", &content)
    }

    /// Something for each number of cards, that of the first one shown.
    pub(super) fn for_each_size(&self, content: impl Fn(usize) -> String) -> String {
        let one = |cards: usize| {
            shown_for(("cards", &cards.to_string()), cards == FIRST, &content(cards))
        };
        self.numbers().map(one).collect()
    }

    /// The numbers of cards.
    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.exact.sizes.keys().copied()
    }

    /// The chart of all hand sizes, with a rule for each.
    fn curve(&self) -> Chart {
        let sizes = self
            .exact
            .sizes
            .iter()
            .map(|(&cards, rows)| [rows, self.simulated(cards).unwrap_or_default()].concat());
        let mut chart = no_set_of(sizes);
        let panel = &mut chart.panels[0];
        panel.rules = panel.series[0].points.iter().map(|point| point.x).collect();
        chart
    }

    /// The section with all hand sizes.
    pub(super) fn overview(&self) -> String {
        let sizes: Vec<_> = self.exact.sizes.iter().collect();
        let none = |rows: &[DistributionRow]| of(rows, 0).map_or(0.0, Share::probability);
        let sample = |cards| of(self.simulated(cards)?, 0)?.limits;
        let mean = |cards| known::mean_sets(Deck::GAME, cards).value();
        let numbers = Grid::of(&sizes)
            .column("cards", |(cards, _)| cards.to_string())
            .column("no set", |(_, rows)| exact_percent(none(rows)))
            .column("odds", |(_, rows)| one_in(none(rows)))
            .column("simulated", |(cards, _)| interval(sample(**cards)))
            .column("mean sets", |(cards, _)| significant(mean(**cards), 5));
        let rule = format!("data-name=\"rule-{FIRST}\"");
        let content = format!(
            "<p>Each card more makes a hand without a set rarer. With 21 cards there is always \
             one. Hollow points are simulated, with their intervals; a triangle is the upper limit \
             of what was never dealt.</p>\n<figure id=\"overview-chart\">{}</figure>\n{}\n{}",
            picture(&self.curve()).replace(&rule, &format!("{rule} class=\"chosen\"")),
            folded("All numbers", &table("overview-table", "Hands without a set", numbers)),
            made(&self.sources())
        );
        section("overview", "Any number of cards", &content)
    }
}

/// The chart of a distribution: exactly, and beside it what was dealt.
pub(super) fn bars(
    rows: &[DistributionRow],
    simulated: Option<&[DistributionRow]>,
    powers: bool,
) -> Chart {
    let mut chart = bars_of(rows, powers);
    let panel = &mut chart.panels[0];
    let mut bars = std::mem::take(&mut panel.series[0].points);
    for bar in bars.iter_mut().filter(|_| !powers) {
        let is_seen = bar.y >= 0.001;
        bar.label =
            if is_seen { format!("{} %", significant(100.0 * bar.y, 3)) } else { String::new() };
    }
    let sample = bars.iter().filter(|bar| bar.y > 0.0).filter_map(|bar| {
        let share = simulated?.iter().find(|row| (row.value as f64 - bar.x).abs() < 0.5)?.share();
        Some(Point::new(bar.x, share.probability()).between(share.limits))
    });
    let sample: Vec<Point> = sample.collect();
    panel.series = Series::from_zero(bars, ["no set, exactly", "sets, exactly"]);
    if !sample.is_empty() {
        panel.series.push(Series::new(SIMULATED, 6, Mark::Dots, sample));
    }
    chart
}

/// `3.229 to 3.232 %`
pub(super) fn interval(limits: Option<Interval>) -> String {
    limits.map_or_else(String::new, |limits| percentages(limits) + " %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_what_one_can_imagine() {
        let say = |part, whole| answer(12, Ratio::new(part, whole));
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
}
