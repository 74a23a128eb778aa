//! Whole games: what happens at the table, by some policy.
//!
//! # Rules
//!
//! The first cards of the deck are dealt, 12 unless said otherwise. Whenever a set is on the table,
//! one is taken: the [`Policy`] says which. Then, while fewer cards than at the start lie on the
//! table and there are cards in the deck, three are dealt. Where no set is on the table, three more are
//! dealt. The game ends when no set is left and the deck is empty.
//!
//! A [`Layout`] is the table whenever a set is looked for: by cards in the deck, cards on the table,
//! and whether cards were just dealt or a set was just taken and nothing dealt. Each is tallied by its
//! number of sets.
//!
//! # Scheme `games-v1`
//!
//! A game is a pure function of the rules, the seed, the number of its block, its place in the block
//! and the policy. Its deck is a deal of all cards by the sampling scheme of [`crate::deal`], so it is
//! the same for every policy. What a policy leaves to chance, it takes from the words of the game,
//! which are the same for every policy, too, and have nothing to do with those of the deck (`words`):
//! each choice takes the next word and reduces it exactly. The blocks are of 4096 games (three and four
//! features), 1024 (five) or 256 (six).
//!
//! # The fast ways, and how one knows that they are right
//!
//! `naive` plays by definition, with a list of cards and all triples of them. One fast way (`play`)
//! keeps the sets on the table up to date (`table`): a new card is looked up with all cards on the
//! table, plane by plane (`geometry`), and a taken card strikes out its sets. The other (`lanes`)
//! plays 64 games at once, where the policy is simple enough and the start is 12 cards of three or four
//! features. All must see the same layouts and take the same sets, game by game, for every policy,
//! deck, start and instruction set. What must balance, such as 3 x sets taken + cards left = deck, is
//! checked on every run ([`check`]), and published figures ([`published`]) are
//! reproduced (`tests/engine/games.rs`, [`crate::verify`]).
//!
//! # Cost
//!
//! That of the lanes stands there. One game alone: for 81 cards, each is looked up once: five look-ups of about ten instructions. In the mean 25
//! layouts have 2.4 sets each; a table of up to four sets is kept up to date, and up to three new sets
//! are added, without a branch, because a branch that the processor mispredicts costs as much as ten
//! look-ups.

mod benchmark;
mod choice;
mod clear;
mod counts;
mod dealer;
mod engine;
mod geometry;
mod lanes;
mod naive;
mod offline;
mod partitions;
mod plane_set;
mod player;
mod policy;
pub mod published;
mod rules;
mod simulation;
mod splitmix;
mod table;
mod tallies;

pub use benchmark::{Benchmark, BenchmarkError, Timing};
pub use engine::Engine;
pub use offline::{DEFAULT_BUDGET, Offline, Verdict};
pub use policy::{Policy, UnknownPolicy};
pub use rules::{Arrival, Layout, Rules, RulesError, Start, StartError};
pub use simulation::{GENERATOR, Games, GamesError, SCHEME, Workspace};
pub use tallies::{Imbalance, Key, Outcome, Subject, check, type_clusters};
