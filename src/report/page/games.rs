//! What happens in whole games, by the policy that is chosen.

use super::html::{escape, made, section, table};
use super::rows::ShownProportion;
use super::scale::{Scale, Unit};
use super::sizes::{interval, short, title};
use super::sources::{Game, Stage};
use super::svg::{Axis, Bar, Point, Series, bars, legend, lines};
use crate::report::number::{exact_percent, grouped, significant};
use crate::stats::to_float;

/// The kinds of layouts that have a line, in the order of their styles; what else occurs is too
/// rare to draw.
pub(super) const LAYOUTS: [&str; 5] =
    ["12, dealt", "12, taken", "15, dealt", "15, taken", "18, dealt"];

/// What a policy does, in words.
pub(super) fn words(policy: &str) -> &'static str {
    match policy {
        "random" => "takes each set on the table with the same probability",
        "first" => "takes the first set in the order of dealing, as programs do",
        "most-left" => "takes the set that leaves the most sets on the table",
        "fewest-left" => "takes the set that leaves the fewest sets on the table",
        "similar" => "rather takes sets whose cards are equal in many features",
        "different" => "rather takes sets whose cards differ in many features",
        "clear" => "remembers every card and takes the set that best helps to clear the table",
        _ => "",
    }
}

/// The odds of no set by the cards left in the deck.
fn course(game: &Game) -> String {
    let stages = &game.stages.1;
    let point = |stage: &Stage| {
        let y = stage.share.ratio.value();
        let what = format!("{}, {} in the deck", stage.layout, stage.in_deck);
        Point { x: stage.in_deck as f64, y, limits: stage.share.limits, title: title(&what, y) }
    };
    let series: Vec<Series> = LAYOUTS
        .iter()
        .enumerate()
        .map(|(style, layout)| {
            let own = stages.iter().filter(|stage| stage.layout == *layout);
            Series { style, line: true, marks: true, points: own.map(point).collect() }
        })
        .collect();
    let values = series.iter().flat_map(|one| one.points.iter().map(|point| point.y));
    let scale = Scale::powers(values, Unit::Odds);
    let from = stages.iter().map(|stage| stage.in_deck).max().unwrap_or(69).max(1);
    let at = (0..from).filter(|cards| cards % 12 == 0).chain([from]);
    let ticks = at.map(|cards| (cards as f64, cards.to_string())).collect();
    let name = "cards left in the deck";
    let axis = Axis { from: from as f64, to: 0.0, ticks, name, chosen: None };
    lines(&series, &axis, scale, "Lines: how often no set is on the table, as the deck runs out.")
}

/// How many cards are left in the end.
fn leftover(shares: &[ShownProportion]) -> String {
    let bar = |share: &ShownProportion| {
        let value = share.ratio.value();
        Bar {
            label: share.value.to_string(),
            value,
            over: if value >= 0.001 { short(value) } else { String::new() },
            mark: None,
            title: title(&format!("{} cards left", share.value), value),
            accent: share.value == 0,
        }
    };
    let drawn: Vec<Bar> = shares.iter().map(bar).collect();
    let largest = drawn.iter().map(|bar| bar.value).fold(0.0, f64::max);
    let about = "Bars: the cards that are left at the end of a game.";
    bars(&drawn, Scale::linear(largest), "cards left in the end", about)
}

fn choice(games: &[Game], chosen: &Game) -> String {
    let one = |game: &Game| {
        let policy = escape(&game.policy);
        let checked = if game.policy == chosen.policy { " checked" } else { "" };
        format!(
            r#"<label><input type="radio" name="policy" value="{policy}"{checked}><span>{policy}</span></label>"#
        )
    };
    let all: String = games.iter().map(one).collect();
    format!(
        r#"<fieldset class="choice controls" hidden><legend>Which set is taken?</legend>{all}</fieldset>"#
    )
}

/// The policies, one beside the other.
fn comparison(games: &[Game]) -> String {
    let row = |game: &Game| {
        let (_, shares) = game.leftover.as_ref()?;
        let cleared = shares.iter().find(|share| share.value == 0)?;
        let sum: f64 =
            shares.iter().map(|it| it.value as f64 * to_float(it.ratio.numerator())).sum();
        let games = cleared.ratio.denominator();
        Some(vec![
            game.policy.clone(),
            exact_percent(cleared.ratio.value()),
            interval(*cleared),
            significant(sum / to_float(games), 4),
            grouped(games),
            words(&game.policy).to_owned(),
        ])
    };
    let rows: Vec<_> = games.iter().filter_map(row).collect();
    let titles = ["policy", "clears the table", "interval", "cards left", "games", "it"];
    table("policies", "Ways of playing", &titles, &rows)
}

/// The section; nothing without games.
pub(super) fn games(games: &[Game]) -> String {
    let Some(first) = games.first() else { return String::new() };
    let names: Vec<(usize, &str)> = LAYOUTS.iter().copied().enumerate().collect();
    let mut content = format!(
        "<p>Twelve random cards are where a game begins. As it goes on, the table is no longer random: sets are what was taken from it.</p>\n{}\n<p id=\"policy-words\">The policy <b>{}</b> {}.</p>\n<h3>No set on the table</h3>\n<figure><div id=\"course-chart\" class=\"plot odds\">{}</div>\n<figcaption>{}<p>Cards on the table, and how they came there: <i>dealt</i>, cards were just added; <i>taken</i>, a set was just removed and nothing dealt. The CSV has the rows without a set.</p></figcaption></figure>\n{}",
        choice(games, first),
        escape(&first.policy),
        words(&first.policy),
        course(first),
        legend(&names),
        made("course-made", &[&first.stages.0]),
    );
    if let Some((source, shares)) = &first.leftover {
        content += &format!(
            "\n<h3>What is left in the end</h3>\n<figure><div id=\"leftover-chart\" class=\"plot\">{}</div></figure>\n{}\n{}",
            leftover(shares),
            made("leftover-made", &[source]),
            comparison(games)
        );
    }
    section("games", "The course of a game", &content)
}
