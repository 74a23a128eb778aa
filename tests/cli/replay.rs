//! `play --log` and `play --replay`: games go out and come in.

use crate::{Directory, fed, json, ok, read, refused, run, shown_of};
use setodds::report::games::StageRow;
use setodds::report::games::replay::ReplayRow;
use setodds::report::hands::CardRow;
use std::collections::BTreeMap;

/// The sets on the tables of each stage of a game, and how often.
type Stages = BTreeMap<(usize, usize, String, usize), u128>;

fn of_replay(csv: &str) -> Stages {
    let mut stages = Stages::new();
    // A table without a card is not a stage.
    for row in read::<ReplayRow>(csv).into_iter().filter(|row| row.table > 0) {
        *stages.entry((row.in_deck, row.table, row.arrival.to_string(), row.sets)).or_default() +=
            1;
    }
    stages
}

fn of_run(csv: &str) -> Stages {
    let seen = read::<StageRow>(csv).into_iter().filter(|row| row.count > 0);
    seen.map(|row| ((row.in_deck, row.table, row.arrival.to_string(), row.sets), row.count))
        .collect()
}

/// What a log replays is what the run has counted, by any policy and by any rules.
#[test]
fn replayed_logs_have_the_figures_of_the_run() {
    let directory = Directory::new();
    directory.write("lost.txt", "@3\n@70\n");
    for (policy, rules) in [
        ("random", ""),
        ("clear", ""),
        ("first", "--start 81"),
        ("similar", "--last-hidden"),
        ("different", "--features 3 --deal 1"),
        ("random", "--when-stuck stop --features 5"),
        ("most-left", "--without lost.txt --refill 15"),
    ] {
        let words = format!("play --games 40 --seed 5 --policy {policy} {rules} --table stages");
        let run = directory.ok(&format!("{words} --log games.txt"));
        assert_eq!(run.stdout, directory.ok(&words).stdout, "{words}");
        let replayed = directory.ok(&format!("play --replay games.txt {rules} --format csv"));
        replayed.says("read 40 games");
        assert_eq!(of_replay(&replayed.stdout), of_run(&run.stdout), "{words}");
        let log = directory.read("games.txt");
        assert!(log.starts_with("# setodds play ") && log.contains(policy), "{log}");
        let rows = read::<ReplayRow>(&replayed.stdout);
        let taken = rows.iter().filter(|row| row.taken.is_some()).count();
        assert_eq!(log.matches("\nset: ").count(), taken);
    }
}

#[test]
fn a_log_goes_through_a_pipe() {
    let log = run("play --games 2 --seed 1 --policy first --log - -q").ok().stdout;
    assert!(log.starts_with("# setodds play --games 2") && log.matches("\ndeck: ").count() == 2);
    let shown = shown_of("play --replay -", log.as_str());
    assert!(shown.contains("game 2\n  1. 12 cards, 69 in the deck: "), "{shown}");
    let replayed = fed("play --replay - --format json", log).ok();
    let replayed = json(&replayed.stdout);
    assert_eq!(replayed["replay"][0]["in_deck"], 69);
    assert_eq!(replayed["provenance"]["read"], "2 games");
}

/// A game as people write it down: in words, a card a line, with a set that nobody saw.
#[test]
fn a_log_by_hand_is_read_in_words() {
    let words = ok("deal --cards 81 --seed 3 --format csv");
    let names: BTreeMap<String, String> =
        read::<CardRow>(&words).into_iter().map(|row| (row.digits, row.card)).collect();
    let log = ok("play --games 1 --seed 2 --policy first --log - -q");
    let in_words = |cards: &str, between: &str| {
        let cards: Vec<&str> = cards.split(' ').map(|card| &*names[card]).collect();
        cards.join(between)
    };
    let mut by_hand = "# Sunday\nGame: the first of us\n".to_owned();
    for line in log.lines() {
        if let Some(cards) = line.strip_prefix("deck: ") {
            by_hand += &format!("Deck {}\n", in_words(cards, "\nDeck "));
        } else if let Some(cards) = line.strip_prefix("set: ") {
            by_hand += &format!("set {}  # seen\n", in_words(cards, ", "));
        }
    }
    let replay = "play --replay - --format csv";
    let (by_hand_csv, csv) = (fed(replay, &*by_hand).ok().stdout, fed(replay, log).ok().stdout);
    assert_eq!(of_replay(&by_hand_csv), of_replay(&csv));
    let rows = read::<ReplayRow>(&by_hand_csv);
    assert!(rows.iter().all(|row| row.game == "the first of us"));
    assert!(rows[0].taken.as_ref().unwrap().contains("solid"), "{by_hand_csv}");

    let dealt = by_hand.replacen("set ", "deal\nset ", 1);
    let shown = shown_of("play --replay -", dealt);
    assert!(shown.contains("  2. 15 cards, 66 in the deck: "), "{shown}");
    assert!(shown.contains("On 1 table lay a set, and none was taken."), "{shown}");
}

/// The table without a set says how often as many random cards hold none: some 3.23 % of 12 cards.
#[test]
fn tables_without_a_set_say_how_likely_that_is() {
    let log = ok("play --games 40 --seed 1 --log - -q");
    let shown = shown_of("play --replay -", &*log);
    assert!(shown.contains("12 cards, 57 in the deck: no set, as in 3.2302 % of hands"), "{shown}");
    let line = shown.lines().find(|line| line.contains("tables of 12 cards")).unwrap();
    assert!(line.starts_with("No set on ") && line.ends_with("in 3.2302 % of hands)."), "{line}");
    let rows = read::<ReplayRow>(&fed("play --replay - --format csv", log).ok().stdout);
    for row in rows.iter().filter(|row| row.table == 12) {
        assert!((row.no_set_probability.unwrap() - 325_432_404.0 / 10_074_689_485.0).abs() < 1e-12);
    }
}

#[test]
fn an_impossible_log_is_refused_with_its_line() {
    let log = ok("play --games 1 --seed 1 --policy first --log - -q");
    let lines: Vec<&str> = log.lines().collect();
    let deck = lines[2].strip_prefix("deck: ").unwrap();
    let cards: Vec<&str> = deck.split(' ').collect();
    let [first, last] = [cards[0], cards[80]];
    let with = |line: &str| format!("{}\n{line}\n", lines[..3].join("\n"));
    let after = |line: &str| format!("{log}{line}\n");
    for (log, expected) in [
        (with(&format!("set: {} {} {}", cards[0], cards[1], cards[3])), "line 4: the three cards"),
        (with(&format!("set: {} {}", cards[0], cards[1])), "line 4: a set has three cards, not 2"),
        (with(&format!("set: {first} {first} {last}")), "line 4: "),
        (
            with(&format!("set: {first} {} {last}", cards[1])),
            &format!("line 4: `{last}`: this card"),
        ),
        (after(lines[3]), "it is not in the game any more"),
        (after("deal"), "no card is left to deal"),
        (with("set: x y z"), "line 4: "),
        (with("take: x"), "line 4: `take` is not valid"),
        (with(&format!("game 1\ndeck: {deck}")), "line 4: game 1 is in line 2 already"),
        (with("game 2"), "line 4: this game has no deck"),
        (with("").replace(last, ""), "line 3: the order of the deck has 80 of the 81"),
        (with("").replace(last, first), &format!("line 3: `{first}` is already on line 3")),
        ("set: 0000 0001 0002".to_owned(), "line 1: no deck is given before"),
        (String::new(), "stdin holds no game"),
        ("# nothing".to_owned(), "stdin holds no game"),
    ] {
        fed("play --replay -", log).failed(2, expected);
    }
    let lost = fed("play --replay - --without @27", log);
    lost.failed(2, "line 3: ").says("this card is not one of the game");
}

#[test]
fn what_has_no_log_is_refused() {
    let directory = Directory::new();
    for (words, expected) in [
        (
            "--log x.txt",
            "10,000,000 games are too many; 1 to 12,345 games of 81 cards go into a log",
        ),
        ("--log x.txt --games 9 --policy first,random", "--log is for the games of one policy"),
        ("--log x.txt --games 9 --when-stuck redeal", "in an order that no log has"),
        ("--log x.csv --games 9 -o x.csv --table stages", "both the log and a result"),
        ("--log - --games 9 -o - --table stages", "both the log and a result"),
        ("--log none/x.txt --games 9", "none"),
        ("--log x.txt --shard 1/2", "cannot be used with"),
        ("--replay x.txt --games 9", "cannot be used with"),
        ("--replay x.txt", "cannot read x.txt"),
        ("--replay x.txt --when-stuck redeal", "in an order that no log has"),
    ] {
        directory.refused(&format!("play --seed 1 {words}"), expected);
    }
    assert_eq!(directory.names().len(), 0);
    directory.write("x.csv", "deck");
    directory.refused("play --replay x.csv -o x.csv", "x.csv");
    refused("play --replay - --engine lanes", "one by one");
}

#[test]
fn lines_end_as_any_system_ends_them() {
    let log = ok("play --games 2 --seed 1 --log - -q");
    let shown = fed("play --replay - -q", log.clone()).ok().stdout;
    for end in ["\r\n", "\r"] {
        assert_eq!(fed("play --replay - -q", log.replace('\n', end)).ok().stdout, shown, "{end:?}");
    }
}
