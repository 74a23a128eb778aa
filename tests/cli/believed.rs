//! What a CSV is believed to say: `table` and `plot` agree, whatever R or a spreadsheet has made of
//! the file.

use crate::{Directory, fed, ok, rows};

const SIMULATE: &str =
    "simulate --cards 4,12 --deals 10k --seed 1 -q --format csv --measure sets,in-sets";

/// What the commands make of a CSV.
fn shown(csv: impl Into<Vec<u8>>) -> [String; 2] {
    let csv = csv.into();
    ["table -", "plot -"].map(|words| fed(words, csv.clone()).ok().stdout)
}

/// A CSV with some columns alone, or with the cells of others empty.
fn with(csv: &str, is_kept: impl Fn(&str) -> bool, empty: Option<&str>) -> String {
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let line = |(number, line): (usize, &str)| {
        let cells = header.iter().zip(line.split(','));
        let cells = cells.filter(|(column, _)| is_kept(column) || empty.is_some());
        let cells = cells.map(|(column, cell)| match empty {
            Some(empty) if number > 0 && !is_kept(column) => empty,
            _ => cell,
        });
        cells.collect::<Vec<_>>().join(",") + "\n"
    };
    csv.lines().enumerate().map(line).collect()
}

/// A CSV is refused by all commands.
fn refused(csv: &str, reason: &str) {
    let directory = Directory::new();
    directory.write("x.csv", csv);
    for words in ["table x.csv", "plot x.csv -o x.svg"] {
        directory.refused(words, reason);
    }
    assert!(!directory.join("x.svg").exists());
}

#[test]
fn what_follows_from_counts_may_be_missing_or_empty() {
    let kinds: [(&str, &[&str]); 6] = [
        (SIMULATE, &["total", "probability", "ci_low", "ci_high", "exact_probability"]),
        ("odds 12 --format csv", &["probability", "ci_low", "ci_high", "exact_probability"]),
        (
            "odds first-set --format csv",
            &["total", "probability", "ci_low", "ci_high", "exact_probability"],
        ),
        (
            "play --features 3 --games 100 --seed 1 --table stages -q",
            &["total", "probability", "ci_low", "ci_high"],
        ),
        (
            "play --features 3 --games 100 --seed 1 --table leftover -q",
            &["total", "probability", "ci_low", "ci_high"],
        ),
        ("caps --features 3 --format csv", &["hands", "probability"]),
    ];
    for (words, computed) in kinds {
        let csv = ok(words);
        let all = shown(csv.as_str());
        let is_kept = |column: &str| !computed.contains(&column);
        assert_eq!(shown(with(&csv, is_kept, None)), all, "{words}");
        for empty in ["", "NA", "NaN", "null"] {
            assert_eq!(shown(with(&csv, is_kept, Some(empty))), all, "{words}: `{empty}`");
        }
        // Columns that are there are rounded, one at a time is missing.
        for column in computed {
            assert_eq!(shown(with(&csv, |own| own != *column, None)), all, "{words}: {column}");
        }
    }
}

#[test]
fn what_is_shown_is_computed_from_counts() {
    let csv = ok("simulate --cards 12 --deals 10k --seed 1 -q --format csv");
    let rounded: String = csv
        .lines()
        .enumerate()
        .map(|(number, line)| {
            let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
            if number > 0 {
                cells[6] = format!("{:.4}", cells[6].parse::<f64>().unwrap());
            }
            cells.join(",") + "\n"
        })
        .collect();
    assert_ne!(rounded, csv);
    assert_eq!(shown(rounded), shown(csv));
}

#[test]
fn contradictions_are_refused_by_all_commands() {
    let header = "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
                  exact_probability\n";
    let rest = "4,12,sets,1,970,1000,0.97,0.95,0.98,\n";
    let sets = |first: &str| format!("{header}{first}\n{rest}");
    for (first, reason) in [
        ("4,12,sets,0,30,1000,0.5,0.02,0.6,", "line 2, column `probability`: `0.5` contradicts"),
        ("4,12,sets,0,30,1000,0.03,0.2,0.6,", "line 2: 30 out of 1000 is 0.03, outside of the"),
        ("4,12,sets,0,30,1000,0.03,0.02,0.05,0.5", "`exact_probability`: `0.5` contradicts"),
        (
            "4,12,sets,1,970,1000,0.97,0.95,0.98,",
            "line 3: features 4, cards 12, measure sets, value",
        ),
        (
            "4,12,sets,0,30,900,0.0333,0.02,0.05,",
            "line 3: the counts of hands of 12 cards do not fit",
        ),
        ("4,12,sets,0,31,1000,0.031,0.02,0.05,", "add up to more than their total, 1000"),
    ] {
        refused(&sets(first), reason);
    }
    let caps = "features,cards,caps,classes,complete_caps,complete_classes,hands,probability\n";
    refused(&format!("{caps}4,1,1,1,0,0,1,0.123\n"), "there are 81 hands of 1 card");
}

#[test]
fn rows_that_come_twice_or_are_missing_are_refused_by_all_commands() {
    for (words, reason) in [
        ("play --features 3 --games 100 --seed 1 --table leftover -q", "cards_left 0 stood in"),
        ("play --features 3 --games 100 --seed 1 --table stages -q", "sets 0 stood in line 2"),
        ("caps --features 3 --format csv", "features 3, cards 0 stood in line 2 already"),
        ("classes --features 3 --cards 3 --format csv", "class 1 stood in line 2 already"),
        ("bench --hands 10 --repeats 1 --threads 1 -q --format csv", "stood in line 2 already"),
    ] {
        let csv = ok(words);
        let (_, rows) = csv.split_once('\n').unwrap();
        refused(&format!("{csv}{rows}"), reason);
        refused(&format!("{csv}{csv}"), "the header comes again");
    }
    let stages = ok("play --games 300 --seed 1 --table stages -q");
    let without: String = stages
        .lines()
        .enumerate()
        .filter(|(number, _)| *number != 1)
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    let count = rows(&stages)[0][6].parse::<u32>().unwrap();
    assert!(count > 0, "some first tables hold no set");
    refused(&without, "line 2: the row of no set is missing");
}

#[test]
fn pictures_that_would_lack_a_series_are_refused() {
    let directory = Directory::new();
    let csv = ok("simulate --cards 12 --deals 10k --seed 1 -q --format csv");
    let without = csv.lines().enumerate().filter(|(number, _)| *number != 1);
    let without: String = without.map(|(_, line)| format!("{line}\n")).collect();
    directory.write("x.csv", &without);
    directory.ok("table x.csv");
    let message = "rows of hands of 12 cards are missing";
    directory.refused("plot x.csv --kind no-set -o x.svg", message);
    directory.write("x.csv", with(&without, |column| column != "total", None));
    directory.refused("table x.csv", "without `total` all rows are needed");
    directory.write("x.csv", ok("odds 30 --format csv"));
    directory.refused("plot x.csv --kind no-set -o x.svg", "there is nothing to draw");
    directory.refused("plot x.csv x.csv -o x.svg", "both hold exact hands of 30 cards");
    assert_eq!(directory.names(), ["x.csv"]);
}

#[test]
fn what_spreadsheets_and_r_write_is_read() {
    let csv = ok(SIMULATE);
    let all = shown(csv.as_str());
    let semicolons = csv.replace(',', ";").replace('.', ",");
    let tabs = csv.replace(',', "\t");
    let utf16: Vec<u8> = std::iter::once(0xfeff_u16)
        .chain(semicolons.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let quoted = csv.replace(",sets,", ",\"sets\",").replace('\n', "\r\n");
    let wide: String = csv.lines().map(|line| format!("{line},,,\n")).collect();
    for (what, text) in [
        ("semicolons", semicolons.into_bytes()),
        ("tabs", tabs.into_bytes()),
        ("UTF-16", utf16),
        ("a mark and quotes", format!("\u{feff}{quoted}").into_bytes()),
        ("empty columns and records", format!("{wide},,,\n  \n\n,,,,,,,,,,,\n").into_bytes()),
    ] {
        assert_eq!(shown(text), all, "{what}");
    }
    let caps = ok("caps --features 3 --representatives --format csv");
    let capitals = caps.replace("true", "TRUE").replace("false", "False");
    let table = |csv: String| fed("table -", csv).ok().stdout;
    assert_eq!(table(capitals), table(caps));
}

#[test]
fn other_columns_are_ignored_with_a_note() {
    let csv = ok(SIMULATE);
    let all = shown(csv.as_str());
    let more = csv.lines().enumerate().map(|(number, line)| match number {
        0 => format!("\"\",{line},cluster,node,date,who\n"),
        _ => format!("{number},{line},a,b,2026-11-25,\n"),
    });
    let more: String = more.collect();
    assert_eq!(shown(more.as_str()), all);
    let said = fed("table -", more.as_str()).stderr;
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let row_names = "stdin: ignored the row names (a column without a name, as R writes them) and";
    let named = "the columns `cluster`, `node`, `date`, `who`, which are not of";
    assert!(said.starts_with(&format!("{row_names} {named}")), "{said}");
    refused("features,policy,cards_left,extra_deals,count\n", "as much as those of");
    refused(
        &csv.replacen(",count,", ",counts,", 1),
        "has `count`, too, and does not have `counts`",
    );
    fed("table -", b"features,\xfc\n".to_vec())
        .failed(2, "stdin is not UTF-8 text; save it as UTF-8");
}
