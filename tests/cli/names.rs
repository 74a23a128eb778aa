//! Misspelt names: messages suggest the nearest valid one.

use crate::run;

#[test]
fn misspelt_names_are_answered_with_what_was_meant() {
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
        ("plot x.csv --kind bar", "bars"),
        ("odds --color alway", "always"),
        ("odds --progress neve", "never"),
        ("jobscript --scheduler slrum -- simulate", "slurm"),
        ("completions bsh", "bash"),
        ("simulat --cards 12", "simulate"),
        ("simulate --card 12", "--cards"),
    ] {
        run(words).failed(2, "tip: a similar ").says(&format!(" exists: '{meant}'"));
    }
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
