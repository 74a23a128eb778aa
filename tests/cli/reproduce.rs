//! `reproduce`: documents whose numbers, tables and pictures are made by the commands in them.

use super::{Directory, names};
use std::fs;

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

#[test]
fn numbers_and_tables_are_made_and_compared() {
    let directory = Directory::new();
    directory.write("docs/a.md", DOCUMENT);
    let text = || directory.read("docs/a.md");
    let reproduce = |options: &str| directory.run(&format!("reproduce docs {options}"));
    let list = reproduce("--list").ok().stdout;
    assert_eq!(list.trim(), "setodds enumerate --cards 3 -o docs/three.csv");

    // There is no CSV to show.
    reproduce("--check").failed(1, "");
    assert!(!directory.join("docs/three.csv").exists() && text() == DOCUMENT);

    reproduce("").ok().says("new: docs/three.csv\n").says("new: docs/a.md\n");
    assert!(text().contains("| 84,240 |"), "{}", text());
    for other in ["elsewhere.csv", "no.csv", "../docs/no.csv"] {
        assert!(!directory.join(other).exists(), "{other}");
    }

    for options in ["--check", "--shown --check", "--check -q"] {
        let said = reproduce(options).ok().stderr;
        assert!(said.ends_with("are what their commands make\n"), "{options}: {said}");
    }
}

#[test]
fn what_differs_is_named() {
    let directory = Directory::new();
    directory.write("docs/a.md", DOCUMENT);
    let reproduce = |options: &str| directory.run(&format!("reproduce docs {options}"));
    reproduce("-q").ok();
    let change = |name: &str, from: &str, to: &str| {
        let text = directory.read(name);
        assert!(text.contains(from), "{text}");
        directory.write(name, text.replace(from, to));
    };
    change("docs/a.md", "84,240", "84,241");
    reproduce("--shown --check").failed(1, "1 of 1 files").says("docs/a.md");
    reproduce("--shown").ok();
    reproduce("--shown --check").ok();

    change("docs/three.csv", ",84240,", ",84238,");
    reproduce("--check").failed(1, "DIFFERS: docs/three.csv");
}

#[test]
fn what_cannot_be_followed_is_named_with_its_place() {
    let directory = Directory::new();
    let cases = [
        ("<!-- setodds table docs/a.csv -->\n", 2, "docs/a.md, line 1: a table begins here"),
        ("<!-- setodds deal -->\n<!-- end -->\n", 2, "`setodds deal` makes no table"),
        ("```sh\nsetodds odds 'a -o docs/x\n```\n", 2, "docs/a.md, line 2"),
        ("```sh\nsetodds odds 82 -o docs/x.csv\n```\n", 1, "(docs/a.md, line 2) failed"),
        ("<!-- setodds table docs/a.csv -->\n<!-- end -->\n", 1, "cannot read docs/a.csv"),
    ];
    for (text, code, said) in cases {
        directory.write("docs/a.md", text);
        directory.run("reproduce docs").failed(code, said);
        assert_eq!(directory.read("docs/a.md"), text);
    }
    directory.refused("reproduce nowhere", "`nowhere` is not a directory");
    directory.write("docs/a.md", "nothing\n");
    directory.refused("reproduce docs --check", "");
}

/// However a line spells it, nothing is written outside the directory.
#[test]
fn commands_write_below_the_directory_alone() {
    let directory = Directory::new();
    let outside = directory.join("outside");
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
        directory.write("docs/a.md", format!("```sh\nsetodds {line}\n```\n"));
        for options in ["--check", ""] {
            let said = directory.run(&format!("reproduce docs {options}"));
            assert!(fs::read_dir(&outside).unwrap().next().is_none(), "{line}: {}", said.stderr);
        }
    }
    let line = format!("simulate --cards 3 --deals 1k --seed 1 -qo {place}/g.csv");
    directory.write("docs/a.md", format!("```sh\nsetodds {line}\n```\n"));
    directory.ok("reproduce docs");
    assert!(fs::read_dir(&outside).unwrap().next().is_none());
    let table = format!("<!-- setodds table docs/a.csv -o{place}/x.md -->\n<!-- end -->\n");
    directory.write("docs/a.md", table);
    directory.write("docs/a.csv", "features,cards,hands,classes\n4,1,81,1\n");
    directory.refused("reproduce docs", "leave out --output");
    assert!(fs::read_dir(&outside).unwrap().next().is_none());
}

/// What is compared changes nothing: a checkpoint, too, lies elsewhere.
#[test]
fn a_comparison_leaves_nothing_behind() {
    let directory = Directory::new();
    let line = "simulate --cards 3 --deals 1k --seed 1 -o docs/a.csv --checkpoint docs/a.part";
    directory.write("docs/a.md", format!("```sh\nsetodds {line}\n```\n"));
    directory.run("reproduce docs --check").failed(1, "DIFFERS: docs/a.csv");
    assert_eq!(names(&directory.join("docs")), ["a.md"]);
}

#[test]
fn a_directory_may_be_the_current_one() {
    let directory = Directory::new();
    let name = directory.path().file_name().unwrap().to_str().unwrap();
    let text = format!("```sh\nsetodds enumerate --cards 3 -o {name}/three.csv\n```\n");
    directory.write("a.md", text);
    directory.ok("reproduce .");
    assert!(directory.join("three.csv").exists());
}
