//! Computing time of a result on each kind of machine.

use crate::run::Threads;
use serde::{Deserialize, Serialize};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// Machine on which the program ran.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Host {
    /// The name of the machine's processor, if the system reports it.
    pub cpu: Option<String>,
    /// The number of threads that the machine runs in parallel.
    pub cores: usize,
    /// The processor architecture, such as `x86_64`.
    pub architecture: String,
    /// The name of the operating system.
    pub system: String,
}

impl Host {
    /// Returns a description of the machine on which the program is running.
    #[must_use]
    pub fn this() -> Self {
        Self {
            cpu: CPU.clone(),
            cores: Threads::available().count(),
            architecture: std::env::consts::ARCH.to_owned(),
            system: std::env::consts::OS.to_owned(),
        }
    }
}

/// Name of the processor of this machine, determined on first use.
static CPU: LazyLock<Option<String>> = LazyLock::new(|| match std::env::consts::OS {
    // On ARM, `/proc/cpuinfo` has only numbers, which `lscpu` translates into a name.
    "linux" | "android" => std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| model_name(&text))
        .or_else(|| model_name(&command_output("lscpu", &[])?)),
    "windows" => std::env::var("PROCESSOR_IDENTIFIER").ok(),
    _ => command_output("sysctl", &["-n", "machdep.cpu.brand_string"]),
});

/// Returns the trimmed output of an external program, or `None` if it is missing, fails or prints
/// nothing.
fn command_output(program: &str, words: &[&str]) -> Option<String> {
    let output = Command::new(program).args(words).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

/// Extracts the model name of the processor from `/proc/cpuinfo` or from the output of `lscpu`, or
/// returns `None` if it is not there.
fn model_name(description: &str) -> Option<String> {
    let mut lines = description.lines().filter_map(|line| line.split_once(':'));
    let (_, name) = lines.find(|(title, _)| title.trim().eq_ignore_ascii_case("model name"))?;
    Some(name.trim().to_owned())
}

/// Total time of all runs with one number of threads on one kind of machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComputeTime {
    pub host: Host,
    /// The number of threads of each run.
    pub threads: usize,
    /// The start of the first run, in microseconds since the Unix epoch.
    pub started: u64,
    /// The total time of the runs in microseconds.
    pub microseconds: u64,
    /// The number of work units done.
    pub units: u64,
}

impl ComputeTime {
    /// Returns the total time of the runs in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.microseconds as f64 / 1e6
    }

    /// Merges the compute times of equal machines and numbers of threads, and sorts them.
    #[must_use]
    pub fn merged(all: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut all: Vec<Self> = all.into_iter().collect();
        all.sort_by(|one, next| (&one.host, one.threads).cmp(&(&next.host, next.threads)));
        all.dedup_by(|next, one| {
            let is_alike = (&one.host, one.threads) == (&next.host, next.threads);
            if is_alike {
                one.started = one.started.min(next.started);
                one.microseconds = one.microseconds.saturating_add(next.microseconds);
                one.units = one.units.saturating_add(next.units);
            }
            is_alike
        });
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_read_from_linux() {
        let text = "processor : 0\nmodel name\t: Some CPU @ 3.0GHz\nflags : x\n";
        assert_eq!(model_name(text), Some("Some CPU @ 3.0GHz".to_owned()));
        let text = "Architecture:      aarch64\nModel name:        Neoverse-N1\n  Model: 1\n";
        assert_eq!(model_name(text), Some("Neoverse-N1".to_owned()));
        assert_eq!(model_name("CPU part : 0xd0c\n"), None);
    }

    #[test]
    fn times_on_one_kind_of_machine_are_one_entry() {
        let host = Host { cores: 2, ..Host::this() };
        let other = Host { cores: 64, ..host.clone() };
        let spent = |host: &Host, threads, started, time, units| {
            let host = host.clone();
            ComputeTime { host, threads, started, microseconds: time, units }
        };
        let all = ComputeTime::merged([
            spent(&other, 64, 5, 1, u64::MAX),
            spent(&host, 2, 9, 10, 100),
            spent(&other, 64, 7, u64::MAX, 1),
            spent(&host, 1, 3, 20, 200),
            spent(&host, 2, 8, 30, 300),
        ]);
        let expected = [
            spent(&host, 1, 3, 20, 200),
            spent(&host, 2, 8, 40, 400),
            spent(&other, 64, 5, u64::MAX, u64::MAX),
        ];
        assert_eq!(all, expected);
        assert_eq!(ComputeTime::merged(all.clone()), all);
        assert_eq!(ComputeTime::merged([]), []);
    }
}
