//! Statistics engine for the card game SET.

pub mod card;
pub mod deal;
pub mod detect;
pub mod exact;
pub mod hand;
pub mod measure;
pub mod puzzle;
pub mod report;
pub mod run;
pub mod stats;
pub mod tally;
