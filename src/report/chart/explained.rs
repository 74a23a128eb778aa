//! What is said of a whole picture: in its caption, and to those who do not see it.

use super::description::{Chart, LineEnd, Mark, Panel, Point, Scale, Series, Values};

impl Chart {
    /// What the picture shows, for those who do not see it.
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

    /// The chart with points instead of bars on scales of powers of ten, where the length of a bar
    /// would mean nothing, and with a caption that says what hollow points, lines with ends, bands
    /// and triangles are.
    pub(crate) fn explained(&self) -> Self {
        let mut explained = self.clone();
        explained.panels.iter_mut().for_each(Panel::points_for_bars);
        for sentence in explained.sentences() {
            explained.caption += &format!(" {sentence}");
        }
        explained
    }

    /// What the marks of the picture mean, as far as it has them.
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
        let level = self.level.map(|level| format!("{} % ", 100.0 * level)).unwrap_or_default();
        let (values, ends) = if medians {
            ("medians", "Lines with ends are their deviation.".to_owned())
        } else {
            ("estimates", format!("Lines with ends are {level}confidence intervals."))
        };
        let sentences = [
            (hollow, format!("Hollow points are {values}.")),
            (self.panels.iter().any(Panel::has_whiskers), ends),
            (bands, format!("Shaded: {level}confidence intervals.")),
            (
                has(&|panel, _, point| panel.is_unseen(point)),
                "A triangle is the upper limit of what was never seen.".to_owned(),
            ),
            (falls, "Where a line falls to the axis, there is none from there on.".to_owned()),
            (goes_on, "Where it ends in dashes, nobody has counted further.".to_owned()),
        ];
        sentences.into_iter().filter(|(is_so, _)| *is_so).map(|(_, sentence)| sentence).collect()
    }

    /// Whether a line has an end of some kind.
    fn has_line(&self, is: impl Fn(&Panel, LineEnd) -> bool) -> bool {
        let any = |panel: &Panel| {
            panel.series.iter().filter_map(|series| series.end).any(|end| is(panel, end))
        };
        self.panels.iter().any(any)
    }
}

impl Panel {
    /// Points instead of bars, if the scale is one of powers of ten.
    fn points_for_bars(&mut self) {
        if !matches!(self.y.scale, Scale::Logarithmic { .. }) {
            return;
        }
        for series in self.series.iter_mut().filter(|series| series.mark == Mark::Bars) {
            series.mark = Mark::Dots;
        }
    }
}
