//! Games that were played, by a policy or by people: the order of the deck and what was done.
//!
//! [`Games::record`] tells the games of a run; [`Replayer`] lays the cards of
//! a game out again, turn by turn, whoever has played it. The rules say when cards are dealt: after
//! a set was taken, and where the table holds none. People also deal where they see none: a
//! [`Move::Deal`].

use super::counts::Counts;
use super::dealer::Dealer;
use super::engine::GameEngine;
use super::games::Games;
use super::naive::Turn;
use super::rules::{Arrival, GamesError, Rules, WhenStuck};
use super::variant::Variant;
use crate::card::{Card, ThirdCards};
use crate::hand::CardSet;
use crate::run::Kernel;

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    /// The cards in the order of dealing.
    pub deck: Vec<Card>,
    /// What was done, one after the other.
    pub moves: Vec<Move>,
}

/// What was done in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A set was taken.
    Take([Card; 3]),
    /// Cards were dealt because nobody saw a set.
    Deal,
}

/// Why a game cannot have been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The order of the deck lacks cards.
    #[error("the order of the deck has {0} of the {1} cards of the game; give all of them")]
    Short(usize, usize),
    /// The order of the deck has a card that is not dealt, or one twice.
    #[error("this card is not one of the game, or comes twice")]
    Foreign(Card),
    /// A move that could not be made: its number, counted from 0.
    #[error("move {0}: {1}")]
    Move(usize, MoveError),
}

/// Why a move could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// Three cards that are not a set.
    #[error("the three cards are not a set")]
    NoSet,
    /// A card that is still in the deck.
    #[error("this card does not lie on the table: it is still in the deck")]
    InDeck(Card),
    /// A card that was taken, or is not in the game.
    #[error("this card does not lie on the table: it is not in the game any more")]
    Gone(Card),
    /// Nothing to deal.
    #[error("no card is left to deal")]
    NothingToDeal,
}

impl ReplayError {
    /// The card that it is about, if it is about one.
    #[must_use]
    pub const fn card(self) -> Option<Card> {
        match self {
            Self::Foreign(card)
            | Self::Move(_, MoveError::InDeck(card) | MoveError::Gone(card)) => Some(card),
            Self::Short(..) | Self::Move(..) => None,
        }
    }
}

impl Games {
    /// Shows the games of a block as the first policy plays them: the order of the deck, and the
    /// sets that are taken.
    pub fn record(&self, block: u64, mut see: impl FnMut(RecordedGame)) {
        let (rules, policy) = (self.rules(), self.policies()[0]);
        let (mut player, mut counts) = (Variant::new(rules, policy), Counts::new(rules, policy));
        let mut dealer = Dealer::new(*rules.pack(), GameEngine::Incremental);
        dealer.deal(self.seed, block, self.plan().units_in(block), |round| {
            counts.start_round();
            round.for_each(|deck, rng| {
                let ending = player.play(deck, rng, &mut counts);
                counts.game_ended(0, ending);
                let moves = player.taken().iter().map(|&set| Move::Take(set)).collect();
                see(RecordedGame { deck: deck.to_vec(), moves });
            });
        });
    }
}

/// Lays games out again.
///
/// ```
/// use setodds_engine::card::Deck;
/// use setodds_engine::game::{Move, RecordedGame, Replayer, Rules};
/// let deck: Vec<_> = Deck::GAME.cards().collect();
/// let moves = vec![Move::Take([deck[2], deck[0], deck[1]])];
/// let turns = Replayer::new(Rules::default())?.turns(&RecordedGame { deck, moves })?;
/// assert_eq!((turns[0].table.len(), turns[0].sets.len()), (12, 13));
/// assert_eq!((turns[1].table.len(), turns[1].in_deck), (12, 66));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Replayer {
    rules: Rules,
    thirds: ThirdCards,
}

/// How far a game is.
struct Course<'a> {
    rules: Rules,
    table: Vec<Card>,
    /// The cards still to be dealt, without a hidden one.
    deck: &'a [Card],
    hidden: usize,
    arrival: Arrival,
}

impl Course<'_> {
    /// Deals up to `cards` cards.
    fn deal(&mut self, cards: usize) {
        let (dealt, rest) = self.deck.split_at(cards.min(self.deck.len()));
        self.arrival = if dealt.is_empty() { Arrival::Taken } else { Arrival::Dealt };
        self.table.extend(dealt);
        self.deck = rest;
    }

    /// Takes a set from the table, and fills it up.
    fn take(&mut self, set: [Card; 3]) -> Result<(), MoveError> {
        if let Some(&card) = set.iter().find(|card| !self.table.contains(card)) {
            let is_left = self.deck.contains(&card);
            return Err(if is_left { MoveError::InDeck(card) } else { MoveError::Gone(card) });
        }
        let [a, b, c] = set;
        if a == b || a.third(b) != c {
            return Err(MoveError::NoSet);
        }
        self.table.retain(|card| !set.contains(card));
        self.deal(self.rules.refill().saturating_sub(self.table.len()));
        Ok(())
    }
}

impl Replayer {
    /// A replayer of games by these rules.
    ///
    /// # Errors
    ///
    /// When tables are dealt anew, in an order that no record has.
    pub fn new(rules: Rules) -> Result<Self, GamesError> {
        if rules.when_stuck() == WhenStuck::Redeal {
            return Err(GamesError::Redealt);
        }
        Ok(Self { rules, thirds: ThirdCards::new(rules.deck()) })
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The turns of a game: all tables that a set was looked for on. A turn without a set that is
    /// taken is one at which cards were dealt, or the last one.
    ///
    /// # Errors
    ///
    /// When the game cannot have been played.
    pub fn turns(&self, game: &RecordedGame) -> Result<Vec<Turn>, ReplayError> {
        self.check_order(&game.deck)?;
        let hidden = usize::from(self.rules.has_last_hidden());
        let deck = &game.deck[..game.deck.len() - hidden];
        let (rules, arrival) = (self.rules, Arrival::Dealt);
        let mut course = Course { rules, table: Vec::new(), deck, hidden, arrival };
        course.deal(rules.start());
        let mut moves = game.moves.iter().enumerate().peekable();
        let mut turns = Vec::new();
        loop {
            let mut turn = self.look(&course);
            let can_deal = rules.when_stuck() == WhenStuck::Deal && !course.deck.is_empty();
            let is_stuck = turn.sets.is_empty() && can_deal;
            match moves.peek() {
                Some((_, Move::Take(_))) | None if is_stuck => course.deal(rules.deal()),
                None => {
                    turns.push(turn);
                    return Ok(turns);
                }
                Some(&(number, Move::Take(set))) => {
                    course.take(*set).map_err(|error| ReplayError::Move(number, error))?;
                    turn.taken = Some(*set);
                    moves.next();
                }
                Some(&(number, Move::Deal)) => {
                    if course.deck.is_empty() {
                        return Err(ReplayError::Move(number, MoveError::NothingToDeal));
                    }
                    course.deal(rules.deal());
                    moves.next();
                }
            }
            turns.push(turn);
        }
    }

    /// Checks that an order has each card of the game once.
    fn check_order(&self, deck: &[Card]) -> Result<(), ReplayError> {
        let mut left: CardSet = self.rules.pack().cards().collect();
        for &card in deck {
            if !left.remove(card) {
                return Err(ReplayError::Foreign(card));
            }
        }
        let all = self.rules.cards();
        if left.is_empty() { Ok(()) } else { Err(ReplayError::Short(all - left.len(), all)) }
    }

    /// The table now, with all its sets: by the last dealt of their cards, then by the one dealt
    /// before it.
    fn look(&self, course: &Course<'_>) -> Turn {
        let table = &course.table;
        let mut places = vec![usize::MAX; self.thirds.size()];
        let mut sets = Vec::new();
        for (last, &c) in table.iter().enumerate() {
            for (second, &b) in table[..last].iter().enumerate() {
                let a = self.thirds.third(b, c);
                if places[a.index()] < second {
                    sets.push([a, b, c]);
                }
            }
            places[c.index()] = last;
        }
        let (in_deck, arrival) = (course.deck.len() + course.hidden, course.arrival);
        Turn { table: table.clone(), in_deck, arrival, sets, taken: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::deal::Seed;
    use crate::game::{GameKey, Layout, Policy, Subject, turns};
    use crate::hand::Pack;
    use crate::run::{Threads, execute};
    use crate::tally::Tallies;

    fn recorded(games: &Games) -> Vec<RecordedGame> {
        let mut all = Vec::new();
        (0..games.plan().blocks()).for_each(|block| games.record(block, |game| all.push(game)));
        all
    }

    /// What is recorded of a policy's games and replayed is what the naive player shows.
    #[test]
    fn recorded_games_are_replayed_turn_by_turn() {
        for (features, missing, start) in
            [(3, "@0-2", 9), (4, "", 12), (4, "@0-53", 12), (4, "@1,5,44", 15)]
        {
            let full = Pack::from(Deck::new(features).unwrap());
            let pack = Pack::read(full.deck(), missing).unwrap_or(full);
            let rules = Rules::new(pack, start).unwrap();
            let replayer = Replayer::new(rules).unwrap();
            for policy in Policy::ALL {
                let games = Games::new(rules, &[policy], Seed(2), 12).unwrap();
                for (number, game) in (0..).zip(recorded(&games)) {
                    let own = replayer.turns(&game).unwrap();
                    assert!(own == turns(rules, policy, Seed(2), number), "{policy} {number}");
                }
            }
        }
    }

    /// By any rules the stages and the sets taken are those that the run tallies.
    #[test]
    fn replayed_games_have_the_stages_of_their_run() {
        let (rules, lost) = (Rules::default(), Pack::read(Deck::GAME, "@3,70").unwrap());
        for rules in [
            rules,
            Rules::new(lost, 12).unwrap(),
            Rules::new(Deck::GAME, 10).unwrap().dealing(11, 2).unwrap(),
            rules.with_when_stuck(WhenStuck::Stop).unwrap(),
            rules.with_last_hidden().unwrap(),
        ] {
            let games = Games::new(rules, &[Policy::First], Seed(6), 100).unwrap();
            let run = execute(&games, Threads::ONE).unwrap().into_tally();
            let mut stages = Tallies::default();
            for game in recorded(&games) {
                for turn in Replayer::new(rules).unwrap().turns(&game).unwrap() {
                    let Turn { table, in_deck, arrival, sets, .. } = turn;
                    let of = Subject::Stage(Layout { in_deck, table: table.len(), arrival });
                    stages.of(GameKey { policy: Policy::First, of }).record(sets.len());
                }
            }
            let is_stage = |key: &GameKey| matches!(key.of, Subject::Stage(_));
            let run: Vec<_> = run.iter().filter(|(key, _)| is_stage(key)).collect();
            assert!(stages.iter().collect::<Vec<_>>() == run, "{rules}");
        }
    }

    #[test]
    fn impossible_moves_are_named() {
        let deck: Vec<Card> = Deck::GAME.cards().collect();
        let replayer = Replayer::new(Rules::default()).unwrap();
        let error = |moves: &[Move]| {
            let game = RecordedGame { deck: deck.clone(), moves: moves.to_vec() };
            replayer.turns(&game).unwrap_err()
        };
        let take = |places: [usize; 3]| Move::Take(places.map(|place| deck[place]));
        let first = take([0, 1, 2]);
        assert_eq!(error(&[take([0, 1, 3])]), ReplayError::Move(0, MoveError::NoSet));
        assert_eq!(error(&[take([0, 0, 0])]), ReplayError::Move(0, MoveError::NoSet));
        let later = take([9, 10, 80]);
        assert_eq!(error(&[first, later]), ReplayError::Move(1, MoveError::InDeck(deck[80])));
        assert_eq!(error(&[first, first]), ReplayError::Move(1, MoveError::Gone(deck[0])));
        let all = [Move::Deal; 24];
        assert_eq!(error(&all), ReplayError::Move(23, MoveError::NothingToDeal));
        let game = |deck: &[Card]| RecordedGame { deck: deck.to_vec(), moves: Vec::new() };
        let order = |deck: &[Card]| replayer.turns(&game(deck)).unwrap_err();
        assert_eq!(order(&deck[1..]), ReplayError::Short(80, 81));
        assert_eq!(order(&[&deck[..80], &deck[..1]].concat()), ReplayError::Foreign(deck[0]));
        let redealt = Rules::default().with_when_stuck(WhenStuck::Redeal).unwrap();
        assert_eq!(Replayer::new(redealt).unwrap_err(), GamesError::Redealt);
    }

    /// A deal where a set was missed leaves it there.
    #[test]
    fn people_may_deal_where_they_see_no_set() {
        let deck: Vec<Card> = Deck::GAME.cards().collect();
        let moves = vec![Move::Deal, Move::Take([deck[0], deck[1], deck[2]])];
        let replayer = Replayer::new(Rules::default()).unwrap();
        let turns = replayer.turns(&RecordedGame { deck, moves }).unwrap();
        let seen: Vec<_> = turns.iter().map(|turn| (turn.table.len(), turn.in_deck)).collect();
        assert_eq!(seen, [(12, 69), (15, 66), (12, 66)]);
        assert!(turns[0].taken.is_none() && !turns[0].sets.is_empty());
        assert_eq!(turns[2].arrival, Arrival::Taken);
    }
}
