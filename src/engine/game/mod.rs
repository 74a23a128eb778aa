//! Whole games, played by a policy.
//!
//! # Rules
//!
//! The first cards of the deck are dealt, 12 by default. Whenever a set is on the table, one is
//! taken: the [`Policy`] chooses it. Then, while fewer cards than at the start lie on the table and
//! there are cards in the deck, three are dealt. Where no set is on the table, three more are
//! dealt. The game ends when no set is left and the deck is empty.
//!
//! Other [`Rules`] have other numbers of cards, or deal the table anew or stop where there is no
//! set.
//!
//! A [`Layout`] is the table whenever a set is looked for: by cards in the deck, cards on the
//! table, and whether cards were just dealt or a set was just taken and nothing dealt. Each is
//! tallied by its number of sets.
//!
//! ```
//! use setodds_engine::deal::Seed;
//! use setodds_engine::game::{Games, GameKey, Policy, Rules, Subject};
//! use setodds_engine::run::{Threads, execute};
//!
//! let games = Games::new(Rules::default(), &[Policy::Random], Seed(1), 1000)?;
//! let tallies = execute(&games, Threads::available())?.into_tally();
//! let left = tallies.get(GameKey { policy: Policy::Random, of: Subject::Leftover }).unwrap();
//! assert_eq!((left.total(), left.count(3)), (1000, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Scheme `games-v1`
//!
//! A game is a pure function of the rules, the seed, the number of its block, its place in the
//! block and the policy. Its deck is a deal of all cards by the sampling scheme of [`crate::deal`],
//! the same for every policy. A policy that leaves a choice to chance takes the next random word of
//! the game (`splitmix`) and reduces it exactly. These words are the same for every policy, too,
//! and independent of those of the deck. A block has 4096 games (three and four features), 1024
//! (five) or 256 (six).
//!
//! # Engines and how they are verified
//!
//! `naive` plays by definition, with a list of cards and all triples of them. `player` keeps the
//! sets on the table up to date (`table`): a new card is looked up with all cards on the table,
//! plane by plane (`geometry`), and a taken card strikes out its sets. `lane_player` plays 64 games
//! at once if the start is 12 cards of three or four features. `variant` plays by other rules than
//! the booklet's, card by card. By the usual rules all must see the same layouts, game by game, for
//! every policy, deck, start and instruction set. What must balance, such as 3 x sets taken + cards
//! left = deck, is checked on every run ([`check_balance`]), and what others have published is
//! reproduced (`tests/engine/games.rs`, `tests/published`).
//!
//! # Cost
//!
//! For 64 games at once see `lane_player`. In a single game each of 81 cards is looked up once:
//! five look-ups of about ten instructions. On average 25 layouts have 2.4 sets each; a table of up
//! to four sets is kept up to date, and up to three new sets are added, without a branch, because a
//! branch that the processor mispredicts costs as much as ten look-ups.

mod choice;
mod counts;
mod dealer;
mod engine;
mod games;
mod geometry;
mod lane_player;
mod lane_tables;
mod naive;
mod player;
mod policy;
mod progress;
mod rules;
mod splitmix;
mod table;
mod tallies;
mod traces;
mod variant;

pub use engine::GameEngine;
pub use games::{GENERATOR, Games, SCHEME};
pub use policy::Policy;
pub use rules::{Arrival, GamesError, Layout, Rules, WhenStuck};
pub use tallies::{GameKey, GameOutcome, Imbalance, Subject, check_balance, look_clusters};
