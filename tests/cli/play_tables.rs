//! `setodds play`: its tables in a directory and in JSON.

use crate::{Directory, json, run};

#[test]
fn json_names_other_rules_in_every_table_that_the_csv_does() {
    let directory = Directory::new();
    directory.ok("play --games 100 --seed 1 --start 15 --when-stuck stop -q -o d/ -o all.json");
    let all = json(&directory.read("all.json"));
    for (name, records) in all.as_object().unwrap().iter().filter(|(name, _)| *name != "provenance")
    {
        let csv = directory.read(format!("d/{name}.csv"));
        for record in records.as_array().unwrap() {
            let keys: Vec<&str> = record.as_object().unwrap().keys().map(String::as_str).collect();
            let mut columns: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
            columns.sort_unstable();
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, columns, "{name}");
        }
    }
}

#[test]
fn a_name_with_an_unknown_ending_is_not_a_directory() {
    let directory = Directory::new();
    for name in ["x.svg", "x.part", "x.png", "x.jsn"] {
        directory.refused(&format!("play --games 9 --seed 1 -o {name}"), "unknown file ending");
    }
    assert!(directory.names().is_empty());
    directory.ok("play --games 9 --seed 1 -q -o v1.5/");
    directory.ok("play --games 9 --seed 1 -q -o v1.5");
    assert_eq!(directory.names(), ["v1.5"]);
}

/// A file with the first table alone would lose the others without a word.
#[test]
fn a_csv_of_one_table_is_asked_for_by_its_name() {
    let directory = Directory::new();
    let all = "play --games 9 --seed 1 -q --format csv -o x.data";
    directory.refused(all, "play writes each table to a file of its own; name a directory");
    directory.refused(&format!("jobscript --scheduler slurm -- {all}"), "to a file of its own");
    assert!(directory.names().is_empty());
    directory.ok(&format!("{all} --table stages"));
    directory.ok("play --games 9 --seed 1 -q --format json -o all.data");
    directory.ok("play --games 9 --seed 1 -q --format csv -o /dev/stdout");
}

#[test]
fn tables_of_other_games_in_the_directory_are_told() {
    let directory = Directory::new();
    assert!(directory.ok("play --games 9 --seed 1 -q -o d").stderr.is_empty());
    directory.write("d/stages.partial.csv", "");
    directory.ok("play --games 9 --seed 2 -q -o d").says("stages.partial.csv");
}

#[test]
fn one_policy_does_not_differ_and_a_note_says_so() {
    let said = run("play --games 9 --seed 1 --table differences --format csv").ok();
    said.says("compares policies");
    let said = run("play --games 9 --seed 1 --policy random,first --table differences").ok();
    assert!(!said.stderr.contains("compares policies"), "{}", said.stderr);
}
