//! Every kind of result goes from the command that makes it through `table` and `plot`.

use crate::{fed, run};
use setodds::report::Dataset;
use setodds::report::recognise::{CsvText, dataset_of};

/// Three hands for `find`, and a table for `next`.
const HANDS: &str = "0000 0001 0002 0010 0011\n\n0000 0001 0010 0012 1111 2222\n\n\
                     0001 0012 0100 0222 1111 2220\n";
const TABLE: &str = "0000 0001 0010\n";

/// A game with six cards for `play`.
const GAME: &str = "deck: @75 @76 @77 @78 @79 @80\nset: @75 @76 @77\n";

/// The commands that make a kind of result, some with an input.
fn commands(dataset: Dataset) -> &'static [&'static str] {
    match dataset {
        Dataset::Distribution => &[
            "enumerate --features 2 --cards 0-9 --measure sets,in-sets,largest-cap -q",
            "simulate --deals 1k --seed 1 -q --measure sets,first-set,set-types,greedy-cap",
            "simulate --features 2 --cards 0-9 --deals 100 --seed 1 -q --measure sets,set-types",
            "simulate --deals 1k --seed 1 --without @70 -q --measure sets,in-sets",
            "odds 12",
            "odds 3-40",
            "odds 0-9 --features 2",
            "odds 3-13 --features 5",
            "odds 100-110 --features 5",
            "odds first-set",
            "odds first-set --features 2",
            "odds 12 --measure set-types",
            "odds 81 --measure greedy-cap",
            "odds 27 --features 3 --measure greedy-cap",
        ],
        Dataset::Race => &["bench --hands 1k --repeats 1 --threads 1 --cards 12 -q"],
        Dataset::Caps => &["caps --features 2", "caps --features 3"],
        Dataset::CapClasses => &["caps --features 3 --representatives"],
        Dataset::Classes => &["classes --features 3 --cards 0-5"],
        Dataset::ClassCounts => &["classes --features 6 --cards 0-200 --count"],
        Dataset::Extremes => &["extremes --features 2 --cards 0-9"],
        Dataset::Answers => {
            &["odds 12,15 --sets 0,3+", "odds 12 --sets 0,0", "odds 15 --sets 0,1+ --given 12:0"]
        }
        Dataset::ValueAnswers => &[
            "odds 12 --measure in-sets --value 0,3+",
            "odds 12 --measure in-sets --value 0,0",
            "odds 81 --measure greedy-cap --value 20,9+",
        ],
        Dataset::HandCaps => &["find - --hand-a-line --caps"],
        Dataset::NearSets => &["find - --hand-a-line --why"],
        Dataset::Checks => &["check - --hand-a-line"],
        Dataset::Ultrasets => &["find - --hand-a-line --ultrasets"],
        Dataset::Cards => &["deal --seed 1"],
        Dataset::Sets => &["find - --hand-a-line"],
        Dataset::Next => &["next - --deal 1-3"],
        Dataset::Puzzles => {
            &["puzzle --seed 1", "puzzle --seed 1 --count 2", "puzzle --seed 1 --solutions none"]
        }
        Dataset::Completions => &["next - --completing"],
        Dataset::Stages => &[
            "play --features 3 --games 100 --seed 1 --table stages --policy random,first -q",
            "play --features 3 --games 100 --seed 1 --table stages --deal 1 -q",
        ],
        Dataset::Leftover => &["play --features 3 --games 100 --seed 1 --table leftover -q"],
        Dataset::ExtraDeals => &["play --features 3 --games 100 --seed 1 --table extra-deals -q"],
        Dataset::LargestTable => {
            &["play --features 3 --games 100 --seed 1 --table largest-table -q"]
        }
        Dataset::Rounds => &["play --features 3 --games 100 --seed 1 --table rounds -q"],
        Dataset::Looks => &["play --features 3 --games 100 --seed 1 --table looks -q"],
        Dataset::Survival => &["play --features 3 --games 100 --seed 1 --table survival -q"],
        Dataset::Summary => &["play --features 3 --games 100 --seed 1 --table summary -q"],
        Dataset::Differences => {
            &["play --features 3 --games 100 --seed 1 --table differences --policy random,first -q"]
        }
    }
}

fn csv(words: &str) -> String {
    let form = if words.contains("--table") { "" } else { " --format csv" };
    let input = match words.split(' ').next() {
        Some("next") => TABLE,
        Some("play") => GAME,
        _ => HANDS,
    };
    let reads_stdin = format!("{words} ").contains(" - ");
    let words = format!("{words}{form}");
    let said = if reads_stdin { fed(&words, input) } else { run(&words) };
    said.ok().stdout
}

#[test]
fn every_kind_of_result_is_shown_and_drawn_or_refused_with_a_reason() {
    for &dataset in Dataset::ALL {
        for words in commands(dataset) {
            let csv = csv(words);
            let source = CsvText { name: "x.csv", text: &csv };
            assert_eq!(dataset_of(source), Ok(dataset), "{words}");
            let shown = fed("table -", csv.as_str()).ok();
            assert!(shown.stdout.contains("|--") && shown.stderr.is_empty(), "{words}");
            let drawn = fed("plot -", csv.as_str());
            if drawn.code == Some(0) {
                assert!(drawn.stdout.ends_with("</svg>\n") && drawn.stderr.is_empty(), "{words}");
            } else {
                drawn.failed(2, "there is nothing to draw");
            }
        }
    }
}

/// What exact distributions with a total of their own in each row say.
#[test]
fn exact_distributions_of_fractions_have_a_caption_and_a_mean() {
    let csv = csv("odds first-set");
    let table = fed("table -", csv.as_str()).ok().stdout;
    assert!(table.starts_with("The first set is there after 8.2392"), "{table}");
    let drawn = fed("plot -", csv).ok().stdout;
    assert!(drawn.contains("All hands from the game") && !drawn.contains("255,960"), "{drawn}");
}
