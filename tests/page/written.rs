//! Hands that are written in the field of the page, and whatever else one may write into it.

use crate::browser::Browser;
use crate::{DESKTOP, READY, browser, is_quiet, module, page};
use serde_json::{Value, json};

/// Lays out what is written.
fn lay(browser: &mut Browser, text: &str) {
    // A field knows one kind of line ends.
    let text = Value::from(text.replace("\r\n", "\n").replace('\r', "\n"));
    browser.value(&format!(
        "document.getElementById('written-cards').value = {text}, \
         document.getElementById('lay-written').click()"
    ));
}

#[test]
#[ignore = "needs a browser"]
fn written_hands_are_laid_out() {
    let Some((mut browser, _directory)) = browser("written hands") else { return };
    browser.open(&page(), DESKTOP);
    browser.wait_until(READY);
    browser.click("#written > summary");
    let all = module::hands("read");
    assert!(all.len() > 80, "{}", all.len());
    for (entry, text) in all {
        lay(&mut browser, &text);
        let numbers = browser.value(
            "[document.querySelectorAll('#hand button').length, parseInt(document.querySelector(\
             '#told strong')?.textContent) || 0]",
        );
        assert_eq!(numbers, json!(module::expected(&entry)[0]), "{}", entry["file"]);
    }
    let laid = browser.text("document.getElementById('hand').innerHTML");
    for (entry, text) in module::hands("refused") {
        lay(&mut browser, &text);
        let said = browser.text("document.getElementById('read').textContent");
        for part in entry["says"].as_array().unwrap() {
            let part = part.as_str().unwrap().replace('`', "");
            assert!(said.contains(&part), "{}: {said}", entry["file"]);
        }
    }
    assert_eq!(browser.text("document.getElementById('hand').innerHTML"), laid);
    is_quiet(&browser);
}

/// What is written into fields and addresses.
const TEXTS: [&str; 25] = [
    "",
    " ",
    "-1",
    "0",
    "1",
    "3",
    "12",
    "46",
    "60",
    "81",
    "82",
    "10M",
    "1e7",
    "1e400",
    "2.5",
    "007",
    "99999999999999999999999",
    "18446744073709551615",
    "NaN",
    "red",
    "largest-cap",
    "<b>&",
    "%zz",
    "1 2",
    "2026-02-30",
];

/// Hands, some of them half written.
const HANDS: [&str; 10] = [
    "",
    "2RSD",
    "2RSD\n2RS",
    "one red",
    "0000 0001\n000",
    "{\"cards\": [",
    "hand,card\n1,",
    "\u{1f7e5}\u{25a0}",
    "1 2 3 4 5 6 7 8 9 10",
    "@1\n@1",
];

/// Numbers of a seed (`SplitMix64` of Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    /// A number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((word ^ (word >> 31)) % bound as u64).unwrap()
    }

    fn text(&mut self) -> &'static str {
        TEXTS[self.below(TEXTS.len())]
    }
}

/// Something that a visitor may do, as a call in the page.
fn step(random: &mut Random) -> String {
    let mut text = || random.text();
    let fields = json!({ "cards": text(), "deals": text(), "seed": text(), "measure": text() });
    let rules = json!({ "start": text(), "deal": text(), "games": "3k", "seed": text() });
    let game = json!({ "start": text(), "stuck": text(), "policy": text(), "puzzle": text() });
    let (hand, cards) = (HANDS[random.below(HANDS.len())], random.below(83));
    match random.below(8) {
        0 => format!("address({fields})"),
        1 => format!("address({{ cards: {cards} }})"),
        2 => format!("form({fields})"),
        3 => format!("form({{ cards: {cards}, deals: 5000, seed: 1, measure: 'sets' }})"),
        4 => format!("slide({cards})"),
        5 => format!("rules({rules})"),
        6 => format!("address({game})"),
        _ => format!("write({})", Value::from(hand)),
    }
}

const VISITOR: &str = r#"
const $ = (id) => document.getElementById(id);
const changed = (it, event) => it.dispatchEvent(new Event(event, { bubbles: true }));
window.address = (fields) => { location.hash = new URLSearchParams(fields); };
window.form = (fields) => {
  for (const [name, value] of Object.entries(fields)) $(`run-${name}`).value = value;
  changed($("run-form"), "input");
  $("run-start").click();
};
window.rules = (fields) => {
  for (const [name, value] of Object.entries(fields)) $(`rules-${name}`).value = value;
  changed($("rules-form"), "input");
  $("rules-play").click();
};
window.slide = (cards) => {
  $("cards").value = cards;
  changed($("cards"), "input");
  for (const id of ["deal", "deal-three", "game-step", "game-next", "find-deal", "find-daily", "find-hint"]) $(id).click();
};
window.write = (text) => { $("written-cards").value = text; $("lay-written").click(); };
window.visit = async (steps) => {
  for (const step of steps) {
    step();
    // Browsers refuse more than 20 changes of the address a second.
    await new Promise((resolve) => setTimeout(resolve, 12));
    if (document.body.dataset.engine !== "ready") return String(step);
  }
  return "";
};
"#;

/// A thousand addresses and forms of any content: nothing is thrown, and the page works on.
#[test]
#[ignore = "needs a browser"]
fn nothing_that_is_written_stops_the_page() {
    const STEPS: usize = 40;
    let Some((mut browser, _directory)) = browser("whatever is written") else { return };
    let mut random = Random(48);
    for _ in 0..1000 / STEPS {
        let (cards, deals, seed) = (random.below(83), random.text(), random.text());
        let measure = random.text();
        let hash = format!("#cards={cards}&deals={deals}&seed={seed}&measure={measure}");
        browser.visit(&page(), &hash, DESKTOP);
        browser.wait_until(READY);
        let dealt = browser.value("document.getElementById('hand').childElementCount");
        assert!(dealt.as_u64() > Some(0), "{hash}");
        browser.value(&format!("{{ {VISITOR} }}"));
        let steps: Vec<String> =
            (1..STEPS).map(|_| format!("() => {}", step(&mut random))).collect();
        assert_eq!(browser.text(&format!("visit([{}])", steps.join(", "))), "", "{steps:?}");
    }
    // A field for numbers tells the console of other texts that a script writes into it.
    browser.forget("is out of range.");
    is_quiet(&browser);
    browser.click("[data-cards='12']");
    browser.click("#deal");
    assert_eq!(browser.value("document.querySelectorAll('#hand button').length"), json!(12));
}
