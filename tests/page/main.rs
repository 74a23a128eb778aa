//! The committed page: it is what the program makes of the committed CSVs, and it works in a real
//! browser.
//!
//! The browser (Chromium, or Google's Chrome) is not everywhere. Its tests are left out of `cargo
//! test`; `cargo test --test page -- --include-ignored` runs them, and says so when there is no
//! browser. With a directory in the variable `SETODDS_PICTURES` they leave pictures of the page
//! there.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod browser;
mod module;

use browser::Browser;
use serde_json::{Value, json};
use setodds::card::Deck;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const DESKTOP: (u32, u32) = (1280, 900);
const TELEPHONE: (u32, u32) = (360, 740);

fn reports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("reports")
}

fn page() -> PathBuf {
    reports().join("index.html")
}

/// A browser, and the directory that it writes to; nothing where there is none, which is said past
/// the harness.
fn browser(test: &str) -> Option<(Browser, tempfile::TempDir)> {
    let Some(program) = browser::installed() else {
        let _ = writeln!(io::stderr(), "SKIPPED {test}: no chromium and no google-chrome in PATH");
        return None;
    };
    let directory = tempfile::tempdir().unwrap();
    Some((Browser::start(&program, directory.path()), directory))
}

/// Nothing was written to the console, nothing was thrown, and nothing but the file itself was
/// asked for.
fn is_quiet(browser: &Browser) {
    for event in ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"] {
        assert_eq!(browser.seen(event), [Value::Null; 0], "{event}");
    }
    for request in browser.seen("Network.requestWillBeSent") {
        let url = request["request"]["url"].as_str().unwrap();
        let own = url.starts_with("file://") && url.ends_with("/reports/index.html");
        assert!(own || url.starts_with("blob:null/"), "{url} was asked for");
    }
}

/// Nothing stands out to the right.
fn fits(browser: &mut Browser, width: u32) {
    let wide = browser.value("document.documentElement.scrollWidth");
    assert!(wide.as_u64().unwrap() <= u64::from(width), "{wide} pixels at {width}");
}

fn keep_picture(browser: &mut Browser, name: &str) {
    if let Some(directory) = std::env::var_os("SETODDS_PICTURES") {
        let picture = browser.picture();
        let file = Path::new(&directory).join(format!("{name}.png.base64"));
        fs::write(file, picture).unwrap();
    }
}

/// The engine runs.
const READY: &str = "document.body.dataset.engine === 'ready'";
const ANSWER: &str = "document.querySelector('#answer > :not([hidden]) strong').textContent";
const CHART: &str = "document.querySelector('#distribution-chart > :not([hidden])').innerHTML";
const TABLE: &str =
    "document.querySelector('#distribution details > :not([hidden]) tbody').innerHTML";
const CHOSEN: &str = "document.querySelector('#overview-chart .chosen').dataset.name";
const ROWS: &str =
    "document.querySelectorAll('#distribution details > :not([hidden]) tbody tr').length";

/// One picture and one table are shown, in the form that suits the width.
fn one_of_each_is_shown(browser: &mut Browser) {
    for (what, form) in [("answer", "p"), ("sentences", "p"), ("distribution-chart", "svg")] {
        let shown = format!("document.querySelectorAll('#{what} > :not([hidden])').length");
        assert_eq!(browser.value(&shown), json!(1), "{what}");
        let visible = format!(
            "[...document.querySelectorAll('#{what} {form}')].filter((it) => \
             it.checkVisibility()).length"
        );
        let visible = browser.value(&visible).as_u64().unwrap();
        assert!(visible == 1 || what == "sentences" && visible > 1, "{what}: {visible}");
    }
}

/// The number of cards is chosen by a button and by keys.
fn another_number_is_one_press_away(browser: &mut Browser) {
    assert_eq!(browser.text(ANSWER), "3.23 %");
    let drawn = [CHART, TABLE, CHOSEN].map(|what| browser.text(what));
    assert_eq!(drawn[2], "rule-12");
    one_of_each_is_shown(browser);
    browser.click("[data-cards='15']");
    assert_eq!(browser.text(ANSWER), "0.0365 %");
    let heading = browser.text("document.querySelector('h1').textContent");
    assert_eq!(heading, "How often do 15 cards hold no set?");
    let sentences = "document.querySelector('#sentences > :not([hidden])').textContent";
    assert!(browser.text(sentences).contains("1 in 2,742"));
    one_of_each_is_shown(browser);
    assert_eq!(browser.text(CHOSEN), "rule-15");
    assert_ne!(browser.text(CHART), drawn[0]);
    assert_eq!(browser.value(ROWS), json!(24), "0 to 23 sets");

    browser.value("document.getElementById('cards').focus()");
    for cards in (12..15).rev() {
        browser.key("ArrowLeft", 37);
        assert_eq!(
            browser.text("document.getElementById('cards-out').textContent"),
            cards.to_string()
        );
    }
    assert_eq!([CHART, TABLE, CHOSEN].map(|what| browser.text(what)), drawn);
    browser.click("#powers");
    assert_ne!(browser.text(CHART), drawn[0]);
    one_of_each_is_shown(browser);
    browser.click("#powers");
    assert_eq!(browser.text(CHART), drawn[0]);
}

/// Three cards that are a set shine, and two that lie beside them do not.
fn a_set_lights_up(browser: &mut Browser) {
    browser.click("#clear");
    for card in [0, 1, 2] {
        assert_eq!(browser.value("document.querySelectorAll('#hand .lit').length"), json!(0));
        browser.click(&format!("#deck [data-card='{card}']"));
    }
    assert_eq!(browser.value("document.querySelectorAll('#hand .lit').length"), json!(3));
    let told = "document.getElementById('told').textContent";
    let said = browser.text(told);
    assert!(said.contains("1 set among 3 cards") && said.contains("1 in 79.00"), "{said}");
    for card in [30, 80] {
        browser.click(&format!("#deck [data-card='{card}']"));
    }
    assert_eq!(browser.value("document.querySelectorAll('#hand button').length"), json!(5));
    assert_eq!(browser.value("document.querySelectorAll('#hand .lit').length"), json!(3));
    let said = browser.text(told);
    assert!(said.contains("largest part without a set has 4 cards"), "{said}");
    browser.click("#show-cap");
    assert_eq!(browser.value("document.querySelectorAll('#hand .kept').length"), json!(4));
    browser.click("#hand [data-card='80']");
    assert_eq!(browser.value("document.querySelectorAll('#hand button').length"), json!(4));
    browser.click("#deal");
    assert_eq!(browser.value("document.querySelectorAll('#hand button').length"), json!(12));
}

/// The sets that the script finds are those that the program finds, in every pair of cards.
fn all_pairs_have_their_third_card(browser: &mut Browser) {
    browser.click("#clear");
    for (one, other, third) in [(0, 40, 80), (5, 34, 72), (13, 13 + 27, 13 + 54)] {
        for card in [one, other, third] {
            browser.click(&format!("#deck [data-card='{card}']"));
        }
        let deck = Deck::GAME;
        let card = |index| setodds::card::Card::new(index, deck).unwrap();
        let is_set = card(one).third(card(other)) == card(third);
        let found = browser.value("document.querySelectorAll('#found button').length");
        assert_eq!(found, json!(u8::from(is_set)), "{one} {other} {third}");
        browser.click("#clear");
    }
}

/// Other policies have other charts.
fn policies_can_be_chosen(browser: &mut Browser) {
    let charts = ["course", "leftover"]
        .map(|name| format!("document.querySelector('#{name}-chart > :not([hidden])').innerHTML"));
    let drawn = [&charts[0], &charts[1]].map(|chart| browser.text(chart));
    browser.click("[value='clear'] + span");
    let other = [&charts[0], &charts[1]].map(|chart| browser.text(chart));
    assert!(drawn[0] != other[0] && drawn[1] != other[1]);
    assert!(other[0].contains("games/clear/stages.csv"), "{}", other[0]);
    browser.click("[value='random'] + span");
    let again = [&charts[0], &charts[1]].map(|chart| browser.text(chart));
    assert_eq!(again, drawn);
}

/// What is saved is the file under `reports/`.
fn tables_can_be_saved(browser: &mut Browser, directory: &Path) {
    for path in
        ["exact-sets/features-4.csv", "simulated-sets/sets.csv", "strategy-race/cards-12.csv"]
    {
        browser.click(&format!("[data-file='{path}']"));
        browser.wait_for("Browser.downloadProgress", |it| it["state"] == "completed");
        let saved = directory.join(path.rsplit('/').next().unwrap());
        assert_eq!(fs::read(saved).unwrap(), fs::read(reports().join(path)).unwrap(), "{path}");
    }
}

#[test]
fn the_page_is_quick_to_load() {
    assert!(fs::metadata(page()).unwrap().len() < 1_500_000);
}

#[test]
#[ignore = "needs a browser"]
fn the_page_works_on_a_desk_and_on_a_telephone() {
    let Some((mut browser, directory)) = browser("the page in a browser") else { return };
    for (name, size) in [("desktop", DESKTOP), ("telephone", TELEPHONE)] {
        browser.open(&page(), size);
        browser.wait_until(READY);
        keep_picture(&mut browser, name);
        fits(&mut browser, size.0);
        another_number_is_one_press_away(&mut browser);
        a_set_lights_up(&mut browser);
        all_pairs_have_their_third_card(&mut browser);
        policies_can_be_chosen(&mut browser);
        tables_can_be_saved(&mut browser, directory.path());
        for cards in [0, 3, 18, 24, 40, 60, 81] {
            browser.value(&format!(
                "{{ const it = document.getElementById('cards'); it.value = {cards}; \
                 it.dispatchEvent(new Event('input', {{ bubbles: true }})); }}"
            ));
            fits(&mut browser, size.0);
            let charts = "[...document.querySelectorAll('#distribution-chart svg')]\
                          .filter((it) => it.checkVisibility()).length";
            assert_eq!(browser.value(charts), json!(1), "{cards}");
            keep_picture(&mut browser, &format!("{name}-{cards}"));
        }
        is_quiet(&browser);
        // Files of the same name would get another.
        fs::read_dir(directory.path())
            .unwrap()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.is_file())
            .for_each(|path| fs::remove_file(path).unwrap());
    }
}

/// What the program deals by the same question, as CSV.
fn dealt_by_the_program(question: &[&str], directory: &Path) -> Vec<u8> {
    let file = directory.join("program.csv");
    let mut command = assert_cmd::Command::cargo_bin("setodds").unwrap();
    command.arg("simulate").args(question).arg("-q").arg("-o").arg(&file).assert().success();
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
        browser.wait_until("!document.getElementById('run-save').disabled");
        let told = browser.text("document.getElementById('run-told').textContent");
        let _ = writeln!(io::stderr(), "{cards} cards, {measure}: {told}");
        let chart = browser.text("document.querySelector('#run-chart .large').innerHTML");
        assert!(chart.starts_with("<svg ") && chart.contains("simulated"), "{chart}");
        browser.click("#run-save");
        browser.wait_for("Browser.downloadProgress", |it| it["state"] == "completed");
        let saved = fs::read(directory.path().join(format!("{measure}-{cards}.csv"))).unwrap();
        let question = ["--cards", cards, "--deals", deals, "--seed", "7", "--measure", measure];
        let expected = dealt_by_the_program(&question, directory.path());
        assert_eq!(String::from_utf8_lossy(&saved), String::from_utf8_lossy(&expected));
        is_quiet(&browser);
    }
}

#[test]
#[ignore = "needs a browser"]
fn a_run_can_be_stopped_and_a_wrong_question_is_refused() {
    let Some((mut browser, _directory)) = browser("a run that is stopped") else { return };
    browser.open(&page(), DESKTOP);
    browser.wait_until(READY);
    let told = "document.getElementById('run-told').textContent";
    browser.value("document.getElementById('run-deals').value = '99999999999'");
    browser.click("#run-start");
    browser.wait_until(&format!("{told}.includes(' of 99,999,999,999 hands')"));
    browser.click("#run-stop");
    assert_eq!(browser.value("document.getElementById('run-save').disabled"), json!(false));
    assert!(browser.text("location.hash").contains("deals=99999999999"));
    browser.value("document.getElementById('run-measure').value = 'first-set'");
    browser.click("#run-start");
    assert!(browser.text(told).contains("is defined for hands of 21 to 81 cards"));
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

/// What needs the engine says so, and all else is there.
#[test]
#[ignore = "needs a browser"]
fn without_the_engine_the_charts_are_there() {
    let Some((mut browser, _directory)) = browser("the page without WebAssembly") else { return };
    let gone = json!({ "source": "delete globalThis.WebAssembly" });
    browser.call("Page.addScriptToEvaluateOnNewDocument", &gone);
    browser.open(&page(), DESKTOP);
    browser.wait_until("[...document.querySelectorAll('.lacking')].every((note) => !note.hidden)");
    another_number_is_one_press_away(&mut browser);
    policies_can_be_chosen(&mut browser);
    is_quiet(&browser);
}

#[test]
#[ignore = "needs a browser"]
fn without_a_script_the_answer_is_there() {
    let Some((mut browser, _directory)) = browser("the page without a script") else { return };
    browser.call("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
    for (name, size) in [("desktop-plain", DESKTOP), ("telephone-plain", TELEPHONE)] {
        browser.open(&page(), size);
        assert_eq!(browser.text(ANSWER), "3.23 %");
        let seen = browser.text("document.body.innerText");
        for what in ["How often do 12 cards hold no set?", "1 in 30.96", "about 1 deal in 31"] {
            assert!(seen.contains(what), "{what}");
        }
        assert_eq!(browser.value(ROWS), json!(15));
        let told =
            "document.querySelectorAll('#distribution-chart > :not([hidden]) .large title').length";
        assert_eq!(browser.value(told), json!(22), "0 to 10 sets, exactly and simulated");
        fits(&mut browser, size.0);
        is_quiet(&browser);
        keep_picture(&mut browser, name);
    }
}

#[test]
#[ignore = "needs a browser"]
fn the_page_is_dark_in_the_dark_and_can_be_printed() {
    let Some((mut browser, _directory)) = browser("the page in the dark and on paper") else {
        return;
    };
    let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.call("Emulation.setEmulatedMedia", &dark);
    for (name, size) in [("dark", DESKTOP), ("telephone-dark", TELEPHONE)] {
        browser.open(&page(), size);
        let paper = browser.text("getComputedStyle(document.body).backgroundColor");
        assert_eq!(paper, "rgb(20, 23, 26)");
        keep_picture(&mut browser, name);
    }
    browser.call("Emulation.setEmulatedMedia", &json!({ "media": "print", "features": [] }));
    let paper = browser.text("getComputedStyle(document.body).backgroundColor");
    assert_eq!(paper, "rgb(255, 255, 255)");
    let printed = browser.call("Page.printToPDF", &json!({ "printBackground": false }));
    let pdf = printed["data"].as_str().unwrap();
    assert!(pdf.starts_with("JVBERi"), "that is %PDF in Base64");
    if let Some(directory) = std::env::var_os("SETODDS_PICTURES") {
        fs::write(Path::new(&directory).join("page.pdf.base64"), pdf).unwrap();
    }
    is_quiet(&browser);
}
