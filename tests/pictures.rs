//! The pictures beside the reports: every CSV can be drawn, and every committed picture is what the
//! command below it draws from the committed CSVs. `PICTURES=overwrite` draws them anew.

#![cfg(feature = "plots")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use setodds::report::chart::{Look, Source, Wish, chart, svg};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below `reports/` with an ending, as paths from the root.
fn reports(ending: &str) -> BTreeSet<PathBuf> {
    let (mut found, mut open) = (BTreeSet::new(), vec![root().join("reports")]);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == ending) {
                found.insert(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    found
}

#[test]
fn every_csv_is_drawn() {
    let all = reports("csv");
    assert!(all.len() > 60, "{}", all.len());
    for path in all {
        let text = fs::read_to_string(root().join(&path)).unwrap();
        let source = Source { name: path.to_str().unwrap(), text: &text };
        let drawn = chart(&[source], &Wish::default()).unwrap();
        for look in [Look::Light, Look::Dark] {
            let picture = svg(&drawn, look);
            assert_eq!(picture, svg(&drawn, look), "{}", path.display());
            assert!(picture.contains("<desc") && !picture.contains("NaN"), "{}", path.display());
            // A picture that shows nothing is drawn of a table without rows alone.
            assert_eq!(
                drawn.tidy().next().is_none(),
                text.lines().count() == 1,
                "{}",
                path.display()
            );
        }
    }
}

/// The commands that draw, in the READMEs, each with its picture.
fn commands() -> Vec<(String, PathBuf)> {
    let mut readmes = reports("md");
    readmes.insert(PathBuf::from("README.md"));
    let mut commands = Vec::new();
    for readme in readmes {
        let text = fs::read_to_string(root().join(&readme)).unwrap();
        for line in text.lines().filter(|line| line.starts_with("setodds plot reports/")) {
            let (words, picture) = line.split_once(" -o ").unwrap();
            let picture = PathBuf::from(picture);
            assert!(shows(&readme, &text, &picture), "{}: {line}", readme.display());
            commands.push((words.strip_prefix("setodds ").unwrap().to_owned(), picture));
        }
    }
    commands
}

/// Whether a README shows a picture.
fn shows(readme: &Path, text: &str, picture: &Path) -> bool {
    let directory = readme.parent().unwrap();
    let link = picture.strip_prefix(directory).unwrap_or(picture);
    text.contains(&format!("]({})", link.display()))
}

#[test]
fn every_picture_is_what_its_command_draws() {
    let overwrite = std::env::var_os("PICTURES").is_some_and(|what| what == "overwrite");
    let mut drawn = BTreeSet::new();
    for (words, picture) in commands() {
        let mut command = Command::new(env!("CARGO_BIN_EXE_setodds"));
        let output = command.args(words.split(' ')).current_dir(root()).output().unwrap();
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        let path = root().join(&picture);
        if overwrite {
            fs::write(&path, &output.stdout).unwrap();
        }
        assert!(output.stdout.len() < 150_000, "{} is too large", picture.display());
        let same = fs::read(&path).is_ok_and(|committed| committed == output.stdout);
        assert!(same, "{} differs; PICTURES=overwrite draws it anew", picture.display());
        drawn.insert(picture);
    }
    assert!(drawn.len() > 12, "{}", drawn.len());
    assert_eq!(drawn, reports("svg"), "every picture has its command");
}
