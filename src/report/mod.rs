//! From tallies to what people and programs read.
//!
//! [`distribution`] turns a tally into plain rows and a summary; the writers take those and know
//! nothing of how they came about: [`csv`], [`json`], [`markdown`], [`table`] (for terminals) and
//! [`sentence`]. [`hands`] are single hands with their sets, [`race`] and [`ranking`] are races of
//! strategies; all tables are drawn by [`columns`]. [`games`] are whole games, [`game_summary`]
//! what they say, [`game_race`] the ways of playing them, [`mod@offline`] which decks can be
//! cleared. [`status`] tells how far partial results are. [`listing`] are caps and classes,
//! [`extremes`] the fewest and the most sets. [`known`] is what needs no computing, with [`odds`]
//! both ways, single [`question`]s and their [`answer`]s. [`mod@page`] is all of it in one HTML
//! file. [`schema`] says which tables there are and what their numbers may be. [`recognise`] tells
//! any CSV that the program has written by its columns, [`mod@digest`] shows it as a table, and
//! [`mod@chart`] draws it. [`provenance`] says where numbers come from,
//! [`number`] is how they look.

pub mod answer;
pub mod chart;
pub mod columns;
pub mod csv;
pub mod digest;
pub mod distribution;
pub mod extremes;
pub mod game_race;
pub mod game_summary;
pub mod games;
pub mod hands;
pub mod json;
pub mod known;
pub mod listing;
pub mod markdown;
mod misread;
pub mod number;
pub mod odds;
pub mod offline;
pub mod page;
pub mod provenance;
pub mod question;
pub mod race;
pub mod ranking;
pub mod recognise;
pub mod schema;
pub mod sentence;
pub mod status;
pub mod table;
pub mod verification;
