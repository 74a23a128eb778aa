//! Slurm: shards are killed, preempted and cancelled, a node fails, and the result has the same
//! bytes.

use super::daemons::{Cluster, PROGRAMS};
use super::*;

/// Returns a cluster with a directory and a script for three shards, some of which are held; `None`
/// if Slurm is not installed.
fn prepare(held: &[u64]) -> Option<(Cluster, Submitted)> {
    if !all_installed(&PROGRAMS) {
        return None;
    }
    let (cluster, directory) = (Cluster::start(), tempfile::tempdir().unwrap());
    let work = work(3);
    let script = script(directory.path(), "--scheduler slurm --shards 3", &work);
    hold(directory.path(), held, 3);
    Some((cluster, Submitted { directory, script, work }))
}

/// A script with its directory and its work.
struct Submitted {
    directory: tempfile::TempDir,
    script: PathBuf,
    work: Vec<String>,
}

impl Submitted {
    /// Submits the script by `sbatch` with options; returns the number of the array.
    fn submit(&self, cluster: &Cluster, options: &[&str]) -> String {
        let mut command = cluster.command("sbatch");
        command.arg("--parsable").args(options).arg(&self.script);
        good(command.current_dir(self.directory.path())).trim().to_owned()
    }

    /// Asserts that the merge wrote the bytes of an unsharded run; otherwise shows all logs.
    fn check_result(&self) {
        let here = self.directory.path();
        let logs = names(here, "slurm-", ".out").into_iter().map(|name| {
            let text = fs::read_to_string(here.join(&name)).unwrap();
            format!("{name}:\n{text}\n")
        });
        assert!(here.join(RESULT).exists(), "{}", logs.collect::<String>());
        check_result(here, &self.work);
    }

    /// Returns the bytes of a shard's part.
    fn part(&self, shard: u64, of: u64) -> Vec<u8> {
        fs::read(part(self.directory.path(), shard, of)).unwrap()
    }

    /// Returns the log of an array task.
    fn log(&self, array: &str, task: u64) -> String {
        fs::read_to_string(self.directory.path().join(format!("slurm-{array}_{task}.out"))).unwrap()
    }
}

/// Kills one of three shards and cancels another one, so that nothing is merged. Each is rerun
/// alone: such an array has one task, and the number of shards comes from the script. The last
/// rerun is followed by the merge.
#[test]
fn failed_tasks_are_rerun_alone() {
    let Some((cluster, it)) = prepare(&[1, 2]) else { return };
    let here = it.directory.path();
    let array = it.submit(&cluster, &["--cpus-per-task=1", "--mem=10M", "--time=10"]);
    let process = in_the_middle(here, 1, 3);
    signal("KILL", &process.to_string());
    in_the_middle(here, 2, 3);
    cluster.ask(&format!("scancel {array}_2"));
    cluster.wait_for_all();
    assert_eq!(cluster.state(&format!("{array}_1")), "FAILED");
    assert_eq!(cluster.state(&format!("{array}_2")), "CANCELLED");
    assert_eq!(cluster.state(&format!("{array}_3")), "COMPLETED");
    assert!(!here.join(RESULT).exists(), "the merge must wait for all shards");
    let third = it.part(3, 3);

    let rerun = it.submit(&cluster, &["--array=2"]);
    cluster.wait_for_all();
    assert_eq!(cluster.state(&format!("{rerun}_2")), "COMPLETED");
    assert!(it.log(&rerun, 2).contains("shard 2/3 is complete"), "{}", it.log(&rerun, 2));
    assert!(!here.join(RESULT).exists(), "shard 1 is still missing");

    it.submit(&cluster, &["--array=1"]);
    cluster.wait_for_all();
    let parts = names(&here.join("out/my sets-parts"), "", ".part");
    assert_eq!(parts.len(), 3, "{parts:?}");
    assert!(it.part(3, 3) == third, "a complete shard is not touched");
    it.check_result();
}

/// A task that is asked to stop saves its progress and is requeued; the merge waits for it.
#[test]
fn what_has_to_go_is_queued_again() {
    let Some((cluster, it)) = prepare(&[1, 2]) else { return };
    let here = it.directory.path();
    let array = it.submit(&cluster, &[]);
    for (task, name) in [(1, "USR1"), (2, "TERM")] {
        in_the_middle(here, task, 3);
        cluster.ask(&format!("scancel --signal={name} --batch {array}_{task}"));
        cluster.wait_until_requeued(&format!("{array}_{task}"));
    }
    cluster.wait_for_all();
    for task in [1, 2] {
        let log = it.log(&array, task);
        assert!(log.contains("INTERRUPTED") && log.contains("resuming from"), "{log}");
    }
    it.check_result();
}

/// The first task submits the merge job once, even if its node fails.
#[test]
fn a_node_may_fail() {
    let Some((cluster, it)) = prepare(&[1]) else { return };
    let here = it.directory.path();
    let array = it.submit(&cluster, &["--job-name=mine"]);
    in_the_middle(here, 1, 3);
    let node = cluster.ask(&format!("squeue -h -r -j {array}_1 -o %N"));
    let node = node.trim();
    cluster.ask(&format!("scontrol update nodename={node} state=down reason=test"));
    cluster.wait_until_requeued(&format!("{array}_1"));
    let part = "1-of-3.part";
    wait_until("the node's processes end", || running(here).iter().all(|(_, it)| it != part));
    let names_of_jobs = cluster.ask("squeue -h -t all -o %j");
    assert_eq!(names_of_jobs.matches("mine-merge").count(), 1, "{names_of_jobs}");
    cluster.wait_for_all();
    let merges = names(here, "slurm-", "_0.out");
    assert_eq!(merges.len(), 1, "{merges:?}");
    it.check_result();
}

/// Returns the names in a directory with this beginning and ending.
fn names(directory: &Path, begin: &str, end: &str) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with(begin) && name.ends_with(end)).collect()
}
