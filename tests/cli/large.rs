//! Large results are written as they are computed, in little memory.
#![cfg(unix)]

use crate::{CommandOutput, Directory, command_output, distributions, shell};
use setodds::report::distribution::DistributionRow;
use std::collections::BTreeMap;

/// Returns the beginning of the program's output, as far as an option of `head` says, with memory
/// limited to this many kilobytes.
fn beginning(directory: &Directory, kilobytes: u32, words: &str, part: &str) -> CommandOutput {
    let script = format!("ulimit -v {kilobytes}; \"$0\" {words} | head {part}");
    command_output(shell(&script).current_dir(directory.path())).ok()
}

/// Hands of hundreds of cards hold tens of thousands of sets, so only values that occurred are
/// written.
#[test]
fn of_very_many_possible_values_those_that_were_seen_are_written() {
    let directory = Directory::new();
    let words = "simulate --features 6 --cards 240-729 --deals 70 --threads 1 --seed 1 -q";
    let csv = directory.limited("-v 600000", words).ok().stdout;
    let mut sizes: BTreeMap<usize, Vec<DistributionRow>> = BTreeMap::new();
    distributions(&csv).into_iter().for_each(|row| sizes.entry(row.cards).or_default().push(row));
    assert!(sizes.keys().copied().eq(240..=729));
    for (cards, rows) in sizes {
        assert_eq!(rows.iter().map(|row| row.count).sum::<u128>(), 70, "{cards}");
        // Hands of 245 cards hold at most 9,963 sets, of 246 cards 10,004.
        let from_0 = rows.iter().map(|row| row.value).eq(0..rows.len());
        assert_eq!((from_0, rows.iter().all(|row| row.count > 0)), (cards < 246, cards >= 246));
    }
}

/// A file of the largest size has eight times as many hands.
#[test]
fn hands_that_are_read_take_little_memory() {
    let directory = Directory::new();
    let hand = |first: usize| -> String {
        (0..12).map(|card| format!("@{} ", (first + 5 * card) % 81)).collect::<String>() + "\n"
    };
    let hands: String = (0..81).map(hand).collect();
    directory.write("hands.txt", hands.repeat((8 << 20) / hands.len()));
    for words in ["check hands.txt -q", "find hands.txt --format csv -q -o sets.csv"] {
        directory.limited("-v 80000", words).ok();
    }
}

#[test]
fn the_ultrasets_of_the_largest_deck_are_written_one_by_one() {
    let directory = Directory::new();
    let cards: String = (0..729).map(|card| format!("@{card}\n")).collect();
    directory.write("all.txt", cards);
    for (format, part, last) in [("csv", "-n 200000", "1,199999,@"), ("table", "-n 400000", "  @")]
    {
        let words = format!("find all.txt --features 6 --ultrasets --format {format}");
        let said = beginning(&directory, 400_000, &words, part);
        assert!(said.stdout.lines().last().unwrap().starts_with(last), "{format}");
        said.says("the result has 48,162,114 ultrasets");
    }
    let words = "find all.txt --features 6 --ultrasets --format json";
    // The sets come first: 88,452 of them in about 2 MB.
    let json = beginning(&directory, 600_000, words, "-c 30000000").stdout;
    assert!(json.matches("\"completed_by\":\"@").count() > 300_000);
}
