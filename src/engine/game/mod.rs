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
//! # How a game is played
//!
//! 1. [`Games::for_each_deck`] deals the decks of a block, with a [`SplitMix64`] for each game.
//! 2. `lane_player` plays 64 games at once by the rules of the booklet, with 3 or 4 features.
//! 3. `player` plays one game after the other, by all [`Rules`].
//! 4. Both look for sets on the table, and tell the `Counts` of their policy how many there are.
//! 5. The [`Policy`] gives each set a weight, and the next random word of the game takes one.
//! 6. Cards are dealt until the game is over; `Counts` record its ending.
//! 7. All policies play a deck, and are compared with the first one ([`Subject::Difference`]).
//! 8. After a block, `Counts` fill the tallies of [`GameKey`]s, which [`crate::run`] merges.
//!
//! # How it is verified
//!
//! `tests/engine/naive_games.rs` plays by definition, with a list of cards and all triples of them,
//! on the decks and words of [`Games::for_each_deck`]. For every policy, both players must come to
//! the same tallies. What must balance, such as 3 x sets taken + cards left = deck, is checked on
//! every run ([`check_balance`]), and what others have published is reproduced
//! (`tests/engine/games.rs`, `tests/published`).

mod counts;
mod games;
mod lane_player;
mod player;
mod policy;
mod rules;
mod splitmix;
mod tallies;

pub use games::{GENERATOR, Games, SCHEME};
pub use policy::Policy;
pub use rules::{Arrival, GamesError, Layout, Rules, WhenStuck};
pub use splitmix::SplitMix64;
pub use tallies::{GameKey, GameOutcome, Imbalance, Subject, check_balance, look_clusters};
