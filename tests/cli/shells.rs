//! Completion scripts: each knows all commands, and bash runs its script.

use crate::{Directory, commands, installed, ok};
use std::fs;

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "elvish"];

#[test]
fn every_script_knows_every_command() {
    for shell in SHELLS {
        let script = ok(&format!("completions {shell}"));
        for name in commands() {
            assert!(script.contains(&name), "{shell}: {name}");
        }
        for word in ["checkpoint", "color"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The other shells do not complete values.
        let completes_values = ["bash", "zsh", "fish"].contains(&shell);
        assert!(script.contains("packed-mask") || !completes_values, "{shell}");
    }
}

#[test]
fn shells_accept_their_scripts() {
    let directory = Directory::new();
    for shell in ["bash", "zsh", "fish"] {
        let Some(mut command) = installed(shell) else { continue };
        let file = directory.join(shell);
        fs::write(&file, ok(&format!("completions {shell}"))).unwrap();
        let output = command.arg("-n").arg(&file).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && stderr.is_empty(), "{shell}: {stderr}");
    }
}
