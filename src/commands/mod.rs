//! The commands of the program as functions from options to a [`Report`].
//!
//! Options have the names of the command line, with `_` for `-`; `setodds COMMAND --help` describes
//! them. All have defaults. They are given as any map that serde can serialize, such as a
//! `serde_json` object or a struct of your own. `cards` is a number, a list, or a text such as
//! `"3-5"`; hands are texts.
//!
//! ```
//! use serde_json::json;
//!
//! let report = setodds::commands::odds(json!({ "cards": 12, "sets": 0 }))?;
//! let mut csv = Vec::new();
//! report.write_csv(None, &mut csv)?;
//! assert!(String::from_utf8(csv)?.contains("2284535476080,70724320184700,0.0323019"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Each command is a file with its options and its computation.

#[macro_use]
pub(crate) mod failure;

mod answer;
pub(crate) mod caller;
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
pub(crate) mod words;

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

#[doc(inline)]
pub use crate::report::result::Report;
pub use answer::*;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub use line::main;
pub use simulate::SimulatedBlocks;
