//! `setodds`: statistics of the card game SET on the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(setodds::commands::main(&std::env::args_os().skip(1).collect::<Vec<_>>()))
}
