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
mod playing;
mod running;
mod written;

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
        assert!(
            own || ["blob:null/", "data:", "about:"].iter().any(|scheme| url.starts_with(scheme)),
            "{url} was asked for"
        );
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
const ANSWER: &str = "document.querySelector('#answer strong').textContent";
const CHART: &str = "document.querySelector('#distribution-chart').innerHTML";
const TABLE: &str = "document.querySelector('#distribution-numbers').innerText";
const CHOSEN: &str = "document.querySelector('#overview-chart .chosen').dataset.name";
const ROWS: &str = "document.querySelectorAll('#distribution-numbers tbody tr').length";

/// One chart is seen in a place, in the form that suits the width.
fn one_chart_is_seen(browser: &mut Browser, place: &str) {
    let seen = format!(
        "[...document.querySelectorAll('{place} svg')].filter((it) => it.checkVisibility()).length"
    );
    assert_eq!(browser.value(&seen), json!(1), "{place}");
}

/// The number of cards is chosen by a button and by keys.
fn another_number_is_one_press_away(browser: &mut Browser) {
    assert_eq!(browser.text(ANSWER), "3.23 %");
    browser.click("#distribution-all > summary");
    browser.wait_until(&format!("{ROWS} === 15"));
    let drawn = [CHART, TABLE, CHOSEN].map(|what| browser.text(what));
    assert_eq!(drawn[2], "rule-12");
    one_chart_is_seen(browser, "#distribution-chart");
    one_chart_is_seen(browser, "#overview-chart");
    browser.click("[data-cards='15']");
    assert_eq!(browser.text(ANSWER), "0.0365 %");
    let heading = browser.text("document.querySelector('h1').textContent + document.title");
    assert_eq!(heading, "How often do 15 cards hold no set?".repeat(2));
    assert!(
        browser.text("document.getElementById('sentences').textContent").contains("1 in 2,742")
    );
    one_chart_is_seen(browser, "#distribution-chart");
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
    one_chart_is_seen(browser, "#distribution-chart");
    browser.click("#powers");
    assert_eq!(browser.text(CHART), drawn[0]);
    browser.click("#distribution-all > summary");
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

/// Arrow keys follow the rows of the deck as it lies there.
fn arrow_keys_follow_the_deck(browser: &mut Browser) {
    let place = |browser: &mut Browser| {
        let place = browser.value(
            "(() => { const { x, y } = document.activeElement.getBoundingClientRect(); \
             return [x + scrollX, y + scrollY].map(Math.round); })()",
        );
        [0, 1].map(|it| place[it].as_i64().unwrap())
    };
    browser.value("document.querySelector('#deck [tabindex=\"0\"]').focus()");
    browser.key("Home", 36);
    let first = place(browser);
    browser.key("ArrowDown", 40);
    let below = place(browser);
    assert!(below[0] == first[0] && below[1] > first[1], "{first:?} {below:?}");
    browser.key("ArrowRight", 39);
    browser.key("ArrowUp", 38);
    browser.key("ArrowLeft", 37);
    assert_eq!(place(browser), first);
}

/// What is opened has a picture and a table.
fn results_can_be_opened(browser: &mut Browser) {
    for (path, rows) in [("strategy-race/cards-12.csv", 20), ("games/random/stages.csv", 20)] {
        let result = format!(
            "[...document.querySelectorAll('.result')].find((it) => \
             it.querySelector('.file').textContent === '{path}')"
        );
        browser.value(&format!("{result}.parentElement.open = {result}.open = true"));
        browser.wait_until(&format!("{result}.querySelectorAll('svg').length === 2"));
        let shown = browser.value(&format!("{result}.querySelectorAll('tbody tr').length"));
        assert!(shown.as_u64().unwrap() >= rows, "{path}: {shown}");
        let caption = browser.text(&format!("{result}.querySelector('figcaption').textContent"));
        assert!(caption.ends_with('.'), "{caption}");
        browser.value(&format!("{result}.parentElement.open = {result}.open = false"));
    }
}

/// What is saved is the file under `reports/`, of every result that the page holds.
fn results_can_be_saved(browser: &mut Browser) {
    browser.value(
        "window.saved = []; window.create = URL.createObjectURL; URL.createObjectURL = (blob) => \
         { saved.push(blob.text()); return create(blob); }; \
         HTMLAnchorElement.prototype.click = () => {};",
    );
    let paths = browser.value(
        "[...document.querySelectorAll('[data-save]')].map((button) => { button.click(); return \
         button.closest('.result').querySelector('.file').textContent; })",
    );
    let paths = paths.as_array().unwrap();
    browser.wait_until(&format!("saved.length === {}", paths.len()));
    let saved = browser.value("Promise.all(saved)");
    let mut saved: Vec<&str> =
        saved.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    let file = |path: &Value| fs::read_to_string(reports().join(path.as_str().unwrap())).unwrap();
    let mut files: Vec<String> = paths.iter().map(file).collect();
    // They are unpacked side by side.
    saved.sort_unstable();
    files.sort_unstable();
    assert!(saved.len() > 60 && saved == files, "{} files", saved.len());
}

#[test]
fn the_page_is_quick_to_load() {
    assert!(fs::metadata(page()).unwrap().len() <= 1_000_000);
}

#[test]
#[ignore = "needs a browser"]
fn the_page_works_on_a_desk_and_on_a_telephone() {
    let Some((mut browser, _directory)) = browser("the page in a browser") else { return };
    for (name, size) in [("desktop", DESKTOP), ("telephone", TELEPHONE)] {
        browser.open(&page(), size);
        browser.wait_until(READY);
        keep_picture(&mut browser, name);
        fits(&mut browser, size.0);
        another_number_is_one_press_away(&mut browser);
        a_set_lights_up(&mut browser);
        all_pairs_have_their_third_card(&mut browser);
        arrow_keys_follow_the_deck(&mut browser);
        results_can_be_opened(&mut browser);
        results_can_be_saved(&mut browser);
        for cards in [0, 3, 18, 24, 40, 60, 81] {
            browser.value(&format!(
                "{{ const it = document.getElementById('cards'); it.value = {cards}; \
                 it.dispatchEvent(new Event('input', {{ bubbles: true }})); }}"
            ));
            fits(&mut browser, size.0);
            one_chart_is_seen(&mut browser, "#distribution-chart");
            browser.click("#deal");
            let told = browser.text("document.getElementById('told').textContent");
            assert!(cards < 3 || told.contains(&format!(" among {cards} cards")), "{told}");
            keep_picture(&mut browser, &format!("{name}-{cards}"));
        }
        is_quiet(&browser);
    }
}

/// What needs the engine says so, and all else is there.
#[test]
#[ignore = "needs a browser"]
fn without_the_engine_the_answers_and_the_tables_are_there() {
    let Some((mut browser, _directory)) = browser("the page without WebAssembly") else { return };
    let gone = json!({ "source": "delete globalThis.WebAssembly" });
    browser.call("Page.addScriptToEvaluateOnNewDocument", &gone);
    browser.open(&page(), DESKTOP);
    browser.wait_until("document.body.dataset.engine === 'none'");
    assert_eq!(
        browser.value("[...document.querySelectorAll('.lacking')].every((note) => !note.hidden)"),
        json!(true)
    );
    assert_eq!(browser.text(ANSWER), "3.23 %");
    assert_eq!(browser.value(ROWS), json!(15));
    browser.click("[data-cards='15']");
    assert_eq!(browser.text(ANSWER), "0.0365 %");
    assert_eq!(browser.value(ROWS), json!(0), "the table of 12 cards would be wrong");
    browser.value("document.querySelectorAll('.result').forEach((it) => { it.open = true; })");
    let empty = "[...document.querySelectorAll('.result')].filter((it) => \
                 !it.querySelector('.shown p, .shown td, .shown th')).length";
    browser.wait_until(&format!("{empty} === 0"));
    results_can_be_saved(&mut browser);
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
        fits(&mut browser, size.0);
        is_quiet(&browser);
        keep_picture(&mut browser, name);
    }
}

#[test]
#[ignore = "needs a browser"]
fn where_colours_are_the_systems_own_a_set_has_an_outline() {
    let Some((mut browser, _directory)) = browser("forced colours") else { return };
    let forced = json!({ "features": [{ "name": "forced-colors", "value": "active" }] });
    browser.call("Emulation.setEmulatedMedia", &forced);
    browser.open(&page(), DESKTOP);
    browser.wait_until(READY);
    browser.click("#clear");
    [0, 1, 2, 30].iter().for_each(|card| browser.click(&format!("#deck [data-card='{card}']")));
    let outline =
        |name: &str| format!("getComputedStyle(document.querySelector({name:?})).outlineStyle");
    assert_eq!(browser.text(&outline("#hand .lit")), "solid");
    assert_eq!(browser.text(&outline("#hand [data-card='30']")), "none");
    browser.click("#show-cap");
    assert_eq!(browser.text(&outline("#hand .kept")), "dashed");
    keep_picture(&mut browser, "forced-colours");
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
