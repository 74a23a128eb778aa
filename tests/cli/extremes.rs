//! `setodds extremes`: the smallest and the largest number of sets.

use super::{Directory, fed, json, ok, read, refused};
use setodds::report::extremes::ExtremeRow;
use setodds_engine::extreme::End;

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
        (
            "extremes --cards 30 --features 5",
            "of 5 features are not known; `setodds simulate --cards",
        ),
        ("extremes --cards 82", "82"),
        ("extremes --features 7", "7"),
    ] {
        refused(words, what);
    }
}

/// Defaults also fit the smallest deck.
#[test]
fn defaults_fit_every_deck() {
    for features in [2, 3] {
        let words = |command: &str| format!("{command} --features {features}");
        let cards = if features == 2 { 4 } else { 12 };
        let rows: Vec<ExtremeRow> = read(&ok(&words("extremes --format csv")));
        assert_eq!(rows[0].cards, cards);
        let dealt = ok(&words("deal --seed 1 --format csv"));
        assert_eq!(dealt.lines().count(), 1 + cards);
        ok(&words("bench --hands 100 --repeats 1 --threads 1 --engines scalar"));
        ok(&words("puzzle --seed 1 --format csv"));
    }
    let puzzle = |words: &str| {
        let csv = ok(&format!("puzzle --seed 1 {words} --format csv"));
        let found = fed(&format!("find {} --format csv", &words[..12]), csv).ok().stdout;
        found.lines().count() - 1
    };
    // The default is half the number of cards, or the nearest possible number.
    for (words, sets) in [("--features 2", 1), ("--features 2 --cards 7", 5)] {
        assert_eq!(puzzle(words), sets, "{words}");
    }
    assert_eq!(puzzle("--features 3"), 4);
    assert_eq!(puzzle("--features 4 --cards 4"), 1);
}

/// Cards are digits, as in other CSVs of hands, so programs need not know the table.
#[test]
fn examples_are_digits_for_programs_too() {
    for (features, words) in [(2, "--cards 4"), (3, "--cards 9"), (4, "--cards 12")] {
        let words = format!("extremes --features {features} {words}");
        let rows: Vec<ExtremeRow> = read(&ok(&format!("{words} --format csv")));
        let json = json(&ok(&format!("{words} --format json")));
        let text = ok(&format!("{words} --format markdown"));
        for (place, row) in rows.iter().enumerate() {
            let is_card = |card: &str| {
                card.len() == features && card.bytes().all(|digit| (b'0'..=b'2').contains(&digit))
            };
            assert!(row.witness.split(' ').all(is_card), "{}", row.witness);
            assert_eq!(json["extremes"][place]["witness"], row.witness.as_str());
            assert!(text.contains(&format!("`{}`", row.witness)), "{text}");
        }
    }
}
