//! `extremes`: the fewest and the most sets.

use super::{Directory, fed, json, ok, refused};

#[test]
fn numbers_come_with_hands_that_hold_them() {
    let csv = ok("extremes --cards 9,12 --format csv");
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let numbers: Vec<String> = rows.iter().map(|row| row[1..5].join(" ")).collect();
    let known = [
        "9 fewest 0 77541824880",
        "9 most 12 1170",
        "12 fewest 0 2284535476080",
        "12 most 14 3032640",
    ];
    assert_eq!(numbers, known);
    for row in rows {
        let found = fed("find --format csv", row[5]).ok();
        assert_eq!(found.stdout.lines().skip(1).count().to_string(), row[3], "{row:?}");
    }
}

#[test]
fn a_file_comes_with_its_record_and_is_the_same_each_time() {
    let directory = Directory::new();
    for name in ["a.csv", "b.csv"] {
        directory.ok(&format!("extremes --features 3 --cards 0-27 -o {name}"));
    }
    assert_eq!(directory.read("a.csv"), directory.read("b.csv"));
    assert_eq!(directory.read("a.csv").lines().count(), 1 + 2 * 28);
    let record = json(&directory.read("a.run.json"));
    assert_eq!(record["command"], "setodds extremes --features 3 --cards 0-27 -o a.csv");
}

#[test]
fn what_nobody_has_counted_is_refused() {
    for (words, what) in [
        ("extremes --cards 30 --features 5", "the hands of 30 cards are not counted"),
        ("extremes --cards 82", "82"),
        ("extremes --features 7", "7"),
    ] {
        refused(words, what);
    }
}
