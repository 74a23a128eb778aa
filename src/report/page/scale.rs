//! The vertical axis of a chart: where a value stands, and which lines to draw.
//!
//! `scale.js` does the same in the page; the browser test compares what both draw.

use crate::report::number::{grouped, significant};

/// The height of a chart in pixels.
pub(super) const HEIGHT: f64 = 240.0;

/// The range of values that a chart shows, from the bottom to the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scale {
    /// From zero, with so many steps of a size.
    Linear { step: f64, steps: i32 },
    /// Powers of ten, from an exponent to an exponent.
    Powers { from: i32, to: i32, of: Unit },
}

/// What the powers of ten are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unit {
    /// Probabilities, which are shown as odds.
    Odds,
    /// Counts.
    Count,
}

#[expect(clippy::cast_possible_truncation, reason = "exponents and numbers of steps are small")]
fn whole(value: f64) -> i32 {
    value as i32
}

/// The smallest of 1, 2, 5, 10, 20, 50, ... (or parts of ten of these) that is at least the value.
fn nice(value: f64) -> f64 {
    let power = 10_f64.powi(whole(value.log10().floor()));
    let found = [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|&it| it >= value);
    found.unwrap_or(10.0 * power)
}

impl Scale {
    /// A scale from 0 to at least the largest value.
    pub(super) fn linear(largest: f64) -> Self {
        let step = nice(largest.max(1e-9) / 4.0);
        Self::Linear { step, steps: whole((largest / step).ceil()).max(1) }
    }

    /// A scale of powers of ten around all values that are not zero.
    pub(super) fn powers(values: impl Iterator<Item = f64> + Clone, of: Unit) -> Self {
        let values = values.filter(|&value| value > 0.0);
        let from = values.clone().fold(f64::INFINITY, f64::min).log10().floor();
        let to = values.fold(0.0, f64::max).log10().ceil();
        if from.is_finite() && to.is_finite() {
            Self::Powers { from: whole(from), to: whole(to).max(whole(from) + 1), of }
        } else {
            Self::Powers { from: -1, to: 0, of }
        }
    }

    /// How far below the top a value stands, in pixels.
    pub(super) fn place(self, value: f64) -> f64 {
        let share = match self {
            Self::Linear { step, steps } => value / (step * f64::from(steps)),
            Self::Powers { .. } if value <= 0.0 => 0.0,
            Self::Powers { from, to, .. } => {
                (value.log10() - f64::from(from)) / f64::from(to - from)
            }
        };
        HEIGHT * (1.0 - share.clamp(0.0, 1.0))
    }

    /// The values with a line, and what stands beside it.
    pub(super) fn ticks(self) -> Vec<(f64, String)> {
        match self {
            Self::Linear { step, steps } => {
                let tick = |place| f64::from(place) * step;
                (0..=steps).map(|place| (tick(place), percent(tick(place)))).collect()
            }
            Self::Powers { from, to, of } => {
                let stride = usize::try_from((to - from + 5) / 6).unwrap_or(1).max(1);
                let tick = |exponent: i32| (10_f64.powi(exponent), power(exponent, of));
                (from..=to).rev().step_by(stride).map(tick).collect()
            }
        }
    }
}

/// `5 %`
fn percent(value: f64) -> String {
    let digits = significant(100.0 * value, 2);
    let digits = if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        &digits
    };
    format!("{digits} %")
}

/// `1 in 100`, `10⁶`
fn power(exponent: i32, of: Unit) -> String {
    const DIGITS: [&str; 10] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];
    let small = |digit: char| DIGITS[digit.to_digit(10).map_or(0, |it| it as usize)];
    let number = match exponent.unsigned_abs() {
        short @ 0..=3 => grouped(10_u128.pow(short)),
        long => format!("10{}", long.to_string().chars().map(small).collect::<String>()),
    };
    match of {
        Unit::Odds => format!("1 in {number}"),
        Unit::Count => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_scales_end_at_a_round_number_above_all() {
        for (largest, step, steps) in
            [(0.2726, 0.1, 3), (0.5, 0.2, 3), (1.0, 0.5, 2), (0.04, 0.01, 4)]
        {
            let scale = Scale::linear(largest);
            let Scale::Linear { step: found, steps: many } = scale else { panic!() };
            assert!((found - step).abs() < 1e-12 && many == steps, "{largest}: {scale:?}");
            assert!(scale.place(largest) >= 0.0 && scale.place(0.0) >= HEIGHT);
        }
        let labels: Vec<String> = Scale::linear(0.27).ticks().into_iter().map(|it| it.1).collect();
        assert_eq!(labels, ["0 %", "10 %", "20 %", "30 %"]);
    }

    #[test]
    fn powers_hold_all_values() {
        let scale = Scale::powers([0.0, 4.3e-8, 0.27].into_iter(), Unit::Odds);
        assert_eq!(scale, Scale::Powers { from: -8, to: 0, of: Unit::Odds });
        assert!((scale.place(1e-4) - HEIGHT / 2.0).abs() < 1e-9);
        assert!((scale.place(0.0) - HEIGHT).abs() < 1e-9);
        let labels: Vec<String> = scale.ticks().into_iter().map(|it| it.1).collect();
        assert_eq!(labels, ["1 in 1", "1 in 100", "1 in 10⁴", "1 in 10⁶", "1 in 10⁸"]);
        let counts = Scale::powers([1.0, 4.2e12].into_iter(), Unit::Count).ticks();
        assert_eq!(counts[0].1, "10¹³");
    }
}
