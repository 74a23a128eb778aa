//! The commands: each a file with its options and what it does with them. This one lists them.

#[macro_use]
pub(crate) mod failure;

mod answer;
#[cfg(not(target_family = "wasm"))]
mod caps;
#[cfg(not(target_family = "wasm"))]
mod check;
#[cfg(not(target_family = "wasm"))]
mod classes;
pub(crate) mod context;
mod count;
mod deal;
mod distributions;
#[cfg(not(target_family = "wasm"))]
mod enumerate;
#[cfg(not(target_family = "wasm"))]
mod extremes;
mod find;
mod hands;
pub(crate) mod input;
pub(crate) mod long_run;
mod next;
mod odds;
mod options;
#[cfg(not(target_family = "wasm"))]
mod play;
pub(crate) mod progress;
pub(crate) mod provenance;
mod puzzle;
pub(crate) mod run;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod search;
mod simulate;

#[cfg(feature = "cli")]
mod bench;
#[cfg(feature = "cli")]
mod completions;
#[cfg(feature = "cli")]
mod jobscript;
#[cfg(feature = "cli")]
mod line;
#[cfg(feature = "cli")]
mod man;
#[cfg(feature = "cli")]
mod merge;
#[cfg(feature = "cli")]
mod pages;
#[cfg(feature = "cli")]
mod plot;
#[cfg(feature = "cli")]
mod table;

pub use answer::*;
#[cfg(feature = "cli")]
pub use line::main;
pub use simulate::SimulatedBlocks;
