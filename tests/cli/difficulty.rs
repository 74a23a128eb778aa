//! `find --difficulty` and `puzzle --difficulty`: how hard the sets of a table are to find.

use crate::{fed, json, ok, read, refused, run, shown_of};
use setodds::report::difficulty::HandDifficultyRow;
use setodds::report::puzzles::PuzzleRow;

/// Sets and near misses by the features that differ, and the index, by the definition.
fn rated(hand: &str) -> (Vec<usize>, usize, Option<f64>) {
    let cards: Vec<&[u8]> = hand.split_whitespace().map(str::as_bytes).collect();
    let features = cards[0].len();
    let (mut sets, mut misses) = (vec![0; features], vec![0; features]);
    for (c, third) in cards.iter().enumerate() {
        for (b, second) in cards[..c].iter().enumerate() {
            for first in &cards[..b] {
                let values = |feature: usize| [first[feature], second[feature], third[feature]];
                let is_equal = |[a, b, c]: [u8; 3]| a == b && b == c;
                let is_different = |[a, b, c]: [u8; 3]| a != b && b != c && a != c;
                let equal = (0..features).filter(|&it| is_equal(values(it))).count();
                let different = (0..features).filter(|&it| is_different(values(it))).count();
                match features - equal - different {
                    0 => sets[features - equal - 1] += 1,
                    1 => misses[features - equal - 1] += 1,
                    _ => {}
                }
            }
        }
    }
    let attraction = |counts: &[usize]| -> f64 {
        (1..).zip(counts).map(|(differing, &count)| count as f64 / f64::from(differing)).sum()
    };
    let (of_sets, of_misses) = (attraction(&sets), attraction(&misses));
    let index = (of_sets > 0.0).then(|| (of_sets + of_misses) / of_sets);
    (sets, misses.iter().sum(), index)
}

fn difficulty(hand: &str, more: &str) -> HandDifficultyRow {
    let csv = fed(&format!("find --difficulty --format csv {more}"), hand).ok().stdout;
    read(&csv).remove(0)
}

#[test]
fn hands_are_rated_as_the_definition_says() {
    let random: Vec<String> = [(2, 5), (3, 9), (4, 3), (4, 12), (4, 81), (5, 15), (6, 20)]
        .map(|(features, cards)| {
            let words = format!("deal --seed 1 --cards {cards} --features {features} --format csv");
            let dealt = ok(&words);
            let column = dealt.lines().skip(1).map(|line| line.split(',').nth(2).unwrap());
            column.collect::<Vec<_>>().join(" ")
        })
        .into();
    for hand in &random {
        let features = hand.find(' ').unwrap();
        let row = difficulty(hand, &format!("--features {features}"));
        let (sets, misses, index) = rated(hand);
        let counts: Vec<String> = sets.iter().map(usize::to_string).collect();
        assert_eq!(row.sets_by_differing, counts.join(" "), "{hand}");
        assert_eq!((row.sets, row.near_misses), (sets.iter().sum(), misses), "{hand}");
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(row.difficulty.zip(index).is_none_or(|(a, b)| near(a, b)), "{hand}");
        assert_eq!(row.difficulty.is_some(), index.is_some(), "{hand}");
    }
}

#[test]
fn the_rating_is_a_sentence() {
    let hand = "0000 0001 0002 0010";
    let shown = shown_of("find --difficulty", hand);
    let expected = "\nDifficulty 1.5, harder than ";
    assert!(shown.contains(expected), "{shown}");
    assert!(shown.contains("Sets by the number of features that differ: 1 in 1; 1 near miss.\n"));
    let none = shown_of("find --difficulty", "0000 0001 0012");
    assert!(none.ends_with("\nDifficulty: none without a set; 1 near miss.\n"), "{none}");
    let found = json(&fed("find --difficulty --format json", hand).ok().stdout);
    assert_eq!(found["hands"][0]["difficulty"], 1.5);
}

#[test]
fn puzzles_have_the_difficulty_that_is_asked_for() {
    let rest = "--seed 1 --count 10 --format csv";
    for (words, level) in [
        ("--cards 12 --sets 3", "easy"),
        ("--cards 12 --sets 3", "medium"),
        ("--cards 12 --sets 3", "hard"),
        ("--cards 12 --sets 1 --differing 4", "easy"),
        ("--cards 12 --sets 12", "hard"),
    ] {
        let said = run(&format!("puzzle {words} --difficulty {level} {rest}")).ok();
        let limits = said.stderr.lines().find(|line| line.starts_with(&format!("{level}: ")));
        let numbers = limits.unwrap().split(' ').filter_map(|word| word.parse::<f64>().ok());
        let limits: Vec<f64> = numbers.collect();
        let mut puzzles: Vec<PuzzleRow> = read(&said.stdout);
        puzzles.dedup_by(|a, b| a.layout == b.layout);
        assert_eq!(puzzles.len(), 10);
        for puzzle in puzzles {
            let index = rated(&puzzle.layout).2.unwrap();
            let fits = match (level, &limits[..]) {
                ("easy", &[most]) => index < most + 0.001,
                ("medium", &[low, high]) => index > low - 0.001 && index < high + 0.001,
                ("hard", &[least]) => index > least - 0.001,
                _ => panic!("{}", said.stderr),
            };
            assert!(fits, "{words}: {level} {index} {limits:?}");
        }
    }
}

#[test]
fn a_difficulty_that_no_hand_has_is_refused() {
    let refusals = [
        ("--cards 12 --sets 0 --difficulty easy", "a hand without sets has no difficulty"),
        ("--cards 12 --sets 14 --difficulty easy", "are too rare to be compared"),
        ("--cards 3 --sets 1 --difficulty hard", "are as hard as one another, and none is hard"),
        ("--cards 12 --difficulty nasty", "possible values: easy, medium, hard"),
    ];
    for (words, what) in refusals {
        refused(&format!("puzzle --seed 1 {words}"), what);
    }
    refused("find - --difficulty --class", "cannot be used with");
}
