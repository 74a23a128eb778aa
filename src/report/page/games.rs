//! What happens in whole games, by the policy that is chosen.

use super::html::{escape, made, section, table};
use super::picture::{bars_from_zero, chart, estimate, picture, shown_for};
use super::rows::ShownProportion;
use super::sizes::{interval, short};
use super::sources::{Game, Stage};
use crate::report::chart::description::{Axis, Chart, Mark, Point, Series};
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
fn course(game: &Game) -> Chart {
    let stages = &game.stages.1;
    let point = |stage: &Stage| {
        estimate(stage.in_deck as f64, stage.share.ratio.value(), stage.share.limits)
    };
    let line = |(ink, layout): (usize, &&str)| {
        let own = stages.iter().filter(|stage| stage.layout == **layout);
        let mut points: Vec<Point> = own.map(point).collect();
        points.sort_by(|one, other| other.x.total_cmp(&one.x));
        Series::new(layout, ink, Mark::DottedLine, points)
    };
    let series: Vec<Series> = LAYOUTS.iter().enumerate().map(line).collect();
    let x = Axis::across("cards left in the deck", &series).downward();
    let y = Axis::shares("tables without a set", true, &series);
    chart("How often is no set on the table?", x, y, series)
}

/// How many cards are left in the end.
fn leftover(shares: &[ShownProportion]) -> Chart {
    let bar = |(place, share): (usize, &ShownProportion)| {
        let value = share.ratio.value();
        let label = if value >= 0.001 { short(value) } else { String::new() };
        Point { label, ..estimate(place as f64, value, share.limits) }
    };
    let points = shares.iter().enumerate().map(bar).collect();
    let series = bars_from_zero(points, ["no card left", "cards left"]);
    let x = Axis::names("cards left in the end", shares.iter().map(|it| it.value.to_string()));
    let y = Axis::shares("share of games", false, &series);
    chart("How many cards are left when the game ends?", x, y, series)
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
    let for_each = |content: &dyn Fn(&Game) -> String| -> String {
        let one = |game: &Game| {
            let is_first = game.policy == first.policy;
            shown_for(("policy", &game.policy), is_first, &content(game))
        };
        games.iter().map(one).collect()
    };
    let course = for_each(&|game| {
        format!(
            "<p>The policy <b>{}</b> {}.</p>\n<h3>No set on the table</h3>\n<figure>{}</figure>\n{}",
            escape(&game.policy),
            words(&game.policy),
            picture(&course(game)),
            made(&[&game.stages.0])
        )
    });
    let mut content = format!(
        "<p>Twelve random cards are where a game begins. As it goes on, the table is no longer random: sets are what was taken from it.</p>\n{}\n<div id=\"course-chart\">{course}</div>\n<p class=\"hint\">Cards on the table, and how they came there: <i>dealt</i>, cards were just added; <i>taken</i>, a set was just removed and nothing dealt. The CSV has the rows without a set.</p>",
        choice(games, first),
    );
    if first.leftover.is_some() {
        let leftover = for_each(&|game| {
            let Some((source, shares)) = &game.leftover else { return String::new() };
            let made = made(&[source]);
            format!("<figure>{}</figure>\n{made}", picture(&leftover(shares)))
        });
        content += &format!(
            "\n<h3>What is left in the end</h3>\n<div id=\"leftover-chart\">{leftover}</div>\n{}",
            comparison(games)
        );
    }
    section("games", "The course of a game", &content)
}
