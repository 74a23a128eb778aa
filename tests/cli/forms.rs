//! All commands choose the output format alike, and write JSON of the same structure.

use crate::{Directory, json, names, ok, shown, shown_of};
use serde_json::Value;
use setodds::report::recognise::{CsvText, dataset_of};
use std::collections::BTreeSet;

/// The commands with a report.
pub(crate) const COMMANDS: [&str; 14] = [
    "simulate",
    "odds",
    "enumerate",
    "extremes",
    "caps",
    "classes",
    "play",
    "find",
    "check",
    "next",
    "deal",
    "puzzle",
    "merge",
    "bench",
];

/// Fast commands with the kind of their CSV.
const LINES: &[(&str, &str)] = &[
    (
        "simulate --cards 4 --deals 1k --seed 1",
        "a distribution of `simulate`, `enumerate` or `odds`",
    ),
    ("odds 12", "a distribution of `simulate`, `enumerate` or `odds`"),
    ("odds 3-8", "a distribution of `simulate`, `enumerate` or `odds`"),
    ("odds 12 --sets 0", "the answers of `odds --sets`"),
    ("odds 9 --measure ultrasets --value 0", "the answers of `odds --value`"),
    ("enumerate --features 2 --cards 3", "a distribution of `simulate`, `enumerate` or `odds`"),
    ("extremes --features 2 --cards 3", "the fewest and the most sets of `extremes`"),
    ("caps --features 2", "the caps of `caps`"),
    ("caps --features 2 --representatives", "the classes of `caps --representatives`"),
    ("classes --features 2 --cards 3", "the classes of `classes`"),
    ("classes --features 2 --cards 3 --count", "the numbers of `classes --count`"),
    (PLAY, "the table `stages` of `play`"),
    ("play --features 3 --games 10 --seed 1 --table leftover", "the table `leftover` of `play`"),
    ("find hand.txt", "the sets of `find`"),
    ("find hand.txt --caps", "the hands of `find --caps`"),
    ("find hand.txt --ultrasets", "the ultrasets of `find --ultrasets`"),
    ("find hand.txt --why", "the triples of `find --why`"),
    ("check hand.txt", "the counts of `check`"),
    ("next hand.txt --deal 1", "the next cards of `next`"),
    ("next hand.txt --deal 1 --completing", "the cards of `next --completing`"),
    ("deal --cards 3 --seed 1", "the cards of `deal`"),
    ("deal --seed 1 --sets", "the sets of `find`"),
    ("puzzle --seed 1", "the puzzles of `puzzle`"),
    ("puzzle --seed 1 --count 2 --solutions none", "the puzzles of `puzzle`"),
    ("merge done.part", "a distribution of `simulate`, `enumerate` or `odds`"),
    (
        "bench --strategies third-card --cards 3 --hands 1k --repeats 1 --threads 1",
        "a race of `bench`",
    ),
];

/// Games whose result has several tables.
const PLAY: &str = "play --features 3 --games 10 --seed 1";

/// Returns a directory with a hand, a game, and a finished shard.
fn prepared() -> Directory {
    let directory = Directory::new();
    directory.write("hand.txt", "0000 0001 0002 0010 0020");
    directory.ok("simulate --cards 3 --deals 1k --seed 1 --shard 1/1 -o done.part");
    directory
}

#[test]
fn every_command_has_lines_here() {
    let lines = LINES.iter().map(|(words, _)| words.split(' ').next().unwrap());
    assert_eq!(lines.collect::<BTreeSet<_>>(), COMMANDS.into_iter().collect());
}

#[test]
fn a_pipe_gets_csv() {
    let directory = prepared();
    for &(words, dataset) in LINES {
        let said = directory.ok(words);
        let source = CsvText { name: "stdout", text: &said.stdout };
        assert_eq!(dataset_of(source).unwrap().words, dataset, "{words}");
    }
}

/// JSON has the provenance, then each table by name as a list of records, one a line.
#[test]
fn json_has_one_shape() {
    let directory = prepared();
    for (words, _) in LINES {
        let words = format!("{words} --format json");
        let text = directory.ok(&words).stdout;
        let json = json(&text);
        assert_command(&json["provenance"], &words);
        let lists: Vec<&Value> = json
            .as_object()
            .unwrap()
            .iter()
            .filter(|it| it.0 != "provenance")
            .map(|it| it.1)
            .collect();
        let records: Vec<&Value> = lists.iter().flat_map(|it| it.as_array().unwrap()).collect();
        assert!(!records.is_empty() && records.iter().all(|it| it.is_object()), "{words}: {text}");
        assert_eq!(text.matches("\n    {").count(), records.len(), "{words}: {text}");
    }
}

/// The extension selects the format: Markdown has the command, CSV a record next to it.
#[test]
fn files_hold_the_command_or_have_a_record() {
    for (words, _) in LINES {
        let directory = prepared();
        let before = directory.names();
        let table = if *words == PLAY { " --table stages" } else { "" };
        let words = format!("{words}{table} -o x.csv -o x.md");
        let said = directory.run(&words).no_stdout();
        assert!(
            said.stderr.ends_with("wrote x.csv, x.run.json, x.md\n"),
            "{words}: {}",
            said.stderr
        );
        let mut names = directory.names();
        names.retain(|name| !before.contains(name));
        assert_eq!(names, ["x.csv", "x.md", "x.run.json"], "{words}");
        let record = json(&directory.read("x.run.json"));
        assert_command(&record, &words);
        assert_markdown(&directory.read("x.md"), &words);
    }
    let words = "odds 12 --format markdown";
    assert_markdown(&ok(words), words);
}

/// All tables of play are in one document, a chosen one in a CSV; a merge writes the same files.
#[test]
fn games_have_every_form() {
    let directory = prepared();
    directory.ok(&format!("{PLAY} --shard 1/1 -o games.part"));
    for command in [PLAY, "merge games.part"] {
        directory.ok(&format!("{command} -o all.json -o all.md -o all.txt -o tables"));
        directory.ok(&format!("{command} --table leftover -o one.csv"));
        assert_eq!(directory.read("one.csv"), directory.read("tables/leftover.csv"), "{command}");
        let all = json(&directory.read("all.json"));
        for name in names(&directory.join("tables")).iter().filter(|it| it.ends_with(".csv")) {
            let rows = directory.read(format!("tables/{name}")).lines().count() - 1;
            let table = all[name.strip_suffix(".csv").unwrap()].as_array().unwrap();
            assert_eq!(table.len(), rows, "{command}: {name}");
        }
        let text = directory.read("all.txt");
        assert!(text.contains("\ncards left ") && text.contains("\nlargest table "), "{text}");
        let said = directory.ok(&format!("{command} -o tables -o -"));
        assert_eq!(said.stdout, directory.read("tables/stages.csv"), "{command}");
    }
}

/// Below the heading, a terminal shows what `setodds table` shows for the CSV.
#[test]
fn one_table_of_games_is_shown_as_its_csv_is() {
    let directory = prepared();
    for table in ["stages", "leftover", "looks", "survival", "differences", "summary"] {
        let words = format!("{PLAY} --policy random,first --table {table}");
        directory.ok(&format!("{words} -o x.csv"));
        let shown = shown(&words);
        let expected = shown_of("table -", directory.read("x.csv"));
        assert_eq!(shown.split_once("\n\n").unwrap().1, expected, "{table}");
    }
}

/// Asserts that a record has the command as typed, or that of the merged shards.
fn assert_command(record: &Value, words: &str) {
    let command = record["command"].as_str().unwrap();
    let expected = format!("setodds {words}");
    let is_merged = words.starts_with("merge ") && command.starts_with("setodds simulate ");
    assert!(is_merged || command == expected, "{expected}: {command}");
}

/// Asserts that Markdown begins with a title and the command.
fn assert_markdown(text: &str, words: &str) {
    let title = text.split_once("\n\n```sh\n").map(|(title, _)| title).unwrap_or_default();
    assert!(title.starts_with("# ") && title.lines().count() == 1, "{words}: {text}");
    let command = if words.starts_with("merge ") { "simulate " } else { words };
    assert!(text.contains(&format!("\n```sh\nsetodds {command}")), "{words}: {text}");
}
