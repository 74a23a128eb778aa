//! Hands without a set, by their size.

use super::html::{folded, made, section, table};
use super::picture::picture;
use super::sources::{Files, Source};
use crate::report::Dataset;
use crate::report::caps::CapRow;
use crate::report::chart::{Options, caps};
use crate::report::columns::Grid;
use crate::report::number::grouped;

/// The section; nothing without its table.
pub(super) fn caps(files: &Files<'_>) -> Option<(Source, String)> {
    let found = files.tables(Dataset::Caps, |row: &CapRow| row.features == 4);
    let (source, sizes) = found.into_iter().next()?;
    let largest = sizes.iter().filter(|size| size.caps > 0).max_by_key(|size| size.cards)?;
    let numbers = Grid::of(&sizes)
        .column("cards", |size| size.cards.to_string())
        .column("hands", |size| grouped(size.caps))
        .column("classes", |size| grouped(size.classes as u128))
        .column("complete", |size| grouped(size.complete_caps))
        .column("complete classes", |size| grouped(size.complete_classes as u128));
    let content = format!(
        "<p>The largest hand without a set has <b>{} cards</b>; there are {} such hands. A hand is \
         <i>complete</i> when every further card makes a set. Hands that differ by a map of the \
         deck alone are one <i>class</i>.</p>\n<figure id=\"caps-chart\">{}</figure>\n{}\n{}",
        largest.cards,
        grouped(largest.caps),
        picture(&caps::sizes(&sizes, &Options::default())),
        folded("All numbers", &table("caps-table", "Hands without a set", numbers)),
        made(&[&source])
    );
    Some((source, section("caps", "How long can it go without a set?", &content)))
}
