//! Statistics engine for the card game SET: how often does a hand hold no set, how many sets are
//! there to find? Simulated by the hundred million on all cores, or counted over all hands.
//!
//! All that computes is the package [`setodds_engine`]; its front page says what each of its
//! modules is, and most of them have the same names here. This package adds [`cards`] (cards and
//! hands as text), [`report`] (rows, tables, sentences, charts), and the command line.
//!
//! ```
//! use setodds::card::Deck;
//! use setodds::measure::{Key, Measure};
//! use setodds::report::distribution::{Distribution, Origin};
//! use setodds::report::sentence;
//! use setodds::stats::Confidence;
//! use setodds::Simulation;
//!
//! let result = Simulation::new(12).deals(100_000).seed(1).run()?;
//! println!("{:.4}", result.no_set().value());
//!
//! let (deck, key, origin) = (Deck::GAME, Key::sets(12), Origin::Sampled(Confidence::default()));
//! let tally = result.tally(Measure::Sets).expect("sets are always tallied");
//! let summary = Distribution { pack: deck.into(), key, tally, origin }.summary();
//! assert!(sentence::all(&summary).starts_with("12 cards hold no set in 3."));
//! # Ok::<(), setodds::SimulationError>(())
//! ```
//!
//! Without optimisation it takes about a thousand times as long. A program that uses the library
//! needs these lines in its own `Cargo.toml`, so that its debug builds are fast, too:
//!
//! ```toml
//! [profile.dev.package.setodds-engine]
//! opt-level = 3
//! ```
//!
//! SET is a registered trademark of its owner; this project is not affiliated with it.

#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

pub use setodds_engine::{Simulated, Simulation, SimulationError, Tallied};
pub use setodds_engine::{
    bench, cap, card, check, combinations, deal, detect, exact, extreme, game, hand, measure, name,
    next, pack, puzzle, random, run, stats, stopping, symmetry, tally,
};

#[doc(hidden)]
pub mod cards;
#[doc(hidden)]
#[macro_use]
// The program needs more of the commands than other callers do.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
pub mod commands;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod report;

/// The example of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
