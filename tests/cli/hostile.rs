//! CSVs with arbitrary numbers: `table` and `plot` show or refuse them, using little memory.

use crate::Directory;
use setodds::report::chart::{ChartKind, Options, svg};
use setodds::report::columns::RenderTarget;
use setodds::report::kind::Dataset;
use setodds::report::kinds;
use setodds::report::recognise::{CsvText, TableError};
use setodds::report::show::{self, Choice, chart};

/// Replacements of a cell.
const NUMBERS: [&str; 15] = [
    "0",
    "1",
    "729",
    "1081",
    "99999999999",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211455",
    "-1",
    "-1e308",
    "1e308",
    "5e-324",
    "NaN",
    "inf",
    "",
];

/// Returns a cell of a table that the program could have written, in the first or second row.
fn cell(table: Dataset, column: &str, row: usize) -> &'static str {
    match (table.words, column) {
        // The rows must be consistent with each other.
        ("the table `stages` of `play`", "in_deck") => "69",
        ("the caps of `caps`" | "the numbers of `classes --count`", "cards") => ["12", "13"][row],
        ("the table `looks` of `play`", "table") => ["12", "15"][row],
        ("the table `differences` of `play`", "reference") => ["random", "first"][row],
        ("the next cards of `next`", "unseen" | "dealt") => "3",
        (_, column) => usual(column, row),
    }
}

/// Returns a typical cell of a column that several tables have.
fn usual(column: &str, row: usize) -> &'static str {
    match column {
        "features" => "4",
        "cards" | "start" | "table" => "12",
        "measure" | "first_measure" => "sets",
        "second_measure" => "in-sets",
        "value" | "sets" | "sets_taken" | "extra_deals" => ["0", "1"][row],
        "cards_left" | "in_deck" | "largest_table" => ["69", "66"][row],
        "count" | "completing" => ["30", "70"][row],
        "total" | "games" | "hands" | "caps" => "100",
        "probability" | "difference" | "harder_than" => ["0.3", "0.7"][row],
        "ci_low" => ["0.2", "0.6"][row],
        "ci_high" => ["0.4", "0.8"][row],
        "policy" | "reference" => "random",
        "arrival" => "dealt",
        "strategy" => ["naive", "packed-mask"][row],
        "engine" => "scalar",
        "stage" => "dealing+detection",
        "rules" => "standard",
        "extreme" => ["fewest", "most"][row],
        "quantity" => ["stuck", "cleared"][row],
        "outcome" => "cleared",
        "is_cap" | "is_complete" | "complete" | "complete_cap" | "agrees" => "true",
        "given" | "exact_probability" | "without" => "",
        "instruction_set" | "what" | "source" | "expected" | "got" => "text",
        _ => ["3", "4"][row],
    }
}

/// Returns the CSV of a table with two rows, where `other` may replace cells.
pub(super) fn csv<'a>(table: Dataset, other: impl Fn(usize, &str) -> Option<&'a str>) -> String {
    let line = |row: usize| {
        let columns = table.columns().into_iter();
        let cells = columns.map(|column| other(row, column).unwrap_or(cell(table, column, row)));
        cells.collect::<Vec<_>>().join(",")
    };
    format!("{}\n{}\n{}\n", table.columns().join(","), line(0), line(1))
}

/// Ways to show a table: without and with the values that no hand has, and kinds of charts.
struct Ways {
    gaps: Vec<bool>,
    charts: Vec<ChartKind>,
}

impl Ways {
    /// Returns the ways that suit a table, which depend on its kind and not on its numbers.
    fn of(table: Dataset) -> Self {
        let text = csv(table, |_, _| None);
        let sources = [CsvText { name: "x.csv", text: &text }];
        let suits = |error: Option<TableError>| {
            !error.is_some_and(|it| it.to_string().contains(" does not suit; leave it out"))
        };
        let with_gaps = |&gaps: &bool| {
            let choice = Choice { gaps, ..Choice::default() };
            suits(show::table(&sources, &choice, RenderTarget::Markdown).err())
        };
        let charts = ChartKind::ALL.into_iter().filter(|&kind| {
            let options = Options { kind, ..Options::default() };
            suits(chart(&sources, &options).err())
        });
        Self {
            gaps: [false, true].into_iter().filter(|gaps| !gaps || with_gaps(gaps)).collect(),
            charts: charts.collect(),
        }
    }

    /// Shows a CSV in these ways. Messages are accepted; panics are not.
    fn show(&self, text: &str) -> Result<(), String> {
        let sources = [CsvText { name: "x.csv", text }];
        let mut shown = Ok(());
        for &gaps in &self.gaps {
            for target in [RenderTarget::Markdown, RenderTarget::terminal(80)] {
                let choice = Choice { gaps, ..Choice::default() };
                let table = show::table(&sources, &choice, target);
                assert!(table.as_ref().map_or(true, |table| table.len() < 1 << 24), "{text}");
                if !gaps {
                    shown = table.map(|_| ()).map_err(|error| error.to_string());
                }
            }
        }
        for &kind in &self.charts {
            for log in [false, true] {
                let Ok(chart) = chart(&sources, &Options { kind, log, ..Options::default() })
                else {
                    continue;
                };
                assert!(svg(&chart).len() < 1 << 24, "{text}");
            }
        }
        shown
    }
}

/// Returns the CSVs of a table with one or two columns replaced.
fn mutated(table: Dataset) -> impl Iterator<Item = String> {
    let columns = table.columns();
    let pairs = (0..columns.len()).flat_map(|one| (0..one).map(move |other| [one, other]));
    let pairs: Vec<_> = pairs.map(|pair| pair.map(|place| columns[place])).collect();
    let one = columns.into_iter().flat_map(move |column| {
        NUMBERS.into_iter().flat_map(move |number| {
            [false, true].map(move |both| {
                csv(table, |row, own| (own == column && (both || row == 1)).then_some(number))
            })
        })
    });
    let two = pairs.into_iter().flat_map(move |pair| {
        let numbers = ["729", "88452", "340282366920938463463374607431768211455", "5e-324"];
        numbers.map(move |number| csv(table, |_, own| pair.contains(&own).then_some(number)))
    });
    one.chain(two)
}

/// On Linux, the test below runs this one with limited memory; elsewhere it runs by itself.
#[test]
#[cfg_attr(target_os = "linux", ignore = "run by another test, with little memory")]
fn no_number_makes_a_table_or_a_picture_panic() {
    for &table in kinds::ALL {
        let ways = Ways::of(table);
        assert_eq!(ways.show(&csv(table, |_, _| None)), Ok(()), "{table:?}");
        for text in mutated(table) {
            let _ = ways.show(&text);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_number_decides_how_much_memory_is_taken() {
    let tests = std::env::current_exe().unwrap();
    let script = "ulimit -v 1000000; exec \"$0\" --include-ignored hostile::no_number_makes";
    let output = crate::program("sh").args(["-c", script]).arg(tests).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
    let directory = Directory::new();
    let (table, number) = (kinds::ALL[0], "18446744073709551615");
    let text = csv(table, |_, column| (cell(table, column, 1) == "1").then_some(number));
    directory.write("x.csv", text);
    for words in ["table x.csv", "plot x.csv"] {
        let said = directory.limited("-v 400000", words);
        assert!(matches!(said.code, Some(0 | 2)), "{words}: {:?} {}", said.code, said.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn input_without_end_is_refused() {
    let directory = Directory::new();
    for words in [
        "find /dev/zero",
        "table /dev/zero",
        "plot /dev/zero",
        "find < /dev/zero",
        "table - < /dev/zero",
    ] {
        let said = directory.limited("-v 400000", words);
        said.failed(2, "holds more than 64 MiB, the most that is read at a time");
    }
    assert!(directory.names().is_empty());
}

#[test]
fn what_is_wrong_is_named_with_its_place_and_what_would_be_right() {
    let directory = Directory::new();
    for (column, number, reason) in [
        ("features", "99", "line 3, column `features`: `99` is not valid; give 2 to 6"),
        (
            "probability",
            "2.5",
            "line 3, column `probability`: `2.5` is not valid; give a probability",
        ),
        (
            "value",
            "18446744073709551615",
            "line 3, column `value`: `18446744073709551615` is not valid",
        ),
        ("count", "101", "line 3: a count of 101 out of 100"),
    ] {
        let text = csv(kinds::ALL[0], |row, own| (own == column && row == 1).then_some(number));
        directory.write("x.csv", text);
        for words in ["table x.csv", "plot x.csv"] {
            directory.refused(words, reason);
        }
    }
}
