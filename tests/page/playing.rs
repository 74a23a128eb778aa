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

/// The tables that are left of 15 cards are saved as hands that the program reads.
fn the_tables_are_saved(browser: &mut Browser) {
    browser.value(
        "window.saved = []; window.create = URL.createObjectURL; URL.createObjectURL = (blob) => \
         { saved.push(blob.text()); return create(blob); }; \
         document.getElementById('tables-save').click()",
    );
    let saved = browser.text("Promise.all(saved).then((all) => all.join())");
    let mut command = assert_cmd::Command::cargo_bin("setodds").unwrap();
    let found = command.args(["find", "-", "-q", "--format", "json"]).write_stdin(saved);
    let found: Value = serde_json::from_slice(&found.output().unwrap().stdout).unwrap();
    let hands = found["hands"].as_array().unwrap();
    let none = hands.iter().filter(|hand| hand["sets"].as_array().is_some_and(Vec::is_empty));
    assert_eq!((hands.len(), none.count()), (10, 3));
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
    the_tables_are_saved(browser);
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
}

#[test]
#[ignore = "needs a browser"]
fn the_page_can_be_played_with() {
    let Some((mut browser, _directory)) = browser("what can be played") else { return };
    for (name, size) in [("desktop", DESKTOP), ("telephone", TELEPHONE)] {
        browser.open(&page(), size);
        browser.wait_until(READY);
        odds_are_tables(&mut browser);
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
