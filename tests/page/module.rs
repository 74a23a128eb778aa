//! The WebAssembly module of the page: Node runs it, and it answers what the same code answers as
//! a library. The committed module is tried, and the one that the variable `SETODDS_MODULE` names:
//! `src/wasm/build.sh FILE` builds it.

use serde_json::Value;
use setodds::card::Deck;
use setodds::game::Policy;
use setodds::measure::Measure;
use setodds::report::page::distribution_chart;
use setodds_wasm::Session;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Asks the module in a file what is asked on stdin, line by line, as the page does.
const SCRIPT: &str = concat!(
    include_str!("../../src/report/page/engine.js"),
    r#"
const { readFileSync } = require("node:fs");
const answers = (ask) => readFileSync(0, "utf8").split("\n").map((question) => {
  try { return ask(question); } catch (error) { return `!${error.message}`; }
});
connect(new WebAssembly.Module(readFileSync(process.argv[1])))
  .then((ask) => console.log(JSON.stringify(answers(ask))));
"#
);

/// Every kind of question, every measure and every policy, and some that are not valid. The counts
/// are large enough for Wilson's interval: that for small ones needs logarithms, and their last
/// digit is the platform's own.
#[expect(clippy::too_many_lines, reason = "a line for each question")]
fn questions() -> Vec<String> {
    let fixed = [
        "csv",
        "start 12 sets 7 200000",
        "count 0 1",
        "count 1 9",
        "add 300 100 400 100 500",
        "chart 880 420 linear",
        "chart 350 400 powers",
        "csv",
        "exact 880 380 24 linear",
        "exact 350 0 60 powers",
        "exact 880 380 82 linear",
        "numbers 15",
        "numbers 82",
        "values 40",
        "sizes 880 380",
        "draw 880 0",
        "draw 880 0 {}",
        "read 1RSO 2GDT, 3PSF",
        "read hands",
        "sets 0 1 2 30 80",
        "sets",
        "cap 0 1 2 30 80",
        "cap 5 5",
        "difficulty 0 1 2 3 30 80",
        "difficulty 0 1 3",
        "difficulty 5 5",
        "rarity 12 0",
        "rarity 30 200",
        "start 90 sets 1 1",
        "start 12 first-set 1 1",
        "start 12 sets",
        "game 1 x random",
        "trail 880 320 1000",
        "trail 350 320 1",
        "trail-csv",
        "tables deal 1 30 1",
        "tables dealt 1 18 1",
        "tables taken 2 7 3",
        "tables x 1 1 1",
        "puzzle 1 20454",
        "games-count 0 1",
        "games-start 12 3 deal false random 7 5000",
        "games-count 0 2",
        "games-start 15 1 deal true similar 7 300",
        "games-count 0 1",
        "games-start 12 3 redeal true clear 7 300",
        "games-start 12 3 stop false clear 7 50",
        "games-count 0 1",
        "games-table summary",
        "games-add clear leftover=0 0 0 300 0 0 500",
        "games-table leftover",
        "games-table largest-table",
        "games-csv summary",
        "games-csv largest-table",
        "games-csv leftover",
        "games-csv stages",
        "games-csv x",
        "games-add x",
        "",
        "?",
    ];
    fixed.map(str::to_owned).into_iter().chain(composed()).collect()
}

/// Questions of hands, charts, measures and policies.
fn composed() -> impl Iterator<Item = String> {
    let runs = Measure::ALL.into_iter().flat_map(|measure| {
        let cards = measure.sizes(Deck::GAME).start().max(&21).to_owned();
        [format!("start {cards} {measure} 7 5000"), "count 0 9".to_owned()]
    });
    let games = Policy::ALL.iter().map(|policy| format!("game 7 1 {}", policy.name()));
    let chart = distribution_chart(12, false).unwrap();
    let chart = format!("draw 880 0 {}", serde_json::to_string(&chart).unwrap());
    // As many cards as the search for a largest part takes, and one more.
    let caps = [45, 46].map(|cards| {
        let hand: Vec<String> = (0..cards).map(|card| card.to_string()).collect();
        format!("cap {}", hand.join(" "))
    });
    let others = caps.into_iter().chain([chart]);
    others.chain(runs).chain(games)
}

fn answered_in_node(module: &Path, questions: &[String]) -> Value {
    let mut node = Command::new("node");
    let node = node.args(["-e", SCRIPT]).arg(module).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut node = node.spawn().unwrap();
    node.stdin.take().unwrap().write_all(questions.join("\n").as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The puzzle of a date is that of the command line, with its default options.
#[test]
fn a_daily_puzzle_is_that_of_the_program() {
    let mut session = Session::default();
    // 2026-01-01, and the day after.
    for (day, date) in [(20454, "2026-01-01"), (20455, "2026-01-02"), (0, "1970-01-01")] {
        let hand = session.answer(&format!("puzzle 1 {day}")).unwrap();
        let mut command = assert_cmd::Command::cargo_bin("setodds").unwrap();
        command.args(["puzzle", "--from", date, "-q", "--format", "csv"]);
        let csv = String::from_utf8(command.output().unwrap().stdout).unwrap();
        let row: Vec<&str> = csv.lines().nth(1).unwrap().split(',').collect();
        let read = session.answer(&format!("read {}", row[5].replace(' ', ","))).unwrap();
        assert_eq!(read.lines().nth(1), Some(hand.as_str()), "{date}");
    }
}

/// The tables that are shown have the number without a set that was asked for.
#[test]
fn tables_with_and_without_sets_are_as_many_as_asked_for() {
    let mut session = Session::default();
    for (kind, with, without) in [("deal", 30, 1), ("dealt", 18, 1), ("taken", 7, 3)] {
        for seed in 1..20 {
            let tables = session.answer(&format!("tables {kind} {seed} {with} {without}")).unwrap();
            let sets = |table: &str| session.answer(&format!("sets {table}")).unwrap();
            let none = tables.lines().map(sets).filter(String::is_empty).count();
            assert_eq!((tables.lines().count(), none), (with + without, without), "{kind} {seed}");
        }
    }
}

/// The CSV of all numbers of cards is put together from those of each.
#[test]
fn the_exact_odds_of_all_numbers_of_cards_are_those_of_the_program() {
    let mut session = Session::default();
    let csvs = (0..=81).map(|cards| session.answer(&format!("values {cards}")).unwrap());
    let rows: String = csvs.map(|csv| csv.split_once('\n').unwrap().1.to_owned()).collect();
    let mut command = assert_cmd::Command::cargo_bin("setodds").unwrap();
    let output = command.args(["odds", "0-81", "-q", "--format", "csv"]).output().unwrap();
    let expected = String::from_utf8(output.stdout).unwrap();
    assert!(rows.lines().count() > 20_000);
    assert!(expected.split_once('\n').unwrap().1 == rows, "the rows differ");
}

/// The hands of the page whose sets are counted beside them.
#[test]
fn hands_of_the_geometry_hold_as_many_sets_as_they_say() {
    let mut session = Session::default();
    let html = include_str!("../../src/report/page/plane.html");
    let hands: Vec<&str> = html.split("<option value=\"").skip(2).collect();
    for (hand, expected) in hands.iter().zip([[20, 0], [12, 14], [27, 117]]) {
        let hand = hand.split_once('"').unwrap().0.replace(' ', ",");
        let read = session.answer(&format!("read {hand}")).unwrap();
        let cards = read.lines().nth(1).unwrap();
        let sets = session.answer(&format!("sets {cards}")).unwrap();
        let found = [cards, &sets].map(|words| words.split_ascii_whitespace().count());
        assert_eq!(found, expected, "{hand}");
    }
    assert_eq!(hands.len(), 3);
}

#[test]
#[ignore = "needs Node"]
fn the_module_answers_what_its_source_answers() {
    let skipped = |what: &str| {
        let _ = writeln!(io::stderr(), "SKIPPED {what}");
    };
    if Command::new("node").arg("--version").output().is_err() {
        return skipped("the module in Node: no node in PATH");
    }
    let questions = questions();
    let mut session = Session::default();
    let mut answer =
        |question: &String| session.answer(question).unwrap_or_else(|error| format!("!{error}"));
    let expected: Vec<String> = questions.iter().map(&mut answer).collect();
    for (question, answer) in questions.iter().zip(&expected) {
        let is_run = question.ends_with(" 7 5000") || question == "count 0 9";
        assert!(!is_run || !answer.starts_with('!'), "{question}: {answer}");
    }
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/page/engine.wasm");
    let built = std::env::var_os("SETODDS_MODULE").map(PathBuf::from);
    if built.is_none() {
        skipped("the module built again: SETODDS_MODULE names none");
    }
    for module in [committed].into_iter().chain(built) {
        let answers = answered_in_node(&module, &questions);
        for (place, question) in questions.iter().enumerate() {
            assert_eq!(answers[place], expected[place], "{question}, in {}", module.display());
        }
    }
}

/// The files of hands that the command line must read or refuse, each with what is expected: those
/// that are text, with no option.
pub(super) fn hands(which: &str) -> Vec<(Value, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/hands");
    let table = std::fs::read_to_string(directory.join("expected.json")).unwrap();
    let table: Value = serde_json::from_str(&table).unwrap();
    let is_plain = |it: &&Value| {
        ["gone", "features", "numbers_from"].iter().all(|option| it.get(*option).is_none())
    };
    let entries = table[which].as_array().unwrap().iter().filter(is_plain);
    let text = |entry: &Value| {
        let bytes = std::fs::read(directory.join(entry["file"].as_str().unwrap())).unwrap();
        Some((entry.clone(), String::from_utf8(bytes).ok()?))
    };
    entries.filter_map(text).collect()
}

/// The numbers of cards and of sets of the hands of an entry.
pub(super) fn expected(entry: &Value) -> Vec<[u64; 2]> {
    let hands = entry["hands"].as_array().unwrap().iter();
    hands.map(|hand| ["cards", "sets"].map(|key| hand[key].as_u64().unwrap())).collect()
}

#[test]
fn hands_are_read_as_on_the_command_line() {
    let mut session = Session::default();
    let all = hands("read");
    assert!(all.len() > 80, "{}", all.len());
    for (entry, text) in all {
        let read = session.answer(&format!("read {text}")).unwrap();
        let mut found = Vec::new();
        for hand in read.lines().skip(1) {
            let sets = session.answer(&format!("sets {hand}")).unwrap();
            found.push([hand, &sets].map(|words| words.split_ascii_whitespace().count() as u64));
        }
        assert_eq!(found, expected(&entry), "{}", entry["file"]);
    }
    for (entry, text) in hands("refused") {
        let error = session.answer(&format!("read {text}")).unwrap_err();
        for said in entry["says"].as_array().unwrap() {
            assert!(error.contains(said.as_str().unwrap()), "{}: {error}", entry["file"]);
        }
    }
}
