//! Chart axes: the range of values, the positions of values and ticks, and the tick labels.

use crate::report::number::{fixed, magnitude, power_of_ten, ten_to_the};

/// Minus sign of tick labels.
const MINUS: &str = "−";
/// Approximate number of ticks along an axis.
const TICKS: f64 = 6.0;
/// Largest absolute exponent at which the powers of ten on an axis are written in digits; if an
/// exponent is larger, all of them are written as powers.
const MAX_DIGITS: i32 = 6;

/// Axis of a chart with its title and scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The quantity on the axis, with its unit.
    pub title: String,
    pub scale: Scale,
}

/// Mapping from values to positions on an axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// Linear scale between two values.
    Linear {
        /// The smallest value shown on the axis.
        low: f64,
        /// The largest value shown on the axis.
        high: f64,
        /// The distance between ticks, as a difference of values.
        step: f64,
        /// The unit of the tick labels.
        unit: Unit,
        /// Whether the axis runs from the largest to the smallest value.
        reversed: bool,
    },
    /// Logarithmic scale from one power of ten to another.
    Logarithmic {
        /// The exponent of ten at the lower end.
        low: i32,
        /// The exponent of ten at the upper end.
        high: i32,
        /// The unit of the tick labels.
        unit: Unit,
    },
    /// Equally spaced categories: the first is at position 0, the second at 1.
    Named(Vec<String>),
}

/// Unit of the tick labels of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Plain numbers.
    Number,
    /// Proportions in percent.
    Percent,
    /// Proportions as odds, such as 1 in 1,000.
    OneIn,
}

impl Axis {
    /// Creates a linear axis of whole numbers from the smallest to the largest value, with room for
    /// half a bar at both ends.
    pub(crate) fn whole_numbers(title: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.into_iter().collect();
        let (low, high) = extent(values.iter().copied());
        let room = 0.6 * pitch(values);
        let step = step((high - low).max(1.0), 2.0 * TICKS).max(1.0);
        Self::linear(title, Unit::Number, (low - room, high + room), step)
    }

    /// Creates a linear axis with a tick at each multiple of `step`, from `low` to `high`.
    fn linear(title: &str, unit: Unit, (low, high): (f64, f64), step: f64) -> Self {
        let scale = Scale::Linear { low, high, step, unit, reversed: false };
        Self { title: title.to_owned(), scale }
    }

    /// Creates a linear axis from 0 to slightly above the largest of some values.
    pub(crate) fn from_zero(
        title: &str,
        unit: Unit,
        values: impl IntoIterator<Item = f64>,
    ) -> Self {
        let (_, high) = extent(values);
        let high = if high > 0.0 { high } else { 1.0 };
        // Leave room for a label above the highest bar.
        Self::linear(title, unit, (0.0, high * 1.07), step(high, TICKS))
    }

    /// Creates a linear axis from 0 to 100 percent.
    pub(crate) fn whole(title: &str) -> Self {
        Self::linear(title, Unit::Percent, (0.0, 1.0), 0.2)
    }

    /// Creates a linear axis from slightly below the smallest of some values to slightly above the
    /// largest.
    pub(crate) fn close(title: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = extent(values);
        let room = 0.08 * if high > low { high - low } else { 1.0 };
        let (low, high) = (low - room, high + room);
        Self::linear(title, Unit::Number, (low, high), step(high - low, TICKS))
    }

    /// Creates a linear axis that includes 0 and all given values, with a small margin.
    pub(crate) fn around_zero(title: &str, values: impl IntoIterator<Item = f64>) -> Self {
        Self::close(title, values.into_iter().chain([0.0]))
    }

    /// Creates a logarithmic axis that covers all positive values; other values have no position on
    /// the axis.
    pub(crate) fn powers_of_ten(
        title: &str,
        unit: Unit,
        values: impl IntoIterator<Item = f64>,
    ) -> Self {
        let (low, high) = extent(values.into_iter().filter(|&value| value > 0.0));
        let (low, high) = if low <= high { (low, high) } else { (0.1, 1.0) };
        // The tolerance allows for rounding: the logarithm of 1e-3 may be slightly above or below
        // -3.
        let low = whole((libm::log10(low) + 1e-9).floor());
        let high = whole((libm::log10(high) - 1e-9).ceil()).max(low + 1);
        // Ticks are at whole multiples of the step from the lower end. If the lower end is a
        // multiple of the step, 1 gets a tick.
        let step = whole(decades(high - low));
        let low = low.div_euclid(step) * step;
        Self { title: title.to_owned(), scale: Scale::Logarithmic { low, high, unit } }
    }

    /// Creates an axis of category names in the given order.
    pub(crate) fn names<N: Into<String>>(title: &str, names: impl IntoIterator<Item = N>) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        Self { title: title.to_owned(), scale: Scale::Named(names) }
    }

    /// Reverses a linear axis, so that it runs from the largest value to the smallest.
    pub(crate) fn reversed(mut self) -> Self {
        if let Scale::Linear { reversed, .. } = &mut self.scale {
            *reversed = true;
        }
        self
    }
}

impl Scale {
    /// Returns the position of a value on the scale, which increases in the direction of the axis;
    /// on a logarithmic scale, 0 is the lower end. Returns `None` if the value has no position,
    /// such as 0 on a logarithmic scale.
    pub(super) fn place(&self, value: f64) -> Option<f64> {
        match self {
            Self::Linear { reversed: true, .. } => Some(-value),
            Self::Linear { .. } | Self::Named(_) => Some(value),
            Self::Logarithmic { low, .. } => {
                (value > 0.0).then(|| (libm::log10(value) - f64::from(*low)).max(0.0))
            }
        }
    }

    /// Returns whether a value is below the lower end of the scale; a logarithmic scale moves such
    /// values to its lower end.
    pub(super) fn is_below(&self, value: f64) -> bool {
        match self {
            Self::Logarithmic { low, .. } => value < (1.0 - 1e-9) * power_of_ten(*low),
            _ => self.place(value).is_some_and(|place| place < self.ends().0),
        }
    }

    /// Returns the positions of both ends of the scale.
    pub(super) fn ends(&self) -> (f64, f64) {
        match self {
            Self::Linear { low, high, reversed: true, .. } => (-high, -low),
            Self::Linear { low, high, .. } => (*low, *high),
            Self::Logarithmic { low, high, .. } => (0.0, f64::from(high - low)),
            Self::Named(names) => (-0.6, names.len() as f64 - 0.4),
        }
    }

    /// Returns the distance between the ticks of a scale; ticks are at multiples of this distance.
    fn step(&self) -> f64 {
        match self {
            Self::Linear { step, .. } => *step,
            Self::Logarithmic { low, high, .. } => decades(high - low),
            Self::Named(_) => 1.0,
        }
    }

    /// Returns the positions and labels of the ticks of an axis that is `room` pixels long. If the
    /// labels, whose sizes `needed` returns, do not fit, only one in every two, three or more ticks
    /// is kept.
    pub(super) fn ticks_for(&self, room: f64, needed: impl Fn(&str) -> f64) -> Vec<(f64, String)> {
        // Ticks are counted from 0, or from 10^0 on a logarithmic scale, so that this tick is
        // always kept.
        let first = if let Self::Logarithmic { low, .. } = self { f64::from(*low) } else { 0.0 };
        let ((low, high), step) = (self.ends(), self.step());
        let (start, end) = (((low + first) / step).ceil(), ((high + first) / step + 1e-9).floor());
        let tick = |number: i32| {
            let number = start + f64::from(number);
            let place = number * step - first;
            (number, place, self.tick(place))
        };
        let ticks: Vec<(f64, f64, String)> = (0..=whole(end - start)).map(tick).collect();
        let widest = ticks.iter().map(|(.., text)| needed(text)).fold(1.0, f64::max);
        let stride = (widest * (high - low) / (room * step)).ceil().max(1.0);
        let kept = ticks.into_iter().filter(|(number, place, _)| {
            number % stride == 0.0 && (low..=high + 1e-9 * step).contains(place)
        });
        kept.map(|(_, place, text)| (place, text)).collect()
    }

    /// Returns the label of the tick at a position on the scale.
    fn tick(&self, place: f64) -> String {
        match self {
            Self::Linear { unit, step, reversed, .. } => {
                let value = if *reversed { -place } else { place };
                // The step determines the number of decimals; 0 is written without a sign or
                // decimals.
                if value.abs() < step / 2.0 {
                    unit.written(0.0, 1.0)
                } else {
                    unit.written(value, *step)
                }
            }
            Self::Logarithmic { low, high, unit } => {
                let digits = low.abs().max(high.abs()) <= MAX_DIGITS;
                unit.power(whole(place.round()) + low, digits)
            }
            Self::Named(names) => name(names, place).to_owned(),
        }
    }
}

impl Unit {
    /// Formats the value of a tick with as many decimals as the distance between ticks has.
    fn written(self, value: f64, step: f64) -> String {
        const MAX_DECIMALS: usize = 12;
        let decimals = |step: f64| {
            let scaled = std::iter::successors(Some(step), |scaled| Some(10.0 * scaled));
            let is_whole = |scaled: f64| scaled > 0.5 && (scaled - scaled.round()).abs() < 1e-6;
            scaled.take(MAX_DECIMALS).position(is_whole).unwrap_or(MAX_DECIMALS)
        };
        match self {
            Self::Percent => format!("{} %", fixed(100.0 * value, decimals(100.0 * step))),
            Self::Number | Self::OneIn => fixed(value, decimals(step)),
        }
        .replace('-', MINUS)
    }

    /// Formats a power of ten as a tick label, in digits or as a power.
    fn power(self, exponent: i32, digits: bool) -> String {
        match self {
            Self::OneIn if exponent == 0 => "always".to_owned(),
            Self::OneIn if exponent < 0 => format!("1 in {}", ten_to_the(-exponent, digits)),
            _ => ten_to_the(exponent, digits),
        }
    }
}

fn name(names: &[String], place: f64) -> &str {
    let place = usize::try_from(whole(place.round()));
    place.ok().and_then(|place| names.get(place)).map_or("", String::as_str)
}

/// Returns the smallest distance between two different values, or 1 if all values are equal.
pub(super) fn pitch(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let gaps = values.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > 0.0);
    let least = gaps.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 1.0 }
}

/// Returns the smallest and the largest finite value, or infinity and negative infinity if no value
/// is finite.
pub(super) fn extent(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    let finite = values.into_iter().filter(|value| value.is_finite());
    finite.fold(start, |(low, high), value| (low.min(value), high.max(value)))
}

/// Returns the distance between ticks: 1, 2 or 5 times a power of ten, for about `ticks` ticks.
fn step(span: f64, ticks: f64) -> f64 {
    // Steps of zero would never reach the other end.
    let rough = (span / ticks).max(f64::MIN_POSITIVE);
    let power = power_of_ten(magnitude(rough));
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|&step| step >= rough * 0.999).unwrap_or(10.0 * power)
}

/// Returns the number of powers of ten between ticks of a logarithmic axis.
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
        assert_eq!(axis.clone().reversed().scale.ends(), (-21.6, -2.4));
        assert_eq!(axis.reversed().scale.tick(-14.0), "14");
        assert!(Axis::from_zero("share", Unit::Percent, [5e-324]).scale.step() > 0.0);
    }

    #[test]
    fn ticks_of_small_and_large_values_tell_them_apart() {
        let texts = |axis: Axis| -> Vec<String> {
            axis.scale.ticks_for(1e3, |_| 1.0).into_iter().map(|(_, text)| text).collect()
        };
        assert_eq!(texts(Axis::from_zero("y", Unit::Number, [3e-7]))[..2], ["0", "0.00000005"]);
        let large = texts(Axis::whole_numbers("x", [5e9, 5e9 + 10.0, 5e9 + 20.0]));
        assert!(large.contains(&"5,000,000,010".to_owned()), "{large:?}");
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
        let around = Axis::around_zero("", [-1.0, 2.0]).scale;
        let texts = around.ticks_for(900.0, |_| 1.0).into_iter().map(|(_, text)| text);
        assert_eq!(texts.collect::<Vec<_>>(), ["−1", "0", "1", "2"]);
    }
}
