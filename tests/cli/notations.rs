//! Notations of cards: each input of `hands/table.json` is read as the cards it was written from,
//! or refused with the reason. Expected values were computed by an independent program.

use crate::{
    CommandOutput, Directory, command_output, fed, hands, installed, json, names, ok, setodds,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

/// Returns the bytes of an input.
fn bytes(entry: &Value) -> Vec<u8> {
    if let Some(file) = entry["file"].as_str() {
        return fs::read(hands(file)).unwrap();
    }
    let text = entry["text"].as_str().unwrap();
    let units = |of: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(of).collect();
    match entry["encoding"].as_str() {
        None => text.as_bytes().to_vec(),
        Some("utf-8-sig") => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        Some("utf-16-le") => units(u16::to_le_bytes),
        Some("utf-16-be") => units(u16::to_be_bytes),
        Some(other) => panic!("{other}"),
    }
}

/// Returns the answer of `next`, `find` or another command to an input and to the cards that are
/// gone, if any; `deal` removes the cards.
fn answer(entry: &Value, values: Option<&str>) -> CommandOutput {
    let directory = Directory::new();
    directory.write("cards", bytes(entry));
    let mut words = vec!["find"];
    if let Some(gone) = entry["gone"].as_str() {
        directory.write("gone", gone);
        words = vec!["next", "--deal", "1", "--gone", "gone"];
    }
    if let Some(command) = entry["command"].as_str() {
        words = vec![command];
    }
    words.extend(entry["options"].as_array().unwrap().iter().filter_map(Value::as_str));
    if let Some(values) = values {
        words.extend(["--values", values]);
    }
    words.extend(["--format", "json"]);
    if words[0] == "deal" {
        words.push("--without");
    }
    words.push("cards");
    command_output(setodds().current_dir(directory.path()).args(words))
}

/// Returns the fragments of a list that a text does not contain.
fn lacking<'a>(text: &str, fragments: &'a Value) -> Vec<&'a str> {
    let fragments = fragments.as_array().into_iter().flatten().filter_map(Value::as_str);
    fragments.filter(|fragment| !text.contains(fragment)).collect()
}

/// Parses a number, which may be a JSON string.
fn number(value: &Value) -> u64 {
    value.as_u64().or_else(|| value.as_str()?.parse().ok()).unwrap()
}

/// Removes the separators between the parts of a card.
fn plain(card: &Value) -> String {
    let parts = card.as_str().unwrap().split(|it: char| it.is_whitespace() || "-_,".contains(it));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the hands in an answer of `find`, and the expected ones.
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

/// Returns the answer of `next` and the expected one: the table, and how many unseen cards make
/// each number of sets.
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

/// Describes the error in the answer to a valid input, or returns `None` if the answer is right.
fn misread(said: &CommandOutput, entry: &Value) -> Option<String> {
    if said.code != Some(0) {
        return Some(format!("is refused: {}", said.stderr));
    }
    let compare = if entry["gone"].is_string() { coming } else { found };
    let [is, expected] = compare(&json(&said.stdout), entry);
    (is != expected).then(|| format!("is read as {is}\n    and not as {expected}"))
}

/// Describes the error in the answer to an entry, or returns `None` if the answer is right. If the
/// message suggests `--values`, the input must be readable with these.
fn wrong(entry: &Value) -> Option<String> {
    let said = answer(entry, None);
    let lacking = lacking(&said.stderr, &entry["says"]);
    if !lacking.is_empty() {
        return Some(format!("does not say {lacking:?}: {}", said.stderr));
    }
    if entry["code"].is_null() {
        return misread(&said, entry);
    }
    if (said.code, &*said.stdout) != (Some(2), "") {
        return Some(format!("ends with {:?}: {}{}", said.code, said.stdout, said.stderr));
    }
    let typed = said.stderr.split("type: setodds ").nth(1)?;
    let values = typed.split("--values '").nth(1)?.split('\'').next();
    if entry["hands"].is_null() { None } else { misread(&answer(entry, values), entry) }
}

#[test]
fn cards_are_read_or_refused_and_never_misread() {
    let table = json(&fs::read_to_string(hands("table.json")).unwrap());
    let entries = table.as_array().unwrap();
    let refused = entries.iter().filter(|entry| entry["code"] == 2).count();
    assert!(refused > 140 && entries.len() - refused > 120, "{refused} of {}", entries.len());
    let wrong = |entry| wrong(entry).map(|text| format!("{} {text}", entry["name"]));
    let all: Vec<String> = entries.iter().filter_map(wrong).collect();
    assert!(all.is_empty(), "{} of {}:\n{}", all.len(), entries.len(), all.join("\n"));
}

#[test]
fn the_table_is_as_the_script_writes_it() {
    let Some(mut python) = installed("python3") else { return };
    let directory = Directory::new();
    let output = python.arg("-B").arg(hands("count.py")).arg(directory.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(directory.read("table.json") == fs::read_to_string(hands("table.json")).unwrap());
    let is_other = |name: &String| !name.ends_with(".py") && !name.starts_with(['.', '_']);
    let others: Vec<String> = names(&hands("")).into_iter().filter(is_other).collect();
    assert_eq!(
        others,
        ["apl.txt", "codes.txt", "hui.txt", "misspelt.txt", "rosetta.txt", "table.json"]
    );
}

/// CSV and JSON written by the program can be read again, with the same sets.
#[test]
fn own_results_are_read_back() {
    for (words, is_whole) in [
        ("deal --cards 12 --hands 3 --seed 1", true),
        ("deal --cards 9 --hands 3 --seed 1 --features 3", true),
        ("deal --cards 9 --hands 3 --seed 1 --features 2", true),
        ("deal --cards 12 --hands 3 --seed 1 --features 6", true),
        ("puzzle --cards 12 --sets 6 --seed 1", true),
        ("puzzle --from 2026-01-01 --days 3", true),
        ("puzzle --count 3 --seed 1 --solutions none", true),
        ("extremes --cards 3-14", true),
        ("caps --cards 1-9 --representatives", true),
        ("classes --cards 0-5", true),
        ("next -", false),
        ("next - --completing", false),
    ] {
        let features = words.split_once("--features ").map_or("4", |it| it.1);
        let mut sizes = Vec::new();
        for format in ["csv", "json"] {
            let written = fed(&format!("{words} -q --format {format}"), "0000 0001 0010\n");
            let read = format!("find --format json --features {features}");
            let said = fed(&read, written.ok().stdout);
            if !is_whole {
                said.failed(2, "stdin");
                continue;
            }
            let found = json(&said.ok().stdout);
            let hands = found["hands"].as_array().unwrap().clone();
            let cards = |it: &Value| it["cards"].as_array().unwrap().len();
            sizes.push(hands.iter().map(cards).collect::<Vec<_>>());
        }
        assert!(sizes.windows(2).all(|two| two[0] == two[1]), "{words}: {sizes:?}");
    }
    // A row of a set is read as a hand of three cards.
    let sets = ok("deal --cards 12 --hands 3 --seed 1 --sets --format csv");
    let found = fed("find --format csv", sets.as_str()).ok().stdout;
    assert_eq!(found.lines().count(), sets.lines().count());
    let caps = fed("find --caps --format csv", sets).ok().stdout;
    fed("find", caps).ok();
}
