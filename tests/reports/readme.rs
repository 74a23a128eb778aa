//! Checks that the README is short, begins with the answers, and agrees with the package.

use super::read;

#[test]
fn the_readme_is_short_and_begins_with_the_answers() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= 120);
    for command in [
        "setodds simulate --cards 12",
        "setodds odds 15",
        "setodds find ",
        "setodds plot ",
        "setodds simulate --cards 12 --deals 1G",
    ] {
        assert!(readme.contains(command), "{command}");
    }
}

#[test]
fn the_two_commands_stand_at_the_top() {
    let readme = read("README.md");
    let block = readme.split("```").nth(1).unwrap();
    assert_eq!(block, "sh\ncargo run --release -- simulate --cards 12 --deals 100M\ncargo test\n");
}

/// Checks that the documentation of the engine lists all of its public modules.
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

/// Checks that the README names the minimum Rust version of the package. `clippy` checks that the
/// code is compatible with this version, and cargo's resolver does so for the dependencies.
#[test]
fn the_minimum_rust_version_is_the_packages() {
    let version = env!("CARGO_PKG_RUST_VERSION");
    assert!(read("README.md").contains(&format!("Rust {version} or later")));
}
