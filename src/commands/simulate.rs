//! `setodds simulate`: deals random hands.

use crate::card::Deck;
#[cfg(feature = "cli")]
use crate::cli::help::RUNNING;
#[cfg(feature = "cli")]
use crate::cli::names;
#[cfg(feature = "cli")]
use crate::cli::parsed::parse;
#[cfg(feature = "cli")]
use crate::cli::source::{Checkpointing, Source};
use crate::commands::context::Context;
use crate::commands::count::{Count, Number};
use crate::commands::distributions::{Distributions, How};
use crate::commands::failure::{Failure, OrFail, needs};
use crate::commands::long_run::{LongRun, Reached, RunEnd};
use crate::commands::options::{
    DeckArgs, EngineArgs, SampleArgs, WithoutArgs, chosen, engine_refused,
};
use crate::commands::progress::Describe;
use crate::commands::run::Run;
use crate::deal::{Deals, GENERATOR, SCHEME, Seed};
use crate::detect::Strategy;
use crate::exact::impossible::{impossible, is_possible};
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure, Measurer};
use crate::report::distribution::{Origin, most_rows};
use crate::report::estimate::Estimate;
use crate::report::number::{count, grouped, hold, plural, significant};
use crate::report::provenance::Randomness;
use crate::report::result::Report;
use crate::run::{Blocks, Kernel, Partial, Threads, read_tally, write_tallies};
use crate::stats::moments::SampleMoments;
use crate::stats::precision::Precision;
use crate::stats::{Confidence, power};
use crate::stopping::{StoppingRule, execute_until};
use crate::tally::{Tallies, Tally};
#[cfg(feature = "cli")]
use clap::Args;
use serde::{Deserialize, Serialize};
use setodds_engine::name::written_list;
use std::io;
use std::ops::Range;
use std::path::Path;

#[cfg(feature = "cli")]
const AFTER_HELP: &str = "\
Examples:
  setodds simulate --cards 12 --deals 100M
  setodds simulate --cards 3-21 -o sets.csv    and sets.run.json
  setodds simulate --cards 12 --features 3 --format json
  setodds simulate --cards 12 --until 0.1%     how many deals it takes
  setodds simulate --measure first-set         cards until there is a set
  setodds simulate --cards 12 --without lost.txt  a deck with lost cards
  setodds simulate --measure sets,in-sets,disjoint-sets --cards 12,15";

/// Deal random hands and tally sets, with confidence intervals.
///
/// The result depends only on the seed, the deck, the largest hand size and the number of deals.
/// With several hand sizes, the smaller hands are the first cards of each deal.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP))]
pub(crate) struct SimulateArgs {
    /// Cards in a hand: 12, 3-21, or 12,15,18 [default: 12]
    ///
    /// The default differs for first-set (21 in the game) and greedy-cap (the deck).
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", allow_hyphen_values = true))]
    cards: Option<Sizes>,
    #[cfg_attr(feature = "cli", arg(long = "measure", value_name = "NAME", value_delimiter = ',',
              value_parser = names::of::<Measure>(Measure::NAMES),
              help = "Measures, such as largest-cap [default: sets]", long_help = measure_help()))]
    #[serde(rename = "measure", deserialize_with = "written_list")]
    measures: Vec<Measure>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    length: LengthArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    deck: DeckArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    without: WithoutArgs,
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME", default_value_t,
              help = names::strategy_help(), value_parser = names::of::<Strategy>(Strategy::NAMES),
              hide_short_help = true, help_heading = RUNNING))]
    strategy: Strategy,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    engine: EngineArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    sample: SampleArgs,
}

/// Returns a short definition of a measure for the help text.
#[cfg(feature = "cli")]
const fn measure_words(measure: Measure) -> &'static str {
    match measure {
        Measure::Sets => "the number of sets",
        Measure::FirstSet => "cards dealt until there is a set",
        Measure::InSets => "cards that belong to a set",
        Measure::DisjointSets => "the largest number of sets that can be taken at once",
        Measure::SetTypes => {
            "features in which the cards of a set differ (sets are counted, not hands)"
        }
        Measure::LargestCap => "the largest number of cards without a set",
        Measure::Ultrasets => "four cards in two pairs that the same card completes to sets",
        Measure::GreedyCap => "the size of a random cap to which no card can be added",
    }
}

#[cfg(feature = "cli")]
fn measure_help() -> String {
    let line = |measure: Measure| format!("* {measure}: {}\n", measure_words(measure));
    let lines: String = Measure::ALL.into_iter().map(line).collect();
    format!("Measures, one or a list [default: sets]:\n\n{lines}")
}

impl Run for SimulateArgs {
    fn inputs(&self) -> Vec<&Path> {
        self.without.file().into_iter().collect()
    }

    fn is_sample(&self) -> bool {
        true
    }

    /// Deals hands, or merges parts that were dealt earlier.
    fn run(&self, context: &Context) -> Result<Report, Failure> {
        self.length.refuse_idle_value()?;
        let (seed, is_random) = context.seed_of_run(self.sample.seed.given())?;
        let simulation = self.simulation(seed, context)?;
        let rule = self.rule();
        if let Some(rule) = &rule {
            refuse_impossible(rule, simulation.measurer())?;
            #[cfg(feature = "cli")]
            self.refuse_other_rule(rule, &simulation, &context.program.source)?;
        }
        let threads = self.sample.threads.get(context)?;
        context.show_random_seed(seed, is_random);
        let (pack, blocks) = (simulation.measurer().pack(), simulation.plan().blocks());
        let run = LongRun::new(context, "deal", (threads, blocks), Some(seed), pack)?;
        announce_large_result(&simulation, self.length.deals(), context);
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
    /// Refuses invalid hand sizes or options before anything is computed.
    pub(crate) fn check(&self, context: &Context) -> Result<(), Failure> {
        self.length.refuse_idle_value()?;
        self.measurer(context).map(drop)
    }

    /// Refuses `--until` for shards and merges, since the stopping time depends on all deals from
    /// the first on. Refuses a checkpoint of the same deals under another stopping rule, which
    /// might have stopped earlier.
    #[cfg(feature = "cli")]
    fn refuse_other_rule(
        &self,
        rule: &StoppingRule,
        simulation: &Deals,
        source: &Source,
    ) -> Result<(), Failure> {
        if source.is_cut() {
            return Err(usage_error!(
                "--until depends on all deals from the first on, so the run cannot be sharded or \
                 merged; give --deals alone, or a --checkpoint"
            ));
        }
        if let Some(Checkpointing { checkpoint, saved: Some(saved) }) = source.checkpointing()
            && saved.plan.job() == simulation.plan().job()
            && parse::<Self>(&saved.command).ok().and_then(|it| it.rule()).as_ref() != Some(rule)
        {
            return Err(usage_error!(
                "`{}` belongs to another run: it was not dealt under this --until, which might \
                 have ended it sooner; name another file, or delete it to start again",
                checkpoint.path().display()
            ));
        }
        Ok(())
    }

    /// Deals the hands of a range of blocks, and returns the computed blocks.
    pub(crate) fn blocks(
        &self,
        blocks: Range<u64>,
        context: &Context,
    ) -> Result<SimulatedBlocks, Failure> {
        let (_, simulation) = self.shared(context)?;
        let mut partial = Partial::new(simulation.plan().clone());
        let mut worker = simulation.worker();
        for block in blocks.start..blocks.end.min(simulation.plan().blocks()) {
            partial.add(block, worker(block));
        }
        let (plan, part) = (simulation.plan(), part(&partial).or_failed()?);
        Ok(SimulatedBlocks { part, blocks: plan.blocks(), deals_per_block: plan.units_per_block() })
    }

    /// Returns the seed, which all workers must share, and the simulation with its plan of blocks.
    fn shared(&self, context: &Context) -> Result<(Seed, Deals), Failure> {
        if self.length.until.is_some() {
            return Err(usage_error!(
                "`until` depends on all deals from the first on, so blocks cannot be shared; give \
                 `deals`"
            ));
        }
        self.length.refuse_idle_value()?;
        let seed = self.sample.seed.given();
        let seed = seed.ok_or_else(|| usage_error!("give the seed of the blocks"))?;
        Ok((seed, self.simulation(seed, context)?))
    }

    /// Merges computed blocks of a simulation. Returns them as the text of one part, and the report
    /// on them.
    pub(crate) fn merged(
        &self,
        parts: &[String],
        context: &Context,
    ) -> Result<(String, Report), Failure> {
        let (seed, simulation) = self.shared(context)?;
        let mut partial = Partial::new(simulation.plan().clone());
        for text in parts {
            let part = parsed_part(text, &simulation)
                .ok_or_else(|| usage_error!("a part is not of this simulation"))?;
            partial.merge(part).or_usage()?;
        }
        let pack = simulation.measurer().pack();
        let run = LongRun::new(context, "deal", (Threads::ONE, 1), Some(seed), pack)?;
        let merged = part(&partial).or_failed()?;
        let (end, spent) = (RunEnd::Complete, run.spent(partial.units_done()));
        let reached = Reached { partial, before: 0, end, spent };
        let result = self.result(&run, &simulation, &reached, seed, None);
        Ok((merged, result.report()))
    }

    /// Deals all hands, or deals hands until the stopping rule is satisfied. Returns `None` for a
    /// shard, whose result is written to a file.
    fn deal(
        &self,
        run: &LongRun<'_>,
        simulation: &Deals,
        rule: Option<&StoppingRule>,
    ) -> Result<Option<Reached<Tallies<Key>>>, Failure> {
        let fits = |partial: &Partial<_>| fits(simulation, partial);
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

    /// Returns the stopping rule of `--until`, or `None` if the option is not given.
    pub(crate) fn rule(&self) -> Option<StoppingRule> {
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

    /// Returns the measurer for the chosen measures and for the given or default hand sizes.
    fn measurer(&self, context: &Context) -> Result<Measurer, Failure> {
        let deck = self.deck.features;
        let measures = chosen(&self.measures);
        let usual = measures.iter().map(|measure| measure.default_hand_size(deck));
        let sizes = self.cards.clone().unwrap_or_else(|| usual.collect());
        let pack = self.without.pack(deck, context)?;
        Measurer::new(pack, sizes, measures, self.strategy).or_usage()
    }
}

/// Computed blocks of a simulation, as a worker returns them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SimulatedBlocks {
    /// Text of the block numbers and tallies, for [`merge_blocks`](super::merge_blocks).
    pub part: String,
    /// The number of blocks in the simulation.
    pub blocks: u64,
    /// The number of deals in a block; the last may have fewer.
    pub deals_per_block: u64,
}

/// Formats a partial result as text: the simulation, the numbers of its finished blocks, and their
/// tallies.
fn part(partial: &Partial<Tallies<Key>>) -> io::Result<String> {
    let mut text = format!("{}\n{}\n", partial.plan().job(), partial.finished()).into_bytes();
    write_tallies(partial, &mut text)?;
    String::from_utf8(text).map_err(io::Error::other)
}

/// Parses the text that [`part`] writes. Returns `None` if it is malformed or belongs to another
/// simulation.
fn parsed_part(text: &str, simulation: &Deals) -> Option<Partial<Tallies<Key>>> {
    let (job, text) = text.split_once('\n')?;
    let (finished, lines) = text.split_once('\n')?;
    if job != simulation.plan().job().to_string() {
        return None;
    }
    let (mut full, mut short) = (Tallies::default(), None);
    for line in lines.lines() {
        let (word, line) = line.split_once(' ')?;
        read_tally(word, line, &mut full, &mut short)?;
    }
    let finished = Blocks::parse(finished)?;
    let partial = Partial::restored(simulation.plan().clone(), finished, full, short)?;
    fits(simulation, &partial).then_some(partial)
}

/// Returns whether the tallies are possible for the simulation and the finished blocks.
fn fits(simulation: &Deals, partial: &Partial<Tallies<Key>>) -> bool {
    let (deck, tallies) = (simulation.measurer().deck(), partial.tally());
    simulation.fits(&tallies, partial.units_done())
        && tallies.iter().all(|(key, tally)| is_possible(deck, key, tally))
}

/// Shows a note before hands are dealt if the result may have many rows.
fn announce_large_result(simulation: &Deals, deals: u64, context: &Context) {
    const LARGE: u64 = 1_000_000;
    let measurer = simulation.measurer();
    let rows = most_rows(measurer.deck(), measurer.keys(), deals);
    if rows > LARGE && context.has_all_rows() {
        context.note(format_args!("the result has up to {} rows", grouped(rows.into())));
    }
}

/// Formats the running estimate, such as `12 cards hold no set in 3.23 % (3.22 to 3.24 %)`, for 12
/// cards or else the smallest size. Without the measure `sets`, formats the mean of a measure, such
/// as `mean of in-sets, 12 cards: 6.51`. Returns an empty text before the first deal.
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

/// Default number of deals.
const DEFAULT_DEALS: Count = Count(10_000_000);

/// Default limit of deals with `--until`.
const MAX_DEALS: Count = Count(1_000_000_000_000);

/// The options that limit the number of deals.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
pub(crate) struct LengthArgs {
    /// Hands to deal: 1000000, 100M, 1e8 [default: 10M]
    ///
    /// With --until this is the limit, 1T (10^12) by default.
    #[cfg_attr(feature = "cli", arg(long, value_name = "COUNT", allow_hyphen_values = true))]
    deals: Option<Count>,
    /// Deal until this relative precision is reached: 0.1%
    ///
    /// Stops when half the confidence interval is at most this fraction of the probability of
    /// --value, for every hand size and measure. The estimate is then slightly too high on average.
    #[cfg_attr(feature = "cli", arg(long, value_name = "PRECISION", allow_hyphen_values = true))]
    until: Option<Precision>,
    /// Value whose probability --until estimates [default: 0]
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "V", hide_short_help = true, allow_hyphen_values = true)
    )]
    value: Option<Number>,
}

impl LengthArgs {
    fn refuse_idle_value(&self) -> Result<(), Failure> {
        needs(("--value", self.value.is_some()), ("--until", self.until.is_some()))
    }

    /// Returns the maximum number of deals.
    pub(crate) fn deals(&self) -> u64 {
        self.deals.unwrap_or(if self.until.is_some() { MAX_DEALS } else { DEFAULT_DEALS }).0
    }

    /// Returns the stopping rule of `--until`, or `None` if the option is not given.
    pub(crate) fn rule(&self, deck: Deck, confidence: Confidence) -> Option<StoppingRule> {
        let value = self.value.map_or(0, |value| value.0);
        self.until.map(|precision| StoppingRule { deck, value, precision, confidence })
    }
}

/// Refuses a stopping rule for a value that cannot occur.
fn refuse_impossible(rule: &StoppingRule, measurer: &Measurer) -> Result<(), Failure> {
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

/// Returns a warning if the target precision of `--until` was not reached, otherwise `None`.
fn not_reached(rule: &StoppingRule, partial: &Partial<Tallies<Key>>) -> Option<String> {
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
    /// Formats the precision of the estimate so far, such as `known to ± 0.31 % of itself`, or
    /// states that the value was not seen.
    fn result(&self, partial: &Partial<Tallies<Key>>) -> String {
        match self.relative_half_width(&partial.tally()) {
            Some(width) => format!("known to ± {} % of itself", significant(100.0 * width, 3)),
            None => "not known, as the value was not seen".to_owned(),
        }
    }

    /// Estimates the fraction of the run that is done. The width of the confidence interval shrinks
    /// with the square root of the number of deals.
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
