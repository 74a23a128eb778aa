//! Build script: records the compiler and the Git revision, which results name as provenance.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=Cargo.toml");
    if std::path::Path::new(".git/logs/HEAD").exists() {
        println!("cargo::rerun-if-changed=.git/logs/HEAD");
    }
    if let Some(compiler) = compiler() {
        println!("cargo::rustc-env=SETODDS_COMPILER={compiler}");
    }
    if let Some(revision) = revision() {
        println!("cargo::rustc-env=SETODDS_REVISION={revision}");
    }
}

/// Returns the output of `rustc --version`, or `None` if it fails or is empty.
fn compiler() -> Option<String> {
    let output = Command::new(std::env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Returns the revision from `git describe`, or `None` outside a Git checkout of this project.
fn revision() -> Option<String> {
    std::path::Path::new(".git").exists().then_some(())?;
    let output = Command::new("git")
        .args(["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
