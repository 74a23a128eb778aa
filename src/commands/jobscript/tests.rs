//! Tests of the scripts as text.

use super::*;
use crate::cli::parsed::parse;

/// Returns the script of a command line, or the error message.
fn script(line: &str, work: &[&str]) -> Result<String, String> {
    let words = ["jobscript"].into_iter().chain(line.split_whitespace()).chain(["--"]);
    let words: Vec<String> = words.chain(work.iter().copied()).map(str::to_owned).collect();
    let args = parse::<JobscriptArgs>(&words).map_err(|error| error.to_string())?;
    args.script(&crate::commands::line::context_of_test()).map_err(|failure| match failure {
        Failure::Usage(error) => error,
        other => panic!("{other:?}"),
    })
}

const ALL: [&str; 3] = ["--scheduler slurm", "--scheduler parallel", "--scheduler kubernetes"];
const WORK: [&str; 5] = ["simulate", "--seed", "1", "-o", "out/sets.csv"];

#[test]
fn a_person_can_read_the_scripts() {
    for scheduler in ALL {
        let text = script(scheduler, &WORK).unwrap();
        assert!(text.lines().count() <= 60, "{scheduler}");
        assert!(!text.contains("{{"), "{text}");
    }
}

#[test]
fn what_differs_is_filled_in() {
    let cases = [
        ("--scheduler slurm", "#SBATCH --array=1-64\n"),
        ("--scheduler slurm --shards 2000", "#SBATCH --array=1-2000\n"),
        ("--scheduler slurm --shards 7", "\nshards=7\n"),
        ("--scheduler slurm", "\ncommand=(simulate --seed 1)\nparts=out/sets-parts\n"),
        ("--scheduler slurm", "\ndirectories=(out out/sets-parts)\noutput=(-o out/sets.csv)\n"),
        ("--scheduler parallel --shards 3", "\nshards=3\nprogram=setodds\ncommand=(simulate "),
        ("--scheduler kubernetes --shards 7", "completions: 7\n  parallelism: 7\n"),
        ("--scheduler kubernetes --shards 7", "{name: SETODDS_SHARDS, value: \"7\"}"),
        ("--scheduler kubernetes", "exec setodds simulate --seed 1 --shard auto -o out/sets-parts"),
        ("--scheduler kubernetes", "setodds merge out/sets-parts/index-*.part -o out/sets.csv;"),
    ];
    for (line, expected) in cases {
        let script = script(line, &WORK).unwrap();
        assert!(script.contains(expected), "{line}: no `{expected}` in\n{script}");
    }
}

/// A rerun has an array of another size, so the number of shards is a constant of the script.
#[test]
fn the_array_does_not_tell_the_number_of_shards() {
    let text = script(ALL[0], &WORK).unwrap();
    assert!(!text.contains("SLURM_ARRAY_TASK_MAX") && !text.contains("SLURM_ARRAY_TASK_COUNT"));
}

#[test]
fn what_cannot_be_is_refused_with_the_remedy() {
    let cases = [
        ("--scheduler slurm --shards 0", "`0` is not a whole number from 1 to 100,000"),
        ("--scheduler pbs", "[possible values: slurm, parallel, kubernetes]"),
        ("--scheduler slurm --time 9", "unexpected argument '--time'"),
    ];
    for (line, expected) in cases {
        let error = script(line, &WORK).unwrap_err();
        assert!(error.contains(expected), "{line}: {error}");
    }
    for (scheduler, path, expected) in [
        ("parallel", "a{b.csv", "without it"),
        ("kubernetes", "/data/x.csv", "not inside the volume"),
        ("kubernetes", "../x.csv", "not inside the volume"),
        ("slurm", "-x", "give -o a name"),
    ] {
        let work = ["simulate", "--seed", "1", &format!("--output={path}")];
        let error = script(&format!("--scheduler {scheduler}"), &work).unwrap_err();
        assert!(error.contains(expected), "{path}: {error}");
    }
}

/// The shell of the script sees each word exactly as it was given.
#[cfg(unix)]
#[test]
fn awkward_words_stay_what_they_are() {
    let name = "it's \"$HOME\" `date` * {{PARTS}} \\ %j.csv";
    for scheduler in [ALL[0], ALL[2]] {
        let script = script(scheduler, &["simulate", "--seed", "1", "-o", name]).unwrap();
        let words = |begin: &str, end: &str| {
            let rest = script.split_once(begin).unwrap().1;
            rest.split_once(end).unwrap().0.replace("$$", "$")
        };
        let merge = match scheduler {
            "--scheduler slurm" => words("output=(", ")\n"),
            _ => words("index-*.part ", "; do\n"),
        };
        let output = std::process::Command::new("sh")
            .args(["-c", &format!("printf '%s\\n' {merge}")])
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("-o\n{name}\n"), "{merge}");
    }
}
