//! The result of every command can be read by `table` and `plot`.

use crate::{fed, run};
use setodds::report::kinds;
use setodds::report::recognise::{CsvText, dataset_of};

/// Three hands for `find`, and a table for `next`.
const HANDS: &str = "0000 0001 0002 0010 0011\n\n0000 0001 0010 0012 1111 2222\n\n\
                     0001 0012 0100 0222 1111 2220\n";
const TABLE: &str = "0000 0001 0010\n";

/// A game with six cards for `play`.
const GAME: &str = "deck: @75 @76 @77 @78 @79 @80\nset: @75 @76 @77\n";

/// Returns commands that produce a kind of result, some with an input.
fn commands(kind: &str) -> &'static [&'static str] {
    match kind {
        "a distribution of `simulate`, `enumerate` or `odds`" => &[
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
        "a race of `bench`" => &["bench --hands 1k --repeats 1 --threads 1 --cards 12 -q"],
        "the caps of `caps`" => &["caps --features 2", "caps --features 3"],
        "the classes of `caps --representatives`" => &["caps --features 3 --representatives"],
        "the classes of `classes`" => &["classes --features 3 --cards 0-5"],
        "the numbers of `classes --count`" => &["classes --features 6 --cards 0-200 --count"],
        "the fewest and the most sets of `extremes`" => &["extremes --features 2 --cards 0-9"],
        "the answers of `odds --sets`" => {
            &["odds 12,15 --sets 0,3+", "odds 12 --sets 0,0", "odds 15 --sets 0,1+ --given 12:0"]
        }
        "the answers of `odds --value`" => &[
            "odds 12 --measure in-sets --value 0,3+",
            "odds 12 --measure in-sets --value 0,0",
            "odds 81 --measure greedy-cap --value 20,9+",
        ],
        "the hands of `find --caps`" => &["find - --hand-a-line --caps"],
        "the triples of `find --why`" => &["find - --hand-a-line --why"],
        "the counts of `check`" => &["check - --hand-a-line"],
        "the ultrasets of `find --ultrasets`" => &["find - --hand-a-line --ultrasets"],
        "the cards of `deal`" => &["deal --seed 1"],
        "the sets of `find`" => &["find - --hand-a-line"],
        "the next cards of `next`" => &["next - --deal 1-3"],
        "the puzzles of `puzzle`" => {
            &["puzzle --seed 1", "puzzle --seed 1 --count 2", "puzzle --seed 1 --solutions none"]
        }
        "the cards of `next --completing`" => &["next - --completing"],
        "the table `stages` of `play`" => &[
            "play --features 3 --games 100 --seed 1 --table stages --policy random,first -q",
            "play --features 3 --games 100 --seed 1 --table stages --deal 1 -q",
        ],
        "the table `leftover` of `play`" => {
            &["play --features 3 --games 100 --seed 1 --table leftover -q"]
        }
        "the table `extra-deals` of `play`" => {
            &["play --features 3 --games 100 --seed 1 --table extra-deals -q"]
        }
        "the table `largest-table` of `play`" => {
            &["play --features 3 --games 100 --seed 1 --table largest-table -q"]
        }
        "the table `rounds` of `play`" => {
            &["play --features 3 --games 100 --seed 1 --table rounds -q"]
        }
        "the table `looks` of `play`" => {
            &["play --features 3 --games 100 --seed 1 --table looks -q"]
        }
        "the table `survival` of `play`" => {
            &["play --features 3 --games 100 --seed 1 --table survival -q"]
        }
        "the table `summary` of `play`" => {
            &["play --features 3 --games 100 --seed 1 --table summary -q"]
        }
        "the table `differences` of `play`" => {
            &["play --features 3 --games 100 --seed 1 --table differences --policy random,first -q"]
        }
        _ => panic!("no command makes {kind}"),
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
    for &dataset in kinds::ALL {
        for words in commands(dataset.words) {
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

/// Exact distributions whose rows have different totals.
#[test]
fn exact_distributions_of_fractions_have_a_caption_and_a_mean() {
    let csv = csv("odds first-set");
    let table = fed("table -", csv.as_str()).ok().stdout;
    assert!(table.starts_with("The first set is there after 8.2392"), "{table}");
    let drawn = fed("plot -", csv).ok().stdout;
    assert!(drawn.contains("All hands from the game") && !drawn.contains("255,960"), "{drawn}");
}
