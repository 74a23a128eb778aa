//! Progress on stderr: a bar on a terminal, a line every few seconds elsewhere, and none with
//! `--quiet`, unless `--progress` decides.

use crate::cli::message::{Severity, say};
use crate::cli::terminal::{TerminalArgs, When};
use crate::commands::caller::{ShowProgress, Stage};
use crate::report::number::{count, grouped, rate};
use crate::stats::to_float;
use console::{Term, truncate_str};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{fmt, thread};

/// Interval between progress lines without a progress bar.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Interval between progress lines with `--progress always`.
const LINE_EVERY_ALWAYS: Duration = Duration::from_secs(2);

const TEMPLATE: &str = "{percent:>3} % {wide_bar} {left}\n{msg}";

/// Template of a progress bar without a known remaining time.
const FRACTION_TEMPLATE: &str = "{percent:>3} % {wide_bar}\n{msg}";

/// Progress display: a bar, which may be hidden, or lines.
pub(crate) struct Display {
    started: Instant,
    bar: ProgressBar,
    lines: Option<ProgressLines>,
}

/// Progress lines that are printed at intervals instead of a bar.
struct ProgressLines {
    last: Mutex<Instant>,
    every: Duration,
    /// Whether a progress line is also printed at the end of the run.
    to_the_end: bool,
}

impl Display {
    /// Chooses the progress display by `--progress`, `--quiet`, and whether stderr is a terminal.
    pub(crate) fn new(terminal: TerminalArgs) -> Self {
        let (bar, lines) = match (terminal.progress, io::stderr().is_terminal()) {
            (When::Never, _) => (ProgressBar::hidden(), None),
            (When::Auto, _) if terminal.quiet => (ProgressBar::hidden(), None),
            (_, true) => (bar(), None),
            (When::Auto, false) => (ProgressBar::hidden(), Some((LINE_EVERY, false))),
            (When::Always, false) => (ProgressBar::hidden(), Some((LINE_EVERY_ALWAYS, true))),
        };
        let last = Mutex::new(Instant::now());
        let lines = lines.map(|(every, to_the_end)| ProgressLines { last, every, to_the_end });
        Self { started: Instant::now(), bar, lines }
    }

    /// Formats the progress, such as `37,000,000 of 100,000,000 deals, 17.0 million/s`, followed by
    /// the result so far.
    fn state(&self, stage: &Stage<'_>, separator: &str) -> String {
        let Stage { before, done, total, unit, fraction, .. } = *stage;
        let state = match fraction {
            Some(_) => count(done, unit),
            None => format!("{} of {}", grouped(done), count(total, unit)),
        };
        let own = to_float(done.saturating_sub(before));
        let rate = rate(own / self.started.elapsed().as_secs_f64().max(1e-9));
        let parts = [format!("{state}, {rate}"), (stage.result)()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(separator)
    }
}

impl ShowProgress for Display {
    fn begin(&self, done: u128, total: u128) {
        self.bar.set_length(u64::try_from(total).unwrap_or(u64::MAX));
        self.bar.set_position(u64::try_from(done).unwrap_or(u64::MAX));
        self.bar.reset_eta();
    }

    fn show(&self, stage: &Stage<'_>) {
        let Self { bar, lines, .. } = self;
        if let Some(ProgressLines { last, every, to_the_end }) = lines {
            let Ok(mut last) = last.lock() else { return };
            let is_due = last.elapsed() >= *every && !stage.is_complete;
            if is_due || (*to_the_end && stage.is_complete) {
                *last = Instant::now();
                say(Severity::Note, &self.state(stage, "; "));
            }
        } else if !bar.is_hidden() {
            if let Some(fraction) = stage.fraction {
                bar.set_style(style(FRACTION_TEMPLATE));
                bar.set_length(1000);
                bar.set_position(thousandths(fraction));
            } else {
                bar.set_length(u64::try_from(stage.total).unwrap_or(u64::MAX));
                bar.set_position(u64::try_from(stage.done).unwrap_or(u64::MAX));
            }
            bar.set_message(fitting(&self.state(stage, "\n")));
        }
    }

    /// Shows the name of a step of the computation. Without a terminal it is printed on a line of
    /// its own, and only with `--progress always`.
    fn begin_step(&self, what: &str) {
        self.bar.reset();
        self.bar.set_message(fitting(what));
        if self.lines.as_ref().is_some_and(|lines| lines.to_the_end) {
            say(Severity::Note, &what);
        }
    }

    fn show_step(&self, done: usize, all: usize) {
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
    }

    fn suspend(&self, say: &dyn Fn()) {
        self.bar.suspend(say);
    }

    /// Removes the progress bar.
    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Truncates lines to the width of the terminal, since a wrapped line would garble the progress
/// bar.
fn fitting(text: &str) -> String {
    let columns = Term::stderr().size_checked().map_or(80, |(_, columns)| usize::from(columns));
    let lines = text.lines().map(|line| truncate_str(line, columns.saturating_sub(1), "…"));
    lines.collect::<Vec<_>>().join("\n")
}

fn style(template: &str) -> ProgressStyle {
    let left = |state: &ProgressState, to: &mut dyn fmt::Write| {
        let estimate = if state.pos() > 0 { Some(state.eta()) } else { None };
        // The bar has no way to report a failed write.
        let _ = to.write_str(&time_left(state.elapsed(), estimate));
    };
    let style = ProgressStyle::with_template(template).expect("a valid template");
    let style = style.with_key("left", left);
    style.progress_chars("█▉▊▋▌▍▎▏ ")
}

/// Formats the remaining time, such as `8m left`; empty while the run is too young for an estimate.
fn time_left(elapsed: Duration, estimate: Option<Duration>) -> String {
    const YOUNG: Duration = Duration::from_secs(2);
    let estimate = estimate.filter(|_| elapsed >= YOUNG);
    estimate.map_or_else(String::new, |left| format!("{:#} left", HumanDuration(left)))
}

/// Returns a fraction in thousandths, rounded down.
fn thousandths(fraction: f64) -> u64 {
    (1..=1000_u32).filter(|&part| f64::from(part) <= 1000.0 * fraction).count() as u64
}

fn bar() -> ProgressBar {
    // A length of 0 would be shown as 100 %.
    let bar = ProgressBar::no_length().with_style(style(TEMPLATE));
    // indicatif panics if it cannot start a thread; without one, the bar moves only when it is
    // updated.
    let can_start = thread::Builder::new().spawn(|| {}).is_ok_and(|thread| thread.join().is_ok());
    if can_start {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let result = &|| -> String { unreachable!("nobody sees it") };
        let mut quiet = TerminalArgs::default();
        quiet.quiet = true;
        let (unit, fraction, is_complete) = ("deal", None, false);
        let stage = Stage { before: 0, done: 3, total: 10, unit, fraction, is_complete, result };
        Display::new(quiet).show(&stage);
    }
}
