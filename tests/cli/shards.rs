//! Shards of a run on several machines, and what they are together.

use super::{names, ok, run_in};
use std::fs;
use std::path::Path;

/// Computes all shards of a run, in an order that is none, each in a file of its own.
fn shards(directory: &Path, words: &str, of: u64) -> String {
    for number in (1..=of).rev() {
        let said = run_in(directory, &format!("{words} --shard {number}/{of} -o {number}.part"));
        assert_eq!((said.code, said.stdout.as_str()), (Some(0), ""), "{}", said.stderr);
        assert!(
            said.stderr.contains(&format!("shard {number}/{of} is complete")),
            "{}",
            said.stderr
        );
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
        ("enumerate --cards 4-5 --features 5 --method frames", 2),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let parts = shards(directory.path(), words, of);
        let said = run_in(directory.path(), &format!("merge {parts} -o x.csv"));
        assert_eq!(said.code, Some(0), "{words}: {}", said.stderr);
        let whole = run_in(directory.path(), &format!("{words} -o whole.csv"));
        assert_eq!(whole.code, Some(0), "{}", whole.stderr);
        let read = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
        assert_eq!(read("x.csv"), read("whole.csv"), "{words}");
        let record = read("x.run.json");
        assert!(record.contains(&format!("\"command\": \"setodds {}", &words[..8])), "{record}");
        assert!(record.contains("\"complete\": true"), "{record}");
    }
}

#[test]
fn shares_of_games_are_the_whole() {
    let directory = tempfile::tempdir().unwrap();
    let words = "play --games 20k --policy random,first,similar --features 3 --start 9 --seed 1";
    let parts = shards(directory.path(), words, 3);
    let said = run_in(directory.path(), &format!("merge {parts} -o merged"));
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    run_in(directory.path(), &format!("{words} -o whole"));
    let tables = names(&directory.path().join("whole"));
    assert_eq!(tables.len(), 18);
    for table in tables.iter().filter(|name| name.ends_with(".csv")) {
        let read =
            |name: &str| fs::read_to_string(directory.path().join(name).join(table)).unwrap();
        assert_eq!(read("merged"), read("whole"), "{table}");
    }
    let said = run_in(directory.path(), &format!("merge {parts} --table rounds"));
    assert_eq!(said.stdout, ok(&format!("{words} --table rounds")));
}

#[test]
fn shards_resume_where_they_were() {
    let directory = tempfile::tempdir().unwrap();
    let words = "simulate --cards 12 --deals 300k --seed 1";
    shards(directory.path(), words, 2);
    let before = fs::read(directory.path().join("1.part")).unwrap();
    let said = run_in(directory.path(), &format!("{words} --shard 1/2 -o 1.part"));
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert_eq!(fs::read(directory.path().join("1.part")).unwrap(), before, "the same bytes");
    for (other, expected) in [
        (format!("{words} --shard 2/2 -o 1.part"), "it holds shard 1/2 and not shard 2/2"),
        (format!("{words} --shard 1/3 -o 1.part"), "it holds shard 1/2 and not shard 1/3"),
        (format!("{words} --checkpoint 1.part"), "it holds shard 1/2 and not the whole"),
        (words.replace("300k", "400k") + " --shard 1/2 -o 1.part", "shards cannot be extended"),
        (words.replace("--seed 1", "--seed 2") + " --shard 1/2 -o 1.part", "seed is `1` there"),
    ] {
        let said = run_in(directory.path(), &other);
        assert_eq!(said.code, Some(2), "{other}: {}", said.stderr);
        assert!(said.stderr.contains(expected), "{other}: {}", said.stderr);
    }
}

#[test]
fn what_is_not_the_whole_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let words = "simulate --cards 12 --deals 300k --seed 1";
    shards(directory.path(), words, 4);
    run_in(directory.path(), &format!("{words}0 --shard 1/2 -o other.part"));
    run_in(directory.path(), &words.replace("simulate", "simulate --shard 1/2 -o two.part"));
    fs::write(directory.path().join("cut.part"), "setodds partial result, format 1\n").unwrap();
    for (words, expected) in [
        ("merge 1.part 2.part two.part", "`1.part` and `two.part` both hold block 0"),
        ("merge 1.part 1.part 2.part", "`1.part` and `1.part` both hold block 0"),
        ("merge 1.part other.part", "seed is `10` there and `1` here"),
        ("merge 1.part cut.part", "its end is missing"),
        ("merge .", "regular file"),
        ("merge 1.part --format gif", "does not go with that"),
        ("merge 1.part -o a.part -o b.csv", "give -o once"),
        ("merge", "required"),
        ("status cut.part", "its end is missing"),
    ] {
        let said = run_in(directory.path(), words);
        assert_eq!(said.code, Some(2), "{words}: {}", said.stderr);
        assert!(said.stderr.contains(expected), "{words}: {}", said.stderr);
    }
}

/// What may still come has an exit code of its own.
#[test]
fn missing_parts_can_be_waited_for() {
    let directory = tempfile::tempdir().unwrap();
    let words = "simulate --cards 12 --deals 300k --seed 1";
    shards(directory.path(), words, 4);
    run_in(directory.path(), &words.replace("simulate", "simulate --shard 1/2 -o two.part"));
    for (words, expected) in [
        ("merge 1.part 4.part", "missing: shard 2/4, shard 3/4; finish them, or take"),
        ("merge two.part 3.part", "missing: blocks 14 to 18"),
        ("merge none.part", "cannot be read"),
        ("merge 1.part 2.part 3.part none.part", "cannot be read"),
    ] {
        let said = run_in(directory.path(), words);
        assert_eq!(said.code, Some(3), "{words}: {}", said.stderr);
        assert!(said.stderr.contains(expected), "{words}: {}", said.stderr);
    }
}

#[test]
fn a_part_of_a_sample_is_a_sample() {
    let directory = tempfile::tempdir().unwrap();
    let words = "simulate --cards 12 --deals 300k --seed 1";
    shards(directory.path(), words, 4);
    let said = run_in(directory.path(), "merge 1.part 2.part --allow-missing --format csv");
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert!(said.stderr.contains("the result covers 147,456 of 300,000 deals"), "{}", said.stderr);
    assert_eq!(said.stdout, ok("simulate --cards 12 --deals 147456 --seed 1 --format csv"));

    let some = run_in(directory.path(), "merge 1.part 2.part -o some.part");
    assert_eq!(some.code, Some(0), "{}", some.stderr);
    let all = run_in(directory.path(), "merge 4.part some.part 3.part --format csv");
    assert_eq!(all.stdout, ok(&format!("{words} --format csv")));

    let directory = tempfile::tempdir().unwrap();
    shards(directory.path(), "enumerate --cards 5 --method hands", 2);
    let said = run_in(directory.path(), "merge 1.part --allow-missing");
    assert_eq!(said.code, Some(2));
    assert!(said.stderr.contains("an exact result needs all parts"), "{}", said.stderr);
}

/// Two blocks are counted, and the list of finished blocks names one, or none: they would be
/// counted again.
#[test]
fn a_tally_that_does_not_fit_its_blocks_is_refused() {
    use sha2::{Digest, Sha256};
    for (words, lists) in [
        ("simulate --cards 12 --measure sets,set-types --deals 32768 --seed 1", &["", " 0-0"][..]),
        ("play --games 40k --features 3 --start 9 --seed 1", &["", " 0-0"][..]),
        ("play --offline --games 128 --features 3 --start 9 --seed 1", &["", " 0-0"][..]),
        ("enumerate --cards 5", &[""]),
    ] {
        let directory = tempfile::tempdir().unwrap();
        shards(directory.path(), words, 1);
        let text = fs::read_to_string(directory.path().join("1.part")).unwrap();
        let finished = text.lines().find(|line| line.starts_with("finished ")).unwrap();
        for list in lists {
            let body = text.replace(finished, &format!("finished{list}"));
            assert_ne!(body, text, "{words}");
            let body = &body[..body.rfind("sha256 ").unwrap()];
            let hash: String =
                Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
            fs::write(directory.path().join("1.part"), format!("{body}sha256 {hash}\n")).unwrap();
            for command in
                ["merge 1.part --allow-missing", &format!("{words} --shard 1/1 -o 1.part")]
            {
                let said = run_in(directory.path(), command);
                assert_eq!(said.code, Some(2), "{words}{list}, {command}: {}", said.stderr);
            }
        }
    }
}

#[test]
fn status_shows_how_far_parts_are() {
    let directory = tempfile::tempdir().unwrap();
    shards(directory.path(), "simulate --cards 12 --deals 300k --seed 1", 3);
    let said = run_in(directory.path(), "status 1.part 3.part");
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert!(lines[1].starts_with("1.part  1/3    complete  98,304"), "{}", said.stdout);
    assert!(
        lines[4].ends_with("201,696 of 300,000 units in 2 files, 2 complete"),
        "{}",
        said.stdout
    );
    let csv = run_in(directory.path(), "status 1.part --format csv").stdout;
    assert_eq!(csv.lines().next(), Some("file,job,share,done,units,complete"));
    assert!(csv.ends_with("seed=1,1/3,98304,98304,true\n"), "{csv}");
}

#[test]
fn more_threads_than_cores_change_nothing() {
    let words = "simulate --cards 12 --deals 300k --seed 1 --format csv --quiet";
    assert_eq!(ok(&format!("{words} --threads 64")), ok(&format!("{words} --threads 1")));
}
