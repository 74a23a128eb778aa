//! Scales: where values and ticks stand, and what the ticks say.

use super::description::{Scale, Series, Unit};
use crate::report::number::{fixed, magnitude, power_of_ten, ten_to_the};

/// The sign of negative numbers.
const MINUS: &str = "−";
/// The approximate number of ticks along an axis.
pub(crate) const TICKS: f64 = 6.0;
/// Powers of ten have all their digits on an axis where none has more zeros.
const MAX_DIGITS: i32 = 6;

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
                // The step tells how many decimals there are; 0 is 0, not -0 or 0.0.
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
    /// A value with the decimals that a step has.
    fn written(self, value: f64, step: f64) -> String {
        let decimals = |step: f64| {
            let scaled = std::iter::successors(Some(step), |scaled| Some(10.0 * scaled));
            scaled.take(12).position(|scaled| (scaled - scaled.round()).abs() < 1e-6).unwrap_or(12)
        };
        match self {
            Self::Percent => format!("{} %", fixed(100.0 * value, decimals(100.0 * step))),
            Self::Number | Self::OneIn => fixed(value, decimals(step)),
        }
        .replace('-', MINUS)
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

fn name(names: &[String], place: f64) -> &str {
    let place = usize::try_from(whole(place.round()));
    place.ok().and_then(|place| names.get(place)).map_or("", String::as_str)
}

/// All values from bottom to top, and the upper ends of intervals.
pub(crate) fn heights(series: &[Series]) -> impl Iterator<Item = f64> + '_ {
    let points = series.iter().flat_map(|series| &series.points);
    points.flat_map(|point| [point.y, point.interval.map_or(point.y, |it| it.high)])
}

/// The smallest distance between two values.
pub(crate) fn pitch(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let gaps = values.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > 0.0);
    let least = gaps.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 1.0 }
}

/// The smallest and the largest value; the wrong way round when there is none.
pub(crate) fn extent(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    let finite = values.into_iter().filter(|value| value.is_finite());
    finite.fold(start, |(low, high), value| (low.min(value), high.max(value)))
}

/// The step between ticks: 1, 2 or 5 times a power of ten, for about `ticks` ticks.
pub(crate) fn step(span: f64, ticks: f64) -> f64 {
    // A step that is rounded to zero would never come to an end.
    let rough = (span / ticks).max(f64::MIN_POSITIVE);
    let power = power_of_ten(magnitude(rough));
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|&step| step >= rough * 0.999).unwrap_or(10.0 * power)
}

/// Powers of ten from one tick to the next.
pub(crate) fn decades(span: i32) -> f64 {
    let span = f64::from(span);
    [1.0, 2.0, 3.0, 5.0, 10.0, 20.0]
        .into_iter()
        .find(|step| span <= step * (TICKS + 1.0))
        .unwrap_or(50.0)
}

#[expect(clippy::cast_possible_truncation, reason = "exponents and places are small")]
pub(crate) fn whole(value: f64) -> i32 {
    value as i32
}
