//! A Slurm cluster of two nodes on this machine: munge, the controller and two node daemons without
//! systemd, with their own key, sockets, ports and directory.

use super::{ChildGuard, good, installed, wait_until};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The programs that must be installed.
pub(super) const PROGRAMS: [&str; 7] =
    ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel"];

/// A running cluster, which is ended with its jobs when dropped.
pub(super) struct Cluster {
    directory: TempDir,
    /// In the order of their start.
    daemons: Vec<ChildGuard>,
}

fn configuration(directory: &Path) -> String {
    let host = good(Command::new("uname").arg("-n"));
    let host = host.trim().split('.').next().unwrap().to_owned();
    let user = good(Command::new("id").arg("-un"));
    let (user, here) = (user.trim(), directory.display());
    let listeners = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let ports = listeners.map(|it| it.local_addr().unwrap().port());
    format!(
        "ClusterName=private\n\
         SlurmctldHost={host}(127.0.0.1)\n\
         SlurmctldPort={}\n\
         SlurmUser={user}\n\
         SlurmdUser={user}\n\
         AuthType=auth/munge\n\
         AuthInfo=socket={here}/munge.socket\n\
         CredType=cred/munge\n\
         SlurmctldPidFile={here}/slurmctld.pid\n\
         SlurmdPidFile={here}/%n.pid\n\
         SlurmdSpoolDir={here}/%n\n\
         StateSaveLocation={here}/state\n\
         ProctrackType=proctrack/linuxproc\n\
         TaskPlugin=task/none\n\
         JobAcctGatherType=jobacct_gather/none\n\
         AccountingStorageType=accounting_storage/none\n\
         SelectType=select/cons_tres\n\
         SelectTypeParameters=CR_Core\n\
         SwitchType=switch/none\n\
         MpiDefault=none\n\
         MinJobAge=3600\n\
         ReturnToService=2\n\
         SlurmdParameters=config_overrides\n\
         SchedulerParameters=sched_min_interval=50000,batch_sched_delay=0,sched_interval=1,\
         bf_interval=1\n\
         NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={} CPUs=2 RealMemory=100\n\
         NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={} CPUs=2 RealMemory=100\n\
         PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP\n",
        ports[0], ports[1], ports[2]
    )
}

impl Cluster {
    /// Starts all daemons, again if another process has taken a port before they did.
    pub(super) fn start() -> Self {
        std::iter::repeat_with(Self::try_start).take(9).flatten().next().expect("free ports")
    }

    /// Starts all daemons and waits until both nodes are idle; `None` if a daemon ends.
    fn try_start() -> Option<Self> {
        let directory = tempfile::tempdir().unwrap();
        let here = directory.path();
        fs::create_dir(here.join("state")).unwrap();
        fs::write(here.join("slurm.conf"), configuration(here)).unwrap();
        let mut key = fs::OpenOptions::new();
        let key = key.write(true).create_new(true).mode(0o600).open(here.join("munge.key"));
        key.unwrap().write_all(&rand::random::<[u8; 32]>().repeat(4)).unwrap();
        let mut cluster = Self { directory, daemons: Vec::new() };
        let file = |option: &str, name: &str| {
            format!("--{option}={}", cluster.directory.path().join(name).display())
        };
        let mut munge = vec!["--foreground".to_owned(), "--force".to_owned()];
        munge.extend([
            file("key-file", "munge.key"),
            file("socket", "munge.socket"),
            file("pid-file", "munged.pid"),
            file("seed-file", "munge.seed"),
            file("log-file", "munged.log"),
        ]);
        let socket = cluster.directory.path().join("munge.socket");
        cluster.launch("munged", &munge);
        wait_until("munge listens", || socket.exists());
        cluster.launch("slurmctld", &["-D".to_owned()]);
        for node in ["n1", "n2"] {
            cluster.launch("slurmd", &["-D", "-N", node].map(str::to_owned));
        }
        let mut has_ended = false;
        wait_until("both nodes are free", || {
            has_ended = cluster.daemons.iter_mut().any(|it| it.try_wait().unwrap().is_some());
            let nodes = cluster.command("sinfo").args(["-h", "-N", "-o", "%T"]).output().unwrap();
            has_ended || String::from_utf8_lossy(&nodes.stdout).matches("idle\n").count() == 2
        });
        (!has_ended).then_some(cluster)
    }

    fn launch(&mut self, daemon: &str, words: &[String]) {
        let log = fs::File::create(
            self.directory.path().join(format!("{daemon}-{}.out", self.daemons.len())),
        );
        let (log, program) = (log.unwrap(), installed(daemon).unwrap());
        let mut command = self.command(program.to_str().unwrap());
        command.args(words).stdin(Stdio::null());
        command.stdout(log.try_clone().unwrap()).stderr(log);
        self.daemons.push(ChildGuard::spawn(&mut command));
    }

    /// Returns a command that uses this cluster.
    pub(super) fn command(&self, program: &str) -> Command {
        let mut command = super::command(program);
        command.env("SLURM_CONF", self.directory.path().join("slurm.conf"));
        command
    }

    /// Returns the output of a Slurm command.
    pub(super) fn ask(&self, words: &str) -> String {
        let mut words = words.split(' ');
        good(self.command(words.next().unwrap()).args(words))
    }

    /// Returns the queue, one line for each task or job: number, state and reason.
    pub(super) fn queue(&self) -> String {
        self.ask("squeue -h -r -o %i,%T,%r")
    }

    /// Returns the state of a task, such as `FAILED`.
    pub(super) fn state(&self, job: &str) -> String {
        let text = self.ask(&format!("scontrol -o show job {job}"));
        let state = text.split_whitespace().find_map(|word| word.strip_prefix("JobState="));
        state.unwrap().to_owned()
    }

    /// Waits until Slurm has put a task back into the queue, where it may have started meanwhile.
    pub(super) fn wait_until_requeued(&self, job: &str) {
        wait_until("the task is queued again", || {
            self.ask(&format!("scontrol -o show job {job}")).contains(" Restarts=1 ")
        });
    }

    /// Waits until the queue is empty. Slurm holds requeued tasks for two minutes; here they are
    /// released after a second, once their previous run has ended.
    pub(super) fn wait_for_all(&self) {
        let mut seen: BTreeMap<String, Instant> = BTreeMap::new();
        wait_until("all jobs end", || {
            let queue = self.queue();
            let job = |line: &str| Some(line.strip_suffix(",PENDING,BeginTime")?.to_owned());
            let waiting: Vec<String> = queue.lines().filter_map(job).collect();
            seen.retain(|job, _| waiting.contains(job));
            for job in waiting {
                let since = *seen.entry(job.clone()).or_insert_with(Instant::now);
                if since.elapsed() > Duration::from_secs(1) {
                    let update = [format!("jobid={job}"), "StartTime=now".to_owned()];
                    // The task may have started meanwhile.
                    let _ = self.command("scontrol").arg("update").args(update).output();
                }
            }
            queue.is_empty()
        });
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let jobs = self.command("squeue").args(["-h", "-o", "%A"]).output().unwrap();
        for job in String::from_utf8_lossy(&jobs.stdout).lines() {
            let _ = self.command("scancel").arg(job).output();
        }
        while let Some(mut daemon) = self.daemons.pop() {
            let _ = Command::new("kill").arg(daemon.id().to_string()).output();
            let limit = Instant::now() + Duration::from_secs(10);
            let mut is_running = || daemon.try_wait().is_ok_and(|status| status.is_none());
            while is_running() && Instant::now() < limit {
                sleep(Duration::from_millis(20));
            }
        }
    }
}
