//! Invalid input: each mistake is refused with a clear message, exit code 2, and no files left
//! behind.

use crate::{Directory, command_output, fed, ok, refused, run, setodds, shown_of};
use std::fs;

#[test]
fn numbers_that_cannot_be() {
    for command in ["simulate", "enumerate"] {
        refused(&format!("{command} --cards 82"), "82 cards are more than the 81 of a deck of 4");
        refused(&format!("{command} --cards 10 --features 2"), "at most 9 cards");
        refused(&format!("{command} --cards -1"), "`-1` is not a valid number of cards");
        refused(&format!("{command} --cards many"), "`many` is not a valid number of cards");
        refused(&format!("{command} --cards 9-3"), "write 3-9");
        refused(&format!("{command} --cards 3 --features 7"), "a deck has 2 to 6 features, not 7");
        refused(&format!("{command} --cards 3 --features 1"), "a deck has 2 to 6 features, not 1");
        refused(
            &format!("{command} --cards 3 --features x"),
            "`x` is not a valid number of features; give 2 to 6",
        );
        refused(&format!("{command} --cards 3 --threads 0"), "give 1 to 1024");
        refused(&format!("{command} --cards 3 --threads 1e9"), "give 1 to 1024");
        refused(&format!("{command} --cards 3 --strategy fast"), "[possible values: naive, packed");
    }
    refused("simulate --cards 12 --deals 0", "'--deals <COUNT>': must be at least 1");
    refused("simulate --cards 12 --deals -5", "`-5` is not a valid count");
    refused("simulate --cards 12 --deals 1.5", "`1.5` is not a whole number");
    refused("simulate --cards 12 --deals ten", "write a whole number like 1000000");
    refused("simulate --cards 12 --deals 18446744073709551616", "at most 18446744073709551615");
    refused("simulate --cards 12 --seed -1", "`-1` is not a valid seed");
    refused("simulate --cards 12 --confidence 95", "`95` is not a valid confidence level");
    refused("enumerate", "--cards <K>");
    refused("deal --cards 82", "82 cards are more than the 81");
    refused("deal --hands 0", "'--hands <COUNT>': must be at least 1");
    refused("deal --hands 2M", "1 to 1,000,000 hands of 12 cards can be shown");
    refused("deal --cards 3-5", "`3-5` is not a valid number; give a single one");
    refused("deal --cards -1", "`-1` is not a valid number; give a single one");
    refused("puzzle --sets -1", "`-1` is not a valid number; give a single one");
    refused("puzzle --deals 0", "'--deals <COUNT>': must be at least 1");
    refused("simulate --cards 12 --deals 1e18446744073709551615", "is too large");
    refused("simulat --cards 12", "a similar subcommand exists: 'simulate'");
}

#[test]
fn precisions_that_cannot_be() {
    for wrong in ["0%", "0", "100%", "1", "-1", "abc", "nan", "inf%"] {
        refused(
            &format!("simulate --until {wrong}"),
            &format!("`{wrong}` is not a valid precision"),
        );
    }
    for wrong in ["-1", "x", "1.5", "18446744073709551616"] {
        refused(
            &format!("simulate --until 1% --value {wrong}"),
            &format!("`{wrong}` is not a valid number"),
        );
    }
    refused("simulate --value 0", "--value goes with --until");
    refused("simulate --until 1% --deals 0", "'--deals <COUNT>': must be at least 1");
}

#[test]
fn values_that_never_occur_are_not_waited_for() {
    for (words, reason) in [
        ("--cards 21", "every hand of over 20 cards holds a set"),
        ("--cards 12,21 --measure in-sets", "every hand of over 20 cards holds a set"),
        ("--cards 12 --value 15", "14 at most, exactly known"),
        ("--cards 12 --value 5 --measure disjoint-sets", "it is 0 to 4"),
        (
            "--measure first-set",
            "0 of `first-set` never occurs in hands of 21 cards (it is 3 to 21)",
        ),
        ("--measure set-types --value 200", "it is 1 to 4"),
        ("--features 2 --measure greedy-cap --value 7", "(it is always 4)"),
        ("--cards 80 --value 3", "1040 at least"),
    ] {
        refused(&format!("simulate --until 1% {words}"), reason);
    }
}

#[test]
fn measures_that_cannot_be() {
    refused(
        "simulate --features 2 --cards 12",
        "12 cards are more than the 9 of a deck of 2 features",
    );
    refused("simulate --measure caps", "[possible values: sets, first-set");
    refused("simulate --measure sets,", "a value is required for '--measure <NAME>'");
    refused(
        "simulate --measure first-set --cards 3-20",
        "`first-set` is defined for hands of 21 to 81 cards of a deck of 4 features",
    );
    refused("simulate --measure set-types --cards 2", "hands of 3 to 81 cards");
    refused(
        "simulate --measure sets,disjoint-sets --features 6 --cards 3,700",
        "`disjoint-sets` is defined for hands of up to 128 cards, not 700; give at most 128",
    );
}

#[test]
fn files_that_cannot_be_written_are_found_before_computing() {
    let directory = Directory::new();
    // These would run for years if they started.
    let begin = "simulate --cards 12 --deals 1e19";
    directory
        .refused(&format!("{begin} -o no/such/x.csv"), "no directory `no/such`; make it first");
    directory.refused(&format!("{begin} -o ."), "that is a directory; name a file in it");
    directory.write("file", "");
    directory.refused(&format!("{begin} -o file/x.csv"), "");
    assert_eq!(directory.names(), ["file"]);
}

#[cfg(unix)]
#[test]
fn a_directory_without_the_right_to_write_is_found_before_computing() {
    use std::os::unix::fs::PermissionsExt;
    let directory = Directory::new();
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(directory.join("probe"), "").is_ok() {
        // /proc refuses even root, who may write everywhere else.
        refused("simulate --cards 12 --deals 1e19 -o /proc/x.csv", "cannot write `/proc/x.csv`");
        return;
    }
    directory.refused("simulate --cards 12 --deals 1e19 -o x.csv", "cannot write `x.csv`");
}

#[test]
fn hands_that_are_none() {
    let cases: [(&str, &[u8], &str); 10] = [
        ("", b"", "the input is empty"),
        ("", b"\n\n", "the input is empty"),
        ("", b"3 oval blue open\n\n3 oval blue sold\n", "line 3: `sold` is not part of a card"),
        ("", b"0000\n3 ovals\n", "line 2: `3 ovals` lacks a word for colour, texture; add it"),
        (
            "",
            b"1 red solid diamond\n0001\n1 diamond red solid\n",
            "line 2: `0001` is in digits, and `1 red solid diamond` (line 1) is in words",
        ),
        ("", b"0003\n", "line 1: `0003` (line 1) has a 0"),
        ("--features 3", b"1 diamond red solid\n", "has 4 values; a card of this deck has 3"),
        ("", b"hand,card\n1,0000\n1\n", "line 3: the header and the row have 2 and 1 cells"),
        ("", b"0000\n\xff\xfe\n", "line 2: not UTF-8"),
        ("--format xml", b"0000", "[possible values: table, csv, json"),
    ];
    for (options, input, expected) in cases {
        fed(&format!("find {options}"), input).failed(2, expected);
    }
    let misspelt = crate::hands("misspelt.txt").display().to_string();
    refused(&format!("find {misspelt}"), &format!("{misspelt}, line "));
    refused("find /dev/null", "/dev/null: the input is empty");
    refused("find no-such-file.txt", "cannot read no-such-file.txt");
    refused("find .", "cannot read .");
}

#[test]
fn small_hands_are_no_mistake() {
    assert_eq!(shown_of("find", "0000\n0001"), "Hand 1: 2 cards, no sets\n");
    for cards in 0..3 {
        let said = run(&format!("simulate --cards {cards} --deals 1k --seed 1 -q"));
        let row = format!("4,{cards},sets,0,1000,1000,1.0,0.996");
        assert!(said.stdout.lines().nth(1).unwrap().starts_with(&row), "{}", said.stdout);
    }
}

#[test]
fn an_old_file_survives_a_mistake_and_is_replaced_by_a_result() {
    let directory = Directory::new();
    directory.write("x.csv", "old");
    directory.refused("simulate --cards 99 -o x.csv", "");
    assert_eq!(directory.read("x.csv"), "old");
    directory.ok("simulate --cards 3 --deals 1k -o x.csv");
    assert!(directory.read("x.csv").starts_with("features,cards,"));
}

#[test]
fn more_threads_than_sensible_are_warned_of() {
    let said = run("simulate --cards 3 --deals 1k --threads 512");
    said.ok().says("warning: 512 threads on a machine that runs");
}

/// Outputs never replace inputs, whatever their names.
#[cfg(unix)]
#[test]
fn inputs_are_not_written_over() {
    let directory = Directory::new();
    let path = |name: &str| directory.join(name);
    let sample = "simulate --cards 3 --deals 1k --seed 1 -q -o s.csv";
    directory.ok(sample);
    directory.write("hands.csv", "hand,card\n1,0000\n");
    fs::create_dir(path("deep")).unwrap();
    std::os::unix::fs::symlink("../hands.csv", path("deep/link.csv")).unwrap();
    std::os::unix::fs::symlink("../s.csv", path("deep/s.svg")).unwrap();
    let contents =
        || ["s.csv", "s.run.json", "hands.csv"].map(|name| fs::read(path(name)).unwrap());
    let before = contents();
    for words in [
        "find hands.csv -o hands.csv",
        "find hands.csv -o x.json -o deep/link.csv",
        "find deep/link.csv -o ./hands.csv",
        "table s.csv -o s.csv",
        "plot s.csv -o deep/s.svg",
    ] {
        directory.refused(words, "");
        assert_eq!(contents(), before, "{words}");
        assert!(!path("x.json").exists());
    }
    let input = fs::File::open(path("hands.csv")).unwrap();
    let mut command = setodds();
    command.current_dir(directory.path()).args(["find", "-o", "hands.csv"]).stdin(input);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(contents(), before);
}

#[test]
fn a_part_is_not_replaced_by_the_result_of_a_merge() {
    let directory = Directory::new();
    let part = "simulate --cards 3 --deals 1k --seed 1 -q --shard 1/1 -o x.csv";
    directory.ok(part);
    let before = fs::read(directory.join("x.csv")).unwrap();
    directory.refused("merge x.csv -o x.csv", "");
    assert_eq!(fs::read(directory.join("x.csv")).unwrap(), before);
}

#[test]
fn endings_say_what_is_written() {
    let directory = Directory::new();
    for name in ["x.parquet", "x.csv.gz", "x.tsv", "x", "x.run"] {
        for command in ["simulate --cards 3 --deals 1e19", "odds 3", "deal --seed 1"] {
            directory.refused(&format!("{command} -o {name}"), "use .csv, .json, .md or .txt");
        }
    }
    directory.ok("odds 3 --format csv -o x.data");
    assert_eq!(directory.names(), ["x.data", "x.data.run.json"]);
}

#[test]
fn games_that_cannot_be_written_leave_no_directory() {
    let directory = Directory::new();
    for (words, name, message) in [
        ("--games 10", "games.csv", "name a directory"),
        ("--games 10", "games/games.csv", "name a directory"),
        ("--games 10", "games.CSV.gz", "unknown file ending"),
    ] {
        directory.refused(&format!("play {words} --seed 1 -o {name}"), message);
        directory.refused(&format!("jobscript --scheduler slurm -- play {words} -o {name}"), "");
    }
    directory.refused("play --games 10 --seed 1 -o no/games.json", "no");
    assert!(directory.names().is_empty());
    directory.ok("play --games 10 --seed 1 -q --checkpoint c");
    for name in ["new", "new/er"] {
        directory.refused(&format!("play --games 10 --seed 2 --checkpoint c -o {name}"), "");
        assert_eq!(directory.names(), ["c"]);
    }
}

/// Messages of the standard library about numbers do not help users.
#[test]
fn numbers_that_are_none() {
    refused("bench --repeats 0", "`0` is not a number of repeats; give 1 to 10,000");
    refused("bench --repeats x", "`x` is not a number of repeats");
    for number in ["0", "x", "9999999999999999999999"] {
        let message = format!("`{number}` is not a whole number from 1 to ");
        refused(&format!("jobscript --scheduler slurm --shards {number} -- simulate"), &message);
    }
}

/// Some languages write a point before three digits as a thousands separator, others as a decimal
/// point.
#[test]
fn a_count_with_two_readings_is_refused() {
    for (words, count, readings) in [
        ("simulate --cards 3 --seed 1 --deals", "1.000", "1 or 1000"),
        ("simulate --cards 3 --seed 1 --deals", "10.000", "10 or 10000"),
        ("simulate --cards 3 --seed 1 --deals", "1.500", "1.5 or 1500"),
        ("play --seed 1 --games", "1.000", "1 or 1000"),
        ("deal --seed 1 --hands", "2.000", "2 or 2000"),
        ("bench --hands", "1.000", "1 or 1000"),
        ("puzzle --seed 1 --deals", "100.000", "100 or 100000"),
    ] {
        refused(&format!("{words} {count}"), &format!("`{count}` can mean {readings}"));
    }
    for count in ["1.0", "1.0000", "1.000k", "2.500e3", "0.001M"] {
        run(&format!("simulate --cards 3 --seed 1 --deals {count}")).ok();
    }
}

/// Scripts may set variables to an empty text if they have no value.
#[test]
fn an_empty_variable_is_not_set() {
    let run = |name: &str, value: &str, words: &str| {
        command_output(setodds().env(name, value).args(words.split_whitespace()))
    };
    let deals = "simulate --cards 3 --deals 1k --threads 1 --format csv";
    assert_eq!(
        run("SETODDS_THREADS", "", &format!("{deals} --seed 1")).ok().stdout,
        ok(&format!("{deals} --seed 1"))
    );
    run("SETODDS_THREADS", "", "odds 3-21").ok();
    let shard = "simulate --cards 3 --deals 1k --seed 1 --shard auto -o x.part";
    run("SLURM_ARRAY_TASK_ID", "", shard).failed(2, "asks a scheduler, but none of");
    for (value, words) in
        [("abc", "simulate --deals 9 --seed 1"), ("0", "play --games 10 --seed 1")]
    {
        let expected = format!("SETODDS_THREADS: `{value}` is not a valid number of threads; give");
        run("SETODDS_THREADS", value, words).failed(2, &expected);
    }
    refused("simulate --cards 3 --seed x", "invalid value 'x' for '--seed <S>'");
}

/// A refused command prints no random seed.
#[test]
fn a_refused_command_says_no_seed() {
    for words in ["simulate --cards 90 -q", "play --policy random,random -q"] {
        let said = run(words).failed(2, "");
        assert!(!said.stderr.contains("seed"), "{}", said.stderr);
    }
}
