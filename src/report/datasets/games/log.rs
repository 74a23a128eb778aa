//! The log of games, as `play --log` writes it or people do by hand: a line `deck` with the order
//! of dealing, a line `set` for each set that was taken, a line `deal` where cards were dealt
//! beside a set, and a line `game` between games.

use super::replay::ReplayRow;
use crate::game::{Move, RecordedGame, ReplayError, Replayer};
use crate::hand::text::{HandsError, TextRow, WrittenHands, read_rows, without_comment};
use crate::report::escape::excerpt;
use crate::report::number::plural;
use std::borrow::Cow;
use std::collections::HashMap;

/// The games of a log, laid out again.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayedLog {
    /// The tables of all games.
    pub rows: Vec<ReplayRow>,
    /// A line that says what was read: how many games, and how cards are written.
    pub summary: String,
}

/// Why a log cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// A line that is wrong: its number, from 1 on, and why.
    #[error("line {0}: {1}")]
    Line(u64, String),
    /// Cards that are not understood.
    #[error(transparent)]
    Cards(#[from] HandsError),
    /// A log without a game.
    #[error("the log holds no game; give lines that begin with deck, set and deal")]
    Empty,
}

/// Replays the games of a log by the rules of a replayer.
///
/// # Errors
///
/// When a line is not understood, or a game cannot have been played by the rules.
pub fn replay_log(text: &str, replayer: &Replayer) -> Result<ReplayedLog, LogError> {
    let mut text = Cow::Borrowed(text);
    // Lines may end with CR alone.
    if !text.contains('\n') {
        text = text.replace('\r', "\n").into();
    }
    let log = ReadLog::parse(&text)?;
    if log.games.is_empty() {
        return Err(LogError::Empty);
    }
    let hands = read_rows(&log.rows, replayer.rules().deck())?;
    let mut rows = Vec::new();
    for game in &log.games {
        rows.extend(game.replay(&hands, replayer)?);
    }
    let number = plural(log.games.len(), "game");
    let summary = [vec![number], hands.notation.remarks()].concat().join("; ");
    Ok(ReplayedLog { rows, summary })
}

/// A log: its games, and the lines with cards, each with the number of the hand it belongs to.
#[derive(Default)]
struct ReadLog<'a> {
    games: Vec<ReadGame>,
    /// The line of each game by its name.
    lines: HashMap<String, u64>,
    rows: Vec<TextRow<'a>>,
    hands: usize,
}

/// A game of a log, with the lines that it stands in.
struct ReadGame {
    name: String,
    /// The line that begins the game.
    line: u64,
    /// The line of the first cards of the deck, and the number of the hand that they are.
    deck: Option<(u64, usize)>,
    /// The line of each move, and the number of the hand if it is a set that was taken.
    moves: Vec<(u64, Option<usize>)>,
}

impl<'a> ReadLog<'a> {
    fn parse(text: &'a str) -> Result<Self, LogError> {
        let mut log = Self::default();
        for (text, line) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
            let text = without_comment(text).trim();
            if !text.is_empty() {
                log.add(line, text).map_err(|what| LogError::Line(line, what))?;
            }
        }
        match log.games.iter().find(|game| game.deck.is_none()) {
            Some(game) => {
                Err(LogError::Line(game.line, "this game has no deck; give its order".to_owned()))
            }
            None => Ok(log),
        }
    }

    /// Adds a line: a word, and what follows it.
    fn add(&mut self, line: u64, text: &'a str) -> Result<(), String> {
        let end = text.find(|c: char| c == ':' || c.is_whitespace()).unwrap_or(text.len());
        let (word, rest) = (text[..end].to_lowercase(), text[end..].trim_start());
        let rest = rest.strip_prefix(':').unwrap_or(rest).trim_start();
        match &word[..] {
            "game" => self.begin(line, rest),
            "deck" => {
                if self.games.last().is_none_or(|game| !game.moves.is_empty()) {
                    self.begin(line, "")?;
                }
                let known = self.games.last().and_then(|game| game.deck);
                let hand = self.add_cards(&word, line, rest, known.map(|it| it.1))?;
                self.games.last_mut().expect("a game has begun").deck.get_or_insert((line, hand));
                Ok(())
            }
            "set" => {
                let hand = self.add_cards(&word, line, rest, None)?;
                self.add_move(line, Some(hand))
            }
            "deal" if rest.is_empty() => self.add_move(line, None),
            "deal" => Err("nothing follows `deal`; the rules say how many cards are dealt".into()),
            _ => Err(format!(
                "`{}` is not valid; begin each line with game, deck, set or deal",
                excerpt(&word)
            )),
        }
    }

    /// Begins a game. Without a name, its number is its name.
    fn begin(&mut self, line: u64, name: &str) -> Result<(), String> {
        let number = (self.games.len() + 1).to_string();
        let name = if name.is_empty() { number } else { name.to_owned() };
        if let Some(other) = self.lines.insert(name.clone(), line) {
            let name = excerpt(&name);
            return Err(format!("game {name} is in line {other} already; rename one"));
        }
        self.games.push(ReadGame { name, line, deck: None, moves: Vec::new() });
        Ok(())
    }

    /// Adds cards to a hand, or to a new one; returns its number.
    fn add_cards(
        &mut self,
        word: &str,
        line: u64,
        text: &'a str,
        hand: Option<usize>,
    ) -> Result<usize, String> {
        if text.is_empty() {
            return Err(format!("no cards follow `{word}`"));
        }
        let hand = hand.unwrap_or(self.hands);
        self.hands = self.hands.max(hand + 1);
        self.rows.push(TextRow { line, hand, text });
        Ok(hand)
    }

    fn add_move(&mut self, line: u64, set: Option<usize>) -> Result<(), String> {
        match self.games.last_mut().filter(|game| game.deck.is_some()) {
            Some(game) => game.moves.push((line, set)),
            None => return Err("no deck is given before; begin with `deck:`".to_owned()),
        }
        Ok(())
    }
}

impl ReadGame {
    /// The tables of the game.
    fn replay(&self, read: &WrittenHands, replayer: &Replayer) -> Result<Vec<ReplayRow>, LogError> {
        let cards = |hand: usize| &read.inputs[0][hand].cards;
        let (line, deck) = self.deck.expect("a game has a deck");
        let moves =
            self.moves.iter().map(|&(line, hand)| match hand.map(|hand| &cards(hand)[..]) {
                None => Ok(Move::Deal),
                Some(&[a, b, c]) => Ok(Move::Take([a, b, c])),
                Some(cards) => {
                    let number = plural(cards.len(), "card");
                    Err(LogError::Line(line, format!("a set has three cards, not {number}")))
                }
            });
        let moves = moves.collect::<Result<_, _>>()?;
        let turns = replayer.turns(&RecordedGame { deck: cards(deck).clone(), moves });
        let turns = turns.map_err(|error| {
            let (line, what) = match error {
                ReplayError::Move(number, error) => (self.moves[number].0, error.to_string()),
                error => (line, error.to_string()),
            };
            let written = |card| format!("`{}`: ", excerpt(&read.notation.write(card)));
            LogError::Line(line, error.card().map(written).unwrap_or_default() + &what)
        })?;
        Ok(ReplayRow::of(&self.name, &turns, replayer.rules(), &read.notation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::game::Rules;
    use std::time::{Duration, Instant};

    #[test]
    fn a_log_has_games_with_a_deck_and_moves() {
        let text = "# by hand\n\ndeck: a b # first\nDECK c\nset: a b c\ndeal\ngame two\ndeck d\n";
        let log = ReadLog::parse(text).unwrap();
        let names: Vec<&str> = log.games.iter().map(|game| &*game.name).collect();
        assert_eq!(names, ["1", "two"]);
        assert_eq!(log.games[0].moves, [(5, Some(1)), (6, None)]);
        let rows: Vec<_> = log.rows.iter().map(|row| (row.line, row.hand, row.text)).collect();
        assert_eq!(rows, [(3, 0, "a b"), (4, 0, "c"), (5, 1, "a b c"), (8, 2, "d")]);
    }

    #[test]
    fn a_line_that_is_wrong_is_named() {
        for (text, line, what) in [
            ("decks: a", 1, "`decks` is not valid"),
            ("deck a\nfoo", 2, "`foo` is not valid"),
            ("game 1\nset a b c", 2, "no deck is given"),
            ("set a b c", 1, "no deck is given"),
            ("deck a\nset:", 2, "no cards follow `set`"),
            ("deck a\ndeal 3", 2, "nothing follows `deal`"),
            ("\ngame 1\n", 2, "this game has no deck"),
            ("game 2\ndeck a\ngame", 3, "game 2 is in line 1 already"),
        ] {
            let said = ReadLog::parse(text).err().unwrap().to_string();
            assert!(said.starts_with(&format!("line {line}: ")), "{text}: {said}");
            assert!(said.contains(what), "{text}: {said}");
        }
    }

    /// The first line of cards is never a header, even if it holds names of features.
    #[test]
    fn a_deck_is_no_header() {
        let replayer = Replayer::new(Rules::new(Deck::GAME, 12).unwrap()).unwrap();
        for (line, expected) in [
            ("number color shading shape", "line 1: `number color shading shape` is a header"),
            ("anzahl farbe muster zeichen", "line 1: the order of the deck has 1 of the 81"),
        ] {
            let said = replay_log(&format!("deck: {line}"), &replayer).unwrap_err().to_string();
            assert!(said.starts_with(expected), "{said}");
        }
    }

    /// The names of games are compared in a time that does not grow with the number of games.
    #[test]
    fn a_log_of_many_games_is_read_in_a_moment() {
        let text: String = (0..100_000).map(|game| format!("game g{game}\ndeck a\n")).collect();
        let began = Instant::now();
        assert_eq!(ReadLog::parse(&text).unwrap().games.len(), 100_000);
        assert!(began.elapsed() < Duration::from_secs(10));
    }
}
