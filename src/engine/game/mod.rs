//! Whole games, played by a policy.
//!
//! # Rules
//!
//! The first cards of the deck are dealt, 12 by default. Whenever a set is on the table, one is
//! taken: the [`Policy`] chooses it. Then, while fewer cards than at the start lie on the table and
//! there are cards in the deck, three are dealt. Where no set is on the table, three more are
//! dealt. The game ends when no set is left and the deck is empty.
//!
//! Other [`Rules`] have other numbers of cards, deal the table anew or stop where there is no set,
//! or hide the last card.
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
//! # The policy `clear`
//!
//! A player who remembers which cards were taken but does not know the order of the deck. The
//! cards that *remain* are those on the table and in the deck; their sets are all sets among them,
//! wherever the cards lie. While many remain, the policy looks one set ahead; near the end it looks
//! ahead to the last card, but not at the order in which the cards come. It takes the set on the
//! table with the largest score:
//!
//! 1. While more than 64 cards remain, or more than 64 sets: the score is the number of the
//!    remaining sets that are left when the cards of this set are gone.
//! 2. Near the end, that is from 64 cards and 64 sets on: the remaining cards are divided into sets
//!    in all ways, so that each card is in exactly one set of a division. A division weighs 2^t
//!    where t of its sets lie on the table, as these can be taken whatever comes. The score is the
//!    sum of the weights of all divisions that the set is in.
//! 3. Near the end, where the score of every set on the table is 0, the table cannot be cleared
//!    any more: the score is the number of sets on the table that are left, before any card is
//!    dealt, when the cards of this set are gone.
//!
//! Of n sets that share the largest score, taken in the order of sets, the next random word of the
//! game (below) chooses one, each with the same probability. Sets are ordered by the last dealt of
//! their cards, then by the one that was dealt before it. Each set that is taken uses up a random
//! word, even where there is no choice.
//!
//! This is a look ahead over the last 30 cards of the game (27 to 33 of them in 2,000 games). It is
//! not the best possible play: the score near the end is not a probability, and before that the
//! policy is greedy. With the whole deck face up it looks ahead over 24 cards (21 to 27) and clears
//! 616 of 1,000 decks, though 81 cards can always be divided into sets.
//!
//! # Engines and how they are verified
//!
//! `naive` plays by definition, with a list of cards and all triples of them. `player` keeps the
//! sets on the table up to date (`table`): a new card is looked up with all cards on the table,
//! plane by plane (`geometry`), and a taken card strikes out its sets. `lanes` plays 64 games at
//! once if the start is 12 cards of three or four features, by `clear` only with AVX2, AVX-512 or
//! NEON. `variant` plays by other rules than the booklet's, card by card. By the usual rules all
//! must see the same layouts and take the same sets, game by game, for every policy, deck, start
//! and instruction set. `described` plays `clear` a second time, from the description above alone.
//! What must balance, such as 3 x sets taken + cards left = deck, is checked on every run
//! ([`check`]), and what others have published is reproduced (`tests/engine/games.rs`, `verify`).
//!
//! # Cost
//!
//! For 64 games at once see `lanes`. In a single game each of 81 cards is looked up once: five
//! look-ups of about ten instructions. On average 25 layouts have 2.4 sets each; a table of up to
//! four sets is kept up to date, and up to three new sets are added, without a branch, because a
//! branch that the processor mispredicts costs as much as ten look-ups.

mod byte_set;
mod choice;
mod clear;
mod counts;
mod dealer;
#[cfg(test)]
mod described;
mod engine;
mod games;
mod geometry;
mod lane_tables;
mod lanes;
mod naive;
mod partitions;
mod plane_set;
mod player;
mod policy;
mod progress;
mod remaining;
mod rules;
mod splitmix;
mod table;
mod tallies;
mod traces;
mod variant;

#[doc(hidden)]
pub use engine::GameEngine;
pub use games::{GENERATOR, Games, SCHEME};
pub use naive::{Turn, turns};
pub use policy::Policy;
pub use rules::{Arrival, GamesError, Layout, Rules, WhenStuck};
pub use tallies::{GameKey, GameOutcome, Imbalance, Subject, check, look_clusters, type_clusters};
