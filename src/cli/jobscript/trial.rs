//! Trying the command, here and for two seconds, before it waits in a queue for hours.
//!
//! The program is started as a task would start it, as the only shard, and killed; its part tells
//! how much of the work was done. A command that would fail fails here, with what it has to say.
//! The rate is that of this machine, and of the beginning of the work; to choose a number of shards
//! it need not be exact.

use super::work::Work;
use crate::cli::failure::{Failure, OrFail};
use crate::run::{Header, Saved, Threads};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a trial takes: enough for some saves.
const LONGEST: Duration = Duration::from_secs(2);

/// How long a shard should take: much longer than it takes to start, and so short that little waits
/// for the last.
const OF_A_SHARD: Duration = Duration::from_secs(600);

/// The most shards that are chosen without being asked.
const MANY: u64 = 10_000;

/// The shards where the trial does not tell, because the work begins with something long.
const USUAL: u32 = 64;

/// What a trial tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trial {
    /// All of the work is a matter of seconds.
    Short,
    /// The work will take so long on the threads of one shard, and can be divided so often.
    Takes(Duration, u64),
    /// Nothing was saved so soon.
    Unknown,
}

impl Trial {
    /// Tries the work with so many threads. A failure of it is a wrong usage.
    pub(super) fn of(work: &Work, cpus: u32) -> Result<Self, Failure> {
        let directory = tempfile::tempdir().or_failed()?;
        let (part, said) = (directory.path().join("trial.part"), directory.path().join("said"));
        let threads = usize::try_from(cpus).unwrap_or(1).min(Threads::available().count());
        let started = Instant::now();
        let mut child = start(work, threads, &part, &said).or_failed()?;
        if let Some(status) = wait(&mut child).or_failed()? {
            let said = fs::read_to_string(&said).unwrap_or_default();
            return if status.success() { Ok(Self::Short) } else { Err(refused(&said)) };
        }
        Ok(Saved::open(&part).map_or(Self::Unknown, |saved| {
            Self::extrapolated(saved.header(), started.elapsed(), (threads, cpus))
        }))
    }

    /// What follows from a part that took some time, on some of the threads that there will be.
    fn extrapolated(header: &Header, elapsed: Duration, (threads, cpus): (usize, u32)) -> Self {
        let done = header.plan.units_of(&header.finished);
        let milliseconds = elapsed.as_millis().saturating_mul(threads as u128);
        let all = header.plan.units().saturating_mul(milliseconds);
        let all = all.checked_div(done.saturating_mul(cpus.into()));
        all.map_or(Self::Unknown, |all| {
            let all = Duration::from_millis(u64::try_from(all).unwrap_or(u64::MAX));
            Self::Takes(all, header.wanted().len())
        })
    }

    /// Into how many shards to divide the work.
    pub(super) fn shards(self) -> u32 {
        match self {
            Self::Short => 1,
            Self::Unknown => USUAL,
            Self::Takes(all, blocks) => {
                let shards = all.as_secs().div_ceil(OF_A_SHARD.as_secs()).clamp(1, MANY);
                u32::try_from(shards.min(blocks.max(1))).expect("at most `MANY`")
            }
        }
    }
}

fn start(work: &Work, threads: usize, part: &Path, said: &Path) -> std::io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(&work.words).args(["--shard", "1/1", "-o"]).arg(part);
    if !work.words.iter().any(|word| word.starts_with("--checkpoint-every")) {
        command.args(["--checkpoint-every", "0.1"]);
    }
    command.env("SETODDS_THREADS", threads.to_string());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(said)?).spawn()
}

/// Waits for its end, but not for longer than a trial takes.
fn wait(child: &mut Child) -> std::io::Result<Option<ExitStatus>> {
    let limit = Instant::now() + LONGEST;
    while Instant::now() < limit {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        sleep(Duration::from_millis(10));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// The failure of a command that says why.
fn refused(said: &str) -> Failure {
    let reason = said.lines().find_map(|line| line.strip_prefix("error: "));
    usage_error!("{}", reason.unwrap_or(said.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Blocks, Job, Plan};

    fn header(units: u128, done: u64) -> Header {
        Header {
            command: Vec::new(),
            plan: Plan::new(Job::new("job"), units, 100),
            shard: None,
            finished: Blocks::below(done),
            spent: Vec::new(),
        }
    }

    #[test]
    fn shards_take_some_minutes() {
        // 1,000 units in 2 s are 3,600,000 in 2 hours: 12 times ten minutes.
        let trial = |units, threads| {
            Trial::extrapolated(&header(units, 10), Duration::from_secs(2), threads)
        };
        assert_eq!(trial(3_600_000, (1, 1)), Trial::Takes(Duration::from_secs(7200), 36_000));
        assert_eq!(trial(3_600_000, (1, 1)).shards(), 12);
        assert_eq!(trial(3_600_000, (1, 4)).shards(), 3, "four times as many threads");
        assert_eq!(trial(2_000, (1, 1)).shards(), 1);
        assert_eq!(trial(1 << 60, (2, 1)).shards(), 10_000);
        assert_eq!(Trial::Takes(Duration::MAX, 3).shards(), 3, "no more than there are blocks");
        let nothing = Trial::extrapolated(&header(1000, 0), Duration::from_secs(2), (1, 1));
        assert_eq!((nothing, nothing.shards()), (Trial::Unknown, USUAL));
    }
}
