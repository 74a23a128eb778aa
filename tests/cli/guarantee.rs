//! `odds --guarantee`: how many cards always hold some number of sets.

use crate::{Directory, fed, json, ok, read, refused, shown};
use setodds::measure::Measure;
use setodds::report::guarantees::GuaranteeRow;

#[test]
fn an_answer_is_a_sentence_with_a_hand_of_one_card_less() {
    assert_eq!(
        shown("odds --guarantee disjoint-sets=3"),
        "23 cards always hold 3 disjoint sets: a hand with fewer would be a cap and disjoint sets, \
         and no class of caps can be extended so.\n\n\
         These 22 cards hold 2 disjoint sets:\n\
         0000 0011 0020 0100 0110 0111 0120 0201 0221 1101 1121 1210 1212 2000 2002 2020 2022 2110 \
         2111 2201 2210 2211\n"
    );
    let bounds = shown("odds --guarantee disjoint-sets=9");
    let start = "37 cards always hold 9 disjoint sets, fewer than 35 do not, and what lies between \
                 is not known: ";
    assert!(bounds.starts_with(start), "{bounds}");
    let cap = shown("odds --guarantee in-sets=2 --features 6");
    assert_eq!(
        cap,
        "113 cards always hold 2 cards in sets: the largest caps have 112 cards (Potechin 2008).\n"
    );
    let table = shown("odds --guarantee sets=1-3");
    assert!(table.starts_with("measure  value  cards  cards at most  witness value"), "{table}");
}

#[test]
fn rows_have_hands_that_hold_what_they_say() {
    let directory = Directory::new();
    directory.ok("odds --guarantee sets=1,sets=5,in-sets=9,disjoint-sets=1-8 -o rows.csv");
    let rows: Vec<GuaranteeRow> = read(&directory.read("rows.csv"));
    let cards: Vec<usize> = rows.iter().map(|row| row.cards).collect();
    assert_eq!(cards, [21, 23, 23, 21, 22, 23, 25, 27, 29, 32, 34]);
    for row in &rows {
        let (witness, held) = (row.witness.as_ref().unwrap(), row.witness_value.unwrap());
        assert_eq!(witness.split(' ').count(), row.cards - 1, "{row:?}");
        assert!(held < row.value && row.cards == row.cards_at_most, "{row:?}");
        let found = fed("find --format csv", witness.as_str()).ok().stdout;
        let sets = found.lines().skip(1).count();
        assert!(row.measure != Measure::Sets || sets == held, "{row:?}");
    }
    let all = json(&ok("odds --guarantee disjoint-sets=1-2 --features 3 --format json"));
    let cards = [0, 1].map(|place| all["guarantees"][place]["cards"].as_u64().unwrap());
    assert_eq!(cards, [10, 11]);
}

#[test]
fn what_has_no_answer_is_refused() {
    for (words, what) in [
        ("sets", "`sets` is not a valid guarantee; give MEASURE=VALUE, like sets=5"),
        ("sets=5-2", "`sets=5-2` is not a valid guarantee"),
        ("sets=x", "`sets=x` is not a valid guarantee"),
        ("foo=1", "unknown measure `foo`"),
        ("sets=0", "every hand has `sets` of 0 or more; give 1 or more"),
        ("sets=1081", "no hand has `sets` of 1081: all 81 cards have 1080"),
        ("disjoint-sets=1-99999999999", "no hand has `disjoint-sets` of 28"),
        ("largest-cap=3", "how many cards guarantee `largest-cap` is not known; give sets"),
        ("ghost-sets=2", "how many cards of 4 features guarantee `ghost-sets` of 2 is not known"),
        ("sets=2 --features 5", "guarantee `sets` of 2 is not known; ask for at most 1"),
        ("ultrasets=1 --features 5", "guarantee `ultrasets` of 1 is not known\n"),
    ] {
        refused(&format!("odds --guarantee {words}"), what);
    }
    refused("odds 12 --guarantee sets=1", "cannot be used with");
}
