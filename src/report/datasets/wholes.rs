//! Rows that are parts of one whole: their counts add up to their total.

use super::cells::{Cells, LARGE};
use super::table_error::TableError;
use crate::card::Deck;
use crate::game::Arrival;
use crate::hand::combinations::binomial;
use crate::measure::{Key, Measure};
use crate::report::Dataset;
use crate::report::escape::excerpt;
use crate::report::field::Role;
use csv::StringRecord;
use std::collections::{BTreeSet, HashMap};

/// The columns of what is counted and of how many there are in all.
pub(super) fn counted(table: Dataset) -> [&'static str; 2] {
    [Role::Count, Role::Total].map(|role| table.name_of(role))
}

/// What the rows of one whole say together.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    /// The sum of the counts, unless it passes 128 bits.
    pub(super) counts: Option<u128>,
    /// What stands in the column `total`.
    pub(super) total: Option<u128>,
    /// Whether the row of the smallest possible value was read.
    pub(super) has_least: bool,
}

/// For each row the sum of its whole.
pub(super) fn sums(
    table: Dataset,
    name: &str,
    columns: &StringRecord,
    rows: &[StringRecord],
) -> Result<Vec<Sum>, TableError> {
    let [count, total] = counted(table);
    let mut sums: HashMap<Vec<&str>, Sum> = HashMap::new();
    let whole = table.whole();
    if whole.is_empty() {
        return Ok(Vec::new());
    }
    for row in rows {
        let cells = Cells { columns, row };
        let new = Sum { counts: Some(0), ..Sum::default() };
        let sum = sums.entry(cells.common(&whole)).or_insert(new);
        let known = sum.counts.zip(cells.whole(count));
        sum.counts = known.and_then(|(sum, count)| sum.checked_add(count));
        sum.has_least |= is_least(table, cells);
        match (sum.total, cells.whole(total)) {
            (Some(before), Some(own)) if before != own && !has_own_total(cells, own) => {
                let what = format!(
                    ": {} do not fit those before: out of {own}, not {before}; give the rows of \
                     two runs one by one",
                    counts_of(cells)
                );
                return Err(TableError::in_line(name, row.position(), &what));
            }
            (before, own) => sum.total = before.or(own),
        }
    }
    Ok(rows.iter().map(|row| sums[&Cells { columns, row }.common(&whole)]).collect())
}

/// What the counts of a row are of, in words.
pub(super) fn counts_of(cells: Cells<'_>) -> String {
    match (cells.text("policy"), cells.text("cards")) {
        ("", "") => "the counts".to_owned(),
        ("", cards) => format!("the counts of hands of {cards} cards"),
        (policy, _) => format!("the games of `{}`", excerpt(policy)),
    }
}

/// Whether a row is that of the smallest possible value, which is never left out.
pub(super) fn is_least(table: Dataset, cells: Cells<'_>) -> bool {
    match table {
        Dataset::Distribution => cells
            .value()
            .is_some_and(|(deck, key, value)| value <= key.measure.least(deck, key.cards)),
        Dataset::Stages => cells.text("sets") == "0",
        _ => true,
    }
}

/// Whether the rows of a distribution have totals of their own: when the first set comes, exactly,
/// each row has the ways to turn over as many cards.
pub(super) fn has_own_total(cells: Cells<'_>, total: u128) -> bool {
    cells.value().is_some_and(|(deck, key, value)| {
        cells.text("ci_low").is_empty()
            && matches!(key.measure, Measure::FirstSet | Measure::GreedyCap)
            && is_all(deck, key, value, total)
    })
}

/// Whether a total is that of all hands, so that its row is exact.
pub(super) fn is_all(deck: Deck, Key { cards, measure }: Key, value: usize, total: u128) -> bool {
    let size = deck.size();
    match measure {
        Measure::FirstSet => turned_over(deck, value) == Some(total),
        // What never occurs is 0 out of 1.
        Measure::GreedyCap => total == LARGE || total == 1,
        Measure::SetTypes => {
            let others = binomial(size - 3, cards.saturating_sub(3));
            let sets = others.and_then(|others| others.checked_mul(deck.sets() as u128));
            total == (size as u128 - 1) / 2 || sets == Some(total)
        }
        _ => binomial(size, cards).unwrap_or(1) == total,
    }
}

/// The number of ways to turn over `cards` cards, of which the last is told from the others.
pub(super) fn turned_over(deck: Deck, cards: usize) -> Option<u128> {
    binomial(deck.size(), cards).and_then(|ways| ways.checked_mul(cards as u128))
}

/// The decks, policies and rules of games whose first layout was counted and not played.
pub(super) fn openings(
    table: Dataset,
    columns: &StringRecord,
    rows: &[StringRecord],
    sums: &[Sum],
) -> BTreeSet<[String; 3]> {
    let opening = |(place, row): (usize, &StringRecord)| {
        let cells = Cells { columns, row };
        let (size, on_table) = (cells.deck()?.size(), cells.small("table")?);
        let (is_dealt, total) = match sums.get(place) {
            Some(sum) => (cells.text("arrival") == Arrival::Dealt.name(), sum.total.or(sum.counts)),
            // Before the first stage no game was ever stuck.
            None => (true, cells.whole(counted(table)[1])),
        };
        let is_first = cells.small("in_deck")?.checked_add(on_table)? == size
            && is_dealt
            && total == binomial(size, on_table);
        is_first.then(|| ["features", "policy", "rules"].map(|name| cells.text(name).to_owned()))
    };
    let has_stages = matches!(table, Dataset::Stages | Dataset::Survival);
    rows.iter().enumerate().filter(|_| has_stages).filter_map(opening).collect()
}
