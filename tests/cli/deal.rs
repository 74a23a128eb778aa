//! `deal` and `puzzle`.

use crate::{ok, rows, run, said, setodds};

#[test]
fn a_hand_is_shown_in_words_digits_and_bits() {
    assert_eq!(
        ok("deal --cards 3 --seed 1"),
        "Hand 1: 3 cards, no sets\n\n\
         card                     digits  bits          index\n\
         3 diamond red shaded     2002    001100100001  @56\n\
         2 diamond red solid      1000    010100100100  @27\n\
         1 diamond green outline  0011    100100010010  @4\n"
    );
    let with_sets = ok("deal --cards 12 --seed 1 --sets");
    assert_eq!(with_sets.matches("\nSet ").count(), 5);
}

#[test]
fn dealt_hands_can_be_searched() {
    let hands = ok("deal --cards 12 --hands 20 --seed 4 --format csv");
    assert!(hands.starts_with("hand,card,digits,bits,index\n"));
    assert_eq!(rows(&hands).len(), 20 * 12);
    let found = said(setodds().args(["find", "--format", "csv"]).write_stdin(hands));
    assert_eq!(found.stdout, ok("deal --cards 12 --hands 20 --seed 4 --format csv --sets"));
    assert!(rows(&found.stdout).len() > 20, "{}", found.stdout);
}

#[test]
fn the_dealt_hands_are_those_that_simulate_counts() {
    let sets = ok("deal --cards 15 --hands 300 --seed 9 --format csv --sets");
    let simulated = ok("simulate --cards 15 --deals 300 --seed 9");
    let total: usize = rows(&simulated)
        .iter()
        .map(|row| row[3].parse::<usize>().unwrap() * row[4].parse::<usize>().unwrap())
        .sum();
    assert_eq!(rows(&sets).len(), total);
}

#[test]
fn a_deal_without_a_seed_says_its_seed() {
    let said = run("deal --cards 5");
    let seed = said.stderr.trim().strip_prefix("seed ").unwrap().to_owned();
    assert_eq!(ok(&format!("deal --cards 5 --seed {seed}")), said.stdout);
}

#[test]
fn a_puzzle_has_as_many_sets_as_it_should() {
    for (words, cards, sets) in [
        ("puzzle --seed 1", 9, 4),
        ("puzzle --seed 1 --cards 12", 12, 6),
        ("puzzle --seed 1 --cards 12 --sets 0", 12, 0),
        ("puzzle --seed 1 --cards 4 --sets 1 --features 5", 4, 1),
    ] {
        let puzzle = run(words);
        assert_eq!(puzzle.code, Some(0), "{}", puzzle.stderr);
        let sets_text = if sets == 0 { "no sets".to_owned() } else { format!("{sets} set") };
        let headline = format!("Hand 1: {cards} cards, {sets_text}");
        assert!(puzzle.stdout.starts_with(&headline), "{}", puzzle.stdout);
        assert_eq!(puzzle.stdout.matches("\nSet ").count(), sets);
        assert_eq!(ok(&format!("{words} --threads 3 -q")), puzzle.stdout);
    }
}

#[test]
fn a_puzzle_that_cannot_be_is_refused() {
    for (words, reason) in [
        ("puzzle --cards 12 --sets 15", "no hand of 12 cards holds exactly 15 sets"),
        ("puzzle --cards 21 --sets 0", "every hand of over 20 cards holds a set"),
        ("puzzle --cards 100", "100 cards are more than the 81"),
        ("puzzle --cards 2", "no hand of 2 cards holds exactly 1 sets"),
        (
            "puzzle --cards 12 --sets 14 --deals 1M",
            "only 1 in 23,320,000 does, and --deals grants 1,000,000",
        ),
        ("puzzle --cards 20 --sets 0", "very unlikely"),
        ("puzzle --cards 40", "standard deviations from the mean"),
        ("puzzle --cards 300 --features 6", "standard deviations from the mean"),
    ] {
        let said = run(words);
        assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""), "{words}");
        assert!(said.stderr.contains(reason), "{words}: {}", said.stderr);
    }
}

#[test]
fn a_vain_search_ends_and_says_what_it_has_learnt() {
    let said = run("puzzle --cards 30 --sets 75 --deals 20k --seed 1");
    assert_eq!((said.code, said.stdout.as_str()), (Some(1), ""));
    assert!(said.stderr.contains("none of 20,000 deals"), "{}", said.stderr);
    assert!(said.stderr.contains("rarer than 1 in 5,4"), "{}", said.stderr);
}
