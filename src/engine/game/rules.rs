//! Rules of a game: the deck, the table sizes, and what happens without a set.

use crate::card::Deck;
use crate::name::named_enum;
use std::fmt;

/// Number of cards that the standard rules deal at a time: those of one set.
pub(super) const DEALT: usize = 3;

/// Error for rules or options of games that are not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GamesError {
    /// The number of cards at the start is out of range.
    #[error("a game starts with 3 to {1} cards on the table, not {0}")]
    Start(usize, usize),
    /// The table size to refill to is out of range.
    #[error("a table is filled up to 3 to {1} cards, not {0}")]
    Refill(usize, usize),
    /// The number of cards to deal is out of range.
    #[error("when the table holds no set, 1 to {0} cards are dealt; to end the game then, stop")]
    Deal(usize),
    /// A number of cards to deal is given, but the rules never deal them.
    #[error(
        "with `{0}` no more cards are dealt to the table; leave out the number of cards to deal"
    )]
    NeverDealt(WhenStuck),
    /// A policy is given twice.
    #[error("the policy `{0}` is named twice; its games would be the same, so name it once")]
    RepeatedPolicy(&'static str),
    /// The deck has two features, and so too few cards for a game.
    #[error("a game needs a deck of 3 to 6 features, not of {0}")]
    Features(usize),
    /// The number of games to play is 0.
    #[error("0 games give no answer; play at least once")]
    NoGames,
    /// No policy is given.
    #[error("no policy is given; name at least one")]
    NoPolicies,
    /// The engine that plays 64 games at once does not support these rules.
    #[error(
        "lanes play with decks of 3 and 4 features, 12 cards at the start and by the usual rules \
         only; other games are played by the engine `scalar`"
    )]
    Lanes,
}

named_enum! {
    /// Rule for a table without a set.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum WhenStuck: "way to go on" {
        /// More cards are dealt to the table.
        #[default]
        Deal = "deal",
        /// The cards on the table go back into the deck, which is shuffled, and [`Rules::refill`]
        /// cards are dealt, as an extra deal. The game ends when the cards on the table and in the
        /// deck contain no set, or when there is no set after a limit of extra deals in the game,
        /// equal to the number of cards in the full deck (81 in the standard game).
        Redeal = "redeal",
        /// The game ends at the first table without a set.
        Stop = "stop",
    }
}

/// Rules of a game; by default 81 cards, 12 of them on the table.
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
    /// The standard number of cards at the start.
    pub const START: usize = 12;

    /// Returns rules for a deck and a number of cards on the table. The table is refilled to this
    /// number after each set while the deck lasts. When it contains no set, three more cards are
    /// dealt.
    ///
    /// # Errors
    ///
    /// Returns an error if the deck has only two features, because 9 cards are too few for a game,
    /// or if `start` is below 3 or exceeds the deck.
    pub fn new(deck: Deck, start: usize) -> Result<Self, GamesError> {
        if deck.features() < 3 {
            return Err(GamesError::Features(deck.features()));
        }
        if !(DEALT..=deck.size()).contains(&start) {
            return Err(GamesError::Start(start, deck.size()));
        }
        Ok(Self { deck, start, refill: start, deal: DEALT, when_stuck: WhenStuck::Deal })
    }

    /// Sets the table size to refill to, and the number of cards dealt when the table contains no
    /// set.
    ///
    /// # Errors
    ///
    /// Returns an error if `refill` is below 3 or exceeds the deck, or if `deal` is 0 or exceeds
    /// the deck.
    pub fn dealing(self, refill: usize, deal: usize) -> Result<Self, GamesError> {
        let size = self.cards();
        if !(DEALT..=size).contains(&refill) {
            return Err(GamesError::Refill(refill, size));
        }
        let fits = (1..=size).contains(&deal);
        if fits { Ok(Self { refill, deal, ..self }) } else { Err(GamesError::Deal(size)) }
    }

    /// Sets what happens when the table contains no set.
    ///
    /// # Errors
    ///
    /// Returns an error if a number of cards to deal other than 3 was set, but `when_stuck` never
    /// deals them.
    pub fn with_when_stuck(self, when_stuck: WhenStuck) -> Result<Self, GamesError> {
        let is_said = self.deal != DEALT && when_stuck != WhenStuck::Deal;
        if is_said {
            Err(GamesError::NeverDealt(when_stuck))
        } else {
            Ok(Self { when_stuck, ..self })
        }
    }

    /// Returns the deck of the game.
    #[must_use]
    pub const fn deck(self) -> Deck {
        self.deck
    }

    /// Returns the number of cards in the deck.
    #[must_use]
    pub const fn cards(self) -> usize {
        self.deck.size()
    }

    /// Returns the number of cards on the table at the start.
    #[must_use]
    pub const fn start(self) -> usize {
        self.start
    }

    /// Returns the table size to which cards are dealt after a set is taken.
    #[must_use]
    pub const fn refill(self) -> usize {
        self.refill
    }

    /// Returns the number of cards that are dealt when the table contains no set.
    #[must_use]
    pub const fn deal(self) -> usize {
        self.deal
    }

    /// Returns what happens when the table contains no set.
    #[must_use]
    pub const fn when_stuck(self) -> WhenStuck {
        self.when_stuck
    }

    /// Returns whether the rules are the standard ones, except that the number of cards at the
    /// start may be any multiple of 3 up to 21. Saved games name all other rules.
    #[must_use]
    pub fn are_usual(self) -> bool {
        const MAX_START: usize = 21;
        let usual = Self::new(self.deck, self.start);
        usual == Ok(self) && self.start.is_multiple_of(DEALT) && self.start <= MAX_START
    }

    /// Returns whether the engine that plays 64 games at once supports the rules: the standard
    /// ones, with cards that fit into a byte.
    pub(super) fn fit_lanes(self) -> bool {
        Self::new(self.deck, Self::START) == Ok(self) && self.deck.features() <= 4
    }

    /// Returns the number of cards in which decks and tables are counted: 3 if all numbers of cards
    /// are multiples of 3, otherwise 1.
    pub(super) const fn unit(self) -> usize {
        let threes = self.start.is_multiple_of(DEALT)
            && self.refill.is_multiple_of(DEALT)
            && self.deal.is_multiple_of(DEALT);
        if threes { DEALT } else { 1 }
    }

    /// Returns the maximum number of cards on the table: the size of the largest cap, rounded down
    /// to units, plus the number of cards dealt when there is no set; or the number of cards at the
    /// start or after a refill, if it is larger.
    #[must_use]
    pub fn largest_table(self) -> usize {
        let cap = self.deck().largest_cap() / self.unit() * self.unit();
        (cap + self.deal).max(self.start).max(self.refill).min(self.cards())
    }

    /// Returns the numbers of cards in the deck and on the table at each stage of a game in which
    /// the table always has a set.
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

/// Returns the number of games in a block, chosen so that a block takes some milliseconds.
pub(super) fn games_per_block(rules: Rules) -> u64 {
    match rules.deck().features() {
        3 | 4 => 4096,
        5 => 1024,
        _ => 256,
    }
}

impl Default for Rules {
    /// Returns the standard rules: 81 cards, 12 on the table.
    fn default() -> Self {
        Self::new(Deck::GAME, Self::START).expect("the rules of the booklet")
    }
}

impl fmt::Display for Rules {
    /// Formats the settings that differ from the standard rules, as `start=81` or
    /// `refill=15 deal=1`, or `standard` if none do.
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
    /// Event that produced a layout.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Arrival: "arrival" {
        /// Cards were just dealt to the table.
        Dealt = "dealt",
        /// A set was just taken from the table, and no cards were dealt.
        Taken = "taken",
    }
}

/// State of the game each time a set is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layout {
    /// The number of cards in the deck.
    pub in_deck: usize,
    /// The number of cards on the table.
    pub table: usize,
    /// Event that produced the layout.
    pub arrival: Arrival,
}

impl Layout {
    /// Returns the layout at the start of every game.
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
