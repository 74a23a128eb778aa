//! Common properties of all JSON documents.

use crate::{fed, json, ok};
use serde_json::Value;

/// The columns of exact counts, as `reports/README.md` names them.
const COUNTS: [&str; 10] = [
    "caps",
    "classes",
    "complete_caps",
    "complete_classes",
    "count",
    "denominator",
    "hands",
    "numerator",
    "stabilizer",
    "total",
];

/// Returns the counts in a document.
fn counts(document: &Value) -> Vec<&Value> {
    match document {
        Value::Array(all) => all.iter().flat_map(counts).collect(),
        Value::Object(entries) => {
            let is_cell = |cell: &Value| !cell.is_array() && !cell.is_object();
            let cells = entries
                .iter()
                .filter(|(name, cell)| COUNTS.contains(&name.as_str()) && is_cell(cell));
            cells.map(|(_, cell)| cell).chain(entries.values().flat_map(counts)).collect()
        }
        _ => Vec::new(),
    }
}

/// Many programs round numbers beyond 2^53. The column, not the size of a count, decides its type.
#[test]
fn exact_counts_are_strings_and_simulated_ones_are_numbers() {
    for words in [
        "odds 12",
        "odds 12-15",
        "odds 12 --sets 0,1+",
        "odds 15 --sets 0 --given 12:0",
        "odds 12 --measure in-sets --value 0",
        "odds --measure greedy-cap",
        "enumerate --cards 0-4 --features 3",
        "caps --features 3",
        "caps --features 3 --cards 3 --representatives",
        "classes --cards 3",
        "classes --cards 3 --count",
        "extremes --cards 3",
    ] {
        let document = json(&ok(&format!("{words} --format json")));
        let counts = counts(&document);
        let digits = |count: &Value| {
            let text = count.as_str().unwrap_or("none");
            count.is_null() || text.bytes().all(|byte| byte.is_ascii_digit())
        };
        assert!(!counts.is_empty(), "{words}");
        assert!(counts.iter().all(|count| digits(count)), "{words}: {counts:?}");
    }
    let table = "0000\n0001\n0010\n";
    let next = |words: &str| {
        let said = fed(&format!("next --deal 3 --format json {words}"), table);
        json(&said.ok().stdout)
    };
    assert_eq!(next("")["next"][0]["total"], "76076");
    for words in ["simulate --cards 12", "simulate --measure in-sets --cards 9"] {
        let document = json(&ok(&format!("{words} --deals 1k --seed 1 --format json")));
        let counts = counts(&document);
        assert!(!counts.is_empty() && counts.iter().all(|it| it.is_u64()), "{words}: {counts:?}");
    }
}
