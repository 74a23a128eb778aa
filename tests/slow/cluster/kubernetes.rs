//! Kubernetes: validates the manifest against the schema, and runs the commands of its containers
//! here.

use super::*;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

fn manifest(directory: &Path, work: &[String]) -> String {
    let mut command = setodds();
    command.args(["jobscript", "--scheduler", "kubernetes", "--shards", "3", "--"]);
    let text = good(command.args(work).args(["-o", "out/$(PATH) it's.csv"]));
    fs::write(directory.join("manifest.yaml"), &text).unwrap();
    text
}

/// Validates every field and its type against the oldest supported schema of Kubernetes and a new
/// one.
#[test]
fn the_manifest_is_valid() {
    if !all_installed(&["kubernetes-validate"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let work = ["simulate", "--seed", "1"].map(str::to_owned);
    let text = manifest(directory.path(), &work);
    let file = directory.path().join("manifest.yaml");
    let validate = |version: &str| {
        let mut command = Command::new("kubernetes-validate");
        command.args(["--strict", "-k", version]).arg(&file).output().unwrap()
    };
    for version in ["1.29.1", "1.37.0"] {
        let output = validate(version);
        let (stdout, stderr) = texts(&output);
        assert!(output.status.success(), "{version}: {stdout}{stderr}");
        assert_eq!((stdout + &stderr).matches("passed").count(), 2, "both jobs were looked at");
    }
    fs::write(&file, text.replace("completionMode", "completionmode")).unwrap();
    assert!(!validate("1.37.0").status.success(), "a field that does not exist is noticed");
}

/// Returns the shell command of each job's container, as Kubernetes would run it.
fn commands(manifest: &str) -> Vec<String> {
    let blocks = manifest.split("args:\n            - |").skip(1);
    let command = |block: &str| {
        let lines = block.lines().skip(1).map_while(|line| line.strip_prefix("              "));
        lines.collect::<Vec<_>>().join("\n").replace("$$", "$")
    };
    blocks.map(command).collect()
}

/// The merge waits for the last part.
#[test]
fn what_its_containers_run_shares_the_work() {
    let directory = tempfile::tempdir().unwrap();
    let (here, work) = (directory.path(), work(1));
    let text = manifest(here, &work);
    let commands = commands(&text);
    let [shard, merge] = commands.as_slice() else { panic!("{text}") };
    let shell = |script: &str| {
        let mut command = command("sh");
        command.args(["-c", script]).current_dir(here).env("SETODDS_THREADS", "2");
        command
    };
    let quick = merge.replace("sleep 30", "sleep 0.1").replace("2880", "never");
    assert!(quick.contains("sleep 0.1 ") && quick.contains("rounds = never ]"), "{merge}");
    let mut waiting = ChildGuard::spawn(shell(&quick).stderr(Stdio::null()));
    for index in ["0", "2", "1"] {
        assert!(waiting.try_wait().unwrap().is_none(), "the merge waits");
        let mut command = shell(shard);
        good(command.env("JOB_COMPLETION_INDEX", index).env("SETODDS_SHARDS", "3"));
    }
    assert!(waiting.wait().unwrap().success());
    fs::rename(here.join("out/$(PATH) it's.csv"), here.join(RESULT)).unwrap();
    check_result(here, &work);
}

/// The merge gives up if no part was saved for a day, or on another error.
#[test]
fn the_merge_does_not_wait_for_ever() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    let work = "simulate --cards 12 --deals 100k --seed 1".split(' ').map(str::to_owned);
    let text = manifest(here, &work.collect::<Vec<_>>());
    let commands = commands(&text);
    let [shard, merge] = commands.as_slice() else { panic!("{text}") };
    let limited = |pause: &str| merge.replace("sleep 30", pause).replace("2880", "5");
    assert!(limited("true").contains("rounds = 5 ]"), "{merge}");
    let begin = |script: &str| {
        let mut command = command("sh");
        command.args(["-c", script]).current_dir(here).env("SETODDS_SHARDS", "3");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        ChildGuard::spawn(command.env("JOB_COMPLETION_INDEX", "0"))
    };
    assert_eq!(begin(&limited("true")).wait().unwrap().code(), Some(3), "no shard ever begins");
    // Each round says its number and waits for a line; the third waits for the shard.
    let said = limited("echo $rounds; read line <&3");
    let mut waiting = begin(&format!("exec 3<&0; {said}"));
    let (mut go, said) = (waiting.stdin.take().unwrap(), waiting.stdout.take().unwrap());
    go.write_all(b"\n\n").unwrap();
    let mut rounds = BufReader::new(said).lines().map(Result::unwrap);
    assert_eq!(rounds.by_ref().take(3).collect::<String>(), "123", "it waits for shards");
    assert!(begin(shard).wait().unwrap().success());
    drop(go);
    assert_eq!(rounds.collect::<String>(), "12345", "a shard has saved");
    assert_eq!(waiting.wait().unwrap().code(), Some(3), "an index has failed for good");
    let parts = fs::read_dir(here.join("out")).unwrap().next().unwrap().unwrap().path();
    fs::write(parts.join("index-1.part"), "something else").unwrap();
    assert_eq!(
        begin(&limited("true")).wait().unwrap().code(),
        Some(2),
        "waiting does not mend that"
    );
}
