//! Scales: which values an axis shows, where its ticks stand and what they say.

use super::description::{Axis, Scale, Series, Unit};
use crate::report::number::{
    exact_percent, fixed, grouped, magnitude, one_in, power_of_ten, significant,
};

/// The approximate number of ticks along an axis.
const TICKS: f64 = 6.0;
/// Powers of ten have all their digits on an axis where none has more zeros.
const MOST_DIGITS: i32 = 6;

impl Axis {
    /// Values one by one from the smallest to the largest, with room for half a bar on either side.
    pub(crate) fn whole_numbers(title: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.into_iter().collect();
        let (low, high) = extent(values.iter().copied());
        let room = 0.6 * pitch(values);
        let step = step((high - low).max(1.0), 2.0 * TICKS).max(1.0);
        Self::evenly(title, Unit::Number, (low - room, high + room), step)
    }

    /// A scale from one end to the other, with a tick at each step.
    fn evenly(title: &str, unit: Unit, (low, high): (f64, f64), step: f64) -> Self {
        let scale = Scale::Linear { low, high, step, unit, reversed: false };
        Self { title: title.to_owned(), scale }
    }

    /// A scale from 0 to a little more than the largest value.
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

    /// A scale that holds all values, with a little room; 0 is always part of it.
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
        Self::shares(title, high > FAR * low, series)
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

    /// A value as people read it.
    pub(super) fn in_full(&self, value: f64) -> String {
        let unit = match self.scale {
            Scale::Linear { unit, .. } | Scale::Logarithmic { unit, .. } => unit,
            Scale::Named(_) => Unit::Number,
        };
        let sign = if value < 0.0 { "-" } else { "" };
        match unit {
            Unit::Percent => format!("{sign}{}", exact_percent(value.abs())),
            Unit::Points => format!("{sign}{}", significant(100.0 * value.abs(), 5)),
            Unit::OneIn => one_in(value).unwrap_or_else(|| "0".to_owned()),
            Unit::Number => format!("{sign}{}", number(value.abs())),
        }
    }

    /// Reverses the scale: from the largest value to the smallest.
    pub(crate) fn downward(mut self) -> Self {
        if let Scale::Linear { reversed, .. } = &mut self.scale {
            *reversed = true;
        }
        self
    }
}

impl Scale {
    /// Where a value stands, and whether it is on the scale at all: evenly spaced numbers, rising
    /// in the direction of the axis, 0 at the lower end of a logarithmic scale.
    pub(crate) fn place(&self, value: f64) -> Option<f64> {
        match self {
            Self::Linear { reversed: true, .. } => Some(-value),
            Self::Linear { .. } | Self::Named(_) => Some(value),
            Self::Logarithmic { low, .. } => {
                (value > 0.0).then(|| (libm::log10(value) - f64::from(*low)).max(0.0))
            }
        }
    }

    /// Whether a value lies below the lower end; on powers of ten its place is that end.
    pub(crate) fn is_below(&self, value: f64) -> bool {
        match self {
            Self::Logarithmic { low, .. } => value < (1.0 - 1e-9) * power_of_ten(*low),
            _ => self.place(value).is_some_and(|place| place < self.ends().0),
        }
    }

    /// The places at both ends.
    pub(crate) fn ends(&self) -> (f64, f64) {
        match self {
            Self::Linear { low, high, reversed: true, .. } => (-high, -low),
            Self::Linear { low, high, .. } => (*low, *high),
            Self::Logarithmic { low, high, .. } => (0.0, f64::from(high - low)),
            Self::Named(names) => (-0.6, names.len() as f64 - 0.4),
        }
    }

    /// The distance from one tick to the next; ticks are whole multiples of it.
    pub(crate) fn step(&self) -> f64 {
        match self {
            Self::Linear { step, .. } => *step,
            Self::Logarithmic { low, high, .. } => decades(high - low),
            Self::Named(_) => 1.0,
        }
    }

    /// The ticks from end to end, with what they say: every one of them, or every second, third,
    /// ... where a text needs more of the room than there is between two.
    pub(crate) fn ticks_for(&self, room: f64, needed: impl Fn(&str) -> f64) -> Vec<(f64, String)> {
        // Ticks are counted from that of 0, or of 10 to the power of 0, which is never left out.
        let first = if let Self::Logarithmic { low, .. } = self { f64::from(*low) } else { 0.0 };
        let ((low, high), step) = (self.ends(), self.step());
        let (start, end) = (((low + first) / step).ceil(), ((high + first) / step + 1e-9).floor());
        let tick = |number: i32| {
            let place = f64::from(number) * step - first;
            (number, place, self.tick(place))
        };
        let ticks: Vec<(i32, f64, String)> = (whole(start)..=whole(end)).map(tick).collect();
        let widest = ticks.iter().map(|(.., text)| needed(text)).fold(1.0, f64::max);
        let stride = whole((widest * (high - low) / (room * step)).ceil()).max(1);
        let kept = ticks.into_iter().filter(|(number, place, _)| {
            number % stride == 0 && (low..=high + 1e-9 * step).contains(place)
        });
        kept.map(|(_, place, text)| (place, text)).collect()
    }

    /// What the tick at a place says.
    pub(crate) fn tick(&self, place: f64) -> String {
        match self {
            Self::Linear { unit, step, reversed, .. } => {
                let value = if *reversed { -place } else { place };
                // The step tells how many decimals there are; 0 is 0, not -0.
                unit.written(if value.abs() < step / 2.0 { 0.0 } else { value }, *step)
            }
            Self::Logarithmic { low, high, unit } => {
                let digits = low.abs().max(high.abs()) <= MOST_DIGITS;
                unit.power(whole(place.round()) + low, digits)
            }
            Self::Named(names) => name(names, place).to_owned(),
        }
    }

    /// A value as data: the name where it has one.
    pub(super) fn written(&self, value: f64) -> String {
        match self {
            Self::Named(names) => name(names, value).to_owned(),
            _ => value.to_string(),
        }
    }
}

impl Unit {
    /// A value with the decimals that a step has.
    fn written(self, value: f64, step: f64) -> String {
        let decimals = |step: f64| {
            let scaled = std::iter::successors(Some(step), |scaled| Some(10.0 * scaled));
            scaled.take(12).position(|scaled| (scaled - scaled.round()).abs() < 1e-6).unwrap_or(12)
        };
        match self {
            Self::Percent => format!("{} %", fixed(100.0 * value, decimals(100.0 * step))),
            Self::Points => fixed(100.0 * value, decimals(100.0 * step)),
            Self::Number | Self::OneIn => fixed(value, decimals(step)),
        }
    }

    /// Ten to a power, with all its digits or as a power.
    fn power(self, exponent: i32, digits: bool) -> String {
        match self {
            Self::OneIn if exponent == 0 => "always".to_owned(),
            Self::OneIn if exponent < 0 => format!("1 in {}", ten_to_the(-exponent, digits)),
            _ => ten_to_the(exponent, digits),
        }
    }
}

/// A power of ten: `1,000` or `10³`; all of an axis in the same way.
fn ten_to_the(exponent: i32, digits: bool) -> String {
    const SUPERSCRIPT: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match exponent {
        0 => "1".to_owned(),
        _ if digits => significant(power_of_ten(exponent), 1),
        _ => {
            let sign = if exponent < 0 { "⁻" } else { "" };
            let power = exponent.unsigned_abs().to_string();
            let digits = power.bytes().map(|digit| SUPERSCRIPT[usize::from(digit - b'0')]);
            format!("10{sign}{}", digits.collect::<String>())
        }
    }
}

fn name(names: &[String], place: f64) -> &str {
    let place = usize::try_from(whole(place.round()));
    place.ok().and_then(|place| names.get(place)).map_or("", String::as_str)
}

/// A number with all digits that are known: beyond 2^53 not every whole number is.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
fn number(value: f64) -> String {
    const FIRST_UNKNOWN: f64 = 9_007_199_254_740_992.0;
    if value >= FIRST_UNKNOWN {
        let exponent = magnitude(value);
        let digits = significant(value / power_of_ten(exponent), 4);
        format!("{digits} × {}", ten_to_the(exponent, false))
    } else if value.fract() == 0.0 {
        grouped(value as u128)
    } else {
        significant(value, 4)
    }
}

/// All values from bottom to top, and the upper ends of intervals.
pub(super) fn heights(series: &[Series]) -> impl Iterator<Item = f64> + '_ {
    let points = series.iter().flat_map(|series| &series.points);
    points.flat_map(|point| [point.y, point.interval.map_or(point.y, |it| it.high)])
}

/// The smallest distance between two values.
pub(super) fn pitch(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let gaps = values.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > 0.0);
    let least = gaps.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 1.0 }
}

/// The smallest and the largest value; the wrong way round when there is none.
fn extent(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    let finite = values.into_iter().filter(|value| value.is_finite());
    finite.fold(start, |(low, high), value| (low.min(value), high.max(value)))
}

/// The step between ticks: 1, 2 or 5 times a power of ten, for about `ticks` ticks.
fn step(span: f64, ticks: f64) -> f64 {
    // A step that is rounded to zero would never come to an end.
    let rough = (span / ticks).max(f64::MIN_POSITIVE);
    let power = power_of_ten(magnitude(rough));
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|&step| step >= rough * 0.999).unwrap_or(10.0 * power)
}

/// Powers of ten from one tick to the next.
fn decades(span: i32) -> f64 {
    let span = f64::from(span);
    [1.0, 2.0, 3.0, 5.0, 10.0, 20.0]
        .into_iter()
        .find(|step| span <= step * (TICKS + 1.0))
        .unwrap_or(50.0)
}

#[expect(clippy::cast_possible_truncation, reason = "exponents and places are small")]
fn whole(value: f64) -> i32 {
    value as i32
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
    fn numbers_have_no_digits_that_are_not_known() {
        let axis = Axis::powers_of_ten("hands", Unit::Number, [1.0]);
        for (value, text) in [
            (1_823_288_518_168_200.0, "1,823,288,518,168,200"),
            (1.284e17, "1.284 × 10¹⁷"),
            (-3.0, "-3"),
            (0.123_456, "0.1235"),
        ] {
            assert_eq!(axis.in_full(value), text);
        }
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
        let points = Axis::around_zero("", Unit::Points, [-0.01, 0.02]).scale;
        let texts = points.ticks_for(900.0, |_| 1.0).into_iter().map(|(_, text)| text);
        assert_eq!(texts.collect::<Vec<_>>(), ["-1", "0", "1", "2"]);
    }
}
