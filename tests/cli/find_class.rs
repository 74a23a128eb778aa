//! `setodds find --class`: hands up to symmetry, and which of them are equivalent.

#[cfg(unix)]
use crate::Directory;
use crate::{fed, json, ok, read, shown_of};
use setodds::report::classes::{ClassCountRow, ClassRow};
use setodds::report::hand_classes::HandClassRow;

/// The classes of hands that are given as text, with further words.
fn classes(words: &str, hands: &str) -> Vec<HandClassRow> {
    read(&fed(&format!("find --class --format csv -q {words}"), hands).ok().stdout)
}

/// The cards of a text in digits.
fn cards(text: &str) -> Vec<Vec<u8>> {
    let card = |card: &str| card.bytes().map(|digit| digit - b'0').collect();
    text.split_whitespace().map(card).collect()
}

/// The image of a card under the map of a row: matrix times card plus shift, modulo 3.
fn image(row: &HandClassRow, card: &[u8]) -> Vec<u8> {
    let [matrix, shift] = [&row.matrix, &row.shift].map(|text| cards(text.as_ref().unwrap()));
    let product = |factors: &Vec<u8>| factors.iter().zip(card).map(|(a, b)| a * b).sum::<u8>();
    matrix.iter().zip(&shift[0]).map(|(row, shift)| (product(row) + shift) % 3).collect()
}

/// The image of a hand under a map that is not a permutation of features and values.
fn moved(hand: &str) -> String {
    let image = |card: &str| {
        let [a, b, c, d] = cards(card)[0][..] else { panic!("{card}") };
        [b + 2, a + 2 * c, d, c + d + 1].map(|digit| (digit % 3).to_string()).concat()
    };
    hand.split(' ').map(image).collect::<Vec<_>>().join(" ")
}

#[test]
fn maps_are_equations() {
    let text = shown_of("find --class", "0000 0001 0002\n0001 0010 0022");
    let lines = text.lines().skip_while(|line| !line.contains("by this map")).skip(1).take(4);
    let equations: Vec<&str> = lines.map(|line| line.split_once("becomes ").unwrap().1).collect();
    let row = "2 x place 1 + 2 x place 2 + 2 x place 3 + 2 x place 4 + 1";
    assert_eq!(equations, ["place 1", "place 2", "place 4", row]);
}

/// Each class of the lists of `classes` has the same numbers here, and the same representative.
#[test]
fn classes_of_all_sizes_are_those_of_the_lists() {
    for (features, sizes) in [(2, "0-9"), (3, "0-7"), (4, "0-7"), (5, "0-5"), (6, "0-4")] {
        let csv = ok(&format!("classes --features {features} --cards {sizes} --format csv -q"));
        let listed: Vec<ClassRow> = read(&csv);
        let listed: Vec<ClassRow> = listed.into_iter().filter(|row| row.cards > 0).collect();
        let found = classes(&format!("--features {features}"), &csv);
        assert_eq!(found.len(), listed.len(), "{features} features");
        for ((found, listed), class) in found.iter().zip(&listed).zip(1..) {
            assert_eq!(found.class, class, "all different");
            let is_small = 2 * listed.cards <= 3_usize.pow(features);
            assert!(!is_small || found.canonical == listed.representative, "{found:?}");
            assert_eq!((found.hands, found.stabilizer), (listed.hands, listed.stabilizer));
            let measures = [found.sets, found.in_sets, found.cards];
            assert_eq!(measures, [listed.sets, listed.in_sets, listed.cards]);
            assert_eq!(found.largest_cap, Some(listed.largest_cap));
            assert_eq!(found.disjoint_sets, Some(listed.disjoint_sets));
        }
        let numbers = ok(&format!("classes --features {features} --cards {sizes} --count -q"));
        for ClassCountRow { cards, hands, classes, .. } in read(&numbers) {
            let of_size = found.iter().filter(|row| row.cards == cards);
            assert!(of_size.clone().all(|row| row.classes == classes));
            let sum: u128 = of_size.map(|row| row.hands).sum();
            assert!(cards == 0 || Some(sum) == hands, "{cards} of {features} features");
        }
    }
}

#[test]
fn equivalent_hands_are_grouped_and_the_maps_carry_one_to_the_other() {
    let hands = ["0000 0001 0010 0112", "1111 1112 1121 1120", "0000 0001 0002 1111"];
    let all = hands.iter().flat_map(|hand| [(*hand).to_owned(), moved(hand)]);
    let all = all.collect::<Vec<_>>().join("\n");
    let found = classes("", &all);
    assert!(found.iter().map(|row| row.class).eq([1, 1, 2, 2, 3, 3]), "{found:?}");
    for (row, hand) in found.iter().zip(all.lines()) {
        let Some(first) = &row.equivalent_to else { continue };
        let first = all.lines().nth(first.parse::<usize>().unwrap() - 1).unwrap();
        let mut carried: Vec<_> = cards(first).iter().map(|card| image(row, card)).collect();
        let mut expected = cards(hand);
        carried.sort();
        expected.sort();
        assert_eq!(carried, expected);
    }
    let said = fed("find --class", all).ok();
    said.says("6 hands in 3 classes up to symmetry.\nHands 1 and 2 are equivalent.\n");
    said.says("Hands 3 and 4 are equivalent.\nHands 5 and 6 are equivalent.\n");
}

#[test]
fn sentences_list_ten_groups_of_ten_hands() {
    let cards = (0..81).map(|index| format!("@{index}\n\n")).collect::<String>();
    let said = fed("find --class", cards).ok();
    said.says("Hands 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 71 others are equivalent.\n");
    let deck: Vec<String> = (0..81).map(|index| format!("@{index}")).collect();
    let hands = (0..36).map(|cards| deck[..cards / 2 + 1].join(" ") + "\n\n");
    let said = fed("find --class", hands.collect::<String>()).ok();
    said.says("36 hands in 18 classes up to symmetry.\nHands 1 and 2 are equivalent.\n");
    said.says("Hands 19 and 20 are equivalent.\n8 other groups of equivalent hands: see `class`");
}

#[test]
fn two_hands_are_compared_in_words() {
    let compared = |hands: &str, expected: &str| {
        let text = shown_of("find --class", hands);
        assert!(text.ends_with(&format!("\n\n{expected}\n")), "{text}");
    };
    compared(
        "0000 0001\n2222 1012",
        "Hands 1 and 2 are equivalent: an affine map carries one to the other.",
    );
    compared(
        "0000 0001\n0000 0001 0002",
        "Hands 1 and 2 are not equivalent: they have 2 and 3 cards.",
    );
    compared(
        "0000 0001 0002\n0000 0001 0010",
        "Hands 1 and 2 are not equivalent: they have 1 and 0 sets.",
    );
    compared(
        "0000 0001 0002 0010 0100\n0000 0001 0010 0100 1000",
        "Hands 1 and 2 are not equivalent: they have 1 and 0 sets.",
    );
}

/// Words, letters, bits and places: the classes are those of the digits, and the text has the
/// notation of the input.
#[test]
fn any_notation_has_the_classes_of_the_digits() {
    let digits = classes("", "0000 0112 2101 0021 1111");
    let [words, bits, index] = ["words", "bits", "index"].map(|style| {
        let written = format!("find --as {style} --caps --format json");
        let json = json(&fed(&written, "0000 0112 2101 0021 1111").ok().stdout);
        let cards = json["hands"][0]["cards"].as_array().unwrap().clone();
        let texts = cards.iter().map(|card| card["card"].as_str().unwrap().to_owned());
        classes("", &texts.collect::<Vec<_>>().join("\n"))
    });
    for other in [words, bits, index] {
        assert_eq!(other[0].canonical, digits[0].canonical);
        assert_eq!(other[0].hands, digits[0].hands);
    }
}

/// No card of the second hand shows the third shape, so letters cannot write every card.
#[test]
fn canonical_forms_have_the_notation_of_the_hands_or_digits() {
    for (hand, form) in [
        ("2RSO 1GDT 3PWD 1RSO", "1RDD\n  1RDO\n  1GDD\n  1PDT\n"),
        ("2RSO 1GDT 3PSD", "0000\n  0001\n  0010\n"),
    ] {
        let text = shown_of("find --class", hand);
        assert!(text.ends_with(&format!("\nCanonical form:\n  {form}")), "{text}");
    }
}

#[test]
fn json_has_the_class_of_each_hand() {
    let json = json(&fed("find --class --format json", "0000 0001 0002").ok().stdout);
    let class = &json["hands"][0]["class"];
    assert_eq!(class["hands"], "1080");
    assert_eq!(class["stabilizer"], "1819584");
    assert_eq!(class["canonical"], "0000 0001 0002");
    assert_eq!(class["equivalent_to"], serde_json::Value::Null);
    assert_eq!(json["hands"][0]["sets"][0][2], "0002");
}

/// Symmetric hands take no longer than others: far below a second of processor time, where ten are
/// allowed.
#[cfg(unix)]
#[test]
fn symmetric_hands_are_classified_at_once() {
    let deck: Vec<String> = (0..81).map(|index| format!("@{index}")).collect();
    let directory = Directory::new();
    for (hand, hands) in [
        (&deck[..], 1),
        (&deck[1..], 81),
        (&deck[..27], 120),
        (&deck[27..], 120),
        (&deck[..9], 1170),
        (&deck[..40], 0),
    ] {
        directory.write("hand.txt", hand.join("\n"));
        let csv = directory.limited("-t 10", "find hand.txt --class --format csv -q").ok().stdout;
        let found: &HandClassRow = &read(&csv)[0];
        assert!(hands == 0 || found.hands == hands, "{found:?}");
        assert_eq!(found.hands * found.stabilizer, 1_965_150_720);
    }
}

#[test]
fn other_searches_are_refused_beside_it() {
    for option in ["--caps", "--ultrasets", "--ghost-sets", "--why"] {
        fed(&format!("find --class {option}"), "0000").failed(2, "cannot be used with");
    }
}
