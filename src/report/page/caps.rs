//! Hands without a set, by their size.

use super::Texts;
use super::html::{folded, made, section, table};
use super::rows::{PageError, of_the_game, tables};
use super::scale::{Scale, Unit};
use super::sources::{Source, whole};
use super::svg::{Bar, bars};
use crate::report::caps::CapRow;
use crate::report::datasets::Dataset;
use crate::report::number::grouped;
use crate::stats::to_float;

fn read(texts: &Texts) -> Result<Option<(Source, Vec<CapRow>)>, PageError> {
    for file in tables(texts, Dataset::Caps) {
        let sizes = of_the_game(&file, |row: &CapRow| row.features)?;
        if !sizes.is_empty() {
            return Ok(Some((whole(texts, &file)?, sizes)));
        }
    }
    Ok(None)
}

fn chart(sizes: &[CapRow]) -> String {
    let bar = |size: &CapRow| {
        let value = to_float(size.caps);
        let title = format!(
            "{} cards: {} hands, {} of them complete",
            size.cards,
            grouped(size.caps),
            grouped(size.complete_caps)
        );
        let mark = (size.complete_caps > 0).then(|| (to_float(size.complete_caps), None));
        let (label, over) = (size.cards.to_string(), String::new());
        Bar { label, value, over, mark, title, accent: false }
    };
    let drawn: Vec<Bar> = sizes.iter().map(bar).collect();
    let values: Vec<f64> = drawn.iter().map(|bar| bar.value).collect();
    let scale = Scale::powers(values.into_iter().chain([1.0]), Unit::Count);
    let about = "Bars that rise to 14 cards and fall to 20: how many hands hold no set.";
    bars(&drawn, scale, "cards", about)
}

/// The section; nothing without its table.
pub(super) fn caps(texts: &Texts) -> Result<Option<(Source, String)>, PageError> {
    let Some((source, sizes)) = read(texts)? else { return Ok(None) };
    let Some(largest) = sizes.iter().filter(|size| size.caps > 0).max_by_key(|size| size.cards)
    else {
        return Ok(None);
    };
    let row = |size: &CapRow| {
        let [classes, complete] =
            [size.classes, size.complete_classes].map(|number| number as u128);
        let numbers = [size.caps, classes, size.complete_caps, complete];
        std::iter::once(size.cards.to_string()).chain(numbers.map(grouped)).collect()
    };
    let rows: Vec<Vec<String>> = sizes.iter().map(row).collect();
    let titles = ["cards", "hands", "classes", "complete", "complete classes"];
    let content = format!(
        "<p>The largest hand without a set has <b>{} cards</b>; there are {} such hands. A hand is <i>complete</i> when every further card makes a set. Hands that differ by a map of the deck alone are one <i>class</i>.</p>\n<figure><div class=\"plot counts\">{}</div>\n<figcaption><ul class=\"legend\"><li><span class=\"swatch\"></span>hands without a set</li><li><svg class=\"key sample\" viewBox=\"-8 -8 16 16\" aria-hidden=\"true\"><path d=\"M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z\"/></svg>complete ones among them</li></ul></figcaption></figure>\n{}\n{}",
        largest.cards,
        grouped(largest.caps),
        chart(&sizes),
        folded("All numbers", &table("caps-table", "Hands without a set", &titles, &rows)),
        made("caps-made", &[&source])
    );
    Ok(Some((source, section("caps", "How long can it go without a set?", &content))))
}
