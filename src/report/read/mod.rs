//! Reads CSV files for `table`, `plot` and `check`.
//!
//! A `Sheet` yields the cells of any CSV. A kind of result is [recognised](recognise) by its
//! columns, and its rows must stay within `limits`; `check` reads [counts](check_input) written by
//! users.

pub mod check_input;
mod limits;
pub mod recognise;
