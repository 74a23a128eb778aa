//! `setodds puzzle --difficulty`: hands whose sets are easy or hard to find.

use super::failure::{Failure, OrFail};
use super::interrupt::on_ctrl_c;
use super::message;
use super::names;
use crate::detect::Strategy;
use crate::puzzle::{Construction, Level, Levels, Puzzle, Wanted};
use crate::report::number::{plural, significant};
use crate::run::Threads;
use clap::Args;

/// How hard the hands are.
#[derive(Args, Debug)]
pub(super) struct DifficultyArgs {
    /// Only easy, medium or hard hands: a third of those with as many cards and sets
    ///
    /// A hand is rated by an index: the mean number of looks until a set is seen, if each look
    /// falls on a set or a near miss (three cards that fail in one feature), and those whose cards
    /// differ in fewer features are seen sooner, as people do. The thirds are those of 299 such
    /// hands, the puzzles 1 to 299 of seed 0.
    #[arg(long = "difficulty", value_name = "LEVEL", hide_short_help = true,
          value_parser = names::of::<Level>(&Level::NAMES))]
    pub(super) level: Option<Level>,
}

impl DifficultyArgs {
    /// The levels of such hands, if one is asked for; says what is a hand of the level.
    pub(super) fn levels(
        &self,
        puzzle: &Puzzle,
        Wanted { cards, sets }: Wanted,
        rare: Option<&Construction>,
        threads: Threads,
    ) -> Result<Option<Levels>, Failure> {
        let Some(level) = self.level else { return Ok(None) };
        if sets == 0 {
            return Err(usage_error!("a hand without sets has no difficulty; ask for some sets"));
        }
        let hands =
            format!("hands of {} with exactly {}", plural(cards, "card"), plural(sets, "set"));
        let stop = on_ctrl_c()?;
        let levels = match rare {
            Some(rare) => {
                puzzle.levels_of(rare, Strategy::default().detector(puzzle.deck()).as_ref())
            }
            None => puzzle.levels(threads, &stop).or_failed()?,
        };
        if stop.is_requested() {
            return Err(Failure::Interrupted);
        }
        let Some(levels) = levels else {
            return Err(usage_error!(
                "{hands} are too rare to be compared with one another; leave --difficulty out"
            ));
        };
        if !levels.has(level) {
            return Err(usage_error!(
                "{hands} are as hard as one another, and none is {level}; leave --difficulty out"
            ));
        }
        let [low, high] = levels.limits().map(|index| significant(index, 4));
        message::note(match level {
            Level::Easy => format!("easy: an index of up to {low}"),
            Level::Medium => format!("medium: an index above {low} and below {high}"),
            Level::Hard => format!("hard: an index of {high} or more"),
        });
        Ok(Some(levels))
    }

    /// The puzzle with the level, if one is asked for.
    pub(super) fn apply(&self, puzzle: Puzzle, levels: Option<&Levels>) -> Puzzle {
        match levels.zip(self.level) {
            Some((levels, level)) => puzzle.of_level(levels.clone(), level),
            None => puzzle,
        }
    }
}
