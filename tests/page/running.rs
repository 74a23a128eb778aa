//! Runs and games of the page.

use crate::browser::Browser;
use crate::{DESKTOP, READY, browser, is_quiet, page};
use serde_json::json;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// What the program says to the same question, as CSV.
fn told_by_the_program(question: &[&str], directory: &Path) -> Vec<u8> {
    let file = directory.join("program.csv");
    let mut command = assert_cmd::Command::cargo_bin("setodds").unwrap();
    command.args(question).arg("-o").arg(&file).assert().success();
    fs::read(file).unwrap()
}

#[test]
#[ignore = "needs a browser"]
fn the_page_deals_what_the_program_deals() {
    let Some((mut browser, directory)) = browser("deals in the page") else { return };
    browser.open(&page(), DESKTOP);
    browser.wait_until(READY);
    for (cards, deals, measure) in [("12", "10000000", "sets"), ("15", "40000", "largest-cap")] {
        let question = format!("#cards={cards}&deals={deals}&seed=7&measure={measure}");
        browser.value(&format!("location.hash = {question:?}"));
        browser.wait_until(&format!("document.getElementById('run-deals').value === {deals:?}"));
        let heading = browser.text("document.querySelector('h1').textContent");
        assert_eq!(heading, format!("How often do {cards} cards hold no set?"));
        browser.click("#run-start");
        browser.wait_until("document.getElementById('run-told').textContent.startsWith('Done')");
        let told = browser.text("document.getElementById('run-told').textContent");
        let _ = writeln!(io::stderr(), "{cards} cards, {measure}: {told}");
        let chart = browser.text("document.querySelector('#run-chart .large').innerHTML");
        assert!(chart.starts_with("<svg ") && chart.contains("simulated"), "{chart}");
        browser.click("#run-save");
        browser.wait_for("Browser.downloadProgress", |it| it["state"] == "completed");
        let saved = fs::read(directory.path().join(format!("{measure}-{cards}.csv"))).unwrap();
        let question = [
            "simulate",
            "-q",
            "--cards",
            cards,
            "--deals",
            deals,
            "--seed",
            "7",
            "--measure",
            measure,
        ];
        let expected = told_by_the_program(&question, directory.path());
        assert_eq!(String::from_utf8_lossy(&saved), String::from_utf8_lossy(&expected));
        is_quiet(&browser);
    }
    saves_as_the_program(&mut browser, directory.path(), "distribution", "sets-15-exact.csv", "15");
    saves_as_the_program(&mut browser, directory.path(), "overview", "sets-exact.csv", "0-81");
}

/// The button of a section saves the exact odds that the program has of these numbers of cards.
fn saves_as_the_program(
    browser: &mut Browser,
    directory: &Path,
    section: &str,
    name: &str,
    cards: &str,
) {
    browser.click(&format!("#{section}-save"));
    browser.wait_for("Browser.downloadProgress", |it| it["state"] == "completed");
    let saved = fs::read(directory.join(name)).unwrap();
    assert!(saved == told_by_the_program(&["odds", cards], directory), "{name}");
}

#[test]
#[ignore = "needs a browser"]
fn a_run_can_be_stopped_and_a_wrong_question_is_refused() {
    let Some((mut browser, _directory)) = browser("a run that is stopped") else { return };
    browser.open(&page(), DESKTOP);
    browser.wait_until(READY);
    let told = "document.getElementById('run-told').textContent";
    let progress = "document.getElementById('run-progress').textContent";
    let seen = "document.getElementById('run-chart').checkVisibility()";
    let change = |browser: &mut Browser, name: &str, value: &str| {
        browser.value(&format!(
            "{{ const it = document.getElementById('run-{name}'); it.value = '{value}'; \
             it.dispatchEvent(new Event('input', {{ bubbles: true }})); }}"
        ));
    };
    change(&mut browser, "deals", "99999999999");
    browser.click("#run-start");
    assert_eq!(browser.text(told), "Dealing 12 cards, sets, seed 1.");
    browser.wait_until(&format!("{progress}.includes(' of 99,999,999,999 hands')"));
    browser.value("document.getElementById('run-stop').focus()");
    browser.click("#run-stop");
    assert_eq!(browser.text("document.activeElement.id"), "run-stop");
    assert!(browser.text(told).starts_with("Stopped: 12 cards, sets, seed 1, "));
    browser.wait_until("location.hash.includes('deals=99999999999')");
    // The picture stands beside its own question alone.
    assert_eq!(browser.value(seen), json!(true));
    browser.click("[data-cards='18']");
    assert_eq!(browser.value(seen), json!(false));
    browser.click("[data-cards='12']");
    assert_eq!(browser.value(seen), json!(true));
    change(&mut browser, "measure", "first-set");
    browser.click("#run-start");
    assert!(browser.text(told).contains("is defined for hands of 21 to 81 cards"));
    assert_eq!(browser.value(seen), json!(false));
    change(&mut browser, "measure", "sets");
    change(&mut browser, "deals", "10k");
    browser.click("#run-start");
    browser.wait_until(&format!("{told}.startsWith('Done: 12 cards, sets, seed 1, 10,000 of')"));
    is_quiet(&browser);
}

/// Cards are on the table, and those of the set that is taken shine.
#[test]
#[ignore = "needs a browser"]
fn a_game_plays_itself() {
    let Some((mut browser, _directory)) = browser("a game") else { return };
    browser.open(&page(), DESKTOP);
    browser.wait_until(READY);
    let told = "document.getElementById('game-told').textContent";
    let cards = |which: &str| format!("document.querySelectorAll('#game-table {which}').length");
    assert_eq!(browser.value(&cards("> *")), json!(12));
    let mut taken = 0;
    while !browser.text(told).contains("the game ends") {
        let lit = browser.value(&cards(".lit")).as_u64().unwrap();
        assert!(lit == 0 || lit == 3, "{lit}");
        taken += lit;
        browser.click("#game-step");
    }
    assert_eq!(browser.value(&cards("> *")), json!(81 - taken));
    is_quiet(&browser);
}
