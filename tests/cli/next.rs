//! `setodds next`: the effect of the next cards on a table.

use crate::{Directory, fed, hands, json, read, refused, shown, shown_of};
use setodds::report::next::{CompletionRow, NextRow};

/// A table of 12 cards without a set.
const CAP: &str = "@0 @1 @3 @4 @9 @10 @12 @13 @27 @28 @30 @31";

fn next(words: &str, table: &str) -> String {
    fed(&format!("next {words}"), table).ok().stdout
}

#[test]
fn all_choices_of_the_next_cards_are_counted() {
    let csv = next("--deal 1-3 --format csv", CAP);
    assert!(csv.starts_with(
        "features,table,unseen,dealt,sets,count,total,probability,ci_low,ci_high\n4,12,69,1,0,"
    ));
    let rows: Vec<NextRow> = read(&csv);
    for (dealt, choices) in [(1, 69), (2, 2346), (3, 52_394)] {
        let own: Vec<_> = rows.iter().filter(|row| row.dealt == dealt).collect();
        assert_eq!(own.iter().map(|row| row.count).sum::<u128>(), choices);
        assert!(own.iter().all(|row| row.total == choices && row.ci_low.is_none()));
    }
    let text = shown_of("next", CAP);
    assert!(text.starts_with("Cards on the table: 12, with no set. Unseen: 69.\n"), "{text}");
    assert!(text.contains("\nWith 3 more cards there is a set in "), "{text}");
    let json = json(&next("--format json", CAP));
    let position = &json["position"][0];
    assert_eq!((position["sets"].as_u64(), position["unseen"].as_u64()), (Some(0), Some(69)));
    assert_eq!(json["next"][0]["total"], "52394");
}

#[test]
fn cards_that_help_are_listed_with_what_they_complete() {
    let csv = next("--completing --format csv", "0000\n0001\n0010\n");
    let expected = "card,digits,sets,card1,card2\n\
                    0002,0002,1,0000,0001\n\
                    0020,0020,1,0000,0010\n\
                    0022,0022,1,0001,0010\n";
    assert_eq!(csv.lines().count(), 4);
    let cards = |csv: &str| -> Vec<_> {
        read(csv).into_iter().map(|row: CompletionRow| (row.digits, row.sets)).collect()
    };
    assert_eq!(cards(&csv), cards(expected));
    let table = "0000\n0001\n1112\n2222\n";
    let [best, all] =
        ["", " --completing"].map(|it| shown_of(&format!("next --as words{it}"), table));
    let is_card = |line: &&str| ["diamond", "oval", "squiggle"].iter().any(|it| line.contains(it));
    let lines = |text: &str| text.lines().filter(is_card).count();
    assert_eq!(best.lines().next(), all.lines().next());
    let of_csv = next("--completing --format csv", table).lines().count() - 1;
    assert!(lines(&best) < lines(&all) && lines(&all) == of_csv, "{best}\n{all}");
    let text = shown_of("next", "0000\n");
    assert!(text.ends_with("No card completes a set with two on the table.\n"), "{text}");
}

#[test]
fn cards_that_are_gone_do_not_come() {
    let directory = Directory::new();
    directory.write("table.txt", "0000 0001");
    directory.write("gone.txt", "0002\n\n1111\n");
    let said = directory.run("next table.txt --gone gone.txt --deal 1 --format csv");
    let expected = "4,2,77,1,0,77,77,1.0,,\n";
    assert!(said.stdout.ends_with(expected), "{}{}", said.stdout, said.stderr);
    let numbered = directory.run("next table.txt --gone @2,40 --deal 1 --format csv");
    assert_eq!(numbered.stdout, said.stdout);
    directory.refused("next table.txt --gone table.txt", "`0000` is given twice");
    directory.refused("next table.txt --gone @81", "--gone: card 81 is not in the deck");
    directory.write("open.txt", "1111 2222 1212");
    directory.refused("next open.txt", "--numbers-from 0 or 1");
    directory.write("codes.txt", "1RSO 1RSD 1ROW");
    directory.ok("next codes.txt");
    directory.refused("next codes.txt --completing", "solid or striped");
}

#[test]
fn the_csv_is_a_table_again() {
    let directory = Directory::new();
    let csv = next("--deal 2 --format csv", CAP);
    directory.write("next.csv", csv);
    let table = directory.run("table next.csv").stdout;
    assert!(next("--deal 2 --format markdown", CAP).contains(&table), "{table}");
}

#[test]
fn bad_tables_are_refused() {
    let rosetta = hands("rosetta.txt");
    let rosetta = rosetta.display();
    refused(&format!("next {rosetta} --deal 73"), "cannot deal 73 cards: 72 are neither");
    refused(&format!("next {rosetta} --gone {rosetta}"), "is given twice");
    refused("next - --gone -", "stdin is the table or --gone, not both");
    fed("next", "0000\n\n0001").failed(2, "2 hands of 1 card (0, 0 sets), or one of 2 (0 sets)?");
    fed("next --hand-a-line", "0000\n\n0001").failed(2, "2 hands; a table is one");
    // S may mean solid or striped, which matters if the cards that are gone are words or numbers.
    let open = "the shading S may be solid or striped";
    fed("next --gone @78", "1RSO 2GSD").failed(2, open);
    let directory = Directory::new();
    directory.write("words.txt", "three purple solid ovals");
    directory.write("codes.txt", "1RSO 2GSD");
    directory.refused("next codes.txt --gone words.txt", &format!("codes.txt: {open}"));
    directory.refused("next words.txt --gone codes.txt", &format!("codes.txt: {open}"));
    let table = fed("next --deal 20", CAP);
    table.failed(2, "20 next cards have ").says(" choices, too many to count; deal fewer");
    assert!(shown(&format!("next {rosetta}")).contains("9, with 4 sets"));
}

/// At the start of a game no card is on the table, and none is gone.
#[test]
fn no_card_is_a_table_and_no_card_may_be_gone() {
    let directory = Directory::new();
    directory.write("empty.txt", "");
    directory.write("header.csv", "hand,card\n");
    directory.write("table.txt", "0000 0001");
    let without = directory.ok("next table.txt --deal 1 --format csv");
    for name in ["empty.txt", "header.csv"] {
        let gone = directory.ok(&format!("next table.txt --gone {name} --deal 1 --format csv"));
        assert_eq!(gone.stdout, without.stdout);
        let said = directory.ok(&format!("next {name} --deal 3 --format csv"));
        assert!(said.stdout.ends_with(
            "\n4,0,81,3,0,84240,85320,0.9873417721518988,,\n\
                                       4,0,81,3,1,1080,85320,0.012658227848101266,,\n"
        ));
    }
    let text = shown_of("next", "# nothing yet");
    assert!(text.starts_with("Cards on the table: 0, with no set. Unseen: 81.\n"), "{text}");
    assert!(text.ends_with("No card completes a set with two on the table.\n"), "{text}");
}

#[test]
fn one_card_and_none_are_said_as_they_are() {
    let all: String = (0..9).map(|card| format!("@{card} ")).collect();
    fed("next --features 2 --deal 1", all.as_str()).failed(2, "cannot deal 1 card: ");
    let text = shown_of("next --features 2 --deal 0", all);
    assert!(text.contains("\nThere is a set on the table.\n"), "{text}");
    let text = shown_of("next --deal 0", CAP);
    assert!(text.contains("\nThere is no set on the table.\n"), "{text}");
    let text = shown_of("next --features 2 --deal 1", "@0 @1 @2 @3 @4 @5 @6 @7");
    assert!(text.contains("\nWith 1 more card there is a set in the only case.\n"), "{text}");
}
