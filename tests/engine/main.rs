//! The engine as a whole: methods against one another, against definitions and published values.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod exact;
mod exact_tables;
mod games;
mod measures;
mod saved;
mod stopping;
