//! Cards as people write them: each file of `hands/` is understood as what it was written from, or
//! refused with the reason. What is expected is counted by a program that shares no code.

use crate::{Directory, Said, hands, installed, json, names, said, setodds};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

/// The files that must be read, or those that must be refused.
fn entries(which: &str) -> Vec<Value> {
    let table = json(&fs::read_to_string(hands("expected.json")).unwrap());
    table[which].as_array().unwrap().clone()
}

/// The answer to a file, and to the cards that are gone if it has any: of `next` or `find`.
fn answer(entry: &Value) -> Said {
    let mut command = setodds();
    command.current_dir(hands(""));
    match entry["gone"].as_str() {
        Some(gone) => command.args(["next", "--deal", "1", "--gone", gone]),
        None => command.arg("find"),
    };
    for (option, key) in [("--features", "features"), ("--numbers-from", "numbers_from")] {
        if let Some(value) = entry[key].as_u64() {
            command.args([option, &value.to_string()]);
        }
    }
    said(command.args(["--format", "json", entry["file"].as_str().unwrap()]))
}

/// The fragments of a list that a text does not have.
fn lacking<'a>(text: &str, fragments: &'a Value) -> Vec<&'a str> {
    let fragments = fragments.as_array().into_iter().flatten().filter_map(Value::as_str);
    fragments.filter(|fragment| !text.contains(fragment)).collect()
}

/// A number, which may stand in quotes.
fn number(value: &Value) -> u64 {
    value.as_u64().or_else(|| value.as_str()?.parse().ok()).unwrap()
}

/// A card without what stands between its parts.
fn plain(card: &Value) -> String {
    let parts = card.as_str().unwrap().split(|it: char| it.is_whitespace() || "-_,".contains(it));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What the hands of an answer of `find` are, and what they should be.
fn found(answer: &Value, entry: &Value) -> [String; 2] {
    let length = |value: &Value| value.as_array().unwrap().len() as u64;
    let all = answer["hands"].as_array().unwrap();
    let hands: Vec<_> = all.iter().map(|it| (length(&it["cards"]), length(&it["sets"]))).collect();
    let expected = entry["hands"].as_array().unwrap().iter();
    let expected: Vec<_> = expected.map(|it| (number(&it["cards"]), number(&it["sets"]))).collect();
    let first = all.iter().find_map(|hand| hand["sets"].get(0)).and_then(Value::as_array);
    let cards = |set: Option<&Vec<Value>>| -> Vec<String> {
        set.filter(|_| entry["first"].is_array()).into_iter().flatten().map(plain).collect()
    };
    [
        format!("{hands:?}, first {:?}", cards(first)),
        format!("{expected:?}, first {:?}", cards(entry["first"].as_array())),
    ]
}

/// What an answer of `next` is, and what it should be: the table, and how many of the unseen cards
/// make which number of sets.
fn coming(answer: &Value, entry: &Value) -> [String; 2] {
    let table = |cards: &Value, sets: &Value, after: &BTreeMap<u64, u64>| {
        let unseen: u64 = after.values().sum();
        format!("{cards} cards, {sets} sets, {unseen} unseen, {after:?}")
    };
    let rows = answer["next"].as_array().unwrap();
    let after = rows.iter().map(|row| (number(&row["sets"]), number(&row["count"])));
    let expected = entry["next"].as_object().unwrap();
    let expected = expected.iter().map(|(sets, count)| (sets.parse().unwrap(), number(count)));
    let (position, hand) = (&answer["position"][0], &entry["hands"][0]);
    [
        table(&position["table"], &position["sets"], &after.filter(|it| it.1 > 0).collect()),
        table(&hand["cards"], &hand["sets"], &expected.collect()),
    ]
}

/// What is wrong with the answer to a file that must be read.
fn misread(entry: &Value) -> Option<String> {
    let said = answer(entry);
    if said.code != Some(0) {
        return Some(format!("is refused: {}", said.stderr));
    }
    let compare = if entry["gone"].is_string() { coming } else { found };
    let [is, expected] = compare(&json(&said.stdout), entry);
    if is != expected {
        return Some(format!("is read as {is}\n    and not as {expected}"));
    }
    let lacking = lacking(&said.stderr, &entry["says"]);
    (!lacking.is_empty()).then(|| format!("does not say {lacking:?}: {}", said.stderr))
}

/// What is wrong with the answer to a file that must be refused.
fn accepted(entry: &Value) -> Option<String> {
    let said = answer(entry);
    if (said.code, &*said.stdout) != (Some(2), "") {
        return Some(format!("ends with {:?}: {}{}", said.code, said.stdout, said.stderr));
    }
    let lacking = lacking(&said.stderr, &entry["says"]);
    let never = entry["never"].as_array().into_iter().flatten();
    let wrong: Vec<_> = never.filter(|it| said.stderr.contains(it.as_str().unwrap())).collect();
    let is_right = lacking.is_empty() && wrong.is_empty();
    (!is_right).then(|| format!("does not say {lacking:?}, or says {wrong:?}: {}", said.stderr))
}

/// Fails with all that is wrong.
fn check(entries: &[Value], wrong: fn(&Value) -> Option<String>) {
    let wrong = |entry| wrong(entry).map(|text| format!("{} {text}", entry["file"]));
    let all: Vec<String> = entries.iter().filter_map(wrong).collect();
    assert!(all.is_empty(), "{} of {} files:\n{}", all.len(), entries.len(), all.join("\n"));
}

#[test]
fn cards_in_every_notation_are_read() {
    let entries = entries("read");
    assert!(entries.len() > 100, "{}", entries.len());
    check(&entries, misread);
}

#[test]
fn what_is_ambiguous_or_mistaken_is_refused() {
    let entries = entries("refused");
    assert!(entries.len() > 30, "{}", entries.len());
    check(&entries, accepted);
}

#[test]
fn the_files_are_those_that_the_script_writes() {
    let Some(mut python) = installed("python3") else { return };
    let directory = Directory::new();
    let output = python.arg("-B").arg(hands("count.py")).arg(directory.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let written = directory.names();
    for name in &written {
        let same = fs::read(directory.join(name)).unwrap() == fs::read(hands(name)).unwrap();
        assert!(same, "{name} is not as `count.py` writes it");
    }
    let by_hand = [
        "apl.txt",
        "comments.csv",
        "header-half-known.txt",
        "hui.txt",
        "misspelt.txt",
        "rosetta.txt",
    ];
    let is_other = |name: &String| !written.contains(name) && !by_hand.contains(&&**name);
    let others = names(&hands("")).into_iter().filter(is_other);
    let strangers: Vec<String> =
        others.filter(|name| !name.starts_with(['.', '_']) && !name.ends_with(".py")).collect();
    assert!(strangers.is_empty(), "{strangers:?}");
}
