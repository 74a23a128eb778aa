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

mod balance;
mod dealer;
mod engine;
mod geometry;
mod group;
mod lanes;
mod ledger;
mod naive;
mod named;
mod offline;
mod paired;
mod partitions;
mod pile;
mod play;
mod policy;
pub mod published;
mod race;
mod rules;
mod seat;
mod simulation;
mod table;
mod trace;
mod type_pairs;
mod words;

pub use balance::{Imbalance, check};
pub use engine::Engine;
pub use offline::{DEFAULT_BUDGET, Offline, Verdict};
pub use policy::{Policy, UnknownPolicy};
pub use race::{Race, RaceError, Timing};
pub use rules::{Rules, RulesError, Start, StartError};
pub use simulation::{Games, GamesError};
pub use type_pairs::{TypePair, type_clusters};

/// The name of the scheme, as in provenance.
pub const SCHEME: &str = "games-v1";

/// The name of the generators, as in provenance.
pub const GENERATOR: &str =
    "decks: 16 x xoshiro256++ keyed by ChaCha8; choices: SplitMix64 keyed by ChaCha8";

/// How a layout came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arrival {
    /// Cards were just dealt.
    Dealt,
    /// A set was just taken and nothing dealt.
    Taken,
}

impl Arrival {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Dealt, Self::Taken];

    /// The name, as in CSV.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dealt => "dealt",
            Self::Taken => "taken",
        }
    }
}

/// What the table is like whenever a set is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layout {
    /// Cards in the deck.
    pub in_deck: usize,
    /// Cards on the table.
    pub table: usize,
    /// How it came about.
    pub arrival: Arrival,
}

impl Layout {
    /// The one that every game begins with.
    #[must_use]
    pub const fn first(rules: Rules) -> Self {
        let table = rules.start().cards();
        Self { in_deck: rules.deck().size() - table, table, arrival: Arrival::Dealt }
    }
}

/// What there is to say of a whole game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    /// Cards that are left, without a set.
    pub cards_left: usize,
    /// How often three more had to be dealt, because there was no set.
    pub extra_deals: usize,
    /// The most cards that lay on the table.
    pub largest_table: usize,
    /// Sets that were taken.
    pub sets_taken: usize,
}

/// What a tally is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// Whose games.
    pub policy: Policy,
    /// What is tallied.
    pub of: Subject,
}

/// What is tallied of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// Layouts of one kind by their number of sets.
    Stage(Layout),
    /// Games by cards left.
    Leftover,
    /// Games by extra deals.
    ExtraDeals,
    /// Games by the largest table.
    LargestTable,
    /// Games by sets taken.
    Rounds,
    /// Sets taken by the number of features in which their cards differ.
    Types {
        /// Cards in the deck when they were taken.
        in_deck: usize,
    },
    /// Pairs of sets that a game took without a deal in between, by the types of both: the
    /// intervals of [`Self::Types`] need them. See [`TypePair`].
    TypePairs {
        /// Cards in the deck when they were taken.
        in_deck: usize,
    },
    /// Games by how much an outcome differs from that of the first policy, on the same deck: the
    /// difference plus [`Outcome::offset`].
    Difference(Outcome),
}

impl Subject {
    /// What every game has, in the order of [`Ending`].
    const ENDINGS: [Self; 4] = [Self::Leftover, Self::ExtraDeals, Self::LargestTable, Self::Rounds];
}

/// What policies are compared by, game by game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// 1 if no card is left, else 0.
    Cleared,
    /// Cards left.
    CardsLeft,
    /// 1 if more cards than at the start were never needed, else 0.
    NeverMore,
    /// How often three more had to be dealt.
    ExtraDeals,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Cleared, Self::CardsLeft, Self::NeverMore, Self::ExtraDeals];

    /// The name, as in CSV.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cleared => "cleared",
            Self::CardsLeft => "cards-left",
            Self::NeverMore => "never-more",
            Self::ExtraDeals => "extra-deals",
        }
    }

    /// What is added to differences, which may be negative, so that they can be tallied.
    #[must_use]
    pub const fn offset(rules: Rules) -> usize {
        rules.deck().size()
    }

    /// The outcome of a game.
    #[inline]
    fn of(self, ending: &Ending) -> usize {
        match self {
            Self::Cleared => usize::from(ending.cards_left == 0),
            Self::CardsLeft => ending.cards_left,
            Self::NeverMore => usize::from(ending.extra_deals == 0),
            Self::ExtraDeals => ending.extra_deals,
        }
    }
}
