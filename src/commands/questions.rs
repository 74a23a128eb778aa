//! `setodds help questions`: what people ask, and the commands that answer.

use crate::cli::failure::Failure;
use crate::cli::output::write_to_stdout;
use crate::report::faq::entries;
use clap::Args;

/// Questions that people ask, each with the command that answers it.
#[derive(Args, Debug)]
#[command(hide = true, long_about = text())]
pub(crate) struct QuestionsArgs {}

impl QuestionsArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        write_to_stdout(text().as_bytes())
    }
}

/// Each question, the command below it, and the answer.
fn text() -> String {
    let parts = entries().map(|entry| {
        let answer = entry.answer.join("\n  ");
        format!("{}\n  $ {}\n  {answer}\n", entry.question, entry.command)
    });
    parts.collect::<Vec<_>>().join("\n")
}
