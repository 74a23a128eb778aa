//! The answer for each hand size, in figures, in sentences and in charts.

use super::html::{folded, made, section, table};
use super::rows::ShownProportion;
use super::scale::{Scale, Unit};
use super::sources::{Distributions, Source};
use super::svg::{Axis, Bar, Point, Series, bars, legend, lines};
use crate::card::Deck;
use crate::exact::known;
use crate::report::answer::Answer;
use crate::report::number::{exact_percent, fixed, grouped, one_in, percent, significant};
use crate::report::question::{Question, SetCounts};
use crate::stats::Ratio;
use crate::stats::proportion::Interval;
use serde::Serialize;

/// The hand size that is shown first.
pub(super) const FIRST: usize = 12;

/// What is said of a hand size.
#[derive(Serialize)]
pub(super) struct Words {
    /// The answer itself.
    pub(super) answer: String,
    /// The same in other words.
    pub(super) also: String,
    /// All of it.
    pub(super) sentences: Vec<String>,
}

/// All hand sizes, exactly and simulated.
pub(super) struct Sizes<'a> {
    pub(super) exact: &'a Distributions,
    pub(super) simulated: Option<&'a Distributions>,
}

fn of(shares: &[ShownProportion], value: usize) -> Option<ShownProportion> {
    shares.iter().copied().find(|share| share.value == value)
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
    fn simulated(&self, cards: usize) -> Option<&[ShownProportion]> {
        self.simulated?.sizes.get(&cards).map(Vec::as_slice)
    }

    /// What is said of a hand size.
    pub(super) fn words(&self, cards: usize) -> Words {
        let shares = &self.exact.sizes[&cards];
        let none = of(shares, 0).map_or(Ratio::new(0, 1), |share| share.ratio);
        let question = Question { sets: SetCounts::NONE, given: None };
        let exactly = Answer { features: 4, cards, question, probability: none }.sentence();
        let mean = significant(known::mean_sets(Deck::GAME, cards).value(), 4);
        let mut sentences = vec![exactly, format!("They hold {mean} sets on average.")];
        sentences.extend(self.in_sample(cards));
        // A number and its sign stay together.
        let sentences = sentences.iter().map(|it| it.replace(" %", "\u{a0}%")).collect();
        let (answer, also) = answer(cards, none);
        Words { answer, also, sentences }
    }

    /// What the sample says.
    fn in_sample(&self, cards: usize) -> Option<String> {
        let share = of(self.simulated(cards)?, 0)?;
        let (part, whole) = (share.ratio.numerator(), share.ratio.denominator());
        let limits = share.limits?;
        Some(format!(
            "Simulated: {} of {} deals held none, {} ({}: {}).",
            grouped(part),
            grouped(whole),
            percent(share.ratio.value(), limits.half_width()),
            self.simulated?.source.interval_name(),
            interval(share)
        ))
    }

    /// The chart of a distribution.
    fn bars(&self, cards: usize) -> String {
        let shares = &self.exact.sizes[&cards];
        let many = shares.len();
        let bar = |share: &ShownProportion| {
            let (value, probability) = (share.value, share.ratio.value());
            let sample = self.simulated(cards).and_then(|sample| of(sample, value));
            let large = probability >= 0.001 && many <= 16;
            Bar {
                label: value.to_string(),
                value: probability,
                over: if large { short(probability) } else { String::new() },
                mark: sample.map(|sample| (sample.ratio.value(), sample.limits)),
                title: title(&sets(value), probability),
                accent: value == 0,
            }
        };
        let drawn: Vec<Bar> = shares.iter().map(bar).collect();
        let largest = drawn.iter().map(|bar| bar.value).fold(0.0, f64::max);
        let about =
            format!("Bars: the number of sets in {cards} cards. The table below has all of it.");
        bars(&drawn, Scale::linear(largest), "sets in the hand", &about)
    }

    fn rows(&self, cards: usize) -> Vec<Vec<String>> {
        let row = |share: &ShownProportion| {
            let probability = share.ratio.value();
            let sample = self.simulated(cards).and_then(|sample| of(sample, share.value));
            let half = |share: &ShownProportion| share.limits.map_or(0.0, Interval::half_width);
            let seen = |share: ShownProportion| percent(share.ratio.value(), half(&share));
            vec![
                share.value.to_string(),
                exact_percent(probability),
                one_in(probability).unwrap_or_default(),
                grouped(share.ratio.numerator()),
                sample.map_or_else(String::new, seen),
                sample.map_or_else(String::new, interval),
            ]
        };
        self.exact.sizes[&cards].iter().map(row).collect()
    }

    fn sources(&self) -> Vec<&Source> {
        [Some(self.exact), self.simulated].into_iter().flatten().map(|it| &it.source).collect()
    }

    /// The section with the distribution.
    pub(super) fn distribution(&self) -> String {
        let simulated = self.simulated.map(|simulated| simulated.source.interval_name());
        let interval = simulated.as_deref().unwrap_or("interval");
        let titles = ["sets", "share", "odds", "hands", "simulated", interval];
        let caption = format!("Hands of {FIRST} cards by the number of their sets");
        let content = format!(
            r#"<p class="controls" hidden><label><input type="checkbox" id="powers"> logarithmic scale, to see the rare ones</label></p>
<figure><div id="distribution-chart" class="plot">{}</div>
<figcaption><ul class="legend"><li><span class="swatch accent"></span>no set, exactly</li><li><span class="swatch"></span>sets, exactly</li><li id="sample-key"><svg class="key sample" viewBox="-8 -8 16 16" aria-hidden="true"><path d="M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z"/></svg>simulated, with its interval</li></ul></figcaption></figure>
{}
{}"#,
            self.bars(FIRST),
            folded(
                "All numbers",
                &table("distribution-table", &caption, &titles, &self.rows(FIRST))
            ),
            made("distribution-made", &self.sources())
        );
        section("distribution", "How many sets?", &content)
    }

    /// The chart of all hand sizes.
    fn curve(&self) -> String {
        let point = |(&cards, shares): (&usize, &Vec<ShownProportion>)| {
            let share = of(shares, 0)?;
            let (x, y) = (cards as f64, share.ratio.value());
            Some(Point { x, y, limits: share.limits, title: title(&format!("{cards} cards"), y) })
        };
        let exact: Vec<Point> = self.exact.sizes.iter().filter_map(point).collect();
        let sample: Vec<Point> =
            self.simulated.iter().flat_map(|it| it.sizes.iter().filter_map(point)).collect();
        let largest = exact.iter().filter(|it| it.y > 0.0).map(|it| it.x).fold(4.0, f64::max);
        let scale = Scale::powers(exact.iter().map(|point| point.y), Unit::Odds);
        let sizes = self.exact.sizes.keys().filter(|&&cards| cards % 3 == 0);
        let ticks = sizes.map(|&cards| (cards as f64, cards.to_string()));
        let axis = Axis {
            from: 3.0,
            to: largest,
            ticks: ticks.filter(|&(x, _)| x <= largest).collect(),
            name: "cards",
            chosen: Some(FIRST as f64),
        };
        let series = [
            Series { style: 0, line: true, marks: false, points: exact },
            Series { style: 1, line: false, marks: true, points: sample },
        ];
        let about = "A line that falls ever steeper: how often hands hold no set, by their cards.";
        lines(&series, &axis, scale, about)
    }

    /// The section with all hand sizes.
    pub(super) fn overview(&self) -> String {
        let row = |(&cards, shares): (&usize, &Vec<ShownProportion>)| {
            let share = of(shares, 0).map_or(0.0, |share| share.ratio.value());
            let sample = self.simulated(cards).and_then(|sample| of(sample, 0));
            vec![
                cards.to_string(),
                exact_percent(share),
                one_in(share).unwrap_or_default(),
                sample.map_or_else(String::new, interval),
                significant(known::mean_sets(Deck::GAME, cards).value(), 5),
            ]
        };
        let rows: Vec<_> = self.exact.sizes.iter().map(row).collect();
        let titles = ["cards", "no set", "odds", "simulated", "mean sets"];
        let content = format!(
            "<p>Each card more makes a hand without a set rarer. With 21 cards there is always one.</p>\n<figure><div id=\"overview-chart\" class=\"plot odds\">{}</div>\n<figcaption>{}</figcaption></figure>\n{}\n{}",
            self.curve(),
            legend(&[(0, "exactly"), (1, "simulated, with its interval")]),
            folded("All numbers", &table("overview-table", "Hands without a set", &titles, &rows)),
            made("overview-made", &self.sources())
        );
        section("overview", "Any number of cards", &content)
    }
}

fn sets(number: usize) -> String {
    if number == 1 { "1 set".to_owned() } else { format!("{number} sets") }
}

/// `3 sets: 27.258 %, 1 in 3.669`
pub(super) fn title(what: &str, probability: f64) -> String {
    let odds = one_in(probability).map_or_else(String::new, |odds| format!(", {odds}"));
    format!("{what}: {}{odds}", exact_percent(probability))
}

/// `27.3 %`
pub(super) fn short(probability: f64) -> String {
    format!("{} %", significant(100.0 * probability, 3))
}

/// `3.229 to 3.232 %`
pub(super) fn interval(share: ShownProportion) -> String {
    share.limits.map_or_else(String::new, |limits| {
        let places = crate::report::number::decimals(100.0 * limits.half_width());
        let show = |limit: f64| fixed(100.0 * limit, places);
        format!("{} to {} %", show(limits.low), show(limits.high))
    })
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
    }
}
