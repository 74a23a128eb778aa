//! `setodds puzzle`: deals a hand with a given number of sets.

use crate::card::{Card, Deck};
use crate::cards::{HandList, Notation, Style};
#[cfg(feature = "cli")]
use crate::cli::help::RUNNING;
#[cfg(feature = "cli")]
use crate::cli::names;
#[cfg(feature = "cli")]
use crate::cli::output::{OtherForms, OutputArgs};
use crate::commands::context::Context;
use crate::commands::count::{Count, Number};
use crate::commands::failure::{Failure, OrFail, exclusive, needs};
use crate::commands::options::{
    DeckArgs, EngineArgs, SeedArgs, ThreadsArgs, WithoutArgs, engine_refused,
};
use crate::commands::progress::{Describe, Progress};
use crate::commands::provenance::dealt;
use crate::commands::run::Run;
use crate::deal::Seed;
use crate::exact::known;
use crate::measure::{Key, Measure};
use crate::puzzle::{FirstHit, Puzzle, Target, solve, usual_sets};
use crate::report::cell::Cell;
use crate::report::columns::RenderTarget;
use crate::report::csv::Row;
use crate::report::date::Date;
use crate::report::field::Field;
use crate::report::hands::ShownHand;
use crate::report::number::{count, grouped, one_in, plural, significant};
use crate::report::print;
use crate::report::puzzles::{PuzzleHand, PuzzleRow};
use crate::report::result::{RecordWriter, Report, Table};
use crate::run::{Partial, ThreadPool};
use crate::stats::proportion::interval;
use crate::stats::{Confidence, Ratio, power, to_float};
#[cfg(feature = "cli")]
use clap::{Arg, Args};
use serde::Deserialize;
use setodds_engine::{named_enum, read_as_written};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

#[cfg(feature = "cli")]
const AFTER_HELP: &str = "\
Examples:
  setodds puzzle --cards 9 --sets 4        nine cards with four sets
  setodds puzzle --cards 12 --sets 6 --seed 1
  setodds puzzle --count 90 -o puzzles.html  to print, solutions at the end
  setodds puzzle --from 2026-01-01 --days 365 --seed 1 -o 2026.csv
  setodds puzzle --without lost.txt";

/// Make puzzles: hands with exactly the given number of sets.
///
/// The result depends only on the seed, the options, and the number or date of the puzzle.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP))]
pub(crate) struct PuzzleArgs {
    /// Cards in the hand [default: 9]
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", allow_hyphen_values = true))]
    cards: Option<Number>,
    /// Sets in the hand [default: about half the number of cards]
    ///
    /// The default is half the number of cards, or the nearest number of sets that occurs in at
    /// least one hand in a million.
    #[cfg_attr(feature = "cli", arg(long, value_name = "COUNT", allow_hyphen_values = true))]
    sets: Option<Number>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    many: ManyArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    deck: DeckArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    without: WithoutArgs,
    /// Give up after this many deals
    ///
    /// By default ten times the expected number, at least 1G (10^9).
    #[cfg_attr(feature = "cli", arg(long, value_name = "COUNT", allow_hyphen_values = true,
              hide_short_help = true, help_heading = RUNNING))]
    deals: Option<Count>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    seed: SeedArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    engine: EngineArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    threads: ThreadsArgs,
}

/// Adapts the option `-o` so that it also names printable pages.
#[cfg(feature = "cli")]
pub(crate) fn to_a_page(output: Arg) -> Arg {
    let help = "Write to FILE: .html (print), .csv, .json, .md or .txt";
    output.help(help).long_help(format!("{help}\n\nRepeatable; a CSV gets a record (x.run.json)."))
}

impl Run for PuzzleArgs {
    fn inputs(&self) -> Vec<&Path> {
        self.without.file().into_iter().collect()
    }

    #[cfg(feature = "cli")]
    fn other_forms(&self) -> OtherForms {
        OtherForms::Page
    }

    #[cfg(feature = "cli")]
    fn refuse_output(&self, output: &OutputArgs) -> Result<(), Failure> {
        let idle = match (output.has_page(), output.has_others_than_pages()) {
            (false, _) if self.many.nine => "--nine is for a page to print; add -o FILE.html",
            (true, false) if output.has_format() => {
                "--format does not apply to FILE.html, a page to print; add another -o FILE"
            }
            _ => return Ok(()),
        };
        Err(usage_error!("{idle}, or leave the option out"))
    }

    fn run(&self, context: &Context) -> Result<Report, Failure> {
        self.many.refuse_contradictions()?;
        let given = self.seed.given().or_else(|| self.many.seed());
        let seed = given.unwrap_or_else(Seed::fresh);
        self.refuse_unlikely(&self.puzzle(seed, context)?, context)?;
        if !self.many.is_one() {
            context.seed(format_args!("seed {seed}"), given.is_none());
        }
        let pool = ThreadPool::new(self.threads.get(context)?).or_failed()?;
        let find = |seed| self.hand(seed, &pool, context);
        let found = self.many.find(self.deck.features, seed, find)?;
        let made = dealt(context, seed, &self.without.pack(self.deck.features, context)?);
        let made_by = format!("Seed {seed}. {}", made.command);
        Ok(Report::new("Puzzles", &made, "puzzles", Puzzles { made_by, ..found }))
    }
}

impl PuzzleArgs {
    /// Finds the hand of the puzzle with this seed.
    fn hand(&self, seed: Seed, pool: &ThreadPool, context: &Context) -> Result<Vec<Card>, Failure> {
        let (puzzle, cancel) = (self.puzzle(seed, context)?, context.stop()?);
        let (is_single, is_random) = (self.many.is_one(), self.seed.given().is_none());
        let chance = self.chance();
        let progress = is_single.then(|| Progress::new("deal", &chance, context));
        let show = |partial: &Partial<FirstHit>| {
            progress.iter().for_each(|progress| progress.show(partial));
        };
        let partial = solve(&puzzle, pool, &cancel, &show).or_failed()?;
        progress.iter().for_each(Progress::finish);
        if let Some((deal, hand)) = partial.tally().0 {
            if is_single {
                let deal = grouped(deal + 1);
                context.seed(format_args!("seed {seed}, deal {deal}"), is_random);
            }
            return Ok(hand);
        }
        Err(self.not_found(&partial))
    }

    /// Returns the numbers of cards and sets that the puzzle must have.
    fn wanted(&self) -> Target {
        let deck = self.deck.features;
        let usual = || Measure::Sets.default_hand_size(deck).min(9);
        let cards = self.cards.map_or_else(usual, |cards| cards.0);
        Target { cards, sets: self.sets.map_or_else(|| usual_sets(deck, cards), |sets| sets.0) }
    }

    /// Returns the probability that a deal has the requested number of sets, if known; with
    /// `--without` it never is.
    fn chance(&self) -> HitChance {
        let Target { cards, sets } = self.wanted();
        let known = || known::probability(self.deck.features, Key::sets(cards), sets);
        HitChance((!self.without.is_given()).then(known).flatten())
    }

    fn puzzle(&self, seed: Seed, context: &Context) -> Result<Puzzle, Failure> {
        let deals = self.deals.map_or_else(|| self.chance().deals(), |deals| deals.0);
        let pack = self.without.pack(self.deck.features, context)?;
        let puzzle = Puzzle::new(pack, self.wanted(), seed, deals).or_usage()?;
        match self.engine.given() {
            Some(engine) => puzzle.with_engine(engine).map_err(engine_refused),
            None => Ok(puzzle),
        }
    }

    fn not_found(&self, partial: &Partial<FirstHit>) -> Failure {
        if !partial.is_complete() {
            let done = count(partial.units_done(), "deal");
            return Failure::Interrupted(format!("after {done} without a hit"));
        }
        let (Target { cards, sets }, done) = (self.wanted(), partial.units_done());
        let chance = self.chance();
        let rarity =
            match (chance.0.and_then(|it| one_in(it.value())), chance.probability_of_none(done)) {
                (Some(rarity), Some(none)) => {
                    let vain = significant(100.0 * none, 2);
                    format!(", though {rarity} does: {vain} % of such searches fail")
                }
                _ => {
                    let rarer = one_in(interval(0, done, Confidence::default()).high);
                    format!(
                        ": such hands, if they exist, are rarer than {} (95 % confidence)",
                        rarer.unwrap_or_default()
                    )
                }
            };
        Failure::Failed(format!(
            "none of {} of {} holds exactly {}{rarity}; raise --deals to go on",
            count(done, "deal"),
            plural(cards, "card"),
            plural(sets, "set")
        ))
    }

    /// Reports how rare hands with the requested number of sets are, and refuses them if a search
    /// is unlikely to succeed.
    fn refuse_unlikely(&self, puzzle: &Puzzle, context: &Context) -> Result<(), Failure> {
        refuse_unlikely(puzzle, self.wanted(), self.deals.map(|deals| deals.0))?;
        if let Some(rarity) = puzzle.probability().and_then(|it| one_in(it.value())) {
            let rarity = rarity.replacen("1 in", "1 deal in", 1);
            context.note(format_args!("{rarity} qualifies"));
        }
        Ok(())
    }
}

/// Refuses to search for hands that are too rare to be found within the limit of deals.
fn refuse_unlikely(
    puzzle: &Puzzle,
    Target { cards, sets }: Target,
    given: Option<u64>,
) -> Result<(), Failure> {
    /// Minimum acceptable probability that the search succeeds.
    const UNLIKELY: f64 = 0.05;
    /// Distance from the mean number of sets, in standard deviations, beyond which hands of unknown
    /// probability are refused.
    const FAR: f64 = 10.0;
    let (deviations, deals) =
        (puzzle.deviations_from_mean(), given.unwrap_or(HitChance::DEFAULT_DEALS));
    let (reason, raise) = match puzzle.probability().map(Ratio::value) {
        Some(chance) if chance * to_float(u128::from(deals)) < UNLIKELY => {
            let (rarity, deals) = (one_in(chance).unwrap_or_default(), u128::from(deals));
            match given {
                Some(_) => (
                    format!("only {rarity} does, and --deals is {}", grouped(deals)),
                    "raise --deals or ",
                ),
                None => (
                    format!("only {rarity} does, too few for a search of {}", count(deals, "deal")),
                    "give --deals to search anyway, or ",
                ),
            }
        }
        None if deviations.abs() > FAR => {
            let far = significant(deviations.abs(), 2);
            (format!("that is {far} standard deviations from the mean"), "")
        }
        _ => return Ok(()),
    };
    Err(usage_error!(
        "very unlikely: no deal of {} is likely to hold exactly {}: {reason}; \
         {raise}ask for another number",
        plural(cards, "card"),
        plural(sets, "set")
    ))
}

named_enum! {
    /// Place in the output where the solutions of puzzles are printed.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    enum Solutions: "place of solutions" {
        /// Solutions are printed after all puzzles.
        #[default]
        After = "after",
        /// Solutions are not printed.
        None = "none",
    }
}

/// The options for several puzzles: number, dates and layout.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
struct ManyArgs {
    /// Number of puzzles, all different
    #[cfg_attr(feature = "cli", arg(long, value_name = "COUNT", allow_hyphen_values = true))]
    count: Option<Count>,
    /// A puzzle for a date, such as 2026-01-01
    ///
    /// The default seed is 1, so that everyone gets the same puzzle.
    #[cfg_attr(feature = "cli", arg(long, value_name = "DATE"))]
    from: Option<Day>,
    /// Number of days, starting at --from
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "N", allow_hyphen_values = true, hide_short_help = true)
    )]
    days: Option<Count>,
    /// Place of the solutions: after, none
    #[cfg_attr(feature = "cli", arg(long, value_name = "PLACE", default_value = "after",
              hide_short_help = true, value_parser = names::of::<Solutions>(Solutions::NAMES)))]
    #[serde(skip)]
    solutions: Solutions,
    /// In HTML, print nine puzzles a page
    #[cfg_attr(feature = "cli", arg(long, hide_short_help = true))]
    #[serde(skip)]
    nine: bool,
}

/// A date such as 2026-01-01.
#[derive(Clone, Copy, Debug)]
struct Day(Date);

read_as_written!(Day);

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let word = text.trim().to_lowercase();
        if ["today", "tomorrow", "yesterday", "now"].contains(&word.as_str()) {
            return Err(format!(
                "`{text}` is not a date: a puzzle depends on its date, never on the clock; give a \
                 date such as 2026-01-01"
            ));
        }
        text.parse().map(Self)
    }
}

/// Maximum number of puzzles. They are kept in memory.
const MAX_PUZZLES: u64 = 100_000;

impl ManyArgs {
    fn refuse_contradictions(&self) -> Result<(), Failure> {
        let (count, from) = (("--count", self.count.is_some()), ("--from", self.from.is_some()));
        let days = ("--days", self.days.is_some());
        exclusive(&[count, from])?;
        exclusive(&[count, days])?;
        needs(days, from)
    }

    /// Returns the number of puzzles to find.
    fn number(&self) -> u64 {
        self.count.as_ref().or(self.days.as_ref()).map_or(1, |count| count.0)
    }

    /// Returns the default seed of puzzles for dates, which is the same for everyone, or `None` if
    /// no date is given.
    fn seed(&self) -> Option<Seed> {
        self.from.map(|_| Seed(1))
    }

    /// Returns whether a single puzzle without a date is requested, which is dealt directly from
    /// the seed.
    fn is_one(&self) -> bool {
        self.number() == 1 && self.from.is_none()
    }

    /// Finds the requested puzzles, each with a seed of its own.
    fn find(
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
            // Puzzles of dates may repeat, since each depends on its date alone.
            let hand =
                if date.is_some() { find(own) } else { find_distinct(own, &mut known, &find) };
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
        let (solved, nine) = (self.solutions == Solutions::After, self.nine);
        Ok(Puzzles { deck, puzzles, solved, nine, made_by: String::new() })
    }

    /// Returns the seed and the date of puzzle `number`. Without a date, puzzle 0 has the given
    /// seed itself, as a single puzzle has.
    fn seed_and_date(&self, seed: Seed, number: u64) -> Result<(Seed, Option<String>), Failure> {
        let Some(from) = self.from else {
            let own = if number == 0 { seed } else { Puzzle::seed_of(seed, number) };
            return Ok((own, None));
        };
        let date = from.0.after(number);
        let date = date.ok_or_else(|| usage_error!("dates end with 9999-12-31; lower --days"))?;
        let own = Puzzle::seed_of(seed, date.days().cast_unsigned());
        Ok((own, Some(date.to_string())))
    }
}

/// Finds a puzzle whose cards differ from those of all previous puzzles.
fn find_distinct(
    seed: Seed,
    known: &mut BTreeSet<Vec<Card>>,
    find: impl Fn(Seed) -> Result<Vec<Card>, Failure>,
) -> Result<Vec<Card>, Failure> {
    /// Maximum number of attempts to find a new puzzle; if all fail, hardly any are left.
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

/// Puzzles with their solutions, and the options of their layout.
struct Puzzles {
    deck: Deck,
    puzzles: Vec<PuzzleHand>,
    solved: bool,
    nine: bool,
    /// The footer of the printed page.
    made_by: String,
}

impl Table for Puzzles {
    #[cfg(not(target_family = "wasm"))]
    fn page(&self) -> String {
        print::puzzles(&self.puzzles, self.solved, self.nine, &self.made_by)
    }

    fn fields(&self) -> &'static [Field] {
        PuzzleRow::FIELDS
    }

    fn rows(&self) -> Box<dyn Iterator<Item = Vec<Cell>> + '_> {
        Box::new(self.puzzles.iter().flat_map(|it| it.rows(self.solved)).map(Row::cells))
    }

    fn write_records(&self, to: &mut RecordWriter<'_>) -> io::Result<()> {
        self.puzzles.iter().try_for_each(|puzzle| to.add(&puzzle.json(self.solved)))
    }

    #[cfg(not(target_family = "wasm"))]
    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        let mut hands = HandList::default();
        for puzzle in &self.puzzles {
            hands.add(Some(&puzzle.name()), &puzzle.cards);
        }
        let words = Notation::new(self.deck, Style::Words);
        let shown = || hands.hands().map(|hand| ShownHand::new(hand, None, &words));
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

/// Probability that a deal is a hit, which means that it has the requested number of sets, if
/// known.
#[derive(Clone, Copy, Debug)]
struct HitChance(Option<Ratio>);

impl HitChance {
    /// Default limit of deals if the probability of a hit is unknown, otherwise the minimum of that
    /// limit.
    const DEFAULT_DEALS: u64 = 1_000_000_000;

    /// Returns the default limit of deals for a search: ten times the expected number, so that one
    /// search in 22,000 fails, but at least [`Self::DEFAULT_DEALS`].
    fn deals(self) -> u64 {
        let needed = self.0.map_or(0, |it| it.denominator() / it.numerator().max(1));
        u64::try_from(needed.saturating_mul(10)).unwrap_or(u64::MAX).max(Self::DEFAULT_DEALS)
    }

    /// Returns the probability that none of `deals` deals has the requested number of sets, or
    /// `None` if the probability of a hit is unknown.
    fn probability_of_none(self, deals: u128) -> Option<f64> {
        Some(power(1.0 - self.0?.value(), deals))
    }
}

impl Describe<FirstHit> for HitChance {
    /// Formats the progress of the search, such as `chance of a hit so far: 45.2 %`, or `searching`
    /// if the probability of a hit is unknown.
    fn result(&self, partial: &Partial<FirstHit>) -> String {
        let none = self.probability_of_none(partial.units_done());
        none.map_or_else(
            || "searching".to_owned(),
            |none| format!("chance of a hit so far: {} %", significant(100.0 * (1.0 - none), 3)),
        )
    }

    fn fraction_done(&self, partial: &Partial<FirstHit>) -> Option<f64> {
        Some(1.0 - self.probability_of_none(partial.units_done())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_gets_ten_times_the_deals_that_a_hit_needs() {
        let deals =
            |numerator, denominator| HitChance(Some(Ratio::new(numerator, denominator))).deals();
        // Nine cards with twelve sets.
        assert_eq!(deals(1170, 260_887_834_350), 2_229_810_550);
        assert_eq!(deals(1, 3), HitChance::DEFAULT_DEALS);
        assert_eq!(deals(1, u128::MAX), u64::MAX);
        assert_eq!(HitChance(None).deals(), HitChance::DEFAULT_DEALS);
    }

    #[test]
    fn the_chance_of_a_hit_is_that_of_independent_deals() {
        let half = HitChance(Some(Ratio::new(1, 2)));
        assert_eq!(
            [0, 1, 5].map(|deals| half.probability_of_none(deals)),
            [1.0, 0.5, 0.03125].map(Some)
        );
        let rare = HitChance(Some(Ratio::new(1, 1_000_000_000)));
        let vain = rare.probability_of_none(rare.deals().into()).unwrap();
        assert!((vain - 4.54e-5).abs() < 1e-7, "{vain}");
        assert_eq!(HitChance(None).probability_of_none(7), None);
    }
}
