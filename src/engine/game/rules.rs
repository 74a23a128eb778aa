//! The rules: which deck, how many cards lie on the table, and how a game goes on.

use crate::card::Deck;
use crate::name::named_enum;
use std::fmt;

/// The cards that are dealt at a time, and that make a set.
pub(super) const DEALT: usize = 3;

/// Games that are not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GamesError {
    /// Another number of cards at the start.
    #[error("a game starts with 3 to {1} cards on the table, not {0}")]
    Start(usize, usize),
    /// Another number of cards to fill up to.
    #[error("a table is filled up to 3 to {1} cards, not {0}")]
    Refill(usize, usize),
    /// Another number of cards to deal.
    #[error("when the table holds no set, 1 to {0} cards are dealt; to end the game then, stop")]
    Deal(usize),
    /// A number of cards that is never dealt.
    #[error(
        "with `{0}` no more cards are dealt to the table; leave out the number of cards to deal"
    )]
    NeverDealt(WhenStuck),
    /// A policy that is named twice.
    #[error("the policy `{0}` is named twice; its games would be the same, so name it once")]
    NamedTwice(&'static str),
    /// Too few cards for a game.
    #[error("a game needs a deck of 3 to 6 features, not of {0}")]
    Features(usize),
    /// The number of games is 0.
    #[error("0 games give no answer; play at least once")]
    NoGames,
    /// The list of policies is empty.
    #[error("no policy is given; name at least one")]
    NoPolicies,
    /// The engine with lanes does not support these rules.
    #[error(
        "lanes play with decks of 3 and 4 features, 12 cards at the start and by the usual rules \
         only; other games are played by the engine `scalar`"
    )]
    Lanes,
}

named_enum! {
    /// How the game continues when no set is on the table.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum WhenStuck: "way to go on" {
        /// More cards are dealt.
        #[default]
        Deal = "deal",
        /// The cards on the table go back into the deck, which is shuffled, and
        /// [`Rules::refill`] cards are dealt: an extra deal. The game ends when no set is left
        /// among the cards on the table and in the deck, or when the table holds no set after as
        /// many such deals in the whole game as the full deck has cards: 81 in the game.
        Redeal = "redeal",
        /// The game ends.
        Stop = "stop",
    }
}

/// The cards of the game, and how it goes on; by default 81 cards, 12 on the table.
///
/// ```
/// # use setodds_engine::{card::Deck, game::{GamesError, Rules, WhenStuck}};
/// // 15 cards at the start; the game ends when they hold no set.
/// let rules = Rules::new(Deck::GAME, 15)?.with_when_stuck(WhenStuck::Stop)?;
/// assert_eq!(rules.to_string(), "start=15 when-stuck=stop");
/// assert_eq!(Rules::new(Deck::GAME, 82), Err(GamesError::Start(82, 81)));
/// # Ok::<(), GamesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    deck: Deck,
    start: usize,
    refill: usize,
    deal: usize,
    when_stuck: WhenStuck,
}

impl Rules {
    /// The 12 cards at the start of the booklet.
    pub const START: usize = 12;

    /// The rules for a deck and the cards that lie on the table at the start, and are made up to
    /// after each set that is taken while there are cards to deal. When the table holds no set,
    /// three more are dealt.
    ///
    /// # Errors
    ///
    /// When the deck has only two features: 9 cards are too few for a game. When `start` is below 3
    /// or more than the deck.
    pub fn new(deck: Deck, start: usize) -> Result<Self, GamesError> {
        if deck.features() < 3 {
            return Err(GamesError::Features(deck.features()));
        }
        if !(DEALT..=deck.size()).contains(&start) {
            return Err(GamesError::Start(start, deck.size()));
        }
        Ok(Self { deck, start, refill: start, deal: DEALT, when_stuck: WhenStuck::Deal })
    }

    /// Sets how far the table is refilled, and how many cards are dealt when it holds no set.
    ///
    /// # Errors
    ///
    /// When there are less than 3 or more than the deck, or none are dealt.
    pub fn dealing(self, refill: usize, deal: usize) -> Result<Self, GamesError> {
        let size = self.cards();
        if !(DEALT..=size).contains(&refill) {
            return Err(GamesError::Refill(refill, size));
        }
        let fits = (1..=size).contains(&deal);
        if fits { Ok(Self { refill, deal, ..self }) } else { Err(GamesError::Deal(size)) }
    }

    /// Sets how the game continues when the table holds no set.
    ///
    /// # Errors
    ///
    /// When a number of cards to deal was set but `when_stuck` never deals.
    pub fn with_when_stuck(self, when_stuck: WhenStuck) -> Result<Self, GamesError> {
        let is_said = self.deal != DEALT && when_stuck != WhenStuck::Deal;
        if is_said {
            Err(GamesError::NeverDealt(when_stuck))
        } else {
            Ok(Self { when_stuck, ..self })
        }
    }

    /// The deck of the game.
    #[must_use]
    pub const fn deck(self) -> Deck {
        self.deck
    }

    /// The number of cards in a game.
    #[must_use]
    pub const fn cards(self) -> usize {
        self.deck.size()
    }

    /// The cards at the start.
    #[must_use]
    pub const fn start(self) -> usize {
        self.start
    }

    /// The cards that a table is filled up to after a set was taken.
    #[must_use]
    pub const fn refill(self) -> usize {
        self.refill
    }

    /// The cards that are dealt when the table holds no set.
    #[must_use]
    pub const fn deal(self) -> usize {
        self.deal
    }

    /// How the game continues when the table holds no set.
    #[must_use]
    pub const fn when_stuck(self) -> WhenStuck {
        self.when_stuck
    }

    /// Whether the rules are usual: the standard ones, with any multiple of 3 up to 21 as the
    /// number of cards at the start. Saved games name all other rules.
    #[must_use]
    pub fn are_usual(self) -> bool {
        const MAX_START: usize = 21;
        let usual = Self::new(self.deck, self.start);
        usual == Ok(self) && self.start.is_multiple_of(DEALT) && self.start <= MAX_START
    }

    /// Whether 64 games are played side by side by an engine with lanes: those of the booklet, with
    /// cards that fit into a byte.
    pub(super) fn fit_lanes(self) -> bool {
        Self::new(self.deck, Self::START) == Ok(self) && self.deck.features() <= 4
    }

    /// The cards in which decks and tables are counted: threes, unless cards come in other numbers.
    pub(super) const fn unit(self) -> usize {
        let threes = self.start.is_multiple_of(DEALT)
            && self.refill.is_multiple_of(DEALT)
            && self.deal.is_multiple_of(DEALT);
        if threes { DEALT } else { 1 }
    }

    /// The most cards that can lie on the table: the most without a set with those that are dealt
    /// then, in units, or as many as at the start or are filled up to.
    #[must_use]
    pub fn largest_table(self) -> usize {
        let cap = self.deck().largest_cap() / self.unit() * self.unit();
        (cap + self.deal).max(self.start).max(self.refill).min(self.cards())
    }

    /// The cards in the deck and on the table, stage by stage, of a game that always has a set.
    #[must_use]
    pub fn course(self) -> Vec<[usize; 2]> {
        let (mut in_deck, mut table) = (self.cards() - self.start, self.start);
        let mut course = vec![[in_deck, table]];
        while table >= DEALT {
            table -= DEALT;
            let dealt = self.refill.saturating_sub(table).min(in_deck);
            (in_deck, table) = (in_deck - dealt, table + dealt);
            course.push([in_deck, table]);
        }
        course
    }
}

/// The games in a block, so that it stays a matter of milliseconds.
pub(super) fn games_per_block(rules: Rules) -> u64 {
    match rules.deck().features() {
        3 | 4 => 4096,
        5 => 1024,
        _ => 256,
    }
}

impl Default for Rules {
    /// The real game: 81 cards, 12 on the table.
    fn default() -> Self {
        Self::new(Deck::GAME, Self::START).expect("the rules of the booklet")
    }
}

impl fmt::Display for Rules {
    /// Writes the settings that differ from the booklet, as `start=81` or `refill=15 deal=1`; else
    /// `standard`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number =
            |name, number: usize, usual| (number != usual).then(|| format!("{name}={number}"));
        let stuck =
            (self.when_stuck != WhenStuck::Deal).then(|| format!("when-stuck={}", self.when_stuck));
        let differences = [
            number("start", self.start, Self::START),
            number("refill", self.refill, self.start),
            number("deal", self.deal, DEALT),
            stuck,
        ];
        let words: Vec<String> = differences.into_iter().flatten().collect();
        f.write_str(if words.is_empty() { "standard".to_owned() } else { words.join(" ") }.as_str())
    }
}

named_enum! {
    /// How a layout came about.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Arrival: "arrival" {
        /// Cards were just dealt.
        Dealt = "dealt",
        /// A set was just taken and nothing dealt.
        Taken = "taken",
    }
}

/// The state of the table whenever a set is looked for.
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
    pub fn first(rules: Rules) -> Self {
        let table = rules.start();
        Self { in_deck: rules.cards() - table, table, arrival: Arrival::Dealt }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_name_themselves() {
        let rules = Rules::default();
        assert_eq!((rules.to_string().as_str(), rules.are_usual()), ("standard", true));
        let nine = Rules::new(Deck::GAME, 9).unwrap();
        assert_eq!((nine.to_string().as_str(), nine.are_usual()), ("start=9", true));
        for (rules, name) in [
            (Rules::new(Deck::GAME, 81).unwrap(), "start=81"),
            (rules.dealing(15, 1).unwrap(), "refill=15 deal=1"),
            (rules.with_when_stuck(WhenStuck::Redeal).unwrap(), "when-stuck=redeal"),
        ] {
            assert_eq!((rules.to_string().as_str(), rules.are_usual()), (name, false));
        }
    }

    #[test]
    fn the_course_of_a_game_takes_three_cards_at_a_stage() {
        let course = Rules::default().course();
        assert_eq!((course.len(), course[0], course[23]), (28, [69, 12], [0, 12]));
        let course = Rules::new(Deck::new(5).unwrap(), 16).unwrap().course();
        assert_eq!(course[course.len() - 7..][..3], [[2, 16], [0, 15], [0, 12]]);
    }

    #[test]
    fn what_is_not_a_game_is_refused() {
        let rules = Rules::default();
        assert_eq!(Rules::new(Deck::GAME, 82), Err(GamesError::Start(82, 81)));
        assert_eq!(rules.dealing(2, 3), Err(GamesError::Refill(2, 81)));
        assert_eq!(rules.dealing(12, 0), Err(GamesError::Deal(81)));
        let stop = rules.dealing(12, 1).unwrap().with_when_stuck(WhenStuck::Stop);
        assert_eq!(stop, Err(GamesError::NeverDealt(WhenStuck::Stop)));
    }
}
