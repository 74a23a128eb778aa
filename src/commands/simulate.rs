//! `setodds simulate`: random deals.

use crate::cli::checkpointing::{Checkpointing, SavingArgs, extensible};
use crate::cli::command::CommandArgs;
use crate::cli::context::Context;
use crate::cli::failure::{Failure, OrFail};
use crate::cli::files::Files;
use crate::cli::help::RUNNING;
use crate::cli::long_run::{LongRun, Reached, Source, files, has_result};
use crate::cli::names;
use crate::cli::output::{OutputArgs, Results};
use crate::cli::parsed::parse;
use crate::cli::parts::Parts;
use crate::cli::progress::Describe;
use crate::commands::distributions::{Distributions, How};
use crate::commands::options::SampleArgs;
use crate::commands::options::{DeckArgs, WithoutArgs, with_numbers};
use crate::commands::options::{EngineArgs, engine_refused};
use crate::commands::until::{LengthArgs, not_reached, refuse_impossible};
use crate::deal::{Deals, GENERATOR, SCHEME, Seed};
use crate::detect::Strategy;
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure, Measurer};
use crate::report::distribution::{Origin, most_rows};
use crate::report::estimate::Estimate;
use crate::report::number::{grouped, hold, plural, significant};
use crate::report::provenance::Randomness;
use crate::report::result::Report;
use crate::run::{Kernel, Partial};
use crate::stats::Confidence;
use crate::stats::moments::SampleMoments;
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
    saving: SavingArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// The parts that are merged instead of dealing.
    #[arg(skip)]
    pub(crate) parts: Option<Parts>,
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
    fn files(&self) -> Result<Files, Failure> {
        files(self.parts.as_ref(), &self.saving, self.without.file(), &self.output)
    }

    fn results(&self) -> Option<Results<'_>> {
        let may_be_partial =
            self.parts.is_none() && self.saving.checkpoint.path().is_ok_and(|it| it.is_none());
        has_result(self.parts.as_ref(), &self.saving)
            .then(|| Results { may_be_partial, ..Results::of(&self.output) })
    }

    /// Deals, or merges parts that were dealt.
    fn run(&self, context: &Context) -> Result<Report, Failure> {
        let source = Source::open(self.parts.as_ref(), &self.saving, &self.output, context)?;
        let known = source.seed(self.sample.seed.given())?;
        let seed = known.unwrap_or_else(Seed::fresh);
        let simulation = self.simulation(seed, context)?;
        let rule = self.rule();
        if let Some(rule) = &rule {
            refuse_impossible(rule, simulation.measurer())?;
        }
        self.length.refuse_to_cut(self.parts.is_some() || self.saving.shard.is_some())?;
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
        let threads = self.sample.threads.get(context);
        let run = LongRun::new(context, source, words, "deal", threads)?;
        if self.results().is_some() && self.output.has_all_rows() {
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
        let fits = |partial: &Partial<Tallies<Key>>| {
            simulation.fits(&partial.tally(), partial.units_done())
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

/// `12 cards hold no set in 3.23 % (3.22 to 3.24 %)`: of 12 cards if they are dealt, else of the
/// fewest; if sets are not counted, `mean of in-sets, 12 cards: 6.51`.
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
