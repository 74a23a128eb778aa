//! Axes: which values they show.

use super::description::{Axis, Scale, Series, Unit};
use super::scale::{TICKS, decades, extent, heights, pitch, step, whole};

impl Axis {
    /// Values one by one from the smallest to the largest, with room for half a bar on either side.
    pub(crate) fn whole_numbers(title: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.into_iter().collect();
        let (low, high) = extent(values.iter().copied());
        let room = 0.6 * pitch(values);
        let step = step((high - low).max(1.0), 2.0 * TICKS).max(1.0);
        Self::evenly(title, Unit::Number, (low - room, high + room), step)
    }

    /// From one end to the other, with a tick at each step.
    fn evenly(title: &str, unit: Unit, (low, high): (f64, f64), step: f64) -> Self {
        let scale = Scale::Linear { low, high, step, unit, reversed: false };
        Self { title: title.to_owned(), scale }
    }

    /// From 0 to a little more than the largest value.
    pub(crate) fn from_zero(
        title: &str,
        unit: Unit,
        values: impl IntoIterator<Item = f64>,
    ) -> Self {
        let (_, high) = extent(values);
        let high = if high > 0.0 { high } else { 1.0 };
        // Room for a number above the highest bar.
        Self::evenly(title, unit, (0.0, high * 1.07), step(high, TICKS))
    }

    /// From nothing to all.
    pub(crate) fn whole(title: &str) -> Self {
        Self::evenly(title, Unit::Percent, (0.0, 1.0), 0.2)
    }

    /// No more than the values take, with a little room.
    pub(crate) fn close(title: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = extent(values);
        let room = 0.08 * if high > low { high - low } else { 1.0 };
        let (low, high) = (low - room, high + room);
        Self::evenly(title, Unit::Number, (low, high), step(high - low, TICKS))
    }

    /// An axis that holds the values and 0, with a little room.
    pub(crate) fn around_zero(
        title: &str,
        unit: Unit,
        values: impl IntoIterator<Item = f64>,
    ) -> Self {
        let (low, high) = extent(values.into_iter().chain([0.0]));
        let room = 0.08 * if high > low { high - low } else { 1.0 };
        let (low, high) = (low - room, high + room);
        Self::evenly(title, unit, (low, high), step(high - low, TICKS))
    }

    /// Powers of ten around the values that are above 0; all else has no place on it.
    pub(crate) fn powers_of_ten(
        title: &str,
        unit: Unit,
        values: impl IntoIterator<Item = f64>,
    ) -> Self {
        let (low, high) = extent(values.into_iter().filter(|&value| value > 0.0));
        let (low, high) = if low <= high { (low, high) } else { (0.1, 1.0) };
        // A hair of tolerance: 1e-3 may be a bit more or less than ten to the power of -3.
        let low = whole((libm::log10(low) + 1e-9).floor());
        let high = whole((libm::log10(high) - 1e-9).ceil()).max(low + 1);
        // Ticks are whole steps from the lower end; so that one of them is 1, the end is, too.
        let step = whole(decades(high - low));
        let low = low.div_euclid(step) * step;
        Self { title: title.to_owned(), scale: Scale::Logarithmic { low, high, unit } }
    }

    /// Shares: evenly as percentages, or by powers of ten as odds.
    pub(crate) fn shares(title: &str, log: bool, series: &[Series]) -> Self {
        if log {
            Self::powers_of_ten(title, Unit::OneIn, heights(series))
        } else {
            Self::from_zero(title, Unit::Percent, heights(series))
        }
    }

    /// Shares that lie far apart by powers of ten, others evenly.
    pub(crate) fn odds(title: &str, series: &[Series]) -> Self {
        const FAR: f64 = 30.0;
        let (low, high) = extent(heights(series).filter(|&share| share > 0.0));
        // So small that percentages would be zeros.
        const SMALL: f64 = 1e-4;
        Self::shares(title, high > FAR * low || high < SMALL, series)
    }

    /// Whole numbers from left to right.
    pub(crate) fn across(title: &str, series: &[Series]) -> Self {
        let points = series.iter().flat_map(|series| &series.points);
        Self::whole_numbers(title, points.map(|point| point.x))
    }

    /// Names in order.
    pub(crate) fn names<N: Into<String>>(title: &str, names: impl IntoIterator<Item = N>) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        Self { title: title.to_owned(), scale: Scale::Named(names) }
    }

    /// The axis from the largest value to the smallest.
    pub(crate) fn downward(mut self) -> Self {
        if let Scale::Linear { reversed, .. } = &mut self.scale {
            *reversed = true;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers() {
        let axis = Axis::from_zero("share", Unit::Percent, [0.1, 0.2734]);
        assert_eq!((axis.scale.step(), axis.scale.tick(0.1)), (0.05, "10 %".to_owned()));
        let axis = Axis::from_zero("share", Unit::Percent, [0.0123]);
        assert_eq!(axis.scale.tick(0.01), "1.0 %");
        let axis = Axis::whole_numbers("cards", (3..=21).map(f64::from));
        assert_eq!((axis.scale.step(), axis.scale.ends()), (2.0, (2.4, 21.6)));
        assert_eq!(axis.clone().downward().scale.ends(), (-21.6, -2.4));
        assert_eq!(axis.downward().scale.tick(-14.0), "14");
        assert!(Axis::from_zero("share", Unit::Percent, [5e-324]).scale.step() > 0.0);
    }

    #[test]
    fn powers_of_ten_enclose_the_values() {
        for (values, low, high) in [
            (vec![0.001, 0.5], -3, 0),
            (vec![0.0, 2e-13, 1.0], -14, 0),
            (vec![5.0], 0, 1),
            (vec![], -1, 0),
        ] {
            let Scale::Logarithmic { low: least, high: most, .. } =
                Axis::powers_of_ten("", Unit::OneIn, values).scale
            else {
                panic!("a logarithmic axis")
            };
            assert_eq!((least, most), (low, high));
        }
        let axis = Axis::powers_of_ten("", Unit::OneIn, [1e-13, 1.0]);
        assert_eq!(axis.scale.place(0.0), None);
        assert_eq!(axis.scale.place(1e-20), Some(0.0));
        assert!((axis.scale.place(1e-3).unwrap() - 11.0).abs() < 1e-9);
    }

    #[test]
    fn powers_of_an_axis_are_written_in_one_way() {
        let ticks = |unit, values: [f64; 2]| -> Vec<String> {
            let axis = Axis::powers_of_ten("", unit, values);
            axis.scale.ticks_for(1000.0, |_| 10.0).into_iter().map(|(_, text)| text).collect()
        };
        assert_eq!(
            ticks(Unit::OneIn, [1e-3, 1.0]),
            ["1 in 1,000", "1 in 100", "1 in 10", "always"]
        );
        let rare = ticks(Unit::OneIn, [1e-13, 1.0]);
        assert_eq!((&*rare[0], rare.last().unwrap().as_str()), ("1 in 10¹⁴", "always"));
        assert_eq!(ticks(Unit::Number, [1.0, 5e8])[..3], ["1", "10²", "10⁴"]);
        assert_eq!(ticks(Unit::Number, [0.05, 5.0]), ["0.01", "0.1", "1", "10"]);
    }

    #[test]
    fn there_are_as_many_ticks_as_there_is_room_for() {
        let scale = Axis::whole_numbers("cards", (3..=21).map(f64::from)).scale;
        let ticks = |room: f64| scale.ticks_for(room, |_| 30.0);
        assert_eq!((ticks(900.0).len(), ticks(150.0).len()), (9, 5));
        assert!(ticks(1.0).len() <= 1);
        let around = Axis::around_zero("", Unit::Number, [-1.0, 2.0]).scale;
        let texts = around.ticks_for(900.0, |_| 1.0).into_iter().map(|(_, text)| text);
        assert_eq!(texts.collect::<Vec<_>>(), ["−1", "0", "1", "2"]);
    }
}
