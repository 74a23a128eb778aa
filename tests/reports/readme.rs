//! The README tells the truth: what it shows is what the program says.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Every console block is run and compared; only the time that a run took may differ.
#[test]
fn transcripts_are_what_the_program_says() {
    trycmd::TestCases::new()
        .default_bin_path(env!("CARGO_BIN_EXE_setodds"))
        .register_bin("setodds", Path::new(env!("CARGO_BIN_EXE_setodds")))
        .case("README.md");
}

#[test]
fn the_two_commands_stand_at_the_top() {
    let readme = read("README.md");
    let block = readme.split("```").nth(1).unwrap();
    assert_eq!(block, "sh\ncargo run --release -- simulate --cards 12 --deals 100M\ncargo test\n");
}

/// The modules in the picture are those of the library, from the top down.
#[test]
fn the_picture_shows_every_module() {
    let readme = read("README.md");
    let picture = readme.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let shown: Vec<&str> = picture
        .lines()
        .flat_map(|line| line.get(..18).unwrap_or(line).split_whitespace())
        .map(|word| word.trim_matches(','))
        .collect();
    let library = read("src/engine/lib.rs") + &read("src/lib.rs");
    let modules = library.lines().filter_map(|line| line.strip_prefix("pub mod "));
    for module in modules.map(|line| line.trim_end_matches(';')).chain(["main", "cli"]) {
        assert!(shown.contains(&module), "`{module}` is missing in {shown:?}");
    }
}

/// The minimum Rust version is no lower than what any dependency asks for.
#[test]
fn the_minimum_rust_version_is_honest() {
    let cargo = |words: &[&str]| {
        let output = std::process::Command::new(env!("CARGO"))
            .args(words)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let version = cargo(&["--version", "--verbose"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned();
    let metadata = cargo(&[
        "metadata",
        "--format-version",
        "1",
        "--offline",
        "--locked",
        "--filter-platform",
        &host,
    ]);
    let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let number = |package: &serde_json::Value| -> Option<Vec<u32>> {
        let version = package["rust_version"].as_str()?;
        Some(version.split('.').map(|part| part.parse().unwrap()).collect())
    };
    let own = packages.iter().find(|package| package["name"] == "setodds").unwrap();
    let declared = number(own).unwrap();
    assert!(packages.len() > 50);
    for package in packages {
        let needed = number(package).unwrap_or_default();
        assert!(needed <= declared || needed == [declared[0], declared[1], 0], "{}", package["id"]);
    }
    assert!(
        read("README.md")
            .contains(&format!("Rust {} or later", own["rust_version"].as_str().unwrap()))
    );
}
