//! `extremes`: the fewest and the most sets.

use super::{Directory, fed, json, ok, read, refused};
use setodds::extreme::End;
use setodds::report::extremes::ExtremeRow;

#[test]
fn numbers_come_with_hands_that_hold_them() {
    let csv = ok("extremes --cards 9,12 --format csv");
    let rows: Vec<ExtremeRow> = read(&csv);
    let numbers: Vec<_> =
        rows.iter().map(|row| (row.cards, row.extreme, row.sets, row.hands)).collect();
    let known = [
        (9, End::Fewest, 0, 77_541_824_880),
        (9, End::Most, 12, 1_170),
        (12, End::Fewest, 0, 2_284_535_476_080),
        (12, End::Most, 14, 3_032_640),
    ];
    assert_eq!(numbers, known);
    for row in rows {
        let found = fed("find --format csv", row.witness.as_str()).ok().stdout;
        assert_eq!(found.lines().skip(1).count(), row.sets, "{row:?}");
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
    assert_eq!(record["randomness"]["sampling_scheme"], "draws-v2");
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
