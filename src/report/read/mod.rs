//! The one reader of CSVs, for `table`, `plot` and `check`.

pub mod check_input;
mod dictionary;
mod limits;
pub mod recognise;

pub use dictionary::dictionary;
