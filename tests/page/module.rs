//! The WebAssembly module of the page: Node runs it, and it answers what the same code answers as
//! a library. The committed module is tried, and the one that the variable `SETODDS_MODULE` names:
//! `src/wasm/build.sh FILE` builds it.

use serde_json::Value;
use setodds::card::Deck;
use setodds::game::Policy;
use setodds::measure::Measure;
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
        "exact 24 linear",
        "exact 60 powers",
        "exact 82 linear",
        "sets 0 1 2 30 80",
        "sets",
        "cap 0 1 2 30 80",
        "cap 5 5",
        "rarity 12 0",
        "rarity 30 200",
        "start 90 sets 1 1",
        "start 12 first-set 1 1",
        "start 12 sets",
        "game 1 x random",
        "",
        "?",
    ];
    let runs = Measure::ALL.into_iter().flat_map(|measure| {
        let cards = measure.sizes(Deck::GAME).start().max(&21).to_owned();
        [format!("start {cards} {measure} 7 5000"), "count 0 9".to_owned()]
    });
    let games = Policy::ALL.iter().map(|policy| format!("game 7 1 {}", policy.name()));
    fixed.map(str::to_owned).into_iter().chain(runs).chain(games).collect()
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
