//! Statistics engine for the card game SET: how often does a hand hold no set, how many sets are
//! there to find? Simulated by the hundred million on all cores, or counted over all hands.
//!
//! All that computes is the package [`setodds_engine`]; its front page says what each of its
//! modules is, and all of them have the same names here. This package adds [`report`] (rows,
//! tables, sentences, charts, the page), which stands above them, and the command line.
//!
//! ```
//! use setodds::card::Deck;
//! use setodds::deal::{Seed, Simulation};
//! use setodds::detect::Strategy;
//! use setodds::measure::{Key, Measurer, Measures};
//! use setodds::report::distribution::{Distribution, Origin};
//! use setodds::report::sentence;
//! use setodds::run::{Threads, execute};
//! use setodds::stats::Confidence;
//!
//! let (deck, cards, deals) = (Deck::GAME, "12".parse()?, 100_000);
//! let measurer = Measurer::new(deck, cards, Measures::default(), Strategy::default())?;
//! let simulation = Simulation::new(measurer, Seed(1), deals)?;
//! let result = execute(&simulation, Threads::available())?;
//!
//! let (tallies, key) = (result.tally(), Key::sets(12));
//! let tally = tallies.get(key).expect("12 cards were dealt");
//! let origin = Origin::Sampled(Confidence::default());
//! let summary = Distribution { deck, key, tally, origin }.summary();
//! assert!(sentence::all(&summary).starts_with("12 cards hold no set in 3."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
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

#[doc(hidden)]
pub use setodds_engine::escape;
pub use setodds_engine::{
    bench, cap, card, deal, detect, exact, extreme, file, game, hand, lanes, measure, puzzle, run,
    stats, stopping, symmetry, tally, verify,
};

pub mod report;
