//! Whole games: many of them by any rules, and tables that come up on the way.

use super::words::{Reply, joined, next, parsed, text};
use setodds::card::{Card, Deck};
use setodds::deal::{Seed, deal_block};
use setodds::detect::Strategy;
use setodds::game::{GameKey, Games, Policy, Rules, Subject, WhenStuck};
use setodds::report::games::{Played, TableKind};
use setodds::report::page::{games_by_value, games_csv, games_summary};
use setodds::run::Kernel;
use setodds::stats::Confidence;
use setodds::tally::{Merge, Named, Tallies, Tally};
use std::str::SplitAsciiWhitespace;

/// Games of one policy by some rules, with what was tallied of them.
#[derive(Debug)]
pub(super) struct GamesRun {
    games: Games,
    tallies: Tallies<GameKey>,
}

impl GamesRun {
    /// Games by `START DEAL WHEN-STUCK HIDDEN POLICY SEED GAMES`.
    pub(super) fn new(words: &mut SplitAsciiWhitespace<'_>) -> Result<Self, String> {
        let (start, deal): (usize, usize) = (next(words)?, next(words)?);
        let (when_stuck, is_hidden): (WhenStuck, bool) = (next(words)?, next(words)?);
        let (policy, seed, games): (Policy, Seed, u64) = (next(words)?, next(words)?, next(words)?);
        let rules = Rules::new(Deck::GAME, start).and_then(|rules| rules.dealing(start, deal));
        let rules = rules.and_then(|rules| rules.with_when_stuck(when_stuck)).map_err(text)?;
        if is_hidden {
            return Err("the last card cannot be hidden".to_owned());
        }
        let games = Games::new(rules, &[policy], seed, games).map_err(text)?;
        Ok(Self { games, tallies: Tallies::default() })
    }

    /// The number of blocks, and the games in one.
    pub(super) fn blocks(&self) -> String {
        let plan = self.games.plan();
        format!("{} {}", plan.blocks(), plan.units_per_block())
    }

    /// What is shown of the games in some blocks: for each subject its name and its counts.
    pub(super) fn count(&self, from: u64, to: u64) -> String {
        let (mut play, mut tallies) = (self.games.worker(), Tallies::default());
        (from..to.min(self.games.plan().blocks())).for_each(|block| tallies.merge(play(block)));
        let shown = tallies.iter().filter(|(key, _)| is_shown(key.of));
        let line = |(key, tally): (GameKey, &Tally)| {
            format!("{}={}", key.name(), joined(tally.iter().map(|(_, count)| count), " "))
        };
        joined(shown.map(line), ";")
    }

    /// Adds what was counted of other blocks.
    pub(super) fn add(&mut self, counted: &str) -> Reply {
        for line in counted.split(';') {
            let (name, counts) = line.split_once('=').ok_or("a tally lacks its counts")?;
            let key = GameKey::named(name).ok_or_else(|| format!("`{name}` is not a tally"))?;
            let counts = counts.split(' ').map(parsed).collect::<Result<Vec<u128>, _>>()?;
            self.tallies.of(key).merge(counts.into());
        }
        Ok(String::new())
    }

    /// A table of all games that were added: `summary`, `largest-table` or `leftover`.
    pub(super) fn table(&self, name: &str) -> Reply {
        match name {
            "summary" => Ok(games_summary(&self.played())),
            "largest-table" => self.values(Subject::LargestTable, "cards on the table"),
            "leftover" => self.values(Subject::Leftover, "cards left"),
            other => Err(format!("`{other}` is not a table of games")),
        }
    }

    /// A table of all games that were added as the program's CSV.
    pub(super) fn csv(&self, table: TableKind) -> Reply {
        games_csv(&self.played(), table).ok_or_else(|| format!("`{table}` is not tallied here"))
    }

    fn played(&self) -> Played<'_> {
        let (rules, policies) = (self.games.rules(), self.games.policies());
        Played { rules, policies, tallies: &self.tallies, confidence: Confidence::default() }
    }

    /// The games by a value that every game has.
    fn values(&self, of: Subject, title: &str) -> Reply {
        let policy = self.games.policies()[0];
        let tally = self.tallies.get(GameKey { policy, of }).ok_or("nothing was played yet")?;
        Ok(games_by_value(tally, title))
    }
}

/// Whether the page shows something of it.
fn is_shown(of: Subject) -> bool {
    matches!(
        of,
        Subject::Leftover
            | Subject::ExtraDeals
            | Subject::LargestTable
            | Subject::Rounds
            | Subject::FirstStuck
    )
}

/// The first tables of 12 cards of a kind, `WITH` of them with sets and `WITHOUT` with none, mixed
/// as they come as far as both numbers allow: a line for each, with its cards.
pub(super) fn tables(words: &mut SplitAsciiWhitespace<'_>) -> Reply {
    let kind = words.next().unwrap_or_default();
    let seed: Seed = next(words)?;
    let mut tables = Mixture { left: [next(words)?, next(words)?], found: Vec::new() };
    match kind {
        "deal" => {
            let detector = Strategy::default().detector(Deck::GAME);
            for block in 0..MOST_GAMES {
                deal_block(seed, block, Deck::GAME, Rules::START, DEALS, |hand| {
                    tables.take(hand, detector.count(hand) > 0);
                });
                if tables.is_full() {
                    break;
                }
            }
        }
        other => return Err(format!("`{other}` is not a kind of table")),
    }
    Ok(joined(tables.found.iter().map(|table| numbers(table)), "\n"))
}

/// Deals that are looked at between two looks at whether they suffice.
const DEALS: u64 = 64;
/// The games that are searched at most, so that any question has an end.
const MOST_GAMES: u64 = 200;

/// Tables with and without sets in given numbers.
struct Mixture {
    /// The tables that are still wanted: with sets, and without.
    left: [usize; 2],
    found: Vec<Vec<Card>>,
}

impl Mixture {
    fn is_full(&self) -> bool {
        self.left == [0, 0]
    }

    fn take(&mut self, table: &[Card], has_sets: bool) {
        let left = &mut self.left[usize::from(!has_sets)];
        if *left > 0 {
            *left -= 1;
            self.found.push(table.to_vec());
        }
    }
}

fn numbers(cards: &[Card]) -> String {
    joined(cards.iter().map(|card| card.index()), " ")
}
