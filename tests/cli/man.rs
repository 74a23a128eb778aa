//! Man pages: one for each command, accepted by groff without complaints.

use crate::{Directory, commands, installed, names, ok};

#[test]
fn every_command_has_a_page() {
    let directory = Directory::new();
    assert_eq!(directory.run("man -o a/man1").no_stdout().stderr, "");
    let mut expected: Vec<String> =
        commands().iter().map(|name| format!("setodds-{name}.1")).collect();
    expected.push("setodds.1".to_owned());
    expected.sort();
    assert_eq!(names(&directory.join("a/man1")), expected);
    for file in expected {
        let page = directory.read(format!("a/man1/{file}"));
        let name = file.trim_end_matches(".1");
        assert!(page.contains(&format!(".TH {name} 1")), "{file}: {page}");
        for section in ["NAME", "SYNOPSIS", "OPTIONS"] {
            let quoted = format!(".SH \"{section}\"");
            assert!(page.contains(&format!(".SH {section}")) || page.contains(&quoted), "{file}");
        }
        assert!(page.contains("Examples:\n") && !page.contains('\u{1b}'), "{file}");
    }
}

#[test]
fn a_page_is_complete() {
    let directory = Directory::new();
    directory.ok("man -o .");
    let page = directory.read("setodds-simulate.1");
    for word in ["checkpoint", "Saved every 30 seconds", "precomputed\\-triples"] {
        assert!(page.contains(word), "{word}: {page}");
    }
    for words in ["man", "man -o -"] {
        assert_eq!(ok(words), directory.read("setodds.1"), "{words}");
    }
}

#[test]
fn groff_does_not_complain() {
    let directory = Directory::new();
    directory.ok("man -o .");
    for file in directory.names() {
        let Some(mut groff) = installed("groff") else { return };
        groff.args(["-man", "-Tutf8", "-ww", &file]).current_dir(directory.path());
        let output = groff.output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{file}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("setodds"), "{file}");
    }
}
