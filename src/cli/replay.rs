//! `setodds play --replay`: the games of a log, table by table.

use super::failure::{Failure, OrFail};
use super::interrupt::on_ctrl_c;
use super::message;
use super::output::Output;
use super::provenance::{answer, without};
use super::source_files::{read_text, unreadable};
use crate::game::{Replayer, Rules};
use crate::report::document::Report;
use crate::report::games::log::{LogError, ReplayedLog, replay_log};
use crate::report::games::replay::summary;
use std::path::Path;

/// Replays the games of a log, and delivers what they were.
pub(super) fn run(path: &Path, rules: Rules, output: Output) -> Result<(), Failure> {
    let replayer = Replayer::new(rules).or_usage()?;
    let (name, text) = read_text(path)?;
    let ReplayedLog { rows, summary: read } =
        replay_log(&text, &replayer).map_err(|error| refused(name, &error))?;
    message::note(format_args!("read {read}"));
    let mut made = answer(None, Some(read));
    made.details.without = without(rules.pack());
    let said = summary(&rows);
    // Not before: reading from a terminal ends with the first Ctrl-C.
    let stop = on_ctrl_c()?;
    output.until(&stop).deliver(&Report::new("Replayed games", &made, "replay", rows).saying(said))
}

/// The error of a log with its name.
fn refused(name: String, error: &LogError) -> Failure {
    match error {
        LogError::Line(..) => usage_error!("{name}, {error}"),
        LogError::Cards(error) => unreadable(&[name], error),
        LogError::Empty => usage_error!(
            "{name} holds no game; give a log with lines that begin with deck, set and deal"
        ),
    }
}
