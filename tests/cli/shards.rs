//! Shards of a run on several machines, and their merge.

use super::{Directory, command_output, names, ok, sealed, setodds};

/// Computes all shards of a run in an irregular order, each into its own file.
fn shards(directory: &Directory, words: &str, of: u64) -> String {
    for number in (1..=of).rev() {
        let said = directory.run(&format!("{words} --shard {number}/{of} -o {number}.part"));
        said.no_stdout().says(&format!("shard {number}/{of} is complete"));
    }
    (1..=of).map(|number| format!("{number}.part ")).collect()
}

#[test]
fn shares_are_the_whole() {
    for (words, of) in [
        ("simulate --cards 3-12 --deals 300k --seed 1 --confidence 99%", 7),
        ("simulate --measure first-set,greedy-cap --cards 81 --deals 20k --seed 1", 3),
        ("simulate --cards 12 --deals 100 --seed 1", 3),
        ("enumerate --cards 0-7", 4),
        ("enumerate --cards 3-6 --method hands --features 3", 3),
        ("enumerate --cards 5 --features 3 --strategy naive", 2),
        ("enumerate --cards 0-8 --measure in-sets,largest-cap", 5),
        ("enumerate --cards 4 --features 5 --method hands", 2),
    ] {
        let directory = Directory::new();
        let parts = shards(&directory, words, of);
        directory.ok(&format!("merge {parts} -o x.csv"));
        directory.ok(&format!("{words} -o whole.csv"));
        assert_eq!(directory.read("x.csv"), directory.read("whole.csv"), "{words}");
        let record = directory.read("x.run.json");
        assert!(record.contains(&format!("\"command\": \"setodds {}", &words[..8])), "{record}");
        assert!(record.contains("\"complete\": true"), "{record}");
    }
}

#[test]
fn shares_of_games_are_the_whole() {
    let directory = Directory::new();
    let words = "play --games 20k --policy random,first,similar --features 3 --start 9 --seed 1";
    let parts = shards(&directory, words, 3);
    directory.ok(&format!("merge {parts} -o merged"));
    directory.run(&format!("{words} -o whole"));
    let tables = names(&directory.join("whole"));
    assert_eq!(tables.len(), 18);
    for table in tables.iter().filter(|name| name.ends_with(".csv")) {
        let read = |name: &str| directory.read(format!("{name}/{table}"));
        assert_eq!(read("merged"), read("whole"), "{table}");
    }
    let said = directory.run(&format!("merge {parts} --table rounds"));
    assert_eq!(said.stdout, ok(&format!("{words} --table rounds")));
}

/// The array of a rerun has one task, so it does not give the number of shards.
#[test]
fn a_task_of_slurm_needs_the_number_of_shards() {
    let directory = Directory::new();
    let words = "simulate --cards 3 --deals 100k --seed 1 --shard auto -o x.part";
    let task = |number: &str, shards: &str| {
        let mut command = setodds();
        command.env("SLURM_ARRAY_TASK_ID", number).env("SETODDS_SHARDS", shards);
        for variable in ["SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX"] {
            command.env(variable, number);
        }
        command.env("SLURM_ARRAY_TASK_COUNT", "1");
        command_output(command.current_dir(directory.path()).args(words.split(' ')))
    };
    let refused = task("3", "").failed(2, "SETODDS_SHARDS, which is not set");
    refused.says("from SLURM_ARRAY_TASK_ID");
    task("0", "4").failed(2, "SLURM_ARRAY_TASK_ID is 0, and shards are numbered from 1 to 4");
    task("5", "4").failed(2, "there is no shard 5 of 4");
    assert!(directory.names().is_empty());
    task("3", "4").ok().says("shard 3/4 is complete");
}

#[test]
fn shards_resume_where_they_were() {
    let directory = Directory::new();
    let words = "simulate --cards 12 --deals 300k --seed 1";
    shards(&directory, words, 2);
    let before = directory.read("1.part");
    directory.ok(&format!("{words} --shard 1/2 -o 1.part"));
    assert_eq!(directory.read("1.part"), before, "the same bytes");
    for (other, expected) in [
        (format!("{words} --shard 2/2 -o 1.part"), "it holds shard 1/2 and not shard 2/2"),
        (format!("{words} --shard 1/3 -o 1.part"), "it holds shard 1/2 and not shard 1/3"),
        (format!("{words} --checkpoint 1.part"), "it holds shard 1/2 and not the whole"),
        (words.replace("300k", "400k") + " --shard 1/2 -o 1.part", "shards cannot be extended"),
        (words.replace("--seed 1", "--seed 2") + " --shard 1/2 -o 1.part", "seed is `1` there"),
    ] {
        directory.refused(&other, expected);
    }
}

#[test]
fn what_is_not_the_whole_is_told() {
    let directory = Directory::new();
    let words = "simulate --cards 12 --deals 300k --seed 1";
    shards(&directory, words, 4);
    directory.run(&format!("{words}0 --shard 1/2 -o other.part"));
    directory.run(&words.replace("simulate", "simulate --shard 1/2 -o two.part"));
    directory.write("cut.part", "setodds partial result, format 1\n");
    for (words, expected) in [
        ("merge 1.part 2.part two.part", "`1.part` and `two.part` both hold block 0"),
        ("merge 1.part 1.part 2.part", "`1.part` and `1.part` both hold block 0"),
        ("merge 1.part other.part", "seed is `10` there and `1` here"),
        ("merge 1.part cut.part", "its end is missing"),
        ("merge .", "regular file"),
        ("merge 1.part --format gif", "cannot merge `1.part` with these options"),
        ("merge 1.part -o a.part -o b.csv", "needs exactly one -o"),
        ("merge 1.part -o a.part --format csv", "a .part has one form"),
        ("merge 1.part -o a.part --table sizes", "a .part has one form"),
        ("merge", "required"),
    ] {
        directory.refused(words, expected);
    }
}

/// Missing parts that may still be written have an exit code of their own.
#[test]
fn missing_parts_can_be_waited_for() {
    let directory = Directory::new();
    let words = "simulate --cards 12 --deals 300k --seed 1";
    shards(&directory, words, 4);
    directory.run(&words.replace("simulate", "simulate --shard 1/2 -o two.part"));
    for (words, expected) in [
        (
            "merge 1.part 4.part",
            "the parts hold 136,160 of 300,000 deals; missing: shard 2/4, shard 3/4; finish them, \
             or accept",
        ),
        ("merge two.part 3.part", "missing: blocks 14 to 18"),
        ("merge none.part", "cannot be read"),
        ("merge 1.part 2.part 3.part none.part", "cannot be read"),
    ] {
        directory.run(words).failed(3, expected);
    }
}

#[test]
fn a_part_of_a_sample_is_a_sample() {
    let directory = Directory::new();
    let words = "simulate --cards 12 --deals 300k --seed 1";
    shards(&directory, words, 4);
    let said = directory.ok("merge 1.part 2.part --allow-missing --format csv");
    said.says("the result covers 147,456 of 300,000 deals");
    assert_eq!(said.stdout, ok("simulate --cards 12 --deals 147456 --seed 1 --format csv"));

    directory.ok("merge 1.part 2.part -o some.part");
    let all = directory.run("merge 4.part some.part 3.part --format csv");
    assert_eq!(all.stdout, ok(&format!("{words} --format csv")));

    let directory = Directory::new();
    shards(&directory, "enumerate --cards 5 --method hands", 2);
    directory.refused("merge 1.part --allow-missing", "an exact result needs all parts");
}

/// Two blocks are counted, but the list of finished blocks has one or none, so they would be
/// counted again.
#[test]
fn a_tally_that_does_not_fit_its_blocks_is_refused() {
    for (words, lists) in [
        ("simulate --cards 12 --measure sets,set-types --deals 32768 --seed 1", &["", " 0-0"][..]),
        ("play --games 40k --features 3 --start 9 --seed 1", &["", " 0-0"][..]),
        ("enumerate --cards 5", &[""]),
    ] {
        let directory = Directory::new();
        shards(&directory, words, 1);
        let text = directory.read("1.part");
        let finished = text.lines().find(|line| line.starts_with("finished ")).unwrap();
        for list in lists {
            let body = text.replace(finished, &format!("finished{list}"));
            assert_ne!(body, text, "{words}");
            directory.write("1.part", sealed(&body[..body.rfind("sha256 ").unwrap()]));
            directory.refused("merge 1.part --allow-missing", "");
            directory.refused(&format!("{words} --shard 1/1 -o 1.part"), "");
        }
    }
}

#[test]
fn more_threads_than_cores_change_nothing() {
    let words = "simulate --cards 12 --deals 300k --seed 1 --format csv --quiet";
    assert_eq!(ok(&format!("{words} --threads 64")), ok(&format!("{words} --threads 1")));
}

/// A part of an unknown counting method.
#[test]
fn parts_of_an_unknown_method_are_refused() {
    let directory = Directory::new();
    directory.ok("enumerate --cards 3 --features 3 --method hands --shard 1/2 -o x.part -q");
    let part = directory.read("x.part").replace("\"hands\"", "\"frames\"");
    let part = part.replace("method=hands", "method=frames");
    directory.write("x.part", sealed(&part[..part.rfind("sha256 ").unwrap()]));
    directory.refused("merge x.part", "invalid value 'frames' for '--method <NAME>'");
}

/// Parts in which the tally of some name has other counts. Each has as many observations as before.
#[test]
fn a_tally_of_values_that_no_hand_has_is_refused() {
    let directory = Directory::new();
    let all = "sets,in-sets,disjoint-sets,set-types,largest-cap,ultrasets";
    let deals = format!("simulate --cards 12 --measure {all} --deals 100 --seed 1");
    let games = "play --games 100 --policy random,most-left --seed 1";
    let many = "1".repeat(30);
    for (words, name, counts) in [
        (&*deals, "12 in-sets", "0 100"),
        (&deals, "12 disjoint-sets", "0 0 0 0 0 100"),
        (&deals, "12 largest-cap", "0 0 0 0 0 100"),
        (&deals, "12 ultrasets", "0 100"),
        (&deals, "12 set-types", &format!("0 {many}")),
        ("simulate --cards 3 --deals 100 --seed 1", "3 sets", "98 0 2"),
        ("simulate --cards 10 --deals 100 --seed 1", "10 sets", "99 0 0 0 0 0 0 0 0 0 0 1"),
        ("simulate --cards 12 --measure set-types --deals 9 --seed 1", "12 set-types", "1 9"),
        ("simulate --cards 12 --measure set-types --deals 9 --seed 1", "12 set-types", "0 181"),
        ("simulate --cards 21 --measure first-set --deals 9 --seed 1", "21 first-set", "0 0 9"),
        ("simulate --measure greedy-cap --cards 81 --deals 1 --seed 1", "81 greedy-cap", "1"),
        (games, "random first-stuck", &format!("100 {}1", "0 ".repeat(81))),
        (games, "random first-stuck", "101"),
        (games, "random largest-table", &format!("{}100", "0 ".repeat(24))),
        (games, "random looks 27", "100"),
        (games, "most-left difference cleared", &format!("{}100", "0 ".repeat(163))),
        (games, "first leftover", "100"),
        (games, "random stage 69 15 dealt", "0 1"),
        ("enumerate --features 3 --cards 4 --measure in-sets", "4 in-sets", "0 1"),
        ("enumerate --features 3 --cards 4 --measure in-sets", "5 in-sets", "1"),
        ("enumerate --features 3 --cards 4 --measure in-sets", "4 sets", "1"),
    ] {
        let path = format!("{}.part", words.replace(' ', ""));
        directory.ok(&format!("{words} --shard 1/1 -o {path} -q"));
        directory.ok(&format!("merge {path} --format csv -q"));
        let part = directory.read(&path);
        let is_tally = |line: &&str| line.starts_with("tally ") || line.starts_with("short ");
        let word = part.lines().find(is_tally).unwrap().split(' ').next().unwrap();
        let tally = format!("{word} {name}: {counts}");
        let mut lines: Vec<&str> =
            part.lines().filter(|it| !it.starts_with(&format!("{word} {name}:"))).collect();
        let place = lines.iter().position(is_tally).unwrap_or(lines.len() - 1);
        lines.insert(place, &tally);
        lines.pop();
        directory.write("forged.part", sealed(&(lines.join("\n") + "\n")));
        directory.refused("merge forged.part", "its tallies are not those of its finished blocks");
    }
}
