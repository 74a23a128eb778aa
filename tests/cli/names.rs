//! Misspelt names: the program says what was probably meant.

use crate::{refused, run};

#[test]
fn names_of_values() {
    for (words, meant) in [
        ("simulate --strategy thrid-card", "third-card"),
        ("simulate --measure sets,largestcap", "largest-cap"),
        ("simulate --engine lane", "lanes"),
        ("simulate --engine scaler", "scalar"),
        ("enumerate --cards 3 --method class", "classes"),
        ("enumerate --cards 3 --strategy nave", "naive"),
        ("enumerate --cards 3 --measure insets", "in-sets"),
        ("play --policy randon", "random"),
        ("play --table stage", "stages"),
        ("odds --format markdwn", "markdown"),
        ("odds --measure insets", "in-sets"),
        ("bench --strategies third-card,packed-msk", "packed-mask"),
        ("bench --engines lanse", "lanes"),
    ] {
        refused(words, &format!("tip: a similar value exists: '{meant}'"));
    }
    refused("plot x.csv --kind bar", "tip: a similar value exists: 'bars'");
}

#[test]
fn what_resembles_nothing_has_no_suggestion() {
    for words in ["simulate --strategy xyz", "simulate --measure 5", "play --policy qqq"] {
        let said = run(words);
        assert!(
            said.stderr.contains("[possible values: ") && !said.stderr.contains("tip:"),
            "{words}"
        );
    }
}

#[test]
fn choices_commands_and_options() {
    for (words, tip) in [
        ("odds --color alway", "'always'"),
        ("odds --progress neve", "'never'"),
        ("jobscript --scheduler slrum -- simulate", "'slurm'"),
        ("completions bsh", "'bash'"),
        ("simulat --cards 12", "'simulate'"),
        ("simulate --card 12", "'--cards'"),
    ] {
        refused(words, tip);
    }
}
