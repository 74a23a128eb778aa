//! The list of all kinds of results. A CSV is recognised among them.

use super::datasets::answer::{AnswerRow, ValueAnswerRow};
use super::datasets::caps::{CapClassRow, CapRow};
use super::datasets::checks::CheckRow;
use super::datasets::classes::{ClassCountRow, ClassRow};
use super::datasets::distribution::DistributionRow;
use super::datasets::extremes::ExtremeRow;
use super::datasets::games::DifferenceRow;
use super::datasets::games::looks::LookRow;
use super::datasets::games::stages::StageRow;
use super::datasets::games::summary::SummaryRow;
use super::datasets::games::survival::SurvivalRow;
use super::datasets::games::values::{ExtraDealsRow, LargestTableRow, LeftoverRow, RoundsRow};
use super::datasets::hands::{CardRow, HandCapRow, SetRow};
use super::datasets::near_sets::NearSetRow;
use super::datasets::next::{CompletionRow, NextRow};
use super::datasets::puzzles::PuzzleRow;
use super::datasets::race::RaceRow;
use super::datasets::ultrasets::UltrasetRow;
use super::kind::Dataset;

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
