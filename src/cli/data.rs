//! `setodds help data`: the data dictionary.

use super::failure::Failure;
use super::output::write_to_stdout;
use crate::report::read::dictionary;
use clap::Args;

/// Describe every column of every table.
#[derive(Args, Debug)]
#[command(hide = true, long_about = dictionary())]
pub(crate) struct DataArgs {}

impl DataArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        write_to_stdout(dictionary().as_bytes())
    }
}
