//! Many puzzles at once: numbered, or one for each date, to print or for programs.

use crate::card::{Card, Deck};
use crate::cards::{Notation, Style};
use crate::cli::failure::{Failure, OrFail};
use crate::cli::names;
use crate::commands::count::Count;
use crate::deal::Seed;
use crate::puzzle::Puzzle;
use crate::report::cell::Cell;
use crate::report::columns::RenderTarget;
use crate::report::csv::Row;
use crate::report::field::Field;
use crate::report::hands::{NamedHand, ShownHand};
use crate::report::number::{count, grouped, plural};
use crate::report::print;
use crate::report::puzzles::{PuzzleHand, PuzzleRow};
use crate::report::result::{RecordWriter, Table};
use clap::Args;
use jiff::ToSpan;
use jiff::civil::Date;
use setodds_engine::named_enum;
use std::collections::BTreeSet;
use std::io::{self, Write};

named_enum! {
    /// Where the solutions are.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Solutions: "place of solutions" {
        /// Behind all puzzles.
        After = "after",
        /// Nowhere.
        None = "none",
    }
}

/// How many puzzles, and how they are written.
#[derive(Args, Debug)]
pub(crate) struct ManyArgs {
    /// Number of puzzles, no two alike
    #[arg(long, value_name = "COUNT", conflicts_with = "from", allow_hyphen_values = true)]
    count: Option<Count>,
    /// A puzzle for a date, such as 2026-01-01
    ///
    /// It depends on the seed and the date alone. Without --seed, the seed is 1, so that a date has
    /// the same puzzle for everyone.
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    from: Option<Date>,
    /// Number of days from --from on
    #[arg(
        long,
        value_name = "N",
        requires = "from",
        conflicts_with = "count",
        allow_hyphen_values = true,
        hide_short_help = true
    )]
    days: Option<Count>,
    /// Where the solutions are: after, none
    #[arg(long, value_name = "PLACE", default_value = "after", hide_short_help = true,
          value_parser = names::of::<Solutions>(Solutions::NAMES))]
    pub(crate) solutions: Solutions,
    /// In HTML, nine puzzles to a printed page
    #[arg(long, hide_short_help = true)]
    pub(crate) nine: bool,
}

fn parse_date(text: &str) -> Result<Date, String> {
    text.parse().map_err(|_| format!("`{text}` is not a valid date; give one like 2026-01-01"))
}

/// The most puzzles at a time: they are kept in memory.
const MAX_PUZZLES: u64 = 100_000;

impl ManyArgs {
    /// The number of puzzles.
    pub(crate) fn number(&self) -> u64 {
        self.count.as_ref().or(self.days.as_ref()).map_or(1, |count| count.0)
    }

    /// The seed of puzzles for dates, unless one is given: a date has the same puzzle for everyone.
    pub(crate) fn seed(&self) -> Option<Seed> {
        self.from.map(|_| Seed(1))
    }

    /// Whether it is the one puzzle of a seed.
    pub(crate) fn is_one(&self) -> bool {
        self.number() == 1 && self.from.is_none()
    }

    /// Finds the puzzles, each by its own seed.
    pub(crate) fn find(
        &self,
        deck: Deck,
        seed: Seed,
        find: impl Fn(Seed) -> Result<Vec<Card>, Failure>,
    ) -> Result<Puzzles, Failure> {
        let wanted = self.number();
        if !(1..=MAX_PUZZLES).contains(&wanted) {
            return Err(usage_error!(
                "{wanted} puzzles: 1 to {} are made at a time",
                grouped(MAX_PUZZLES.into())
            ));
        }
        let (mut puzzles, mut known) = (Vec::new(), BTreeSet::new());
        for number in 0..wanted {
            let (own, date) = self.seed_and_date(seed, number)?;
            // That of a date is the same whatever the dates before it.
            let hand = if date.is_some() { find(own) } else { distinct(own, &mut known, &find) };
            let hand = hand.map_err(|failure| match failure {
                Failure::Interrupted(_) if wanted > 1 => Failure::Interrupted(format!(
                    "after {} of {}",
                    grouped(number.into()),
                    count(wanted.into(), "puzzle")
                )),
                other => other,
            })?;
            let number = puzzles.len() + 1;
            puzzles.push(PuzzleHand::new(number, date, deck, hand));
        }
        Ok(Puzzles { deck, puzzles, solved: self.solutions == Solutions::After, nine: self.nine })
    }

    /// The first of many puzzles is the one that there is without the others.
    fn seed_and_date(&self, seed: Seed, number: u64) -> Result<(Seed, Option<String>), Failure> {
        let Some(from) = self.from else {
            let own = if number == 0 { seed } else { Puzzle::seed_of(seed, number) };
            return Ok((own, None));
        };
        let days = i64::try_from(number).or_usage()?.days();
        let date = from
            .checked_add(days)
            .map_err(|_| usage_error!("dates end with 9999-12-31; lower --days"))?;
        let since = Date::constant(1970, 1, 1).until(date).or_failed()?.get_days();
        let own = Puzzle::seed_of(seed, i64::from(since).cast_unsigned());
        Ok((own, Some(date.to_string())))
    }
}

/// A puzzle whose cards were not there before.
fn distinct(
    seed: Seed,
    known: &mut BTreeSet<Vec<Card>>,
    find: impl Fn(Seed) -> Result<Vec<Card>, Failure>,
) -> Result<Vec<Card>, Failure> {
    /// After this number of known puzzles in a row, there are hardly any others.
    const TRIES: u64 = 1000;
    for again in 0..TRIES {
        let hand = find(if again == 0 { seed } else { Puzzle::seed_of(seed, again) })?;
        let mut cards = hand.clone();
        cards.sort_unstable();
        if known.insert(cards) {
            return Ok(hand);
        }
    }
    Err(Failure::Failed(format!(
        "after {}, {TRIES} more were among them: there are hardly any others; ask for fewer",
        plural(known.len(), "puzzle")
    )))
}

/// Puzzles with their solutions.
pub(crate) struct Puzzles {
    deck: Deck,
    puzzles: Vec<PuzzleHand>,
    solved: bool,
    nine: bool,
}

impl Puzzles {
    /// Returns the pages to print, with `made_by` at the foot of each.
    pub(crate) fn page(&self, made_by: &str) -> String {
        print::puzzles(&self.puzzles, self.solved, self.nine, made_by)
    }
}

impl Table for Puzzles {
    fn fields(&self) -> &'static [Field] {
        PuzzleRow::FIELDS
    }

    fn rows(&self) -> Box<dyn Iterator<Item = Vec<Cell>> + '_> {
        Box::new(self.puzzles.iter().flat_map(|it| it.rows(self.solved)).map(|row| row.cells()))
    }

    fn write_records(&self, to: &mut RecordWriter<'_>) -> io::Result<()> {
        self.puzzles.iter().try_for_each(|puzzle| to.add(&puzzle.json(self.solved)))
    }

    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        let named = |puzzle: &PuzzleHand| NamedHand::dealt(puzzle.name(), &puzzle.cards);
        let hands: Vec<NamedHand> = self.puzzles.iter().map(named).collect();
        let words = Notation::new(self.deck, Style::Words);
        let shown = || hands.iter().map(|it| ShownHand::new(it, &words));
        for (place, hand) in shown().enumerate() {
            to.write_all(if place == 0 { b"" } else { b"\n" })?;
            hand.write_headline("", target, to)?;
            write!(to, "\n{}", hand.cards_table(target))?;
        }
        for hand in shown().filter(|_| self.solved) {
            to.write_all(b"\n")?;
            hand.write_headline("Solution of ", target, to)?;
            to.write_all(hand.sets(target).as_bytes())?;
        }
        Ok(())
    }
}
