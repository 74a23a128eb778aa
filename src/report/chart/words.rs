//! Texts of charts: titles, captions, labels, and a description for screen readers.

use super::axis::Scale;
use super::model::{Chart, LineEnd, Mark, Panel, Point, Series, Values};
use crate::card::Deck;
use crate::measure::Measure;
use crate::report::groups::each_once;
use crate::report::number::{brief, level, list, plural};

/// Definition of "essentially the same" hands for captions; such hands are counted once.
pub(crate) const SAME: &str = "Hands are essentially the same if a relabelling of the cards that \
                               preserves sets maps one to the other.";

/// Describes a deck: `the game's 81 cards`, or `a deck of 243 cards (5 features)`.
pub(crate) fn deck(features: usize) -> String {
    match features {
        4 => "the game's 81 cards".to_owned(),
        _ => format!("a deck of {} cards ({features} features)", deck_size(features)),
    }
}

/// Describes a deck briefly: `81 cards, 4 features`.
pub(crate) fn short_deck(features: usize) -> String {
    format!("{} cards, {features} features", deck_size(features))
}

fn deck_size(features: usize) -> usize {
    Deck::new(features).expect("the rows of a chart are of decks").size()
}

/// Returns the question that a measure answers, about hands of one size or of any size.
pub(crate) fn question(measure: Measure, cards: Option<usize>) -> String {
    let hand = cards.map_or_else(|| "a hand".to_owned(), |cards| plural(cards, "card"));
    let does = if cards.is_some_and(|cards| cards != 1) { "do" } else { "does" };
    let belong = if cards == Some(1) { "belongs" } else { "belong" };
    match measure {
        Measure::Sets => format!("How many sets {does} {hand} hold?"),
        Measure::FirstSet => "How many cards are turned over until there is a set?".to_owned(),
        Measure::InSets if cards.is_none() => {
            "How many cards of a hand belong to a set?".to_owned()
        }
        Measure::InSets => format!("How many of {hand} {belong} to a set?"),
        Measure::DisjointSets => format!("How many sets can be taken at once from {hand}?"),
        Measure::SetTypes => format!("In how many features do the sets in {hand} differ?"),
        Measure::LargestCap => format!("How large is the largest set-free subset of {hand}?"),
        Measure::GreedyCap => "Collecting cards without a set: where does it end?".to_owned(),
        Measure::Ultrasets => format!("How many ultrasets {does} {hand} hold?"),
    }
}

/// Returns the axis title for the values of a measure.
pub(crate) const fn values(measure: Measure) -> &'static str {
    match measure {
        Measure::Sets => "sets in the hand",
        Measure::FirstSet => "cards turned over",
        Measure::InSets => "cards that belong to a set",
        Measure::DisjointSets => "sets that can be taken at once",
        Measure::SetTypes => "features that differ in a set",
        Measure::LargestCap => "size of the largest set-free subset",
        Measure::GreedyCap => "size of the complete cap",
        Measure::Ultrasets => "ultrasets in the hand",
    }
}

/// Returns the text with its first letter capitalized.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Lists the distinct decks of some rows: `the game's 81 cards and a deck of 243 cards (5
/// features)`.
pub(crate) fn decks(features: impl Iterator<Item = usize>) -> String {
    list(each_once(features).into_iter().map(deck))
}

/// Returns whether at least two values differ.
pub(crate) fn vary(values: impl Iterator<Item = usize>) -> bool {
    each_once(values).len() > 1
}

/// Appends the number of features of the deck to a name if there are several decks.
pub(crate) fn with_deck(name: &str, features: usize, several: bool) -> String {
    if several { format!("{name}, {features} features") } else { name.to_owned() }
}

impl Chart {
    /// Describes the chart in words for screen readers.
    pub(crate) fn in_words(&self) -> String {
        let panel = |panel: &Panel| {
            let names = panel.series.iter().map(|series| series.name.as_str());
            let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
            let title =
                if panel.title.is_empty() { String::new() } else { format!("{}: ", panel.title) };
            let titles = [panel.y.title.as_str(), panel.x.title.as_str()];
            let titles: Vec<&str> = titles.into_iter().filter(|it| !it.is_empty()).collect();
            let what = titles.join(" against ");
            let of =
                if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
            format!("{title}{what}{of}.")
        };
        let panels: Vec<String> = self.panels.iter().map(panel).collect();
        [self.caption.as_str(), &panels.join(" ")].join(" ").trim().to_owned()
    }

    /// Returns the chart as it is drawn: bars on logarithmic scales, where their length has no
    /// meaning, become points, and the caption explains hollow points, error bars, bands and
    /// triangles.
    pub(crate) fn explained(&self) -> Self {
        let mut explained = self.clone();
        explained.panels.iter_mut().for_each(Panel::points_for_bars);
        for sentence in explained.sentences() {
            explained.caption += &format!(" {sentence}");
        }
        explained
    }

    /// Returns the sentences that explain the marks of the chart.
    fn sentences(&self) -> Vec<String> {
        let has = |is: &dyn Fn(&Panel, &Series, &Point) -> bool| {
            self.panels.iter().any(|panel| {
                let of = |series: &Series| series.points.iter().any(|it| is(panel, series, it));
                panel.series.iter().any(of)
            })
        };
        let medians = has(&|_, series, _| series.values == Values::Medians);
        let hollow = has(&|_, series, point| {
            matches!(series.mark, Mark::Dots | Mark::DottedLine) && series.estimates(point)
        });
        let bands = has(&|panel, series, point| {
            series.mark == Mark::Line && panel.limits(point).is_some_and(|[low, high]| low < high)
        });
        let falls = self.has_line(|panel, end| {
            matches!((&panel.y.scale, end), (Scale::Logarithmic { .. }, LineEnd::Zero(_)))
        });
        let goes_on = self.has_line(|_, end| end == LineEnd::Unknown);
        let level = self.level.map(|it| level(it) + " ").unwrap_or_default();
        let (values, ends) = if medians {
            ("medians", "Error bars show their deviation.".to_owned())
        } else {
            ("estimates", format!("Error bars: {level}confidence intervals."))
        };
        let sentences = [
            (hollow, format!("Hollow points are {values}.")),
            (self.panels.iter().any(Panel::has_whiskers), ends),
            (bands, format!("Shaded: {level}confidence intervals.")),
            (
                has(&|panel, _, point| panel.is_unseen(point)),
                "Triangles are upper limits for events that never occurred.".to_owned(),
            ),
            (falls, "Lines that drop to the axis are exactly zero from there.".to_owned()),
            (goes_on, "Dashed ends: not counted further.".to_owned()),
        ];
        sentences.into_iter().filter(|(is_so, _)| *is_so).map(|(_, sentence)| sentence).collect()
    }

    /// Returns whether some line of the chart ends for a reason that satisfies a condition.
    fn has_line(&self, is: impl Fn(&Panel, LineEnd) -> bool) -> bool {
        let any = |panel: &Panel| {
            panel.series.iter().filter_map(|series| series.end).any(|end| is(panel, end))
        };
        self.panels.iter().any(any)
    }
}

impl Panel {
    /// Replaces bars with points if the y axis is logarithmic.
    fn points_for_bars(&mut self) {
        if !matches!(self.y.scale, Scale::Logarithmic { .. }) {
            return;
        }
        for series in self.series.iter_mut().filter(|series| series.mark == Mark::Bars) {
            series.mark = Mark::Dots;
        }
    }
}

impl Point {
    /// Labels the point with its proportion if `fits` is `true`.
    pub(crate) fn labelled(self, fits: bool) -> Self {
        if fits { Self { label: brief(self.y, self.interval), ..self } } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_sentences() {
        for (measure, cards, title) in [
            (Measure::Sets, Some(12), "How many sets do 12 cards hold?"),
            (Measure::Sets, Some(1), "How many sets does 1 card hold?"),
            (Measure::Sets, None, "How many sets does a hand hold?"),
            (Measure::InSets, Some(12), "How many of 12 cards belong to a set?"),
        ] {
            assert_eq!(question(measure, cards), title);
        }
    }
}
