//! Texts beside single points, which whoever asks for a picture gives.

use super::TableError;
use super::description::{Chart, Mark, Panel, Point, Remark, Scale, Series};

impl Chart {
    /// Writes a text beside a point: that at a value of the axis from left to right or at a name,
    /// such as `12`, of the panel and the series that stand before it with colons, such as
    /// `most:27`.
    ///
    /// # Errors
    ///
    /// When no panel has the value or the name.
    pub fn remark(&mut self, at: &str, text: &str) -> Result<(), TableError> {
        let mut names: Vec<&str> = at.split(':').collect();
        let place = names.pop().unwrap_or_default();
        let found = self.panels.iter().enumerate().filter_map(|(number, panel)| {
            let series: Vec<&str> =
                names.iter().copied().filter(|name| *name != panel.title).collect();
            let remark = match series[..] {
                [] => panel.place_of(place, "", text),
                [series] => panel.place_of(place, series, text),
                _ => None,
            };
            Some((remark?, number))
        });
        // A point is nearer to what is meant than the foot of an axis.
        let best = found.min_by_key(|(remark, number)| (remark.y.is_none(), *number));
        let (remark, number) = best.ok_or_else(|| {
            TableError::Unsuitable(format!(
                "the picture has nothing at `{}`; give a value or a name of an axis, after the \
                 name of a series and a colon if there are several",
                crate::report::escape::excerpt(at)
            ))
        })?;
        let panel = &mut self.panels[number];
        // The text stands where the value of the point would be written.
        let points = panel.series.iter_mut().flat_map(|series| &mut series.points);
        let is_same = |point: &Point| {
            (point.x - remark.x).abs() < 1e-9
                && remark.y.is_some_and(|y| (point.y - y).abs() < 1e-9)
        };
        points.filter(|point| is_same(point)).for_each(|point| point.label.clear());
        panel.remarks.push(remark);
        Ok(())
    }
}

impl Panel {
    /// Where a text about a value of some series stands: at the highest point that has it.
    fn place_of(&self, place: &str, series: &str, text: &str) -> Option<Remark> {
        let axis = if self.is_turned() { &self.y } else { &self.x };
        let value = axis.scale.value(place)?;
        let along = |point: &Point| if self.is_turned() { point.y } else { point.x };
        let named = self.series.iter().filter(|it| series.is_empty() || it.name == series);
        let points = named.clone().flat_map(|series| &series.points);
        let across = |point: &Point| if self.is_turned() { point.x } else { point.y };
        let points = points.filter(|point| (along(point) - value).abs() < 1e-9);
        let points = points.filter(|point| self.y.scale.place(point.y).is_some());
        let highest = points.max_by(|one, other| across(one).total_cmp(&across(other)));
        let text = text.to_owned();
        match highest {
            Some(point) => Some(Remark { x: self.middle(point), y: Some(point.y), text }),
            None if self.is_turned() || named.count() == 0 => None,
            None => Some(Remark { x: value, y: None, text }),
        }
    }

    /// The place from left to right of a point; of a part of a bar, its middle.
    fn middle(&self, point: &Point) -> f64 {
        if self.series.iter().all(|series| series.mark != Mark::Stacked) {
            return point.x;
        }
        let is_own = |series: &&Series| series.points.iter().any(|it| std::ptr::eq(it, point));
        let before = self.series.iter().take_while(|series| !is_own(series));
        let row =
            before.flat_map(|series| &series.points).filter(|it| (it.y - point.y).abs() < 1e-9);
        row.map(|it| it.x).sum::<f64>() + point.x / 2.0
    }
}

impl Scale {
    /// The value that is written so, if the scale has it.
    fn value(&self, text: &str) -> Option<f64> {
        if let Self::Named(names) = self {
            return Some(names.iter().position(|name| name == text)? as f64);
        }
        let value: f64 = text.parse().ok()?;
        let place = self.place(value)?;
        let (low, high) = self.ends();
        (low..=high).contains(&place).then_some(value)
    }
}
