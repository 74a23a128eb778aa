//! CSVs saved by R or a spreadsheet, or with missing or duplicate rows: `table` and `plot` read
//! them alike.

use crate::{Directory, fed, ok};

const SIMULATE: &str =
    "simulate --cards 4,12 --deals 10k --seed 1 -q --format csv --measure sets,in-sets";

/// Returns the output of `table` and `plot` for a CSV.
fn shown(csv: impl Into<Vec<u8>>) -> [String; 2] {
    let csv = csv.into();
    ["table -", "plot -"].map(|words| fed(words, csv.clone()).ok().stdout)
}

/// Asserts that all commands refuse a CSV.
fn refused(csv: &str, reason: &str) {
    let directory = Directory::new();
    directory.write("x.csv", csv);
    for words in ["table x.csv", "plot x.csv -o x.svg"] {
        directory.refused(words, reason);
    }
    assert!(!directory.join("x.svg").exists());
}

#[test]
fn counts_that_do_not_add_up_are_refused_by_all_commands() {
    for (words, reason) in [
        ("simulate --cards 4,12 --deals 1k --seed 1 -q", "the counts of 4-card hands do not"),
        ("play --features 3 --games 100 --seed 1 --table leftover -q", "the games of `random` do"),
        ("play --games 300 --seed 1 --table stages -q", "the games of `random` do"),
    ] {
        let csv = ok(words);
        let (header, rows) = csv.split_once('\n').unwrap();
        let (first, others) = rows.split_once('\n').unwrap();
        refused(&format!("{header}\n{first}\n{rows}"), "a row before it has the same");
        refused(&format!("{header}\n{others}"), reason);
        refused(&format!("{csv}{csv}"), "the header is repeated");
    }
}

#[test]
fn pictures_that_would_lack_a_series_are_refused() {
    let directory = Directory::new();
    directory.write("x.csv", ok("odds 30 --format csv"));
    directory.refused("plot x.csv --kind no-set -o x.svg", "there is nothing to draw");
    directory.refused("plot x.csv x.csv -o x.svg", "both hold exact hands of 30 cards");
    assert_eq!(directory.names(), ["x.csv"]);
}

#[test]
fn what_spreadsheets_and_r_write_is_read() {
    let csv = ok(SIMULATE);
    let all = shown(csv.as_str());
    let semicolons = csv.replace(',', ";");
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
    let named = "stdin: ignored the columns `cluster`, `node`, `date`, `who`, which are not of";
    assert!(said.starts_with(named), "{said}");
    refused(
        "features,policy,cards_left,extra_deals,count,total,probability,ci_low,ci_high\n",
        "the columns match both",
    );
    refused(
        &csv.replacen(",count,", ",counts,", 1),
        "also has `count`, and does not have `counts`",
    );
    fed("table -", b"features,\xfc\n".to_vec())
        .failed(2, "stdin is not UTF-8 text; save it as UTF-8");
}

#[test]
fn what_is_wrong_is_named_with_its_line_its_column_and_what_would_be_right() {
    let directory = Directory::new();
    let csv = ok("simulate --cards 4 --deals 1k --seed 1 -q --format csv");
    let semicolons = csv.replace(',', ";");
    let rows = csv.split_once('\n').unwrap().1;
    let other_count = csv.replacen(",1000,", ",990,", 1);
    let total = csv.lines().next().unwrap().split(',').filter(|name| *name != "total");
    let without_total = total.collect::<Vec<_>>().join(",") + "\n";
    let twice = csv.lines().map(|line| format!("{line},{}\n", line.split(',').next().unwrap()));
    let twice: String = twice.collect();
    for (text, reasons) in [
        (format!("# mine\n\n{twice}"), &["line 3: the column `features` occurs twice"][..]),
        (csv.replacen("\n4,4,", "\n4,04,", 1), &["line 2, column `cards`: `04` is not valid"]),
        (semicolons.replace('.', ","), &["line 2, column `probability`: `0,", "write 0."][..]),
        (
            csv.replacen("0.", "0,", 1),
            &["line 2: 12 fields where the header has 11", "0.5 instead"],
        ),
        (
            csv.replacen(",1000,", ",1000", 1),
            &["line 2: 10 fields where the header has 11", "one for"],
        ),
        (
            csv.replacen(",sets,", ",setz,", 1),
            &["line 2, column `measure`: `setz`", "give sets or"],
        ),
        (
            csv.replacen(",sets,", ",NA,", 1),
            &["line 2, column `measure`: an empty cell", "give sets"],
        ),
        (csv.replace(",sets,", ",setz,").replace('\n', "\r\n"), &["line 2, column `measure`"]),
        (format!("# mine\n\n{semicolons}4;4;sets;x\n"), &["line 6: 4 fields where the header has"]),
        (format!("{csv}{csv}"), &["line 4: the header is repeated", "as separate files"]),
        (format!("{csv}{rows}"), &["line 4: a row before it has the same", "as a file of its own"]),
        (other_count, &["line 3: the counts of 4-card hands", "a row before it has a total of"]),
        (without_total, &["line 1: no table of setodds has the columns", "also has `total`"]),
    ] {
        directory.write("x.csv", text);
        for words in ["table x.csv", "plot x.csv -o x.svg"] {
            reasons.iter().for_each(|reason| directory.refused(words, reason));
        }
    }
    directory.write("x.csv", "games;share\n1;0,5\n");
    directory.refused(
        "plot x.csv --x games --y share -o x.svg",
        "`0,5` in the column `share` has a decimal comma; write 0.5 instead",
    );
    directory.write("x.csv", "x,y,y\n1,2,3\n");
    directory.refused("plot x.csv --x x --y y -o x.svg", "the column `y` occurs twice");
    directory.write("counts.csv", "cards;sets;count\n12;0;3,5\n");
    directory
        .refused("check counts.csv", "line 2, column `count`: `3,5` is not valid; give a whole");
}

#[test]
fn two_runs_of_one_player_are_not_one() {
    let directory = Directory::new();
    for (name, seed, policies) in [("a", 1, "random"), ("b", 1, "random,first"), ("c", 2, "random")]
    {
        let words = format!("play --games 100 --seed {seed} --policy {policies} -q");
        directory.ok(&format!("{words} -o {name}"));
    }
    for table in ["leftover", "stages", "looks", "survival"] {
        let all = directory.ok(&format!("table a/{table}.csv b/{table}.csv")).stdout;
        assert!(all.contains("random") && all.contains("first"), "{all}");
        let reason = format!("a/{table}.csv and c/{table}.csv hold different games of `random`");
        directory.refused(&format!("table a/{table}.csv c/{table}.csv"), &reason);
    }
    for table in ["leftover", "stages"] {
        directory.refused(&format!("plot a/{table}.csv c/{table}.csv -o x.svg"), "different games");
    }
}
