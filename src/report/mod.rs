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
//! with the feature `plots`, `chart` draws it. [`provenance`] says where numbers come from,
//! [`number`] is how they look.

#[cfg(feature = "plots")]
pub mod chart;
pub mod columns;
pub mod csv;
pub mod datasets;
pub mod json;
pub mod known;
pub mod markdown;
pub mod number;
pub mod odds;
pub mod page;
pub mod provenance;
pub mod question;
pub mod sentence;
pub mod status;

pub use datasets::{
    answer, caps, classes, distribution, extremes, game_race, games, hands, offline, race, ranking,
    recognise, verification,
};
