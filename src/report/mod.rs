//! From tallies to what people and programs read.
//!
//! [`datasets`] lists the kinds of results; each kind is described once there: its rows, which one
//! type writes and reads, how they become a table, and by which columns its CSV is known. The
//! writers know nothing of how rows came about: [`csv`], [`json`], [`markdown`], and [`columns`],
//! which draws all tables. [`sentence`] says what a distribution says, [`known`] what needs no
//! computing, with [`mod@odds`] both ways, and answers to single [`question`]s. [`status`] tells
//! how far partial results are. [`mod@chart`] draws any CSV; [`mod@page`] is all of it in one HTML
//! file. [`provenance`] says where numbers come from, [`number`] is how they look.

pub mod chart;
mod column;
pub mod columns;
pub mod csv;
pub mod datasets;
#[doc(hidden)]
pub mod escape;
mod groups;
pub mod json;
pub mod known;
pub mod markdown;
pub mod number;
pub mod odds;
pub mod page;
pub mod provenance;
pub mod question;
pub mod sentence;
pub mod share;
pub mod status;

pub use datasets::{
    answer, caps, classes, distribution, extremes, game_race, games, hands, joint, measure_race,
    moments, next, offline, puzzles, race, ranking, recognise, verification,
};
