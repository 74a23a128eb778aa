//! Misspelt names: the program says what was probably meant.

use crate::{refused, run};

#[test]
fn names_of_values() {
    for (words, meant) in [
        ("simulate --strategy thrid-card", "third-card"),
        ("simulate --measure sets,largestcap", "largest-cap"),
        ("simulate --engine lane", "lanes"),
        ("simulate --engine scaler", "scalar"),
        ("enumerate --cards 3 --method layer", "layers"),
        ("enumerate --cards 3 --strategy nave", "naive"),
        ("enumerate --cards 3 --measure insets", "in-sets"),
        ("play --policy randon", "random"),
        ("play --table stage", "stages"),
        ("play --table offlin", "offline"),
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
        ("simulate --checkpoint-evry 5s", "'--checkpoint-every'"),
    ] {
        refused(words, tip);
    }
}

#[test]
fn no_command() {
    for (words, tip) in [
        ("12", "`setodds odds 12`"),
        ("3-21", "`setodds simulate --cards 3-21`"),
        ("hands.csv", "`setodds find hands.csv`"),
        ("hands.txt", "`setodds find hands.txt`"),
        ("1.part", "`setodds status 1.part`"),
    ] {
        refused(words, tip);
    }
    refused("sets.csv", "`setodds plot sets.csv`");
}

#[test]
fn options_of_other_commands() {
    for (words, tip) in [
        ("play --cards 12", "`--start` sets how many cards"),
        ("simulate 12", "`--cards 12`"),
        ("enumerate 3-5", "`--cards 3-5`"),
        ("deal --deals 10", "`--hands`"),
        ("caps --random", "`setodds odds --measure greedy-cap`"),
        ("caps --features 3 --random -q", "`setodds odds --measure greedy-cap`"),
        ("odds --cards 12", "`setodds odds 12`"),
        ("odds 12 15", "such as `setodds odds 12,15`"),
        ("odds 12 --cards", "`setodds odds 12`"),
        ("table x.csv --confidence 90%", "that of the CSV's record"),
        ("verify --quick", "`--full`"),
        ("verify --quick --full", "`--full`"),
        ("man simulate", "`setodds man -o DIR`"),
        ("enumerate --cards 3 --method frames", "[possible values: hands, layers, classes]"),
    ] {
        refused(words, tip);
    }
    for words in ["play --cards 12", "deal --deals 10", "verify --quick", "odds --cards=3"] {
        let said = run(words).stderr;
        assert!(!said.contains("similar argument"), "{said}");
        assert!(said.starts_with("error: unexpected argument '--"), "{said}");
        let command = words.split(' ').next().unwrap();
        assert!(said.contains(&format!("Usage: setodds {command} [OPTIONS]")), "{said}");
    }
}
