//! Complete games, played by a policy.
//!
//! # Rules
//!
//! The first cards of the deck are dealt, 12 by default. Whenever a set is on the table, one is
//! taken, chosen by the [`Policy`]. Then, while the table has fewer cards than at the start and the
//! deck is not empty, three cards are dealt. If no set is on the table, three more cards are dealt.
//! The game ends when no set is on the table and the deck is empty.
//!
//! Other [`Rules`] have other numbers of cards, or redeal the table or stop when there is no
//! set.
//!
//! A [`Layout`] describes the table each time a set is looked for: the cards in the deck, the cards
//! on the table, and whether cards were just dealt or a set was just taken without a deal. Each
//! layout is tallied by its number of sets.
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
//! A game is a pure function of the rules, the seed, the block number, the position in the block
//! and the policy. Its deck is a deal of all cards by the sampling scheme of [`crate::deal`], the
//! same for every policy. A random choice takes the next random word of the game (`splitmix`) and
//! reduces it without bias. These words are also the same for every policy, and independent of
//! those of the deck. A block has 4096 games (three and four features), 1024 (five) or 256 (six).
//!
//! # Pipeline
//!
//! 1. [`Games::for_each_deck`] deals the decks of a block, with a [`SplitMix64`] for each game.
//! 2. `lane_player` plays 64 games at once by the standard rules, with 3 or 4 features.
//! 3. `player` plays one game at a time, by any [`Rules`].
//! 4. Both find the sets on the table and report their number to the `Counts` of the policy.
//! 5. The [`Policy`] assigns a weight to each set, and the next random word of the game selects
//!    one.
//! 6. Cards are dealt until the game is over; `Counts` records its ending.
//! 7. All policies play the same deck, and are compared with the first one
//!    ([`Subject::Difference`]).
//! 8. After a block, `Counts` fills the tallies by [`GameKey`], which [`crate::run`] merges.
//!
//! # Verification
//!
//! `tests/engine/naive_games.rs` plays by definition, with a list of cards and all triples of them,
//! on the decks and words of [`Games::for_each_deck`]. For every policy, both players must produce
//! the same tallies. Identities such as 3 x sets taken + cards left = deck are checked on every run
//! ([`check_balance`]), and published results are reproduced (`tests/engine/games.rs`,
//! `tests/published`).

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
