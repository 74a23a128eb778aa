//! The list of all kinds of results. A CSV is recognised among them.

use super::kind::Dataset;
use super::rows::games::{self, looks, stages, summary, survival, values};
use super::rows::{
    answer, caps, checks, classes, distribution, extremes, hands, near_sets, next, puzzles, race,
    ultrasets,
};

/// All kinds, in the order of `help data`.
pub const ALL: &[Dataset] = &[
    Dataset::of::<distribution::DistributionRow>(),
    Dataset::of::<race::RaceRow>(),
    Dataset::of::<caps::CapRow>(),
    Dataset::of::<caps::CapClassRow>(),
    Dataset::of::<classes::ClassRow>(),
    Dataset::of::<classes::ClassCountRow>(),
    Dataset::of::<extremes::ExtremeRow>(),
    Dataset::of::<answer::AnswerRow>(),
    Dataset::of::<answer::ValueAnswerRow>(),
    Dataset::of::<hands::HandCapRow>(),
    Dataset::of::<ultrasets::UltrasetRow>(),
    Dataset::of::<near_sets::NearSetRow>(),
    Dataset::of::<hands::CardRow>(),
    Dataset::of::<hands::SetRow>(),
    Dataset::of::<next::NextRow>(),
    Dataset::of::<puzzles::PuzzleRow>(),
    Dataset::of::<next::CompletionRow>(),
    Dataset::of::<checks::CheckRow>(),
    Dataset::of::<stages::StageRow>(),
    Dataset::of::<values::LeftoverRow>(),
    Dataset::of::<values::ExtraDealsRow>(),
    Dataset::of::<values::LargestTableRow>(),
    Dataset::of::<values::RoundsRow>(),
    Dataset::of::<looks::LookRow>(),
    Dataset::of::<survival::SurvivalRow>(),
    Dataset::of::<summary::SummaryRow>(),
    Dataset::of::<games::DifferenceRow>(),
];
