//! `page`: one HTML file of whatever results there are.

use super::{Directory, ok};
use std::fs;

const HEADER: &str =
    "features,cards,measure,value,count,total,probability,ci_low,ci_high,exact_probability\n";

#[test]
fn a_page_is_made_of_a_run_of_ones_own() {
    let directory = Directory::new();
    let made = |words: &str| directory.run(words).no_stdout().stderr;
    made("simulate --cards 12,15 --deals 10k --seed 7 -q -o mine.csv");
    let talk = made("page . -o page.html");
    assert!(talk.starts_with("wrote page.html: ") && talk.ends_with("from 1 CSV\n"), "{talk}");
    let page = directory.read("page.html");
    // The exact numbers are the program's own, the sample is that of the file.
    assert!(page.contains("2,284,535,476,080 of 70,724,320,184,700"));
    assert!(
        page.contains("10,000 simulated, seed 7") && page.contains(">mine.csv</span></summary>")
    );
    assert!(page.contains("setodds simulate --cards 12,15 --deals 10k --seed 7 -q -o mine.csv"));
    // The page itself is no result: once more, and it is the same.
    made("page . -q -o page.html");
    assert_eq!(directory.read("page.html"), page);
    assert_eq!(directory.ok("page .").stdout, page);
}

#[test]
fn what_cannot_be_is_named_with_its_place() {
    let directory = Directory::new();
    let refused = |words: &str, expected: &str| {
        directory.refused(words, expected);
        assert!(!directory.join("x.html").exists());
    };
    refused("page nowhere -o x.html", "cannot read `nowhere`; name a directory with results");
    fs::create_dir(directory.join("deep")).unwrap();
    refused("page deep -o x.html", "there is no CSV of setodds in `deep`; name a directory");
    refused("page deep -o no/x.html", "there is no directory `no`");
}

#[test]
fn what_cannot_be_shown_is_left_out_with_the_reason() {
    let directory = Directory::new();
    let left_out = |expected: &str| {
        let said = directory.ok("page . -q -o x.html").stderr;
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(&format!("warning: left out {expected}")), "{said}");
        directory.read("x.html")
    };
    directory.write("fine.csv", "features,cards,hands,classes\n4,12,70724320184700,41407\n");
    for (row, expected) in [
        (
            "4,12,sets,0,many,10,0.1,0.0,0.5,",
            "deep/sets.csv, line 2, column `count`: `many` is not valid",
        ),
        ("4,12,sets", "deep/sets.csv, line 2: 3 fields where the header has 10"),
    ] {
        directory.write("deep/sets.csv", format!("{HEADER}{row}\n"));
        let page = left_out(expected);
        assert!(page.contains(">fine.csv</span></summary>") && !page.contains("deep/sets.csv"));
    }
    directory.write("deep/sets.csv", format!("{HEADER}4,12,sets,0,1,10,0.1,0.0,0.5,\n"));
    directory.write("deep/sets.run.json", "{");
    let page = left_out("deep/sets.run.json: EOF while parsing");
    assert!(page.contains(">deep/sets.csv</span></summary>"));
    // Nothing else is there.
    fs::remove_file(directory.join("fine.csv")).unwrap();
    directory.write("deep/sets.csv", format!("{HEADER}4,12,sets\n"));
    left_out("deep/sets.csv, line 2: 3 fields");
}

#[test]
fn only_results_are_read() {
    let directory = Directory::new();
    directory.write("mine.csv", b"features,cards,hands,classes\n4,12,70724320184700,41407\n");
    directory.write("foreign.csv", b"a,b\n1,2\n");
    directory.write("foreign.run.json", b"{");
    directory.write("latin.csv", b"name\nM\xfcller\n");
    directory.write("broken.csv", b"features,cards,hands,classes\n4,12,\xff,1\n");
    #[cfg(unix)]
    for pipe in ["pipe.csv", "mine.run.json"] {
        let pipe = directory.join(pipe);
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    }
    let said = directory.ok("page . -o page.html");
    let lines: Vec<&str> = said.stderr.lines().collect();
    assert_eq!(lines[0], "warning: left out `./broken.csv`: not UTF-8 text");
    let said = said.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    for foreign in ["foreign.csv, line 1: no table of setodds has the columns `a,b`", "latin.csv, "]
    {
        assert!(said.contains(&format!("warning: left out {foreign}")), "{said}");
    }
    assert!(said.ends_with("from 1 CSV"), "{said}");
    let page = directory.read("page.html");
    assert!(page.contains("<p>Numbers of classes --count; no record is beside it.</p>"));
}

#[cfg(target_os = "linux")]
#[test]
fn large_files_of_others_take_no_memory() {
    let directory = Directory::new();
    let large = fs::File::create(directory.join("large.csv")).unwrap();
    large.set_len(2_000_000_000).unwrap();
    directory.write("mine.csv", "features,cards,hands,classes\n4,1,81,1\n");
    directory.limited("-v 400000", "page .").ok();
}

#[test]
fn what_a_file_says_cannot_break_the_page() {
    let directory = Directory::new();
    let name = "</script><b>&.csv".replace('/', "_");
    directory.write(&name, format!("{HEADER}4,12,sets,0,1,10,0.1,0.0,0.5,\n"));
    let record = r#"{"command": "</script><script>alert(1)</script>"}"#;
    directory.write(name.replace(".csv", ".run.json"), record);
    let said = directory.ok("page .");
    assert!(!said.stdout.contains("<b>&") && !said.stdout.contains("<script>alert"));
    // The answers, the table and the data, the engine, and the script itself.
    assert_eq!(said.stdout.matches("</script>").count(), 5);
}

#[test]
fn the_help_shows_how() {
    assert!(ok("page --help").contains("setodds page reports/ -o reports/index.html"));
}
