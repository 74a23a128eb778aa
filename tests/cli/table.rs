//! `setodds table`: any CSV as Markdown or as columns.

use super::{Directory, fed, ok, refused};

#[test]
fn a_table_comes_from_files_and_from_pipes() {
    let csv = ok("enumerate --cards 3-5 --format csv -q");
    let table = fed("table -", csv.clone()).ok();
    assert_eq!(table.stdout.lines().count(), 5, "{}", table.stdout);
    assert!(table.stdout.contains("|     3 | 98.734\u{a0}% |"), "{}", table.stdout);

    let directory = Directory::new();
    directory.write("sets.csv", csv);
    directory.run("table sets.csv -o sets.md").no_stdout();
    directory.run("table sets.csv --cards 4 -o sets.txt").no_stdout();
    assert_eq!(directory.read("sets.md"), table.stdout);
    directory.run("table sets.csv -o SETS.MD").no_stdout();
    assert_eq!(directory.read("SETS.MD"), table.stdout);
    let text = directory.read("sets.txt");
    assert!(text.contains('█') && text.contains("1,579,500"), "{text}");
}

#[test]
fn intervals_have_the_level_that_stands_above_them() {
    let csv = ok("simulate --cards 12 --deals 10k --seed 1 --confidence 50% --format csv -q");
    let usual = fed("table -", csv.as_str()).ok().stdout;
    assert!(usual.contains("95 % interval"), "{usual}");
    let simulated = ok("simulate --cards 12 --deals 10k --seed 1 --format markdown -q");
    for line in usual.lines().filter(|line| line.starts_with('|')) {
        assert!(simulated.contains(line), "{line}\n{simulated}");
    }
}

#[test]
fn a_document_of_many_sizes_has_all_rows_of_twelve_cards() {
    let text = ok("simulate --cards 9-12 --deals 1k --seed 1 --format markdown -q");
    let titles: Vec<&str> = text.lines().filter(|line| line.ends_with(':')).collect();
    assert_eq!(titles, ["hands without a set:", "12 cards:"]);
}

#[test]
fn a_record_tells_the_level_of_the_intervals() {
    let directory = Directory::new();
    directory.ok("simulate --cards 12 --deals 10k --seed 1 --confidence 50% -q -o x.csv");
    directory.ok("play --games 100 --seed 1 --confidence 50% --table leftover -q -o y.csv");
    let table = directory.ok("table x.csv").stdout;
    assert!(table.contains("50 % interval"), "{table}");
    directory.ok("simulate --cards 12 --deals 10k --seed 1 --confidence 90% -q -o 90.csv");
    assert!(directory.ok("table 90.csv").stdout.contains("90 % interval"));

    // The number of digits depends on the limits at the recorded confidence level.
    let recorded = directory.ok("table y.csv").stdout;
    directory.write("z.csv", directory.read("y.csv"));
    assert_ne!(directory.ok("table z.csv").stdout, recorded);
    std::fs::copy(directory.join("y.run.json"), directory.join("z.run.json")).unwrap();
    assert_eq!(directory.ok("table z.csv").stdout, recorded);
}

/// Games by special rules have an additional column, which keeps them apart.
#[test]
fn games_by_different_rules_are_kept_apart() {
    let directory = Directory::new();
    for (name, words) in
        [("a", "--seed 1"), ("b", "--seed 1 --deal 1"), ("c", "--seed 2 --deal 1 --policy first")]
    {
        directory.ok(&format!("play --games 100 {words} -o {name} -q"));
    }
    for table in ["leftover", "stages", "survival"] {
        for command in ["table", "plot -o x.svg"] {
            let message = "were played by different rules (deal=1, standard)";
            directory.refused(&format!("{command} a/{table}.csv b/{table}.csv"), message);
        }
        directory.ok(&format!("table b/{table}.csv c/{table}.csv"));
    }
    directory.ok("table a/summary.csv b/summary.csv");
    let csv = directory.read("b/leftover.csv");
    let (_, rows) = csv.split_once('\n').unwrap();
    directory.write("both.csv", csv.clone() + &rows.replace("deal=1", "standard"));
    let message = "in both.csv were played by different rules (deal=1, standard); take the rows of";
    directory.refused("table both.csv", message);
}

#[test]
fn what_is_no_table_is_refused() {
    refused("table nothing.csv", "cannot read nothing.csv");
    refused("table Cargo.toml", "no table of setodds has the columns");
    refused("table a.csv -o x.pdf", "ends in .md or .txt");
    refused("table a.csv -o nowhere/x.md", "nowhere");
}

#[test]
fn errors_name_the_line_that_an_editor_shows() {
    let lines = [
        "features,cards,measure,value,count,total,probability,ci_low,ci_high,exact_probability",
        "4,12,sets,0,-5,9,0,,,",
    ];
    for (end, line) in [("\n", 2), ("\r\n", 2), ("\n\n", 3), ("\r\n\r\n", 3)] {
        let said = fed("table -", lines.join(end));
        said.failed(2, &format!("line {line}, column `count`"));
    }
}

#[test]
fn what_r_makes_of_empty_cells_is_read() {
    let csv = ok("odds --measure greedy-cap --format csv -q");
    let table = fed("table -", csv.as_str()).ok().stdout;
    let filled = |line: &str| {
        let cells = line.split(',').map(|cell| if cell.is_empty() { "NA" } else { cell });
        cells.collect::<Vec<_>>().join(",") + "\n"
    };
    assert!(csv.contains(",,"), "{csv}");
    assert_eq!(fed("table -", csv.lines().map(filled).collect::<String>()).ok().stdout, table);
}

#[test]
fn messages_name_the_tables() {
    let directory = Directory::new();
    directory.ok("play --games 9 --seed 1 --policy random,first -q -o d");
    directory.refused(
        "table d/differences.csv d/extra-deals.csv",
        "the table `differences` of `play`, d/extra-deals.csv the table `extra-deals` of `play`",
    );
    let puzzle = ok("puzzle --cards 12 --sets 3 --seed 1 --format csv -q");
    let header = puzzle.lines().next().unwrap();
    let short = header.replace(",sets_of_cards", "").replace(",most_frequent_value", "");
    fed("table -", short + "\n").failed(2, "the puzzles of `puzzle` also has");
}
