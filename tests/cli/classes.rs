//! `setodds classes`: hands up to symmetry.

use crate::{distributions, ok, read, refused, rows};
use setodds::report::classes::{ClassCountRow, ClassRow};

#[test]
fn six_cards_have_fifteen_classes() {
    let csv = ok("classes --cards 0-6 -q");
    let header = "features,cards,class,hands,stabilizer,sets,largest_cap,disjoint_sets,in_sets,\
                  complete_cap,representative";
    assert_eq!(csv.lines().next(), Some(header));
    let classes: Vec<ClassRow> = read(&csv);
    let of = |cards| classes.iter().filter(|row| row.cards == cards).count();
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(of), [1, 1, 1, 2, 3, 6, 15]);
    for row in &classes {
        assert_eq!(row.hands * row.stabilizer, 1_965_150_720, "{row:?}");
    }
    assert!(csv.contains(",1080,1819584,1,2,1,3,false,0000 0001 0002\n"), "{csv}");
}

#[test]
fn the_complete_caps_are_those_of_caps() {
    let csv = ok("classes --features 3 --cards 8-9 -q");
    let classes: Vec<ClassRow> = read(&csv);
    let complete = classes.iter().filter(|row| row.complete_cap).map(|row| row.hands);
    assert_eq!(complete.sum::<u128>(), 44_226 + 2_106);
}

#[test]
fn classes_are_counted_without_being_listed() {
    let csv = ok("classes --cards 0-81 --count");
    let numbers: Vec<ClassCountRow> = read(&csv);
    assert_eq!(numbers.len(), 82);
    let ClassCountRow { features, cards, hands, classes } = &numbers[12];
    assert_eq!((*features, *cards, *hands), (4, 12, Some(70_724_320_184_700)));
    assert_eq!([classes, &numbers[69].classes], ["41407", "41407"]);
    let six = ok("classes --cards 364 --count --features 6");
    assert!(six.lines().nth(1).unwrap().len() > 190, "{six}");
}

#[test]
fn every_measure_of_classes_is_counted_by_them() {
    let all = "sets,in-sets,disjoint-sets,largest-cap";
    let csv = ok(&format!("enumerate --features 3 --cards 0-9 --measure {all} -q"));
    for row in distributions(&csv) {
        // The counts agree with the exact tables, whose numbers of sets were computed in another
        // way.
        assert_eq!(Some(row.probability), row.exact_probability, "{row:?}");
    }
    let sets = ok("enumerate --cards 0-10 -q");
    let known = rows(include_str!("../../reports/exact-sets/features-4.csv"));
    let known = known.into_iter().filter(|row| row[1].parse::<usize>().unwrap() <= 10);
    assert!(known.eq(rows(&sets)));
}

#[test]
fn what_has_no_classes_or_too_many_is_refused() {
    refused("classes --cards 20", "classes of 20 cards, too many to be listed");
    refused("classes --cards 60 --features 4", "");
    refused("classes", "--cards");
    refused("enumerate --cards 21 --measure first-set", "`first-set` depends on more");
    refused("enumerate --cards 6 --measure in-sets --method hands", "leave out --method");
}
