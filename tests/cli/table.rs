//! `table`: any CSV as Markdown or as columns.

use super::{ok, refused, run_in, said, setodds};
use std::fs;

#[test]
fn a_table_comes_from_files_and_from_pipes() {
    let csv = ok("enumerate --cards 3-5 --format csv -q");
    let table = said(setodds().args(["table", "-"]).write_stdin(csv.clone()));
    assert_eq!(table.code, Some(0), "{}", table.stderr);
    assert_eq!(table.stdout.lines().count(), 5, "{}", table.stdout);
    assert!(table.stdout.contains("|     3 | 98.734 % |"), "{}", table.stdout);

    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("sets.csv"), csv).unwrap();
    let made = |words: &str| {
        let said = run_in(directory.path(), words);
        assert_eq!((said.code, said.stdout.as_str()), (Some(0), ""), "{}", said.stderr);
    };
    made("table sets.csv -o sets.md");
    made("table sets.csv --cards 4 -o sets.txt");
    let read = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
    assert_eq!(read("sets.md"), table.stdout);
    assert!(read("sets.txt").contains('█') && read("sets.txt").contains("1,579,500"));
}

#[test]
fn intervals_have_the_level_that_stands_above_them() {
    let csv = ok("simulate --cards 12 --deals 10k --seed 1 --confidence 50% --format csv -q");
    let table = |words: &[&str]| {
        let said = said(setodds().args(["table", "-"]).args(words).write_stdin(csv.clone()));
        assert_eq!(said.code, Some(0), "{}", said.stderr);
        said.stdout
    };
    let (usual, half) = (table(&[]), table(&["--confidence", "50%"]));
    assert!(usual.contains("95 % interval") && half.contains("50 % interval"), "{half}");
    let simulated = ok("simulate --cards 12 --deals 10k --seed 1 --format markdown -q");
    for line in usual.lines().filter(|line| line.starts_with('|')) {
        assert!(simulated.contains(line), "{line}\n{simulated}");
    }
}

/// Games by different rules look alike but for a column that the usual rules do not have.
#[test]
fn games_by_different_rules_are_kept_apart() {
    let directory = tempfile::tempdir().unwrap();
    for (name, words) in [("a", "--seed 1"), ("b", "--seed 1 --deal 1"), ("c", "--seed 2 --deal 1")]
    {
        let words = format!("play --games 100 {words} -o {name} -q");
        assert_eq!(run_in(directory.path(), &words).code, Some(0));
    }
    for table in ["leftover", "stages", "survival", "types"] {
        for command in ["table", "plot -o x.svg"] {
            let said = run_in(directory.path(), &format!("{command} a/{table}.csv b/{table}.csv"));
            assert_eq!(said.code, Some(2), "{command} {table}");
            let message = "were played by different rules (deal=1, standard)";
            assert!(said.stderr.contains(message), "{}", said.stderr);
        }
        let said = run_in(directory.path(), &format!("table b/{table}.csv c/{table}.csv"));
        assert_eq!(said.code, Some(0), "{}", said.stderr);
    }
    assert_eq!(run_in(directory.path(), "table a/summary.csv b/summary.csv").code, Some(0));
    let of_both = fs::read_to_string(directory.path().join("b/leftover.csv")).unwrap();
    let of_both = of_both.replacen("deal=1", "standard", 1);
    fs::write(directory.path().join("both.csv"), of_both).unwrap();
    let said = run_in(directory.path(), "table both.csv");
    let message = "in both.csv were played by different rules (deal=1, standard); take the rows of";
    assert!(said.code == Some(2) && said.stderr.contains(message), "{}", said.stderr);
}

#[test]
fn what_is_no_table_is_refused() {
    refused("table nothing.csv", "cannot read nothing.csv");
    refused("table Cargo.toml", "no table of setodds has the columns");
    refused("table a.csv -o x.pdf", "ends in .md or .txt");
    refused("table a.csv -o nowhere/x.md", "nowhere");
}
