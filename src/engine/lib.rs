//! Statistics engine for the card game SET: how often does a hand hold no set, and how many sets
//! does it hold? Answers come from simulating hundreds of millions of hands on all cores, or from
//! exact counts over all hands.
//!
//! Three cards are a *set* if each feature is the same on all three or different on all three; the
//! deck of 81 cards is the affine space AG(4,3) and the sets are its 1080 lines. Decks of 2 to 6
//! features are supported throughout.
//!
//! ```
//! use setodds_engine::card::Deck;
//! use setodds_engine::deal::{Deals, Seed};
//! use setodds_engine::detect::Strategy;
//! use setodds_engine::exact::known;
//! use setodds_engine::measure::{Key, Measurer, Measures};
//! use setodds_engine::run::{Threads, execute};
//!
//! let measures = Measures::default();
//! let measurer = Measurer::new(Deck::GAME, "12".parse()?, measures, Strategy::default())?;
//! let deals = Deals::new(measurer, Seed(1), 1_000_000)?;
//! let tallies = execute(&deals, Threads::available())?.into_tally();
//! let sets = tallies.get(Key::sets(12)).expect("they are tallied");
//! let exact = known::no_set(12).expect("hands of 12 cards have been counted");
//! assert!((sets.count(0) as f64 / 1e6 - exact.value()).abs() < 0.001);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without optimization the example takes about a thousand times as long. To make debug builds
//! fast, add these lines to the `Cargo.toml` of the program that uses the library:
//!
//! ```toml
//! [profile.dev.package.setodds-engine]
//! opt-level = 3
//! ```
//!
//! The modules, lowest layer first; each depends only on those above it in this list:
//!
//! | module | contents |
//! |---|---|
//! | [`escape`] | escaping of untrusted text for messages |
//! | [`name`] | enums with named variants |
//! | [`random`] | streams of random words and uniform numbers below a bound |
//! | [`card`] | cards and decks |
//! | [`tally`] | exact counts that can be merged |
//! | [`lanes`] | the same operation on 64 hands at once, with vector instructions |
//! | [`combinations`] | enumeration of all hands of a size |
//! | [`hand`] | sets of cards; hand sizes; the sets, ultrasets and near sets of a hand |
//! | [`pack`] | the cards from which hands are dealt: a deck, possibly with some missing |
//! | [`stats`] | exact fractions, confidence intervals, moments, tests |
//! | [`run`] | computations: a plan of blocks, run on all cores and merged |
//! | [`symmetry`] | affine maps and classes of hands |
//! | [`detect`] | set detection in one hand (`detect::strategies`) or 64 (`detect::lane_tests`) |
//! | [`measure`] | outcomes of a hand to tally (`measure::counts`, `measure::caps`, ...) |
//! | [`deal`] | random deals, 64 at once (`deal::lane_dealer`), counted (`deal::counter`) |
//! | [`cap`] | counts of caps, the hands without a set |
//! | [`exact`] | exact counts over all hands, and [known](exact::known) results (`exact::tables`) |
//! | [`next`] | probabilities for the next cards dealt to a table |
//! | [`mod@check`] | comparison of published hands and counts with the exact distribution |
//! | [`extreme`] | hands with the fewest and the most sets |
//! | [`stopping`] | dealing until a given precision is reached |
//! | [`game`] | complete games, played by a policy |
//! | [`puzzle`] | hands with a prescribed number of sets |
//! | [`mod@bench`] | benchmarks of the strategies |
//!
//! This package is internal to `setodds`: its items may change in any version.
//!
//! SET is a registered trademark of its owner; this project is not affiliated with it.

// The WebAssembly module for browsers uses only part of the engine.
#![cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]

pub mod bench;
pub mod cap;
pub mod card;
pub mod check;
pub mod combinations;
pub mod deal;
pub mod detect;
pub mod escape;
pub mod exact;
pub mod extreme;
pub mod game;
pub mod hand;
pub mod lanes;
pub mod measure;
pub mod name;
pub mod next;
pub mod pack;
pub mod puzzle;
pub mod random;
pub mod run;
pub mod stats;
pub mod stopping;
pub mod symmetry;
pub mod tally;
