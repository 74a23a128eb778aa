//! The list of all kinds of results. A CSV is recognised among them.

use super::field::{CellType, Field};
use super::kind::Dataset;
use super::rows::games::{self, looks, stages, summary, survival, values};
use super::rows::{
    answer, caps, checks, classes, distribution, extremes, hands, near_sets, next, puzzles, race,
    ultrasets,
};
use std::collections::BTreeSet;

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

/// Returns the names of the columns whose cells are whole numbers in every table that has them. JSON
/// writes exact counts of such columns as text.
#[must_use]
pub fn whole_columns() -> Vec<&'static str> {
    let fields = || ALL.iter().flat_map(|it| it.fields);
    let is_whole = |field: &Field| CellType::from(field.kind) == CellType::Whole;
    let (whole, others): (Vec<&Field>, Vec<&Field>) = fields().partition(|field| is_whole(field));
    let is_other = |name: &str| others.iter().any(|field| field.name == name);
    let names: BTreeSet<&str> = whole.iter().map(|field| field.name).collect();
    names.into_iter().filter(|name| !is_other(name)).collect()
}
