//! Tables, puzzles, games and the geometry of the page.

use crate::browser::Browser;
use crate::{DESKTOP, READY, TELEPHONE, browser, fits, is_quiet, keep_picture, page};
use serde_json::{Value, json};

fn text(browser: &mut Browser, id: &str) -> String {
    browser.text(&format!("document.getElementById({id:?}).textContent"))
}

fn number(browser: &mut Browser, selector: &str) -> u64 {
    let found = browser.value(&format!("document.querySelectorAll({selector:?}).length"));
    found.as_u64().unwrap()
}

/// What a button saves.
fn saved(browser: &mut Browser, button: &str) -> String {
    browser.value(&format!(
        "window.create ??= URL.createObjectURL; URL.createObjectURL = (blob) => {{ window.saved = \
         blob.text(); return create(blob); }}; HTMLAnchorElement.prototype.click = () => {{}}; \
         document.querySelector({button:?}).click(); URL.createObjectURL = create"
    ));
    browser.text("saved")
}

/// The cards and the sets of the hands that a button saves, which the program reads.
fn saved_hands(browser: &mut Browser, button: &str) -> Vec<[usize; 2]> {
    let mut command = assert_cmd::Command::cargo_bin("setodds").unwrap();
    let found =
        command.args(["find", "-", "-q", "--format", "json"]).write_stdin(saved(browser, button));
    let found: Value = serde_json::from_slice(&found.output().unwrap().stdout).unwrap();
    let hands = found["hands"].as_array().unwrap().iter();
    hands.map(|hand| ["cards", "sets"].map(|list| hand[list].as_array().unwrap().len())).collect()
}

/// What the program writes of games, without their command and their options.
fn played(options: &str) -> String {
    let mut command = assert_cmd::Command::cargo_bin("setodds").unwrap();
    command.arg("play").args(options.split(' ')).args(["-q", "--format", "csv"]);
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// Hands of all sections are saved.
fn hands_are_saved(browser: &mut Browser) {
    browser.click("#clear");
    for card in [0, 1, 2, 30] {
        browser.click(&format!("#deck [data-card='{card}']"));
    }
    assert_eq!(saved_hands(browser, "#hand-save"), [[4, 1]]);
    browser.click("#clear");
    browser.click("#hand-save");
    assert_eq!(text(browser, "told"), "There are no cards to save.");
    let turns = saved_hands(browser, "#game-save");
    assert!(turns.len() > 20 && turns[0][0] == 12 && turns.last().unwrap()[1] == 0, "{turns:?}");
}

/// The number of tables that the words name, and of those without a set.
fn odds_are_tables(browser: &mut Browser) {
    browser.value("document.getElementById('tables').scrollIntoView()");
    for (kind, tables, none) in [("deal", 31, 1), ("dealt", 19, 1), ("taken", 10, 3)] {
        if kind != "deal" {
            browser.click(&format!("[data-tables='{kind}']"));
        }
        browser
            .wait_until(&format!("document.querySelectorAll('.small-table').length === {tables}"));
        assert_eq!(number(browser, ".small-table.none"), none, "{kind}");
        let lit = number(browser, ".small-table .lit");
        assert_eq!(lit, 3 * (tables - none), "{kind}");
        assert!(text(browser, "tables-words").starts_with(&format!("{tables} tables of 12")));
    }
    let tables = saved_hands(browser, "#tables-save");
    assert_eq!((tables.len(), tables.iter().filter(|[_, sets]| *sets == 0).count()), (10, 3));
    let before = browser.text("document.getElementById('tables-shown').innerHTML");
    browser.click("#tables-others");
    assert_ne!(browser.text("document.getElementById('tables-shown').innerHTML"), before);
    browser.click("[data-tables='deal']");
}

/// The places of a set on the table, from two hints.
fn hinted(browser: &mut Browser) -> u64 {
    browser.click("#find-hint");
    browser.click("#find-hint");
    number(browser, "#find-table .lit")
}

/// The puzzle of a date is solved with the mouse and with letters.
fn the_daily_puzzle_is_solved(browser: &mut Browser) {
    browser.value("document.getElementById('find-date').value = '2026-01-01'");
    browser.click("#find-daily");
    assert_eq!(number(browser, "#find-table button"), 9);
    assert_eq!(text(browser, "find-told"), "Puzzle of 2026-01-01: find 4 sets.");
    assert!(text(browser, "find-words").contains("setodds puzzle --from 2026-01-01 --seed 1"));
    assert_eq!(saved_hands(browser, "#find-save"), [[9, 4]]);
    browser.click("#find-none");
    assert_eq!(text(browser, "find-told"), "It holds a set.");
    assert_eq!(hinted(browser), 2);
    // Of three cards, all that are sets are known to the module, which tests compare.
    let answer = |browser: &mut Browser, [a, b, c]: [usize; 3]| {
        for place in [a, b, c] {
            browser.value(&format!(
                "document.querySelector('#find-table [data-place=\"{place}\"]').focus()"
            ));
            browser.click(&format!("#find-table [data-place='{place}']"));
        }
    };
    for c in 0..9 {
        for b in 0..c {
            for a in 0..b {
                if number(browser, "#find-found > div") < 4 {
                    answer(browser, [a, b, c]);
                }
            }
        }
    }
    let told = text(browser, "find-told");
    let (found, difficulty) = told.split_once(" s. ").unwrap();
    assert!(found.starts_with("All sets found, in "), "{told}");
    assert!(
        difficulty.starts_with("Difficulty ") && difficulty.ends_with(" near misses."),
        "{told}"
    );
    let clock = text(browser, "find-clock");
    browser.wait_until("location.hash.includes('puzzle=2026-01-01')");
    assert_eq!(text(browser, "find-clock"), clock, "the clock stands still");
    assert_eq!(text(browser, "find-none"), "This table holds none");
}

/// Letters choose cards, and a table without a set is known as such.
fn a_table_is_answered_by_letters(browser: &mut Browser) {
    for _ in 0..3 {
        browser.click("#find-deal");
        assert_eq!(number(browser, "#find-table button"), 12);
        browser.value("document.querySelector('#find-table button').focus()");
        browser.key("b", 66);
        assert_eq!(number(browser, "#find-table .kept"), 1);
        browser.key("b", 66);
        assert_eq!(number(browser, "#find-table .kept"), 0);
        let sets = hinted(browser);
        browser.click("#find-none");
        let told = text(browser, "find-told");
        assert!(sets == 2 || told.starts_with("Right, it holds none."), "{told}");
        assert!(sets == 0 || told == "It holds a set.", "{told}");
    }
}

/// Lines through a card are drawn where it is pointed at and where it has the focus.
fn lines_go_through_a_card(browser: &mut Browser) {
    browser.value(
        "{ const it = document.getElementById('plane-hand'); it.selectedIndex = 3; \
         it.dispatchEvent(new Event('change')); }",
    );
    assert_eq!(number(browser, "#plane-points .in"), 27);
    assert_eq!(saved_hands(browser, "#plane-save"), [[27, 117]]);
    browser.value("document.querySelector('#plane-points [tabindex=\"0\"]').focus()");
    assert_eq!(number(browser, "#plane-lines .faint, #plane-lines .strong"), 40);
    // Each card of a space of three dimensions is in 13 of its 117 lines.
    assert_eq!(number(browser, "#plane-lines .strong"), 13);
    assert!(text(browser, "plane-told").ends_with("13 sets of the hand go through it."));
    browser.key("ArrowRight", 39);
    assert_eq!(number(browser, "#plane-lines .strong"), 0);
    browser.key("ArrowLeft", 37);
    assert_eq!(number(browser, "#plane-lines .strong"), 13);
}

/// What the games are like is shown beside their own rules alone.
fn games_are_played_by_any_rules(browser: &mut Browser) {
    browser.value("document.getElementById('rules-games').value = '20k'");
    browser.click("#rules-play");
    let done = "document.getElementById('rules-told').textContent.startsWith('Done')";
    browser.wait_until(done);
    let shown = text(browser, "rules-figure");
    assert!(shown.contains("ever stuck") && shown.contains(" to "), "{shown}");
    assert_eq!(number(browser, "#rules-figure table"), 3);
    for table in ["summary", "largest-table", "leftover"] {
        let button = format!("#rules-figure [data-games='{table}'] .save");
        let expected = played(&format!("--games 20000 --seed 1 --table {table}"));
        assert_eq!(saved(browser, &button), expected, "{table}");
    }
    let rules = |browser: &mut Browser, name: &str, value: &str| {
        browser.value(&format!(
            "{{ const it = document.getElementById('rules-{name}'); it.value = '{value}'; \
             it.dispatchEvent(new Event('input', {{ bubbles: true }})); }}"
        ));
    };
    rules(browser, "stuck", "stop");
    let seen = "document.getElementById('rules-figure').checkVisibility()";
    assert_eq!(browser.value(seen), json!(false));
    assert!(text(browser, "rules-command").contains("--when-stuck stop --policy"));
    browser.wait_until("location.hash.includes('stuck=stop')");
    browser.click("#rules-play");
    browser.wait_until(done);
    assert_eq!(browser.value(seen), json!(true));
    rules(browser, "start", "2");
    browser.click("#rules-play");
    assert!(text(browser, "rules-told").contains("starts with 3 to 81 cards"));
    rules(browser, "start", "12");
    rules(browser, "games", "99999999");
    browser.click("#rules-play");
    browser.wait_until("document.getElementById('rules-progress').textContent !== ''");
    browser.click("#rules-stop");
    assert!(text(browser, "rules-told").starts_with("Stopped: random, 12 cards at the start"));
}

/// The course of a run is shown hand by hand, then to its end.
fn the_law_of_large_numbers_is_seen(browser: &mut Browser) {
    browser.value("document.getElementById('run-deals').value = '300k'");
    browser.click("#run-start");
    let caption = "document.getElementById('trail-caption').textContent";
    browser.wait_until(&format!("{caption}.includes('after 3 hands')"));
    browser.wait_until(&format!("{caption}.includes('after 300,000 hands')"));
    assert_eq!(number(browser, "#trail-chart svg"), 2);
    // Its last row is that of all deals, in which the program counts as many without a set.
    let [trail, run] = ["#trail-save", "#run-save"].map(|button| saved(browser, button));
    let rows: Vec<&str> = trail.lines().collect();
    assert!(rows.len() > 40 && rows[1].starts_with("4,12,sets,0,"), "{trail}");
    assert_eq!([rows[0], rows[rows.len() - 1]], [0, 1].map(|line| run.lines().nth(line).unwrap()));
}

#[test]
#[ignore = "needs a browser"]
fn the_page_can_be_played_with() {
    let Some((mut browser, _directory)) = browser("what can be played") else { return };
    for (name, size) in [("desktop", DESKTOP), ("telephone", TELEPHONE)] {
        browser.open(&page(), size);
        browser.wait_until(READY);
        odds_are_tables(&mut browser);
        hands_are_saved(&mut browser);
        the_daily_puzzle_is_solved(&mut browser);
        a_table_is_answered_by_letters(&mut browser);
        lines_go_through_a_card(&mut browser);
        the_law_of_large_numbers_is_seen(&mut browser);
        games_are_played_by_any_rules(&mut browser);
        fits(&mut browser, size.0);
        keep_picture(&mut browser, &format!("{name}-played"));
        is_quiet(&browser);
    }
}

/// An address begins the puzzle of its date, and fills in the rules.
#[test]
#[ignore = "needs a browser"]
fn an_address_has_the_puzzle_and_the_rules() {
    let Some((mut browser, _directory)) = browser("addresses of games") else { return };
    browser.visit(&page(), "#puzzle=2026-01-01&start=15&hidden=true&policy=first", DESKTOP);
    browser.wait_until(READY);
    assert_eq!(text(&mut browser, "find-told"), "Puzzle of 2026-01-01: find 4 sets.");
    let command = text(&mut browser, "rules-command");
    assert!(command.contains("--start 15 ") && command.contains("--last-hidden --policy first"));
}
