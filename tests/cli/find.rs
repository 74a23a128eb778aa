use crate::{hands, ok, said, setodds};

/// The sets of a file of hands, each card as it is written there.
fn sets(name: &str) -> Vec<[String; 3]> {
    let csv = ok(&format!("find --format csv {}", hands(name).display()));
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("hand,set,card1,card2,card3"));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            [2, 3, 4].map(|place| fields[place].split_whitespace().collect::<Vec<_>>().join(" "))
        })
        .collect()
}

#[test]
fn the_rosetta_hand_has_its_four_sets() {
    assert_eq!(
        sets("rosetta.txt"),
        [
            ["red two diamond striped", "red two squiggle striped", "red two oval striped"],
            ["purple one squiggle solid", "red two squiggle striped", "green three squiggle open"],
            ["purple three squiggle solid", "red two oval striped", "green one diamond open"],
            ["green one diamond open", "red three diamond solid", "purple two diamond striped"],
        ]
    );
}

#[test]
fn the_hand_of_the_j_essay_has_its_four_sets() {
    assert_eq!(
        sets("hui.txt"),
        [
            ["0 2 0 1", "0 2 2 0", "0 2 1 2"],
            ["1 1 2 0", "2 0 2 0", "0 2 2 0"],
            ["2 2 0 0", "0 0 1 1", "1 1 2 2"],
            ["0 2 2 0", "0 0 1 1", "0 1 0 2"],
        ]
    );
}

#[test]
fn the_hand_of_the_apl_session_has_its_four_sets() {
    let words = |text: &str| text.split_once(|c: char| c.is_alphabetic()).map(|_| text.to_owned());
    let found: Vec<[String; 3]> = sets("apl.txt")
        .into_iter()
        .map(|set| set.map(|card| words(&card).unwrap()[24..].to_owned()))
        .collect();
    assert_eq!(
        found,
        [
            ["1 squiggle red outline", "1 squiggle blue solid", "1 squiggle green shaded"],
            ["2 oval blue solid", "3 diamond blue solid", "1 squiggle blue solid"],
            ["3 squiggle red solid", "1 diamond green outline", "2 oval blue shaded"],
            ["1 squiggle blue solid", "1 diamond green outline", "1 oval red shaded"],
        ]
    );
}

#[test]
fn the_two_sets_of_the_second_apl_hand_are_found() {
    let hand = "3 squiggle red outline\n1 oval blue shaded\n2 diamond green solid\n\
                3 squiggle red solid\n1 oval blue solid\n1 diamond red solid\n";
    let found = said(setodds().args(["find", "--format", "csv"]).write_stdin(hand));
    assert_eq!(
        found.stdout,
        "hand,set,card1,card2,card3\n\
         1,1,3 squiggle red outline,1 oval blue shaded,2 diamond green solid\n\
         1,2,2 diamond green solid,3 squiggle red solid,1 oval blue solid\n"
    );
}

#[test]
fn text_shows_cards_as_they_were_written() {
    let hand = "red two DIAMOND striped\n1111 # digits\n\n0000\n0001";
    let found = said(setodds().args(["find", "-"]).write_stdin(hand));
    assert_eq!(found.stdout, "Hand 1: 2 cards, no sets\n\nHand 2: 2 cards, no sets\n");
    let hand = "0 0 0 0\n1111\n3 squiggles, blue, shaded\n";
    let found = said(setodds().arg("find").write_stdin(hand));
    assert_eq!(
        found.stdout,
        "Hand 1: 3 cards, 1 set\n\nSet 1:\n  0 0 0 0\n  1111\n  3 squiggles, blue, shaded\n"
    );
}

#[test]
fn csv_hands_keep_their_names() {
    let hand = "hand,card\nmine,000\nmine,111\nyours,2 diamond red\nmine,222\n";
    let found = said(setodds().args("find --features 3 --format csv".split(' ')).write_stdin(hand));
    assert_eq!(found.stdout, "hand,set,card1,card2,card3\nmine,1,000,111,222\n");
}

#[test]
fn hands_without_sets_give_a_header_alone() {
    let found = said(setodds().args(["find", "--format", "csv"]).write_stdin("0000\n"));
    assert_eq!((found.code, found.stdout.as_str()), (Some(0), "hand,set,card1,card2,card3\n"));
}

#[test]
fn json_lists_the_sets() {
    let found =
        said(setodds().args(["find", "--format", "json"]).write_stdin("0000\n0001\n0002\n0010"));
    let json: serde_json::Value = serde_json::from_str(&found.stdout).unwrap();
    assert_eq!(json["hands"][0]["sets"], serde_json::json!([["0000", "0001", "0002"]]));
    assert_eq!(json["hands"][0]["cards"][3]["index"], 3);
}

/// A hand with a set, a cap, and a complete cap of the plane.
const CAPS: &str = "000\n001\n002\n010\n\n000\n001\n010\n";

#[test]
fn caps_are_found_and_said() {
    let find = |words: &str, hand: &str| {
        said(setodds().args("find --caps".split(' ')).args(words.split(' ')).write_stdin(hand))
    };
    let text = find("--features 3", CAPS).stdout;
    assert_eq!(
        text,
        "Hand 1: 4 cards, 1 set\n\nSet 1:\n  000\n  001\n  002\n\n\
         The hand holds a set, so it is no cap, and no card more makes it one. The largest cap in \
         it has 3 cards.\n\nLargest cap:\n  000\n  001\n  010\n\n\
         Hand 2: 3 cards, no sets\n\n\
         The hand is a cap, not a complete one: each of 21 cards can join it.\n"
    );
    assert_eq!(
        find("--features 3 --format csv", CAPS).stdout,
        "hand,cards,sets,largest_cap,is_cap,is_complete,admits,cap\n\
         1,4,1,3,false,,,000 001 010\n\
         2,3,0,3,true,false,21,000 001 010\n"
    );
    let json = find("--features 3 --format json", CAPS).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let [first, second] = [&json["hands"][0], &json["hands"][1]];
    assert_eq!(first["largest_cap"], serde_json::json!(["000", "001", "010"]));
    assert_eq!((first["is_cap"].as_bool(), first["admits"].is_null()), (Some(false), true));
    assert_eq!((second["is_cap"].as_bool(), second["admits"].as_u64()), (Some(true), Some(21)));
    let markdown = find("--features 3 --format markdown", CAPS).stdout;
    assert!(markdown.contains("| largest cap |\n|-------------|\n| 000         |"), "{markdown}");
    let complete = find("--features 2", "00\n01\n10\n11").stdout;
    assert!(
        complete.contains("a complete cap: no card of the deck of 9 can join it."),
        "{complete}"
    );
}

#[test]
fn hands_too_large_for_caps_are_refused() {
    let hand: Vec<String> = (0..60).map(|index| index.to_string()).collect();
    let hand = format!("0\n1\n\n{}", hand.join("\n"));
    let found = said(setodds().args("find --caps --features 5".split(' ')).write_stdin(hand));
    assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""));
    let expected = "hand 2: `largest-cap` is there for hands of up to 45 cards, not 60";
    assert!(found.stderr.contains(expected), "{}", found.stderr);
}
