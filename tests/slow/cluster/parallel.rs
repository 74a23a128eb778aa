//! GNU parallel on this machine, and over a replacement of ssh.

use super::*;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::Stdio;

fn bash(directory: &Path, script: &Path) -> Command {
    let mut command = command("bash");
    command.arg(script).current_dir(directory);
    command
}

fn start(command: &mut Command) -> ChildGuard {
    ChildGuard::spawn(command.stdout(Stdio::piped()).stderr(Stdio::piped()))
}

/// Ctrl-C makes all shards save, without a merge; running the script again resumes them.
#[test]
fn ctrl_c_and_on() {
    if !all_installed(&["parallel"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let (here, work) = (directory.path(), work(3));
    let script = script(here, "--scheduler parallel --shards 3", &work);
    hold(here, &[1, 2], 3);
    let mut command = bash(here, &script);
    command.args(["--jobs", "2"]);
    let child = start(command.process_group(0));
    in_the_middle(here, 1, 3);
    in_the_middle(here, 2, 3);
    signal("INT", &format!("-{}", child.id()));
    let output = child.wait_with_output();
    assert_eq!(output.status.code(), Some(130), "{:?}", texts(&output));
    wait_until("the shards save", || running(here).is_empty());
    assert!(!here.join(RESULT).exists());

    good(&mut bash(here, &script));
    check_result(here, &work);
}

/// A killed shard is run again.
#[test]
fn what_was_killed_is_tried_again() {
    if !all_installed(&["parallel"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let (here, work) = (directory.path(), work(2));
    let script = script(here, "--scheduler parallel --shards 2", &work);
    hold(here, &[1], 2);
    let child = start(&mut bash(here, &script));
    let process = in_the_middle(here, 1, 2);
    signal("KILL", &process.to_string());
    let output = child.wait_with_output();
    assert!(output.status.success(), "{:?}", texts(&output));
    check_result(here, &work);
}

/// Both hosts are this machine; a script in place of ssh records which one was asked.
#[test]
fn hosts_share_the_work() {
    if !all_installed(&["parallel"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let (here, work) = (directory.path(), work(2));
    let ssh = here.join("ssh");
    let text = r#"#!/bin/bash
while [[ $1 == -* ]]; do [[ $1 == -l ]] && shift; shift; done
echo "$1" >>"$0.log"; shift
[[ $1 == -- ]] && shift
cd / && exec bash -c "$*"
"#;
    fs::write(&ssh, text).unwrap();
    fs::set_permissions(&ssh, fs::Permissions::from_mode(0o755)).unwrap();
    let script = script(here, "--scheduler parallel --shards 2", &work);
    let mut command = bash(here, &script);
    command.args(["--sshlogin", "one,1/me@two", "--workdir"]).arg(here);
    good(command.env("PARALLEL_SSH", &ssh));
    let asked = fs::read_to_string(here.join("ssh.log")).unwrap();
    assert!(asked.contains("one\n") && asked.contains("two\n"), "{asked}");
    check_result(here, &work);
}
