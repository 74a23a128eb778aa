//! `setodds help data` and `setodds help questions`: longer pages of documentation.

use crate::cli::command::CommandArgs;
use crate::cli::output::write_to_stdout;
use crate::commands::context::Context;
use crate::commands::failure::Failure;
use crate::report::faq::entries;
use crate::report::kinds::dictionary;
use crate::report::result::Report;
use clap::{Args, Command};

/// Describe every column of every table.
#[derive(Args, Debug)]
#[command(hide = true)]
pub(crate) struct DataArgs {}

impl CommandArgs for DataArgs {
    fn run(&self, _: &mut Context) -> Result<Report, Failure> {
        write_to_stdout(dictionary().as_bytes())?;
        Ok(Report::default())
    }
}

/// Questions that people ask, each with the command that answers it.
#[derive(Args, Debug)]
#[command(hide = true)]
pub(crate) struct QuestionsArgs {}

impl CommandArgs for QuestionsArgs {
    fn run(&self, _: &mut Context) -> Result<Report, Failure> {
        write_to_stdout(questions().as_bytes())?;
        Ok(Report::default())
    }
}

/// Returns the command line with the texts of both pages, which are made only when clap needs them.
pub(crate) fn with_pages(line: Command) -> Command {
    // Replaces what is deferred for examples, which these pages do not have.
    line.mut_subcommand("data", |page| page.defer(|page| page.long_about(dictionary())))
        .mut_subcommand("questions", |page| page.defer(|page| page.long_about(questions())))
}

/// Formats the common questions, each with its command and answer.
fn questions() -> String {
    let parts = entries().map(|entry| {
        let answer = entry.answer.join("\n  ");
        format!("{}\n  $ {}\n  {answer}\n", entry.question, entry.command)
    });
    let preface = "`...` marks omitted lines. Files are in the repository.\n\n";
    preface.to_owned() + &parts.collect::<Vec<_>>().join("\n")
}
