//! Kinds of results, one file each, with their rows, their tables and, if they can be drawn, their
//! charts. Each row type is used for both writing and reading.

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
