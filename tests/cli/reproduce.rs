//! `reproduce`: documents whose numbers, tables and pictures are made by the commands in them.

use super::{names, run_in};
use std::fs;
use std::path::Path;

const DOCUMENT: &str = "\
# Three cards

```sh
setodds enumerate --cards 3 -o docs/three.csv
setodds odds 3 --format csv -o elsewhere.csv
setodds enumerate --cards 81 -o ../docs/no.csv
```

<!-- setodds table docs/three.csv -->
<!-- end -->
";

fn document(directory: &Path, text: &str) {
    fs::create_dir_all(directory.join("docs")).unwrap();
    fs::write(directory.join("docs/a.md"), text).unwrap();
}

#[test]
fn numbers_and_tables_are_made_and_compared() {
    let directory = tempfile::tempdir().unwrap();
    document(directory.path(), DOCUMENT);
    let text = || fs::read_to_string(directory.path().join("docs/a.md")).unwrap();
    let reproduce = |options: &str| {
        let said = run_in(directory.path(), &format!("reproduce docs {options}"));
        (said.code, said.stdout, said.stderr)
    };
    let (code, list, _) = reproduce("--list");
    assert_eq!((code, list.trim()), (Some(0), "setodds enumerate --cards 3 -o docs/three.csv"));

    let (code, _, said) = reproduce("--check");
    assert_eq!(code, Some(1), "there is no CSV to show: {said}");
    assert!(!directory.path().join("docs/three.csv").exists() && text() == DOCUMENT);

    let (code, _, said) = reproduce("");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("new: docs/three.csv\n") && said.contains("new: docs/a.md\n"), "{said}");
    assert!(text().contains("| 84,240 |"), "{}", text());
    for other in ["elsewhere.csv", "no.csv", "../docs/no.csv"] {
        assert!(!directory.path().join(other).exists(), "{other}");
    }

    for options in ["--check", "--shown --check", "--check -q"] {
        let (code, _, said) = reproduce(options);
        assert_eq!(code, Some(0), "{options}: {said}");
        assert!(said.ends_with("are what their commands make\n"), "{said}");
    }
}

#[test]
fn what_differs_is_named() {
    let directory = tempfile::tempdir().unwrap();
    document(directory.path(), DOCUMENT);
    let reproduce = |options: &str| run_in(directory.path(), &format!("reproduce docs {options}"));
    assert_eq!(reproduce("-q").code, Some(0));
    let change = |name: &str, from: &str, to: &str| {
        let path = directory.path().join(name);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(path, text.replace(from, to)).unwrap();
    };
    change("docs/a.md", "84,240", "84,241");
    let said = reproduce("--shown --check");
    assert_eq!(said.code, Some(1), "{}", said.stderr);
    assert!(said.stderr.contains("1 of 1 files") && said.stderr.contains("docs/a.md"));
    assert_eq!(reproduce("--shown").code, Some(0));
    assert_eq!(reproduce("--shown --check").code, Some(0));

    change("docs/three.csv", ",84240,", ",84238,");
    let said = reproduce("--check");
    assert_eq!(said.code, Some(1), "{}", said.stderr);
    assert!(said.stderr.contains("DIFFERS: docs/three.csv"), "{}", said.stderr);
}

#[test]
fn what_cannot_be_followed_is_named_with_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let cases = [
        ("<!-- setodds table docs/a.csv -->\n", 2, "docs/a.md, line 1: a table begins here"),
        ("<!-- setodds deal -->\n<!-- end -->\n", 2, "`setodds deal` makes no table"),
        ("```sh\nsetodds odds 'a -o docs/x\n```\n", 2, "docs/a.md, line 2"),
        ("```sh\nsetodds odds 82 -o docs/x.csv\n```\n", 1, "(docs/a.md, line 2) failed"),
        ("<!-- setodds table docs/a.csv -->\n<!-- end -->\n", 1, "cannot read docs/a.csv"),
    ];
    for (text, code, said) in cases {
        document(directory.path(), text);
        let end = run_in(directory.path(), "reproduce docs");
        assert_eq!(end.code, Some(code), "{text}: {}", end.stderr);
        assert!(end.stderr.contains(said), "{text}: {}", end.stderr);
        assert_eq!(fs::read_to_string(directory.path().join("docs/a.md")).unwrap(), text);
    }
    let said = run_in(directory.path(), "reproduce nowhere");
    assert_eq!(said.code, Some(2));
    assert!(said.stderr.contains("`nowhere` is not a directory"), "{}", said.stderr);
    document(directory.path(), "nothing\n");
    let said = run_in(directory.path(), "reproduce docs --check");
    assert_eq!(said.code, Some(2), "{}", said.stderr);
}

/// However a line spells it, nothing is written outside the directory.
#[test]
fn commands_write_below_the_directory_alone() {
    let directory = tempfile::tempdir().unwrap();
    let outside = directory.path().join("outside");
    fs::create_dir(&outside).unwrap();
    let place = outside.display();
    let lines = [
        format!("odds 3 -o docs/a.csv --output={place}/b.csv"),
        format!("odds 3 -o docs/a.csv -o{place}/c.csv"),
        format!("odds 3 -o docs/a.csv -o={place}/d.csv"),
        format!("simulate --cards 3 --deals 1k --seed 1 -o docs/e.csv --checkpoint {place}/e"),
        format!("simulate --cards 3 --deals 1k --seed 1 -o docs/f.csv --checkpoint={place}/f"),
    ];
    for line in lines {
        document(directory.path(), &format!("```sh\nsetodds {line}\n```\n"));
        for options in ["--check", ""] {
            let said = run_in(directory.path(), &format!("reproduce docs {options}"));
            assert!(fs::read_dir(&outside).unwrap().next().is_none(), "{line}: {}", said.stderr);
        }
    }
    let line = format!("simulate --cards 3 --deals 1k --seed 1 -qo {place}/g.csv");
    document(directory.path(), &format!("```sh\nsetodds {line}\n```\n"));
    let said = run_in(directory.path(), "reproduce docs");
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert!(fs::read_dir(&outside).unwrap().next().is_none());
    let table = format!("<!-- setodds table docs/a.csv -o{place}/x.md -->\n<!-- end -->\n");
    document(directory.path(), &table);
    fs::write(directory.path().join("docs/a.csv"), "features,cards,hands,classes\n4,1,81,1\n")
        .unwrap();
    let said = run_in(directory.path(), "reproduce docs");
    assert_eq!(said.code, Some(2), "{}", said.stderr);
    assert!(said.stderr.contains("leave out --output"), "{}", said.stderr);
    assert!(fs::read_dir(&outside).unwrap().next().is_none());
}

/// What is compared changes nothing: a checkpoint, too, lies elsewhere.
#[test]
fn a_comparison_leaves_nothing_behind() {
    let directory = tempfile::tempdir().unwrap();
    let line = "simulate --cards 3 --deals 1k --seed 1 -o docs/a.csv --checkpoint docs/a.part";
    document(directory.path(), &format!("```sh\nsetodds {line}\n```\n"));
    let said = run_in(directory.path(), "reproduce docs --check");
    assert_eq!(said.code, Some(1), "{}", said.stderr);
    assert!(said.stderr.contains("DIFFERS: docs/a.csv"), "{}", said.stderr);
    assert_eq!(names(&directory.path().join("docs")), ["a.md"]);
}

#[test]
fn a_directory_may_be_the_current_one() {
    let directory = tempfile::tempdir().unwrap();
    let name = directory.path().file_name().unwrap().to_str().unwrap();
    let text = format!("```sh\nsetodds enumerate --cards 3 -o {name}/three.csv\n```\n");
    fs::write(directory.path().join("a.md"), text).unwrap();
    let said = run_in(directory.path(), "reproduce .");
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert!(directory.path().join("three.csv").exists());
}
