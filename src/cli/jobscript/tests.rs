//! The scripts, as texts.

use super::*;
use crate::cli::words::parse;

/// The script that a command line makes, or why it makes none.
fn script(line: &str, work: &[&str]) -> Result<String, String> {
    let words = ["jobscript"].into_iter().chain(line.split_whitespace()).chain(["--"]);
    let words: Vec<String> = words.chain(work.iter().copied()).map(str::to_owned).collect();
    let args = parse::<JobscriptArgs>(&words).map_err(|error| error.to_string())?;
    let made = || {
        args.options.refuse_those_of_others(args.scheduler)?;
        let (work, shards) = (Work::read(&args.words)?, args.shards.unwrap_or(64));
        args.scheduler.script(&args.job(work, shards)?, &args.options)
    };
    made().map_err(|failure| match failure {
        Failure::Usage(error) => error,
        other => panic!("{other:?}"),
    })
}

const WORK: [&str; 5] = ["simulate", "--seed", "1", "-o", "out/sets.csv"];
const CLOUD: &str = "--scheduler kubernetes --image a --volume-claim b";

#[test]
fn options_reach_the_script() {
    let cases = [
        ("--scheduler slurm", "#SBATCH --array=1-64\n"),
        ("--scheduler slurm --shards 2000", "#SBATCH --array=1-1000\n"),
        ("--scheduler slurm --array-limit 9 --parallelism 4", "#SBATCH --array=1-9%4\n"),
        ("--scheduler slurm --cpus 8", "#SBATCH --cpus-per-task=8\n"),
        ("--scheduler slurm --memory 2G --time 2-12", "#SBATCH --time=2-12\n#SBATCH --mem=2G\n"),
        ("--scheduler slurm --partition p --account a", "--partition=p --account=a \"${@:2}\""),
        ("--scheduler slurm", "mkdir -p -- out out/sets-parts\n"),
        ("--scheduler slurm --directory d --name n", "#SBATCH --job-name=n\n"),
        ("--scheduler parallel --hosts a,b --hosts c", "--jobs 1 --sshlogin a,b,c --workdir"),
        ("--scheduler parallel --shards 3", "::: {1..3}"),
        (&format!("{CLOUD} --cpus 3"), "value: \"3\""),
        (&format!("{CLOUD} --memory 1Gi"), "memory: \"1Gi\"}"),
        (CLOUD, "memory: \"512Mi\"}"),
        (&format!("{CLOUD} --shards 7 --parallelism 9"), "completions: 7\n  parallelism: 7\n"),
    ];
    for (line, expected) in cases {
        let script = script(line, &WORK).unwrap();
        assert!(script.contains(expected), "{line}: no `{expected}` in\n{script}");
    }
}

#[test]
fn what_cannot_be_is_refused_with_the_remedy() {
    let cases = [
        ("--scheduler slurm --jobs 2", "`--jobs` is not for slurm, which knows --cpus, --memory"),
        ("--scheduler parallel --time 9", "which knows --hosts, --jobs"),
        ("--scheduler parallel --jobs 2", "give the command --threads"),
        ("--scheduler parallel --directory a{b", "without it"),
        ("--scheduler kubernetes --image a", "not provided:\n  --volume-claim"),
        ("--scheduler kubernetes --volume-claim a", "not provided:\n  --image"),
        (&format!("{CLOUD} --directory /data/x"), "not inside the volume"),
        (&format!("{CLOUD} --directory ../x"), "not inside the volume"),
        ("--scheduler slurm --time 1;b", "is not a valid value"),
        ("--scheduler slurm --partition a;b", "is not a valid value"),
        ("--scheduler slurm --shards 0", "`0` is not a whole number from 1 to 100,000"),
        ("--scheduler pbs", "[possible values: slurm, parallel, kubernetes]"),
        ("--scheduler slurm --name A_b", "is not a valid name for a job"),
    ];
    for (line, expected) in cases {
        let error = script(line, &WORK).unwrap_err();
        assert!(error.contains(expected), "{line}: {error}");
    }
    let work = [&WORK[..], &["--threads", "4"]].concat();
    let error = script("--scheduler slurm --cpus 2", &work).unwrap_err();
    assert!(error.contains("more than the 2 of --cpus"), "{error}");
    assert!(script("--scheduler slurm", &work).unwrap().contains("--cpus-per-task=4\n"));
}

/// A shell reads the words of the script as they were given.
#[cfg(unix)]
#[test]
fn awkward_words_stay_what_they_are() {
    let name = "it's \"$HOME\" `date` * \\ %j.csv";
    let work = ["simulate", "--seed", "1", "-o", name];
    for engine in ["--scheduler slurm", "--scheduler parallel", CLOUD] {
        let script = script(engine, &work).unwrap();
        let merge = script.lines().find_map(|line| {
            let line = line.trim_start().trim_end_matches("; do");
            line.strip_prefix("exec setodds merge ").or(line.strip_prefix("until setodds merge "))
        });
        let merge = merge.unwrap().replace("$$", "$");
        let output = std::process::Command::new("sh")
            .args(["-c", &format!("printf '%s\\n' {merge}")])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let words: Vec<&str> = text.lines().collect();
        assert_eq!(words[1..], ["-o", name], "{engine}: {merge}");
        assert!(words[0].starts_with("it's \"$HOME\" `date` * \\ %j-parts/"), "{text}");
    }
}
