//! The one reader of CSVs, for `table`, `plot` and `check`.
//!
//! Its `Sheet` gives the cells of any CSV. A kind of result is
//! [recognised](recognise) by its columns, and its rows keep within `limits`; `check` reads
//! [counts](check_input) that people write.

pub mod check_input;
mod limits;
pub mod recognise;
