//! Messages on mistakes, and their counts.

use crate::{Directory, fed, run, setodds};

/// Returns a directory with a result, a file that holds it twice, an empty file, and a part.
fn results() -> Directory {
    let directory = Directory::new();
    directory.ok("simulate --cards 3 --deals 10 --seed 1 -o a.csv --checkpoint c.part");
    let csv = directory.read("a.csv");
    directory.write("twice.csv", format!("{csv}{csv}"));
    directory.write("empty.csv", "");
    directory
}

#[test]
fn mistakes_are_answered_with_what_was_meant() {
    let directory = results();
    for (words, expected) in [
        ("simulate --dealz 10", "tip: a similar argument exists: '--deals'"),
        ("odds 3 --features -1", "`-1`"),
        ("simulate --threads -1", "`-1` is not a valid number of threads"),
        ("simulate --deals 9 --seed 1 --shard -1/4 -o x.part", "`-1/4` is not a valid shard"),
        ("simulate --deals 9 --seed 1 --shard 1/0 -o x.part", "0 shards are not valid"),
        ("simulate --deals 9 --seed 1 --shard 1/1000000000 -o x.part", "at most 1000000"),
        ("simulate --deals 9 --seed 1 --shard 5/4 -o x.part", "numbered from 1 to 4"),
        (
            "extremes --features 5 --cards 20",
            "`setodds simulate --cards 20 --features 5` estimates",
        ),
        ("classes --cards 40", "up to 36 cards can be listed; `--count` counts those of any size"),
        ("table twice.csv", "twice.csv, line 3: the header is repeated"),
        ("table empty.csv", "empty.csv is empty; give a CSV"),
        ("plot empty.csv -o a.svg", "empty.csv is empty; give a CSV"),
        ("simulate --deals 10 --seed 1 --checkpoint -", "a checkpoint is a file; `-` is stdout"),
        ("play --games 10 --seed 1 --checkpoint /dev/stdout", "`/dev/stdout` is stdout"),
        ("simulate --deals 10 --seed 1 --shard 1/2 -o -", "a shard goes to one file"),
        ("jobscript --scheduler slurm -- simulate --cards 400", "400"),
        ("jobscript --scheduler slurm -- enumerate --cards 400", "400"),
        ("jobscript --scheduler slurm -- play --start 400", "400"),
        ("jobscript --scheduler slurm -- simulate -o -", "the merge job writes a file"),
    ] {
        directory.refused(words, expected);
    }
    fed("table -", "").failed(2, "stdin is empty; give a CSV");
}

#[cfg(target_arch = "x86_64")]
#[test]
fn an_engine_of_another_processor_is_refused_with_the_reason() {
    run("simulate --engine lanes-neon").failed(2, "this processor has no NEON; its engines are");
}

/// `-` means stdout for every output.
#[test]
fn a_dash_is_stdout_and_no_file() {
    let directory = results();
    let before = directory.names();
    for words in [
        "simulate --deals 10 --seed 1",
        "enumerate --cards 3 --features 3",
        "classes --cards 3",
        "caps --cards 3",
        "extremes --cards 3",
        "odds 12",
        "deal --seed 1",
        "puzzle --seed 1",
        "puzzle --seed 1 --count 2",
        "play --games 10 --seed 1 --threads 1",
        "play --games 10 --seed 1 --table stages",
        "jobscript --scheduler slurm -- setodds simulate --seed 1",
        "merge c.part",
        "table a.csv",
        "plot a.csv",
        "man",
    ] {
        let [plain, dash] = [words, &with_dash(words)].map(|words| directory.ok(words).stdout);
        assert!(!dash.is_empty(), "{words}");
        // Only the first line of play has a time.
        let body = |text: &str| text.split_once('\n').map(|(_, body)| body.to_owned());
        assert_eq!(body(&plain), body(&dash), "{words}");
        assert_eq!(directory.names(), before, "{words}");
    }
}

/// Returns the command with `-o -`, which for jobscript comes before the inner command.
fn with_dash(words: &str) -> String {
    match words.split_once(" -- ") {
        Some((script, command)) => format!("{script} -o - -- {command}"),
        None => format!("{words} -o -"),
    }
}

#[test]
fn one_is_singular() {
    let directory = Directory::new();
    directory.write("one.txt", "0000\n");
    directory.write("three.txt", "0000\n1111\n2222\n");
    for (words, expected) in [
        ("simulate --deals 1 --seed 1 --cards 12", "1 deal from a deck of 81"),
        ("simulate --deals 1 --seed 1 --cards 12", "in each of 1 deal "),
        ("simulate --deals 1 --seed 1 --shard 1/1 -o 1.part", "1/1 is complete: 1 deal in"),
        ("simulate --deals 1 --seed 1 --progress always", "1 of 1 deal, "),
        ("simulate --deals 1 --seed 1 --until 50%", "was not reached after 1 deal:"),
        ("enumerate --cards 0 --format csv", "1 hand from a deck of 81"),
        ("enumerate --cards 0 --format csv", "0 cards hold no set: there is only one such hand."),
        ("classes --cards 0", "1 class, 1 hand, checked"),
        ("caps --cards 1", "1 class of caps"),
        ("odds 1 --measure largest-cap", "1 card from a deck of 81"),
        ("play --games 1 --seed 1", "1 game with a deck of 81"),
        ("merge 1.part -o 2.part", "wrote 1 of 1 deal"),
        ("puzzle --cards 9 --sets 12 --features 2 --deals 1 --seed 1", "seed 1, deal 1"),
        ("next one.txt --deal 1", "With 1 more card "),
        ("find three.txt", "Hand 1: 3 cards, 1 set"),
    ] {
        let mut command = setodds();
        command.current_dir(directory.path()).env("SETODDS_TERMINAL", "1");
        let said = crate::command_output(command.args(words.split_whitespace())).ok();
        let all = said.stdout + &said.stderr;
        assert!(all.contains(expected), "{words}: {all}");
        for noun in ["deals", "games", "hands", "decks", "sets", "cards", "classes"] {
            let wrong = format!(" 1 {noun}");
            let all = format!(" {all}").replace('\n', " ");
            assert!(!all.contains(&wrong), "{words}: {all}");
        }
    }
}

/// Messages do not depend on the name of the executable.
#[cfg(unix)]
#[test]
fn a_program_of_another_name_says_the_same() {
    let directory = Directory::new();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_setodds"), directory.join("other")).unwrap();
    let mut other = crate::program(directory.join("other"));
    let said = crate::command_output(other.args(["odds", "--cards", "12"]));
    let said = said.failed(2, "Usage: setodds odds ");
    assert!(!said.stderr.contains("other"), "{}", said.stderr);
}

#[test]
fn shards_that_hold_nothing_yet_are_not_accepted() {
    let directory = Directory::new();
    directory.ok("play --games 5k --seed 1 --shard 1/4 -q -o a.part");
    let said = directory.run("merge a.part --allow-missing").failed(3, "none of the 5,000 games");
    assert!(!said.stderr.contains("--allow-missing"), "{}", said.stderr);
}
