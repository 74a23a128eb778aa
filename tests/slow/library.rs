//! Builds the library without its default features, as another program would.

use std::process::Command;

/// Runs cargo on the library without default features and returns its stdout.
fn cargo(words: &str) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(words.split(' '));
    let output = cargo.args(["--quiet", "--offline", "--no-default-features"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn five_lines_print_the_answer() {
    let profile = if cfg!(debug_assertions) { "" } else { " --release" };
    let output = cargo(&format!("run --example five-lines{profile}"));
    assert_eq!(output, "no set in 3.44 % of deals\n");
}

#[test]
fn the_command_line_and_pictures_are_left_out() {
    let tree = cargo("tree --package setodds --edges normal --prefix none");
    assert!(tree.contains("rayon v"), "{tree}");
    for left_out in ["clap", "indicatif", "tiny-skia", "tempfile", "sha2"] {
        assert!(!tree.contains(&format!("{left_out} v")), "{left_out}: {tree}");
    }
}
