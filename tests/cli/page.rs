//! `page`: one HTML file of whatever results there are.

use super::{ok, run_in, said, setodds};
use std::fs;

const HEADER: &str =
    "features,cards,measure,value,count,total,probability,ci_low,ci_high,exact_probability\n";

#[test]
fn a_page_is_made_of_a_run_of_ones_own() {
    let directory = tempfile::tempdir().unwrap();
    let made = |words: &str| {
        let said = run_in(directory.path(), words);
        assert_eq!((said.code, said.stdout.as_str()), (Some(0), ""), "{words}: {}", said.stderr);
        said.stderr
    };
    made("simulate --cards 12,15 --deals 10k --seed 7 -q -o mine.csv");
    let talk = made("page . -o page.html");
    assert!(talk.starts_with("wrote page.html: ") && talk.ends_with("from 1 CSV\n"), "{talk}");
    let page = fs::read_to_string(directory.path().join("page.html")).unwrap();
    // The exact numbers are the program's own, the sample is that of the file; games were not
    // played.
    assert!(page.contains("2,284,535,476,080 of 70,724,320,184,700"));
    assert!(page.contains("10,000 simulated, seed 7") && page.contains(">mine.csv<"));
    assert!(page.contains("setodds simulate --cards 12,15 --deals 10k --seed 7 -q -o mine.csv"));
    assert!(!page.contains("id=\"games\"") && !page.contains("id=\"race\""));
    // The page itself is no result: once more, and it is the same.
    made("page . -q -o page.html");
    assert_eq!(fs::read_to_string(directory.path().join("page.html")).unwrap(), page);
    let piped = said(setodds().current_dir(directory.path()).args(["page", "."]));
    assert_eq!(piped.stdout, page);
}

#[test]
fn what_cannot_be_is_named_with_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let refused = |words: &str| {
        let said = run_in(directory.path(), words);
        assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""), "{words}");
        assert!(!directory.path().join("x.html").exists());
        said.stderr
    };
    let talk = refused("page nowhere -o x.html");
    assert!(talk.contains("cannot read `nowhere`; name a directory with results"), "{talk}");
    fs::create_dir(directory.path().join("deep")).unwrap();
    let talk = refused("page deep -o x.html");
    assert!(talk.contains("there is no CSV of setodds in `deep`; name a directory"), "{talk}");
    assert!(refused("page deep -o no/x.html").contains("there is no directory `no`"));

    let file = directory.path().join("deep/sets.csv");
    fs::write(&file, format!("{HEADER}4,12,sets,0,many,10,0.1,0.0,0.5,\n")).unwrap();
    let talk = refused("page . -o x.html");
    assert!(
        talk.contains("in `.`: deep/sets.csv, line 2, column `count`: `many` is not valid"),
        "{talk}"
    );
    fs::write(&file, format!("{HEADER}4,12,sets\n")).unwrap();
    assert!(refused("page . -o x.html").contains("line 2: 3 fields where the header has 10"));
    fs::write(&file, format!("{HEADER}4,12,sets,0,1,10,0.1,0.0,0.5,\n")).unwrap();
    fs::write(directory.path().join("deep/sets.run.json"), "{").unwrap();
    assert!(refused("page . -o x.html").contains("deep/sets.run.json: EOF while parsing"));
}

#[test]
fn only_results_are_read() {
    let directory = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(directory.path().join(name), bytes).unwrap();
    put("mine.csv", b"features,cards,hands,classes\n4,12,70724320184700,41407\n");
    put("foreign.csv", b"a,b\n1,2\n");
    put("foreign.run.json", b"{");
    put("latin.csv", b"name\nM\xfcller\n");
    put("broken.csv", b"features,cards,hands,classes\n4,12,\xff,1\n");
    #[cfg(unix)]
    for pipe in ["pipe.csv", "mine.run.json"] {
        let pipe = directory.path().join(pipe);
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    }
    let said = run_in(directory.path(), "page . -o page.html");
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    let mut lines = said.stderr.lines();
    assert_eq!(lines.next(), Some("warning: left out `./broken.csv`: not UTF-8 text"));
    assert!(lines.next().unwrap().ends_with("from 1 CSV"), "{}", said.stderr);
    let page = fs::read_to_string(directory.path().join("page.html")).unwrap();
    assert!(page.contains("mine.csv: the numbers of classes --count") && page.contains("41,407"));
}

#[cfg(target_os = "linux")]
#[test]
fn large_files_of_others_take_no_memory() {
    let directory = tempfile::tempdir().unwrap();
    let large = fs::File::create(directory.path().join("large.csv")).unwrap();
    large.set_len(2_000_000_000).unwrap();
    fs::write(directory.path().join("mine.csv"), "features,cards,hands,classes\n4,1,81,1\n")
        .unwrap();
    let shell = format!("ulimit -v 400000; exec {} page .", env!("CARGO_BIN_EXE_setodds"));
    let mut command = std::process::Command::new("sh");
    let output = command.args(["-c", &shell]).current_dir(&directory).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_a_file_says_cannot_break_the_page() {
    let directory = tempfile::tempdir().unwrap();
    let name = "</script><b>&.csv".replace('/', "_");
    fs::write(directory.path().join(&name), format!("{HEADER}4,12,sets,0,1,10,0.1,0.0,0.5,\n"))
        .unwrap();
    let record = r#"{"command": "</script><script>alert(1)</script>"}"#;
    let record_name = name.replace(".csv", ".run.json");
    fs::write(directory.path().join(record_name), record).unwrap();
    let said = run_in(directory.path(), "page .");
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert!(!said.stdout.contains("<b>&") && !said.stdout.contains("<script>alert"));
    // The engine, the charts, the data, and the script itself.
    assert_eq!(said.stdout.matches("</script>").count(), 4);
}

#[test]
fn the_help_shows_how() {
    assert!(ok("page --help").contains("setodds page reports/ -o reports/index.html"));
}
