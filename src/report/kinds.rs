//! The list of all kinds of results. A CSV is recognised among them.

use super::kind::Dataset;
use super::rows::answer::{AnswerRow, ValueAnswerRow};
use super::rows::caps::{CapClassRow, CapRow};
use super::rows::checks::CheckRow;
use super::rows::classes::{ClassCountRow, ClassRow};
use super::rows::distribution::DistributionRow;
use super::rows::extremes::ExtremeRow;
use super::rows::games::DifferenceRow;
use super::rows::games::looks::LookRow;
use super::rows::games::stages::StageRow;
use super::rows::games::summary::SummaryRow;
use super::rows::games::survival::SurvivalRow;
use super::rows::games::values::{ExtraDealsRow, LargestTableRow, LeftoverRow, RoundsRow};
use super::rows::hands::{CardRow, HandCapRow, SetRow};
use super::rows::near_sets::NearSetRow;
use super::rows::next::{CompletionRow, NextRow};
use super::rows::puzzles::PuzzleRow;
use super::rows::race::RaceRow;
use super::rows::ultrasets::UltrasetRow;

/// All kinds, in the order of `help data`.
pub const ALL: &[Dataset] = &[
    Dataset::of::<DistributionRow>(),
    Dataset::of::<RaceRow>(),
    Dataset::of::<CapRow>(),
    Dataset::of::<CapClassRow>(),
    Dataset::of::<ClassRow>(),
    Dataset::of::<ClassCountRow>(),
    Dataset::of::<ExtremeRow>(),
    Dataset::of::<AnswerRow>(),
    Dataset::of::<ValueAnswerRow>(),
    Dataset::of::<HandCapRow>(),
    Dataset::of::<UltrasetRow>(),
    Dataset::of::<NearSetRow>(),
    Dataset::of::<CardRow>(),
    Dataset::of::<SetRow>(),
    Dataset::of::<NextRow>(),
    Dataset::of::<PuzzleRow>(),
    Dataset::of::<CompletionRow>(),
    Dataset::of::<CheckRow>(),
    Dataset::of::<StageRow>(),
    Dataset::of::<LeftoverRow>(),
    Dataset::of::<ExtraDealsRow>(),
    Dataset::of::<LargestTableRow>(),
    Dataset::of::<RoundsRow>(),
    Dataset::of::<LookRow>(),
    Dataset::of::<SurvivalRow>(),
    Dataset::of::<SummaryRow>(),
    Dataset::of::<DifferenceRow>(),
];
