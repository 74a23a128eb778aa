//! Job scripts: their destinations, and commands that are refused before they wait in a queue.

use super::*;

const SLURM: &str = "jobscript --scheduler slurm";

#[test]
fn stdout_is_the_script_alone() {
    for scheduler in ["slurm", "parallel", "kubernetes"] {
        let words = format!("jobscript --scheduler {scheduler} --shards 3 -- simulate --seed 1");
        let said = run(&words).ok();
        let begin = if scheduler == "kubernetes" { "# Set in both jobs" } else { "#!/bin/bash\n" };
        assert!(said.stdout.starts_with(begin), "{}", said.stdout);
        assert_eq!(said.stderr, "");
        let directory = Directory::new();
        let to_file = words.replace(" --shards", " -o script --shards");
        directory.run(&to_file).no_stdout();
        assert_eq!(directory.read("script"), said.stdout);
        assert_eq!(ok(&words.replace(" --shards", " -o - --shards")), said.stdout);
        directory.refused(&to_file.replace("-o script", "-o none/script"), "no directory");
    }
}

/// The former name of --scheduler is still accepted.
#[test]
fn the_scheduler_may_be_given_by_its_old_name() {
    let script = |option| ok(&format!("jobscript {option} slurm -- enumerate --cards 3"));
    assert_eq!(script("--engine"), script("--scheduler"));
    assert!(!ok("jobscript --help").contains("--engine"));
}

/// All shards have the same random seed.
#[test]
fn a_drawn_seed_is_in_the_script() {
    let script = ok(&format!("{SLURM} --shards 2 -- simulate --deals 1k"));
    let seed = script.split_once("command=(simulate --deals 1k --seed ").unwrap().1;
    assert!(seed.split_once(")\n").unwrap().0.parse::<u64>().is_ok(), "{script}");
}

#[test]
fn the_name_of_the_program_is_dropped() {
    for work in ["simulate --seed 1", "play --seed 1", "enumerate --cards 3"] {
        let script = ok(&format!("{SLURM} -- setodds {work}"));
        assert_eq!(script, ok(&format!("{SLURM} -- {work}")));
    }
}

#[test]
fn what_a_task_would_refuse_is_refused_at_once() {
    for (work, message) in [
        ("simulate --cards 0-x --deals 1k", "0-x"),
        ("simulate --no-such-option", "--no-such-option"),
        ("caps", "run it as one job with --checkpoint"),
        ("simulate --shard 1/2", "leave out --shard"),
        ("simulate --checkpoint x.part", "leave out --checkpoint"),
        ("simulate --until 1%", "give --deals"),
        ("jobscript", "required"),
        ("classes --cards 4", "--checkpoint"),
        ("odds 12", "only simulate, enumerate and play can"),
        ("play --table stages", "leave out --table"),
        ("play --format csv", "directory"),
        ("simulate --without -", "the shards have no stdin"),
        ("simulate -o -", "give -o a name"),
        ("simulate -o /dev/stdout", "give -o a name"),
        ("setodds", "name a command"),
        ("setodds setodds simulate", "unrecognized subcommand"),
    ] {
        let said = run(&format!("{SLURM} -- {work}")).failed(2, message);
        assert!(said.stderr.starts_with("error: "), "{work}: {}", said.stderr);
    }
    let mut command = setodds();
    command.args(SLURM.split(' ')).args(["--", "simulate", "--deals", "1k", "-o", "a\nb"]);
    command_output(&mut command).failed(2, "");
}
