//! `setodds puzzle`: a hand with a given number of sets.

use crate::card::Card;
use crate::cli::command::CommandArgs;
use crate::cli::context::Context;
use crate::cli::failure::{Failure, OrFail};
use crate::cli::files::Files;
use crate::cli::help::RUNNING;
use crate::cli::output::{OtherForms, OutputArgs, Results};
use crate::cli::progress::Progress;
use crate::cli::provenance::dealt;
use crate::commands::chance::HitChance;
use crate::commands::count::{Count, at_least_one, parse_size};
use crate::commands::options::SeedArgs;
use crate::commands::options::ThreadsArgs;
use crate::commands::options::{DeckArgs, WithoutArgs};
use crate::commands::options::{EngineArgs, engine_refused};
use crate::commands::puzzles::ManyArgs;
use crate::deal::Seed;
use crate::exact::known;
use crate::measure::{Key, Measure};
use crate::puzzle::{FirstHit, Puzzle, Wanted, solve, usual_sets};
use crate::report::number::{count, grouped, one_in, plural, significant};
use crate::report::result::Report;
use crate::run::Partial;
use crate::stats::proportion::interval;
use crate::stats::{Confidence, Ratio, to_float};
use clap::Args;

const AFTER_HELP: &str = "\
Examples:
  setodds puzzle --cards 9 --sets 4        nine cards with four sets
  setodds puzzle --cards 12 --sets 6 --seed 1
  setodds puzzle --count 90 -o puzzles.html  to print, solutions at the end
  setodds puzzle --from 2026-01-01 --days 365 --seed 1 -o 2026.csv
  setodds puzzle --without lost.txt        without the cards in lost.txt";

/// Deal until a hand holds exactly the wanted number of sets.
///
/// The hand is the first such deal of the seed, for any number of threads. Of several puzzles, each
/// is the first such deal of its own seed, which is derived from the seed and its number or date;
/// with --count no two have the same cards. A file x.html is a page to print.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct PuzzleArgs {
    /// Cards in the hand [default: 9]
    ///
    /// The default is 4 of the 9 cards of two features.
    #[arg(long, value_name = "K", value_parser = parse_size, allow_hyphen_values = true)]
    cards: Option<usize>,
    /// Sets in the hand [default: half the number of cards]
    ///
    /// If such hands are too rare, the default is the nearest number of sets that more than one
    /// hand in a million has.
    #[arg(long, value_name = "COUNT", value_parser = parse_size, allow_hyphen_values = true)]
    sets: Option<usize>,
    #[command(flatten)]
    many: ManyArgs,
    #[command(flatten)]
    deck: DeckArgs,
    #[command(flatten)]
    without: WithoutArgs,
    /// Give up after this many deals
    ///
    /// The default is ten times the expected number, and at least 1G (10^9). Without this option,
    /// hands that fewer than one of 20 searches of 1G deals would find are refused.
    #[arg(long, value_name = "COUNT", allow_hyphen_values = true, value_parser = at_least_one,
          hide_short_help = true, help_heading = RUNNING)]
    deals: Option<Count>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl CommandArgs for PuzzleArgs {
    fn files(&self) -> Result<Files, Failure> {
        Ok(Files::reading(self.without.file()))
    }

    fn results(&self) -> Option<Results<'_>> {
        Some(Results { other: OtherForms::Page, ..Results::of(&self.output) })
    }

    fn run(&self, context: &Context) -> Result<Report, Failure> {
        let idle = match (self.output.has_page(), self.output.has_others_than_pages()) {
            (false, _) if self.many.nine => Some("--nine is for a page to print; add -o FILE.html"),
            (true, false) if self.output.has_format() => {
                Some("--format does not apply to FILE.html, a page to print; add another -o FILE")
            }
            _ => None,
        };
        if let Some(reason) = idle {
            return Err(usage_error!("{reason}, or leave the option out"));
        }
        let given = self.seed.given().or_else(|| self.many.seed());
        let seed = given.unwrap_or_else(Seed::fresh);
        self.refuse_unlikely(&self.puzzle(seed, context)?, context)?;
        if !self.many.is_one() {
            context.seed(format_args!("seed {seed}"), given.is_none());
        }
        let found = self.many.find(self.deck.features, seed, |seed| self.hand(seed, context))?;
        let made = dealt(context, seed, &self.without.pack(self.deck.features, context)?);
        let has_page = self.output.has_page();
        let page = has_page.then(|| found.page(&format!("Seed {seed}. {}", made.command)));
        let mut report = Report::new("Puzzles", &made, "puzzles", found);
        report.page = page.unwrap_or_default();
        Ok(report)
    }
}

impl PuzzleArgs {
    /// Deals the hand of a seed.
    fn hand(&self, seed: Seed, context: &Context) -> Result<Vec<Card>, Failure> {
        let (puzzle, cancel) = (self.puzzle(seed, context)?, context.stop()?.cancel);
        let (is_single, is_random) = (self.many.is_one(), self.seed.given().is_none());
        let chance = self.chance();
        let progress = is_single.then(|| Progress::new("deal", &chance, context));
        let show = |partial: &Partial<FirstHit>| {
            progress.iter().for_each(|progress| progress.show(partial));
        };
        let partial = solve(&puzzle, self.threads.get(context), &cancel, &show).or_failed()?;
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

    /// The hands that are asked for.
    fn wanted(&self) -> Wanted {
        let deck = self.deck.features;
        let cards = self.cards.unwrap_or_else(|| Measure::Sets.default_hand_size(deck).min(9));
        Wanted { cards, sets: self.sets.unwrap_or_else(|| usual_sets(deck, cards)) }
    }

    /// Returns the probability of a hit, which is unknown where cards are missing.
    fn chance(&self) -> HitChance {
        let Wanted { cards, sets } = self.wanted();
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
        let (Wanted { cards, sets }, done) = (self.wanted(), partial.units_done());
        let chance = self.chance();
        let rarity = match (chance.0.and_then(|it| one_in(it.value())), chance.of_none_in(done)) {
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

    /// Says how rare such hands are, and refuses those that are too rare to be dealt.
    fn refuse_unlikely(&self, puzzle: &Puzzle, context: &Context) -> Result<(), Failure> {
        refuse_unlikely(puzzle, self.wanted(), self.deals.map(|deals| deals.0))?;
        if let Some(rarity) = puzzle.probability().and_then(|it| one_in(it.value())) {
            let rarity = rarity.replacen("1 in", "1 deal in", 1);
            context.note(format_args!("{rarity} qualifies"));
        }
        Ok(())
    }
}

/// Refuses hands that are known to be too rare to be found within the limit of deals.
fn refuse_unlikely(
    puzzle: &Puzzle,
    Wanted { cards, sets }: Wanted,
    given: Option<u64>,
) -> Result<(), Failure> {
    /// Below this chance of success.
    const UNLIKELY: f64 = 0.05;
    /// The distance from the mean, in standard deviations, at which no hand has ever been seen.
    const FAR: f64 = 10.0;
    let (deviations, deals) = (puzzle.deviations_from_mean(), given.unwrap_or(HitChance::USUAL));
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
