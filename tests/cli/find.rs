use crate::{fed, hands, json, ok, read, rows, shown_of};
use setodds::report::hands::{HandCapRow, SetRow};

/// Returns the sets in a file of hands, with cards as written in the input.
fn sets(name: &str) -> Vec<[String; 3]> {
    let csv = ok(&format!("find --format csv {}", hands(name).display()));
    assert!(csv.starts_with("hand,set,card1,card2,card3\n"), "{csv}");
    let plain = |card: String| card.split_whitespace().collect::<Vec<_>>().join(" ");
    let sets =
        read(&csv).into_iter().map(|SetRow { card1, card2, card3, .. }| [card1, card2, card3]);
    sets.map(|set| set.map(plain)).collect()
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
    let found = fed("find --format csv", hand);
    assert_eq!(
        found.stdout,
        "hand,set,card1,card2,card3\n\
         1,1,3 squiggle red outline,1 oval blue shaded,2 diamond green solid\n\
         1,2,2 diamond green solid,3 squiggle red solid,1 oval blue solid\n"
    );
}

#[test]
fn text_shows_cards_as_they_were_written() {
    let hand =
        "red two DIAMOND striped\n1 open  red oval\n# words\n\none red open oval\n2 red open oval";
    assert_eq!(
        shown_of("find - --hand-a-line", hand),
        "Hand 1: 2 cards, no sets\n\nHand 2: 2 cards, no sets\n"
    );
    let hand = "0 0  0 0\n1111\n2,2,2,2\n";
    assert_eq!(
        shown_of("find", hand),
        "Hand 1: 3 cards, 1 set\n\nSet 1:\n  0 0 0 0\n  1111\n  2,2,2,2\n"
    );
}

#[test]
fn missing_cards_are_named() {
    let deck: Vec<String> = (0..81).map(|index| format!("@{index}")).collect();
    let find = |cards: &[String], form: &str| {
        fed(&format!("find --format {form}"), cards.join("\n")).stdout
    };
    let text = find(&deck[1..], "table");
    assert!(text.ends_with("\nMissing:\n  @0\n"), "{text}");
    assert!(find(&deck, "table").ends_with("\nThe whole deck: no card is missing.\n"));
    assert!(!find(&deck[..40], "table").contains("Missing"));
    let json = json(&find(&deck[..41], "json"));
    assert_eq!(json["hands"][0]["missing"].as_array().unwrap().len(), 40);
    let markdown = find(&deck[2..], "markdown");
    assert!(markdown.contains("| missing |\n"), "{markdown}");
}

#[test]
fn ultrasets_are_two_pairs_that_one_card_completes() {
    let find = |words: &str, hand: &str| fed(&format!("find --ultrasets {words}"), hand).stdout;
    let hand = "0001\n0002\n0010\n0020\n1111\n";
    assert_eq!(
        find("--format csv", hand),
        "hand,ultraset,card1,card2,card3,card4,completed_by\n\
         1,1,0001,0002,0010,0020,0000\n"
    );
    let text = find("--format table", hand);
    let ultraset = "\nUltraset 1, completed by 0000:\n  0001 + 0002\n  0010 + 0020\n";
    assert!(text.ends_with(ultraset), "{text}");
    let json = json(&find("--format json", hand));
    let pairs = serde_json::json!([["0001", "0002"], ["0010", "0020"]]);
    assert_eq!(json["hands"][0]["ultrasets"][0]["pairs"], pairs);
    assert!(find("--format table", "0000\n0001\n").ends_with("\nNo ultrasets.\n"));
    let deck: Vec<String> = (0..81).map(|index| format!("@{index}")).collect();
    assert_eq!(find("--format csv", &deck.join("\n")).lines().count(), 1 + 63_180);
}

#[test]
fn csv_hands_keep_their_names() {
    let hand = "hand,card\nmine,000\nmine,111\nmine,222\nyours,110\n";
    let found = fed("find --features 3 --format csv", hand);
    assert_eq!(found.stdout, "hand,set,card1,card2,card3\nmine,1,000,111,222\n");
    // Without quotes, the row would be a comment.
    let found = fed("find --format csv", "hand,card\n\"#1\",0000\n\"#1\",0001\n\"#1\",0002\n");
    assert_eq!(found.stdout, "hand,set,card1,card2,card3\n\"#1\",1,0000,0001,0002\n");
    let shown = fed("table -", found.stdout.as_str()).ok().stdout;
    assert!(shown.contains("0000") && shown.contains("#1"), "{shown}");
}

/// Quotes inside cells are text, cells may span lines, and an unclosed quote is refused with the
/// line where it begins.
#[test]
fn quotes_in_csvs_lose_no_card() {
    let sets = |csv: &str| fed("find --format csv", csv).ok().stdout.lines().count() - 1;
    assert_eq!(sets("# 12\" table\ncard,note\n0000,5\" tall\n0001,\n0002,\n"), 1);
    assert_eq!(sets("card,note\n0000,\"a\nb\"\n0001,x\n0002,x\n"), 1);
    fed("find", "card,note\n0000,x\n#x,\"y\n0001,x\n0002,x\n").failed(2, "line 3: a quote of");
    fed("find", "card,note\n0000,x\n0001,\"x\n0002,x\n").failed(2, "line 3: a quote of");
}

/// The largest cap in a CSV can be read by `find`, whatever separates the parts of a card.
#[test]
fn caps_are_read_back() {
    for hand in [
        "1RSO\n2RSO\n",
        "1_red_solid_oval 2_red_solid_oval\n",
        "one-red-solid-oval\ntwo-red-solid-oval\n",
        "0000\n0001\n",
    ] {
        let csv = fed("find --caps --format csv", hand).ok().stdout;
        let cap = csv.lines().nth(1).unwrap().splitn(8, ',').nth(7).unwrap();
        let again = fed("find --format csv", cap.trim_matches('"')).ok();
        again.says("read 2 cards");
    }
}

#[test]
fn hands_without_sets_give_a_header_alone() {
    let found = fed("find --format csv", "0000\n").ok();
    assert_eq!(found.stdout, "hand,set,card1,card2,card3\n");
}

#[test]
fn json_lists_the_sets() {
    let found = fed("find --format json", "0000\n0001\n0002\n0010");
    let json = json(&found.stdout);
    assert_eq!(json["hands"][0]["sets"], serde_json::json!([["0000", "0001", "0002"]]));
    assert_eq!(json["hands"][0]["cards"][3]["index"], 3);
}

/// A hand with a set, a cap, and a complete cap of the plane.
const CAPS: &str = "000\n001\n002\n010\n\n000\n001\n010\n";

#[test]
fn caps_are_found_and_said() {
    let find = |words: &str, hand: &str| fed(&format!("find --caps {words}"), hand).stdout;
    let text = find("--features 3 --format table", CAPS);
    assert_eq!(
        text,
        "Hand 1: 4 cards, 1 set\n\nSet 1:\n  000\n  001\n  002\n\n\
         The hand holds a set, so it is not a cap, and no further card makes it one. The largest \
         cap in it has 3 cards.\n\nLargest cap:\n  000\n  001\n  010\n\n\
         Hand 2: 3 cards, no sets\n\n\
         The hand is a cap, not a complete one: each of 21 cards can join it.\n"
    );
    assert_eq!(
        find("--features 3 --format csv", CAPS),
        "hand,cards,sets,largest_cap,is_cap,is_complete,admits,cap\n\
         1,4,1,3,false,,,000 001 010\n\
         2,3,0,3,true,false,21,000 001 010\n"
    );
    let json = json(&find("--features 3 --format json", CAPS));
    let [first, second] = [&json["hands"][0], &json["hands"][1]];
    assert_eq!(first["largest_cap"], serde_json::json!(["000", "001", "010"]));
    assert_eq!((first["is_cap"].as_bool(), first["admits"].is_null()), (Some(false), true));
    assert_eq!((second["is_cap"].as_bool(), second["admits"].as_u64()), (Some(true), Some(21)));
    let markdown = find("--features 3 --format markdown", CAPS);
    assert!(markdown.contains("| largest cap |\n|-------------|\n| 000         |"), "{markdown}");
    let complete = find("--features 2 --format table", "00\n01\n10\n11");
    assert!(complete.contains("a complete cap: no card of the deck of 9 can join it."));
}

#[test]
fn hands_too_large_for_caps_are_refused() {
    let hand: Vec<String> = (0..60).map(|index| format!("@{index}")).collect();
    let hand = format!("@0\n@1\n@2\n\n{}", hand.join("\n"));
    let expected = "hand 2: `largest-cap` is defined for hands of up to 45 cards, not 60";
    fed("find --caps --features 5", hand).failed(2, expected);
}

/// Returns the rows that `find` writes for a valid input.
fn found(words: &str, input: &str) -> Vec<Vec<String>> {
    rows(&fed(words, input).ok().stdout)
}

/// Returns a column of a CSV.
fn column(csv: &str, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let place = reader.headers().unwrap().iter().position(|it| it == name).unwrap();
    rows(csv).into_iter().map(|mut row| row.swap_remove(place)).collect()
}

/// Asserts that measures in a CSV of hands equal those found by `find`, row by row.
fn assert_found_again(words: &str, cards: &str, measures: &[(&str, usize)]) {
    let csv = ok(words);
    let features = &column(&csv, "features")[0];
    let found = found(&format!("find --caps --format csv --features {features}"), &csv);
    let hands = column(&csv, cards);
    let hands: Vec<usize> = (0..hands.len()).filter(|&row| !hands[row].is_empty()).collect();
    assert_eq!(found.len(), hands.len(), "{words}");
    for (row, found) in hands.into_iter().zip(found) {
        for &(name, place) in measures {
            assert_eq!(column(&csv, name)[row], found[place], "{words}, row {row}: {name}");
        }
    }
}

#[test]
fn csvs_of_hands_are_read_as_they_are() {
    for features in 2..=4 {
        let of_deck = format!("--features {features} --format csv");
        assert_found_again(
            &format!("extremes --cards 1-8 {of_deck}"),
            "witness",
            &[("cards", 1), ("sets", 2)],
        );
        assert_found_again(
            &format!("caps --cards 0-6 --representatives {of_deck}"),
            "representative",
            &[("cards", 1), ("cards", 3), ("complete", 5), ("admits", 6)],
        );
        assert_found_again(
            &format!("classes --cards 0-5 {of_deck}"),
            "representative",
            &[("cards", 1), ("sets", 2), ("largest_cap", 3)],
        );
    }
    let deal = "deal --cards 9 --hands 3 --seed 1 --format csv";
    let found = |words: &str, input: &str| fed(words, input).ok().stdout;
    assert_eq!(found("find --as words --format csv", &ok(deal)), ok(&format!("{deal} --sets")));
    let hands = found("find --caps --format csv", &ok(deal));
    let caps: Vec<HandCapRow> = read(&found("find --caps --format csv", &hands));
    for (cap, hand) in caps.iter().zip(read::<HandCapRow>(&hands)) {
        assert_eq!((&cap.hand, &cap.cap), (&hand.hand, &hand.cap));
        assert_eq!([cap.cards, cap.largest_cap], [hand.largest_cap; 2]);
    }
}

#[test]
fn lists_of_cards_in_tables_are_read() {
    let is_card = |cell: &&str| cell.split(' ').all(|it| it.parse::<u16>().is_ok());
    for (words, hands) in [
        ("extremes --cards 9-12", 8),
        ("caps --cards 7 --representatives", 11),
        ("classes --cards 5", 6),
    ] {
        let table = ok(&format!("{words} --format table"));
        let markdown = ok(&format!("{words} --format markdown")).replace(['|', '`'], "  ");
        for text in [table, markdown] {
            let cells = text.lines().flat_map(|line| line.split("  ")).map(str::trim);
            let lists: Vec<&str> =
                cells.filter(|cell| cell.contains(' ')).filter(is_card).collect();
            assert_eq!(lists.len(), hands, "{text}");
            let cards: Vec<usize> = lists.iter().map(|it| it.split(' ').count()).collect();
            let found = fed("find --caps --format csv", lists.join("\n\n")).ok().stdout;
            let found: Vec<usize> = read(&found).iter().map(|row: &HandCapRow| row.cards).collect();
            assert_eq!(found, cards, "{text}");
        }
    }
}

#[test]
fn every_cell_of_a_deal_is_read() {
    let hand = ok("deal --cards 3 --seed 1 --format table");
    for (line, index) in hand.lines().skip(3).zip([56, 27, 4]) {
        let cells: Vec<&str> =
            line.split("  ").map(str::trim).filter(|it| !it.is_empty()).collect();
        assert_eq!(cells.len(), 4, "{line}");
        for cell in cells {
            let json = json(&fed("find --format json", cell).ok().stdout);
            assert_eq!(json["hands"][0]["cards"][0]["index"], index, "{line}");
        }
    }
}

#[test]
fn an_index_has_a_form_of_its_own() {
    fed("find", "0000\n11\n")
        .failed(2, "line 2: `11` is a number, and `0000` (line 1) is in digits");
    assert_eq!(found("find --one-hand --format csv", "@0\n@1 @2")[0][2..], ["@0", "@1", "@2"]);
    let shown = shown_of("find --caps", "0 9 16 18");
    assert!(shown.contains("Set 1:\n  0\n  9\n  18\n"), "{shown}");
}

/// The example of a programming contest problem with its answer.
const CONTEST: &str = "3DTG 3DOP 2DSG 1SOP 1DTG 2OTR 3DOR 3STG 2DSP 3SSP 3OTG 1DTP\n";
const CONTEST_SETS: [[usize; 3]; 6] =
    [[1, 8, 11], [2, 9, 12], [3, 7, 12], [5, 7, 9], [6, 8, 12], [7, 10, 11]];

#[test]
fn codes_of_other_programs_are_read() {
    let cards: Vec<&str> = CONTEST.split_whitespace().collect();
    let expected = CONTEST_SETS.map(|set| set.map(|place| cards[place - 1]));
    let run = fed("find --format csv", CONTEST);
    let sets: Vec<SetRow> = read(&run.stdout);
    let sets: Vec<_> =
        sets.iter().map(|it| [&it.card1, &it.card2, &it.card3].map(String::as_str)).collect();
    assert_eq!(sets, expected, "{}", run.stderr);
    assert_eq!(run.stderr, "read 12 cards\n");
    let rows = CONTEST.replace(" 1SOP", "\n1SOP").replace(" 3DOR", "\n3DOR");
    fed("find", rows).failed(2, "3 hands of 6 and 3 cards (0, 0, 1 sets), or one of 12 (6 sets)?");
}

#[test]
fn digits_from_one_are_said() {
    let run = fed("find --format json", "1111\n2222\n3333\n");
    assert_eq!(run.stderr, "read 3 cards; digits 1 to 3\n");
    let json = json(&run.stdout);
    assert_eq!(json["hands"][0]["cards"][2]["digits"], "2222");
    assert_eq!(json["hands"][0]["sets"][0][2], "3333");
}
