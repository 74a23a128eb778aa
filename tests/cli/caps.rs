//! `setodds caps`: counts of hands without a set.

use crate::{Directory, ok, read, refused, rows, run};
use setodds::report::caps::{CapClassRow, CapRow};

#[test]
fn caps_of_the_game_are_those_of_knuth() {
    let csv = ok("caps -q");
    let header = "features,cards,caps,classes,complete_caps,complete_classes,hands,probability";
    assert_eq!(csv.lines().next(), Some(header));
    let counted: Vec<CapRow> = read(&csv);
    let published = rows(include_str!("../published/caps.csv"));
    let game: Vec<_> = published.iter().filter(|row| row[0] == "4").collect();
    assert_eq!(game.len(), 21);
    for row in game {
        let own = counted.iter().find(|own| own.cards.to_string() == row[1]).unwrap();
        let CapRow { caps, classes, complete_caps, complete_classes, .. } = *own;
        let numbers = [caps, classes as u128, complete_caps, complete_classes as u128];
        for (own, value) in numbers.iter().zip(&row[2..6]).filter(|(_, it)| !it.is_empty()) {
            assert_eq!(own.to_string(), *value, "{row:?}");
        }
    }
    let complete: usize = counted.iter().map(|row| row.complete_classes).sum();
    let smallest = counted.iter().find(|row| row.complete_classes > 0).unwrap();
    assert_eq!((complete, smallest.cards), (161, 15));
}

#[test]
fn small_decks_and_the_end_of_all_caps() {
    let three = ok("caps --features 3 -q");
    assert!(three.contains("\n3,9,2106,1,2106,1,4686825,"), "{three}");
    assert!(three.ends_with("\n3,10,0,0,0,0,8436285,0.0\n"), "{three}");
    assert!(
        ok("caps --features 2 --cards 4 -q").ends_with("\n2,4,54,1,54,1,126,0.42857142857142855\n")
    );
    let table = ok("caps --features 3 --format table -q");
    assert!(table.contains("has 9 cards; there are 2,106 of them, in one class."), "{table}");
}

#[test]
fn threads_change_nothing() {
    let one = ok("caps --features 5 --cards 0-9 -q --threads 1");
    assert_eq!(one, ok("caps --features 5 --cards 0-9 -q --threads 3"));
    assert!(one.contains("\n5,9,4874823890036100,262,"), "{one}");
}

#[test]
fn representatives_are_caps_of_their_classes() {
    let csv = ok("caps --cards 19,20 --representatives -q");
    let found: Vec<CapClassRow> = read(&csv);
    assert_eq!(found.len(), 2, "{csv}");
    assert!(
        csv.contains(",13646880,144,1,false,") && csv.contains(",682344,2880,0,true,"),
        "{csv}"
    );
    // 19 of them with a card to add: all come from the largest.
    let directory = Directory::new();
    for row in &found {
        let lines = row.representative.replace(' ', "\n");
        directory.write("cap.txt", lines);
        let text = directory.run("find cap.txt --caps --format table").stdout;
        assert!(text.contains("0 sets") || text.contains("no set"), "{text}");
    }
}

#[test]
fn a_file_has_a_record_beside_it() {
    let directory = Directory::new();
    directory.ok("caps --features 2 -o caps.csv");
    assert_eq!(directory.names(), ["caps.csv", "caps.run.json"]);
    let record = directory.read("caps.run.json");
    assert!(record.contains("\"command\": \"setodds caps --features 2 -o caps.csv\""), "{record}");
}

#[test]
fn what_would_take_for_ever_is_refused_first() {
    run("caps --features 5 --cards 0-20").failed(2, "classes of").says("--force");
    refused("caps --cards 82", "82 cards are more than the 81");
}
