//! Turns tallies into what people and programs read.
//!
//! A [`kind::Kind`] of result is a file of [`rows`]: its rows, which one type writes and reads, how
//! they become a table and, if it can be drawn, a chart. [`kinds`] lists them; [`read`] knows a CSV
//! by its columns, and [`show`] makes a table or a picture of it. A [`result::Report`] is a
//! result in all its forms; the writers know nothing of how rows came about: [`csv`], and
//! [`columns`], which draws all tables. [`number`] turns numbers into words, [`estimate`] is a probability with
//! its interval. [`sentence`] sums up a distribution, [`known`] is what needs no computing, and
//! answers to single [`question`]s; [`faq`] is what people ask. [`chart`] makes pictures,
//! `column_chart` those of any columns, [`mod@print`] puzzles on sheets of paper. [`provenance`]
//! says where numbers come from.

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
