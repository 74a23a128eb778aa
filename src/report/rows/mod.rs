//! The kinds of results: a file each, with its rows, how they become a table and, if it can be
//! drawn, a chart. A row is written and read by the same type.

pub mod answer;
pub mod caps;
pub mod checks;
pub mod classes;
pub mod distribution;
pub mod extremes;
pub mod games;
pub mod hands;
pub mod near_sets;
pub mod next;
pub mod puzzles;
pub mod race;
pub mod ultrasets;
