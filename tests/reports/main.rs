//! The committed reports, the README and the structure of the sources.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cap_reports;
mod classes;
mod gallery;
mod game_reports;
mod imports;
mod intervals;
mod notebooks;
mod readme;
mod simulated;
mod structure;
