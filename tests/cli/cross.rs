//! `simulate --cross`: two measures of each hand. The engine's tests check the pairs themselves.

use crate::{Directory, Said, distributions, json, ok, read, refused};
use setodds::measure::Measure;
use setodds::report::cross::CrossRow;
use std::collections::BTreeMap;

const RUN: &str = "simulate --cross sets,in-sets --cards 9,12 --seed 5 -q";

/// How often each value was seen, by the hand size and the measure.
type Margins = BTreeMap<(usize, Measure, usize), u128>;

/// What the pairs tell about each measure alone.
fn margins(rows: &[CrossRow]) -> Margins {
    let mut margins = Margins::new();
    for row in rows {
        for (measure, value) in
            [(row.first_measure, row.first_value), (row.second_measure, row.second_value)]
        {
            *margins.entry((row.cards, measure, value)).or_default() += row.count;
        }
    }
    margins
}

#[test]
fn hands_are_those_of_each_measure_alone() {
    let pairs: Vec<CrossRow> = read(&ok(&format!("{RUN} --deals 100k")));
    assert!(pairs.iter().all(|row| row.total == 100_000 && row.features == 4));
    let alone = ok("simulate --measure sets,in-sets --cards 9,12 --seed 5 --deals 100k -q");
    let alone = distributions(&alone).into_iter().filter(|row| row.count > 0);
    let alone = alone.map(|row| ((row.cards, row.measure, row.value), row.count)).collect();
    assert_eq!(margins(&pairs), alone);
}

#[test]
fn threads_and_strategies_do_not_change_a_byte() {
    let expected = ok(&format!("{RUN} --deals 100k --threads 1"));
    for options in ["--threads 2", "--threads 7 --strategy naive", "--engine scalar"] {
        assert_eq!(ok(&format!("{RUN} --deals 100k {options}")), expected, "{options}");
    }
}

#[test]
fn a_checkpoint_is_resumed_and_extended() {
    let directory = Directory::new();
    let run = |deals| RUN.replace(" -q", "") + &format!(" --deals {deals} --format csv");
    let saved = |deals| directory.run(&format!("{} --checkpoint x.part", run(deals)));
    let first = saved("100k").ok();
    assert_eq!(first.stdout, ok(&run("100k")));
    assert_eq!(saved("100k").ok().says("all loaded from files").stdout, first.stdout);
    assert_eq!(saved("300k").ok().says("resuming from").stdout, ok(&run("300k")));
    saved("100k").failed(2, "`300000` there and `100000` here");
    for (options, expected) in [
        ("--cross in-sets,sets --cards 9,12 --seed 5", "cross is `sets,in-sets` there"),
        ("--measure sets,in-sets --cards 9,12 --seed 5", "another"),
        ("--cross sets,in-sets --cards 9,12 --seed 6", "seed is `5` there and `6` here"),
    ] {
        directory
            .refused(&format!("simulate {options} --deals 300k --checkpoint x.part"), expected);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_is_resumed() {
    use crate::process::{end, signal, start_in};
    let directory = Directory::new();
    let words = format!("{RUN} --deals 400k --strategy naive --checkpoint x.part");
    let child = start_in(directory.path(), &words);
    signal(&child, "INT");
    let said: Said = end(child).failed(130, "INTERRUPTED after");
    said.says("saved in `x.part`");
    assert_eq!(directory.names(), ["x.part"]);
    let resumed = directory.ok(&words.replace(" -q", ""));
    assert_eq!(resumed.says("resuming from").stdout, ok(&format!("{RUN} --deals 400k")));
}

#[test]
fn some_shards_are_a_sample() {
    let directory = Directory::new();
    let words = RUN.replace(" -q", " --deals 300k");
    for number in [3, 1] {
        directory.ok(&format!("{words} --shard {number}/3 -o {number}.part"));
    }
    directory.run("merge 1.part 3.part").failed(3, "missing: shard 2/3");
    let some = directory.ok("merge 1.part 3.part --allow-missing -o x.csv");
    some.says("of 300,000 deals");
    let rows: Vec<CrossRow> = read(&directory.read("x.csv"));
    let done = &json(&directory.read("x.run.json"))["work"]["done"];
    for cards in [9, 12] {
        let own = rows.iter().filter(|row| row.cards == cards);
        let counts = own.map(|row| {
            assert_eq!(*done, u64::try_from(row.total).unwrap());
            row.count
        });
        assert_eq!(u64::try_from(counts.sum::<u128>()).unwrap(), *done);
    }
}

/// A summary of the pairs: Pearson's coefficient by the sums of the values and their products.
#[test]
fn the_table_tells_how_the_measures_correlate() {
    let run = "simulate --cross sets,in-sets --deals 20k --seed 5 -q";
    let rows: Vec<CrossRow> = read(&ok(run));
    let mean = |value: &dyn Fn(f64, f64) -> f64| -> f64 {
        let term = |row: &CrossRow| {
            value(row.first_value as f64, row.second_value as f64) * row.count as f64
        };
        rows.iter().map(term).sum::<f64>() / 20_000.0
    };
    let (x, y) = (mean(&|x, _| x), mean(&|_, y| y));
    let variances = (mean(&|x, _| x * x) - x * x) * (mean(&|_, y| y * y) - y * y);
    let correlation = (mean(&|x, y| x * y) - x * y) / variances.sqrt();
    let table = ok(&format!("{run} --format table"));
    let sentence = format!("In 12 cards, sets and in-sets correlate with {correlation:.3}.\n");
    assert!(table.contains(&sentence), "{table}\n{sentence}");
    assert!(table.contains("mean in-sets then"), "{table}");
}

#[test]
fn what_has_no_pairs_is_refused() {
    for (options, expected) in [
        ("sets", "`sets` is not a valid pair of measures; give two, like sets,in-sets"),
        ("sets,in-sets,disjoint-sets", "is not a valid pair of measures"),
        ("sets,", "unknown measure ``"),
        ("sets,in-set", "in-sets"),
        ("sets,sets", "`sets` is crossed with itself; give two different measures"),
        ("set-types,sets", "`set-types` counts sets, not hands"),
        ("sets,first-set --cards 12", "`first-set` is defined for hands of 21 to 81 cards, not 12"),
        ("sets,in-sets --cards 82", "82 cards are more than the 81"),
        ("sets,in-sets --deals 0", "must be at least 1"),
        ("sets,in-sets --engine lanes", "one by one, which the engine `lanes"),
        ("sets,in-sets --measure sets", "cannot be used with '--measure"),
        ("sets,in-sets --until 1%", "cannot be used with '--until"),
        ("sets,in-sets --value 1", "cannot be used with '--value"),
    ] {
        refused(&format!("simulate --seed 1 --cross {options}"), expected);
    }
}
