//! Slurm: submitted, killed, preempted, cancelled, on a failing node; and in the end the same
//! bytes.

use super::daemons::{Cluster, PROGRAMS};
use super::*;

/// A cluster, a directory and a script for it; nothing where Slurm is not installed.
fn prepare(test: &str, shards: u64, options: &str) -> Option<(Cluster, Submitted)> {
    if !all_installed(test, &PROGRAMS) {
        return None;
    }
    let (cluster, directory) = (Cluster::start(), tempfile::tempdir().unwrap());
    let work = work(shards);
    let options = format!("--scheduler slurm --shards {shards}{options}");
    let script = script(directory.path(), &options, &work);
    Some((cluster, Submitted { directory, script, work }))
}

/// A script and what belongs to it.
struct Submitted {
    directory: tempfile::TempDir,
    script: PathBuf,
    work: Vec<String>,
}

impl Submitted {
    /// Gives the script to `bash` or `sbatch`; the number of the array.
    fn submit(&self, cluster: &Cluster, with: &str) -> String {
        let mut command = cluster.command(with);
        let said = good(command.arg(&self.script).current_dir(self.directory.path()));
        let number = said.split(|c: char| !c.is_ascii_digit()).find(|word| !word.is_empty());
        number.unwrap_or_else(|| panic!("{said}")).to_owned()
    }

    /// The merge has written what one machine writes; else all logs are shown.
    fn check_result(&self) {
        let (here, parts) =
            (self.directory.path(), self.directory.path().join("out/my sets-parts"));
        let logs = names(&parts, "", ".log").into_iter().map(|name| {
            let text = fs::read_to_string(parts.join(&name)).unwrap();
            format!("{name}:\n{text}\n")
        });
        assert!(here.join(RESULT).exists(), "{}", logs.collect::<String>());
        check_result(here, &self.work);
    }

    /// What a task has said.
    fn log(&self, task: u64) -> String {
        let log = format!("out/my sets-parts/task-{task}.log");
        fs::read_to_string(self.directory.path().join(log)).unwrap()
    }
}

/// Two shards of three fail: one is killed, one cancelled. No merge is made of what is not
/// complete; submitted again, the same script goes on and ends well.
#[test]
#[ignore = "needs Slurm and half a minute"]
fn what_was_killed_goes_on_when_it_is_submitted_again() {
    let Some((cluster, it)) = prepare("Slurm, killed", 3, " --cpus 1 --memory 10M --time 10")
    else {
        return;
    };
    let here = it.directory.path();
    let array = it.submit(&cluster, "bash");
    let process = in_the_middle(here, 1, 3);
    signal("KILL", &process.to_string());
    in_the_middle(here, 2, 3);
    cluster.ask(&format!("scancel {array}_2"));
    cluster.wait_for_all();
    assert_eq!(cluster.state(&format!("{array}_1")), "FAILED");
    assert_eq!(cluster.state(&format!("{array}_2")), "CANCELLED");
    assert_eq!(cluster.state(&format!("{array}_3")), "COMPLETED");
    assert!(!here.join(RESULT).exists(), "the merge must wait for all shards");

    it.submit(&cluster, "bash");
    cluster.wait_for_all();
    assert_eq!(it.log(1).matches("shard 1 of 3").count(), 2, "{}", it.log(1));
    it.check_result();
}

/// More shards than this site's arrays may have tasks. A task that is told to stop saves and is
/// queued again, as are those of a node that fails; the merge waits for them.
#[test]
#[ignore = "needs Slurm and half a minute"]
fn what_has_to_go_is_queued_again() {
    let Some((cluster, it)) = prepare("Slurm, queued again", 5, "") else { return };
    let here = it.directory.path();
    let array = it.submit(&cluster, "bash");
    for (task, name) in [(1, "USR1"), (2, "TERM")] {
        in_the_middle(here, task, 5);
        cluster.ask(&format!("scancel --signal={name} --batch {array}_{task}"));
        wait_until("the task is queued again", || {
            cluster.queue().contains(&format!("{array}_{task},PENDING,BeginTime"))
        });
        assert!(it.log(task).contains("goes back into the queue"), "{}", it.log(task));
    }
    cluster.wait_for_all();
    assert_eq!(it.log(1).matches("shard 1 of 5").count(), 2, "{}", it.log(1));
    assert!(it.log(1).contains("shard 4 of 5"), "three tasks share five shards: {}", it.log(1));
    it.check_result();
}

/// The script given to sbatch itself; its first task submits the merge job, once. The node on
/// which that runs fails.
#[test]
#[ignore = "needs Slurm and half a minute"]
fn a_node_may_fail() {
    let Some((cluster, it)) = prepare("Slurm, node", 3, " --array-limit 2") else { return };
    let here = it.directory.path();
    let array = it.submit(&cluster, "sbatch");
    in_the_middle(here, 1, 3);
    let node = cluster.ask(&format!("squeue -h -r -j {array}_1 -o %N"));
    let node = node.trim();
    cluster.ask(&format!("scontrol update nodename={node} state=down reason=test"));
    wait_until("the task is queued again", || {
        cluster.queue().contains(&format!("{array}_1,PENDING,BeginTime"))
    });
    wait_until("the node's processes end", || running(here).iter().all(|(_, it)| it != "1/3"));
    cluster.wait_for_all();
    let merges = names(&here.join("out/my sets-parts"), "merge-", ".log");
    assert_eq!(merges.len(), 1, "{merges:?}");
    it.check_result();
}

/// The names in a directory that begin and end so.
fn names(directory: &Path, begin: &str, end: &str) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with(begin) && name.ends_with(end)).collect()
}
