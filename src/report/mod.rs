//! Turns tallies into what people and programs read.
//!
//! A [`kind::Kind`] of result is a file of [`rows`]: its rows, which one type writes and reads, how
//! they become a table and, if it can be drawn, a chart. [`kinds`] lists them; [`read`] knows a CSV
//! by its columns, and [`show`] makes a table or a picture of it. A [`result::Report`] is a
//! result in all its forms; the writers know nothing of how rows came about: [`csv`], and
//! [`columns`], which draws all tables. [`sentence`] says what a distribution says, [`known`] what
//! needs no computing, in exact [`fraction`]s, with [`mod@odds`] both ways, and answers to single
//! [`question`]s; [`faq`] is what people ask. [`chart`] makes pictures, [`mod@print`] puzzles on
//! sheets of paper. [`provenance`] says where numbers come from, [`number`] is how they look.

pub mod cell;
pub mod chart;
mod column;
pub mod columns;
pub mod csv;
pub mod escape;
pub mod faq;
pub mod field;
pub mod fraction;
pub(crate) mod groups;
pub mod kind;
pub mod kinds;
pub mod known;
pub mod number;
pub mod odds;
pub mod print;
pub mod provenance;
pub mod question;
pub mod read;
pub mod result;
pub mod rows;
pub mod sentence;
pub mod share;
mod sheet;
pub mod show;
pub mod spent;

pub use read::{check_input, recognise};
pub use rows::race::ranking;
pub use rows::{
    answer, caps, checks, classes, distribution, extremes, games, hands, near_sets, next, puzzles,
    race,
};
