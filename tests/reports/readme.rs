//! The README tells the truth: what it shows is what the program says.

use super::{read, root};
use std::process::Command;

/// Every console block is run; only what differs between machines and runs may differ.
#[test]
fn transcripts_are_what_the_program_says() {
    let readme = read("README.md");
    let blocks: Vec<&str> = readme.split("```console\n$ setodds ").skip(1).collect();
    assert!(blocks.len() >= 3, "the blocks were found");
    for block in blocks {
        let (words, shown) = block.split("```").next().unwrap().split_once('\n').unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_setodds"))
            .args(words.split(' '))
            .current_dir(root())
            .output()
            .unwrap();
        assert!(output.status.success(), "{words}: {}", output.status);
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(plain(&said).trim_end(), plain(shown).trim_end(), "{words}");
    }
}

/// The text without engine, threads and time: `seed 1, third-card in avx512 lanes, 2 threads, 0.1 s
/// (9 million/s)`.
fn plain(text: &str) -> String {
    let line = |line: &str| match (line.split_once(", seed "), line.ends_with("/s)")) {
        (Some((before, after)), true) => {
            format!("{before}, seed {}\n", after.split(',').next().unwrap())
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Somebody who has a minute finds the answer to the main questions in the first lines.
#[test]
fn the_readme_is_short_and_begins_with_the_answers() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= 250);
    let first: Vec<&str> = readme.lines().take(120).collect();
    for command in [
        "setodds simulate --cards 12",
        "setodds odds 15",
        "setodds find ",
        "setodds plot ",
        "setodds simulate --cards 12 --deals 1G",
    ] {
        assert!(first.iter().any(|line| line.contains(command)), "{command}");
    }
}

#[test]
fn the_two_commands_stand_at_the_top() {
    let readme = read("README.md");
    let block = readme.split("```").nth(1).unwrap();
    assert_eq!(block, "sh\ncargo run --release -- simulate --cards 12 --deals 100M\ncargo test\n");
}

/// The engine's documentation lists all of its public modules.
#[test]
fn the_documentation_lists_every_module() {
    let library = read("src/engine/lib.rs");
    let (text, code) = library.split_once("\n\n").unwrap();
    for line in code.lines().filter_map(|line| line.strip_prefix("pub mod ")) {
        let module = line.trim_end_matches(';');
        let names = [format!("[`{module}`]"), format!("[`mod@{module}`]"), format!("| `{module}`")];
        assert!(names.iter().any(|name| text.contains(name)), "`{module}` is missing");
    }
}

/// The minimum Rust version that the README names is that of the package; `clippy` checks that the
/// code keeps to it, and cargo's resolver that the dependencies do.
#[test]
fn the_minimum_rust_version_is_the_packages() {
    let version = env!("CARGO_PKG_RUST_VERSION");
    assert!(read("README.md").contains(&format!("Rust {version} or later")));
}
