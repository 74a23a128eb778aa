//! Runs the examples of every help page in a shell, with long ones made short.

use crate::{Directory, command_output, commands, ok, shell};
use std::collections::BTreeSet;
use std::path::Path;

/// Fragments of examples that take long or need other programs, with their replacements.
const INSTEAD: [(&str, &str); 24] = [
    ("simulate --cards 3-21 -o", "simulate --cards 3-21 --deals 1k -o"),
    ("simulate --cards 12 --features", "simulate --deals 1k --cards 12 --features"),
    ("simulate --measure", "simulate --deals 100 --measure"),
    ("--until 0.1%", "--until 9%"),
    ("--deals 100M", "--deals 1k"),
    ("--deals 1e13", "--deals 1k"),
    ("--games 10M", "--games 100"),
    ("--games 1M", "--games 100"),
    ("--games 1G", "--games 100"),
    ("--games 100k", "--games 20"),
    ("play --table", "play --games 100 --table"),
    ("-- play", "-- play --games 100"),
    ("--features 5 --cards 0-13", "--features 5 --cards 0-7"),
    ("classes --cards 0-12", "classes --cards 0-6"),
    ("--cards 3-12 --measure", "--cards 3-6 --measure"),
    ("15 --sets 3+ --given 12:2", "6 --sets 3+ --given 4:1"),
    ("9 --features 3 --strategy naive -o sets.csv", "5 --features 3 --strategy naive -o n.csv"),
    (
        "bench --strategies packed-mask,third-card",
        "bench --repeats 1 --hands 50 --strategies naive",
    ),
    (
        "bench --cards 3-21 --hands 100k",
        "bench --repeats 1 --hands 50 --strategies naive --cards 3",
    ),
    ("bench --features 3,4,5,6", "bench --repeats 1 --hands 50 --features 3"),
    ("--days 365", "--days 3"),
    ("parts/*.part -o games/", "played/*.part -o games/"),
    ("kubectl apply -f -", "cat"),
    ("man -l -", "cat"),
];

/// Examples that take long and cannot be made short.
const LONG: [&str; 1] = ["setodds bench"];

/// Returns the commands of the examples without their descriptions.
fn examples(help: &str) -> Vec<String> {
    let all = help.split("\nExamples:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let lines = all.replace("\\\n      ", "");
    let command = |line: &str| line.trim_start().split("  ").next().unwrap().to_owned();
    lines.lines().map(command).filter(|line| line.starts_with("setodds")).collect()
}

/// Returns a shell script. A pipe is split into two steps, since only then every shell notices a
/// failure of the first command.
fn script(example: &str) -> String {
    example.split_once(" | ").map_or_else(
        || example.to_owned(),
        |(first, second)| format!("{first} > .pipe && {{ {second}\n}} < .pipe"),
    )
}

/// Returns a directory with all files that examples read.
fn prepared() -> Directory {
    let directory = Directory::new();
    for name in ["hands.txt", "table.txt"] {
        directory.write(name, "0000\n0001\n1111\n2222\n1200\n");
    }
    directory.write("taken.txt", "0100 0200 0002");
    directory.write("counts.csv", "cards,sets,count,total\n12,0,323746,10000000\n");
    directory.write("counts.json", "{\"0\": 323746, \"1\": 9676254}");
    directory.write("lost.txt", "2221 2220");
    std::fs::create_dir(directory.join("reports")).unwrap();
    for words in [
        "odds 3-21 --format csv -o exact.csv",
        "caps --features 3 -q -o caps.csv",
        "odds 12 --format csv -o reports/x.csv",
        "simulate --cards 3-21 --deals 1k --seed 1 -q -o sets.csv",
        "simulate --deals 1k --seed 1 -q --checkpoint x.part -o x.csv",
        "play --games 100 --seed 1 -q -o games",
    ] {
        directory.ok(words);
    }
    for path in ["parts", "played", ".zfunc", ".config/fish/completions", ".config/elvish"] {
        std::fs::create_dir_all(directory.join(path)).unwrap();
    }
    std::fs::create_dir_all(directory.join(".local/share/bash-completion/completions")).unwrap();
    for number in [1, 2] {
        let shard = format!("--seed 1 -q --shard {number}/2 -o");
        directory.ok(&format!("simulate --cards 12 --deals 40k {shard} parts/{number}.part"));
        directory.ok(&format!("play --games 100 {shard} played/{number}.part"));
    }
    directory
}

#[test]
fn examples_of_every_command_run() {
    let directory = prepared();
    let programs = Path::new(env!("CARGO_BIN_EXE_setodds")).parent().unwrap().display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let mut unused: BTreeSet<&str> = INSTEAD.iter().map(|(long, _)| *long).collect();
    for command in commands().iter().map(String::as_str).chain([""]) {
        let all = examples(&ok(&format!("{command} --help")));
        assert!(!all.is_empty(), "{command}");
        for example in all.iter().filter(|it| !LONG.contains(&&it[..])) {
            let mut small = example.clone();
            for (long, short) in INSTEAD {
                if small.contains(long) {
                    small = small.replace(long, short);
                    unused.remove(long);
                }
            }
            let mut shell = shell(&script(&small));
            shell.env("PATH", &path).env("HOME", directory.path()).env("PROFILE", "profile");
            command_output(shell.current_dir(directory.path())).ok();
        }
    }
    assert!(unused.is_empty(), "no example has {unused:?}");
}
