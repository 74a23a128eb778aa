//! No file of the user is replaced by mistake: outputs, inputs, records, checkpoints and locks must
//! all be different files.

use super::{Directory, command_output, ok, sealed, setodds};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Returns all files below a directory with their contents.
fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(contents(&path));
        } else {
            all.insert(path.display().to_string(), fs::read(&path).unwrap());
        }
    }
    all
}

/// Returns a directory with lost cards, a CSV, hands, counts and three shards.
fn full_directory() -> Directory {
    let directory = Directory::new();
    directory.write("lost.txt", "0000\n");
    directory.write("x.partial.csv", "0000\n");
    directory.write("games/stages.csv", "0000\n");
    directory.write("u.run.json", "cards,sets,count\n3,0,78\n3,1,1\n");
    directory.write("mine.part", "mine");
    directory.write("d/odds.csv", ok("odds 12 --format csv"));
    for number in 1..=3 {
        let shard = format!("--shard {number}/3 -q -o {number}.part");
        directory.ok(&format!("simulate --cards 3 --deals 100k --seed 1 {shard}"));
    }
    fs::copy(directory.join("1.part"), directory.join("one.run.json")).unwrap();
    directory
}

/// Commands that would write a file twice, or write a file that they also read or save to, with
/// their messages.
const CASES: &[(&str, &str)] = &[
    // The checkpoint, its lock and the result.
    ("simulate --deals 1k --checkpoint ./w.csv -o w.csv", "the checkpoint and a result"),
    (
        "simulate --deals 1k --checkpoint z.run.json -o z.csv",
        "`z.run.json` cannot be both the checkpoint and the record of a result",
    ),
    (
        "simulate --deals 1k --checkpoint v -o v.lock --format csv",
        "`v.lock` cannot be both the lock of the checkpoint and a result",
    ),
    ("enumerate --cards 3 --checkpoint w.csv -o ./w.csv", "the checkpoint and a result"),
    ("caps --features 2 --checkpoint w.csv -o ./w.csv", "the checkpoint and a result"),
    ("classes --cards 3 --checkpoint w.run.json -o w.csv", "the checkpoint and the record"),
    ("play --games 2 --checkpoint ./games/rounds.csv -o games/", "the checkpoint and a result"),
    ("deal --without lost.txt -o lost.txt", "an input and a result"),
    ("simulate --deals 1k --without lost.txt -o lost.txt", "an input and a result"),
    ("simulate --deals 1k --without ./lost.txt -o lost.txt", "an input and a result"),
    ("simulate --until 50% --without lost.txt -o lost.txt", "an input and a result"),
    ("simulate --deals 1k --without lost.txt --checkpoint lost.txt", "input and the checkpoint"),
    ("simulate --shard 1/2 --without lost.txt -o lost.txt", "an input and the checkpoint"),
    ("puzzle --without lost.txt -o lost.txt", "an input and a result"),
    ("simulate --deals 1k --without x.partial.csv -o x.csv", "an input and a partial result"),
    ("simulate --deals 1k -o x.csv -o x.partial.csv", "a partial result and a result"),
    ("play --games 9 -o games/ -o games/stages.partial.csv --table stages", "partial result"),
    ("check u.run.json -o u.csv", "`u.run.json` cannot be both an input and the record"),
    ("find u.run.json -o u.csv", "an input and the record of a result"),
    ("next u.run.json -o u.csv", "an input and the record of a result"),
    ("next lost.txt --gone u.run.json -o u.csv", "an input and the record of a result"),
    ("table d/odds.csv lost.txt -o ./lost.txt", "an input and the table"),
    ("merge one.run.json 2.part 3.part -o one.csv", "an input and the record of a result"),
    ("puzzle -o x.html -o ./x.html", "`./x.html` would be written twice"),
    ("odds 12 -o x.csv -o ./x.csv", "`./x.csv` would be written twice"),
    ("odds 12 --format csv -o x.csv -o x.run.json", "the record of a result and a result"),
    ("extremes -o x.csv -o ./x.csv", "would be written twice"),
    ("bench --hands 1k -o x.csv -o ./x.csv", "would be written twice"),
    ("plot d/odds.csv -o x.svg -o ./x.svg", "would be written twice"),
    // Parts that are not merged.
    ("merge 1.part 2.part -o 3.part", "`3.part` is a partial result and would be replaced"),
    ("merge 1.part 2.part -o ./mine.part", "`./mine.part` is not a partial result of setodds"),
    // A script, and the files that its tasks read and write.
    ("jobscript --scheduler slurm -o x.csv -- simulate -o x.csv", "a result and the script"),
    ("jobscript --scheduler slurm -o x.run.json -- simulate -o x.csv", "the record of a result"),
    ("jobscript --scheduler slurm -o x -- play -o ./x", "a result and the script"),
    ("jobscript --scheduler slurm -o r-parts -- simulate -o r.csv", "the directory of the parts"),
    ("jobscript --scheduler slurm -o x/stages.csv -- play -o x/", "a result and the script"),
    ("jobscript --scheduler slurm -- simulate --without lost.txt -o ./lost.txt", "an input and a"),
];

#[test]
fn no_file_is_replaced_by_another_of_the_same_command() {
    let directory = full_directory();
    let before = contents(directory.path());
    for (words, expected) in CASES {
        let said = directory.run(words).failed(2, expected);
        assert_eq!(contents(directory.path()), before, "{words}: {}", said.stderr);
    }
    assert!(!directory.join("x").exists());
}

/// Equal names in different directories and equal contents are accepted.
#[test]
fn different_files_may_be_written_together() {
    let directory = full_directory();
    for words in [
        "merge 1.part 2.part -o 1.part",
        "merge 1.part 3.part -o x.csv -o x.json",
        "simulate --deals 1k --seed 1 --checkpoint x.part -o x.csv -o x.json -o x.txt",
        "deal --without lost.txt -o found.txt",
        "find lost.txt -o /dev/null --format csv",
        "check x.partial.csv -o x.csv",
        "enumerate --cards 3 -o y.csv -o y.partial.csv",
        "simulate --deals 1k -o w.csv --checkpoint w.partial.csv",
    ] {
        directory.ok(words);
    }
    assert_eq!(directory.read("lost.txt"), "0000\n");
}

#[cfg(unix)]
#[test]
fn a_link_is_the_file_that_it_leads_to() {
    let directory = full_directory();
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, directory.join(name)).unwrap();
    link("lost.txt", "link.txt");
    let kept = "simulate --cards 3 --deals 1k --seed 1 --format csv";
    directory.ok(&format!("{kept} --checkpoint kept.part"));
    link("kept.part", "link.part");
    let before = contents(directory.path());
    link(".", "here");
    for words in [
        "deal --without link.txt -o lost.txt",
        "deal --without lost.txt -o link.txt",
        "deal --without here/lost.txt -o lost.txt",
        "simulate --deals 1k --checkpoint here/w.csv -o w.csv",
        &format!("{kept} --checkpoint link.part -o kept.part.lock"),
    ] {
        directory.refused(words, "give one of them another name");
    }
    fs::remove_file(directory.join("here")).unwrap();
    assert_eq!(contents(directory.path()), before);
}

/// A file redirected to stdin is also an input.
#[cfg(unix)]
#[test]
fn stdin_is_an_input() {
    let directory = full_directory();
    for words in ["find -o lost.txt", "deal --without - -o lost.txt"] {
        let mut shell = super::shell(&format!("\"$0\" {words} < lost.txt"));
        command_output(shell.current_dir(directory.path()))
            .failed(2, "`lost.txt` cannot be both an input and a result");
    }
    assert_eq!(directory.read("lost.txt"), "0000\n");
}

#[test]
fn a_file_named_like_a_lock_is_left_alone() {
    let directory = Directory::new();
    directory.write("Cargo.lock", "my dependencies");
    let words = "simulate --cards 3 --deals 1k --seed 1 -q --checkpoint Cargo";
    directory.refused(words, "Cargo.lock` is not an empty file");
    assert_eq!(directory.read("Cargo.lock"), "my dependencies");
    assert_eq!(directory.names(), ["Cargo.lock"]);
}

/// Returns a part with another command and a valid checksum.
fn forged(part: &str, words: &str) -> String {
    let line = part.lines().find(|line| line.starts_with("command ")).unwrap();
    let words: Vec<&str> = words.split(' ').collect();
    let body = part.replace(line, &format!("command {}", serde_json::Value::from(words)));
    sealed(&body[..body.rfind("sha256 ").unwrap()])
}

/// Parts may come from other machines and people, so their commands must not choose files here.
#[test]
fn the_command_of_a_part_names_no_files() {
    let directory = Directory::new();
    let (deals, games) = ("simulate --cards 3 --deals 1k --seed 1", "play --games 9 --seed 1");
    directory.ok(&format!("{deals} -q --shard 1/1 -o deals.part"));
    directory.ok(&format!("{games} -q --shard 1/1 -o games.part"));
    directory.ok(&format!("{deals} -q --checkpoint kept.part -o x.csv"));
    directory.write("victim.csv", "precious");
    for (part, words) in [("deals.part", deals), ("games.part", games)] {
        let text = directory.read(part);
        for (option, expected) in [
            ("-o victim.csv", "`--output`"),
            ("-o dir/", "`--output`"),
            ("--format json", "`--format`"),
            ("--checkpoint victim.csv", "`--checkpoint`"),
            ("--threads 64", "`--threads`"),
            ("--engine scalar", "`--engine`"),
            ("--quiet", "`--quiet`"),
            ("--without victim.csv", "--without"),
            ("--without=-", "--without"),
            ("--no-such-option", "'--no-such-option'"),
        ] {
            directory.write("evil.part", forged(&text, &format!("{words} {option}")));
            let before = contents(directory.path());
            let run = format!("{words} --shard 1/1 -o evil.part");
            let commands = [
                "merge evil.part",
                "merge evil.part -o new.part",
                "merge evil.part -o x.csv",
                &run,
            ];
            for command in commands {
                let said = directory.run(command).failed(2, expected);
                said.says("`evil.part` is not what setodds writes: its command ");
                assert!(!said.stderr.contains("precious"), "{}", said.stderr);
                assert_eq!(contents(directory.path()), before, "{command}");
            }
        }
    }
    let text = directory.read("games.part");
    for option in ["--table stages", "--log evil.log"] {
        directory.write("evil.part", forged(&text, &format!("{games} {option}")));
        let name = option.split(' ').next().unwrap();
        directory.refused("merge evil.part -o new.part", name);
    }
    let text = forged(&directory.read("deals.part"), &format!("{deals} --without victim.csv"));
    directory.write("evil.part", text);
    directory.refused("merge evil.part -o new.part", "names a file with `--without`");
    let text = directory.read("kept.part");
    directory.write("kept.part", forged(&text, &format!("{deals} -o victim.csv")));
    let said = directory.run(&format!("{deals} --checkpoint kept.part")).failed(2, "`kept.part`");
    said.says("its command has the option `--output`, which is not part of a computation");
    assert_eq!(directory.read("victim.csv"), "precious");
}

/// All parts are checked, not only the first.
#[test]
fn the_command_of_every_part_is_looked_at() {
    let directory = full_directory();
    let words = "simulate --cards 3 --deals 100k --seed 1 -o victim.csv";
    directory.write("3.part", forged(&directory.read("3.part"), words));
    directory.refused("merge 1.part 2.part 3.part -o x.csv", "`3.part` is not what setodds writes");
    assert!(!directory.join("x.csv").exists());
}

/// A part contains the numbers of the removed cards, so that it can be merged anywhere.
#[test]
fn shards_of_different_directories_are_merged() {
    let (one, other) = (Directory::new(), Directory::new());
    let words = "simulate --cards 3 --deals 100k --seed 1 --without";
    one.write("lost.txt", "two green solid ovals\n");
    one.ok(&format!("{words} lost.txt --shard 1/2 -o 1.part"));
    other.write("elsewhere/cards.txt", one.read("lost.txt"));
    other.ok(&format!("{words} elsewhere/cards.txt --shard 2/2 -o 2.part"));
    assert!(one.read("1.part").contains(r#""--without","@"#), "{}", one.read("1.part"));
    let mut merge = setodds();
    merge.args(["merge", "--format", "csv"]).args([one.join("1.part"), other.join("2.part")]);
    assert_eq!(
        command_output(merge.current_dir(Directory::new().path())).ok().stdout,
        one.ok(&format!("{words} lost.txt --format csv")).stdout
    );
}

/// A replaced file keeps its owner and mode. A read-only file is refused, as by the shell. Root may
/// write everything, and only root can change the owner of a file.
#[cfg(unix)]
#[test]
fn files_keep_their_owners_and_modes() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let directory = Directory::new();
    directory.write("x.csv", "before");
    let path = directory.join("x.csv");
    let is_root = chown(&path, Some(12_345), Some(23_456)).is_ok();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let before = fs::metadata(&path).unwrap();
    directory.ok("odds 12 -o x.csv");
    let after = fs::metadata(&path).unwrap();
    let of = |file: &fs::Metadata| (file.uid(), file.gid(), file.mode());
    assert_eq!(of(&after), of(&before));
    assert_ne!(directory.read("x.csv"), "before");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
    for words in ["odds 12 -o x.csv", "simulate --deals 1k -o y.csv --checkpoint x.csv"] {
        if !is_root {
            directory.refused(words, "cannot write `x.csv`: Permission denied");
        }
    }
}

/// A record with the hash of other content is ignored, as after a redirection into the CSV.
#[test]
fn a_record_belongs_to_its_csv() {
    let directory = Directory::new();
    let simulate = "simulate --cards 12 --deals 9k --confidence 0.5 -q --seed";
    directory.ok(&format!("{simulate} 1 -o x.csv"));
    let said = directory.ok("table x.csv");
    assert!(said.stdout.contains("50 % interval") && said.stderr.is_empty(), "{}", said.stdout);
    directory.write("x.csv", directory.ok(&format!("{simulate} 2 --format csv")).stdout);
    for words in ["table x.csv", "plot x.csv -o x.svg"] {
        directory.ok(words).says("warning: x.run.json is the record of another file than x.csv");
    }
    assert!(directory.ok("table x.csv").stdout.contains("95 % interval"));
    // Records of the first version have no hash.
    let record = directory.read("x.run.json");
    let hash = record.lines().find(|line| line.contains("\"sha256\"")).unwrap();
    directory.write("x.run.json", record.replace(&format!(",\n{hash}"), ""));
    let said = directory.ok("table x.csv");
    assert!(said.stdout.contains("50 % interval") && said.stderr.is_empty(), "{}", said.stdout);
    // No genuine record is this large.
    directory.write("x.run.json", record + &" ".repeat(1 << 20));
    assert!(directory.ok("table x.csv").stdout.contains("95 % interval"));
}
