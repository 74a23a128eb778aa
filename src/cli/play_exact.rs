//! `setodds play --exact`: the first stages of games, counted.

use super::failure::{Failure, OrFail};
use super::output::Output;
use super::progress::Steps;
use super::provenance::Clock;
use crate::game::{FirstStages, Rules};
use crate::next::OpeningError;
use crate::report::document::{Report, WithLast};
use crate::report::games::{TableKind, stages, survival};
use crate::report::number::threads;
use crate::run::{ThreadPool, Threads};

/// The checks of the stages, for the record.
const CHECKS: &[&str] = &[
    "the first cards have as many sets as in the exact table",
    "the weights of what came before agree with what comes after",
];

/// What is to be counted and shown.
pub(super) struct ExactStages {
    stages: FirstStages,
    rules: Rules,
    table: TableKind,
}

/// A table of the first stages of games by these rules, or an error if it cannot be counted.
pub(super) fn prepare(rules: Rules, table: TableKind) -> Result<ExactStages, Failure> {
    if !matches!(table, TableKind::Stages | TableKind::Survival) {
        return Err(usage_error!("`--exact` supports only the tables `stages` and `survival`"));
    }
    match FirstStages::new(rules.deck(), rules.start()) {
        Ok(stages) if rules.are_usual() => Ok(ExactStages { stages, rules, table }),
        Err(error @ OpeningError::Features(_)) => Err(error).or_usage(),
        _ => Err(usage_error!(
            "`--exact` counts by the rules of the game, with a start of 3, 6, 9 or 12 cards (with \
             3 features 3, 6, ... or 21), not with {rules}"
        )),
    }
}

impl ExactStages {
    /// Counts, and delivers the table.
    pub(super) fn run(&self, output: &Output, count: Threads) -> Result<(), Failure> {
        let (deck, start) = (self.rules.deck(), self.rules.start());
        let (clock, pool) = (Clock::start(), ThreadPool::new(count).or_failed()?);
        let steps = Steps::new();
        steps.begin(&format!("classes of {start} cards, with all sets and all choices of 3 more"));
        let counted = self.stages.count(&pool, &|done, of| steps.show(done, of)).or_failed();
        steps.finish();
        let counted = counted?;
        let (all, never) = (stages::counted(deck, &counted), survival::counted(deck, &counted));
        let made = clock.listing(CHECKS, all.len() as u128, count);
        let heading = format!(
            "The first stages of games with a deck of {}, {start} cards on the table, random, \
             exactly; {}\n",
            deck.size(),
            threads(made.details.run.threads),
        );
        let (title, name) = ("The first stages of games", self.table.name());
        let report = if self.table == TableKind::Survival {
            Report::new(title, &made, name, WithLast::by_rules(never, self.rules))
        } else {
            Report::new(title, &made, name, WithLast::by_rules(all, self.rules))
        };
        output.deliver(&report.headed(heading))
    }
}
