//! The progress of a run, with a description of the result so far.

use crate::commands::caller::{ShowProgress, Stage};
use crate::commands::context::Context;
use crate::report::number::count;
use crate::run::Partial;
use crate::tally::Merge;
use std::time::Duration;

/// Description of a run for the progress display: the result so far and the fraction that is done.
pub(crate) trait Describe<T>: Sync {
    /// Describes the result so far; the text may be empty.
    fn result(&self, _: &Partial<T>) -> String {
        String::new()
    }

    /// Returns the fraction of a run that is done, if the run may end before all its planned units.
    /// Returns `None` if progress is measured in units of the plan.
    fn fraction_done(&self, _: &Partial<T>) -> Option<f64> {
        None
    }
}

impl<T: Merge, F: Fn(&T) -> String + Sync> Describe<T> for F {
    fn result(&self, partial: &Partial<T>) -> String {
        self(&partial.tally())
    }
}

/// Description of a run without any text.
pub(crate) struct NoMessage;

impl<T> Describe<T> for NoMessage {}

/// The display of a run's progress.
pub(crate) struct Progress<'a, T> {
    unit: &'static str,
    describe: &'a dyn Describe<T>,
    /// The number of units loaded from a checkpoint instead of computed.
    before: u128,
    /// The total number of units, if it differs from that of the plan.
    total: Option<u128>,
    display: Box<dyn ShowProgress + 'a>,
    context: &'a Context,
}

impl<'a, T: Merge> Progress<'a, T> {
    /// Creates a progress display in units such as `deal`; `describe` formats the result so far.
    pub(crate) fn new(
        unit: &'static str,
        describe: &'a dyn Describe<T>,
        context: &'a Context,
    ) -> Self {
        Self { unit, describe, before: 0, total: None, display: context.progress(), context }
    }

    /// Sets the number of units that were done before the start, and the total number of units.
    pub(crate) fn from(self, before: u128, units: u128) -> Self {
        self.display.begin(before, units);
        Self { before, total: Some(units), ..self }
    }

    /// Shows a warning while the progress display is hidden.
    pub(crate) fn warn(&self, text: &str) {
        self.display.suspend(&|| self.context.warning(text));
    }

    /// Shows the progress and the partial result.
    pub(crate) fn show(&self, partial: &Partial<T>) {
        self.display.show(&Stage {
            before: self.before,
            done: partial.units_done(),
            total: self.total.unwrap_or(partial.plan().units()),
            unit: self.unit,
            fraction: self.describe.fraction_done(partial),
            is_complete: partial.is_complete(),
            result: &|| self.describe.result(partial),
        });
    }

    /// Ends the progress display.
    pub(crate) fn finish(&self) {
        self.display.finish();
    }
}

/// Formats a duration, such as `about 3 hours`; `None` stands for one that is too long to
/// represent.
pub(crate) fn in_words(duration: Option<Duration>) -> String {
    const CENTURY: u64 = 100 * 365 * 86_400;
    const UNITS: [(&str, u64); 6] = [
        ("year", 365 * 86_400),
        ("week", 7 * 86_400),
        ("day", 86_400),
        ("hour", 3_600),
        ("minute", 60),
        ("second", 1),
    ];
    let Some(seconds) = duration.map(|it| it.as_secs()).filter(|&seconds| seconds < CENTURY) else {
        return "over 100 years".to_owned();
    };
    // A unit is used from one and a half on, since 1.5 is rounded to two.
    let fits = |(_, unit): &(&str, u64)| 2 * seconds >= 3 * unit;
    let (name, unit) = UNITS.into_iter().find(fits).unwrap_or(("second", 1));
    format!("about {}", count(((seconds + unit / 2) / unit).into(), name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_said_in_one_unit() {
        let words = |seconds| in_words(Some(Duration::from_secs(seconds)));
        for (seconds, expected) in [
            (0, "about 0 seconds"),
            (1, "about 1 second"),
            (89, "about 89 seconds"),
            (90, "about 2 minutes"),
            (149, "about 2 minutes"),
            (3 * 3600 + 1700, "about 3 hours"),
            (99 * 365 * 86_400, "about 99 years"),
            (100 * 365 * 86_400, "over 100 years"),
        ] {
            assert_eq!(words(seconds), expected);
        }
        assert_eq!(in_words(None), "over 100 years");
    }
}
