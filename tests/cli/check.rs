//! `setodds check`: your own counts or hands against the exact distribution.

use crate::{Directory, fed, json, ok, read};
use setodds::report::checks::CheckRow;

const COUNTS: &str = "cards,sets,count,total\n12,0,323746,10000000\n";

/// Ten million games of a published simulation, for which z = 1.2989.
#[test]
fn published_counts_are_judged() {
    let text = fed("check - --format table", COUNTS).ok().stdout;
    assert_eq!(
        text,
        "values    count  expected  standard errors\n\
         0       323,746   323,020            +1.30\n\n\
         10,000,000 hands of 12 cards, sets: chi-square 1.687 with 1 degree of freedom, p = 0.19.\n\
         The counts agree with the exact distribution: 19 of 100 fair samples would differ at \
         least as much.\n"
    );
    let rows: Vec<CheckRow> = read(&fed("check - --format csv", COUNTS).ok().stdout);
    assert!((rows[0].standard_errors.unwrap() - 1.2989).abs() < 1e-4);
    let json = json(&fed("check --format json", COUNTS).ok().stdout);
    let test = &json["tests"][0];
    assert_eq!((&test["test"], &test["degrees_of_freedom"]), (&"sets".into(), &1.into()));
}

/// Results of simulate and enumerate are accepted and agree.
#[test]
fn own_results_agree() {
    let exact = ok("enumerate --features 3 --cards 5 --format csv");
    let said = fed("check - --features 3 --format table", exact.as_str()).ok().stdout;
    assert!(said.contains("They are more even than fair samples are"), "{said}");
    let deals = ok("simulate --cards 12,15 --measure sets,in-sets --deals 100k --seed 1 -q");
    let said = fed("check - --format table", deals.as_str()).ok().stdout;
    assert!(said.contains("15 cards of 4 features, in-sets:"), "{said}");
    assert!(said.contains("s agree with the exact distribution"), "{said}");
}

#[test]
fn hands_are_checked_by_sets_cards_and_places() {
    let hands = ok("deal --hands 1000 --seed 1 --format csv");
    let said = fed("check - --format table", hands.as_str()).ok().stdout;
    for words in [
        "1,000 hands of 12 cards, sets: chi-square",
        "; mean 2.",
        "the cards that deviate most:",
        "How often each card came: cards, chi-square",
        "places, chi-square",
        "s agree with the exact distribution",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let rows: Vec<CheckRow> = read(&fed("check", hands.as_str()).ok().stdout);
    let cards: Vec<&CheckRow> = rows.iter().filter(|row| row.quantity == "card").collect();
    assert_eq!(cards.len(), 81);
    assert_eq!(cards.iter().map(|row| row.count).sum::<u128>(), 12_000);
    let few = fed("check - --hand-a-line --format table", "0000 0001\n0000 0011\n").ok().stdout;
    assert!(few.contains("No verdict: there are too few hands for a test."), "{few}");
}

/// A column or field named `count` may be the number of symbols on a card.
#[test]
fn the_number_of_symbols_may_be_called_count() {
    let card = |count: &str| {
        format!(r#"{{"count": "{count}", "colour": "red", "shading": "open", "shape": "oval"}}"#)
    };
    let cards = ["one", "two", "three"].map(card).join(", ");
    let json = format!(r#"{{"cards": [{cards}]}}"#);
    let said = fed("check - --format table", json.as_str()).ok().stderr;
    assert!(said.contains("read 3 cards"), "{said}");
    let csv = "count,colour,shading,shape\none,red,open,oval\ntwo,red,open,oval\n";
    let said = fed("check - --format table", csv).ok().stderr;
    assert!(said.contains("read 2 cards"), "{said}");
}

/// A hundred hands are too few for chi-square, but enough for a gross error.
#[test]
fn gross_errors_in_few_hands_are_found() {
    let few = "cards,sets,count,total\n12,0,30,100\n";
    let said = fed("check - --format table", few).ok().stdout;
    assert!(said.contains("100 hands of 12 cards, sets: P(no set) alone, p < 1e-12."), "{said}");
    assert!(said.contains("s do not agree with the exact distribution"), "{said}");
}

/// Ten hands with 14 sets each have probability 10^-74, ten copies of one hand 10^-125.
#[test]
fn absurd_hands_are_found_however_few() {
    let counts = "cards,sets,count\n12,14,10\n";
    let said = fed("check - --format table", counts).ok().stdout;
    assert!(said.contains("s do not agree with the exact distribution"), "{said}");
    let hand = "@56 @27 @4 @40 @73 @12 @63 @29 @53 @30 @66 @33\n";
    let said = fed("check - --format table", hand.repeat(10)).ok().stdout;
    assert!(said.contains("How often each card came: cards, chi-square 800"), "{said}");
    assert!(said.contains("s do not agree with the exact distribution"), "{said}");
}

/// Twenty hands of four cards are dealt in sequence from a deck that is never reshuffled.
#[test]
fn hands_of_one_deck_are_too_even() {
    let deck = ok("deal --cards 80 --seed 1 --format csv");
    let cards: Vec<String> =
        deck.lines().skip(1).map(|line| format!("@{}", line.rsplit(',').next().unwrap())).collect();
    let hands: Vec<String> = cards.chunks(4).map(|hand| hand.join(" ")).collect();
    assert_eq!(hands.len(), 20);
    let said = fed("check - --format table", hands.join("\n")).ok().stdout;
    assert!(said.contains("cards, chi-square 1.039 with 80 degrees of freedom"), "{said}");
    assert!(said.contains("They are more even than fair samples are"), "{said}");
}

#[test]
fn few_fair_hands_give_no_verdict() {
    for hands in [1, 10] {
        let hands = ok(&format!("deal --hands {hands} --seed 1 --format csv"));
        let said = fed("check - --format table", hands.as_str()).ok().stdout;
        assert!(said.contains("No verdict: too few hands."), "{said}");
        let said = fed("check - --fail-below 0.001", hands.as_str()).ok().stderr;
        assert!(said.contains("too few hands for a verdict, so none failed"), "{said}");
    }
    let said = fed("check - --format table", ok("deal --cards 1 --hands 3 --seed 1")).ok().stdout;
    assert!(said.contains("How often each card came: too few hands to test."), "{said}");
}

/// The p-value of several tests is an upper bound.
#[test]
fn several_tests_differ_at_most_as_often_as_they_say() {
    let hands = ok("deal --hands 200 --seed 1 --format csv");
    let said = fed("check - --format table", hands.as_str()).ok().stdout;
    assert!(said.contains("The hands agree with the exact distribution: at most "), "{said}");
}

/// A shuffle that swaps with any position, not only later ones, is detected in ten thousand hands;
/// a fair shuffle is not.
#[test]
fn bad_shuffles_are_found_by_the_command() {
    let mut state = 7_u64;
    let mut below = |limit: usize| {
        // SplitMix64 of Steele, Lea and Flood (2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let word = u128::from(word ^ (word >> 31));
        usize::try_from((word * limit as u128) >> 64).unwrap()
    };
    let mut log = |is_fair: bool| -> String {
        let mut hand = || {
            let mut deck: Vec<usize> = (0..81).collect();
            for place in 0..81 {
                let other = if is_fair { place + below(81 - place) } else { below(81) };
                deck.swap(place, other);
            }
            deck[..12].iter().map(|card| format!("@{card}")).collect::<Vec<_>>().join(" ") + "\n"
        };
        (0..10_000).map(|_| hand()).collect()
    };
    let (fair, naive) = (log(true), log(false));
    let said = fed("check - --format table", fair.as_str()).ok().stdout;
    assert!(said.contains("s agree with the exact distribution"), "{said}");
    let said = fed("check - --format table", naive.as_str()).ok().stdout;
    assert!(said.contains("s do not agree with the exact distribution"), "{said}");
}

/// The deck is never shuffled, only cut.
#[test]
fn cut_decks_are_found() {
    let card = |index: usize| format!("@{}", index % 81);
    let line = |cut: usize| (0..12).map(|it| card(7 * cut + it)).collect::<Vec<_>>().join(" ");
    let text: String = (0..500).map(|cut| line(cut) + "\n").collect();
    let said = fed("check - --format table", text.as_str()).ok().stdout;
    assert!(said.contains("s do not agree with the exact distribution"), "{said}");
    let directory = Directory::new();
    directory.write("hands.txt", &text);
    directory.write("counts.csv", COUNTS);
    let check = |words: &str| directory.run(&format!("check {words} -o checked.csv"));
    check("hands.txt --fail-below 0.001").failed(1, "p < 1e-12 is below 0.001");
    assert!(directory.read("checked.csv").starts_with("features,cards,quantity"));
    check("counts.csv --fail-below 0.001").ok();
    check("counts.csv --fail-below 0.5").failed(1, "p = 0.19 is below 0.5");
}

/// A faulty generator may deal a card twice.
#[test]
fn hands_with_a_card_twice_are_named_and_left_out() {
    let said = fed("check", "0000 0001 0002\n0000 0001 0001\n0011 0012 0020\n").ok();
    assert!(said.stdout.contains("\n4,3,sets,0,1,"), "{}", said.stdout);
    said.says("a deal from one deck has no card twice: 1 of 3 hands has, and is left out: 2");
    said.says("read 2 hands of 3 cards");
    let said = fed("check - --fail-below 0.01", "0000 0000 0001\n0000 0001 0001\n");
    assert_eq!(said.code, Some(1), "{}", said.stderr);
    let said = fed("check - --format table", "0000 0000 0001\n").ok().stdout;
    assert!(said.contains("The hands do not agree with the exact distribution"), "{said}");
}

/// A hand that no deck can deal is reason enough, however well the others fit.
#[test]
fn hands_with_a_card_twice_count_in_the_verdict() {
    let hands = ok("deal --hands 1000 --seed 1 --format csv");
    let twice = (1..=17).map(|hand| format!("x{hand},@5\nx{hand},@5\n")).collect::<String>();
    let cards = |hands: &str| -> String {
        let row = |line: &str| {
            format!("{},@{}\n", line.split_once(',').unwrap().0, line.rsplit(',').next().unwrap())
        };
        hands.lines().skip(1).map(row).collect()
    };
    let text = format!("hand,card\n{}{twice}", cards(&hands));
    let said = fed("check - --format table --fail-below 0.001", text.as_str());
    assert_eq!(said.code, Some(1), "{}", said.stderr);
    assert!(
        said.stdout.contains("A deal from one deck has no card twice: 17 of 1,017 hands have."),
        "{}",
        said.stdout
    );
    assert!(said.stdout.contains("s do not agree with the exact distribution"), "{}", said.stdout);
    let json = json(&fed("check - --format json", text.as_str()).ok().stdout);
    let tests = json["tests"].as_array().unwrap();
    let test = tests.iter().find(|test| test["test"] == "a card twice").unwrap();
    assert_eq!((&test["hands"], &test["p_value"]), (&1017.into(), &0.0.into()));
}

/// Reads counts as a program writes a dictionary.
#[test]
fn counts_are_read_as_json() {
    let counts = r#"{"0": 323746, "1": 9676254}"#;
    let csv = "cards,sets,count\n12,0,323746\n12,1,9676254\n";
    let said = |words: &str, input: &str| fed(words, input).ok().stdout;
    assert_eq!(said("check - --cards 12", counts), said("check", csv));
    fed("check", counts).failed(2, "stdin: give the number of cards in a hand, such as --cards 12");
    fed("check - --cards 12", "0000 0001 0002\n").failed(2, "does not hold counts");
    fed("check - --cards 12", "{\"count\": 5}").failed(2, "counts are an object such as {\"0\"");
    fed("check - --measure set", counts).failed(2, "set");
}

/// The sets of a hand vary together, so that those of 20 of 27 cards vary less than half as much as
/// independent ones: a bias of 5 % is found in 2000 of them.
#[test]
fn types_of_sets_are_judged_by_their_own_variance() {
    let law = |counts: [u32; 3]| {
        let rows = (1..=3).zip(counts).map(|(value, count)| format!("20,{value},{count}\n"));
        "cards,set-types,count\n".to_owned() + &rows.collect::<String>()
    };
    let said = |counts| fed("check - --features 3 --format table", law(counts)).ok().stdout;
    // 2000 times 3, 6 and 4 of 13 are 461.5, 923.1 and 615.4.
    let fair = said([465, 918, 617]);
    assert!(fair.contains("2,000 sets in hands of 20 cards, set-types: chi-square"), "{fair}");
    assert!(fair.contains("s agree with the exact distribution"), "{fair}");
    let biased = said([500, 895, 605]);
    assert!(biased.contains("s do not agree with the exact distribution"), "{biased}");
}

#[test]
fn what_is_the_same_in_all_hands_is_not_tested() {
    let deck = "cards,sets,count\n81,1080,12\n";
    let said = fed("check - --format table --fail-below 0.01", deck).ok();
    assert!(said.stdout.contains("nothing varies, as all hands have the same value"));
    assert!(said.stdout.contains("No verdict: all fair hands agree in this"), "{}", said.stdout);
    said.says("nothing varies in these hands, so none failed");
    let types = |counts: [u32; 4]| {
        let rows = (1..=4).zip(counts).map(|(value, count)| format!("81,{value},{count}\n"));
        "cards,set-types,count\n".to_owned() + &rows.collect::<String>()
    };
    let said = fed("check - --format table", types([108, 324, 432, 216])).ok().stdout;
    assert!(said.contains("nothing varies, as the sets of all hands have these"), "{said}");
    fed("check", types([109, 323, 432, 216])).failed(
        2,
        "of the sets in hands of 81 cards exactly 1/10 have the value 1, as in each of these hands",
    );
}

#[test]
fn what_cannot_be_names_its_line() {
    for (input, message) in [
        (
            "cards,sets,count\n12,0,1\n12,99,1\n",
            "stdin, line 3: no hand of 12 cards has the value 99",
        ),
        ("cards,sets,count\n", "stdin has no rows below its header"),
        ("sets,count\n0,1\n", "stdin, line 1: the column `cards` is missing"),
        ("cards,largest-cap,count\n30,9,1\n", "`largest-cap` in 30 cards"),
        ("0000 0001 0002\n0000 0011 foo\n", "stdin, line 2"),
        ("", "holds no card"),
        (
            "{\"distribution\": [{\"cards\":12,\"count\":1}]}",
            "in JSON, counts are an object such as",
        ),
    ] {
        fed("check -", input).failed(2, message);
    }
    for p in ["x", "-1", "1.5", "nan"] {
        fed(&format!("check - --fail-below {p}"), COUNTS).failed(2, "is not a probability");
    }
    let directory = Directory::new();
    directory.write("counts.csv", COUNTS);
    directory.run("check counts.csv -o counts.csv").failed(2, "counts.csv");
    assert_eq!(directory.read("counts.csv"), COUNTS);
}
