//! `deal` and `puzzle`.

use crate::{Directory, distributions, fed, json, ok, read, run, shown};
use setodds::report::hands::{CardRow, SetRow};
use setodds::report::puzzles::PuzzleRow;
use std::collections::BTreeSet;

#[test]
fn a_hand_is_shown_in_words_digits_and_bits() {
    assert_eq!(
        ok("deal --cards 3 --seed 1 --format table"),
        "Hand 1: 3 cards, no sets\n\n\
         card                        digits  bits          index\n\
         three red striped diamonds  2002    001100100001  @56\n\
         two red solid diamonds      1000    010100100100  @27\n\
         one green open diamond      0011    100100010010  @4\n"
    );
    let with_sets = ok("deal --cards 12 --seed 1 --sets --format table");
    assert_eq!(with_sets.matches("\nSet ").count(), 5);
}

#[test]
fn dealt_hands_can_be_searched() {
    let hands = ok("deal --cards 12 --hands 20 --seed 4");
    assert!(hands.starts_with("hand,card,digits,bits,index\n"));
    assert_eq!(read::<CardRow>(&hands).len(), 20 * 12);
    let found = fed("find --as words --format csv", hands);
    assert_eq!(found.stdout, ok("deal --cards 12 --hands 20 --seed 4 --sets"));
    assert!(read::<SetRow>(&found.stdout).len() > 20, "{}", found.stdout);
}

#[test]
fn the_dealt_hands_are_those_that_simulate_counts() {
    let sets = ok("deal --cards 15 --hands 300 --seed 9 --sets");
    let simulated = ok("simulate --cards 15 --deals 300 --seed 9");
    let simulated = distributions(&simulated);
    let total: u128 = simulated.iter().map(|row| row.value as u128 * row.count).sum();
    assert_eq!(read::<SetRow>(&sets).len() as u128, total);
}

#[test]
fn a_deal_without_a_seed_says_its_seed() {
    let said = run("deal --cards 5");
    let seed = said.stderr.lines().find_map(|line| line.strip_prefix("seed ")).unwrap();
    assert_eq!(ok(&format!("deal --cards 5 --seed {seed}")), said.stdout);
}

/// `--` ends the options, so the seed must come before it.
#[test]
fn a_drawn_seed_is_an_option_of_the_recorded_command() {
    let command = json(&ok("deal --cards 5 --format json --"))["provenance"]["command"].to_string();
    assert!(command.contains(" --seed ") && command.ends_with(" --\""), "{command}");
}

#[test]
fn a_puzzle_has_as_many_sets_as_it_should() {
    for (words, cards, sets) in [
        ("puzzle --seed 1", 9, 4),
        ("puzzle --seed 1 --cards 12", 12, 6),
        ("puzzle --seed 1 --cards 12 --sets 0", 12, 0),
        ("puzzle --seed 1 --cards 4 --sets 1 --features 5", 4, 1),
    ] {
        let puzzle = shown(words);
        let sets_text = if sets == 0 { "no sets".to_owned() } else { format!("{sets} set") };
        let headline = format!("Hand 1: {cards} cards, {sets_text}");
        assert!(puzzle.starts_with(&headline), "{puzzle}");
        assert_eq!(puzzle.matches("\nSet ").count(), sets);
        assert_eq!(shown(&format!("{words} --threads 3 -q")), puzzle);
        let rows: Vec<PuzzleRow> = read(&ok(&format!("{words} -q")));
        assert!(rows.iter().all(|row| (row.cards, row.sets) == (cards, sets)), "{rows:?}");
        assert_eq!(rows.iter().filter(|row| row.set.is_some()).count(), sets);
    }
}

#[test]
fn a_puzzle_that_cannot_be_is_refused() {
    for (words, reason) in [
        ("puzzle --cards 12 --sets 15", "no hand of 12 cards holds exactly 15 sets"),
        ("puzzle --cards 21 --sets 0", "every hand of over 20 cards holds a set"),
        ("puzzle --cards 100", "100 cards are more than the 81"),
        ("puzzle --cards 2 --sets 1", "no hand of 2 cards holds exactly 1 set ("),
        (
            "puzzle --cards 12 --sets 14 --deals 1M",
            "only 1 in 23,320,000 does, and --deals is 1,000,000; raise --deals or ask",
        ),
        (
            "puzzle --cards 20 --sets 0",
            "only 1 in 6,880,000,000,000 does, too few for a search of 1,000,000,000 deals; give",
        ),
        ("puzzle --cards 40 --sets 20", "no hand of 40 cards holds exactly 20 sets (84 at least"),
        (
            "puzzle --cards 300 --features 6",
            "standard deviations from the mean; ask for another number",
        ),
        ("puzzle --count 3 --nine", "--nine is for a page to print; add -o FILE.html"),
        ("puzzle -o p.html --format json", "--format does not apply to FILE.html"),
        ("puzzle --count 0", "must be at least 1"),
        ("puzzle --from 2026-02-29", "`2026-02-29` is not a valid date: 2026 has no 29 February"),
        ("puzzle --from 2026-02-32", "`2026-02-32` is not a valid date; give one like 2026-01-01"),
        ("puzzle --from today", "a puzzle depends on its date, never on the clock"),
        ("puzzle --days 3", "--from"),
        ("puzzle --count 3 --from 2026-01-01", "cannot be used with"),
        ("puzzle --from 9999-12-31 --days 9", ""),
    ] {
        Directory::new().refused(words, reason);
    }
}

#[test]
fn a_vain_search_ends_and_says_what_it_has_learnt() {
    run("puzzle --features 5 --cards 31 --sets 42 --deals 20k --seed 1")
        .failed(1, "none of 20,000 deals")
        .says("rarer than 1 in 5,4");
    run("puzzle --features 2 --cards 4 --sets 1 --count 100 --seed 1 -q")
        .failed(1, "after 72 puzzles");
    // All counts of hands of 9 cards are known.
    run("puzzle --cards 9 --sets 6 --deals 2k --seed 1 -q").failed(
        1,
        "none of 2,000 deals of 9 cards holds exactly 6 sets, though 1 in 23,460 does: 92 % of \
         such searches fail; raise --deals to go on",
    );
    // Progress shows no fraction of the deals, since most searches need only a few of them.
    let said = run("puzzle --cards 9 --sets 6 --deals 2k --seed 1 --progress always");
    said.says("\n2,000 deals, ").says("; chance of a hit so far: 8.17 %\n");
}

#[test]
fn many_puzzles_are_rows_of_sets_and_no_two_are_alike() {
    let words = "puzzle --features 2 --cards 4 --sets 1 --count 40 --seed 1 -q --format csv";
    let csv = ok(words);
    assert!(csv.starts_with("puzzle,date,features,cards,sets,layout,sets_of_cards,most_frequent_"));
    let puzzles: Vec<PuzzleRow> = read(&csv);
    let layouts: BTreeSet<Vec<String>> = puzzles.iter().map(|it| sorted(&it.layout)).collect();
    assert_eq!((puzzles.len(), layouts.len()), (40, 40));
    assert_eq!(csv, ok(&format!("{words} --threads 1")));
    let none: Vec<PuzzleRow> = read(&ok(&format!("{words} --solutions none")));
    assert!(none.iter().all(|row| row.set.is_none() && row.sets_of_cards.is_empty()), "{none:?}");
    let unsolved = json(&ok("puzzle --seed 1 -q --solutions none --format json"));
    let first = json(&ok("puzzle --seed 1 -q --format json"));
    assert_eq!(first["puzzles"][0]["sets"].as_array().unwrap().len(), 4);
    assert_eq!(unsolved["puzzles"][0]["cards"], first["puzzles"][0]["cards"]);
    assert!(unsolved["puzzles"][0].get("sets").is_none(), "{unsolved}");
    assert!(!shown("puzzle --seed 1 -q --solutions none").contains("Set 1"));
}

/// A single puzzle has the same form as a list of one.
#[test]
fn one_puzzle_is_the_first_of_many() {
    for form in ["csv", "json", "table", "markdown"] {
        let [one, list] = ["", " --count 1"]
            .map(|count| ok(&format!("puzzle --seed 1 -q{count} --format {form}")));
        assert_eq!(one, list.replace(" --count 1", ""), "{form}");
    }
    let csv = ok("puzzle --seed 1 -q");
    assert!(ok("puzzle --seed 1 -q --count 2").starts_with(&csv));
    // The cards can be read by `find`.
    let found: Vec<SetRow> = read(&fed("find", csv.as_str()).ok().stdout);
    let found = found.into_iter().map(|it| [it.card1, it.card2, it.card3].map(Some));
    let rows = read::<PuzzleRow>(&csv).into_iter().map(|it| [it.card1, it.card2, it.card3]);
    assert_eq!(found.collect::<Vec<_>>(), rows.collect::<Vec<_>>());
}

/// Returns the cards of a list in sorted order.
fn sorted(cards: &str) -> Vec<String> {
    let mut cards: Vec<String> = cards.split(' ').map(str::to_owned).collect();
    cards.sort_unstable();
    cards
}

#[test]
fn a_puzzle_of_a_date_depends_on_nothing_else() {
    let of = |words: &str| ok(&format!("puzzle --seed 1 -q --format csv {words}"));
    let month = of("--from 2026-02-01 --days 31");
    let day = of("--from 2026-03-01");
    let last: Vec<&str> = month.lines().filter(|line| line.contains(",2026-03-01,")).collect();
    let alone: Vec<&str> = day.lines().skip(1).collect();
    assert_eq!((last.len(), alone.len()), (4, 4));
    for (last, alone) in last.iter().zip(&alone) {
        assert_eq!(last.split_once(',').unwrap().1, alone.split_once(',').unwrap().1);
    }
    // Without a seed, everyone gets the same puzzle for a date.
    assert_eq!(ok("puzzle -q --format csv --from 2026-03-01"), day);
    // A change of this pinned value needs a new scheme version.
    assert!(alone[0].contains(",0011 0100 0202 0111 0222 0112 0120 0110 2021,"), "{day}");
    let text = shown("puzzle --seed 1 -q --from 2026-03-01 --days 2");
    assert!(text.starts_with("Hand 2026-03-01: 9 cards, 4 sets\n"), "{text}");
    assert!(text.contains("\nSolution of Hand 2026-03-02: 9 cards, 4 sets\n\nSet 1:"), "{text}");
}

#[test]
fn a_puzzle_says_how_rare_it_is() {
    run("puzzle --cards 12 --sets 6 --seed 1").says("1 deal in 42.88 qualifies");
}

#[test]
fn puzzles_are_printed_with_cards_as_symbols() {
    let directory = Directory::new();
    directory.run("puzzle --count 3 --nine --seed 1 -o p.html -o p.csv").no_stdout();
    let html = directory.read("p.html");
    assert_eq!(html.matches("<section class=\"puzzle\">").count(), 3);
    assert_eq!(html.matches("<svg class=\"card").count(), 3 * 9);
    assert!(html.contains("repeat(3,1fr)/repeat(3,1fr)") && html.contains("<h2>Solutions</h2>"));
    assert!(html.contains("Seed 1. setodds puzzle --count 3 --nine --seed 1"));
    assert_eq!(read::<PuzzleRow>(&directory.read("p.csv")).len(), 12);
    directory.ok("puzzle --solutions none --seed 1 -q -o one.html");
    let html = directory.read("one.html");
    assert!(!html.contains("Solutions"), "{html}");
}
