//! `setodds`: statistics of the card game SET on the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    setodds::cli::main()
}
