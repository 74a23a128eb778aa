//! The answers.

use super::games::{self, GamesRun};
use super::trail::Trail;
use super::words::{Reply, joined, next, parsed, text};
use setodds::card::notation::{Notation, ReadOptions, Style};
use setodds::card::{Card, Deck};
use setodds::deal::{Deals, Seed};
use setodds::detect::Strategy;
use setodds::hand::sizes::Sizes;
use setodds::hand::text::read_hands;
use setodds::measure::{CapFinder, Key, Measure, Measurer};
use setodds::puzzle::{Levels, Puzzle, Wanted};
use setodds::report::chart::{Chart, Look, PictureStyle, bars_of, svg};
use setodds::report::distribution::{Distribution, DistributionRow, Origin};
use setodds::report::hands::{NamedHand, ShownHand};
use setodds::report::page::{
    distribution_chart, distribution_csv, distribution_table, sizes_chart,
};
use setodds::report::{csv, odds};
use setodds::run::Kernel;
use setodds::stats::Confidence;
use setodds::tally::{Merge, Tally};
use std::str::SplitAsciiWhitespace;

/// A conversation: the deals and the games that were started last, and what was counted of them.
#[derive(Debug, Default)]
pub struct Session {
    run: Option<RunningDeals>,
    games: Option<GamesRun>,
}

/// Deals of one hand size, tallied by one measure.
#[derive(Debug)]
struct RunningDeals {
    key: Key,
    deals: Deals,
    tally: Tally,
    trail: Trail,
}

impl Session {
    /// Answers a question; what they are, and the answers, is said above.
    ///
    /// # Errors
    ///
    /// When the question is not valid, with the program's message.
    pub fn answer(&mut self, question: &str) -> Reply {
        if let Some(hands) = question.strip_prefix("read ") {
            return read(hands);
        }
        if let Some(chart) = question.strip_prefix("draw ") {
            return draw(chart);
        }
        if let Some(counted) = question.strip_prefix("games-add ") {
            return self.games()?.add(counted);
        }
        let mut words = question.split_ascii_whitespace();
        match words.next().unwrap_or_default() {
            "start" => self.start(&mut words),
            "count" => self.run()?.count(next(&mut words)?, next(&mut words)?),
            "add" => self.run()?.add(words),
            "chart" => self.run()?.chart(&mut words),
            "trail-csv" => self.run()?.trail.csv(),
            "trail" => self.run()?.trail(&mut words),
            "exact" => exact(&mut words),
            "numbers" => known(distribution_table(next(&mut words)?)),
            "values" => known(distribution_csv(next(&mut words)?)),
            "sizes" => Ok(svg(&sizes_chart(), style(&mut words)?)),
            "csv" => self.run()?.csv(),
            "sets" => sets(&cards(words)?),
            "cap" => cap(&cards(words)?),
            "rarity" => Ok(odds::rarity(next(&mut words)?, next(&mut words)?)),
            "difficulty" => Ok(difficulty(&cards(words)?)),
            "tables" => games::tables(&mut words),
            "puzzle" => puzzle(&mut words),
            "games-start" => self.start_games(&mut words),
            "games-count" => Ok(self.games()?.count(next(&mut words)?, next(&mut words)?)),
            "games-csv" => self.games()?.csv(next(&mut words)?),
            "games-table" => self.games()?.table(words.next().unwrap_or_default()),
            other => Err(format!("`{other}` is not a valid question")),
        }
    }

    fn start(&mut self, words: &mut SplitAsciiWhitespace<'_>) -> Reply {
        let (cards, measure): (usize, Measure) = (next(words)?, next(words)?);
        let (seed, deals): (Seed, u64) = (next(words)?, next(words)?);
        let measures = [measure].into_iter().collect();
        let sizes = Sizes::one(cards);
        let measurer = Measurer::new(Deck::GAME, sizes, measures, Strategy::default());
        let deals = Deals::new(measurer.map_err(text)?, seed, deals).map_err(text)?;
        let (blocks, per_block) = (deals.plan().blocks(), deals.plan().units_per_block());
        let key = Key { cards, measure };
        let trail = Trail::new(key, seed, deals.plan());
        self.run = Some(RunningDeals { key, deals, tally: Tally::default(), trail });
        Ok(format!("{blocks} {per_block}"))
    }

    fn run(&mut self) -> Result<&mut RunningDeals, String> {
        self.run.as_mut().ok_or_else(|| "no run was started".to_owned())
    }

    fn start_games(&mut self, words: &mut SplitAsciiWhitespace<'_>) -> Reply {
        Ok(self.games.insert(GamesRun::new(words)?).blocks())
    }

    fn games(&mut self) -> Result<&mut GamesRun, String> {
        self.games.as_mut().ok_or_else(|| "no games were started".to_owned())
    }
}

impl RunningDeals {
    fn count(&self, from: u64, to: u64) -> Reply {
        let (mut count, mut tally) = (self.deals.worker(), Tally::default());
        for block in from..to.min(self.deals.plan().blocks()) {
            if let Some(counted) = count(block).get(self.key) {
                tally.merge(counted.clone());
            }
        }
        Ok(joined(tally.iter().map(|(_, count)| count), " "))
    }

    fn add(&mut self, words: SplitAsciiWhitespace<'_>) -> Reply {
        let counts = words.map(parsed).collect::<Result<Vec<u128>, _>>()?;
        self.tally.merge(counts.into());
        self.trail.extend(&self.tally);
        Ok(String::new())
    }

    fn rows(&self) -> Result<Vec<DistributionRow>, String> {
        if self.tally.largest().is_none() {
            return Err("nothing was dealt yet".to_owned());
        }
        let origin = Origin::Sampled(Confidence::default());
        let (pack, key, tally) = (Deck::GAME.into(), self.key, &self.tally);
        Ok(Distribution { pack, key, tally, origin }.rows())
    }

    fn chart(&self, words: &mut SplitAsciiWhitespace<'_>) -> Reply {
        let style = style(words)?;
        let powers = words.next() == Some("powers");
        Ok(svg(&bars_of(&self.rows()?, powers), style))
    }

    fn trail(&self, words: &mut SplitAsciiWhitespace<'_>) -> Reply {
        let (style, most) = (style(words)?, next(words)?);
        Ok(svg(&self.trail.chart(most)?, style))
    }

    fn csv(&self) -> Reply {
        let mut bytes = Vec::new();
        csv::write(self.rows()?, &mut bytes).map_err(text)?;
        String::from_utf8(bytes).map_err(text)
    }
}

/// The width and the height of a picture in the page; a height of 0 is what suits the chart.
fn style(words: &mut SplitAsciiWhitespace<'_>) -> Result<PictureStyle, String> {
    let (width, height) = (next(words)?, next(words)?);
    Ok(PictureStyle {
        look: Look::Page,
        width: Some(width),
        height: (height > 0).then_some(height),
    })
}

fn exact(words: &mut SplitAsciiWhitespace<'_>) -> Reply {
    let (style, cards) = (style(words)?, next(words)?);
    let chart = known(distribution_chart(cards, words.next() == Some("powers")))?;
    Ok(svg(&chart, style))
}

/// A chart in JSON, after the size of its picture.
fn draw(question: &str) -> Reply {
    let (size, chart) = question.split_at(question.find('{').unwrap_or(question.len()));
    let style = style(&mut size.split_ascii_whitespace())?;
    let chart: Chart = serde_json::from_str(chart).map_err(text)?;
    Ok(svg(&chart, style))
}

/// The exact number for a hand size, or the error that it is unknown.
fn known<T>(what: Option<T>) -> Result<T, String> {
    what.ok_or_else(|| format!("the deck has {} cards", Deck::GAME.size()))
}

fn sets(hand: &[Card]) -> Reply {
    let sets = Strategy::default().detector(Deck::GAME).sets(hand);
    Ok(joined(sets.iter().map(|places| joined(places, ",")), " "))
}

fn cap(hand: &[Card]) -> Reply {
    let caps = CapFinder::new(Deck::GAME).caps(hand).map_err(text)?;
    Ok(joined(caps.largest, " "))
}

/// How hard the sets of a hand are to find, beside random hands.
fn difficulty(hand: &[Card]) -> String {
    let levels = Levels::of_random(Deck::GAME, hand.len());
    let (hand, notation) =
        (NamedHand::dealt(String::new(), hand), Notation::new(Deck::GAME, Style::Words));
    let detector = Strategy::default().detector(Deck::GAME);
    ShownHand::new(&hand, &notation, &*detector).difficulty_row(levels.as_ref()).sentence()
}

/// The daily puzzle: the hand of `setodds puzzle --from DATE --seed SEED`, from the seed and the
/// days from the beginning of 1970 to the date.
fn puzzle(words: &mut SplitAsciiWhitespace<'_>) -> Reply {
    let (seed, day): (Seed, i64) = (next(words)?, next(words)?);
    let seed = Puzzle::seed_of(seed, day.cast_unsigned());
    let puzzle = Puzzle::new(Deck::GAME, DAILY, seed, DAILY_DEALS).map_err(text)?;
    let mut find = puzzle.worker();
    let (_, hand) =
        (0..puzzle.plan().blocks()).find_map(|block| find(block).0).ok_or("no such hand")?;
    Ok(joined(hand.iter().map(|card| card.index()), " "))
}

/// The cards and the sets of a puzzle, as those of the command are by default.
const DAILY: Wanted = Wanted { cards: 9, sets: 4 };
/// One deal in 140 qualifies.
const DAILY_DEALS: u64 = 1_000_000;

/// What was read of a text of hands, and a line for each of them.
fn read(hands: &str) -> Reply {
    let written = read_hands(&[hands], Deck::GAME, ReadOptions::default()).map_err(text)?;
    let hands = written.inputs.iter().flatten();
    let lines = hands.map(|hand| joined(&hand.cards, " "));
    Ok([written.summary()].into_iter().chain(lines).collect::<Vec<_>>().join("\n"))
}

/// Cards of the game, all different.
fn cards(words: SplitAsciiWhitespace<'_>) -> Result<Vec<Card>, String> {
    let mut hand = Vec::new();
    for word in words {
        let card = Card::new(parsed(word)?, Deck::GAME).map_err(text)?;
        if hand.contains(&card) {
            return Err(format!("card {word} is there twice"));
        }
        hand.push(card);
    }
    Ok(hand)
}
