//! Scripts for clusters: what is on stdout, and what is refused before it waits in a queue.

use super::*;

const SLURM: &str = "jobscript --scheduler slurm";

#[test]
fn stdout_is_the_script_alone() {
    for engine in ["slurm", "parallel", "kubernetes --image a --volume-claim b"] {
        let said = run(&format!(
            "jobscript --scheduler {engine} --shards 3 -- simulate --deals 1k --seed 1 -o x.csv"
        ))
        .ok();
        assert!(said.stdout.starts_with(if engine.contains(' ') {
            "# set"
        } else {
            "#!/bin/bash\n"
        }));
        assert!(
            said.stdout.contains("# Made by: setodds jobscript --scheduler"),
            "{}",
            said.stdout
        );
        assert!(said.stderr.starts_with("3 shards"), "{}", said.stderr);
        assert_eq!(said.stderr.lines().count(), 1, "{}", said.stderr);
    }
}

/// The option had the name of another one.
#[test]
fn the_scheduler_may_be_given_by_its_old_name() {
    let script = |option| ok(&format!("jobscript {option} slurm -- enumerate --cards 3"));
    assert_eq!(script("--engine").replace("--engine", "--scheduler"), script("--scheduler"));
    assert!(!ok("jobscript --help").contains("--engine"));
}

/// A seed that is drawn is the same for all shards, and the script says which command makes it.
#[test]
fn a_drawn_seed_is_in_the_script_and_in_the_command_that_makes_it() {
    let script = ok(&format!("{SLURM} --shards 2 -- simulate --deals 1k"));
    let made = script.lines().find_map(|line| line.strip_prefix("# Made by: setodds ")).unwrap();
    let seed = made.rsplit(' ').next().unwrap();
    assert!(seed.parse::<u64>().is_ok(), "{made}");
    assert_eq!(script.matches(seed).count(), 2, "{script}");
    assert_eq!(ok(made), script);
    let mut command = setodds();
    command.env("SETODDS_SEED", "77").args(SLURM.split(' ')).args(["--", "play", "--games", "9"]);
    assert!(said(&mut command).stdout.contains("setodds play --games 9 --seed 77 "));
}

#[test]
fn the_shards_are_as_many_as_it_takes() {
    let said = run(&format!("{SLURM} -- simulate --deals 1k --seed 1"));
    said.says("1 shard of seconds");
    assert!(said.stdout.contains("#SBATCH --array=1-1\n"), "{}", said.stdout);
    let said = run(&format!("{SLURM} -- simulate --deals 1e18 --seed 1"));
    assert!(said.stdout.contains("\nshards=10000\n"), "{}{}", said.stdout, said.stderr);
}

#[test]
fn what_a_task_would_refuse_is_refused_at_once() {
    for (work, message) in [
        ("simulate --cards 99 --deals 1k", "99"),
        ("simulate --no-such-option", "--no-such-option"),
        ("caps", "run it as one job with --checkpoint"),
        ("simulate --shard 1/2", "leave out --shard"),
        ("simulate --checkpoint x.part", "leave out --checkpoint"),
        ("simulate --until 1%", "give --deals"),
        ("jobscript", "required"),
        ("classes --cards 4", "--checkpoint"),
        ("odds 12", "one machine"),
        ("play --table stages", "leave out --table"),
        ("simulate -o -", "give -o a name"),
        ("simulate -o /dev/stdout", "give -o a name"),
    ] {
        let said = run(&format!("{SLURM} -- {work}")).failed(2, message);
        assert!(said.stderr.starts_with("error: "), "{work}: {}", said.stderr);
    }
    let mut command = setodds();
    command.args(SLURM.split(' ')).args(["--", "simulate", "--deals", "1k", "-o", "a\nb"]);
    said(&mut command).failed(2, "");
}
