//! Build script: records the compiler and the Git revision, which results name as provenance.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    if Path::new(".git/logs/HEAD").exists() {
        println!("cargo::rerun-if-changed=.git/logs/HEAD");
    }
    // The files, not the directory, to which Node.js and Python add files of their own. A missing
    // file counts as changed in every build.
    for source in git(&["ls-files", "src"]).unwrap_or_default().lines() {
        println!("cargo::rerun-if-changed={source}");
    }
    let compiler = std::env::var_os("RUSTC").expect("cargo sets RUSTC");
    if let Some(compiler) = output(Command::new(compiler).arg("--version")) {
        println!("cargo::rustc-env=SETODDS_COMPILER={compiler}");
    }
    let describe = ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
    if let Some(revision) = git(&describe) {
        println!("cargo::rustc-env=SETODDS_REVISION={revision}");
    }
}

/// Returns what a command prints, or `None` if it fails or prints nothing.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    Some(text).filter(|text| !text.is_empty())
}

/// Returns what `git` prints, or `None` if it fails or prints nothing, or outside a Git checkout of
/// this project.
fn git(words: &[&str]) -> Option<String> {
    Path::new(".git").exists().then_some(())?;
    output(Command::new("git").args(words))
}
