//! `setodds find --why`: reasons why cards are not a set.

use crate::{fed, json, read, shown_of};
use setodds::report::near_sets::NearSetRow;

const THREE: &str =
    "two red striped diamonds\ntwo red striped ovals\ntwo green striped squiggles\n";

#[test]
fn three_cards_are_explained_feature_by_feature() {
    assert_eq!(
        shown_of("find --why", THREE),
        "Hand 1: 3 cards, no sets\n\n\
         Not a set: in 1 feature two values are equal and the third one differs.\n\n\
         feature  first card  second card  third card  the values are\n\
         number   two         two          two         all equal\n\
         colour   red         red          green       only the third differs\n\
         texture  striped     striped      striped     all equal\n\
         shape    diamonds    ovals        squiggles   all different\n\n\
         pair                                                    completed by\n\
         two red striped diamonds + two red striped ovals        two red striped squiggles\n\
         two red striped diamonds + two green striped squiggles  two purple striped ovals\n\
         two red striped ovals + two green striped squiggles     two purple striped diamonds\n"
    );
    let set = shown_of("find --why", "2RFO 2RFD 2RFS");
    assert!(set.contains("\nA set: every feature is all equal or all different.\n"), "{set}");
}

#[test]
fn a_row_has_what_fails_and_what_completes() {
    let rows: Vec<NearSetRow> =
        read(&fed("find --why --format csv", "1212\n1222\n3132").ok().stdout);
    let [row] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!((row.failing, row.mixed.as_str()), (2, "place 1: 1, 1, 3; place 2: 2, 2, 1"));
    assert_eq!((row.equal.as_str(), row.different.as_str()), ("place 4", "place 3"));
    let completing = [&row.completes_1_2, &row.completes_1_3, &row.completes_2_3];
    assert_eq!(completing.map(String::as_str), ["1232", "2322", "2312"]);
}

/// The nearest triples of a hand without a set are compared with a direct computation.
#[test]
fn larger_hands_list_the_nearest_triples() {
    let hand = "0000 0001 0010 0011 0100 0101";
    let cards: Vec<&[u8]> = hand.split(' ').map(str::as_bytes).collect();
    let failing = |[a, b, c]: [usize; 3]| {
        let is_mixed = |&at: &usize| {
            let [a, b, c] = [a, b, c].map(|place| cards[place][at]);
            [a == b, b == c, a == c].into_iter().filter(|&equal| equal).count() == 1
        };
        (0..4).filter(is_mixed).count()
    };
    let mut triples = Vec::new();
    for a in 0..6 {
        for b in a + 1..6 {
            triples.extend((b + 1..6).map(|c| [a, b, c]));
        }
    }
    let fewest = triples.iter().map(|&it| failing(it)).min().unwrap();
    triples.retain(|&triple| failing(triple) == fewest);
    let rows: Vec<NearSetRow> = read(&fed("find --why --format csv", hand).ok().stdout);
    assert!(rows.iter().all(|row| row.failing == fewest));
    let found = rows.iter().map(|row| [&row.card1, &row.card2, &row.card3].map(String::as_bytes));
    assert!(found.eq(triples.iter().map(|triple| triple.map(|place| cards[place]))));
    let text = shown_of("find --why", hand);
    let sentence =
        format!("No three cards are a set. The nearest, {} triples, fail in", triples.len());
    assert!(text.contains(&sentence), "{text}");
    assert!(text.contains("\nTriple 1, place 3: 0, 0, 1; place 4: 0, 1, 0\n  0000\n"), "{text}");
}

#[test]
fn a_hand_with_a_set_is_said_to_hold_it() {
    let text = shown_of("find --why", "0000 0001 0002 0010");
    assert_eq!(
        text,
        "Hand 1: 4 cards, 1 set\n\n\
         The hand holds a set: every feature is all equal or all different.\n\n\
         Set 1:\n  0000\n  0001\n  0002\n"
    );
    let json = json(&fed("find --why --format json", "0000 0001 0002 0010").ok().stdout);
    assert_eq!(json["hands"][0]["near_sets"][0]["failing"], 0);
}

#[test]
fn json_names_the_odd_card() {
    let json = json(&fed("find --why --format json", THREE).ok().stdout);
    let triple = &json["hands"][0]["near_sets"][0];
    assert_eq!(triple["failing"], 1);
    let colour = serde_json::json!({
        "feature": "colour", "values": ["red", "red", "green"], "agreement": "mixed", "odd": 3
    });
    assert!(triple["features"].as_array().unwrap().contains(&colour), "{triple}");
    assert_eq!(triple["completed_by"][0], "two red striped squiggles");
}

#[test]
fn decks_of_all_sizes_are_explained() {
    for features in 2..=6 {
        let zeros = "0".repeat(features - 1);
        let hand = format!("{zeros}0\n{}\n{zeros}1\n", "1".repeat(features));
        let found = fed(&format!("find --why --features {features} --format csv"), hand).ok();
        let rows: Vec<NearSetRow> = read(&found.stdout);
        assert_eq!(rows[0].failing, features);
    }
}

#[test]
fn each_hand_is_explained_if_it_has_three_cards() {
    let text = shown_of("find --hand-a-line --why", "0000 0001 0002\n0010 0011\n");
    assert!(text.contains("\nA set: every feature is all equal or all different.\n"), "{text}");
    assert!(text.ends_with("\n\nHand 2: 2 cards, no sets\n\nA set has three cards.\n"), "{text}");
    let rows: Vec<NearSetRow> = read(
        &fed("find --hand-a-line --why --format csv", "0000 0001\n0000 0001 0010 0012").ok().stdout,
    );
    assert!(rows.iter().map(|row| (&*row.hand, row.triple)).eq([("2", 1), ("2", 2)]));
}

#[test]
fn other_searches_are_refused_beside_it() {
    fed("find --why", "").failed(2, "holds no card");
    for option in ["--caps", "--ultrasets"] {
        fed(&format!("find --why {option}"), "0000").failed(2, "cannot be used with");
    }
}
