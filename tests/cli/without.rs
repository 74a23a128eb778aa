//! `--without`: decks with missing cards.

use crate::{Directory, distributions, fed, json, ok, read, refused, run, shown};
use setodds::report::hands::CardRow;
use setodds_engine::card::{Card, Deck};
use setodds_engine::hand::sets;
use std::fmt::Write;

/// Writes the cards whose first feature is not 0; without them, a deck of four features becomes one
/// of three.
fn others(directory: &Directory) {
    let mut text = String::new();
    for number in 27..81 {
        writeln!(text, "@{number}").unwrap();
    }
    directory.write("others.txt", text);
}

#[test]
fn a_junior_deck_gives_the_hands_of_three_features() {
    let directory = Directory::new();
    others(&directory);
    let of_both = |words: &str| {
        let junior = directory.ok(&format!("{words} --without others.txt")).stdout;
        (junior, ok(&format!("{words} --features 3")))
    };
    let (junior, three) = of_both("simulate --cards 3,9,12 --deals 20k --seed 5 --format csv");
    let counts = |csv: &str| -> Vec<_> {
        distributions(csv).iter().map(|it| (it.cards, it.value, it.count)).collect()
    };
    assert_eq!(counts(&junior), counts(&three));
    assert!(distributions(&junior).iter().all(|it| it.exact_probability.is_none()));
    assert!(distributions(&three).iter().all(|it| it.exact_probability.is_some()));
    let (junior, three) = of_both("deal --cards 12 --hands 50 --seed 5 --format csv");
    let numbers =
        |csv: &str| -> Vec<_> { read::<CardRow>(csv).iter().map(|it| it.index).collect() };
    assert_eq!(numbers(&junior), numbers(&three));
}

/// Without the cards of one set, 962 of the 76,076 hands of three of the other 78 cards are sets.
#[test]
fn a_lost_set_leaves_as_many_as_counting_all_hands_finds() {
    let left: Vec<Card> = Deck::GAME.cards().skip(3).collect();
    assert_eq!(sets(&left, Deck::GAME).count(), 962);
    let csv = fed("simulate --cards 3 --deals 10M --seed 6 --without - --format csv", "@0 @1 @2");
    let none = &distributions(&csv.ok().stdout)[0];
    let exact: f64 = 1.0 - 962.0 / 76_076.0;
    let error = (exact * (1.0 - exact) / 1e7).sqrt();
    assert!((none.probability - exact).abs() < 4.0 * error, "{} {exact}", none.probability);
}

#[test]
fn cards_are_written_in_any_notation_and_recorded_by_number() {
    let directory = Directory::new();
    directory.write("words.txt", "two green solid ovals\n# and\nthree red striped diamonds\n");
    directory.write("cards.csv", "hand,card\n1,1GSO\n1,3PTD\n");
    let words = "simulate --cards 12 --deals 2k --seed 1";
    let said = directory.ok(&format!("{words} --without words.txt --format table"));
    let numbers = said.stdout.split("(81 without ").nth(1).expect(&said.stdout);
    let numbers = numbers.split(')').next().unwrap();
    let by_number = directory.ok(&format!("{words} --without {numbers} --format json")).stdout;
    let by_words = directory.ok(&format!("{words} --without words.txt --format json")).stdout;
    let [by_words, by_number] = [json(&by_words), json(&by_number)];
    assert_eq!(by_words["distribution"], by_number["distribution"]);
    assert_eq!(by_words["provenance"]["without"], numbers);
    assert_eq!(by_words["distribution"][0]["without"], numbers);
    let said = directory.ok(&format!("{words} --without cards.csv"));
    assert!(said.stdout.contains(",without\n"), "{}", said.stdout);
}

/// Spelling options apply to the file, not to the deck.
#[test]
fn a_list_may_be_spelled_in_own_ways() {
    let directory = Directory::new();
    directory.write("digits.txt", "1111\n2222\n");
    directory.write("letters.txt", "1RAX 2GBY");
    let values = "1,2,3;R,G,B;A,B,C;X,Y,Z";
    for (part, words, missing) in [
        ("1.part", "--without digits.txt --numbers-from 1", "@0,40"),
        ("2.part", "--without digits.txt --numbers-from 0", "@40,80"),
        ("3.part", &format!("--without letters.txt --values {values}"), "@0,40"),
    ] {
        let words = format!("simulate --deals 1k --seed 1 {words} --checkpoint {part}");
        let said = directory.ok(&format!("{words} --format csv"));
        assert!(said.stdout.contains(missing), "{}", said.stdout);
        assert!(!directory.read(part).contains("numbers-from"));
    }
    refused("deal --numbers-from 1", "describe the file of --without");
}

#[test]
fn nothing_exact_is_shown_beside_a_deck_without_some_cards() {
    for words in ["simulate --cards 12 --deals 10k", "simulate --measure set-types --deals 1k"] {
        assert!(shown(&format!("{words} --seed 1")).contains("exact"), "{words}");
    }
    let lost = shown("simulate --cards 12 --deals 10k --seed 1 --without @70");
    assert!(lost.contains("deck of 80 (81 without @70)") && !lost.contains("exact"), "{lost}");
}

/// A picture names the missing cards; decks that cannot be told apart are not mixed.
#[test]
fn pictures_tell_what_the_deck_is_without() {
    let directory = Directory::new();
    for (name, words) in [
        ("full", "simulate --cards 12 --deals 10k --seed 1"),
        ("lost", "simulate --cards 12 --deals 10k --seed 1 --without @70"),
        ("exact", "odds 12 --format csv"),
    ] {
        directory.ok(&format!("{words} -o {name}.csv"));
    }
    directory.ok("plot lost.csv -o x.svg");
    assert!(directory.read("x.svg").contains("The deck was without the cards @70."));
    directory.ok("plot full.csv -o x.svg");
    assert!(!directory.read("x.svg").contains("was without"));
    let message = "of several decks (the full deck, the deck without @70)";
    directory.refused("plot lost.csv exact.csv -o x.svg", message);
    let table = directory.ok("table full.csv lost.csv").stdout;
    assert!(table.contains("sets, 4 features without @70"), "{table}");
}

#[test]
fn shards_and_checkpoints_know_the_missing_cards() {
    let directory = Directory::new();
    others(&directory);
    let words = "simulate --cards 9 --deals 100k --seed 1 --without others.txt";
    for shard in 1..=2 {
        directory.ok(&format!("{words} --shard {shard}/2 -o {shard}.part"));
    }
    let merged = directory.ok("merge 1.part 2.part --format csv");
    assert_eq!(merged.stdout, directory.ok(words).stdout);
    directory.ok(&format!("{words} --checkpoint all.part"));
    let full = words.replace("others.txt", "@1");
    directory.refused(&format!("{full} --checkpoint all.part"), "all.part");
}

#[test]
fn puzzles_hold_none_of_the_missing_cards() {
    let directory = Directory::new();
    others(&directory);
    let words = "puzzle --seed 1 --count 20 --without others.txt --solutions none --format csv";
    let puzzles = directory.ok(words).stdout;
    let digits: Vec<&str> = puzzles.split(|it: char| !it.is_ascii_digit()).collect();
    let cards: Vec<&str> = digits.into_iter().filter(|it| it.len() == 4).collect();
    assert!(cards.len() >= 180 && cards.iter().all(|it| it.starts_with('0')), "{puzzles}");
    let said = run("puzzle --seed 1 --cards 12 --sets 13 --deals 10k --without @0-59,70");
    said.failed(1, "none of 10,000 deals");
}

#[test]
fn what_a_deck_cannot_be_without_is_refused() {
    let directory = Directory::new();
    directory.write("empty.txt", "# nothing\n");
    directory.write("twice.txt", "0000 0001\n\n0001\n");
    directory.write("wrong.txt", "0000\nfoo\n");
    directory.write("open.txt", "1111\n2222\n");
    directory.write("all.txt", (0..81).map(|it| format!("@{it}\n")).collect::<String>());
    for command in ["simulate", "deal", "puzzle"] {
        for (file, expected) in [
            ("none.txt", "cannot read none.txt"),
            ("empty.txt", "empty.txt: the input holds no card"),
            ("twice.txt", "twice.txt, line 3: `0001` is already in the list on line 1; remove one"),
            ("wrong.txt", "wrong.txt, line 2"),
            ("all.txt", "all.txt: without these cards no card of the deck is left"),
            ("open.txt", "open.txt: digits 1 and 2 alone may be from 0 to 2 or from 1 to 3"),
            ("@81", "--without: card 81 is not in the deck"),
            ("@0,0", "--without: the card @0 is named twice; remove one"),
            ("@0-3,2", "--without: the card @2 is named twice; remove one"),
            ("@1-x", "--without: `@1-x` is not a valid list of cards"),
        ] {
            directory.refused(&format!("{command} --seed 1 --without {file}"), expected);
        }
    }
    for (words, expected) in [
        ("simulate --values 1", "`1`: a deck has 2 to 6 features, not 1"),
        ("simulate --cards 81", "81 cards are more than the 80 left of the deck"),
        ("deal --cards 81", "81 cards are more than the 80 left of the deck"),
        ("puzzle --cards 81", "81 cards are more than the 80 left of the deck"),
        ("simulate --measure greedy-cap", "a cap is complete where no card of the whole deck can"),
        ("simulate --measure set-types", "how the sets of one hand vary together is known of no"),
    ] {
        refused(&format!("{words} --without @7"), expected);
    }
}
