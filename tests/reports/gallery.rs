//! Checks that each CSV and picture in the reports has the command that produces it.

use super::documents::{Document, Step, documents};
use super::{files_below, read, root};
use setodds::report::chart::{Options, svg};
use setodds::report::columns::RenderTarget;
use setodds::report::recognise::CsvText;
use setodds::report::show::{self, Choice, chart};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Directories and files of data that the program no longer produces.
const KEPT: [&str; 6] = [
    "reports/caps/fewest.csv",
    "reports/games/clear",
    "reports/games/exact",
    "reports/games/last-hidden",
    "reports/games/offline",
    "reports/games/types",
];

/// Returns all files below `reports/` with an extension, as paths relative to the root, except data
/// that the program no longer produces.
fn reports(ending: &str) -> BTreeSet<PathBuf> {
    let files = files_below(&root().join("reports"), ending).into_iter();
    let files = files.map(|path| path.strip_prefix(root()).unwrap().to_owned());
    files.filter(|path| KEPT.iter().all(|kept| !path.to_str().unwrap().starts_with(kept))).collect()
}

#[test]
fn every_csv_is_drawn_or_refused_and_shown() {
    let all = reports("csv");
    assert!(all.len() > 50, "{}", all.len());
    for path in all {
        let text = read(&path);
        let source = CsvText { name: path.to_str().unwrap(), text: &text };
        let is_empty = text.lines().count() == 1;
        match chart(&[source], &Options::default()) {
            Ok(drawn) => {
                let picture = svg(&drawn);
                assert_eq!(picture, svg(&drawn), "{}", path.display());
                let is_whole = picture.contains("<desc") && !picture.contains("NaN");
                assert!(is_whole, "{}", path.display());
                assert!(!drawn.is_empty(), "{}", path.display());
            }
            Err(error) => {
                let reason = if is_empty { "no rows" } else { "there is nothing to draw" };
                assert!(error.to_string().contains(reason), "{error}");
            }
        }
        match show::table(&[source], &Choice::default(), RenderTarget::Markdown) {
            Ok(table) => assert!(table.contains("|---") && !table.contains("NaN"), "{table}"),
            Err(error) => assert!(is_empty && error.to_string().contains("no rows"), "{error}"),
        }
    }
}

#[test]
fn no_table_is_wider_than_a_terminal() {
    for path in reports("csv") {
        let text = read(&path);
        let source = CsvText { name: path.to_str().unwrap(), text: &text };
        let table = show::table(&[source], &Choice::default(), RenderTarget::terminal(80));
        let wide =
            table.iter().flat_map(|table| table.lines()).find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{}", path.display());
    }
}

#[test]
fn every_file_has_the_command_that_makes_it() {
    let documents = documents(root());
    let steps: Vec<&Step> = documents.iter().flat_map(|document| &document.steps).collect();
    let made: BTreeSet<&Path> = steps.iter().flat_map(|step| step.outputs()).collect();
    let blocks = documents.iter().flat_map(|document| &document.blocks);
    let (transcripts, tables): (Vec<_>, Vec<_>) = blocks.partition(|block| block.is_transcript);
    let found = [steps.len(), transcripts.len(), tables.len()];
    assert!(found[0] > 45 && found[1] > 40 && found[2] > 25, "{found:?}");
    for ending in ["csv", "svg"] {
        for path in reports(ending) {
            let is_made = made.contains(&*path) || made.contains(path.parent().unwrap());
            assert!(is_made, "no command makes {}", path.display());
        }
    }
    for path in reports("json") {
        let record: serde_json::Value = serde_json::from_str(&read(&path)).unwrap();
        let command = record["command"].as_str().unwrap();
        assert!(
            steps.iter().any(|step| step.command() == command),
            "{}: {command}",
            path.display()
        );
        assert!(record["work"]["complete"] != false, "{}", path.display());
    }
}

/// Checks that each picture in a document is followed by the command that produces it. The README
/// shows pictures of the other documents without their commands.
#[test]
fn every_picture_stands_above_its_command() {
    let mut pictures = BTreeSet::new();
    let all = documents(root()).into_iter();
    for Document { path: document, text, .. } in all.filter(|it| it.path != Path::new("README.md"))
    {
        let directory = document.parent().unwrap();
        for (place, _) in text.match_indices("<img ") {
            let (picture, below) = text[place..].split_once('>').unwrap();
            let source = picture.split(" src=\"").nth(1).unwrap().split('"').next().unwrap();
            if !source.ends_with(".svg") {
                continue;
            }
            let picture = directory.join(source);
            let block = below.trim_start().strip_prefix("```sh\n").unwrap_or_default();
            let command = block.lines().next().unwrap_or_default();
            let makes = format!(" -o {}", picture.display());
            let is_made = command.starts_with("setodds plot ") && command.ends_with(&makes);
            assert!(is_made, "{}: {}: {command}", document.display(), picture.display());
            pictures.insert(picture);
        }
    }
    assert_eq!(pictures, reports("svg"));
}
