//! Progress: a bar on a terminal, a line now and then elsewhere, nothing when quiet.

use console::{Term, truncate_str};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use setodds::report::number::{grouped, significant};
use setodds::run::{Observer, Partial};
use setodds::stats::to_float;
use setodds::tally::Monoid;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often a line is written where no bar can be drawn.
const LINE_EVERY: Duration = Duration::from_secs(10);

const TEMPLATE: &str = "{percent:>3} % {wide_bar} {eta} left\n{msg}";

/// Says what a result so far is and how long the run will be.
pub(crate) trait Describe<T>: Sync {
    /// The result so far, in words; may be empty.
    fn result(&self, partial: &Partial<T>) -> String;

    /// About how many units there will be, where that is not what the plan has.
    fn expected_units(&self, _: &Partial<T>) -> Option<u128> {
        None
    }
}

impl<T: Monoid, F: Fn(&T) -> String + Sync> Describe<T> for F {
    fn result(&self, partial: &Partial<T>) -> String {
        self(&partial.tally())
    }
}

/// Shows how far a run is.
pub(crate) struct Progress<D> {
    unit: &'static str,
    describe: D,
    started: Instant,
    /// The units that were there before.
    before: u128,
    /// The units that there will be, where these are not those of the plan.
    share: Option<u128>,
    display: Display,
}

enum Display {
    Bar(ProgressBar),
    Lines(Mutex<Instant>),
    Nothing,
}

impl<D> Progress<D> {
    /// Progress in `unit`s; `describe` says what the result so far is.
    pub(crate) fn new(unit: &'static str, quiet: bool, describe: D) -> Self {
        let started = Instant::now();
        let display = if quiet {
            Display::Nothing
        } else if io::stderr().is_terminal() {
            Display::Bar(bar())
        } else {
            Display::Lines(Mutex::new(started))
        };
        Self { unit, describe, started, before: 0, share: None, display }
    }

    /// The same from so many units on, up to so many.
    pub(crate) fn from(self, before: u128, units: u128) -> Self {
        if let Display::Bar(bar) = &self.display {
            bar.set_length(u64::try_from(units).unwrap_or(u64::MAX));
            bar.set_position(u64::try_from(before).unwrap_or(u64::MAX));
            bar.reset_eta();
        }
        Self { before, share: Some(units), ..self }
    }

    /// Says something at once, above the bar.
    pub(crate) fn warn(&self, text: &str) {
        let say = || {
            let _ = writeln!(io::stderr(), "{text}");
        };
        match &self.display {
            Display::Bar(bar) => bar.suspend(say),
            Display::Lines(_) | Display::Nothing => say(),
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        if let Display::Bar(bar) = &self.display {
            bar.finish_and_clear();
        }
    }

    /// `37,000,000 of 100,000,000 deals, 17.0 million/s`, and what the result so far is.
    fn state<T: Monoid>(&self, partial: &Partial<T>, separator: &str) -> String
    where
        D: Describe<T>,
    {
        let done = partial.units_done();
        let all = match self.describe.expected_units(partial) {
            Some(units) => format!("about {}", significant(to_float(units), 3)),
            None => grouped(self.share.unwrap_or(partial.plan().units())),
        };
        let own = to_float(done.saturating_sub(self.before));
        let rate = own / self.started.elapsed().as_secs_f64().max(1e-9);
        let rate = if rate >= 1e6 {
            format!("{} million", significant(rate / 1e6, 3))
        } else {
            significant(rate, 3)
        };
        let state = format!("{} of {all} {}, {rate}/s", grouped(done), self.unit);
        let parts = [state, self.describe.result(partial)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(separator)
    }
}

/// Lines that the terminal need not break, which would confuse the bar.
fn fitting(text: &str) -> String {
    let columns = Term::stderr().size_checked().map_or(80, |(_, columns)| usize::from(columns));
    let lines = text.lines().map(|line| truncate_str(line, columns.saturating_sub(1), "…"));
    lines.collect::<Vec<_>>().join("\n")
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template(TEMPLATE).expect("a valid template");
    let bar = ProgressBar::new(0).with_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

impl<T: Monoid, D: Describe<T>> Observer<T> for Progress<D> {
    fn observe(&self, partial: &Partial<T>) {
        match &self.display {
            Display::Bar(bar) => {
                let all = self.share.unwrap_or(partial.plan().units());
                let all = self.describe.expected_units(partial).unwrap_or(all);
                bar.set_length(u64::try_from(all).unwrap_or(u64::MAX));
                bar.set_position(u64::try_from(partial.units_done()).unwrap_or(u64::MAX));
                bar.set_message(fitting(&self.state(partial, "\n")));
            }
            Display::Lines(last) => {
                let Ok(mut last) = last.lock() else { return };
                if last.elapsed() >= LINE_EVERY && !partial.is_complete() {
                    *last = Instant::now();
                    let _ = writeln!(io::stderr(), "{}", self.state(partial, "; "));
                }
            }
            Display::Nothing => {}
        }
    }
}

/// Shows how many steps are done: a bar on a terminal, nothing elsewhere.
pub(crate) struct Steps {
    bar: Option<ProgressBar>,
}

impl Steps {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { bar: (!quiet && io::stderr().is_terminal()).then(bar) }
    }

    /// Begins with something new.
    pub(crate) fn begin(&self, what: &str) {
        if let Some(bar) = &self.bar {
            bar.reset();
            bar.set_message(fitting(what));
        }
    }

    pub(crate) fn show(&self, done: usize, all: usize) {
        if let Some(bar) = &self.bar {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
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
