//! Progress: a bar on a terminal, a line every few seconds elsewhere, nothing with `--quiet`; or
//! what `--progress` chooses.

use crate::cli::call::Done;
use crate::cli::context::Context;
use crate::cli::terminal::When;
use crate::report::number::{count, grouped, rate};
use crate::run::Partial;
use crate::stats::to_float;
use crate::tally::Merge;
use console::{Term, truncate_str};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{fmt, thread};

/// The interval between lines, where no bar can be drawn.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// The interval between lines with `--progress always`.
const LINE_EVERY_ALWAYS: Duration = Duration::from_secs(2);

const TEMPLATE: &str = "{percent:>3} % {wide_bar} {left}\n{msg}";

/// The template of a bar where the time left is not known.
const FRACTION_TEMPLATE: &str = "{percent:>3} % {wide_bar}\n{msg}";

/// Says what a result so far is and how far the run is.
pub(crate) trait Describe<T>: Sync {
    /// The result so far, in words; may be empty.
    fn result(&self, _: &Partial<T>) -> String {
        String::new()
    }

    /// Returns the fraction that is done of a run that may end before its plan, or `None` if the
    /// bar shows the fraction of the plan.
    fn fraction_done(&self, _: &Partial<T>) -> Option<f64> {
        None
    }
}

impl<T: Merge, F: Fn(&T) -> String + Sync> Describe<T> for F {
    fn result(&self, partial: &Partial<T>) -> String {
        self(&partial.tally())
    }
}

/// Says nothing about the result so far.
pub(crate) struct NoMessage;

impl<T> Describe<T> for NoMessage {}

/// Shows the progress of a run.
pub(crate) struct Progress<'a, T> {
    unit: &'static str,
    describe: &'a dyn Describe<T>,
    started: Instant,
    /// The units that were loaded, not computed here.
    before: u128,
    /// The number of units in all, where that is not the number of the plan.
    total: Option<u128>,
    display: Display,
    context: &'a Context,
}

/// How progress is shown: as a bar, which may be hidden, or as lines; or to the caller.
struct Display {
    bar: ProgressBar,
    lines: Option<ProgressLines>,
    done: Option<Done>,
}

/// Progress as lines at intervals.
struct ProgressLines {
    last: Mutex<Instant>,
    every: Duration,
    /// Whether there is a line at the end, too.
    to_the_end: bool,
}

impl Display {
    /// Chooses the display by `--progress`, `--quiet`, and whether stderr is a terminal.
    fn new(context: &Context) -> Self {
        let done = context.call.as_ref().map(|call| call.done.clone());
        let (bar, lines) = match (context.terminal.progress, io::stderr().is_terminal()) {
            _ if done.is_some() => (ProgressBar::hidden(), None),
            (When::Never, _) => (ProgressBar::hidden(), None),
            (When::Auto, _) if context.terminal.quiet => (ProgressBar::hidden(), None),
            (_, true) => (bar(), None),
            (When::Auto, false) => (ProgressBar::hidden(), Some((LINE_EVERY, false))),
            (When::Always, false) => (ProgressBar::hidden(), Some((LINE_EVERY_ALWAYS, true))),
        };
        let last = Mutex::new(Instant::now());
        let lines = lines.map(|(every, to_the_end)| ProgressLines { last, every, to_the_end });
        Self { bar, lines, done }
    }
}

impl<'a, T: Merge> Progress<'a, T> {
    /// Progress in units, such as `deal`; `describe` says what the result so far is.
    pub(crate) fn new(
        unit: &'static str,
        describe: &'a dyn Describe<T>,
        context: &'a Context,
    ) -> Self {
        let (started, display) = (Instant::now(), Display::new(context));
        Self { unit, describe, started, before: 0, total: None, display, context }
    }

    /// Sets the units that are done before the start, and those in all.
    pub(crate) fn from(self, before: u128, units: u128) -> Self {
        self.display.bar.set_length(u64::try_from(units).unwrap_or(u64::MAX));
        self.display.bar.set_position(u64::try_from(before).unwrap_or(u64::MAX));
        self.display.bar.reset_eta();
        Self { before, total: Some(units), ..self }
    }

    /// Warns at once, above the bar.
    pub(crate) fn warn(&self, text: impl fmt::Display) {
        self.display.bar.suspend(|| self.context.warning(text));
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.display.bar.finish_and_clear();
    }

    /// Shows the partial result.
    pub(crate) fn show(&self, partial: &Partial<T>) {
        let Display { bar, lines, done } = &self.display;
        if let Some(done) = done {
            let part = || to_float(partial.units_done()) / to_float(self.units(partial).max(1));
            done.set(self.describe.fraction_done(partial).unwrap_or_else(part));
        } else if let Some(ProgressLines { last, every, to_the_end }) = lines {
            let Ok(mut last) = last.lock() else { return };
            let is_due = last.elapsed() >= *every && !partial.is_complete();
            if is_due || (*to_the_end && partial.is_complete()) {
                *last = Instant::now();
                self.context.always(self.state(partial, "; "));
            }
        } else if !bar.is_hidden() {
            if let Some(fraction) = self.describe.fraction_done(partial) {
                bar.set_style(style(FRACTION_TEMPLATE));
                bar.set_length(1000);
                bar.set_position(thousandths(fraction));
            } else {
                let all = self.units(partial);
                bar.set_length(u64::try_from(all).unwrap_or(u64::MAX));
                bar.set_position(u64::try_from(partial.units_done()).unwrap_or(u64::MAX));
            }
            bar.set_message(fitting(&self.state(partial, "\n")));
        }
    }

    /// The number of units in all.
    fn units(&self, partial: &Partial<T>) -> u128 {
        self.total.unwrap_or(partial.plan().units())
    }

    /// Returns text such as `37,000,000 of 100,000,000 deals, 17.0 million/s`, and what the result
    /// so far is.
    fn state(&self, partial: &Partial<T>, separator: &str) -> String {
        let done = partial.units_done();
        let state = match self.describe.fraction_done(partial) {
            Some(_) => count(done, self.unit),
            None => format!("{} of {}", grouped(done), count(self.units(partial), self.unit)),
        };
        let own = to_float(done.saturating_sub(self.before));
        let rate = rate(own / self.started.elapsed().as_secs_f64().max(1e-9));
        let parts = [format!("{state}, {rate}"), self.describe.result(partial)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(separator)
    }
}

/// The text with its lines truncated to the width of the terminal, since a wrapped line would
/// garble the bar.
fn fitting(text: &str) -> String {
    let columns = Term::stderr().size_checked().map_or(80, |(_, columns)| usize::from(columns));
    let lines = text.lines().map(|line| truncate_str(line, columns.saturating_sub(1), "…"));
    lines.collect::<Vec<_>>().join("\n")
}

fn style(template: &str) -> ProgressStyle {
    let left = |state: &ProgressState, to: &mut dyn fmt::Write| {
        let estimate = if state.pos() > 0 { Some(state.eta()) } else { None };
        // A bar has nowhere to report that a line was not written.
        let _ = to.write_str(&time_left(state.elapsed(), estimate));
    };
    let style = ProgressStyle::with_template(template).expect("a valid template");
    let style = style.with_key("left", left);
    style.progress_chars("█▉▊▋▌▍▎▏ ")
}

/// Returns text such as `8m left`; nothing while the run is too young for an estimate.
fn time_left(elapsed: Duration, estimate: Option<Duration>) -> String {
    const YOUNG: Duration = Duration::from_secs(2);
    let estimate = estimate.filter(|_| elapsed >= YOUNG);
    estimate.map_or_else(String::new, |left| format!("{:#} left", HumanDuration(left)))
}

/// A fraction in thousandths, rounded down.
fn thousandths(fraction: f64) -> u64 {
    (1..=1000_u32).filter(|&part| f64::from(part) <= 1000.0 * fraction).count() as u64
}

fn bar() -> ProgressBar {
    // A length of 0 would be shown as done.
    let bar = ProgressBar::no_length().with_style(style(TEMPLATE));
    // The bar would panic where no further thread can be started; then it only moves when it is
    // told.
    let can_start = thread::Builder::new().spawn(|| {}).is_ok_and(|thread| thread.join().is_ok());
    if can_start {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

/// Shows how many steps are done: a bar on a terminal, and elsewhere nothing, or with `--progress
/// always` a line at the start of each step.
pub(crate) struct Steps<'a>(Display, &'a Context);

impl<'a> Steps<'a> {
    pub(crate) fn new(context: &'a Context) -> Self {
        Self(Display::new(context), context)
    }

    /// Begins a step.
    pub(crate) fn begin(&self, what: &str) {
        self.0.bar.reset();
        self.0.bar.set_message(fitting(what));
        if self.0.lines.as_ref().is_some_and(|lines| lines.to_the_end) {
            self.1.always(what);
        }
    }

    pub(crate) fn show(&self, done: usize, all: usize) {
        self.0.bar.set_length(all as u64);
        self.0.bar.set_position(done as u64);
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.0.bar.finish_and_clear();
    }
}

/// A duration in words: `about 3 hours`.
pub(crate) fn in_words(duration: Option<Duration>) -> String {
    const CENTURY: Duration = Duration::from_secs(100 * 365 * 86_400);
    match duration {
        Some(duration) if duration < CENTURY => format!("about {}", HumanDuration(duration)),
        _ => "over 100 years".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Job, Plan};
    use crate::tally::Tally;

    #[test]
    fn young_runs_have_no_estimate_of_the_time_left() {
        let hours = Duration::from_secs(8 * 3600);
        for (elapsed, estimate, text) in
            [(1_999, Some(hours), ""), (2_000, None, ""), (2_000, Some(hours), "8h left")]
        {
            assert_eq!(time_left(Duration::from_millis(elapsed), estimate), text);
        }
    }

    #[test]
    fn nothing_is_described_where_nothing_is_shown() {
        let describe = |_: &Tally| -> String { unreachable!("nobody sees it") };
        let display = Display { bar: ProgressBar::hidden(), lines: None, done: None };
        let context = Context::of_test(clap::Command::new("setodds"));
        let progress = Progress { display, ..Progress::new("deal", &describe, &context) };
        let progress = progress.from(0, 10);
        progress.show(&Partial::new(Plan::new(Job::new("count"), 10, 1)));
        progress.finish();
    }

    #[test]
    fn durations_beyond_a_century_are_not_told_in_years() {
        let words = |years: u64| in_words(Some(Duration::from_secs(years * 365 * 86_400)));
        assert_eq!((words(99), words(100)), ("about 99 years".into(), "over 100 years".into()));
        assert_eq!(in_words(None), "over 100 years");
    }
}
