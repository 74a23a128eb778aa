//! Tests that `cargo test` does not run: cluster schedulers, terminals, signals and kills, failing
//! system calls, many games, and a program that uses the library. `cargo test --test slow` runs
//! them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[cfg(unix)]
#[path = "../child.rs"]
mod child;
#[cfg(unix)]
mod cluster;
#[cfg(unix)]
#[path = "../command.rs"]
mod command;
#[cfg(target_os = "linux")]
mod failing;
mod games;
#[cfg(unix)]
mod kept;
#[cfg(unix)]
mod killed;
mod library;
#[cfg(unix)]
mod process;
#[path = "../published/mod.rs"]
mod published;
#[cfg(unix)]
mod terminal;
