//! `setodds help data`: the data dictionary.

use crate::cli::failure::Failure;
use crate::cli::output::write_to_stdout;
use crate::report::kinds::dictionary;
use clap::Args;

/// Describe every column of every table.
#[derive(Args, Debug)]
#[command(hide = true, long_about = dictionary())]
pub(crate) struct DataArgs {}

impl DataArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        write_to_stdout(dictionary().as_bytes())
    }
}
