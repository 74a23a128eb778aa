//! `setodds simulate`: random deals.

use crate::card::Deck;
use crate::cli::checkpointing::{Checkpointing, RunArgs, extensible};
use crate::cli::command::CommandArgs;
use crate::cli::context::Context;
use crate::cli::failure::{Failure, OrFail};
use crate::cli::files::Files;
use crate::cli::help::RUNNING;
use crate::cli::long_run::{LongRun, Reached};
use crate::cli::names;
use crate::cli::output::Results;
use crate::cli::parsed::parse;
use crate::cli::progress::Describe;
use crate::commands::count::{Count, at_least_one};
use crate::commands::distributions::{Distributions, How};
use crate::commands::options::{
    DeckArgs, EngineArgs, SampleArgs, WithoutArgs, engine_refused, with_numbers,
};
use crate::deal::{Deals, GENERATOR, SCHEME, Seed};
use crate::detect::Strategy;
use crate::exact::impossible::{bounds, impossible};
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure, Measurer};
use crate::report::distribution::{Origin, most_rows};
use crate::report::estimate::Estimate;
use crate::report::number::{count, grouped, hold, plural, significant};
use crate::report::provenance::Randomness;
use crate::report::result::Report;
use crate::run::{Kernel, Partial};
use crate::stats::moments::SampleMoments;
use crate::stats::precision::Precision;
use crate::stats::{Confidence, power};
use crate::stopping::{StoppingRule, execute_until};
use crate::tally::{Tallies, Tally};
use clap::Args;

const AFTER_HELP: &str = "\
Examples:
  setodds simulate --cards 12 --deals 100M
  setodds simulate --cards 3-21 -o sets.csv    and sets.run.json
  setodds simulate --cards 12,15,18 --deals 1e7 --seed 1
  setodds simulate --cards 12 --features 3 --format json
  setodds simulate --cards 12 --until 0.1%     how many deals it takes
  setodds simulate --measure first-set         cards until there is a set
  setodds simulate --cards 12 --without lost.txt  a deck with lost cards
  setodds simulate --measure greedy-cap        random complete caps
  setodds simulate --measure sets,in-sets,disjoint-sets --cards 12,15";

/// Deal at random and tally sets, with confidence intervals.
///
/// --measure tallies other measures of a hand. The result depends only on the seed, the deck, the
/// largest hand size and the number of deals, not on threads, strategy or machine. With several
/// hand sizes, the first cards of each deal are the smaller hands.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP, mut_arg("checkpoint", extensible))]
pub(crate) struct SimulateArgs {
    /// Cards in a hand: 12, 3-21, or 12,15,18 [default: 12]
    ///
    /// The default is 4 of the 9 cards of two features; for the measure first-set the fewest that
    /// always hold a set, 21 in the game; for greedy-cap the whole deck.
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    cards: Option<Sizes>,
    #[arg(long = "measure", value_name = "NAME", value_delimiter = ',', default_value = "sets",
          value_parser = names::of::<Measure>(Measure::NAMES),
          help = "Measures, such as largest-cap", long_help = measure_help())]
    measures: Vec<Measure>,
    #[command(flatten)]
    length: LengthArgs,
    #[command(flatten)]
    deck: DeckArgs,
    #[command(flatten)]
    without: WithoutArgs,
    #[arg(long, value_name = "NAME", default_value_t, help = strategy_help(),
          value_parser = names::of::<Strategy>(Strategy::NAMES), hide_short_help = true,
          help_heading = RUNNING)]
    strategy: Strategy,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    sample: SampleArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The help of `--strategy`, for all commands.
pub(crate) fn strategy_help() -> String {
    format!(
        "How sets are detected: {}\n\nAll find the same sets; `setodds bench` tells which is \
         fastest.",
        Strategy::NAMES.join(", ")
    )
}

fn measure_help() -> String {
    format!("Measures: {}", Measure::NAMES.join(", "))
}

impl CommandArgs for SimulateArgs {
    fn files(&self, _: &Context) -> Result<Files, Failure> {
        self.run.files(self.without.file())
    }

    fn results(&self) -> Option<Results<'_>> {
        self.run.results(true)
    }

    /// Deals, or merges parts that were dealt.
    fn run(&self, context: &Context) -> Result<Report, Failure> {
        let source = self.run.source(context)?;
        let known = source.seed(self.sample.seed.given())?;
        let seed = known.unwrap_or_else(Seed::fresh);
        let simulation = self.simulation(seed, context)?;
        let rule = self.rule();
        if let Some(rule) = &rule {
            refuse_impossible(rule, simulation.measurer())?;
        }
        self.length.refuse_to_cut(self.run.is_cut())?;
        if rule.is_some()
            && let Some(Checkpointing { checkpoint, saved: Some(saved) }) = source.checkpointing()
            && saved.plan.job() == simulation.plan().job()
            && parse::<Self>(&saved.command).ok().and_then(|it| it.rule()) != rule
        {
            return Err(usage_error!(
                "`{}` belongs to another run: it was not dealt under this --until, which might \
                 have ended it sooner; name another file, or delete it to start again",
                checkpoint.path().display()
            ));
        }
        if context.terminal.quiet && known.is_none() {
            // Without --quiet it is part of the summary.
            context.seed(format_args!("seed {seed}"), true);
        }
        let words = with_numbers(context.computation(Some(seed)), simulation.measurer().pack());
        let threads = self.sample.threads.get(context)?;
        let run = LongRun::new(context, source, words, "deal", threads)?;
        if self.results().is_some() && self.run.output.has_all_rows() {
            tell_if_large(&simulation, self.length.deals(), context);
        }
        let Some(reached) = self.deal(&run, &simulation, rule.as_ref())? else {
            return Ok(Report::default());
        };
        let result = self.result(&run, &simulation, &reached, seed, rule.as_ref());
        let mut report = run.finished(&reached, result.report());
        report.warnings.extend(rule.and_then(|rule| not_reached(&rule, &reached.partial)));
        Ok(report)
    }
}

impl SimulateArgs {
    /// Refuses hands that no run can deal, without computing.
    pub(crate) fn check(&self, context: &Context) -> Result<(), Failure> {
        self.measurer(context).map(drop)
    }

    /// Deals all, or until the rule is satisfied.
    fn deal(
        &self,
        run: &LongRun<'_>,
        simulation: &Deals,
        rule: Option<&StoppingRule>,
    ) -> Result<Option<Reached<Tallies<Key>>>, Failure> {
        let deck = simulation.measurer().deck();
        let fits = |partial: &Partial<Tallies<Key>>| {
            let tallies = partial.tally();
            let is_possible = |(key, tally): (Key, &Tally)| {
                tally.largest().is_none_or(|it| it <= *bounds(deck, key).end())
            };
            simulation.fits(&tallies, partial.units_done()) && tallies.iter().all(is_possible)
        };
        let estimate = |tallies: &Tallies<Key>| running_estimate(tallies, self.sample.confidence);
        let describe: &dyn Describe<Tallies<Key>> = match rule {
            Some(rule) => rule,
            None => &estimate,
        };
        run.reach(simulation.plan(), &fits, describe, &|partial, wanted, stop, observer| match rule
        {
            Some(rule) => execute_until(simulation, rule, partial, &run.pool, stop, observer),
            None => run.pool.resume(simulation, partial, wanted, stop, observer),
        })
    }

    fn result(
        &self,
        run: &LongRun<'_>,
        simulation: &Deals,
        reached: &Reached<Tallies<Key>>,
        seed: Seed,
        rule: Option<&StoppingRule>,
    ) -> Distributions {
        let randomness = Randomness { seed: seed.0, generator: GENERATOR, sampling_scheme: SCHEME };
        let how = How {
            strategy: Some(self.strategy),
            engine: simulation.engine(),
            instructions: simulation.instruction_set(),
            origin: Origin::Sampled(self.sample.confidence),
            randomness: Some(randomness),
            method: None,
        };
        let tallies = reached.partial.tally();
        let pack = *simulation.measurer().pack();
        let result = Distributions::new(pack, run, reached, tallies, how);
        match rule {
            Some(rule) => result.until(rule),
            None => result,
        }
    }

    /// Returns the rule of `--until`, if it is given.
    fn rule(&self) -> Option<StoppingRule> {
        self.length.rule(self.deck.features, self.sample.confidence)
    }

    fn simulation(&self, seed: Seed, context: &Context) -> Result<Deals, Failure> {
        let simulation =
            Deals::new(self.measurer(context)?, seed, self.length.deals()).or_usage()?;
        match self.engine.given() {
            Some(engine) => simulation.with_engine(engine).map_err(engine_refused),
            None => Ok(simulation),
        }
    }

    /// The measurer of the chosen measures, for the given or the default hand sizes.
    fn measurer(&self, context: &Context) -> Result<Measurer, Failure> {
        let deck = self.deck.features;
        let usual = self.measures.iter().map(|measure| measure.default_hand_size(deck));
        let sizes = self.cards.clone().unwrap_or_else(|| usual.collect());
        let (pack, measures) =
            (self.without.pack(deck, context)?, self.measures.iter().copied().collect());
        Measurer::new(pack, sizes, measures, self.strategy).or_usage()
    }
}

/// Announces a large result before anything is dealt.
fn tell_if_large(simulation: &Deals, deals: u64, context: &Context) {
    const LARGE: u64 = 1_000_000;
    let measurer = simulation.measurer();
    let rows = most_rows(measurer.deck(), measurer.keys(), deals);
    if rows > LARGE {
        context.note(format_args!("the result has up to {} rows", grouped(rows.into())));
    }
}

/// Returns text such as `12 cards hold no set in 3.23 % (3.22 to 3.24 %)`: of 12 cards if they are
/// dealt, else of the fewest; if sets are not counted, `mean of in-sets, 12 cards: 6.51`.
fn running_estimate(tallies: &Tallies<Key>, confidence: Confidence) -> String {
    let all = || tallies.iter().filter(|(_, tally)| tally.largest().is_some());
    let twelve = tallies.get(Key::sets(12)).map(|tally| (Key::sets(12), tally));
    let sets = twelve.or_else(|| all().find(|(key, _)| key.measure == Measure::Sets));
    let Some((Key { cards, .. }, tally)) = sets else {
        return all().next().map_or_else(String::new, |(key, tally)| running_mean(key, tally));
    };
    let (none, total) = (tally.count(0), tally.total());
    let share = Estimate::sampled(none, total, confidence).with_limits();
    format!("{} {} no set in {share}", plural(cards, "card"), hold(cards))
}

fn running_mean(Key { cards, measure }: Key, tally: &Tally) -> String {
    let mean = SampleMoments::from_tally(tally).map(|moments| significant(moments.mean, 3));
    mean.map_or_else(String::new, |mean| {
        format!("mean of {measure}, {}: {mean}", plural(cards, "card"))
    })
}

/// The default number of deals.
const USUAL: Count = Count(10_000_000);

/// The default limit of deals with `--until`.
const MAX_DEALS: Count = Count(1_000_000_000_000);

/// The options that limit the number of deals.
#[derive(Args, Debug)]
pub(crate) struct LengthArgs {
    /// Hands to deal: 1000000, 100M, 1e8 [default: 10M]
    ///
    /// With --until this is the limit, and the default is 1T (10^12).
    #[arg(long, value_name = "COUNT", value_parser = at_least_one, allow_hyphen_values = true)]
    deals: Option<Count>,
    /// Deal until the relative precision is reached: 0.1%
    ///
    /// Stops when half the width of the confidence interval is at most this fraction of the
    /// probability: that of --value, in every hand size and measure. 0.1% and 0.001 are the same.
    ///
    /// The estimate is slightly biased, a little too high, as a run ends sooner where it is high.
    #[arg(long, value_name = "PRECISION", allow_hyphen_values = true)]
    until: Option<Precision>,
    /// The value whose probability --until asks for [default: 0]
    #[arg(long, value_name = "V", requires = "until", hide_short_help = true,
          allow_hyphen_values = true, value_parser = parse_value)]
    value: Option<usize>,
}

fn parse_value(text: &str) -> Result<usize, String> {
    let value = text.trim().parse();
    value.map_err(|_| {
        format!("`{text}` is not a valid value; give a whole number from 0 on, like 0")
    })
}

impl LengthArgs {
    /// The maximum number of deals.
    pub(crate) fn deals(&self) -> u64 {
        self.deals.unwrap_or(if self.until.is_some() { MAX_DEALS } else { USUAL }).0
    }

    /// Refuses `--until` for shards and for merges: whether the precision is reached depends on all
    /// deals from the first on.
    pub(crate) fn refuse_to_cut(&self, is_cut: bool) -> Result<(), Failure> {
        if self.until.is_some() && is_cut {
            return Err(usage_error!(
                "--until depends on all deals from the first on, so the run cannot be sharded or \
                 merged; give --deals alone, or a --checkpoint"
            ));
        }
        Ok(())
    }

    /// Returns the rule of `--until`, if it is given.
    pub(crate) fn rule(&self, deck: Deck, confidence: Confidence) -> Option<StoppingRule> {
        let value = self.value.unwrap_or(0);
        self.until.map(|precision| StoppingRule { deck, value, precision, confidence })
    }
}

/// Refuses a rule for a value that is known never to occur.
pub(crate) fn refuse_impossible(rule: &StoppingRule, measurer: &Measurer) -> Result<(), Failure> {
    let value = rule.value;
    let mut reasons = measurer.keys().map(|key| (key, impossible(rule.deck, key, value)));
    match reasons.find_map(|(key, reason)| Some((key, reason?))) {
        Some((Key { cards, measure }, reason)) => Err(usage_error!(
            "the value {value} of `{measure}` never occurs in hands of {cards} cards ({reason}); \
             ask for another value, or leave these hands out"
        )),
        None => Ok(()),
    }
}

/// Returns a warning if the precision was not reached.
pub(crate) fn not_reached(rule: &StoppingRule, partial: &Partial<Tallies<Key>>) -> Option<String> {
    (!rule.is_met_by(&partial.tally())).then(|| {
        format!(
            "{} was not reached after {}: the probability is {}; raise --deals",
            rule.precision,
            count(partial.units_done(), "deal"),
            rule.result(partial)
        )
    })
}

impl Describe<Tallies<Key>> for StoppingRule {
    /// Returns text such as `known to ± 0.31 % of itself`
    fn result(&self, partial: &Partial<Tallies<Key>>) -> String {
        match self.relative_half_width(&partial.tally()) {
            Some(width) => format!("known to ± {} % of itself", significant(100.0 * width, 3)),
            None => "not known, as the value was not seen".to_owned(),
        }
    }

    /// The width shrinks with the square root of the number of deals.
    fn fraction_done(&self, partial: &Partial<Tallies<Key>>) -> Option<f64> {
        let width = self.relative_half_width(&partial.tally()).unwrap_or(f64::INFINITY);
        Some(power(self.precision.value() / width, 2).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_running_estimate_is_about_twelve_cards_if_it_can() {
        let mut tallies = Tallies::default();
        assert_eq!(running_estimate(&tallies, Confidence::default()), "");
        tallies.entry(Key { cards: 5, measure: Measure::InSets }).add(3, 50);
        let text = running_estimate(&tallies, Confidence::default());
        assert_eq!(text, "mean of in-sets, 5 cards: 3.00");
        tallies.entry(Key::sets(9)).add(0, 50);
        tallies.entry(Key::sets(9)).add(1, 50);
        let text = running_estimate(&tallies, Confidence::default());
        assert_eq!(text, "9 cards hold no set in 50 % (40 to 60 %)");
        tallies.entry(Key::sets(12)).add(1, 100);
        let text = running_estimate(&tallies, Confidence::default());
        assert!(text.starts_with("12 cards hold no set in 0 %"), "{text}");
    }
}
