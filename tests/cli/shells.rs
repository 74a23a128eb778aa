//! What shells get: every script knows every command, and bash really completes.

use crate::{Directory, commands, installed, ok};
use std::fs;
use std::process::Command;

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "elvish"];

#[test]
fn every_script_knows_every_command() {
    for shell in SHELLS {
        let script = ok(&format!("completions {shell}"));
        for name in commands() {
            assert!(script.contains(&name), "{shell}: {name}");
        }
        for word in ["checkpoint-every", "color"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The others complete no values.
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

/// What bash offers for the last of these words.
fn offered(words: &[&str]) -> Option<Vec<String>> {
    let mut bash: Command = installed("bash")?;
    let (last, before) = (words.len() - 1, words.len() - 2);
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let script = format!(
        "{}\nCOMP_WORDS=({}); COMP_CWORD={last}\n\
         _setodds_all setodds '{}' '{}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        ok("completions bash"),
        quoted.join(" "),
        words[last],
        words[before],
    );
    let output = bash.args(["--noprofile", "--norc", "-c", &script]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.split_whitespace().map(str::to_owned).collect())
}

#[test]
fn bash_completes_commands_options_and_names() {
    for (words, expected) in [
        (vec!["setodds", "sim"], vec!["simulate"]),
        (vec!["setodds", "simulate", "--checkpoint-"], vec!["--checkpoint-every"]),
        (vec!["setodds", "simulate", "--strategy", "th"], vec!["third-card"]),
        (vec!["setodds", "odds", "--format", "c"], vec!["csv"]),
        (vec!["setodds", "completions", "e"], vec!["elvish"]),
        (vec!["setodds", "play", "--policy", "random,most-l"], vec!["random,most-left"]),
        (vec!["setodds", "play", "--policy", "=", "random,fi"], vec!["random,first"]),
        (vec!["setodds", "odds", "--format", "="], vec!["table", "csv", "json", "markdown"]),
        (vec!["setodds", "-q", "plot", "--me"], vec!["--measure"]),
        (vec!["setodds", "jobscript", "--", ""], vec!["simulate", "enumerate", "play"]),
        (vec!["setodds", "jobscript", "--", "simulate", "--strategy", "th"], vec!["third-card"]),
    ] {
        let Some(offered) = offered(&words) else { return };
        assert_eq!(offered, expected, "{words:?}");
    }
    // Where nothing is offered, bash offers files.
    assert!(ok("completions bash").contains("complete -F _setodds_all -o bashdefault -o default"));
    for command in ["find", "next", "merge", "status", "table", "plot"] {
        assert_eq!(offered(&["setodds", command, ""]).unwrap(), Vec::<String>::new(), "{command}");
    }
    assert!(offered(&["setodds", "simulate", ""]).unwrap().contains(&"--deals".to_owned()));
    let Some(all) = offered(&["setodds", ""]) else { return };
    assert!(commands().iter().all(|name| all.contains(name)), "{all:?}");
}
