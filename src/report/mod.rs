//! Turns tallies into text, tables, charts, CSV and JSON.
//!
//! Each [`kind::Kind`] of result has a file in [`rows`], with the row type that is both written and
//! read, its table and, if it can be drawn, its chart. [`kinds`] lists all kinds; [`read`]
//! recognises a CSV by its columns, and [`show`] draws a table or chart of it. A [`result::Report`]
//! holds a result for all output formats. The writers, [`csv`] and [`columns`] for text tables, do
//! not depend on how rows were computed. [`number`] formats numbers, [`estimate`] probabilities
//! with their intervals. [`sentence`] summarizes a distribution, [`known`] holds exact
//! distributions, [`question`] answers single questions, and [`faq`] lists frequent ones. [`chart`]
//! draws pictures, `column_chart` charts of any columns, [`mod@print`] puzzle sheets.
//! [`provenance`] records how a result was computed.

pub mod cell;
pub mod chart;
mod column;
mod column_chart;
pub mod columns;
pub mod csv;
pub mod date;
pub mod escape;
pub mod estimate;
pub mod faq;
pub mod field;
pub(crate) mod groups;
pub mod kind;
pub mod kinds;
pub mod known;
pub mod number;
pub mod print;
pub mod provenance;
pub mod question;
pub mod read;
pub mod result;
pub mod rows;
pub mod sentence;
mod sheet;
pub mod show;
pub mod spent;

pub use read::{check_input, recognise};
pub use rows::race::ranking;
pub use rows::{
    answer, caps, checks, classes, distribution, extremes, games, hands, near_sets, next, puzzles,
    race,
};
