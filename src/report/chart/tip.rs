//! The tips of single points.

use super::description::{Axis, Panel, Point, Series};

impl Panel {
    /// The tip of a point: `simulated, 3 sets in the hand: 27.258 %, 1 in 3.669`.
    pub(crate) fn tip(&self, series: &Series, point: &Point) -> String {
        let (place, value) = if self.is_turned() {
            (self.y.scale.written(point.y), self.x.in_full(point.x))
        } else {
            (self.x.counted(point.x), self.y.in_full(point.y))
        };
        let comma = if series.name.is_empty() { "" } else { ", " };
        format!("{}{comma}{place}: {value}", series.name)
    }
}

impl Axis {
    /// A value with what it counts: `3 sets in the hand`, `1 set in the hand`.
    fn counted(&self, value: f64) -> String {
        let (number, title) = (self.scale.written(value), &self.title);
        let (noun, rest) = title.split_at(title.find(' ').unwrap_or(title.len()));
        match noun.strip_suffix('s').filter(|_| number == "1") {
            Some(one) => format!("{number} {one}{rest}"),
            None => format!("{number} {title}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_several_is_told_as_one() {
        let axis = |title| Axis::whole_numbers(title, [0.0, 12.0]);
        assert_eq!(axis("sets in the hand").counted(1.0), "1 set in the hand");
        assert_eq!(axis("sets in the hand").counted(12.0), "12 sets in the hand");
        assert_eq!(axis("cards").counted(1.0), "1 card");
    }
}
