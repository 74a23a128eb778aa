//! How often do 12 cards of the game SET hold no set?
//!
//! ```
//! fn main() -> Result<(), setodds::SimulationError> {
//!     let result = setodds::Simulation::new(12).deals(1_000_000).seed(5).run()?;
//!     println!("no set in {:.2} % of deals", 100.0 * result.no_set().value());
//! #   assert_eq!(format!("{:.2}", 100.0 * result.no_set().value()), "3.23");
//!     Ok(())
//! }
//! ```
//!
//! It prints `no set in 3.23 % of deals`; [`known`] has the exact probability. In whole games it is
//! larger, because sets have been taken from the table:
//!
//! ```
//! use setodds::{Confidence, Games, Rules};
//!
//! let played = Games::new(Rules::default()).games(10_000).seed(1).run()?;
//! let interval = played.interval(12, Confidence::default()).expect("games begin with 12 cards");
//! assert!(0.05 < interval.low && interval.high < 0.07);
//! # Ok::<(), setodds::SimulationError>(())
//! ```
//!
//! A [`Simulation`] tallies other [`Measure`]s, or a [`Statistic`] of your own; a [`Hand`] is read
//! from text and lists its sets. Decks have 2 to 6 features. A result depends on its [`Seed`], and
//! not on the number of threads.
//!
//! Without optimisation all this takes about a thousand times as long. A program that uses the
//! library needs these lines in its own `Cargo.toml`, so that its debug builds are fast:
//!
//! ```toml
//! [profile.dev.package.setodds-engine]
//! opt-level = 3
//! ```
//!
//! A library needs neither the command line nor charts as PNG: `default-features = false` leaves
//! out their dependencies, and has every name on this page.
//!
//! SET is a registered trademark of its owner; this project is not affiliated with it.

#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]
// The WebAssembly module leaves out the long computations.
#![cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]

#[doc(hidden)]
pub mod cards;
#[macro_use]
// Only the command line uses all of the commands.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
pub mod commands;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod games;
#[doc(hidden)]
pub mod report;
mod simulation;

pub use cards::{Hand, HandError};
pub use games::{Games, PlayedGames};
#[doc(inline)]
pub use setodds_engine::card::{Card, CardError, Deck, DeckError};
#[doc(inline)]
pub use setodds_engine::deal::Seed;
#[doc(inline)]
pub use setodds_engine::detect::{Detector, Strategy};
#[doc(inline)]
pub use setodds_engine::exact::known;
#[doc(inline)]
pub use setodds_engine::game::{Arrival, GamesError, Layout, Policy, Rules, WhenStuck};
#[doc(inline)]
pub use setodds_engine::measure::{Key, Measure, Measures};
#[doc(inline)]
pub use setodds_engine::name::{Invalid, UnknownName};
#[doc(inline)]
pub use setodds_engine::pack::{Pack, PackError};
#[doc(inline)]
pub use setodds_engine::stats::{
    Confidence, Ratio,
    proportion::{Interval, interval},
};
#[doc(inline)]
pub use setodds_engine::tally::Tally;
pub use simulation::{Simulated, Simulation, SimulationError, Statistic, Tallied};

// Modules of the engine under the names that this crate uses.
use setodds_engine::{
    bench, cap, card, check, combinations, deal, detect, exact, extreme, game, hand, measure, next,
    pack, puzzle, random, run, stats, stopping, symmetry, tally,
};

/// Compiles the Rust example of the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
