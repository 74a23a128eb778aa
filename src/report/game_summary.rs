//! What people want to know of games: how often one is stuck, and how games end.

use super::columns::{Column, Style, draw, render, render_aligned, with_content};
use super::games::Played;
use super::number::{difference, one_in, percent, significant, uncertain};
use crate::game::{Arrival, Layout, Policy, Subject};
use crate::stats::Ratio;
use crate::stats::moments::SampleMoments;
use crate::stats::proportion::interval;
use comfy_table::CellAlignment;

/// Up to so many lines are shown of the stages of a game.
const MOST_LINES: usize = 28;

/// Everything, one policy after the other, then how they differ, for a terminal of so many columns.
#[must_use]
pub fn text(played: &Played<'_>, width: usize) -> String {
    let several = played.policies.len() > 1;
    let mut text = String::new();
    for &policy in played.policies {
        let title = if several { format!("\n{policy}\n") } else { String::new() };
        let stages = stages(played, policy, width);
        text += &format!("{title}\n{stages}\n{}", endings(played, policy, width));
    }
    if several {
        text += &format!("\n{}", differences(played));
    }
    text
}

/// How often no set is on the table, by cards in the deck, with a bar for the tables that are
/// commonest: those of a fresh deal.
fn stages(played: &Played<'_>, policy: Policy, width: usize) -> String {
    let start = played.rules.start();
    let layouts = played.layouts(policy);
    let mut decks: Vec<usize> = layouts.iter().map(|layout| layout.in_deck).collect();
    decks.dedup();
    let step = decks.len().div_ceil(MOST_LINES);
    let last = decks.len().saturating_sub(1);
    let mut line = 0..;
    decks.retain(|_| line.next().is_some_and(|line| line % step == 0 || line == last));
    let mut columns =
        vec![Column::new(0, "cards in the deck", decks.iter().map(ToString::to_string))];
    let kinds = [(start, Arrival::Dealt), (start, Arrival::Taken)];
    let larger = [3, 6].map(|more| (start + more, Arrival::Dealt));
    for (table, arrival) in kinds.into_iter().chain(larger) {
        let of = |&in_deck: &usize| Subject::Stage(Layout { in_deck, table, arrival });
        let cells = decks.iter().map(|in_deck| no_set(played, policy, of(in_deck)));
        columns.push(Column::new(0, &format!("{table} {}", arrival.name()), cells));
    }
    let dealt = |&in_deck: &usize| {
        let arrival = Arrival::Dealt;
        let tally = played.tally(policy, Subject::Stage(Layout { in_deck, table: start, arrival }));
        Ratio::new(tally.count(0), tally.total().max(1)).value()
    };
    let bars: Vec<f64> = decks.iter().map(dealt).collect();
    format!("no set on the table of\n{}", render(with_content(columns), &bars, width))
}

/// The share of layouts without a set, and the odds.
fn no_set(played: &Played<'_>, policy: Policy, of: Subject) -> String {
    let tally = played.tally(policy, of);
    if tally.total() == 0 {
        return String::new();
    }
    let odds = one_in(Ratio::new(tally.count(0), tally.total()).value()).unwrap_or_default();
    format!("{}  {odds:>10}", share(played, tally.count(0), tally.total()))
}

fn share(played: &Played<'_>, count: u128, total: u128) -> String {
    let half_width = interval(count, total, played.confidence).half_width();
    percent(Ratio::new(count, total).value(), half_width)
}

/// How games end.
fn endings(played: &Played<'_>, policy: Policy, width: usize) -> String {
    let start = played.rules.start();
    let [left, extra, largest] = [Subject::Leftover, Subject::ExtraDeals, Subject::LargestTable]
        .map(|of| played.tally(policy, of));
    let games = left.total();
    let mut rows = vec![
        ("games that end with no card left".to_owned(), (left.count(0), games)),
        (format!("games that never need more than {start} cards"), (extra.count(0), games)),
    ];
    for (cards, count) in largest.iter().filter(|&(cards, count)| cards >= start && count > 0) {
        rows.push((format!("games whose largest table has {cards} cards"), (count, games)));
    }
    for (cards, count) in left.iter().filter(|&(cards, count)| cards > 0 && count > 0) {
        rows.push((format!("games that end with {cards} cards left"), (count, games)));
    }
    let shares = rows.iter().map(|&(_, (count, games))| share(played, count, games));
    let odds = rows.iter().map(|&(_, (count, games))| {
        one_in(Ratio::new(count, games.max(1)).value()).unwrap_or_default()
    });
    let bars = rows.iter().map(|&(_, (count, games))| Ratio::new(count, games.max(1)).value());
    let bars: Vec<f64> = bars.collect();
    let columns = vec![
        Column::new(0, "games", rows.iter().map(|(what, _)| what.clone())),
        Column::new(0, "share", shares),
        Column::new(0, "odds", odds),
    ];
    let means = [("extra deals in a game", &extra), ("cards left", &left)].map(|(what, tally)| {
        let Some(moments) = SampleMoments::of(tally) else { return String::new() };
        let half = moments.half_width(played.confidence);
        let mean = half.map_or_else(
            || significant(moments.mean, 3),
            |half| format!("{} ± {}", uncertain(moments.mean, half), uncertain(half, half)),
        );
        format!("mean {what}: {mean}\n")
    });
    let table = render_aligned(columns, &bars, width, CellAlignment::Left);
    format!("{table}\n{}", means.concat())
}

/// How policies differ on the same decks.
fn differences(played: &Played<'_>) -> String {
    let rows = played.differences();
    let reference = rows.first().map_or("", |row| row.reference);
    let value = |row: &super::games::DifferenceRow| {
        let half = row.ci_low.zip(row.ci_high).map(|(low, high)| (high - low) / 2.0);
        difference(row.difference, half)
    };
    let columns = [
        Column::new(0, "policy", rows.iter().map(|row| row.policy.to_owned())),
        Column::new(0, "outcome", rows.iter().map(|row| row.outcome.to_owned())),
        Column::new(0, &format!("less that of {reference}"), rows.iter().map(value)),
    ];
    draw(&columns, CellAlignment::Left, Style::Terminal)
}
