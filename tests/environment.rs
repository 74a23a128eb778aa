//! Programs started by tests are independent of the environment of the tests.

use std::ffi::OsStr;
use std::process::Command;

/// The variables that a started program inherits: all others might change its output.
const INHERITED: [&str; 5] = ["LLVM_PROFILE_FILE", "PATH", "SystemRoot", "TEMP", "TMPDIR"];

/// Returns a program as a command without any other environment variables.
pub(crate) fn program(program: impl AsRef<OsStr>) -> Command {
    let inherited = INHERITED.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    let mut command = Command::new(program);
    command.env_clear().envs(inherited);
    command
}
