//! What happens in whole games, by the policy that is chosen.

use super::html::{made, section, table};
use super::picture::{picture, shown_for};
use super::sizes::interval;
use super::sources::Game;
use crate::report::Dataset;
use crate::report::chart::{Options, games::values_of, stages::no_set};
use crate::report::columns::Grid;
use crate::report::games::policy_words;
use crate::report::number::{exact_percent, grouped, significant};
use crate::stats::to_float;

fn choice(games: &[Game], chosen: &Game) -> String {
    let one = |game: &Game| {
        let policy = game.policy;
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
        let (_, rows) = game.leftover.as_ref()?;
        let cleared = rows.iter().find(|row| row.value == 0)?;
        let sum: f64 = rows.iter().map(|it| it.value as f64 * to_float(it.count)).sum();
        Some((game.policy, cleared.clone(), sum / to_float(cleared.total)))
    };
    let rows: Vec<_> = games.iter().filter_map(row).collect();
    let grid = Grid::of(&rows)
        .text("policy", |(policy, ..)| policy.to_string())
        .column("clears the table", |(_, row, _)| exact_percent(row.share().probability()))
        .column("interval", |(_, row, _)| interval(row.limits()))
        .column("cards left", |(_, _, mean)| significant(*mean, 4))
        .column("games", |(_, row, _)| grouped(row.total))
        .text("which set is taken", |(policy, ..)| policy_words(*policy).to_owned());
    table("policies", "Ways of playing", grid)
}

/// The section; nothing without games.
pub(super) fn games(games: &[Game]) -> String {
    let Some(first) = games.first() else { return String::new() };
    let for_each = |content: &dyn Fn(&Game) -> String| -> String {
        let one = |game: &Game| {
            let is_first = game.policy == first.policy;
            shown_for(("policy", game.policy.name()), is_first, &content(game))
        };
        games.iter().map(one).collect()
    };
    let course = for_each(&|game| {
        format!(
            "<p>The policy <b>{}</b> {}.</p>\n<h3>No set on the table</h3>\n<figure>{}</figure>\n\
             {}",
            game.policy,
            policy_words(game.policy),
            picture(&no_set(&game.stages.1, &Options::default())),
            made(&[&game.stages.0])
        )
    });
    let mut content = format!(
        "<p>Twelve random cards are where a game begins. As it goes on, the table is no longer \
         random: sets are what was taken from it.</p>\n{}\n<div \
         id=\"course-chart\">{course}</div>\n<p class=\"hint\">Cards on the table, and how they \
         came there: <i>dealt</i>, cards were just added; <i>taken</i>, a set was just removed and \
         nothing dealt. The CSV has the rows without a set.</p>",
        choice(games, first),
    );
    if first.leftover.is_some() {
        let leftover = for_each(&|game| {
            let Some((source, rows)) = &game.leftover else { return String::new() };
            let lines = vec![((4, game.policy), rows.clone())];
            let chart = values_of(&lines, Dataset::Leftover, false);
            format!("<figure>{}</figure>\n{}", picture(&chart), made(&[source]))
        });
        content += &format!(
            "\n<h3>What is left in the end</h3>\n<div id=\"leftover-chart\">{leftover}</div>\n{}",
            comparison(games)
        );
    }
    section("games", "The course of a game", &content)
}
