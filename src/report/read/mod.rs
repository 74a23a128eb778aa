//! Reads CSVs: a kind of result is known by its columns, and every row is checked before anything
//! is made of it.

pub mod check_input;
mod dictionary;
mod heading;
pub mod recognise;
mod schema;
mod totals;

pub use dictionary::dictionary;
