//! The result of `simulate` and `enumerate`: a distribution for each hand size and measure, and its
//! provenance.

use crate::card::Deck;
use crate::commands::long_run::{LongRun, Reached};
use crate::commands::provenance::{cost, without};
use crate::deal::{Engine, InstructionSet};
use crate::detect::Strategy;
use crate::exact::Method;
use crate::exact::self_check::highest_order;
use crate::measure::{Key, Measure};
use crate::pack::Pack;
use crate::report::cell::Cell;
use crate::report::columns::RenderTarget;
use crate::report::csv::Row;
use crate::report::distribution::{self, Distribution, DistributionRow, Origin, Summary};
use crate::report::field::Field;
use crate::report::number::{count, deck_size, grouped, rate};
use crate::report::provenance::{ComputationDetails, Counting, Provenance, Randomness, Until};
use crate::report::result::{Report, Table};
use crate::report::sentence;
use crate::report::spent::ComputeTime;
use crate::run::SavedTally;
use crate::stats::precision::Precision;
use crate::stats::to_float;
use crate::stopping::StoppingRule;
use crate::tally::Tallies;
use std::io;

/// Way in which a result is computed: strategy, engine, counting method, and whether and how it is
/// sampled.
pub(crate) struct How {
    pub(crate) strategy: Option<Strategy>,
    pub(crate) engine: Engine,
    /// The vector instructions that the computation uses.
    pub(crate) instructions: InstructionSet,
    pub(crate) origin: Origin,
    pub(crate) randomness: Option<Randomness>,
    /// The counting method, and the number of hands that it visits.
    pub(crate) method: Option<(Method, u128)>,
}

/// Returns the highest order up to which the moments of the number of sets were checked for all
/// hand sizes, or `None` if the number of sets is not tallied.
fn moments_checked(deck: Deck, tallies: &Tallies<Key>) -> Option<usize> {
    let sizes = tallies.iter().filter(|(key, _)| key.measure == Measure::Sets);
    sizes.map(|(key, _)| highest_order(deck, key.cards)).min()
}

/// Distributions of measures with their provenance.
pub(crate) struct Distributions {
    pack: Pack,
    tallies: Tallies<Key>,
    origin: Origin,
    provenance: Provenance,
    /// The target precision of `--until`, whether it was reached or not.
    target: Option<Precision>,
}

impl Distributions {
    /// Creates the distributions of a run, which may be unfinished.
    pub(crate) fn new<T: SavedTally>(
        pack: Pack,
        run: &LongRun<'_>,
        reached: &Reached<T>,
        tallies: Tallies<Key>,
        how: How,
    ) -> Self {
        let How { strategy, engine, instructions, origin, randomness, method } = how;
        let confidence = match origin {
            Origin::Sampled(confidence) => Some(confidence),
            Origin::Enumerated => None,
        };
        let made_by = (engine.name().to_owned(), instructions);
        let mut provenance = run.provenance(reached, randomness, made_by, confidence);
        let thread_seconds = |it: &ComputeTime| it.seconds() * to_float(it.threads as u128);
        let thread_seconds: f64 = reached.spent.iter().map(thread_seconds).sum();
        provenance.details.without = without(&pack);
        provenance.details.strategy = strategy.map(Strategy::name);
        provenance.details.counting = method.map(|(method, leaves)| Counting {
            method: method.name(),
            hands: tallies.iter().map(|(_, tally)| tally.total()).sum(),
            leaves,
            nanoseconds_per_leaf: (provenance.details.run.untimed_units == 0)
                .then(|| thread_seconds * 1e9 / to_float(leaves.max(1))),
            moments_checked: moments_checked(pack.deck(), &tallies),
        });
        Self { pack, tallies, origin, provenance, target: None }
    }

    /// Adds to the provenance the target precision of `--until` and whether it was reached.
    pub(crate) fn until(mut self, rule: &StoppingRule) -> Self {
        let details = &mut self.provenance.details;
        details.until = Some(Until {
            target: rule.precision.value(),
            value: rule.value,
            relative_half_width: rule.relative_half_width(&self.tallies),
            reached: details.work.complete && rule.is_met_by(&self.tallies),
        });
        self.target = Some(rule.precision);
        self
    }

    fn each(&self) -> impl Iterator<Item = Distribution<'_>> {
        let (pack, origin) = (self.pack, self.origin);
        let tallies = self.tallies.iter().filter(|(_, tally)| tally.largest().is_some());
        tallies.map(move |(key, tally)| Distribution { pack, key, tally, origin })
    }

    /// Converts the distributions into a report with all its output forms.
    pub(crate) fn report(self) -> Report {
        let summaries: Vec<Summary> = self.each().map(|it| it.summary()).collect();
        let described =
            if distribution::lists_all_values(&summaries) { &summaries[..] } else { &[] };
        let sentences: String = described.iter().map(sentence::all).collect();
        let heading = self.heading() + self.nothing();
        let title = match self.origin {
            Origin::Enumerated => "Distributions, counted exactly",
            Origin::Sampled(_) => "Distributions, simulated",
        };
        let provenance = self.provenance.clone();
        Report::new(title, &provenance, "distribution", self)
            .with_records("summary", &summaries)
            .with_heading(heading)
            .with_sentences(sentences)
    }

    /// Returns a sentence if no hand has a set, so that there are no set types to tally; otherwise
    /// an empty text.
    fn nothing(&self) -> &'static str {
        let nothing = self.provenance.details.work.done > 0 && self.each().next().is_none();
        if nothing { "None of the hands held a set.\n" } else { "" }
    }

    /// Formats the heading of the report, such as `1,000,000,000 deals from a deck of 81, until 0.1
    /// %, seed 1, third-card in avx512 lanes, 2 threads, 3.5 s (285 million/s)`.
    fn heading(&self) -> String {
        let ComputationDetails { work, run, engine, instruction_set, randomness, .. } =
            &self.provenance.details;
        let side_by_side =
            if engine == "lanes" { format!(" in {instruction_set} lanes") } else { String::new() };
        let unit = if self.origin == Origin::Enumerated { "hand" } else { "deal" };
        let by = self.by();
        let seed = randomness.as_ref().map(|it| format!(", seed {}", it.seed)).unwrap_or_default();
        let interrupted = if work.complete {
            String::new()
        } else {
            format!("{} {} of ", work.incomplete_reason(), grouped(work.done))
        };
        let until = self.target.map(|target| format!(", until {target}")).unwrap_or_default();
        let (number, pace) = match &self.provenance.details.counting {
            Some(counting) if counting.leaves < counting.hands => {
                (counting.hands, format!("{} looked at", grouped(counting.leaves)))
            }
            Some(Counting { hands, .. }) => (*hands, rate(to_float(*hands) / run.elapsed_seconds)),
            None => (work.planned, rate(run.units_per_second)),
        };
        let checked = self.provenance.details.counting.as_ref().and_then(|it| it.moments_checked);
        let checked =
            checked.map(|order| format!(", moments checked to order {order}")).unwrap_or_default();
        format!(
            "{interrupted}{} from a deck of {}{until}{seed}, {by}{side_by_side}, \
             {}{checked}\n",
            count(number, unit),
            deck_size(&self.pack),
            cost(work, run, &pace),
        )
    }

    /// Returns the name of the strategy, or of the counting method if it needs no strategy.
    fn by(&self) -> String {
        let ComputationDetails { strategy, counting, .. } = &self.provenance.details;
        let method = counting.as_ref().map(|counting| format!("by {}", counting.method));
        strategy.map(str::to_owned).or(method).unwrap_or_default()
    }
}

impl Table for Distributions {
    fn fields(&self) -> &'static [Field] {
        DistributionRow::FIELDS
    }

    fn rows(&self) -> Box<dyn Iterator<Item = Vec<Cell>> + '_> {
        Box::new(self.each().flat_map(|it| it.rows()).map(Row::cells))
    }

    #[cfg(not(target_family = "wasm"))]
    fn draw(&self, target: RenderTarget, to: &mut dyn io::Write) -> io::Result<()> {
        let summaries: Vec<Summary> = self.each().map(|it| it.summary()).collect();
        let rows = |summary: &Summary| -> Vec<DistributionRow> {
            let key = Key { cards: summary.cards, measure: summary.measure };
            self.each().filter(|it| it.key == key).flat_map(|it| it.rows()).collect()
        };
        let level = sentence::interval_level(self.origin);
        to.write_all(distribution::draw(&summaries, rows, &level, target).as_bytes())
    }
}
